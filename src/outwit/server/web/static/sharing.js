// Two people at one screen: the board may turn to the side that moves.

import { _ } from "./words.js";

const KEY = "outwit-turning";

const isTurning = () => localStorage.getItem(KEY) === "on";

export const label = () => (isTurning() ? _("Turn each move: on") : _("Turn each move: off"));

export function toggle() {
  localStorage.setItem(KEY, isTurning() ? "off" : "on");
}

// Whether the board must be turned, so that the side to move sits below.
export function mustTurn({ shared, you, turn, outcome }, flipped) {
  return shared && you !== null && !outcome && isTurning() && flipped !== (turn === 1);
}
