// The review of a finished game: the curve, the loss of each move, and the better move.

import { point } from "./arrows.js";
import { Curve } from "./curve.js";
import { byId, make, note } from "./panel.js";

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const PLURALS = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };
const POLL = 700;
// Longest time without an answer about an analysis, before the page stops asking.
const PATIENCE = 60_000;

export class Review {
  // `go` shows a ply; `redraw` draws the board's marks anew.
  constructor(go, redraw) {
    Object.assign(this, { go, redraw, plies: null, asked: false, ply: 0 });
    this.curve = new Curve(byId("curve"), go);
    this.base = byId("from-here").getAttribute("href");
    byId("analyse").addEventListener("submit", (event) => this.#start(event));
  }

  // Take a state; the first state of a finished game requests the analysis.
  update(state, flipped) {
    const turned = this.flipped !== flipped;
    Object.assign(this, { state, flipped });
    byId("review").hidden = !state.outcome || !state.n;
    byId("take").hidden = !state.outcome;
    if (state.outcome && state.n && !this.asked) {
      byId("review-title").after(byId("steps"));
      this.#load();
    }
    if (this.plies && turned) this.#show();
    this.#link();
  }

  // Show the comment on a ply.
  at(ply) {
    this.ply = ply;
    this.#link();
    if (!this.plies) return;
    const { words } = this.plies[ply];
    const move = ply ? `Move ${ply}, ${this.state.played[ply - 1].label}` : "The beginning";
    this.curve.at(ply, [move, words || this.state.outcome.sentence].join(": "));
    byId("verdict").replaceChildren(...this.#verdict(ply));
  }

  // Mark the best move on the board, and the move played if it was a mistake.
  mark(board) {
    const here = this.plies?.[this.ply];
    const moves = [];
    if (here?.judgement) moves.push(["was", here.played.squares]);
    if (here?.squares.length) moves.push(["best", here.squares]);
    point(board, moves);
  }

  // Go to the position before the next mistake, from the last to the first.
  mistake() {
    const all = [...this.plies.keys()].filter((ply) => this.plies[ply].judgement);
    if (all.length) this.go(all.find((ply) => ply > this.ply) ?? all[0]);
  }

  get #path() {
    return `/g/${encodeURIComponent(this.state.id)}/analysis`;
  }

  #link() {
    const moves = (this.state?.played ?? []).map(({ text }) => encodeURIComponent(text));
    const [before, after] = [moves.slice(0, this.ply), moves.slice(this.ply)].map((part) => part.join("+"));
    byId("from-here").href = `${this.base}&moves=${before}${after && `&line=${after}`}`;
    for (const link of document.querySelectorAll(".of-ply")) {
      link.href = `${link.pathname}?ply=${this.ply}${this.flipped ? "&flipped=1" : ""}`;
    }
  }

  async #load() {
    this.asked = true;
    const found = await fetch(this.#path).then((answer) => answer.json()).catch(() => null);
    this.#take(found ?? { state: "none" });
  }

  async #start(event) {
    event.preventDefault();
    byId("analyse").hidden = true;
    const body = new URLSearchParams(new FormData(event.target));
    const answer = await fetch(this.#path, { method: "POST", body, headers: { accept: "application/json" } }).catch(() => null);
    const found = await answer?.json().catch(() => null);
    if (answer?.ok) return this.#take(found);
    note(found?.message ?? "The analysis cannot be begun just now. Try again.");
    byId("analyse").hidden = false;
  }

  #take(found) {
    byId("analyse").hidden = found.state !== "none";
    byId("progress").hidden = found.state !== "running";
    if (found.state === "running") return this.#wait(found);
    if (found.state !== "done") return;
    Object.assign(this, { plies: found.plies, players: found.players });
    this.#show();
    this.redraw();
  }

  // Ask repeatedly; an answer without a running analysis does not count.
  async #wait({ done, of }) {
    const bar = byId("progress").lastElementChild;
    Object.assign(bar, { max: of, value: done });
    let heard = Date.now();
    while (Date.now() - heard < PATIENCE) {
      await new Promise((resolve) => setTimeout(resolve, POLL));
      const found = await fetch(this.#path).then((answer) => answer.json()).catch(() => null);
      if (found?.state === "done") return this.#take(found);
      if (found?.state !== "running" || found.done === bar.value) continue;
      bar.value = found.done;
      heard = Date.now();
    }
    this.#take({ state: "none" });
  }

  #show() {
    byId("findings").hidden = byId("in-words").hidden = false;
    this.curve.show(this.plies, this.flipped);
    const sides = this.flipped ? [0, 1] : [1, 0];
    byId("accuracy").replaceChildren(...sides.map((side) => this.#player(side)));
    document.querySelector("[data-do=mistake]").disabled = !this.plies.some(({ judgement }) => judgement);
    for (const button of byId("moves").querySelectorAll("[data-ply]")) {
      const { judgement } = this.plies[button.dataset.ply - 1];
      button.querySelector("i")?.remove();
      if (judgement) button.querySelector("b").after(make("i", SIGNS[judgement], { class: judgement, title: judgement, "aria-label": judgement }));
    }
    byId("in-words").lastElementChild.replaceChildren(this.#table());
    this.at(this.ply);
  }

  // A player's accuracy and mistakes in a line.
  #player(side) {
    const { accuracy, ...counts } = this.players[side];
    const line = make("p");
    const slips = Object.entries(counts).filter(([, count]) => count)
      .map(([name, count]) => `${count} ${count === 1 ? name : PLURALS[name]}`);
    line.append(
      make("i", "", { class: `side side-${side}`, "aria-hidden": "true" }),
      make("b", accuracy === null ? "Too few choices for an accuracy" : `Accuracy ${accuracy} %`),
      make("span", slips.join(", ") || (accuracy === null ? "" : "no mistakes"), { class: "soft" }),
    );
    return line;
  }

  #verdict(ply) {
    const { words, score, line, judgement, played } = this.plies[ply];
    const head = make("p");
    head.append(make("b", words || this.state.outcome.sentence));
    if (words && !score.startsWith("#")) head.append(" ", make("span", `Evaluation ${score}`, { class: "soft figures" }));
    const parts = [head];
    const last = this.plies[ply - 1];
    if (last?.judgement) parts.push(this.#judged(last, ply, "was", !judgement));
    if (judgement) parts.push(this.#judged({ judgement, played, line }, ply + 1, "is", false));
    if (line.length) {
      const best = make("p", judgement ? "Better: " : "Best: ");
      best.append(make("b", line[0].label));
      parts.push(best, this.#line(line));
    }
    return parts;
  }

  // "12. b7 was a mistake", and the better move.
  #judged({ judgement, played, line }, number, verb, better) {
    const text = make("p", "", { class: judgement });
    const article = judgement === "inaccuracy" ? "an" : "a";
    text.append(make("b", `${number}. ${played.text} ${SIGNS[judgement]}`), ` ${verb} ${article} ${judgement}. `);
    if (better) {
      const button = make("button", `Better: ${line[0].label}`, { class: "plain", "data-ply": number - 1 });
      text.append(button);
    }
    return text;
  }

  // The moves of a line in the game's notation; each has its label.
  #line(line) {
    const list = make("ol", "", { class: "line", "aria-label": "Best line" });
    for (const { text, label } of line) {
      const item = make("li", text, { title: label });
      item.append(make("span", `, ${label}`, { class: "unseen" }));
      list.append(item);
    }
    return list;
  }

  #table() {
    const table = make("table");
    const head = table.createTHead().insertRow();
    for (const title of ["Move", "Chance", "Better"]) head.append(make("th", title, { scope: "col" }));
    const body = table.createTBody();
    for (const [ply, { judgement, played, line }] of this.plies.slice(0, -1).entries()) {
      const row = body.insertRow();
      row.append(
        make("th", `${ply + 1}. ${played.text} ${SIGNS[judgement] ?? ""}`, { scope: "row" }),
        make("td", this.plies[ply + 1].words || this.state.outcome.result),
        make("td", judgement ? `${line[0].label} (${judgement})` : ""),
      );
    }
    return table;
  }
}
