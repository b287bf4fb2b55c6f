// The live tiles: what each table's cameras see now, what the round is at, and what could not be seen.

import { clock, make } from "./words.js";

const COUNTED = { "alert-raised": "alerts", "could-not-see": "could_not_see", "round-closed": "rounds" };

export class Floor {
  constructor(place) {
    this.place = place;
    this.tables = new Map();
    this.tiles = new Map();
  }

  table(id) {
    return this.tables.get(id);
  }

  know(tables) {
    for (const table of tables) {
      this.tables.set(table.table, table);
      this.draw(table);
    }
    if (!tables.length) this.place.replaceChildren(make("p", { class: "empty" }, "No table is open yet."));
    this.sum();
  }

  change({ table, ...state }) {
    const known = this.tables.get(table) ?? { table, title: table, cameras: [], alerts: 0, could_not_see: 0, rounds: 0 };
    known.state = state;
    this.tables.set(table, known);
    this.draw(known);
  }

  count(table, kind) {
    const known = this.tables.get(table);
    if (!known || !COUNTED[kind]) return;
    known[COUNTED[kind]] += 1;
    this.draw(known);
    this.sum();
  }

  sum() {
    for (const [id, name] of [["alerts", "alerts"], ["unseen", "could_not_see"], ["rounds", "rounds"]]) {
      document.getElementById(id).textContent = [...this.tables.values()].reduce((all, table) => all + table[name], 0);
    }
  }

  picture({ table, camera, jpeg }) {
    const tile = this.tiles.get(table);
    if (!tile) return;
    let view = tile.views.get(camera);
    if (!view) {
      view = make("img", { alt: `${camera} camera, live` });
      tile.views.set(camera, view);
      tile.cameras.append(make("figure", {}, view, make("figcaption", {}, camera)));
    }
    view.src = `data:image/jpeg;base64,${jpeg}`;
    tile.root.classList.add("seeing");
  }

  draw(table) {
    const tile = this.tiles.get(table.table) ?? this.open(table);
    const state = table.state ?? {};
    const blind = Object.entries(state.blind ?? {});
    tile.title.textContent = table.title;
    tile.state.textContent = [state.round ? `Round ${state.round}` : "", state.phase].filter(Boolean).join(" · ");
    tile.number.textContent = state.number ?? "";
    tile.number.hidden = !state.number;
    tile.time.textContent = state.time ? clock(state.time) : "";
    tile.blind.textContent = blind.map(([camera, why]) => `${camera}: ${why}`).join(" · ");
    tile.blind.hidden = !blind.length;
    tile.counts.textContent = `${table.alerts} alerts · ${table.could_not_see} could not see`;
    tile.book.textContent = table.rulebook ? `${table.rulebook}${table.version ? `, version ${table.version}` : ""}` : "";
  }

  open(table) {
    const part = (kind, name, attributes = {}) => make(kind, { class: name, ...attributes });
    const tile = {
      views: new Map(), title: part("h2", "tile-title"), state: part("p", "tile-state"), number: part("span", "number"),
      time: part("time", "tile-time"), blind: part("p", "tile-blind", { role: "status" }), counts: part("p", "tile-counts"),
      book: part("p", "muted"), cameras: part("div", "cameras"),
    };
    tile.root = make("section", { class: "panel tile" },
      make("div", { class: "head" }, tile.title, tile.time),
      tile.cameras,
      make("div", { class: "tile-line" }, tile.state, tile.number),
      tile.blind, tile.counts, tile.book);
    if (!this.tiles.size) this.place.replaceChildren();
    this.tiles.set(table.table, tile);
    this.place.append(tile.root);
    for (const camera of table.cameras ?? []) this.first(table.table, camera);
    return tile;
  }

  // The newest picture at once, rather than when the next one comes.
  async first(table, camera) {
    const answer = await fetch(`/tables/${encodeURIComponent(table)}/frame.jpg?camera=${encodeURIComponent(camera)}`).catch(() => null);
    if (!answer?.ok) return;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    this.picture({ table, camera, jpeg: btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), "")) });
  }
}
