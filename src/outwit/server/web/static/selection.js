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

  // Repeat the clicks of an earlier selection if they still begin a move; none of them ends one.
  follow(clicked) {
    this.clicked = clicked.filter((square, i) => this.ways.some(({ way }) =>
      way.length > i + 1 && way.slice(0, i + 1).every((each, j) => each === clicked[j])));
    if (this.clicked.length < clicked.length || this.choices.length) this.clear();
  }

  clear() {
    this.clicked = [];
  }
}
