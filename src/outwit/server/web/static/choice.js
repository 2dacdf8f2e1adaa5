// A menu at a place of the board, when the clicks so far match several moves.

import { _, said } from "./words.js";

export function moveButtons(moves, play, kind = "") {
  return moves.map((move) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = kind;
    button.textContent = said(move.label);
    button.addEventListener("click", () => play(move));
    return button;
  });
}

export class Choice {
  constructor(host) {
    this.host = host;
    this.menu = document.createElement("div");
    this.menu.className = "choice";
    this.menu.setAttribute("role", "group");
    this.menu.setAttribute("aria-label", _("Which move?"));
  }

  // Offer moves at a place; without moves, hide the menu.
  show(moves, spot, play) {
    this.menu.remove();
    if (!moves.length || !spot) return;
    this.menu.replaceChildren(...moveButtons(moves, play));
    this.host.append(this.menu);
    const wide = this.menu.offsetWidth / this.host.clientWidth;
    this.menu.style.left = `${100 * Math.max(0.01, Math.min(0.99 - wide, spot.x - wide / 2))}%`;
    // Below the square, or above it where there is no room.
    const low = spot.bottom > 0.7;
    this.menu.style.top = low ? "" : `${101 * spot.bottom}%`;
    this.menu.style.bottom = low ? `${101 - 100 * spot.top}%` : "";
    this.menu.firstElementChild.focus({ preventScroll: true });
  }
}
