// How times, money and verdicts are written, everywhere the same.

export function make(kind, attributes = {}, ...inside) {
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name in element && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined && part !== ""));
  return element;
}

export const clock = (iso, millis = false) => iso.slice(11, millis ? 23 : 19);
export const day = (iso) => iso.slice(0, 10);
export const percent = (probability) => `${Math.floor(probability * 100)} %`;

const amount = (minor) => `${minor < 0 ? "-" : ""}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, "0")}`;

export function money(range, currency = "") {
  if (!range) return "not known";
  const [low, high] = range;
  const unit = currency ? ` ${currency}` : "";
  if (high === null) return `at least ${amount(low)}${unit}`;
  return low === high ? `${amount(low)}${unit}` : `${amount(low)} to ${amount(high)}${unit}`;
}

export function badge(verdict, probability) {
  const told = verdict ?? "withdrawn";
  const suspected = probability ? `suspected ${percent(probability)}` : "not judged"; // 0: a line was set aside
  const text = told === "suspected" ? suspected : told.replaceAll("-", " ");
  return make("span", { class: `badge ${told}` }, text);
}

export function status(incident) {
  if (incident.status === "decided") return `decided: ${(incident.ruling || "").replaceAll("-", " ")}`;
  return incident.status === "open" ? "waiting" : incident.status;
}

export const seconds = (from, to) => (Date.parse(to) - Date.parse(from)) / 1000;
