// The boards of the first page: running games, otherwise demonstrations between two bots.
// One visible board moves at a time; none moves if the visitor prefers reduced motion.

import { player } from "./words.js";

const STEP = 1_700;
const ASK = 6_000;
const MOVES = 90;
const boards = [...document.querySelectorAll("[data-game]")].map((link) => ({
  link, game: link.dataset.game, image: link.querySelector("img"), label: link.parentElement.querySelector(".live"), ply: 0, seen: false,
}));
let turn = 0;

async function show(board, src) {
  const next = new Image();
  next.src = src;
  // If a picture fails to load, the board stays unchanged.
  await next.decode().then(() => { board.image.src = src; }, () => {});
}

function isLive(board) {
  return !board.label.hidden;
}

async function ask() {
  const answer = await fetch("/boards/now.json").catch(() => null);
  if (!answer?.ok) return;
  const now = await answer.json();
  for (const board of boards) {
    const game = now[board.game];
    board.label.hidden = !game;
    if (!game) continue;
    board.label.href = `/g/${game.id}`;
    board.label.querySelector("span").textContent = `: ${game.players.map(player).join(" – ")}`;
    if (board.image.getAttribute("src") !== game.src) await show(board, game.src);
  }
}

function step() {
  const seen = boards.filter((board) => board.seen && !isLive(board) && board.ply < MOVES);
  if (document.hidden || !seen.length) return;
  const board = seen[turn++ % seen.length];
  show(board, `/boards/${encodeURIComponent(board.game)}/${++board.ply}.svg`);
}

if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) boards.find(({ link }) => link === target).seen = isIntersecting;
  });
  for (const { link } of boards) watch.observe(link);
  setInterval(step, STEP);
  setInterval(() => document.hidden || ask(), ASK);
}
