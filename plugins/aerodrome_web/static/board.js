// The board: moved by dragging, by two fingers, by the wheel and by keys. What is seen stays when the picture changes.

const board = document.getElementById("board");
const MOST = 12;
const STEP = 0.12;
let zoom = 1;
let centre = [0.5, 0.5];

const SMALL = matchMedia("(max-width: 60rem)");

/** The whole of a picture. A small screen leaves out the panel with its texts: it has the table in words. */
function sizeOf(svg) {
  const name = SMALL.matches ? "small" : "whole";
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  svg.dataset[name] ??= withoutPanel(svg) ?? svg.dataset.whole;
  return svg.dataset[name].split(" ").map(Number);
}

function withoutPanel(svg) {
  const panel = svg.querySelector(":scope > [data-part=panel]");
  if (!panel) return null;
  const [, , width, height] = svg.dataset.whole.split(" ").map(Number);
  const { x, y } = panel.getBBox();
  const left = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse().multiply(panel.getScreenCTM())).x;
  return left > width / 2 ? `0 0 ${left} ${height}` : null;
}

/** The colour under a whole picture, if it has one: the space beside it gets the same. */
function groundOf(svg) {
  const first = svg.querySelector("rect");
  const [, , width, height] = svg.dataset.whole.split(" ").map(Number);
  const size = first?.getBBox();
  return size && size.width >= 0.99 * width && size.height >= 0.99 * height ? getComputedStyle(first).fill : "";
}

/** Applies what is seen to every picture on the board. */
export function look() {
  for (const svg of board?.querySelectorAll("svg") ?? []) {
    const [x, y, width, height] = sizeOf(svg);
    const [w, h] = [width / zoom, height / zoom];
    svg.setAttribute("viewBox", `${x + centre[0] * width - w / 2} ${y + centre[1] * height - h / 2} ${w} ${h}`);
    svg.style.background = groundOf(svg);
  }
  board?.classList.toggle("near", zoom > 1);
}

SMALL.addEventListener("change", look);
look();

const within = (value) => Math.min(Math.max(value, 0.5 / zoom), 1 - 0.5 / zoom);

function moveTo(x, y) {
  centre = [within(x), within(y)];
  look();
}

/** Zooms by a factor, 0 for the whole; `at` stays where it is, in shares of the picture. */
function zoomBy(factor, at = centre) {
  const before = zoom;
  zoom = factor ? Math.min(Math.max(zoom * factor, 1), MOST) : 1;
  const keep = before / zoom;
  moveTo(at[0] + (centre[0] - at[0]) * keep, at[1] + (centre[1] - at[1]) * keep);
}

/** Where a point of the screen lies on the picture, in shares of it. */
function shareOf(event) {
  const svg = board.querySelector("svg");
  const [x, y, width, height] = sizeOf(svg);
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [(point.x - x) / width, (point.y - y) / height];
}

if (board) {
  const held = new Map();
  let grip = null;
  const paper = board.querySelector("#paper");
  board.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button") || !board.querySelector("svg")) return;
    held.set(event.pointerId, event);
    grip = null;
  });
  board.addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId)) return;
    const before = held.get(event.pointerId);
    const svg = board.querySelector("svg");
    if (held.size === 1) {
      if (zoom === 1 && event.pointerType === "touch") return; // the page scrolls
      if (Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < 3 && grip === null) return;
      board.setPointerCapture(event.pointerId);
      grip = 0;
      const scale = svg.getScreenCTM().a;
      const [, , width, height] = sizeOf(svg);
      moveTo(
        centre[0] - (event.clientX - before.clientX) / scale / width,
        centre[1] - (event.clientY - before.clientY) / scale / height,
      );
    }
    held.set(event.pointerId, event);
    if (held.size === 2) {
      const [a, b] = held.values();
      const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      if (grip) zoomBy(apart / grip, shareOf(middle));
      grip = apart;
    }
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    board.addEventListener(end, (event) => held.delete(event.pointerId));
  }
  board.addEventListener("wheel", (event) => {
    if (!board.querySelector("svg") || (zoom === 1 && event.deltaY > 0)) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), shareOf(event));
  }, { passive: false });
  board.addEventListener("keydown", (event) => {
    const step = STEP / zoom;
    const acts = {
      ArrowLeft: () => moveTo(centre[0] - step, centre[1]),
      ArrowRight: () => moveTo(centre[0] + step, centre[1]),
      ArrowUp: () => moveTo(centre[0], centre[1] - step),
      ArrowDown: () => moveTo(centre[0], centre[1] + step),
      "+": () => zoomBy(1.4),
      "=": () => zoomBy(1.4),
      "-": () => zoomBy(1 / 1.4),
      0: () => zoomBy(0),
    };
    if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey || event.target !== board) return;
    event.preventDefault();
    acts[event.key]();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) zoomBy(Number(button.dataset.zoom));
  });
  board.addEventListener("dblclick", (event) => {
    if (!event.target.closest("button")) zoomBy(zoom > 1 ? 0 : 2.5, shareOf(event));
  });
  new MutationObserver(look).observe(paper, { childList: true });
}
