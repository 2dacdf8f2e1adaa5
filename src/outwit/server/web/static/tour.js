// The tour of a game in three steps, for people who see it for the first time.

import { byId } from "./panel.js";

const KEY = "outwit-tours";

// The games whose tours this browser has shown.
function seen() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export class Tour {
  constructor() {
    this.root = byId("tour");
    this.steps = [...this.root?.querySelectorAll("[aria-live] > div") ?? []];
    this.root?.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.end();
    });
    if (this.root && "new" in this.root.dataset && !seen().includes(this.root.dataset.game)) this.#show(0);
  }

  // Begin it, with the focus on it.
  open() {
    this.#show(0);
    this.root.focus();
    this.root.scrollIntoView({ block: "nearest" });
  }

  // Show the next step, or the one before.
  go(by) {
    this.#show(this.steps.findIndex((step) => !step.hidden) + by);
    byId(this.steps.at(-1).hidden ? "tour-next" : "tour-done").focus();
  }

  // Close it for good: the browser and the account remember that.
  end() {
    if (this.root.hidden) return;
    const { game, csrf } = this.root.dataset;
    const hadFocus = this.root.contains(document.activeElement);
    this.root.hidden = true;
    if (hadFocus) byId("board").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    localStorage.setItem(KEY, JSON.stringify([...new Set([...seen(), game])]));
    // Without a connection, this browser still knows.
    fetch(`/tours/${encodeURIComponent(game)}`, { method: "POST", body: new URLSearchParams({ csrf }), keepalive: true }).catch(() => null);
  }

  #show(step) {
    this.steps.forEach((each, place) => each.toggleAttribute("hidden", place !== step));
    const isLast = step === this.steps.length - 1;
    byId("tour-back").hidden = step === 0;
    byId("tour-skip").hidden = byId("tour-next").hidden = isLast;
    byId("tour-done").hidden = !isLast;
    this.root.hidden = false;
  }
}
