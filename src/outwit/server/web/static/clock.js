// The clocks: they run in the browser between two states, and warn when time gets short.

import { _ } from "./words.js";

const LOW = 20_000;
const HOUR = 3_600_000, DAY = 24 * HOUR;
const WARNINGS = new Map([[60_000, _("One minute left")], [30_000, _("30 seconds left")], [10_000, _("10 seconds left")]]);

export function shown(ms) {
  const left = Math.max(0, ms);
  if (left >= DAY) return _("{days} d {hours} h", { days: Math.floor(left / DAY), hours: Math.floor(left / HOUR) % 24 });
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  // Hours, minutes and seconds, without leading zeros of the minutes.
  return new Date(left).toISOString().slice(11, 19).replace(/^00:0?/, "");
}

export class Clocks {
  // `face` gives the element of a side; `warn` gets a sentence when our time becomes short.
  constructor(face, warn) {
    this.face = face;
    this.warn = warn;
    this.left = null;
    setInterval(() => this.draw(), 100);
  }

  set(clocks, mine) {
    this.left = clocks?.left ?? null;
    this.running = clocks?.running ?? null;
    this.mine = mine;
    this.since = performance.now();
    this.before = this.of(mine);
    this.draw();
  }

  of(side) {
    if (!this.left || side === null) return Infinity;
    return this.left[side] - (side === this.running ? performance.now() - this.since : 0);
  }

  draw() {
    for (const side of [0, 1]) {
      const face = this.face(side);
      const text = this.left ? shown(this.of(side)) : "";
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("low", this.of(side) < LOW);
    }
    const now = this.of(this.mine);
    for (const [mark, words] of WARNINGS) {
      if (this.before >= mark && now < mark && this.running === this.mine) this.warn(words);
    }
    this.before = now;
  }
}
