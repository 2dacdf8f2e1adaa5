// The contents of a square and their moves, explained in the words of the game's rules.

import { byId, make } from "./panel.js";
import { _, ended, said, saidAll } from "./words.js";

export class About {
  constructor() {
    this.line = byId("about");
    this.first = this.line.textContent;
    this.things = Object.entries(JSON.parse(byId("things").textContent));
  }

  // Show and return the explanation of a square, given its contents in words.
  // During a selection, show instead how many squares are left to choose.
  show(words, left = 0) {
    if (left) this.line.textContent = left === 1 ? _("Now choose the last square of the move.") : _("Now choose the next of {n} squares.", { n: left });
    else if (!words) this.line.textContent = this.first;
    else this.line.replaceChildren(...this.#explained(words));
    this.line.hidden = false;
    return words ? this.line.textContent : "";
  }

  // Show the hint that pieces can be tapped, if there are any: their words begin with the side's
  // name.
  invite({ words, players, outcome, waits }) {
    this.show("");
    this.line.hidden = Boolean(outcome || waits) || !Object.values(words).some((thing) => players.some(({ side }) => thing.startsWith(`${side} `)));
  }

  // Show a hint instead, with the reasons for it.
  hint(text, why) {
    this.line.replaceChildren(make("b", _("Hint")), `: ${ended(text)} ${saidAll(why)}`);
    this.line.hidden = false;
  }

  // Words such as "Black knight" or "Blue worker Y, level 2", and what the rules say of the first
  // of these things, if they say anything.
  #explained(words) {
    const found = words.toLowerCase().split(", ").flatMap((part) => this.things.filter(([name]) => ` ${part} `.includes(` ${name} `)));
    const text = said(words);
    const name = text.charAt(0).toUpperCase() + text.slice(1);
    return found.length ? [make("b", name), `: ${ended(said(found[0][1]))}`] : [make("b", ended(name))];
  }
}
