// A move chosen by clicks on squares. It knows no rules, only legal moves and their squares.

export class Selection {
  constructor(moves = []) {
    this.clicked = [];
    // Moves without squares, such as a pass.
    this.unplaced = moves.filter((move) => !move.ways.some((way) => way.length));
    this.ways = moves.flatMap((move) =>
      move.ways.filter((way) => way.length).map((way) => ({ way, move })));
  }

  #open() {
    return this.ways.filter(({ way }) => this.clicked.every((square, i) => way[i] === square));
  }

  // The motion, on the clicked squares, that all matching moves share.
  get motion() {
    const [first, ...others] = this.clicked.length ? this.#open().map(({ move }) => move.motion?.shift ?? []) : [];
    const isShared = ([from, to]) =>
      this.clicked.includes(to) && others.every((shift) => shift.some(([a, b]) => a === from && b === to));
    return { shift: first?.filter(isShared) ?? [] };
  }

  // The squares that can be clicked next.
  get next() {
    const reached = this.clicked.length;
    return new Set(this.#open().filter(({ way }) => way.length > reached).map(({ way }) => way[reached]));
  }

  // The fewest clicks that a matching move still needs.
  get left() {
    const ways = this.#open().map(({ way }) => way.length - this.clicked.length);
    return ways.length ? Math.min(...ways) : 0;
  }

  // The distinct moves that the clicks complete; if several, the player chooses.
  get choices() {
    const found = this.#open().filter(({ way }) => way.length === this.clicked.length);
    return this.clicked.length ? [...new Set(found.map(({ move }) => move))] : [];
  }

  // Click a square; return the move if it is the only match and no click can follow.
  // A click elsewhere restarts or clears the selection, so an accidental click plays no move.
  click(square) {
    if (this.next.has(square)) {
      this.clicked.push(square);
      const choices = this.choices;
      return choices.length === 1 && !this.next.size ? choices[0] : null;
    }
    const again = this.clicked.at(-1) === square;
    this.clear();
    if (!again && this.next.has(square)) {
      this.clicked = [square];
      if (this.choices.length) this.clear();
    }
    return null;
  }

  // Take a square up on touch, before the click; return whether it is the last one clicked now.
  pick(square) {
    if (this.clicked.at(-1) === square) return true;
    // A square that continues the move is clicked, even if the pointer shakes.
    if (this.clicked.length && this.next.has(square)) return false;
    if (!this.ways.some(({ way }) => way[0] === square && way.length > 1)) return false;
    this.clear();
    this.click(square);
    return true;
  }

  // Repeat the clicks of an earlier selection if they still begin a move; none of them ends one.
  follow(clicked) {
    this.clicked = clicked.filter((square, i) => this.ways.some(({ way }) =>
      way.length > i + 1 && way.slice(0, i + 1).every((each, j) => each === clicked[j])));
    if (this.clicked.length < clicked.length || this.choices.length) this.clear();
  }

  // Repeat clicks that were made before these moves were known. Return the move that they make,
  // null if they only begin one, undefined if one of them does not fit: then all are dropped.
  repeat(clicks) {
    let move = null;
    for (const square of clicks) {
      // A click after a chosen move cancels it.
      if (move) this.clear();
      if (!this.next.has(square) && this.clicked.at(-1) !== square) {
        this.clear();
        return undefined;
      }
      move = this.click(square);
    }
    return move;
  }

  clear() {
    this.clicked = [];
  }
}
