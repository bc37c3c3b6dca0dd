// What is told after the reveal: event after event at the reader's own speed, the board beside it phase by phase.
import { follow } from "./board.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const SPEEDS = [1, 2, 4];
const MANY = 60; // events that nobody wants to be told one by one
const GLIDE = 700; // milliseconds
const LOOK = 1400; // milliseconds more for a picture that has changed
const $ = (id) => document.getElementById(id);

/** Milliseconds in which a sentence can be read. */
const readingTime = (sentence) => 700 + 28 * sentence.length;

function kept(name) {
  try {
    return Number(localStorage.getItem(name));
  } catch {
    return 0;
  }
}

export class Story {
  constructor(table) {
    this.link = table.dataset.link;
    this.told = Number(table.dataset.events);
    this.queue = [];
    this.frames = [];
    this.speed = SPEEDS.includes(kept("aerodrome.speed")) ? kept("aerodrome.speed") : 1;
    this.paused = false;
    this.timer = 0;
    this.veil = null;
    this.heard = Infinity; // number of the last event that has been told, while one tells
    $("pause").addEventListener("click", () => this.pause());
    $("faster").addEventListener("click", () => this.faster());
    $("skip").addEventListener("click", () => this.end());
    this.say();
    this.write();
  }

  /** The board before it changes. */
  before() {
    this.last = $("paper").querySelector("svg");
  }

  /** Finds what is new in the log and begins to tell it. */
  after() {
    const items = [...$("log").children].filter((item) => Number(item.dataset.number) > this.told).reverse();
    if (!items.length) {
      this.write();
      return;
    }
    const since = this.told;
    this.told = Math.max(...items.map((item) => Number(item.dataset.number)));
    const news = items.filter((item) => item.classList.contains("news"));
    for (const item of news) {
      this.queue.push({ number: Number(item.dataset.number), sentence: item.querySelector(".said").textContent });
    }
    if (!this.telling) $("heard").replaceChildren();
    if (CALM.matches || this.queue.length > MANY) {
      this.end();
      return;
    }
    if (news.length && !this.telling) this.heard = since;
    this.write();
    if (news.length) this.begin(since);
  }

  get telling() {
    return this.heard < Infinity;
  }

  /** What the page says goes no further than what has been told. */
  write() {
    $("table").classList.toggle("telling", this.telling);
    for (const item of $("log").children) {
      const untold = Number(item.dataset.number) > this.heard;
      if (item.classList.contains("untold") && !untold) item.classList.add("fresh");
      item.classList.toggle("untold", untold);
    }
    const last = $("log").querySelector(".news:not(.untold) .said");
    $("told").textContent = last?.textContent ?? "";
  }

  /** For who listens. */
  speak(sentence) {
    const line = document.createElement("p");
    line.textContent = sentence;
    $("heard").append(line);
  }

  async begin(since) {
    this.cover();
    const frames = await fetch(`/table/${this.link}/frames?since=${since}`)
      .then((answer) => (answer.ok ? answer.text() : ""), () => "");
    const made = document.createElement("template");
    made.innerHTML = frames;
    let before = null;
    for (const frame of made.content.children) {
      const svg = frame.querySelector("svg");
      for (const empty of svg.querySelectorAll("[data-part^='same:']")) {
        empty.replaceWith(before.querySelector(`[data-part="${empty.dataset.part.slice(5)}"]`).cloneNode(true));
      }
      this.frames.push({ number: Number(frame.dataset.number), svg });
      before = svg;
    }
    if (!this.timer && !this.paused) this.next();
  }

  /** The board as it was lies over the new one for as long as it is told how it changed. */
  cover() {
    if (this.veil || !this.last) return;
    this.veil = document.createElement("div");
    this.veil.className = "veil";
    this.veil.append(this.last.cloneNode(true));
    $("board").insertBefore(this.veil, $("ghost"));
    follow();
  }

  next() {
    this.timer = 0;
    const event = this.queue.shift();
    if (event === undefined) {
      this.end();
      return;
    }
    this.heard = event.number;
    this.write();
    this.speak(event.sentence);
    const time = readingTime(event.sentence) + (this.show(event.number) ? LOOK : 0);
    this.timer = setTimeout(() => !this.paused && this.next(), time / this.speed);
  }

  /** The board as it stood after the phase in which an event happened; says whether that is another picture. */
  show(number) {
    while (this.frames.length && this.frames[0].number < number) this.frames.shift();
    const svg = this.frames[0]?.svg;
    const old = this.veil?.querySelector("svg");
    if (!svg || !old || svg === old) return false;
    const was = placesOf(old);
    old.replaceWith(svg);
    follow();
    glide(svg, was, GLIDE / this.speed);
    return true;
  }

  end() {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const event of this.queue) this.speak(event.sentence);
    this.queue = [];
    this.frames = [];
    this.paused = false;
    this.heard = Infinity;
    this.say();
    this.write();
    if (!this.veil) return;
    const was = placesOf(this.veil.querySelector("svg"));
    this.veil.remove();
    this.veil = null;
    follow();
    const svg = $("paper").querySelector("svg");
    if (svg && !CALM.matches) glide(svg, was, GLIDE / this.speed);
  }

  pause() {
    this.paused = !this.paused;
    this.say();
    if (!this.paused) {
      clearTimeout(this.timer);
      this.next();
    }
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    try {
      localStorage.setItem("aerodrome.speed", this.speed);
    } catch {
      // it holds for this page alone
    }
    this.say();
  }

  say() {
    $("pause").textContent = this.paused ? "▶" : "❚❚";
    $("pause").setAttribute("aria-pressed", String(this.paused));
    $("faster").textContent = `${this.speed}×`;
    $("faster").setAttribute("aria-label", this.speed === SPEEDS.at(-1) ? "Slower" : "Faster");
  }
}

/** Where the parts of a picture stand on the screen, by name. A part in which nothing is drawn stands nowhere. */
function placesOf(svg) {
  const drawn = [...svg.querySelectorAll("[data-part]")].filter((part) => part.getClientRects().length);
  return new Map(drawn.map((part) => [part.dataset.part, placeOf(part)]));
}

function placeOf(part) {
  const { x, y, width, height } = part.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Has the parts of a picture move to their places from where they were. */
function glide(svg, was, duration) {
  const scale = svg.getScreenCTM()?.a || 1;
  for (const part of svg.querySelectorAll("[data-part]")) {
    const from = was.get(part.dataset.part);
    if (!from) {
      part.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
      continue;
    }
    const to = placeOf(part);
    const [dx, dy] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
    if (Math.hypot(dx, dy) < 1) continue;
    part.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }], { duration, easing: "ease-in-out" });
  }
}
