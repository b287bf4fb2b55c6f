import { comeIn, listen, read } from "./door.js";
import { Floor } from "./floor.js";
import { badge, clock, day, make, money, status } from "./words.js";

const KEPT = 200;
const list = document.getElementById("queue");
const empty = document.getElementById("empty");
const floor = new Floor(document.getElementById("floor"));
const incidents = new Map();
let show = "all";
let unseen = [];

const newestFirst = (one, other) => other.seen[0].localeCompare(one.seen[0]) || one.incident.localeCompare(other.incident);

const wanted = {
  all: () => true,
  waiting: (incident) => incident.status === "open" && incident.verdict,
  breach: (incident) => incident.verdict === "breach",
  suspected: (incident) => incident.verdict === "suspected",
};

function row(incident, fresh) {
  const amount = incident.would_pay || incident.stake;
  return make("li", { id: `i-${incident.incident}`, class: fresh ? "fresh" : "" },
    make("a", { class: `row ${incident.status}`, href: `/case/${incident.incident}` },
      make("span", { class: "row-head" },
        badge(incident.verdict, incident.probability),
        make("span", { class: "row-clauses" }, incident.clauses.join(", ") || incident.rules.join(", ").replaceAll("-", " ")),
        make("span", { class: "row-table" }, incident.title || incident.table),
        make("time", { class: "row-time", dateTime: incident.seen[0], title: day(incident.seen[0]) }, clock(incident.seen[0])),
        make("span", { class: "status" }, status(incident))),
      make("span", { class: "row-sentence" }, incident.sentences[0] || "Every finding was withdrawn."),
      make("span", { class: "row-foot" },
        amount ? `${incident.would_pay ? "would pay" : "stake"} ${money(amount, incident.currency)}` : "",
        incident.sentences.length > 1 ? make("span", { class: "muted" }, `${incident.sentences.length} findings`) : "")));
}

function unseenRow(told) {
  return make("li", {},
    make("div", { class: "row unseen" },
      make("span", { class: "row-head" },
        badge("could-not-see"),
        make("span", { class: "row-clauses" }, told.clauses.join(", ")),
        make("span", { class: "row-table" }, told.title),
        make("time", { class: "row-time", dateTime: told.said, title: day(told.said) }, clock(told.said))),
      make("span", { class: "row-sentence" }, told.sentence || told.why)));
}

function draw(fresh) {
  const focused = document.activeElement?.closest("li")?.id;
  const rows = show === "could-not-see"
    ? unseen.map(unseenRow)
    : [...incidents.values()].filter(wanted[show]).sort(newestFirst).slice(0, KEPT).map((each) => row(each, each.incident === fresh));
  list.replaceChildren(...rows);
  if (focused) document.getElementById(focused)?.querySelector("a")?.focus();
  empty.hidden = rows.length > 0;
  empty.textContent = show === "all" ? "No incident yet. Play is being watched." : "Nothing of this kind.";
}

// Only the row that changed is put in, so that a screen reader says that row and not the whole queue again.
function put(incident) {
  const before = document.getElementById(`i-${incident.incident}`);
  if (before || show === "could-not-see" || !wanted[show](incident)) return draw();
  const next = [...incidents.values()].filter(wanted[show]).sort(newestFirst);
  const after = next[next.indexOf(incident) + 1];
  list.insertBefore(row(incident, true), after ? document.getElementById(`i-${after.incident}`) : null);
  empty.hidden = true;
}

function hear({ table, event }) {
  const { kind, incident: id, ...told } = event.data;
  const before = incidents.get(id);
  if (kind === "incident-opened" || kind === "incident-updated") {
    const known = floor.table(table);
    const incident = { status: "open", ruling: null, ...before, ...told, incident: id, table, title: known?.title, currency: known?.currency };
    incidents.set(id, incident);
    put(incident);
  } else if (before) {
    if (kind === "incident-acknowledged" && before.status === "open") before.status = "acknowledged";
    if (kind === "incident-decided") Object.assign(before, { status: "decided", ruling: told.ruling });
    if (kind === "incident-closed" && before.status !== "decided") before.status = "closed";
    draw();
  }
}

async function readAll() {
  const [tables, queue] = await Promise.all([read("/tables"), read(`/incidents?limit=${KEPT}`)]);
  floor.know(tables);
  for (const incident of queue) incidents.set(incident.incident, incident);
  list.setAttribute("aria-busy", "true");
  draw();
  list.setAttribute("aria-busy", "false");
}

async function choose(button) {
  show = button.dataset.show;
  for (const each of document.querySelectorAll("[data-show]")) each.setAttribute("aria-pressed", each === button);
  if (show === "could-not-see") unseen = await read(`/incidents?verdict=could-not-see&limit=${KEPT}`);
  draw();
}

function step(by) {
  const rows = [...list.querySelectorAll("a.row")];
  const now = rows.indexOf(document.activeElement);
  rows[Math.min(Math.max(now + by, 0), rows.length - 1)]?.focus();
}

document.querySelector(".filters").addEventListener("click", (event) => {
  const button = event.target.closest("[data-show]");
  if (button) choose(button);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j") step(1);
  if (event.key === "k") step(-1);
});

await comeIn();
listen({
  incident: hear,
  table: (told) => floor.change(told),
  tile: (told) => floor.picture(told),
  count: ({ table, event }) => floor.count(table, event.data.kind),
}, readAll);
