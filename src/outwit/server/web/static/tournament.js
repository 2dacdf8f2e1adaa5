// The page of a tournament or class, or the list of tournaments: local times, and the live part,
// which is fetched again when it changes.
import { Wire } from "./wire.js";
import { _, localise } from "./words.js";

const live = document.querySelector("[data-live]");
const SOON = 400;
let waiting = null;
let polling = null;
// The last text of the live part: an unchanged part is not replaced, so that no click is lost.
let last = "";

function countDown() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const seconds = Math.max(0, Math.round((new Date(element.dataset.until) - Date.now()) / 1000));
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    const two = (number) => String(number).padStart(2, "0");
    const left = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
    element.textContent = seconds ? _("{left} left", { left }) : "";
  }
}

// Go to a waiting game, once: a player who returns to this page wants to see the standings.
function goTo(game) {
  if (sessionStorage.getItem("went") === game) return;
  sessionStorage.setItem("went", game);
  location.assign(`/g/${encodeURIComponent(game)}`);
}

function goIfFresh() {
  const fresh = live.querySelector("[data-go]");
  if (fresh) goTo(fresh.dataset.go);
}

// Tokens of forms differ every time.
const plain = (text) => text.replaceAll(/name="csrf" value="\w+"/g, "");

async function refresh() {
  clearTimeout(waiting);
  waiting = null;
  const answer = await fetch(live.dataset.live).catch(() => null);
  const text = answer?.ok ? await answer.text() : last;
  if (plain(text) !== plain(last)) replace(text);
  last = text;
  poll();
}

function replace(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").body;
  localise(fresh);
  // Opened and closed parts, and the focus, stay as they are.
  for (const details of live.querySelectorAll("details[id]")) {
    const same = fresh.querySelector(`#${details.id}`);
    if (same && !(details.open && details === live.querySelector("details"))) same.open = details.open;
  }
  const scrolled = [...live.querySelectorAll(".wide")].map((element) => element.scrollLeft);
  const at = live.contains(document.activeElement) ? document.activeElement : null;
  const focused = ["href", "data-act"].find((name) => at?.hasAttribute(name));
  live.replaceChildren(...fresh.childNodes);
  live.querySelectorAll(".wide").forEach((element, index) => (element.scrollLeft = scrolled[index] ?? 0));
  if (focused) live.querySelector(`[${focused}="${CSS.escape(at.getAttribute(focused))}"]`)?.focus();
  countDown();
  goIfFresh();
}

// Fetch the part again after some time, in case the socket is silent; the part may set the time.
function poll() {
  clearTimeout(polling);
  const every = Number(live.querySelector("[data-every]")?.dataset.every ?? live.dataset.every);
  if (every) polling = setTimeout(() => (document.hidden ? poll() : refresh()), 1000 * every);
}

function refreshSoon() {
  waiting ??= setTimeout(refresh, SOON);
}

localise(document);
countDown();
setInterval(countDown, 1000);
if (live) {
  new Wire(live.dataset.socket, {
    hear(message) {
      if (message.t === "game") goTo(message.id);
      else if (message.t === "changed") refreshSoon();
    },
    opened: refreshSoon,
    status() {},
  });
  poll();
}
