// The page of a puzzle: it sends the solver's moves, and shows the answers.

import { Practice, pause } from "./practice.js";

const REPLY = 450;
const STEP = 900;
const page = document.querySelector(".puzzle");
const find = (name) => page.querySelector(name);
const answer = find("#answer");
const told = find("#told");
let { moves, words, given } = JSON.parse(find("#state").textContent);
let csrf = answer.elements.csrf.value;
let hints = 0;
let busy = false;

const practice = new Practice(find(".board"), find(".unplaced"), (move) => send(answer.action, [...given, move.text]));

// Send the moves so far, to the page or to a button's URL; show the answer.
async function send(path, m, fields = {}) {
  if (busy) return;
  busy = true;
  const before = practice.board.drawn;
  const body = new URLSearchParams([["csrf", csrf], ...m.map((move) => ["m", move]), ...Object.entries(fields)]);
  const headers = { Accept: "application/json" };
  const reply = await fetch(path, { method: "POST", headers, body })
    .then((found) => (found.ok ? found.json() : null)).catch(() => null);
  if (reply) await show(reply, path === answer.action ? REPLY : STEP);
  else {
    say("The server did not take that. Try again, or reload the page.");
    await practice.show(before);
    practice.offer(moves, words);
  }
  busy = false;
}

async function show(reply, wait) {
  csrf = reply.csrf;
  for (const field of document.querySelectorAll("[name=csrf]")) field.value = csrf;
  ({ moves, words, given } = reply);
  const isOver = !moves.length;
  const own = reply.steps?.[0];
  // The message is shown at once; the boards follow.
  if (reply.result) say(reply.message, reply.result);
  for (const step of reply.steps ?? []) {
    if (step !== own) await pause(wait);
    record(step.label);
    await practice.show(step.svg, step.motion);
  }
  if (!reply.result) say(reply.message, isOver ? "shown" : "");
  if (reply.result === "right") hints = 0;
  if (!reply.steps?.length) await practice.show(reply.svg);
  practice.offer(moves, words);
  if (reply.square) practice.draw([reply.square]);
  list();
  standing(reply.standing);
  if (isOver) finish(reply.themes ?? []);
}

function say(text, kind = "") {
  told.textContent = text;
  told.hidden = !text;
  told.dataset.kind = kind;
}

function record(label) {
  const item = document.createElement("li");
  item.textContent = label;
  find("#played").append(item);
}

function standing(values) {
  if (!values) return;
  for (const field of page.querySelectorAll("[data-standing]")) {
    field.textContent = values[field.dataset.standing];
  }
}

// The legal moves as a list, as an alternative to the board.
function list() {
  const options = moves.map(({ text, label }) => new Option(label, text));
  answer.elements.move.replaceChildren(...options);
}

function finish(themes) {
  const items = themes.map(({ title, sentence, path }) => {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    Object.assign(link, { href: path, title: sentence, textContent: title });
    item.append(link);
    return item;
  });
  find("#themes ul").replaceChildren(...items);
  find("#themes").hidden = !items.length;
  for (const part of page.querySelectorAll(".while-open")) part.hidden = true;
  const next = find("#next");
  next.classList.add("main");
  next.textContent = "Next puzzle";
  if (!document.activeElement.closest(".board")) next.focus({ preventScroll: true });
}

answer.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = answer.elements.move.value;
  const move = practice.moves.find((each) => each.text === text);
  if (move) practice.choose(move);
});

for (const form of page.querySelectorAll("[data-ask]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.dataset.ask === "hint") hints = Math.min(2, hints + 1);
    send(form.action, given, form.dataset.ask === "hint" ? { hint: hints } : {});
  });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
  if (event.key === "h" && moves.length) find("[data-ask=hint]").requestSubmit();
  else if (event.key === "n") find("#next").click();
  else if (event.key.startsWith("Arrow") && event.target === document.body) practice.board.focus();
  else return;
  event.preventDefault();
});

practice.offer(moves, words);
if (find(".board").dataset.hint) practice.draw([find(".board").dataset.hint]);
