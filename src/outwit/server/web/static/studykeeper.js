// Saves the chapter of a study a moment after each edit. Until the server has stored an edit, it is
// also kept in the browser, so that neither a lost network nor a closed tab loses it. An edit never
// replaces one that was made elsewhere meanwhile: the person chooses.

import { byId } from "./panel.js";
import { Tree, nodesOf } from "./tree.js";

// Milliseconds from an edit to its request, and before the first and the longest repetition.
const PAUSE = 1_000;
const AGAIN = 2_000;
const LONGEST = 30_000;
const STALE = 409;
const SAID = {
  saved: "All changes are saved.",
  saving: "Saving …",
  waiting: "Not saved yet: the server cannot be reached. Your changes are kept in this browser.",
  conflict: "Not saved.",
};

// The study of this page, null on another one.
export function studyHere() {
  return JSON.parse(byId("study")?.textContent ?? "null");
}

export class StudyKeeper {
  constructor({ key, number, version, title, comment, nodes, mine, path }) {
    this.place = `outwit-study-${key}-${number}`;
    Object.assign(this, { version, title, comment, nodes, mine, path });
    // The tree as the server has it, and as it should have it.
    this.stored = written(Tree.read([...nodes, { parent: -1, comment }]));
    this.wanted = this.stored;
    Object.assign(this, { timer: null, busy: false, pause: AGAIN, stale: false });
    if (!mine) return;
    byId("keep").addEventListener("click", () => this.#keep());
    byId("discard").addEventListener("click", () => this.#discard());
    addEventListener("online", () => this.#send());
    addEventListener("visibilitychange", () => document.hidden && this.#send());
  }

  // The tree: with the edits that were not saved before, if there are any.
  load() {
    const tree = Tree.read([...this.nodes, { parent: -1, comment: this.comment }]);
    const draft = this.mine ? this.#draft() : null;
    if (!draft) return tree;
    const edited = Tree.read(draft.entries);
    this.wanted = written(edited);
    this.tree = edited;
    if (this.wanted === this.stored) this.#forget();
    else if (draft.version === this.version) this.#later(0);
    else this.#clash();
    return edited;
  }

  // Save a tree soon; one that has not changed is not sent.
  save(tree) {
    if (!this.mine) return;
    const wanted = written(tree);
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.#remember(tree);
    if (this.stale) return;
    this.#say(SAID.saving);
    this.#later(PAUSE);
  }

  // Save an edit that came too late as a chapter of its own.
  async #keep() {
    const { tree } = this;
    const form = byId("mine");
    const fields = new URLSearchParams(new FormData(form));
    fields.set("comment", tree.root.comment);
    fields.set("nodes", JSON.stringify(nodesOf(tree)));
    const answer = await fetch(form.action, { method: "POST", body: fields }).catch(() => null);
    if (!answer?.ok) {
      this.#say(SAID.waiting);
      return;
    }
    this.#forget();
    location.assign(answer.url);
  }

  // Give up an edit that came too late.
  #discard() {
    this.#forget();
    location.reload();
  }

  #later(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#send(), milliseconds);
  }

  async #send() {
    if (this.busy || this.stale || this.wanted === this.stored) return;
    clearTimeout(this.timer);
    this.busy = true;
    const sent = this.wanted;
    const body = JSON.stringify({ ...JSON.parse(sent), version: this.version, csrf: csrf() });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${this.path}/tree`, { method: "POST", body, headers }).catch(() => null);
    const found = await answer?.json().catch(() => null);
    this.busy = false;
    if (answer?.ok && found) this.#done(sent, found.version);
    else if (answer?.status === STALE) this.#clash();
    else if (found?.message) this.#say(`Not saved: ${found.message}`);
    else this.#retry();
  }

  #done(sent, version) {
    Object.assign(this, { stored: sent, version, pause: AGAIN });
    if (this.wanted !== sent) {
      this.#mark();
      this.#later(PAUSE);
      return;
    }
    this.#forget();
    this.#say(SAID.saved);
  }

  #retry() {
    this.#say(SAID.waiting);
    this.#later(this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST);
  }

  #clash() {
    this.stale = true;
    byId("conflict").hidden = false;
    this.#say(SAID.conflict);
  }

  #say(text) {
    if (byId("saved").textContent !== text) byId("saved").textContent = text;
  }

  #draft() {
    try {
      const draft = JSON.parse(localStorage.getItem(this.place));
      return Array.isArray(draft?.entries) ? draft : null;
    } catch {
      return null;
    }
  }

  // Keep an edit in the browser; a full or forbidden storage keeps nothing.
  #remember(tree) {
    this.tree = tree;
    this.#mark();
  }

  #mark() {
    const { tree, version } = this;
    try {
      const entries = tree.write();
      localStorage.setItem(this.place, JSON.stringify({ version, entries }));
    } catch {
      // The server still gets the edit.
    }
  }

  #forget() {
    try {
      localStorage.removeItem(this.place);
    } catch {
      // Nothing was kept.
    }
  }
}

// A tree as a text, by which trees are compared.
function written(tree) {
  return JSON.stringify({ comment: tree.root.comment.trim(), nodes: nodesOf(tree) });
}

function csrf() {
  return document.querySelector("[name=csrf]").value;
}
