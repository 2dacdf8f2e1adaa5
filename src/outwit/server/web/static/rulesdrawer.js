// The rules beside the board, fetched when they are first opened.

import { byId, note } from "./panel.js";
import { _ } from "./words.js";

export async function openRules(link) {
  const [drawer, text] = [byId("rules"), byId("rules-text")];
  drawer.showModal();
  if (text.childElementCount) return;
  text.textContent = _("Loading …");
  const answer = await fetch(`${link.getAttribute("href")}/drawer`).catch(() => null);
  const found = answer?.ok ? await answer.text().catch(() => "") : "";
  if (found) {
    const page = new DOMParser().parseFromString(found, "text/html");
    text.replaceChildren(...page.body.childNodes);
  } else {
    text.textContent = "";
    drawer.close();
    note(_("The rules cannot be fetched just now. Try again."));
  }
}
