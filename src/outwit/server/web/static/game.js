// The page of a game: it shows the server's states, and sends the player's commands.

import { About } from "./about.js";
import { point } from "./arrows.js";
import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import { Panel, announce, byId, copy, note } from "./panel.js";
import { pictureOf } from "./pictures.js";
import { Premove } from "./premove.js";
import { Review } from "./review.js";
import { openRules } from "./rulesdrawer.js";
import { Selection } from "./selection.js";
import * as sharing from "./sharing.js";
import * as sounds from "./sounds.js";
import { Tour } from "./tour.js";
import { Wire } from "./wire.js";
import { _, ended, plural, said, saidAll } from "./words.js";

const PATIENCE = 4_000;
const OFFLINE = _("You are offline: try again when the connection is back.");
const IMPOSSIBLE = _("Your premove is not possible now.");
const DECLINED = {
  draw: _("Your opponent declined the draw."),
  takeback: _("Your opponent does not want the move taken back."),
  rematch: _("Your opponent does not want a rematch."),
};
let state = JSON.parse(byId("state").textContent);
let flipped = Boolean(state.flipped);
let selection = new Selection(state.moves);
// The unconfirmed move, and the shown ply if it is not the last.
let pending = null;
let viewed = null;
// The squares of the hint's move, in clicking order.
let hinted = [];

const premove = new Premove((n) => wire.send({ t: "premoves", n }));
const board = new Board(byId("board"), { press, pick, dismiss });
state.svg = board.drawn;
const panel = new Panel();
const about = new About();
const clocks = new Clocks((side) => panel.clock(side), hurry);
const tour = new Tour();
const review = new Review((ply) => view(ply), () => draw());
const wire = new Wire(`/ws/g/${encodeURIComponent(state.id)}`, { hear, opened, status });

function hear(message) {
  if (message.t === "state") receive(message);
  else if (message.t === "chat") panel.say(message);
  else if (message.t === "talk") panel.talk(message.lines);
  else if (message.t === "premoves") possible(message);
  else if (message.t === "hint") hint(message);
  else if (message.t === "queue") note(_("Many bots are thinking. This one begins in about {seconds} s.", { seconds: message.seconds }));
  else if (message.t === "declined" && message.side === state.you) note(DECLINED[message.what]);
  else if (message.t === "error") refuse(message);
  else if (message.t === "ack" && message.n > state.n) sync();
}

function opened() {
  sync();
  premove.again(state);
}

function sync() {
  wire.send({ t: "sync", n: state.n, flipped });
}

function status(connected) {
  panel.connected(connected);
}

async function receive(next) {
  const last = state;
  const follows = next.n === last.n + 1 && next.flipped === last.flipped;
  const moved = next.n !== last.n;
  state = next;
  flipped = next.flipped ?? flipped;
  clocks.set(state.clocks, state.you);
  if (moved) document.dispatchEvent(new Event("outwit-moved"));
  if (state.next && !last.next && state.you !== null) playAgain();
  if (pending && state.n === pending.n && !state.outcome) {
    // The move is on its way, or was lost with the connection; a repeat is harmless.
    if (pending.asked) wire.send({ t: "move", n: pending.n, m: pending.m });
    pending.asked = false;
    panel.show(state, flipped, viewed);
    return;
  }
  settle();
  if (moved) hinted = [];
  if (moved || (state.outcome && !last.outcome)) viewed = null;
  if (moved) note("");
  // Clicks for which no answer has come are clicks on the new position.
  const early = moved ? premove.early : [];
  const due = moved || state.outcome ? premove.due(state) : null;
  const { clicked } = selection;
  selection = new Selection(premove.moves ?? state.moves);
  if (!moved) selection.clicked = clicked;
  else if (!due) selection.follow(clicked);
  const fits = repeat(early);
  // Before anything is drawn: a premove takes no time.
  if (due?.move) submit(due.move, due.squares);
  panel.show(state, flipped, viewed);
  reviewed();
  if (moved || state.outcome || state.waits || last.waits) about.invite(state);
  if (moved) tell(last);
  if (due?.dropped || !fits) note(IMPOSSIBLE);
  if (viewed !== null && next.flipped !== last.flipped) return view(viewed);
  if (viewed === null && (next.svg !== board.drawn || board.foresees)) {
    await board.show(next.svg, follows ? next.motion : {});
  }
  draw();
  if (moved) turnBoard();
  if (board.root.matches(":hover, :focus-within")) premove.want(state);
}

// The moves that can be chosen in advance; squares may have been clicked before they came.
function possible(message) {
  const clicked = premove.hear(message, state);
  if (!clicked) return;
  selection = new Selection(premove.moves);
  draw();
  for (const square of clicked) press(square);
}

// Repeat clicks of the last position, for which no answer has come; return whether they fit.
function repeat(clicks) {
  if (!clicks.length || state.outcome || state.waits) return true;
  if (premove.isOpen(state)) {
    clicks.forEach(press);
    return true;
  }
  const move = selection.repeat(clicks);
  if (move) play(move);
  // A single click may only have asked what is on a square.
  return move !== undefined || clicks.length === 1;
}

// Cancel the premove; return whether there was one.
function dismiss() {
  if (!premove.clear() && !(premove.isOpen(state) && selection.clicked.length)) return false;
  selection.clear();
  draw();
  announce(_("The premove is cancelled."));
  return true;
}

function turnBoard() {
  if (viewed === null && sharing.mustTurn(state, flipped)) actions.flip();
}

// Go to the rematch, once: a player who returns to this page wants to see this game.
function playAgain() {
  const key = `outwit-rematch-${state.id}`;
  if (sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, state.next);
  location.assign(`/g/${encodeURIComponent(state.next)}`);
}

function tell(last) {
  const move = state.n > last.n ? said(state.played.at(-1)?.label ?? "") : _("A move was taken back.");
  announce(`${ended(move)} ${state.outcome ? said(state.outcome.sentence) : state.turn === state.you && !state.shared ? _("Your turn.") : ""}`);
  sounds.play(sounds.after(state, last));
}

// Our time gets short.
function hurry(words) {
  announce(words);
  sounds.play("low");
}

// Tell the review which ply is shown.
function reviewed() {
  review.update(state, flipped);
  review.at(viewed ?? state.n);
}

// Show the selection, and the hint while the clicks follow it.
function draw() {
  const idle = pending || viewed !== null || state.outcome;
  const next = idle ? [] : selection.next;
  const picked = idle ? [] : selection.clicked;
  const ahead = premove.chosen && viewed === null ? premove.chosen.squares : [];
  const steps = idle || picked.some((square, i) => square !== hinted[i]) ? [] : hinted;
  board.foresee(viewed !== null ? {} : pending?.motion ?? selection.motion);
  board.mark({ can: next, picked, targets: picked.length ? next : [], sent: pending?.squares, premove: ahead, hinted: steps }, state.words);
  // When the game is over, the arrow keys replay it.
  board.steps = !state.outcome;
  board.root.classList.toggle("away", viewed !== null && !state.outcome);
  if (state.outcome) review.mark(board);
  else if (ahead.length) point(board, [["premove", ahead]]);
  else point(board, [["best", steps]], true);
  const choices = idle ? [] : selection.choices;
  panel.choice.show(choices, choices.length ? board.spot(picked.at(-1)) : null, play);
  panel.offer(idle || premove.isOpen(state) ? [] : selection.unplaced, play);
  panel.words(board.words);
}

function pick(square) {
  if (pending || viewed !== null || state.outcome) return false;
  premove.cancel();
  const { clicked } = selection;
  if (!selection.pick(square)) return false;
  if (selection.clicked === clicked) return true;
  draw();
  if (!follows()) explain(square);
  chosen(square);
  return true;
}

// Whether the clicks follow the hint, which then stays visible.
function follows() {
  const { clicked } = selection;
  return clicked.length > 0 && hinted.length > 0 && clicked.every((square, i) => square === hinted[i]);
}

// Explain the tapped square, and show how many squares the move still needs.
function explain(square) {
  const left = selection.clicked.length > 1 ? selection.left : 0;
  return about.show(state.words[selection.clicked[0] ?? square], left);
}

function chosen(square) {
  const count = selection.next.size;
  announce(count ? plural("{square} chosen. {n} square to go on.", "{square} chosen. {n} squares to go on.", count, { square }) : _("{square} chosen. Choose from the list.", { square }));
}

function press(square) {
  if (state.outcome || state.waits) return;
  if (viewed !== null) return view(null);
  if (pending) return;
  premove.cancel();
  premove.want(state);
  if (premove.isOpen(state) && !premove.moves) premove.early.push(square);
  const before = selection.clicked.length;
  const move = selection.click(square);
  if (move) return play(move);
  draw();
  // A square that does not continue a move shows its explanation.
  const words = follows() ? "" : explain(square);
  if (selection.clicked.length > before) chosen(square);
  else announce(words);
}

// Send a move, and show its motion at once; while the opponent thinks, keep it for later.
function play(move) {
  const { clicked } = selection;
  const squares = clicked.length ? [...clicked] : move.ways[0] ?? [];
  if (premove.isOpen(state)) {
    premove.choose(move, squares, state);
    announce(_("Premove: {move}.", { move: said(move.label) }));
    selection.clear();
  } else {
    submit(move, squares);
  }
  draw();
}

function submit(move, squares) {
  pending = { n: state.n, m: move.text, motion: move.motion ?? {}, squares };
  pending.timer = setInterval(() => {
    pending.asked = true;
    sync();
  }, PATIENCE);
  selection.clear();
  if (!wire.send({ t: "move", n: pending.n, m: pending.m })) pending.asked = true;
}

function settle() {
  if (pending) clearInterval(pending.timer);
  pending = null;
}

function refuse({ message, n }) {
  // An answer to what was asked at an earlier ply, such as for premoves, comes too late to matter.
  if (n !== undefined && n !== (pending ?? state).n) return;
  note(said(message));
  if (!pending) return;
  settle();
  selection.clear();
  draw();
  sync();
}

function hint({ m, label, why = "" }) {
  const move = state.moves.find(({ text }) => text === m);
  const text = said(label ?? move?.label ?? m);
  note("");
  about.hint(text, why);
  announce(`${_("Hint")}: ${ended(text)} ${saidAll(why)}`);
  selection.clear();
  hinted = move?.ways[0] ?? [];
  draw();
}

// Show an earlier ply, or the current position (null).
async function view(ply) {
  if (ply !== null) ply = Math.max(0, Math.min(state.n, ply));
  viewed = ply === state.n ? null : ply;
  selection.clear();
  panel.current(viewed ?? state.n);
  panel.score(state, viewed ?? state.n);
  review.at(viewed ?? state.n);
  const wanted = viewed;
  const svg = wanted === null ? state.svg : await pictureOf(state, wanted, flipped);
  if (wanted !== viewed) return;
  if (svg) await board.show(svg);
  if (wanted !== viewed) return;
  draw();
  announce(wanted === null ? _("The game as it stands.") : said(state.played[wanted - 1]?.label ?? "") || _("The beginning."));
}

// Send a command; show a message if the connection is lost.
function send(message) {
  if (!wire.send(message)) {
    note(OFFLINE);
    return false;
  }
  const sent = Date.now();
  if (message.t !== "hint") setTimeout(() => wire.heard < sent && note(OFFLINE), PATIENCE);
  return true;
}

function labelSound() {
  panel.label("sound", sounds.isOn() ? _("Sound: on") : _("Sound: off"));
}

const ask = (t) => () => send({ t });
const actions = {
  takeback: ask("takeback"),
  draw() {
    if (!state.shared) return send({ t: "draw" });
    byId("ask-draw").returnValue = "";
    byId("ask-draw").showModal();
  },
  turning() {
    sharing.toggle();
    panel.label("turning", sharing.label());
    turnBoard();
  },
  decline: ask("decline"),
  hint() {
    if (send({ t: "hint" })) note(_("Looking for a good move …"), true);
  },
  accept: () => send({ t: panel.offered }),
  flip() {
    if (!send({ t: "sync", n: state.n, flipped: !flipped })) return;
    flipped = !flipped;
    if (!state.outcome) viewed = null;
  },
  resign() {
    byId("ask").returnValue = "";
    byId("ask").showModal();
  },
  sound() {
    sounds.toggle();
    labelSound();
  },
  mute: () => panel.mute(),
  help: () => byId("help").showModal(),
  rules(link = document.querySelector("[data-do=rules]"), event = null) {
    event?.preventDefault();
    openRules(link);
  },
  tour(button, event) {
    event.preventDefault();
    byId("rules").close();
    tour.open();
  },
  tourBack: () => tour.go(-1),
  tourOn: () => tour.go(1),
  endTour: () => tour.end(),
  first: () => view(0),
  back: () => view((viewed ?? state.n) - 1),
  on: () => view((viewed ?? state.n) + 1),
  last: () => view(null),
  mistake: () => review.mistake(),
  copy: (button) => copy(button),
};
const KEYS = { u: "takeback", f: "flip", h: "hint", r: "rules", "[": "back", "]": "on", "?": "help" };
// When the game is over.
const REPLAY = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do], [data-ply]");
  if (button?.dataset.do) actions[button.dataset.do](button, event);
  else if (button) view(Number(button.dataset.ply));
});

for (const kind of ["pointerover", "focusin"]) board.root.addEventListener(kind, () => premove.want(state));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  const action = KEYS[event.key];
  if (event.key === "Escape") {
    premove.clear();
    selection.clear();
    if (viewed !== null) view(null);
    else draw();
    if (document.activeElement.closest(".choice")) board.focus();
  } else if (action) {
    if (!panel.can(action)) return;
    event.preventDefault();
    actions[action]();
  } else if (state.outcome && REPLAY[event.key]) {
    event.preventDefault();
    actions[REPLAY[event.key]]();
  } else if (event.key.startsWith("Arrow") && event.target === document.body && !state.outcome) {
    event.preventDefault();
    board.focus();
  }
});

byId("ask").addEventListener("close", ({ target }) => {
  if (target.returnValue === "yes") send({ t: "resign" });
});

byId("ask-draw").addEventListener("close", ({ target }) => {
  if (target.returnValue === "yes") send({ t: "draw" });
});

byId("say")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.elements.text;
  const text = field.value.trim();
  if (text && send({ t: "chat", text })) field.value = "";
});

byId("rematch")?.addEventListener("submit", (event) => {
  if (wire.socket) return;
  event.preventDefault();
  note(OFFLINE);
});

labelSound();
panel.label("turning", sharing.label());
panel.show(state, flipped, viewed);
reviewed();
clocks.set(state.clocks, state.you);
about.invite(state);
draw();
turnBoard();
