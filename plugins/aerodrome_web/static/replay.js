// A finished match under a scrubber.

const replay = document.getElementById("replay");

if (replay) {
  const scrub = document.getElementById("scrub");
  const step = document.getElementById("step");
  const play = document.getElementById("play");
  const last = Number(replay.dataset.last);
  const seen = new Map();
  let timer = 0;

  const fetched = (at) => {
    if (!seen.has(at)) {
      const path = `/table/${replay.dataset.link}/replay?step=${at}`;
      seen.set(at, fetch(path, { headers: { "HX-Request": "true" } }).then((answer) => (answer.ok ? answer.text() : null)));
    }
    return seen.get(at);
  };

  const show = async () => {
    const at = Number(scrub.value);
    document.getElementById("where").textContent = `${at + 1} of ${last + 1}`;
    const text = await fetched(at);
    if (text === null) seen.delete(at);
    if (text === null || at !== Number(scrub.value)) return;
    const open = step.querySelector(".words-box")?.open;
    const made = document.createElement("template");
    made.innerHTML = text;
    step.querySelector("#paper").replaceChildren(...made.content.querySelector("#paper").childNodes);
    step.querySelector(".words-box").replaceWith(made.content.querySelector(".words-box"));
    step.querySelector(".words-box").open = open;
    step.querySelector(".side").replaceWith(made.content.querySelector(".side"));
    if (at < last) fetched(at + 1);
  };

  const go = (by) => {
    scrub.value = Number(scrub.value) + by;
    show();
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
    play.setAttribute("aria-pressed", "false");
  };

  scrub.addEventListener("input", show);
  for (const button of replay.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => go(Number(button.dataset.go)));
  }
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (Number(scrub.value) === last) scrub.value = 0;
    play.textContent = "❚❚";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => (Number(scrub.value) < last ? go(1) : stop()), 1800);
    return undefined;
  });
}
