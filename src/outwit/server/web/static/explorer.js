// The opening explorer beside the engine's lines: the moves that were played in the shown position.

import { byId } from "./panel.js";

const FAILED = "The explorer cannot be reached just now.";

export class Explorer {
  // `play` gets the text of a move.
  constructor(game, play) {
    this.path = `/openings/${encodeURIComponent(game)}`;
    this.query = null;
    this.asked = 0;
    const show = () => this.#show();
    byId("openings").addEventListener("toggle", show);
    byId("filters").addEventListener("change", show);
    byId("played").addEventListener("click", (event) => {
      const link = event.target.closest("[data-move]");
      if (!link || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      play(link.dataset.move);
    });
  }

  // Show the moves of the position of a query, while the panel is open.
  at(query) {
    this.query = new URLSearchParams(query);
    this.query.delete("flipped");
    return this.#show();
  }

  async #show() {
    const values = new URLSearchParams(this.query);
    for (const [name, value] of new FormData(byId("filters"))) if (value) values.set(name, value);
    byId("explorer").href = `${this.path}?${values}`;
    if (!byId("openings").open) return;
    const number = ++this.asked;
    const answer = await fetch(`${this.path}/table?${values}`).catch(() => null);
    const found = answer?.ok ? await answer.text().catch(() => null) : null;
    if (number !== this.asked) return;
    if (found === null) byId("played").textContent = FAILED;
    else byId("played").replaceChildren(...new DOMParser().parseFromString(found, "text/html").body.children);
  }
}
