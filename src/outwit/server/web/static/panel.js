// The surroundings of the board: seats, moves, buttons, chat, and text for screen readers.

import { Choice, moveButtons } from "./choice.js";
import { _, player, plural, said } from "./words.js";

const MUTED = "outwit-muted";
const LINES = 200;
const NOTE = 6_000;
// Interruptions of the connection that are shorter than this are not shown.
const BLINK = 1_200;
const OFFERS = {
  draw: { theirs: _("Your opponent offers a draw."), mine: _("You have offered a draw.") },
  takeback: { theirs: _("Your opponent asks to take back."), mine: _("You have asked to take back.") },
};
// Directions in the labels of moves, which refer to the board that is not flipped.
const COMPASS = /\b(north|south|east|west)/i;
let fading = null;

export const byId = (id) => document.getElementById(id);

export function make(tag, text = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// Some elements are missing on some pages.
function hide(id, hidden) {
  byId(id)?.toggleAttribute("hidden", Boolean(hidden));
}

function disable(id, disabled) {
  byId(id)?.toggleAttribute("disabled", Boolean(disabled));
}

// Say something to screen readers.
export function announce(text) {
  byId("live").textContent = text;
}

// Show a message for some seconds, or until the next one.
export function note(text, stays = false) {
  clearTimeout(fading);
  byId("notice").textContent = text.charAt(0).toUpperCase() + text.slice(1);
  byId("notice").hidden = !text;
  if (text && !stays) fading = setTimeout(() => note(""), NOTE);
}

// Copy the field beside a button; if that fails, leave the text selected.
export async function copy(button) {
  const field = button.previousElementSibling;
  button.textContent = await copied(field.value) ? _("Copied") : _("Press Ctrl+C");
  field.select();
}

// Copy a text, and return whether that succeeded. Without HTTPS only the old command is available,
// which copies the selection.
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", text, { class: "unseen" });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

export class Panel {
  constructor() {
    this.title = document.title;
    this.offered = null;
    this.lost = null;
    this.choice = new Choice(byId("board"));
    if (byId("chat") && localStorage.getItem(MUTED)) this.mute();
    this.ply = 0;
    // When the list changes its size, the shown move stays visible, and no line is cut.
    new ResizeObserver(() => this.current(this.ply, true)).observe(byId("moves"));
  }

  show(state, flipped, viewed) {
    const { you, turn, outcome } = state;
    const mine = you === turn && !outcome && !state.waits && !state.shared;
    this.seat("below", state, flipped ? 1 : 0);
    this.seat("above", state, flipped ? 0 : 1);
    const side = said(state.players[turn].side);
    if (outcome) byId("status").textContent = said(outcome.sentence);
    // While a seat is free, the text of the loaded page stays.
    else if (!state.waits) byId("status").textContent = mine ? _("Your turn ({side})", { side }) : _("{side} to move", { side });
    document.body.toggleAttribute("data-over", Boolean(outcome));
    document.title = mine ? `${_("Your turn")} · ${this.title}` : this.title;
    hide("while-playing", outcome || state.waits);
    hide("invite", !state.waits);
    hide("join", !state.waits);
    byId("watchers").textContent = state.watchers && !state.waits ? plural("{n} watching", "{n} watching", state.watchers) : "";
    const spoken = [...state.moves, ...state.played];
    hide("compass", !flipped || !spoken.some(({ label }) => COMPASS.test(label)));
    this.offers(state);
    this.rematch(state);
    this.moves(state.played);
    this.current(viewed ?? state.n);
    this.score(state, viewed ?? state.n);
  }

  // Show the score after a ply beside the names, if the game has one.
  score({ scores, unit }, ply) {
    for (const side of [0, 1]) {
      const place = document.querySelector(`.seat[data-side="${side}"] .score`);
      const count = scores?.[ply]?.[side];
      place.hidden = count === undefined;
      place.textContent = count ?? "";
      place.setAttribute("aria-label", place.hidden ? "" : said(`${count} ${count === 1 ? unit.replace(/s$/, "") : unit}`));
    }
  }

  seat(place, { players, turn, outcome, waits }, side) {
    const seat = byId(place);
    seat.dataset.side = side;
    seat.toggleAttribute("data-turn", turn === side && !outcome && !waits);
    seat.querySelector(".side").className = `side side-${side}`;
    seat.querySelector(".player").textContent = player(players[side].name) || (outcome ? _("Nobody") : _("Free seat"));
    seat.querySelector(".rating").textContent = players[side].rating ?? "";
    seat.querySelector(".tag").hidden = !players[side].bot;
    seat.querySelector(".sidename").textContent = said(players[side].side);
  }

  clock(side) {
    return document.querySelector(`.seat[data-side="${side}"] .clock`);
  }

  // Show the open offer, and the buttons for possible offers.
  offers({ offers, you, outcome, n, turn, players, shared }) {
    if (you === null) return;
    const by = (side) => Object.keys(OFFERS).find((kind) => !outcome && offers?.[kind] === side);
    this.offered = by(1 - you) ?? null;
    const mine = by(you);
    const text = this.offered ? OFFERS[this.offered].theirs : mine ? OFFERS[mine].mine : "";
    const line = byId("offer").querySelector("span");
    if (text && line.textContent !== text) announce(text);
    line.textContent = text;
    hide("offer", !text);
    hide("accept", !this.offered);
    byId("decline").textContent = this.offered ? _("Decline") : _("Withdraw");
    const bot = players[1 - you].bot;
    const first = turn === you && !shared ? 2 : 1;
    hide("draw", bot);
    disable("draw", text);
    disable("takeback", text || n < first);
    disable("hint", turn !== you);
  }

  // Show the offer of a rematch, and its buttons.
  rematch({ offers, you, outcome, players, next }) {
    hide("after", !outcome);
    if (you === null) return;
    const won = outcome?.winner === you;
    hide("easier", outcome?.winner !== 1 - you);
    byId("harder")?.classList.toggle("main", won);
    byId("again").classList.toggle("main", !won || !byId("harder") || offers.rematch !== null);
    hide("rematch", !players[1 - you].name);
    const by = offers.rematch;
    const words = by === you ? _("Rematch offered …") : by === null ? "" : _("{name} wants a rematch.", { name: player(players[by].name) });
    if (words && byId("rematch-words").textContent !== words) announce(words);
    byId("rematch-words").textContent = words;
    byId("again").textContent = next ? _("To the rematch") : by === null ? _("Rematch, sides swapped") : _("Accept");
    byId("no-rematch").textContent = by === you ? _("Withdraw") : _("Decline");
    hide("rematch-words", !words);
    hide("again", by === you);
    hide("no-rematch", by === null);
  }

  // Show that the connection is lost, unless it comes back at once.
  connected(there) {
    clearTimeout(this.lost);
    if (there) hide("lost", true);
    else this.lost = setTimeout(() => hide("lost", false), navigator.onLine ? BLINK : 0);
  }

  // The board in words for screen readers.
  words(text) {
    if (byId("words").textContent !== text) byId("words").textContent = text;
  }

  moves(played) {
    const list = byId("moves");
    for (const [i, item] of [...list.children].entries()) {
      if (played[i]?.text !== item.querySelector("b").textContent) item.remove();
    }
    for (let ply = list.children.length; ply < played.length; ply++) {
      const button = make("button", "", { "data-ply": ply + 1 });
      button.append(make("b", played[ply].text), " ", make("span", said(played[ply].label)));
      list.append(make("li"));
      list.lastChild.append(button);
    }
  }

  current(ply, resized = false) {
    this.ply = ply;
    const list = byId("moves");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = list.querySelector(`[data-ply="${ply}"]`);
    if (!ply) list.scrollTop = 0;
    if (!button) return;
    button.setAttribute("aria-current", "step");
    // Scroll only the list, never the page.
    this.align(list, button.parentElement, resized && list.scrollTop > 0);
  }

  align(list, item, resized) {
    const top = item.offsetTop - list.offsetTop;
    if (resized || top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
      // Show whole lines: one begins at the top; there may be space below the last.
      const room = list.clientHeight;
      const last = list.lastElementChild;
      const end = last.offsetTop + last.offsetHeight - list.offsetTop;
      const tops = [...list.children].map(({ offsetTop }) => offsetTop - list.offsetTop);
      const first = tops.find((each) => each >= Math.min(top - room / 2, end - room)) ?? top;
      list.style.paddingBottom = `${Math.max(0, first + room - end)}px`;
      list.scrollTop = first;
    }
  }

  // Offer moves that have no square.
  offer(moves, play) {
    byId("unplaced").replaceChildren(...moveButtons(moves, play, "main"));
  }

  // Enable or disable an action's button.
  can(action) {
    const button = document.querySelector(`[data-do=${action}]`);
    return Boolean(button) && !button.disabled && !button.closest("[hidden]");
  }

  pressed(action, on) {
    document.querySelector(`[data-do=${action}]`).setAttribute("aria-pressed", on);
  }

  // Set the text of a button.
  label(action, text) {
    document.querySelector(`[data-do=${action}]`).textContent = text;
  }

  // Show all chat messages.
  talk(lines) {
    byId("chat").replaceChildren();
    for (const line of lines) this.#write(line);
  }

  #write({ name, text }) {
    const line = make("li");
    line.append(make("b", name), ` ${text}`);
    const list = byId("chat");
    list.append(line);
    if (list.children.length > LINES) list.firstElementChild.remove();
    list.scrollTop = list.scrollHeight;
  }

  say({ name, text }) {
    this.#write({ name, text });
    if (!document.querySelector(".muted")) announce(`${name}: ${text}`);
  }

  mute() {
    const muted = document.querySelector(".talk").classList.toggle("muted");
    if (muted) localStorage.setItem(MUTED, "yes");
    else localStorage.removeItem(MUTED);
    this.label("mute", muted ? _("Unmute") : _("Mute"));
  }
}
