// The page of a tournament or class: times of here, and a part that is fetched anew when it changes.
import { Wire } from "./wire.js";

const live = document.querySelector("[data-live]");
const SOON = 400;
let waiting = null;

// Times are written in UTC; here they become those of this place.
function localise(root) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const at = new Date(time.dateTime);
    time.textContent = at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    time.removeAttribute("data-local");
  }
}

function countDown() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const seconds = Math.max(0, Math.round((new Date(element.dataset.until) - Date.now()) / 1000));
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    const two = (number) => String(number).padStart(2, "0");
    const left = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
    element.textContent = seconds ? ` ${left} left` : "";
  }
}

// Go to a game that waits for us, once: whoever comes back here wants to see the standings.
function goTo(game) {
  if (sessionStorage.getItem("went") === game) return;
  sessionStorage.setItem("went", game);
  location.assign(`/g/${encodeURIComponent(game)}`);
}

function goIfFresh() {
  const fresh = live.querySelector("[data-go]");
  if (fresh) goTo(fresh.dataset.go);
}

async function refresh() {
  clearTimeout(waiting);
  waiting = null;
  const answer = await fetch(live.dataset.live).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  localise(fresh);
  // What somebody has opened, closed or is at stays so.
  for (const details of live.querySelectorAll("details[id]")) {
    const same = fresh.querySelector(`#${details.id}`);
    if (same && !(details.open && details === live.querySelector("details"))) same.open = details.open;
  }
  const scrolled = [...live.querySelectorAll(".wide")].map((element) => element.scrollLeft);
  const focused = live.contains(document.activeElement) && document.activeElement.getAttribute("href");
  live.replaceChildren(...fresh.childNodes);
  live.querySelectorAll(".wide").forEach((element, index) => (element.scrollLeft = scrolled[index] ?? 0));
  if (focused) live.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
  countDown();
  goIfFresh();
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
  const every = Number(live.dataset.every);
  if (every) setInterval(() => document.hidden || refresh(), 1000 * every);
}
