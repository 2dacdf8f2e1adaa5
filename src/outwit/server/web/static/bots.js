// Buttons that copy the lines beside them; they are hidden if the browser does not permit copying.
import { _ } from "./words.js";

const SHOWN = 2_000;

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-do=copy]")) {
    const said = button.firstChild;
    const copy = said.data;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.previousElementSibling.textContent);
        said.data = _("Copied");
      } catch {
        getSelection().selectAllChildren(button.previousElementSibling);
        said.data = _("Selected");
      }
      setTimeout(() => (said.data = copy), SHOWN);
    });
  }
}
