// A board on which a move is chosen by clicks, drags or keys, outside of a game.

import { Board } from "./board.js";
import { Choice, moveButtons } from "./choice.js";
import { Selection } from "./selection.js";

export class Practice {
  // `root` holds the picture, `unplaced` the buttons of moves without a square; `play` gets a move.
  constructor(root, unplaced, play) {
    Object.assign(this, { root, unplaced, play });
    this.board = new Board(root, {
      press: (square, from) => this.press(square, from),
      pick: (square) => this.pick(square),
    });
    this.choice = new Choice(root);
    this.offer([]);
    root.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.clear();
    });
  }

  // Show a picture after the pieces of `motion` have gone where they go.
  async show(svg, motion = {}) {
    await this.board.show(svg, motion);
    this.draw();
  }

  // Let one of these moves be chosen.
  offer(moves, words = {}) {
    this.moves = moves;
    this.words = words;
    this.selection = new Selection(moves);
    this.draw();
  }

  clear() {
    this.selection.clear();
    this.draw();
  }

  draw(hinted = []) {
    const { next, clicked, choices, unplaced } = this.selection;
    const play = (move) => this.choose(move);
    this.board.mark({ can: next, picked: clicked, targets: clicked.length ? next : [], hinted }, this.words);
    this.choice.show(choices, clicked.length ? this.board.spot(clicked.at(-1)) : null, play);
    this.unplaced.replaceChildren(...moveButtons(unplaced, play, "main"));
  }

  pick(square) {
    if (this.selection.clicked.at(-1) === square) return true;
    this.selection.clear();
    const goesOn = this.selection.ways.some(({ way }) => way[0] === square && way.length > 1);
    if (goesOn) this.selection.click(square);
    this.draw();
    return goesOn;
  }

  press(square, from) {
    const move = this.selection.click(square);
    if (move) this.choose(move, [...this.selection.clicked], from);
    else this.draw();
  }

  choose(move, squares = [], from = null) {
    this.offer([], this.words);
    if (from && squares.length === 2) this.board.glide(...squares);
    this.play(move);
  }
}

// Resolve after some time.
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
