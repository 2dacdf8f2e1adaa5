// The form of a new game: the board shows the start position for the chosen options.

import { said } from "./words.js";

const PAUSE = 300;
const preview = document.querySelector("#preview");
const why = document.querySelector("#preview-why");
const fields = [...document.querySelectorAll("[name^=option-]")];
let waiting = null;
let asked = 0;

async function show() {
  const number = ++asked;
  const chosen = new URLSearchParams(fields.filter(({ value }) => value.trim()).map(({ name, value }) => [name, value]));
  const answer = await fetch(`${preview.dataset.src}?${chosen}`).catch(() => null);
  // Only the answer to the last request counts. Without one the board stays unchanged.
  if (!answer || number !== asked) return;
  const text = await answer.text();
  if (number !== asked) return;
  const drawn = answer.ok ? new DOMParser().parseFromString(text, "image/svg+xml").documentElement : null;
  if (drawn?.localName === "svg") preview.replaceChildren(drawn);
  preview.classList.toggle("stale", !answer.ok);
  why.hidden = answer.status !== 400;
  if (!why.hidden) why.textContent = said(JSON.parse(text).message);
}

for (const field of fields) {
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, PAUSE);
  });
}
// A browser that returns to the page restores the entered values.
if (fields.some((field) => field.value !== (field.defaultValue ?? field.value))) show();
