// What is on a square, and what it may do, in the words of the game's rules.

import { byId, make } from "./panel.js";

export class About {
  constructor() {
    this.line = byId("about");
    this.first = this.line.textContent;
    this.things = Object.entries(JSON.parse(byId("things").textContent));
  }

  // Show what there is to say of a square by the words for what is on it; return it as a text.
  show(words) {
    if (!words) this.line.textContent = this.first;
    else this.line.replaceChildren(...words.split(", ").flatMap((part) => this.#said(part)));
    this.line.hidden = false;
    return words ? this.line.textContent : "";
  }

  // Show a hint instead.
  hint(text) {
    this.line.replaceChildren(make("b", "Hint"), `: ${text}.`);
  }

  // A name such as "Black knight" or "level 2", and its help, if the rules have any.
  #said(part) {
    const named = ` ${part.toLowerCase()} `;
    const help = this.things.find(([name]) => named.includes(` ${name} `))?.[1];
    const name = make("b", part.charAt(0).toUpperCase() + part.slice(1));
    return help ? [name, `: ${help}. `] : [name, ". "];
  }
}
