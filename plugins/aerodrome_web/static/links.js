// Links are kept in this browser alone, a record for each table. Nobody else is told of them.

const KEY = "aerodrome.tables";

export function tables() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function write(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still plays: the address of the page is the seat.
  }
}

/** Lays `news` over what is known of its table; the links to seats and the invitations are added to those known. */
export function keep(news) {
  const all = tables();
  const old = all[news.table] ?? { at: Date.now() };
  all[news.table] = {
    ...old,
    ...news,
    seats: { ...old.seats, ...news.seats },
    invites: { ...old.invites, ...news.invites },
  };
  write(all);
}

export function forget(table) {
  const all = tables();
  delete all[table];
  write(all);
}

export function drop(table, kind, seat) {
  const all = tables();
  if (all[table]?.[kind]) delete all[table][kind][seat];
  write(all);
}

export const addressOf = (link) => `/table/${link}`;

/** Random bytes of this browser for the dice, in hexadecimal. */
export function randomBytes() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function copyRow(label, link) {
  const row = document.createElement("li");
  row.className = "copy";
  const name = document.createElement("span");
  name.textContent = label;
  const field = document.createElement("input");
  field.readOnly = true;
  field.setAttribute("aria-label", label);
  field.dataset.path = addressOf(link);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = "Copy";
  row.append(name, field, button);
  return row;
}

/** Everything on the page that shows links of this browser. */
export function fillLinks(root = document) {
  for (const held of root.querySelectorAll("[data-keep]")) keep(JSON.parse(held.dataset.keep));
  const table = document.getElementById("table");
  const known = table ? tables()[table.dataset.table] ?? {} : {};
  const open = new Set([...document.querySelectorAll("#seats [data-who=open]")].map((seat) => seat.dataset.seat));
  const title = (seat) => document.querySelector(`#seats [data-seat="${seat}"] b`)?.textContent ?? seat;
  const invites = Object.entries(known.invites ?? {}).filter(([seat]) => open.has(seat));
  for (const list of document.querySelectorAll("[data-invites]")) {
    list.replaceChildren(...invites.map(([seat, link]) => copyRow(`Invite ${title(seat)}`, link)));
  }
  for (const list of document.querySelectorAll("[data-links]")) {
    const rows = invites.map(([seat, link]) => copyRow(`Invite ${title(seat)}`, link));
    if (known.watch) rows.push(copyRow("For spectators", known.watch));
    for (const [seat, link] of Object.entries(known.seats ?? {})) {
      if (link !== table.dataset.link) rows.push(goRow(`Your seat ${title(seat)}`, link));
    }
    if (known.host && known.host !== table.dataset.link) rows.push(goRow("Your place as the host", known.host));
    list.replaceChildren(...rows);
  }
  for (const field of document.querySelectorAll("input[data-path]")) field.value = location.origin + field.dataset.path;
}

function goRow(label, link) {
  const row = document.createElement("li");
  const anchor = document.createElement("a");
  anchor.href = addressOf(link);
  anchor.textContent = label;
  row.append(anchor);
  return row;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest(".copy button");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Selected";
  }
});

// ---- the first page: this browser's tables

/** How a table stands, in a few words; undefined when the link leads nowhere any more. */
async function stateOf(link) {
  const answer = await fetch(`/api/table/${link}`);
  if (answer.status === 404) return undefined;
  if (!answer.ok) return "";
  const table = await answer.json();
  if (table.over) {
    const own = table.seats.find((seat) => seat.seat === table.you)?.team;
    if (!own) return "over";
    return table.result.winner ? `over, you ${table.result.winner === own ? "won" : "lost"}` : "over, a draw";
  }
  if (!table.begun) return "waiting for players";
  const mine = table.seats.find((seat) => seat.seat === table.you);
  return mine?.doing === "deciding" ? "your turn" : "running";
}

async function listTables() {
  const section = document.getElementById("mine");
  if (!section) return;
  const list = section.querySelector("ul");
  const template = document.getElementById("mine-row");
  const known = Object.values(tables()).sort((a, b) => b.at - a.at);
  section.hidden = !known.length;
  for (const table of known) {
    const link = Object.values(table.seats)[0] ?? table.host ?? table.watch;
    if (!link) continue;
    const row = template.content.firstElementChild.cloneNode(true);
    row.querySelector("a").href = addressOf(link);
    row.querySelector("strong").textContent = table.title ?? "A table";
    row.querySelector("span").textContent = table.scenario ?? "";
    row.querySelector(".forget").setAttribute("aria-label", `Forget this table of ${table.title ?? "a game"}`);
    row.querySelector(".forget").addEventListener("click", () => {
      forget(table.table);
      row.remove();
      section.hidden = !list.children.length;
    });
    list.append(row);
    const state = row.querySelector(".state");
    stateOf(link).then((said) => {
      state.textContent = said ?? "gone";
      row.classList.toggle("turn", said === "your turn");
      row.classList.toggle("over", said === undefined || said.startsWith("over"));
    }, () => {});
  }
}

const here = document.getElementById("table");
if (here) {
  const { table, title, scenario, role, you, link } = here.dataset;
  keep({ table, title, scenario, ...(role === "seat" ? { seats: { [you]: link } } : { [role]: link }) });
}
for (const field of document.querySelectorAll("input[data-random]")) field.value = randomBytes();
fillLinks();
listTables();
document.addEventListener("htmx:after:swap", () => fillLinks());
