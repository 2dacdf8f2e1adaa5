// The examples on the page of the rules: the reader makes the move.

import { Practice, pause } from "./practice.js";
import { _, said } from "./words.js";

const LOOK = 1_400;

for (const example of document.querySelectorAll(".example")) begin(example);

function begin(example) {
  const find = (name) => example.querySelector(name);
  const { moves, words } = JSON.parse(find("script").textContent);
  const [told, again] = [find(".told"), find(".again")];
  const practice = new Practice(find(".board"), find(".unplaced"), play);
  const first = practice.board.drawn;
  let turn = 0;

  async function reset() {
    turn += 1;
    example.classList.remove("done");
    told.textContent = "";
    again.hidden = true;
    await practice.show(first);
    practice.offer(moves, words);
  }

  async function play(move) {
    const mine = ++turn;
    const path = `${example.dataset.path}?move=${encodeURIComponent(move.text)}`;
    const answer = await fetch(path).then((found) => (found.ok ? found.json() : null)).catch(() => null);
    if (mine !== turn) return;
    if (!answer) {
      await reset();
      told.textContent = _("The server cannot be reached just now. Try again.");
      return;
    }
    told.textContent = answer.sentences.map(said).join(" ");
    example.classList.toggle("done", answer.right);
    again.hidden = !answer.right;
    await practice.show(answer.svg, answer.motion);
    if (answer.right) return;
    await pause(LOOK);
    if (mine !== turn) return;
    await practice.show(first);
    practice.offer(moves, words);
  }

  again.addEventListener("click", reset);
  find(".unscripted").remove();
  practice.offer(moves, words);
}
