import { comeIn, listen, read, say } from "./door.js";
import { Player } from "./player.js";
import { badge, clock, day, make, money, percent, status } from "./words.js";

const id = decodeURIComponent(location.pathname.split("/").pop());
const here = (name) => document.getElementById(name);
const player = new Player(here("videos"));
const BEFORE_ACT_S = 1.5;
let told = null;

const between = ([from, to], millis = true) => (from === to ? clock(from, millis) : `${clock(from, millis)} to ${clock(to, millis)}`);

function draw() {
  const { incident } = told;
  document.title = `${incident.clauses.join(", ") || incident.rules.join(", ").replaceAll("-", " ")} · ${incident.title} · nomorebets`;
  here("badge").replaceChildren(badge(incident.verdict, incident.probability));
  const round = incident.round ? `round ${incident.round} · ` : "";
  here("where").textContent = `${incident.title} · ${round}${day(incident.seen[0])} ${clock(incident.seen[0])}`;
  here("status").textContent = status(incident);
  const [first, ...more] = incident.sentences.length ? incident.sentences : ["Every finding of this incident was withdrawn."];
  here("sentence").textContent = first;
  here("more").replaceChildren(...more.map((sentence) => make("li", {}, sentence)));
  drawRule(incident);
  drawDoubt(incident);
  here("stake").textContent = money(incident.stake, incident.currency);
  here("would-pay").textContent = money(incident.would_pay, incident.currency);
  here("remedies").replaceChildren(...remedies(incident));
  here("findings").replaceChildren(...told.findings.map(finding));
  here("causes").replaceChildren(...told.causes.map(cause));
  here("evidence").replaceChildren(...told.evidence.map(clipLine));
  here("history").replaceChildren(...told.history.map(word));
  player.show(told.evidence);
  here("no-clip").hidden = told.evidence.length > 0;
  here("acknowledge").disabled = incident.status !== "open";
  here("case").hidden = false;
}

function drawRule(incident) {
  here("book").textContent = !incident.rulebook ? "No clause: a line that cannot be judged breaks no rule." : `${told.rulebook_title} (${incident.rulebook}, version ${incident.version})`;
  here("clauses").replaceChildren(...told.clause_texts.flatMap((clause) => [
    make("dt", {}, clause.id), make("dd", {}, clause.short || "not in the rulebook's text")]));
}

function drawDoubt(incident) {
  const sure = incident.verdict === "breach";
  here("doubt").textContent = sure ? "Breach: certain within what the cameras can tell."
    : !incident.verdict ? "Withdrawn." : incident.probability ? `Suspected: ${percent(incident.probability)} probable.`
      : "Not judged: what was set aside is in no verdict.";
  here("scale").setAttribute("aria-label", `probability ${percent(incident.probability)}`);
  here("scale-fill").style.width = `${incident.probability * 100}%`;
  here("scale").className = `scale ${incident.verdict ?? "withdrawn"}`;
  here("interval").replaceChildren(...told.findings.filter((found) => found.stands).map((found) => make("li", {},
    `${found.rule.replaceAll("-", " ")}: ${found.seen[0] === found.seen[1] ? "at" : "between"} ${between(found.seen).replace(" to ", " and ")}, ${percent(found.probability)}`)));
}

function remedies(incident) {
  if (!incident.remedies.length) return [make("li", { class: "muted" }, "The rulebook names no remedy.")];
  return incident.remedies.map((remedy) => make("li", {},
    make("span", { class: "remedy" }, remedy.what),
    make("span", { class: `standing ${remedy.standing}` },
      remedy.standing === "stated" ? `stated by ${remedy.clause ?? "the rulebook"}` : "house rule")));
}

function finding(found) {
  return make("li", { class: found.stands ? "" : "fallen" },
    make("p", { class: "finding-head" }, badge(found.verdict, found.probability), make("strong", {}, found.rule.replaceAll("-", " ")),
      make("span", { class: "muted" }, found.clauses.join(", ")), found.stands ? "" : make("span", { class: "status" }, found.why_not ?? "withdrawn")),
    make("p", {}, found.sentence),
    make("p", { class: "muted" }, `${between(found.seen)} · ${found.causes.length} ${found.causes.length === 1 ? "observation" : "observations"} · ${found.id}`));
}

function cause(observed) {
  return make("tr", {}, make("td", { class: "mono" }, between(observed.seen)), make("td", {}, observed.source),
    make("td", {}, observed.kind.replaceAll("-", " ")), make("td", {}, observed.what), make("td", {}, percent(observed.confidence)));
}

function clipLine(clip) {
  return make("li", {}, make("span", {}, `${clip.camera}, ${between(clip.seen, false)}, ${Math.ceil(clip.bytes / 1024)} kB`),
    make("code", { title: "SHA-256" }, clip.sha256), make("a", { href: `/evidence/${clip.file}`, download: clip.file }, "download"));
}

function word(each) {
  return make("li", {}, make("time", { class: "mono", dateTime: each.recorded }, clock(each.recorded)),
    make("span", { class: "kind" }, each.kind.replaceAll("-", " ")), each.by ? make("strong", {}, each.by) : "", make("span", { class: "word" }, each.text));
}

async function readCase() {
  try {
    told = await read(`/incidents/${encodeURIComponent(id)}`);
    draw();
  } catch (refused) {
    here("missing").textContent = refused.message;
    here("missing").hidden = told !== null;
  }
}

// The read models follow the log by a moment: look soon, and once more.
let looks = [];
function lookAgain() {
  looks.forEach(clearTimeout);
  looks = [setTimeout(readCase, 200), setTimeout(readCase, 1500)];
}

async function act(path, body, done) {
  try {
    await say(`/incidents/${encodeURIComponent(id)}/${path}`, body);
    here("said").textContent = done;
    here("note").value = "";
    lookAgain();
  } catch (refused) {
    here("said").textContent = refused.message;
  }
}

here("acknowledge").addEventListener("click", () => act("acknowledge", undefined, "Acknowledged."));
here("ruling").addEventListener("submit", (event) => {
  event.preventDefault();
  const note = here("note").value.trim();
  const ruling = event.submitter?.value ?? "note";
  if (ruling !== "note") return act("decide", { ruling, note }, `Decided: ${ruling.replaceAll("-", " ")}.`);
  if (note) return act("note", { text: note }, "Noted.");
  here("note").focus();
});

here("play").addEventListener("click", () => player.toggle());
here("act").addEventListener("click", () => player.goTo(told.incident.seen[0], BEFORE_ACT_S));
here("slow").addEventListener("click", () => {
  const slow = here("slow").getAttribute("aria-pressed") !== "true";
  here("slow").setAttribute("aria-pressed", slow);
  player.pace(slow ? 0.25 : 1);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("textarea, input")) return;
  const press = { p: "play", g: "act", a: "acknowledge" }[event.key];
  if (press) here(press).click();
  if (event.key === "Escape") location.assign("/");
});

await comeIn();
listen({ incident: ({ event }) => event.data.incident === id && lookAgain() }, readCase);
