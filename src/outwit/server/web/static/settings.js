// Settings stored only in this browser.

import * as sounds from "./sounds.js";

const section = document.querySelector("#local");
section.hidden = false;
for (const box of section.querySelectorAll("input")) {
  const { key, on } = box.dataset;
  box.checked = localStorage.getItem(key) === on;
  box.addEventListener("change", () => (box.checked ? localStorage.setItem(key, on) : localStorage.removeItem(key)));
}
// What was switched on is heard at once.
section.querySelector("[data-key=outwit-sound]").addEventListener("change", () => sounds.play("move"));
