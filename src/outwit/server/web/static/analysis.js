// The analysis board: clicks play both sides, and the engine shows its lines.

import { point } from "./arrows.js";
import { Board } from "./board.js";
import { Explorer } from "./explorer.js";
import { Panel, announce, byId, copied, make, note } from "./panel.js";
import { Selection } from "./selection.js";

// Seconds of the first search and of the longer one.
const LOOKS = [0.3, 2];
const LINES = 3;
let shown = JSON.parse(byId("shown").textContent);
let flipped = shown.flipped;
// All moves of the variation, including those after the shown ply `shown.n`.
let moves = shown.played;
let selection = new Selection(shown.moves);
let thinking = false;
let hinted = [];
// The motion of a move whose picture has not arrived yet.
let sent = null;
// Counts the changes of the position; an answer to an earlier count is dropped.
let turn = 0;

const board = new Board(byId("board"), { press, pick });
const panel = new Panel();
const explorer = new Explorer(shown.game, (text) => {
  const move = shown.moves.find((each) => each.text === text);
  if (move) play(move);
});

function query(ply) {
  const values = { position: shown.start };
  for (const [name, value] of Object.entries(shown.options)) values[`option-${name}`] = value;
  const played = moves.slice(0, ply).map(({ text }) => text).join(" ");
  if (played) values.moves = played;
  if (flipped) values.flipped = "1";
  return new URLSearchParams(values);
}

async function get(what, values) {
  const path = `/analysis/${encodeURIComponent(shown.game)}/${what}?${values}`;
  const answer = await fetch(path).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (answer?.ok) return found;
  note(found?.message ?? "The server cannot be reached just now. Try again.", true);
  return null;
}

// Show the position of a URL; after an error, show the message and keep the board.
async function load(values, changed = true) {
  const mine = ++turn;
  const next = await get("position", values);
  if (mine !== turn) return false;
  sent = null;
  if (!next) {
    selection.clear();
    draw();
    return false;
  }
  note("");
  const follows = changed && next.n === shown.n + 1;
  shown = next;
  selection = new Selection(shown.moves);
  hinted = [];
  history.replaceState(null, "", `?${query(shown.n)}`);
  await board.show(shown.svg, follows ? shown.motion : {});
  if (mine !== turn) return false;
  show();
  think();
  return true;
}

function show() {
  const { text, status, turn: side, n } = shown;
  byId("status").textContent = status;
  byId("text").value = text;
  byId("from-here").elements.start.value = text;
  byId("from-here").elements.side.value = side;
  byId("from-here").querySelector("button").disabled = shown.over;
  panel.moves(moves);
  panel.current(n);
  explorer.at(query(n));
  draw();
}

function draw() {
  const picked = selection.clicked;
  board.foresee(sent ?? selection.motion);
  board.mark({ can: selection.next, picked, targets: picked.length ? selection.next : [] }, shown.words);
  point(board, picked.length ? [] : [["best", hinted]]);
  const { choices } = selection;
  panel.choice.show(choices, choices.length ? board.spot(picked.at(-1)) : null, play);
  panel.offer(selection.unplaced, play);
}

function pick(square) {
  if (selection.clicked.at(-1) === square) return true;
  if (selection.clicked.length) selection.clear();
  const goesOn = selection.ways.some(({ way }) => way[0] === square && way.length > 1);
  if (goesOn) selection.click(square);
  draw();
  return goesOn;
}

function press(square) {
  const move = selection.click(square);
  if (move) play(move);
  else draw();
}

// Play a move; a different move starts a new variation.
function play(move) {
  const { n } = shown;
  selection.clear();
  sent = move.motion;
  draw();
  if (moves[n]?.text !== move.text) moves = [...moves.slice(0, n), move];
  load(query(n + 1)).then((done) => done && announce(`${move.label}. ${shown.status}.`));
}

function step(ply) {
  ply = Math.max(0, Math.min(moves.length, ply));
  if (ply !== shown.n) load(query(ply)).then((done) => done && announce(moves[ply - 1]?.label ?? "The beginning."));
}

// Ask for the best lines: a quick answer first, then a better one.
async function think() {
  byId("lines").replaceChildren();
  byId("depth").textContent = "";
  if (!thinking || shown.over) return;
  const mine = turn;
  for (const seconds of LOOKS) {
    byId("depth").textContent ||= "thinking …";
    const values = query(shown.n);
    values.set("seconds", seconds);
    values.set("count", LINES);
    const found = await get("lines", values);
    if (mine !== turn || !thinking) return;
    if (!found) break;
    byId("depth").textContent = `depth ${found.depth}`;
    byId("lines").replaceChildren(...found.lines.map(line));
    hinted = found.lines[0].squares;
    if (!selection.clicked.length) draw();
  }
}

function line({ words, score, moves: best }) {
  const item = make("li");
  const button = make("button");
  button.append(make("b", words, { class: "figures" }), " ", make("span", best[0].label));
  button.addEventListener("click", () => play(best[0]));
  const rest = make("ol", "", { class: "line", "aria-label": "Score and line" });
  rest.append(make("li", score));
  for (const { text, label } of best) rest.append(make("li", text, { title: label }));
  item.append(button, rest);
  return item;
}

const actions = {
  engine() {
    thinking = !thinking;
    panel.pressed("engine", thinking);
    hinted = [];
    draw();
    think();
  },
  flip() {
    flipped = !flipped;
    load(query(shown.n), false);
  },
  anew() {
    moves = [];
    load(new URLSearchParams(flipped ? { flipped: "1" } : {}), false);
  },
  async copy(button) {
    button.textContent = await copied(location.href) ? "Copied" : "Copy the address above";
    setTimeout(() => (button.textContent = "Copy the link"), 2_000);
  },
  first: () => step(0),
  back: () => step(shown.n - 1),
  on: () => step(shown.n + 1),
  last: () => step(moves.length),
};
const KEYS = { e: "engine", f: "flip", u: "back", "[": "back", "]": "on", Home: "first", End: "last" };

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do], [data-ply]");
  if (button?.dataset.do) actions[button.dataset.do](button);
  else if (button) step(Number(button.dataset.ply));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const sideways = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  const action = KEYS[event.key] ?? sideways;
  if (event.key === "Escape") {
    selection.clear();
    draw();
    if (document.activeElement.closest(".choice")) board.focus();
  } else if (action) {
    event.preventDefault();
    actions[action]();
  }
});

byId("paste").addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = query(0);
  values.set("position", byId("text").value);
  const before = moves;
  moves = [];
  if (!(await load(values, false))) moves = before;
});

byId("text").addEventListener("focus", ({ target }) => target.select());
show();
