// Where things lie on a picture, and which of them one wants to see.

const AROUND = 3; // what is shown about a piece, in its own sizes
const LARGEST = 56; // pixels that a piece need not exceed
const LEAST = { small: 50, large: 45 }; // pixels in which it can be read, by screen

export const SMALL = matchMedia("(max-width: 60rem)");

/** Where a part lies in its picture, in its units. */
export function boxOf(part, svg) {
  const rect = part.getBoundingClientRect();
  const back = svg.getScreenCTM().inverse();
  const from = new DOMPoint(rect.left, rect.top).matrixTransform(back);
  const to = new DOMPoint(rect.right, rect.bottom).matrixTransform(back);
  return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

export const union = (a, b) => ({
  left: Math.min(a.left, b.left), top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom),
});
const grown = (box, by) => ({ left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by });
export const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
const sizeOfBox = (box) => Math.max(box.right - box.left, box.bottom - box.top);

/** What to look at on a board, and how near: the pieces of the viewer, else the places that he may pick, else all
 * pieces; with them the pieces that are near enough for all to be readable. Nothing if there is nothing to look for. */
export function aim(svg, board) {
  const boxes = (selector) => [...svg.querySelectorAll(selector)].map((part) => boxOf(part, svg));
  const pieces = boxes(".piece");
  const found = [["own", boxes(".piece.own")], ["places", boxes(".pressable")], ["pieces", pieces]]
    .find(([, some]) => some.length);
  if (!found) return null;
  const [what, some] = found;
  const sizes = (pieces.length ? pieces : some).map(sizeOfBox).sort((a, b) => a - b);
  const size = sizes[Math.floor(sizes.length / 2)];
  const [readable, around] = [LEAST[SMALL.matches ? "small" : "large"] / size, AROUND * size];
  const scaleOf = (box) =>
    Math.min(board.clientWidth / (box.right - box.left), board.clientHeight / (box.bottom - box.top));
  let box = some.reduce(union);
  const [x, y] = middle(box);
  const far = (one) => Math.hypot(middle(one)[0] - x, middle(one)[1] - y);
  for (const one of pieces.sort((a, b) => far(a) - far(b))) {
    const wider = union(box, one);
    if (scaleOf(grown(wider, size)) >= readable) box = wider;
  }
  const least = Math.min(readable, scaleOf(grown(box, size / 2)));
  const scale = Math.min(Math.max(scaleOf(grown(box, around)), least), LARGEST / size);
  return { what, box, scale };
}
