// The form for a new table: makes it, takes the seats of whoever makes it, keeps the links.
import { addressOf, keep, randomBytes } from "./links.js";

async function ask(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error([said.error.what, said.error.do].filter(Boolean).join(" — "));
  return said;
}

function optionsOf(form) {
  const options = {};
  for (const field of form.querySelectorAll("[name^='option.']")) {
    const name = field.name.slice("option.".length);
    const kind = field.dataset.kind;
    if (kind === "switch") options[name] = field.checked;
    else if (field.value.trim()) options[name] = kind === "number" ? Number(field.value) : field.value.trim();
  }
  return options;
}

async function open(form) {
  const data = new FormData(form);
  const seats = [...form.querySelectorAll("select[data-seat]")];
  const sitting = {};
  for (const seat of seats) if (seat.value.startsWith("bot:")) sitting[seat.dataset.seat] = seat.value.slice(4);
  const clock = Number(data.get("clock"));
  const made = await ask("/api/tables", {
    ruleset: form.dataset.ruleset,
    scenario: data.get("scenario"),
    options: optionsOf(form),
    seats: sitting,
    clock: clock || null,
    delay: Number(data.get("delay")),
  });
  const scenario = form.querySelector("#scenario")?.selectedOptions[0].textContent.replace(/ \(\d+ players\)$/, "");
  keep({ table: made.table, title: form.dataset.title, scenario: scenario ?? "", host: made.host, watch: made.watch,
         invites: made.invites });
  let first = made.host;
  for (const seat of seats.filter((one) => one.value === "me").reverse()) {
    const invite = made.invites[seat.dataset.seat];
    const { link } = await ask(`/api/table/${invite}/join`, { contribution: randomBytes(), name: data.get("name") });
    keep({ table: made.table, seats: { [seat.dataset.seat]: link } });
    first = link;
  }
  location.assign(addressOf(first));
}

const form = document.getElementById("new");

// What was changed last may still change seats and options; whoever is quick waits for it.
const PATIENCE = 3000;
let settled = Promise.resolve();
form?.addEventListener("change", () => {
  settled = new Promise((done) => {
    form.addEventListener("htmx:finally:request", done, { once: true });
    setTimeout(done, PATIENCE);
  });
});

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  const button = form.querySelector("button[type=submit]");
  const fault = document.getElementById("new-fault");
  fault.hidden = true;
  button.disabled = true;
  try {
    await settled;
    await open(form);
  } catch (error) {
    fault.textContent = error.message;
    fault.hidden = false;
    button.disabled = false;
  }
});
