// The analysis board: clicks play both sides, another move makes a variation, and the engine shows
// its lines.

import { point } from "./arrows.js";
import { Board } from "./board.js";
import { Explorer } from "./explorer.js";
import { Keeper } from "./keeper.js";
import { Panel, announce, byId, copied, make, note } from "./panel.js";
import { Selection } from "./selection.js";
import { StudyKeeper, studyHere } from "./studykeeper.js";
import { MOST_NODES, nodesOf } from "./tree.js";
import { Variations } from "./variations.js";

// Seconds of the first search and of the longer one.
const LOOKS = [0.3, 2];
const LINES = 3;
let shown = JSON.parse(byId("shown").textContent);
let flipped = shown.flipped;
// The variations, where they are kept, and the move whose position is shown.
const study = studyHere();
let keeper = study ? new StudyKeeper(study) : new Keeper(shown);
let tree = keeper.load();
let here = reach(shown.played);
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

const variations = new Variations(visit, () => keeper.save(tree));

// Return the last of some moves after the beginning, adding those that are new.
function reach(moves) {
  let node = tree.root;
  for (const move of moves) node = tree.add(node, move) ?? node;
  return node;
}

function query(node) {
  const values = { position: shown.start };
  for (const [name, value] of Object.entries(shown.options)) values[`option-${name}`] = value;
  const played = tree.path(node).map(({ text }) => text).join(" ");
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
  if (changed) here = reach(shown.played);
  else anew();
  // A study has an address of its own.
  if (!study) history.replaceState(null, "", `?${query(here)}`);
  await board.show(shown.svg, follows ? shown.motion : {});
  if (mine !== turn) return false;
  show();
  think();
  return true;
}

// Begin with the variations of another beginning, or of the same one.
function anew() {
  keeper = new Keeper(shown);
  tree = keeper.load();
  here = reach(shown.played);
}

function show() {
  byId("status").textContent = shown.status;
  if (!study) propose();
  keeper.save(tree);
  variations.show(tree, here);
  explorer.at(query(here));
  draw();
}

// Fill in the forms that begin with the shown position.
function propose() {
  const { text, turn: side, over } = shown;
  byId("text").value = text;
  byId("from-here").elements.start.value = text;
  byId("from-here").elements.side.value = side;
  byId("from-here").querySelector("button").disabled = over;
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
  const isPicked = selection.pick(square);
  if (isPicked) draw();
  return isPicked;
}

function press(square) {
  const move = selection.click(square);
  if (move) play(move);
  else draw();
}

// Play a move; a different one than before makes a variation.
function play(move) {
  selection.clear();
  const next = tree.add(here, move);
  if (!next) {
    note(`There are ${MOST_NODES} moves here already: delete some first.`);
    draw();
    return;
  }
  sent = move.motion;
  draw();
  load(query(next)).then((done) => done && announce(`${move.label}. ${shown.status}.`));
}

// Show the position after a move of the tree, null for none.
function visit(node) {
  if (!node || node === here) return;
  load(query(node)).then((done) => done && announce(here.label || "The beginning."));
}

// Ask for the best lines: a quick answer first, then a better one.
async function think() {
  byId("lines").replaceChildren();
  byId("depth").textContent = "";
  if (!thinking || shown.over) return;
  const mine = turn;
  for (const seconds of LOOKS) {
    byId("depth").textContent ||= "thinking …";
    const values = query(here);
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
    load(query(here));
  },
  anew() {
    load(new URLSearchParams(flipped ? { flipped: "1" } : {}), false);
  },
  async copy(button) {
    button.textContent = await copied(location.href) ? "Copied" : "Copy the address above";
    setTimeout(() => (button.textContent = "Copy the link"), 2_000);
  },
  first: () => visit(tree.root),
  back: () => visit(here.parent),
  on: () => visit(here.children[0]),
  last: () => visit(tree.end(here)),
  promote() {
    if (tree.promote(here)) show();
  },
  remove() {
    if (here.parent) visit(tree.remove(here));
  },
};
const KEYS = { e: "engine", f: "flip", u: "back", "[": "back", "]": "on", Home: "first", End: "last" };

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do]");
  if (button) actions[button.dataset.do](button);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const sideways = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  const action = KEYS[event.key] ?? sideways;
  // Up and down go to the variation before and after; without one they scroll.
  const other = tree.beside(here, { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? NaN);
  if (event.key === "Escape") {
    selection.clear();
    draw();
    if (document.activeElement.closest(".choice")) board.focus();
  } else if (other) {
    event.preventDefault();
    visit(other);
  } else if (action) {
    event.preventDefault();
    actions[action]();
  }
});

byId("save-study")?.addEventListener("submit", ({ target }) => {
  const { start, comment, nodes } = target.elements;
  start.value = shown.start;
  comment.value = tree.root.comment;
  nodes.value = JSON.stringify(nodesOf(tree));
  for (const [name, value] of Object.entries(shown.options)) {
    target.append(make("input", "", { type: "hidden", name: `option-${name}`, value }));
  }
});

byId("paste")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = query(tree.root);
  values.set("position", byId("text").value);
  await load(values, false);
});

byId("text")?.addEventListener("focus", ({ target }) => target.select());
show();
// The rest of the game whose position is shown.
const rest = new URLSearchParams(location.search).get("line");
if (rest) follow(rest);

async function follow(moves) {
  const mine = turn;
  const values = query(here);
  values.set("moves", `${values.get("moves") ?? ""} ${moves}`.trim());
  const found = await get("position", values);
  if (!found || mine !== turn) return;
  reach(found.played);
  show();
}
