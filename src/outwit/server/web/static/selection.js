// A move chosen by clicks on squares. It knows no rules, only legal moves and their squares.

export class Selection {
  constructor(moves = []) {
    this.clicked = [];
    // Moves that no click can mean, such as a pass.
    this.unplaced = moves.filter((move) => !move.ways.some((way) => way.length));
    this.ways = moves.flatMap((move) =>
      move.ways.filter((way) => way.length).map((way) => ({ way, move })));
  }

  #open() {
    return this.ways.filter(({ way }) => this.clicked.every((square, i) => way[i] === square));
  }

  // What all moves that are still meant do to the pieces on the squares clicked.
  get motion() {
    const [first, ...others] = this.clicked.length ? this.#open().map(({ move }) => move.motion?.shift ?? []) : [];
    const isShared = ([from, to]) =>
      this.clicked.includes(to) && others.every((shift) => shift.some(([a, b]) => a === from && b === to));
    return { shift: first?.filter(isShared) ?? [] };
  }

  // The squares on which the next click goes on; at first, those that begin.
  get next() {
    const reached = this.clicked.length;
    return new Set(this.#open().filter(({ way }) => way.length > reached).map(({ way }) => way[reached]));
  }

  // How many more clicks a move needs, the least of all moves that are still meant.
  get left() {
    const ways = this.#open().map(({ way }) => way.length - this.clicked.length);
    return ways.length ? Math.min(...ways) : 0;
  }

  // The moves that the clicks mean in full, each once; several ask for a choice.
  get choices() {
    const found = this.#open().filter(({ way }) => way.length === this.clicked.length);
    return this.clicked.length ? [...new Set(found.map(({ move }) => move))] : [];
  }

  // Click a square; return the move if it is the only one meant and no click can follow.
  // A click elsewhere begins anew or clears the selection: a slip of the hand plays no move.
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

  clear() {
    this.clicked = [];
  }
}
