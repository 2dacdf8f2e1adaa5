// A move chosen while the opponent thinks. The server names the moves that some reply makes legal;
// the chosen one is sent as soon as a state shows that it is legal.

export class Premove {
  // `ask` requests the possible moves at a ply, and returns whether the request was sent.
  constructor(ask) {
    this.ask = ask;
    this.forget();
  }

  // Whether a move can be chosen in advance.
  isOpen({ you, turn, shared, outcome, waits }) {
    return you !== null && you !== turn && !shared && !outcome && !waits;
  }

  forget() {
    // The ply, its request, the answer, and the squares clicked before the answer.
    this.n = this.moves = null;
    this.asked = false;
    this.early = [];
    // The chosen move: its ply, text, label and squares.
    this.chosen = null;
  }

  // Request the possible moves of a state, once.
  want(state) {
    if (!this.isOpen(state)) return;
    if (this.n !== state.n) this.forget();
    this.n = state.n;
    if (!this.asked) this.asked = this.ask(state.n);
  }

  // The connection is new: a request may have been lost, or could not be sent.
  again(state) {
    if (this.moves || !(this.asked || this.early.length)) return;
    this.asked = false;
    this.want(state);
  }

  // Take the answer; return the squares that were clicked before it, null if it is outdated.
  hear({ n, moves }, state) {
    if (n !== this.n || n !== state.n || this.moves) return null;
    this.moves = moves;
    return this.early.splice(0);
  }

  choose(move, squares, { n }) {
    this.chosen = { n: n + 1, text: move.text, label: move.label, squares };
  }

  // Drop the chosen move; return whether there was one.
  cancel() {
    const had = Boolean(this.chosen);
    this.chosen = null;
    return had;
  }

  // Drop clicks too for which no answer has come.
  clear() {
    this.early = [];
    return this.cancel();
  }

  // Take a state in which a move was made or taken back, or the game has ended. Return the legal
  // move that is due, with its squares; `dropped` if the chosen move is not legal now; else null.
  due(state) {
    const { chosen } = this;
    this.forget();
    if (!chosen || state.outcome || state.n !== chosen.n || state.you !== state.turn) return null;
    const move = state.moves.find(({ text }) => text === chosen.text);
    return move ? { move, squares: chosen.squares } : { dropped: true };
  }
}
