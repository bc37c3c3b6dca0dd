// What is told after the reveal: event after event at the reader's own speed, then the pieces glide to where they stand.
import { look } from "./board.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const SPEEDS = [1, 2, 4];
const MANY = 60;
const $ = (id) => document.getElementById(id);

/** Milliseconds in which a sentence can be read. */
const readingTime = (sentence) => 700 + 28 * sentence.length;

export class Story {
  constructor(table) {
    this.told = Number(table.dataset.events);
    this.queue = [];
    this.speed = SPEEDS.indexOf(Number(localStorage.getItem("aerodrome.speed"))) > 0
      ? Number(localStorage.getItem("aerodrome.speed")) : 1;
    this.paused = false;
    this.timer = 0;
    this.old = null;
    $("pause").addEventListener("click", () => this.pause());
    $("faster").addEventListener("click", () => this.faster());
    $("skip").addEventListener("click", () => this.end());
    this.say();
  }

  /** A picture of the board before it changes. */
  before() {
    this.last = $("paper").querySelector("svg")?.cloneNode(true) ?? null;
  }

  /** Finds what is new in the log and begins to tell it. */
  after() {
    const items = [...$("log").children].filter((item) => Number(item.dataset.number) > this.told).reverse();
    if (!items.length) return;
    this.told = Math.max(...items.map((item) => Number(item.dataset.number)));
    const news = items.filter((item) => item.classList.contains("news"));
    if (!news.length) return;
    for (const item of news) item.classList.add("fresh");
    $("heard").replaceChildren(...news.map((item) => {
      const line = document.createElement("p");
      line.textContent = item.querySelector(".said").textContent;
      return line;
    }));
    if (CALM.matches || news.length > MANY) return;
    if (!this.queue.length) this.old ??= this.last;
    this.queue.push(...news.map((item) => item.querySelector(".said").textContent));
    this.begin();
  }

  begin() {
    if (this.timer) return;
    $("teller").hidden = false;
    this.cover();
    this.next();
  }

  /** The board as it was lies over the new one for as long as it is told how it changed. */
  cover() {
    if (!this.old || this.veil) return;
    this.veil = document.createElement("div");
    this.veil.className = "veil";
    this.veil.append(this.old);
    $("board").insertBefore(this.veil, $("ghost"));
    $("board").classList.add("telling");
    look();
  }

  next() {
    this.timer = 0;
    if (this.paused) return;
    const sentence = this.queue.shift();
    if (sentence === undefined) {
      this.end();
      return;
    }
    $("told").textContent = sentence;
    this.timer = setTimeout(() => this.next(), readingTime(sentence) / this.speed);
  }

  end() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    this.paused = false;
    this.say();
    $("teller").hidden = true;
    if (this.veil) this.glide();
    this.old = null;
  }

  /** Uncovers the new board, its pieces moving from their old places. */
  glide() {
    const placeOf = (part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const was = new Map();
    for (const part of this.veil.querySelectorAll("[data-part]")) was.set(part.dataset.part, placeOf(part));
    this.veil.remove();
    this.veil = null;
    $("board").classList.remove("telling");
    const scale = $("paper").querySelector("svg")?.getScreenCTM()?.a ?? 1;
    for (const part of $("paper").querySelectorAll("[data-part]")) {
      const from = was.get(part.dataset.part);
      if (!from) {
        part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 400 });
        continue;
      }
      const to = placeOf(part);
      const [dx, dy] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
      if (Math.hypot(dx, dy) < 1) continue;
      part.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }], { duration: 900, easing: "ease-in-out" });
    }
  }

  pause() {
    this.paused = !this.paused;
    this.say();
    if (!this.paused && !this.timer) this.next();
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    try {
      localStorage.setItem("aerodrome.speed", this.speed);
    } catch {
      // kept for this page alone
    }
    this.say();
  }

  say() {
    $("pause").textContent = this.paused ? "Go on" : "Pause";
    $("pause").setAttribute("aria-pressed", String(this.paused));
    $("faster").textContent = this.speed === SPEEDS.at(-1) ? "Slower" : "Faster";
  }
}
