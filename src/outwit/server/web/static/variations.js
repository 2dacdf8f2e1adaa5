// The list of moves with its variations, and the fields that change a move.

import { byId, make } from "./panel.js";
import { GLYPHS } from "./tree.js";

export class Variations {
  // `go` gets a node that was chosen; `changed` is called after a comment or a glyph changed.
  constructor(go, changed) {
    Object.assign(this, { changed, nodes: [], here: null });
    byId("moves").addEventListener("click", ({ target }) => {
      const button = target.closest("[data-node]");
      if (button) go(this.nodes[button.dataset.node]);
    });
    byId("comment").addEventListener("input", ({ target }) => {
      this.here.comment = target.value;
      this.#write(this.here);
      changed();
    });
    byId("glyphs").addEventListener("click", ({ target }) => {
      const { glyph } = target.dataset;
      if (!GLYPHS.includes(glyph) || !this.here.parent) return;
      this.here.glyph = this.here.glyph === glyph ? "" : glyph;
      this.#write(this.here);
      this.#fields();
      changed();
    });
  }

  // Show a tree, with a node as the current one.
  show(tree, here) {
    Object.assign(this, { tree, here, nodes: [] });
    const list = byId("moves");
    list.replaceChildren();
    this.#write(tree.root);
    this.#line(list, tree.root, 0);
    const current = list.querySelector("[aria-current]");
    if (current) current.scrollIntoView({ block: "nearest" });
    else list.scrollTop = 0;
    this.#fields();
  }

  // Write the moves after a node, each variation as a list within the list.
  #line(list, node, ply) {
    for (; node.children.length; [node] = node.children) {
      const [main, ...others] = node.children;
      list.append(this.#item(main, ++ply));
      for (const other of others) {
        const inner = make("ol", "", { class: "variation", "aria-label": "Variation" });
        inner.append(this.#item(other, ply));
        this.#line(inner, other, ply);
        const item = make("li");
        item.append(inner);
        list.append(item);
      }
    }
  }

  #item(node, ply) {
    const item = make("li");
    const button = make("button", "", { "data-node": this.nodes.push(node) - 1 });
    if (node === this.here) button.setAttribute("aria-current", "step");
    button.append(make("i", ply), make("b"), make("span", node.label));
    item.append(button, make("p", "", { class: "comment" }));
    node.item = item;
    this.#write(node);
    return item;
  }

  // Write what may change without a new list: glyph and comment.
  #write({ item, parent, text, glyph, comment }) {
    if (!parent) byId("beginning").textContent = comment;
    if (!item) return;
    item.querySelector("b").textContent = `${text}${glyph}`;
    item.querySelector(".comment").textContent = comment;
  }

  #fields() {
    const { here, tree } = this;
    if (byId("comment").value !== here.comment) byId("comment").value = here.comment;
    for (const button of byId("glyphs").querySelectorAll("[data-glyph]")) {
      button.disabled = !here.parent;
      button.setAttribute("aria-pressed", here.glyph === button.dataset.glyph);
    }
    document.querySelector("[data-do=promote]").disabled = !tree.branch(here);
    document.querySelector("[data-do=remove]").disabled = !here.parent;
  }
}
