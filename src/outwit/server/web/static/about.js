// The contents of a square and their moves, explained in the words of the game's rules.

import { byId, make } from "./panel.js";

export class About {
  constructor() {
    this.line = byId("about");
    this.first = this.line.textContent;
    this.things = Object.entries(JSON.parse(byId("things").textContent));
  }

  // Show and return the explanation of a square, given its contents in words.
  // During a selection, show instead how many squares are left to choose.
  show(words, left = 0) {
    if (left) this.line.textContent = left === 1 ? "Now choose the last square of the move." : `Now choose the next of ${left} squares.`;
    else if (!words) this.line.textContent = this.first;
    else this.line.replaceChildren(...this.#said(words));
    this.line.hidden = false;
    return words ? this.line.textContent : "";
  }

  // Show the hint that pieces can be tapped, if there are any: their words begin with the side's
  // name.
  invite({ words, players, outcome, waits }) {
    this.show("");
    this.line.hidden = Boolean(outcome || waits) || !Object.values(words).some((said) => players.some(({ side }) => said.startsWith(`${side} `)));
  }

  // Show a hint instead, with the reasons for it.
  hint(text, why) {
    this.line.replaceChildren(make("b", "Hint"), `: ${text}. ${why}`);
    this.line.hidden = false;
  }

  // Words such as "Black knight" or "Blue worker Y, level 2", and what the rules say of the first
  // of these things, if they say anything.
  #said(words) {
    const found = words.toLowerCase().split(", ").flatMap((part) => this.things.filter(([name]) => ` ${part} `.includes(` ${name} `)));
    const name = make("b", words.charAt(0).toUpperCase() + words.slice(1));
    return [name, found.length ? `: ${found[0][1]}.` : "."];
  }
}
