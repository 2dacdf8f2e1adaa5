// Stepping through a finished game of hand-ins: the server draws every position.

import { _, localise } from "./words.js";

const replay = document.getElementById("replay");
const board = document.getElementById("board");
const list = document.getElementById("moves");
const plies = Number(replay.dataset.plies);
const pictures = new Map();
let ply = Number(replay.dataset.plyNow);

async function picture(number) {
  if (pictures.has(number)) return pictures.get(number);
  const answer = await fetch(`${replay.dataset.board}${number}.svg`).catch(() => null);
  if (!answer?.ok) return null;
  pictures.set(number, await answer.text());
  return pictures.get(number);
}

async function show(number) {
  ply = Math.max(0, Math.min(plies, number));
  const wanted = ply;
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = list.querySelector(`[data-ply="${ply}"]`);
  button?.setAttribute("aria-current", "step");
  // Scroll only the list, never the page.
  if (button) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
  history.replaceState(null, "", `?ply=${ply}`);
  document.getElementById("spoken").textContent = button?.querySelector("span").textContent ?? _("The beginning.");
  const svg = await picture(ply);
  if (svg === null || wanted !== ply) return;
  const page = new DOMParser().parseFromString(svg, "image/svg+xml");
  board.replaceChildren(document.adoptNode(page.documentElement));
  if (ply < plies) picture(ply + 1);
}

const steps = { first: () => 0, back: () => ply - 1, on: () => ply + 1, last: () => plies };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", "[": "back", "]": "on" };

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-step], [data-ply]");
  if (!target) return;
  event.preventDefault();
  show(target.dataset.step ? steps[target.dataset.step]() : Number(target.dataset.ply));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("pre")) return;
  const step = KEYS[event.key];
  if (!step) return;
  event.preventDefault();
  show(steps[step]());
});

localise(document);
