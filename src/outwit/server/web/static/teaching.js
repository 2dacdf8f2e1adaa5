// The teacher's pages: times in the local time zone, tables that sort by a column, boxes for all.

import { _, locale, localise } from "./words.js";

// Fields hold UTC; while the page is open they show local time.
for (const field of document.querySelectorAll("input[data-utc]")) {
  const at = field.value && new Date(`${field.value}Z`);
  if (at) field.value = local(at);
  const zone = field.closest("label").querySelector(".zone");
  zone.textContent = _("in your time zone");
  field.form.addEventListener("formdata", (event) => {
    if (field.value) event.formData.set(field.name, new Date(field.value).toISOString());
  });
}

function local(at) {
  const moved = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return moved.toISOString().slice(0, 16);
}

// A file is read into the text, so that it can be seen and changed.
const file = document.querySelector("#homework input[type=file]");
file?.addEventListener("change", async () => {
  if (!file.files[0]) return;
  file.form.elements.paper.value = await file.files[0].text();
  file.value = "";
});

localise(document);

// A click on a heading sorts by its column, a second click the other way round.
for (const table of document.querySelectorAll("table[data-sorts]")) {
  for (const heading of table.tHead.rows[0].cells) {
    if (!heading.textContent.trim() || "plain" in heading.dataset) continue;
    const button = document.createElement("button");
    button.className = "plain sorter";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => sort(table, heading));
  }
}

function sort(table, heading) {
  const up = heading.ariaSort !== "ascending";
  for (const each of table.tHead.rows[0].cells) each.ariaSort = null;
  heading.ariaSort = up ? "ascending" : "descending";
  const value = (row) => row.cells[heading.cellIndex].dataset.value ?? row.cells[heading.cellIndex].textContent.trim();
  const order = new Intl.Collator(locale, { numeric: true });
  // Rows without a value come last, whichever way the others go.
  const compare = (one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === "" || b === "") return (a === "") - (b === "");
    const [x, y] = [Number(a), Number(b)];
    return (Number.isNaN(x) || Number.isNaN(y) ? order.compare(a, b) : x - y) * (up ? 1 : -1);
  };
  table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
}

for (const all of document.querySelectorAll("input[data-all]")) {
  all.addEventListener("change", () => {
    for (const box of document.querySelectorAll(`input[name="${all.dataset.all}"]`)) box.checked = all.checked;
  });
}
