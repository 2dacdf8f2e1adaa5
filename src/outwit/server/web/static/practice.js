// A board outside of a game, on which clicks, drags or keys choose a move.

import { Board } from "./board.js";
import { Choice, moveButtons } from "./choice.js";
import { Selection } from "./selection.js";

export class Practice {
  // `root` holds the picture, `unplaced` the buttons of moves without a square; `play` gets a move.
  constructor(root, unplaced, play) {
    Object.assign(this, { root, unplaced, play });
    // The motion of a move whose picture has not arrived yet.
    this.sent = null;
    this.board = new Board(root, {
      press: (square) => this.press(square),
      pick: (square) => this.pick(square),
    });
    this.choice = new Choice(root);
    this.offer([]);
    root.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.clear();
    });
  }

  // Show a picture after the motion of the pieces.
  async show(svg, motion = {}) {
    this.sent = null;
    await this.board.show(svg, motion);
    this.draw();
  }

  // Allow these moves.
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
    this.board.foresee(this.sent ?? this.selection.motion);
    this.board.mark({ can: next, picked: clicked, targets: clicked.length ? next : [], hinted }, this.words);
    this.choice.show(choices, choices.length ? this.board.spot(clicked.at(-1)) : null, play);
    this.unplaced.replaceChildren(...moveButtons(unplaced, play, "main"));
  }

  pick(square) {
    const isPicked = this.selection.pick(square);
    if (isPicked) this.draw();
    return isPicked;
  }

  press(square) {
    const move = this.selection.click(square);
    if (move) this.choose(move);
    else this.draw();
  }

  choose(move) {
    this.sent = move.motion ?? null;
    this.offer([], this.words);
    this.play(move);
  }
}

// Resolve after some time.
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
