// The table: where an option leads, keys, clocks, and what is told after the reveal.
import { follow, glance } from "./board.js";
import { Story } from "./story.js";

const table = document.getElementById("table");

const $ = (id) => document.getElementById(id);
const options = () => [...document.querySelectorAll("#pick .option")].filter((one) => one.offsetParent !== null);

// ---- where an option leads: a picture and the rows behind it, fetched once

const seen = new Map();
let previewed = "";
const SETTLED = 60; // milliseconds in which a pointer that only passes is gone again

function nameOf(option) {
  const order = option.closest(".order");
  return [order.dataset.decision, order.dataset.place, option.value].join("|");
}

function fetched(option) {
  const name = nameOf(option);
  if (!seen.has(name)) {
    const asked = fetch(`/table/${table.dataset.link}/option?option=${encodeURIComponent(option.value)}`)
      .then((answer) => (answer.status === 200 ? answer.text() : ""), () => "");
    seen.set(name, asked);
  }
  return seen.get(name);
}

async function preview(option) {
  const name = nameOf(option);
  if (previewed === name) return;
  previewed = name;
  markNamed(option);
  await new Promise((wait) => setTimeout(wait, SETTLED));
  if (previewed !== name) return;
  const text = await fetched(option);
  if (previewed !== name || !text) return;
  const ghost = $("ghost");
  ghost.innerHTML = text;
  const rows = [...ghost.querySelectorAll(".rows")];
  const panel = $("preview");
  panel.replaceChildren(title(option), ...rows);
  panel.hidden = !rows.length;
  ghost.hidden = false;
  markNamed(option);
  $("board").classList.add("ghosted");
  glance(ghost.querySelector("svg"), panel.offsetHeight);
}

function title(option) {
  const line = document.createElement("p");
  line.textContent = option.getAttribute("aria-label") ?? option.querySelector("span").textContent;
  return line;
}

function endPreview() {
  if (!previewed) return;
  previewed = "";
  $("ghost").hidden = true;
  $("ghost").replaceChildren();
  $("preview").hidden = true;
  $("board").classList.remove("ghosted");
  glance(null);
  markNamed(document.querySelector(".option.chosen"));
}

/** Parts of the board that an option names are marked; pressing such a part presses the option that alone names it. */
function partsOf(option) {
  const names = new Set(option.dataset.names.split(" ").filter(Boolean));
  return [...document.querySelectorAll("#paper [data-part], #ghost [data-part]")].filter((part) =>
    [...names].some((name) => part.dataset.part === name || part.dataset.part.endsWith(`-${name}`)));
}

function markNamed(option) {
  for (const part of document.querySelectorAll("#board .named")) part.classList.remove("named");
  for (const part of option ? partsOf(option) : []) part.classList.add("named");
}

function markPressable() {
  const by = new Map();
  for (const option of options()) for (const part of partsOf(option)) by.set(part, [...(by.get(part) ?? []), option]);
  for (const [part, named] of by) {
    const exact = named.filter((option) => option.dataset.names.split(" ").includes(part.dataset.part));
    if (exact.length) by.set(part, exact);
  }
  for (const part of document.querySelectorAll("#paper .pressable")) part.classList.remove("pressable");
  for (const [part, named] of by) part.classList.toggle("pressable", named.length === 1);
  return by;
}

// ---- what may not be picked: it stays open from pick to pick, and is asked for anew where it is shown

const barred = { open: false, of: "", text: "" };

async function showBarred() {
  const box = document.querySelector(".barred");
  if (!box || !barred.open) return;
  const { decision, picks } = box.closest(".order").dataset;
  const of = `${decision}|${picks}`;
  box.open = true;
  if (barred.text) box.querySelector("div").innerHTML = barred.text;
  if (barred.of === of) return;
  barred.of = of;
  const answer = await fetch(`/table/${table.dataset.link}/barred`);
  const text = answer.ok ? await answer.text() : "";
  if (barred.of !== of) return;
  barred.text = text;
  const place = document.querySelector(".barred div");
  if (place) place.innerHTML = text;
}

// ---- focus: who works with the keyboard stays where he is

let inOrder = false;
let ordering = false; // he has begun to order on this page

function keepFocus() {
  const active = document.activeElement;
  const lost = active === document.body || active === null;
  const seal = $("seal");
  const complete = seal && !seal.disabled;
  if (inOrder && complete && (lost || active.matches("#pick .option"))) seal.focus();
  else if (inOrder && lost) (options()[0] ?? $("desk")).focus({ preventScroll: true });
}

/** Who orders is brought to what is asked next: the heading of a new request, the options of the next pick. */
let asked = "";

function keepSight() {
  const order = document.querySelector(".order, .end");
  const now = order ? `${order.dataset.decision}|${order.dataset.place}` : asked;
  const [decision] = asked.split("|");
  if (now === asked) return;
  asked = now;
  const place = order.dataset.decision === decision ? $("pick") : $("desk");
  const top = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const room = innerHeight - top;
  const y = place?.getBoundingClientRect().top ?? top;
  const low = y > innerHeight - (top ? room / 2 : room / 4); // a phone has little room below its board
  if (ordering && (y < top || low)) place.scrollIntoView();
}

// ---- clocks

function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, Math.round(Number(clock.dataset.deadline) - Date.now() / 1000));
    const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
    const two = (number) => String(number).padStart(2, "0");
    clock.textContent = days ? `${days} d ${hours} h` : hours ? `${hours} h ${two(minutes)} min`
      : `${minutes}:${two(left % 60)}`;
    clock.classList.toggle("short", left < 20);
  }
}

// ---- keys

function press(id) {
  const button = $(id);
  if (button && !button.disabled && button.offsetParent !== null) button.click();
}

const KEYS = {
  "?": () => $("help").showModal(),
  o: () => options()[0]?.focus(),
  s: () => $("seal")?.focus(),
  b: () => press("back"),
  "/": () => $("find")?.focus(),
  g: () => $("board").focus(),
  t: () => {
    const box = document.querySelector(".words-box");
    box.open = !box.open;
    (box.open ? $("words") : box.querySelector("summary")).focus();
  },
  p: () => press("pause"),
  f: () => press("faster"),
  e: () => press("skip"),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input, select, textarea")) {
    if (event.target.id === "find" && ["ArrowDown", "Enter"].includes(event.key)) {
      event.preventDefault(); // else Enter would pick the first option of all, found or not
      options()[0]?.focus();
    }
    return;
  }
  const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  if (event.key in steps && event.target.matches("#pick .option")) {
    const all = options();
    all[(all.indexOf(event.target) + steps[event.key] + all.length) % all.length].focus();
    event.preventDefault();
    return;
  }
  if (event.key === "Escape") endPreview();
  if (KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key]();
  }
}

// ---- the stream: tried again until it stands; a link that has been taken back leads to the page that says so

const AGAIN = 2000; // milliseconds
let streaming = false;
let giving = 0; // looks that are left for the answer of who is giving his seat away

/** The link leads nowhere any more. Who has given his seat away himself still sees to whom. */
function leave() {
  const given = $("handed")?.querySelector("[data-left]");
  if (given) {
    $("desk").replaceChildren(given.cloneNode(true));
    $("people").querySelector(".hand-over").remove();
    $("stream").remove();
  }
  else if (giving-- > 0) setTimeout(leave, AGAIN / 4);
  else location.reload();
}

function followStream() {
  const stream = $("stream");
  document.addEventListener("htmx:after:sse:connection", () => (streaming = true));
  document.addEventListener("htmx:sse:close", () => (streaming = false));
  document.addEventListener("htmx:sse:error", (event) => {
    if (event.detail.status === 404) leave();
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (event.target !== stream || streaming) return;
    if (event.detail.ctx.response?.status === 404) leave();
    else setTimeout(() => stream.dispatchEvent(new Event("again")), AGAIN);
  });
}

// ---- the page as it changes

const TITLE = document.title;

function said() {
  document.title = document.querySelector(".order") ? `● Your turn · ${TITLE}` : TITLE;
  markPressable();
  markNamed(document.querySelector(".option.chosen"));
  follow();
  tick();
}

if (table) {
  const story = new Story(table);
  followStream();
  document.addEventListener("focusin", (event) => {
    const option = event.target.closest?.("#pick .option");
    inOrder = Boolean(event.target.closest?.("#desk"));
    if (option) preview(option);
    else endPreview();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#desk")) inOrder = false;
  });
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const option = event.target.closest("#pick .option");
    if (option) preview(option);
    else if (previewed && !document.activeElement?.matches("#pick .option")) endPreview();
  });
  document.addEventListener("keydown", onKey);
  document.addEventListener("submit", (event) => {
    story.end(); // who orders has heard enough
    if (event.target.closest("#desk")) ordering = true;
    if (event.target.matches(".hand-over")) giving = 20;
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "find") return;
    const word = event.target.value.trim().toLowerCase();
    for (const item of document.querySelectorAll("#pick .options li")) {
      item.hidden = !item.textContent.toLowerCase().includes(word);
    }
    for (const section of document.querySelectorAll("#pick .options")) {
      section.hidden = !section.querySelector("li:not([hidden])");
    }
    document.querySelector("#pick .none").hidden = Boolean(options().length);
  });
  $("engine").addEventListener("change", (event) => $("log").classList.toggle("with-engine", event.target.checked));
  $("paper").addEventListener("click", (event) => {
    const part = event.target.closest(".pressable");
    const named = part ? markPressable().get(part) : null;
    if (named?.length === 1) named[0].click();
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.matches(".barred") && event.target.open) showBarred();
  }, true);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-refresh]")) location.reload();
    if (event.target.closest(".barred > summary")) barred.open = !event.target.closest(".barred").open;
  });
  let shown = "";
  let newest = Number($("known").textContent); // not what stands there: another swap may have begun and not be done
  document.addEventListener("htmx:before:swap", (event) => {
    const text = event.detail.ctx.text;
    const known = /hx-target="#known"[^>]*>(\d+)</.exec(text);
    if (!known) return; // a part of the page, such as the checks of a match
    if (Number(known[1]) < newest || text.trim() === shown.trim()) {
      event.preventDefault(); // the stream was faster than this answer, and has shown it, or what came after it
      return;
    }
    shown = text;
    newest = Number(known[1]);
    story.before();
  });
  document.addEventListener("htmx:before:sse:message", (event) => {
    // What the answer to a form has shown already comes over the stream once more.
    if (event.detail.message.data.trim() === shown.trim()) event.detail.message.cancelled = true;
  });
  document.addEventListener("htmx:after:swap", () => {
    endPreview();
    story.after();
    showBarred();
    keepFocus();
    said();
  });
  setInterval(tick, 1000);
  said();
}
