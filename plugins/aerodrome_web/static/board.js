// The board: moved by dragging, by two fingers, by the wheel and by keys. It opens on the pieces that matter, large
// enough to read, and follows them for as long as nobody moves it himself. What is seen stays when the picture changes.

import { aim, boxOf, middle, SMALL, union } from "./aim.js";

const board = document.getElementById("board");
const MOST = 12;
const STEP = 0.12;
const DARK = matchMedia("(prefers-color-scheme: dark)");
let zoom = 1;
let centre = null; // in units of the picture
let moved = false; // by hand
let base = ""; // what was looked at: own pieces, places that may be picked, all pieces
let written = null; // the panel that stands beside the board
const pointers = document.createElement("div");
let before = null; // a glance elsewhere: what was seen before it

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** The picture that one sees: of what is told, else of the table as it is. */
const seen = () => board.querySelector(".veil svg") ?? board.querySelector("#paper svg");

/** The board of a picture: its panel of texts stands beside it. */
function sizeOf(svg) {
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const [, , width, height] = svg.dataset.whole.split(" ").map(Number);
  const panel = panelOf(svg);
  return [panel ? panel.left : width, height];
}

const panels = new WeakMap();

function panelOf(svg) {
  if (!panels.has(svg)) panels.set(svg, foundPanel(svg));
  return panels.get(svg);
}

function foundPanel(svg) {
  const part = svg.querySelector(":scope > [data-part=panel]");
  if (!part) return null;
  const [, , width] = svg.dataset.whole.split(" ").map(Number);
  const { left, top, right, bottom } = boxOf(part, svg);
  const room = width - left;
  return left > width / 2 ? { part, left, top, high: bottom - top, width: clamp(right - left + 8, 0.7 * room, room) } : null;
}

/** The colour under a whole picture, if it has one: the space beside it gets the same. */
function groundOf(svg) {
  const first = svg.querySelector("rect");
  const [, , width, height] = svg.dataset.whole.split(" ").map(Number);
  const size = first?.getBBox();
  return size && size.width >= 0.99 * width && size.height >= 0.99 * height ? getComputedStyle(first).fill : "";
}

/** How many pixels a unit has, and how much is seen, of a picture of this size. */
function windowOf([width, height], near = zoom) {
  const scale = near * Math.min(board.clientWidth / width, board.clientHeight / height);
  return { scale, wide: board.clientWidth / scale, high: board.clientHeight / scale };
}

/** Applies what is seen to every picture on the board, and writes its panel beside it. */
export function look() {
  if (!board?.clientWidth || !seen()) return;
  for (const svg of board.querySelectorAll("#paper svg, .veil svg, #ghost svg")) {
    if (!svg.getClientRects().length) continue;
    const size = sizeOf(svg);
    const { wide, high } = windowOf(size);
    centre ??= size.map((length) => length / 2);
    const [x, y] = [wide, high].map((length, axis) =>
      length < size[axis] ? clamp(centre[axis], length / 2, size[axis] - length / 2) : size[axis] / 2);
    if (svg === seen()) centre = [x, y];
    svg.setAttribute("viewBox", `${x - wide / 2} ${y - high / 2} ${wide} ${high}`);
    svg.style.background = groundOf(svg);
  }
  board.classList.toggle("near", zoom > 1);
  board.classList.toggle("whole", zoom === 1);
  board.classList.toggle("away", moved && Boolean(seen().querySelector(".piece")));
  writePanel();
  point();
}

/** At the edge, arrows to the pieces that one does not see; pressing one goes there. */
function point() {
  const svg = seen();
  const { scale, wide, high } = windowOf(sizeOf(svg));
  const arrows = [];
  for (const part of zoom > 1 ? svg.querySelectorAll(".piece") : []) {
    const [x, y] = middle(boxOf(part, svg)).map((value, axis) => value - centre[axis]);
    const out = Math.max(Math.abs(x) / (wide / 2), Math.abs(y) / (high / 2));
    if (out <= 1) continue;
    const arrow = document.createElement("div");
    arrow.className = `pointer ${part.classList.contains("own") ? "own" : ""}`;
    arrow.title = part.querySelector("title")?.textContent ?? "";
    const [right, down] = [[x / out, wide], [y / out, high]].map(([way, length]) => way * (1 - 36 / scale / length) * scale);
    arrow.style.translate = `${board.clientWidth / 2 + right - 18}px ${board.clientHeight / 2 + down - 18}px`;
    arrow.style.rotate = `${Math.atan2(x, -y)}rad`;
    arrow.addEventListener("click", () => moveTo(centre[0] + x, centre[1] + y));
    arrows.push(arrow);
  }
  pointers.replaceChildren(...arrows);
}

function writePanel() {
  const sheet = document.getElementById("sheet");
  const panel = panelOf(seen());
  if (!sheet || panel === written) return;
  written = panel;
  if (!panel) {
    sheet.replaceChildren();
    return;
  }
  const svg = seen().cloneNode(false);
  svg.removeAttribute("role");
  svg.removeAttribute("height");
  svg.removeAttribute("style");
  svg.setAttribute("viewBox", `${panel.left} ${panel.top - 6} ${panel.width} ${panel.high + 12}`);
  svg.append(panel.part.cloneNode(true));
  sheet.replaceChildren(svg);
}

// ---- what is looked at by itself

function goTo(svg, { what, box, scale }) {
  zoom = clamp(scale / windowOf(sizeOf(svg), 1).scale, 1, MOST);
  centre = middle(box);
  base = what;
}

/** Whether the view shows what is aimed at, about as large as it should be. */
function shows(svg, { what, box, scale }) {
  const now = windowOf(sizeOf(svg));
  const [x, y] = centre;
  return what === base && now.scale / scale < 1.7 && scale / now.scale < 1.7
    && box.left > x - now.wide / 2 && box.right < x + now.wide / 2
    && box.top > y - now.high / 2 && box.bottom < y + now.high / 2;
}

/** Brings what matters into view, unless somebody has chosen his view himself. */
export function follow() {
  const svg = board && seen();
  if (!svg || !board.clientWidth) return;
  look();
  const aimed = moved ? null : aim(svg, board);
  if (aimed && !shows(svg, aimed)) goTo(svg, aimed);
  else if (!aimed && !moved) zoomTo(1);
  look();
}

/** Shows where something leads, and with `null` what was seen before. On a small screen what is written of it covers
 * so many pixels of the board: above the pieces or below them. */
export function glance(svg, covered = 0) {
  if (!board) return;
  if (before) [zoom, centre, base] = before;
  before = null;
  look();
  const aimed = svg ? aim(svg, board) : null;
  if (!aimed) return;
  const low = middle(aimed.box)[1] > centre[1];
  board.classList.toggle("low", low);
  if (moved || aimed.what !== "own") return;
  before = [zoom, centre, base];
  if (!shows(svg, aimed)) goTo(svg, aimed);
  const { scale, high } = windowOf(sizeOf(svg));
  const [edge, room] = [SMALL.matches ? covered / scale : 0, high / 2];
  const over = low ? centre[1] - room + edge - aimed.box.top : aimed.box.bottom - (centre[1] + room - edge);
  if (edge && over > -8) centre = [centre[0], centre[1] + (low ? -1 : 1) * (over + 8)];
  look();
}

// ---- by hand

function zoomTo(near) {
  zoom = near;
  look();
}

function moveTo(x, y) {
  moved = true;
  before = null;
  centre = [x, y];
  look();
}

/** What a zoom by button or key keeps in its place: the own pieces if one sees them, else the middle. */
function anchor() {
  const svg = seen();
  const own = [...svg.querySelectorAll(".piece.own")].map((part) => boxOf(part, svg));
  const { wide, high } = windowOf(sizeOf(svg));
  const [x, y] = own.length ? middle(own.reduce(union)) : centre;
  return Math.abs(x - centre[0]) < wide / 2 && Math.abs(y - centre[1]) < high / 2 ? [x, y] : centre;
}

/** Zooms by a factor, 0 for the whole; `at` stays where it is. */
function zoomBy(factor, at = anchor()) {
  const was = zoom;
  zoom = factor ? clamp(zoom * factor, 1, MOST) : 1;
  const keep = was / zoom;
  moveTo(at[0] + (centre[0] - at[0]) * keep, at[1] + (centre[1] - at[1]) * keep);
}

function toPieces() {
  moved = false;
  base = "";
  follow();
}

/** Where a point of the screen lies on the picture. */
function placeOf(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(seen().getScreenCTM().inverse());
  return [point.x, point.y];
}

if (board) {
  const held = new Map();
  let grip = null;
  board.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button") || !seen()) return;
    held.set(event.pointerId, event);
    grip = null;
  });
  board.addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId)) return;
    const was = held.get(event.pointerId);
    if (held.size === 1) {
      if (zoom === 1 && event.pointerType === "touch") return; // the page scrolls
      if (Math.hypot(event.clientX - was.clientX, event.clientY - was.clientY) < 3 && grip === null) return;
      board.setPointerCapture(event.pointerId);
      grip = 0;
      const scale = seen().getScreenCTM().a;
      moveTo(centre[0] - (event.clientX - was.clientX) / scale, centre[1] - (event.clientY - was.clientY) / scale);
    }
    held.set(event.pointerId, event);
    if (held.size === 2) {
      const [a, b] = held.values();
      const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      const between = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      if (grip) zoomBy(apart / grip, placeOf(between));
      grip = apart;
    }
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    board.addEventListener(end, (event) => held.delete(event.pointerId));
  }
  board.addEventListener("wheel", (event) => {
    if (!seen() || (zoom === 1 && event.deltaY > 0)) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), placeOf(event));
  }, { passive: false });
  board.addEventListener("keydown", (event) => {
    if (!seen()) return;
    const { wide, high } = windowOf(sizeOf(seen()));
    const acts = {
      ArrowLeft: () => moveTo(centre[0] - STEP * wide, centre[1]),
      ArrowRight: () => moveTo(centre[0] + STEP * wide, centre[1]),
      ArrowUp: () => moveTo(centre[0], centre[1] - STEP * high),
      ArrowDown: () => moveTo(centre[0], centre[1] + STEP * high),
      "+": () => zoomBy(1.4),
      "=": () => zoomBy(1.4),
      "-": () => zoomBy(1 / 1.4),
      0: () => zoomBy(0),
      1: toPieces,
    };
    if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey || event.target !== board) return;
    event.preventDefault();
    acts[event.key]();
  });
  board.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button && seen()) zoomBy(Number(button.dataset.zoom));
    if (event.target.closest("[data-pieces]")) toPieces();
  });
  board.addEventListener("dblclick", (event) => {
    if (!event.target.closest("button") && seen()) zoomBy(zoom > 1 ? 0 : 2.5, placeOf(event));
  });
  pointers.ariaHidden = "true";
  board.querySelector(".zoom").before(pointers);
  new MutationObserver(follow).observe(board.querySelector("#paper"), { childList: true });
  new ResizeObserver(follow).observe(board);
  DARK.addEventListener("change", look);
  follow();
}
