// Keeps the variations of the analysis board in the browser, a tree for each beginning.

import { Tree } from "./tree.js";

// Most trees of a game that are kept; the one used longest ago goes first.
const MOST_TREES = 20;

export class Keeper {
  constructor({ game, start, options }) {
    this.place = `outwit-variations-${game}`;
    this.key = JSON.stringify([start, options]);
  }

  load() {
    const found = this.#all().find(([key]) => key === this.key);
    return found ? Tree.read(found[1]) : new Tree();
  }

  // Keep a tree; a full or forbidden storage keeps nothing.
  save(tree) {
    const entries = tree.write();
    const others = this.#all().filter(([key]) => key !== this.key);
    const all = entries.length ? [[this.key, entries], ...others] : others;
    try {
      localStorage.setItem(this.place, JSON.stringify(all.slice(0, MOST_TREES)));
    } catch {
      return false;
    }
    return true;
  }

  #all() {
    try {
      const all = JSON.parse(localStorage.getItem(this.place) ?? "[]");
      return all.filter(([key, entries]) => typeof key === "string" && Array.isArray(entries));
    } catch {
      return [];
    }
  }
}
