// The board on the page: it shows a picture, and tells which squares are clicked, dragged or
// chosen by keys. It knows no rules.

import { pairs } from "./changes.js";

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = 160;
const FAR_ENOUGH = 6;
const EVENTS = ["click", "focusin", "keydown", "pointercancel", "pointerdown", "pointermove", "pointerup", "touchmove"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  // `press` gets the name of a square; `pick` tells whether the piece of a square may be dragged.
  constructor(root, { press, pick }) {
    Object.assign(this, { root, press, pick });
    this.cursor = null;
    this.shows = 0;
    this.#adopt();
    for (const kind of EVENTS) root.addEventListener(kind, this);
  }

  handleEvent(event) {
    this[event.type](event, event.target.dataset.square);
  }

  // Show another picture; the pieces that `changes` moves go there first.
  async show(svg, changes = []) {
    const turn = ++this.shows;
    const all = pairs(changes);
    const moving = all.filter(([from, to]) => this.gone.get(from) !== to);
    if (moving.length && !still.matches) {
      await Promise.all(moving.map(([from, to]) => this.glide(from, to)));
      if (turn !== this.shows) return;
    }
    const focused = this.root.contains(document.activeElement);
    const page = new DOMParser().parseFromString(svg, "image/svg+xml");
    this.root.querySelector("svg").replaceWith(document.adoptNode(page.documentElement));
    this.drawn = svg;
    this.#adopt();
    if (focused) this.focus();
    if (still.matches) return;
    for (const { square, before } of changes) {
      const came = all.some(([, to]) => to === square);
      if (!before && !came) this.piece(square)?.animate({ opacity: [0, 1] }, GLIDE);
    }
  }

  // Move a piece's picture from its square to another; resolve when it is there.
  glide(from, to) {
    const piece = this.piece(from);
    const [start, end] = [this.squares.get(from), this.squares.get(to)];
    if (!piece || !start || !end) return Promise.resolve();
    this.gone.set(from, to);
    this.dots.before(piece);
    const [x, y] = [place(end)[0] - place(start)[0], place(end)[1] - place(start)[1]];
    // A piece that was dragged is as good as there.
    const quick = still.matches || piece.hasAttribute("transform");
    piece.setAttribute("transform", `translate(${x} ${y})`);
    if (quick) return Promise.resolve();
    const frames = { transform: ["translate(0)", `translate(${x}px, ${y}px)`] };
    return piece.animate(frames, { duration: GLIDE, easing: "ease-out" }).finished;
  }

  // Mark squares; every group is a list or set of names.
  mark({ can = [], picked = [], targets = [], sent = [], hinted = [] }, words = {}) {
    const groups = { can, picked, sent, hinted };
    for (const [name, square] of this.squares) {
      for (const [kind, names] of Object.entries(groups)) {
        square.classList.toggle(kind, [...names].includes(name));
      }
      const piece = this.piece(name)?.dataset.piece;
      const said = [name, words[name] ?? piece, square.classList.contains("picked") && "chosen"];
      if (square.classList.contains("can")) said.push("can be chosen");
      square.setAttribute("aria-label", said.filter(Boolean).join(", "));
    }
    this.dots.replaceChildren(...[...targets].map((name) => this.#dot(name)));
  }

  piece(name) {
    return this.pieces.get(name);
  }

  focus() {
    this.squares.get(this.cursor)?.focus({ preventScroll: true });
  }

  // Where a square is, in parts of the board's width and height.
  spot(name) {
    const whole = this.root.getBoundingClientRect();
    const box = this.squares.get(name).getBoundingClientRect();
    return {
      x: (box.x + box.width / 2 - whole.x) / whole.width,
      top: (box.y - whole.y) / whole.height,
      bottom: (box.bottom - whole.y) / whole.height,
    };
  }

  #adopt() {
    this.svg = this.root.querySelector("svg");
    this.drawn ??= new XMLSerializer().serializeToString(this.svg);
    this.squares = byName(this.svg.querySelectorAll(".square"));
    this.pieces = byName(this.svg.querySelectorAll(".piece"));
    // Where pieces were put before the picture of it came.
    this.gone = new Map();
    this.held = null;
    // A picture has no parts that can be reached; a board has. A title would follow the pointer.
    const title = this.svg.querySelector("title");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", title.textContent);
    this.svg.removeAttribute("aria-labelledby");
    title.remove();
    for (const square of this.squares.values()) square.setAttribute("role", "button");
    this.dots = document.createElementNS(SVG, "g");
    this.svg.querySelector(".square").parentNode.before(this.dots);
    if (!this.squares.has(this.cursor)) {
      this.cursor = [...this.squares.keys()][Math.floor(this.squares.size / 2)];
    }
    this.#point(this.cursor);
  }

  #dot(name) {
    const square = this.squares.get(name);
    const side = Number(square.getAttribute("width"));
    const [x, y] = place(square);
    const circle = document.createElementNS(SVG, "circle");
    const [kind, r] = this.pieces.has(name) ? ["ring", 0.43] : ["dot", 0.15];
    const values = { class: kind, cx: x + side / 2, cy: y + side / 2, r: r * side };
    for (const [key, value] of Object.entries(values)) circle.setAttribute(key, value);
    return circle;
  }

  #point(name) {
    if (!this.squares.has(name)) return;
    this.cursor = name;
    for (const [other, square] of this.squares) square.tabIndex = other === name ? 0 : -1;
  }

  click(event, name) {
    if (!name || this.dragged) return;
    this.#point(name);
    this.press(name);
  }

  focusin(event, name) {
    this.#point(name);
  }

  keydown(event, name) {
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.press(name);
    else if (STEPS[event.key]) this.#step(name, STEPS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Go to the next square that there is in a direction.
  #step(name, [right, down]) {
    const [x, y] = place(this.squares.get(name));
    let best = null;
    for (const [other, square] of this.squares) {
      const [dx, dy] = [place(square)[0] - x, place(square)[1] - y];
      const ahead = dx * right + dy * down;
      const aside = right ? dy : dx;
      if (ahead > 0 && !aside && (!best || ahead < best.ahead)) best = { other, ahead };
    }
    if (!best) return;
    this.#point(best.other);
    this.focus();
  }

  pointerdown(event, name) {
    const fits = name && event.isPrimary && event.button === 0;
    this.start = fits ? { name, x: event.clientX, y: event.clientY } : null;
  }

  pointermove(event) {
    if (!this.start || !event.isPrimary) return;
    const { name, x, y } = this.start;
    if (!this.held) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < FAR_ENOUGH) return;
      if (!this.piece(name) || !this.pick(name)) {
        this.start = null;
        return;
      }
      this.held = this.piece(name);
      this.held.classList.add("held");
      this.dots.before(this.held);
      this.dragged = true;
      this.root.setPointerCapture(event.pointerId);
    }
    const scale = this.svg.getScreenCTM();
    const shift = [(event.clientX - x) / scale.a, (event.clientY - y) / scale.d];
    this.held.setAttribute("transform", `translate(${shift})`);
  }

  pointerup(event) {
    const { held, start } = this;
    this.start = this.held = null;
    if (!held) return;
    // The click that follows a drag is none.
    setTimeout(() => (this.dragged = false));
    const under = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.square;
    if (under && under !== start.name) this.press(under, start.name);
    held.classList.remove("held");
    if (!this.gone.has(start.name)) held.removeAttribute("transform");
  }

  // A finger that drags a piece does not scroll the page.
  touchmove(event) {
    if (this.held) event.preventDefault();
  }

  pointercancel() {
    this.held?.classList.remove("held");
    this.held?.removeAttribute("transform");
    this.start = this.held = null;
  }
}

function byName(elements) {
  return new Map([...elements].map((element) => [element.dataset.square, element]));
}

function place(square) {
  return [Number(square.getAttribute("x")), Number(square.getAttribute("y"))];
}
