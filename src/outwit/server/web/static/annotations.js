// Arrows and circles that a person draws on a board, for nobody else: by the right mouse button, or
// by a finger after a long press. A square's own key draws a circle.

import { arrow, middle, ring, shape } from "./arrows.js";

const LONG = 450;
const FAR_ENOUGH = 10;
const KEY = "c";
const EVENTS = ["contextmenu", "keydown", "pointercancel", "pointerdown", "pointermove", "pointerup", "touchmove"];

export class Annotations {
  constructor(board) {
    this.board = board;
    // The drawn shapes by their squares: "b3" is a circle, "b3 c4" an arrow.
    this.shapes = new Map();
    this.drawing = this.timer = null;
    // Before the board: a press that draws is not a click.
    for (const kind of EVENTS) board.root.addEventListener(kind, this, { capture: true });
  }

  handleEvent(event) {
    this[event.type](event, event.target.dataset?.square);
  }

  clear() {
    if (!this.shapes.size) return false;
    this.shapes.clear();
    this.#draw();
    return true;
  }

  // Draw on a new picture; a different position clears the shapes.
  adopt(changed) {
    if (changed) this.shapes.clear();
    this.#draw();
  }

  pointerdown(event, name) {
    clearTimeout(this.timer);
    if (event.button === 2 && name && !this.board.dismiss()) {
      this.#begin(name, event);
    } else if (event.button === 0) {
      this.drawing = null;
      if (event.pointerType === "touch" && event.isPrimary && name) this.#wait(name, event);
      else this.clear();
      this.#draw();
    }
  }

  pointermove(event) {
    if (this.drawing) {
      const to = this.board.under(event) ?? null;
      if (to === this.drawing.to) return;
      this.drawing.to = to;
      this.#draw();
    } else if (this.touched && Math.hypot(event.clientX - this.touched.x, event.clientY - this.touched.y) > FAR_ENOUGH) {
      clearTimeout(this.timer);
    }
  }

  pointerup(event) {
    clearTimeout(this.timer);
    const { drawing } = this;
    if (!drawing) {
      if (this.touched) this.clear();
      this.touched = null;
      return;
    }
    this.drawing = this.touched = null;
    // The board ignores the click that follows.
    if (event.pointerType === "touch") setTimeout(() => (this.board.dragged = false));
    const { from, to, kind } = drawing;
    if (to) this.#toggle(from === to ? from : `${from} ${to}`, kind);
    this.#draw();
  }

  pointercancel() {
    clearTimeout(this.timer);
    if (this.drawing && this.touched) this.board.dragged = false;
    this.drawing = this.touched = null;
    this.#draw();
  }

  // A finger that draws does not scroll the page.
  touchmove(event) {
    if (this.drawing) event.preventDefault();
  }

  contextmenu(event) {
    if (event.target.dataset?.square) event.preventDefault();
  }

  keydown(event, name) {
    if (event.key === "Escape") this.clear();
    if (!name || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== KEY) return;
    event.preventDefault();
    event.stopPropagation();
    this.#toggle(name, kindOf(event));
    this.#draw();
  }

  #begin(name, event) {
    this.drawing = { from: name, to: name, kind: kindOf(event) };
    this.#draw();
  }

  #wait(name, event) {
    this.touched = { x: event.clientX, y: event.clientY };
    this.timer = setTimeout(() => {
      this.board.release();
      this.#begin(name, event);
      navigator.vibrate?.(15);
    }, LONG);
  }

  // The same shape in the same colour again removes it.
  #toggle(squares, kind) {
    if (this.shapes.get(squares) === kind) this.shapes.delete(squares);
    else this.shapes.set(squares, kind);
  }

  #draw() {
    const { board, drawing } = this;
    board.svg.querySelector(".annotations")?.remove();
    const shapes = [...this.shapes];
    if (drawing?.to) shapes.push([drawing.from === drawing.to ? drawing.from : `${drawing.from} ${drawing.to}`, drawing.kind]);
    if (!shapes.length) return;
    const layer = shape("g", { class: "annotations" });
    for (const [squares, kind] of shapes) {
      const found = squares.split(" ").map((name) => board.squares.get(name)).filter(Boolean).map(middle);
      if (found.length === 1) layer.append(ring(kind, found[0]));
      else if (found.length === 2) layer.append(arrow(kind, found[0], found[1]));
    }
    board.svg.append(layer);
  }
}

// The colour of a shape by the modifier keys: none, Shift, Alt or both.
function kindOf({ shiftKey, altKey }) {
  return `ink-${Number(shiftKey) + 2 * Number(altKey)}`;
}
