// The board on the page: it shows a picture, and reports squares that are clicked, dragged or
// selected by keys. It knows no rules.

import { Annotations } from "./annotations.js";
import { _, said } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = 160;
const FAR_ENOUGH = 6;
const EVENTS = ["click", "focusin", "keydown", "pointercancel", "pointerdown", "pointermove", "pointerup", "touchmove"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  // `press` gets the name of a square; `pick` tells whether the piece of a square may be dragged.
  // `dismiss` may take a right click, and returns whether it has.
  constructor(root, { press, pick, dismiss = () => false }) {
    Object.assign(this, { root, press, pick, dismiss });
    this.cursor = null;
    // Whether the arrow keys move the cursor; otherwise other parts of the page use them.
    this.steps = true;
    this.asked = 0;
    // The piece that is dragged; the pressed square, point and picture; the square picked on touch.
    this.held = this.start = this.early = null;
    this.showing = Promise.resolve();
    this.#adopt();
    this.drawn = new XMLSerializer().serializeToString(this.svg);
    this.annotations = new Annotations(this);
    for (const kind of EVENTS) root.addEventListener(kind, this);
  }

  handleEvent(event) {
    this[event.type](event, event.target.dataset.square);
  }

  // Show a picture after the earlier ones, and after moving the pieces of `motion`.
  show(svg, motion = {}) {
    this.drawn = svg;
    const number = ++this.asked;
    this.showing = this.showing.then(() => this.#show(svg, motion, number));
    return this.showing;
  }

  async #show(svg, motion, number) {
    // The page is hidden, or two more pictures wait already.
    const hurry = still.matches || document.hidden || this.asked - number > 1;
    if (!hurry) {
      this.foresee(motion, true);
      const rest = this.glides - performance.now();
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    }
    const seen = new Set([...this.pieces.keys(), ...this.put.keys(), ...this.gone.values()]);
    const focused = this.root.contains(document.activeElement);
    const before = this.words;
    const page = new DOMParser().parseFromString(svg, "image/svg+xml");
    this.svg.replaceWith(document.adoptNode(page.documentElement));
    this.#adopt();
    this.annotations.adopt(this.words !== before);
    if (focused) this.focus();
    if (hurry) return;
    for (const [name] of motion.puts ?? []) {
      if (!seen.has(name)) this.piece(name)?.animate({ opacity: [0, 1] }, GLIDE);
    }
  }

  // Show the motion of a move before its picture arrives: pieces move, appear and disappear.
  // An earlier prediction is undone first, unless `added` is set.
  foresee({ shift = [], puts = [], takes = [] }, added = false) {
    const goes = new Map(shift);
    const wanted = new Map(puts);
    for (const [from, to] of added ? [] : this.gone) {
      if (goes.get(from) === to) continue;
      this.piece(from).removeAttribute("transform");
      this.gone.delete(from);
    }
    for (const [name, copy] of added ? [] : this.put) {
      if (wanted.has(name)) continue;
      copy.remove();
      this.put.delete(name);
    }
    for (const [from, to] of goes) if (this.gone.get(from) !== to) this.#glide(from, to);
    for (const [name, letter] of wanted) if (!this.put.has(name)) this.#add(name, letter);
    const taken = new Set([...takes, ...goes.values()].filter((name) => !goes.has(name)));
    for (const [name, piece] of this.pieces) {
      if (!added || taken.has(name)) piece.classList.toggle("taken", taken.has(name));
    }
  }

  // Whether the board shows motion on top of the picture.
  get foresees() {
    return this.gone.size + this.put.size > 0 || Boolean(this.svg.querySelector(".taken"));
  }

  // Move a piece's picture from its square to another.
  #glide(from, to) {
    const piece = this.piece(from);
    const shift = this.#way(from, to);
    if (!piece || !shift) return;
    this.gone.set(from, to);
    this.dots.before(piece);
    // A dragged piece is at its target already.
    const quick = still.matches || piece.hasAttribute("transform");
    piece.setAttribute("transform", `translate(${shift})`);
    if (quick) return;
    const frames = { transform: ["translate(0)", `translate(${shift[0]}px, ${shift[1]}px)`] };
    this.glides = performance.now() + GLIDE;
    piece.animate(frames, { duration: GLIDE, easing: "ease-out" });
  }

  // Put a copy of a piece on a square.
  #add(name, letter) {
    const model = [...this.pieces].find(([, piece]) => piece.dataset.piece === letter);
    const shift = model && this.#way(model[0], name);
    if (!shift) return;
    const copy = model[1].cloneNode(true);
    for (const what of ["id", "data-square"]) copy.removeAttribute(what);
    copy.setAttribute("class", "piece");
    copy.setAttribute("transform", `translate(${shift})`);
    this.dots.before(copy);
    this.put.set(name, copy);
    if (!still.matches) copy.animate({ opacity: [0, 1] }, GLIDE / 2);
  }

  #way(from, to) {
    const [start, end] = [this.squares.get(from), this.squares.get(to)];
    return start && end && [place(end)[0] - place(start)[0], place(end)[1] - place(start)[1]];
  }

  // Mark squares; every group is a list or set of names.
  mark({ can = [], picked = [], targets = [], sent = [], premove = [], hinted = [] }, words = {}) {
    const groups = Object.entries({ can, picked, sent, premove, hinted }).map(([kind, names]) => [kind, new Set(names)]);
    for (const [name, square] of this.squares) {
      const kinds = groups.filter(([, names]) => names.has(name)).map(([kind]) => kind);
      const parts = [name, said(words[name] ?? this.piece(name)?.dataset.piece)];
      if (kinds.includes("picked")) parts.push(_("chosen"));
      if (kinds.includes("premove")) parts.push(_("premove"));
      if (kinds.includes("can")) parts.push(_("can be chosen"));
      const text = parts.filter(Boolean).join(", ");
      // Write only the squares that change: writing is slow.
      const now = `${kinds} ${text}`;
      if (this.marked.get(name) === now) continue;
      this.marked.set(name, now);
      square.setAttribute("class", ["square", ...kinds].join(" "));
      square.setAttribute("aria-label", text);
    }
    this.dots.replaceChildren(...[...targets].map((name) => this.#dot(name)));
  }

  piece(name) {
    return this.pieces.get(name);
  }

  focus() {
    this.squares.get(this.cursor)?.focus({ preventScroll: true });
  }

  // The place of a square, as fractions of the board's width and height.
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
    this.squares = byName(this.svg.querySelectorAll(".square"));
    this.pieces = byName(this.svg.querySelectorAll(".piece"));
    // The motion shown before the picture arrives: moved pieces, new pieces, end time.
    this.gone = new Map();
    this.put = new Map();
    this.glides = 0;
    this.marked = new Map();
    // The squares of a board, unlike a picture, can be focused. A title would show as a tooltip.
    const title = this.svg.querySelector("title");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", said(title?.textContent ?? ""));
    this.svg.removeAttribute("aria-labelledby");
    title?.remove();
    // The position in words.
    this.words = this.svg.querySelector("desc")?.textContent ?? "";
    for (const square of this.squares.values()) square.setAttribute("role", "button");
    this.dots = document.createElementNS(SVG, "g");
    this.svg.querySelector(".square").parentNode.before(this.dots);
    if (this.held) this.#keepHold(this.piece(this.start.name));
    if (!this.squares.has(this.cursor)) {
      this.cursor = [...this.squares.keys()][Math.floor(this.squares.size / 2)];
    }
    this.#point(this.cursor);
  }

  // A new picture has come during a drag, which goes on if the piece is still there.
  #keepHold(piece) {
    if (piece?.dataset.piece !== this.held.dataset.piece) {
      this.held = this.start = null;
      return;
    }
    piece.setAttribute("transform", this.held.getAttribute("transform"));
    piece.classList.add("held");
    this.dots.before(piece);
    this.held = piece;
  }

  #dot(name) {
    const square = this.squares.get(name);
    const side = Number(square.getAttribute("width"));
    const [x, y] = place(square);
    const circle = document.createElementNS(SVG, "circle");
    const taken = this.pieces.has(name) && !this.gone.has(name);
    const [kind, r] = taken ? ["ring", 0.43] : ["dot", 0.15];
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
    const early = this.early === name;
    this.early = null;
    if (early) return;
    this.press(name);
  }

  focusin(event, name) {
    this.#point(name);
  }

  keydown(event, name) {
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.press(name);
    else if (this.steps && STEPS[event.key]) this.#step(name, STEPS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Go to the next existing square in a direction.
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
    this.start = fits ? { name, x: event.clientX, y: event.clientY, svg: this.svg } : null;
    // A piece is picked on touch, not on release: the reaction must be immediate.
    const isFirst = !this.svg.querySelector(".square.picked");
    const can = fits && isFirst && this.piece(name) && this.squares.get(name).classList.contains("can");
    this.early = can && this.pick(name) ? name : null;
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
    this.#hover(this.under(event));
  }

  pointerup(event) {
    const { held, start } = this;
    this.start = this.held = null;
    // Ignore the click after a drag.
    if (this.dragged) setTimeout(() => (this.dragged = false));
    const under = this.under(event);
    // No click comes from a mouse if a new picture has come since the press.
    const isNew = start && start.svg !== this.svg;
    if (!held && isNew && event.pointerType !== "touch" && under === start.name) this.click(event, under);
    if (!held) return;
    this.#hover(null);
    // With a new position the piece may have no move.
    if (under && under !== start.name && (!isNew || this.pick(start.name))) this.press(under);
    held.classList.remove("held");
    if (!this.gone.has(start.name)) held.removeAttribute("transform");
  }

  // A finger that drags a piece does not scroll the page.
  touchmove(event) {
    if (this.held) event.preventDefault();
  }

  pointercancel() {
    this.#drop();
  }

  // End a drag without a move.
  #drop() {
    this.held?.classList.remove("held");
    this.held?.removeAttribute("transform");
    this.#hover(null);
    this.start = this.held = null;
    this.dragged = false;
  }

  // Ignore this touch as a click or drag: it draws.
  release() {
    const { early } = this;
    this.#drop();
    this.early = null;
    this.dragged = true;
    // The touch has picked a piece; a second press lets it go.
    if (early) this.press(early);
  }

  // The square under a pointer.
  under(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.dataset?.square;
  }

  // Mark the square where a dragged piece would be dropped.
  #hover(name) {
    if (this.over === name) return;
    this.squares.get(this.over)?.classList.remove("over");
    this.over = name;
    this.squares.get(name)?.classList.add("over");
  }
}

function byName(elements) {
  return new Map([...elements].map((element) => [element.dataset.square, element]));
}

function place(square) {
  return [Number(square.getAttribute("x")), Number(square.getAttribute("y"))];
}
