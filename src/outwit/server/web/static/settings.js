// Settings stored only in this browser.

const section = document.querySelector("#local");
section.hidden = false;
for (const box of section.querySelectorAll("input")) {
  const { key, on } = box.dataset;
  box.checked = localStorage.getItem(key) === on;
  box.addEventListener("change", () => (box.checked ? localStorage.setItem(key, on) : localStorage.removeItem(key)));
}
