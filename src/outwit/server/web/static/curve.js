// The evaluation of a game as a curve and slider: arrow keys, clicks and drags step through the
// game.

import { _ } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1_000;
const HIGH = 100;
// Room for dots at the sides, at the top and at the bottom.
const [BESIDE, EDGE] = [20, 8];

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export class Curve {
  // `go` gets the chosen ply.
  constructor(root, go) {
    Object.assign(this, { root, go, plies: [] });
    root.tabIndex = 0;
    root.setAttribute("role", "slider");
    root.setAttribute("aria-label", _("Winning chance, move by move"));
    root.addEventListener("pointerdown", (event) => this.#drag(event));
    root.addEventListener("pointermove", (event) => event.buttons && this.#drag(event));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  // Draw the curve; the first side is at the bottom unless the board is flipped.
  show(plies, flipped) {
    this.plies = plies;
    const [x, y] = [(ply) => this.#x(ply), (share) => EDGE + (HIGH - 2 * EDGE) * (flipped ? share : 1 - share)];
    const points = plies.map(({ share }, ply) => `${x(ply)} ${y(share)}`);
    const line = `0 ${y(plies[0].share)}L${points.join("L")}L${WIDE} ${y(plies.at(-1).share)}`;
    const svg = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    const [below, above] = flipped ? ["second", "first"] : ["first", "second"];
    svg.append(
      shape("rect", { class: above, width: WIDE, height: HIGH }),
      shape("path", { class: below, d: `M0 ${HIGH}L${line}L${WIDE} ${HIGH}Z` }),
      shape("path", { class: "even", d: `M0 ${HIGH / 2}H${WIDE}` }),
      shape("path", { class: "drawn", d: `M${line}` }),
    );
    this.here = shape("path", { class: "here" });
    svg.append(this.here);
    // A line of length 0 with round ends is a dot at every width of the curve.
    for (const [ply, { judgement }] of plies.entries()) {
      if (!judgement) continue;
      const d = `M${x(ply + 1)} ${y(plies[ply + 1].share)}h0`;
      svg.append(shape("path", { class: `dot-${judgement} halo`, d }), shape("path", { class: `dot-${judgement}`, d }));
    }
    this.root.replaceChildren(svg);
    this.root.setAttribute("aria-valuemin", 0);
    this.root.setAttribute("aria-valuemax", plies.length - 1);
  }

  at(ply, words) {
    this.ply = ply;
    this.here?.setAttribute("d", `M${this.#x(ply)} 0V${HIGH}`);
    this.root.setAttribute("aria-valuenow", ply);
    this.root.setAttribute("aria-valuetext", words);
  }

  #x(ply) {
    return BESIDE + ((WIDE - 2 * BESIDE) * ply) / Math.max(1, this.plies.length - 1);
  }

  #drag(event) {
    const box = this.root.getBoundingClientRect();
    const part = ((WIDE * (event.clientX - box.x)) / box.width - BESIDE) / (WIDE - 2 * BESIDE);
    const ply = Math.round(Math.max(0, Math.min(1, part)) * (this.plies.length - 1));
    if (ply !== this.ply) this.go(ply);
  }

  #key(event) {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    const ends = { Home: 0, End: this.plies.length - 1 };
    const ply = ends[event.key] ?? this.ply + (steps[event.key] ?? NaN);
    if (Number.isNaN(ply)) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(ply);
  }
}
