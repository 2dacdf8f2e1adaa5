// A choice is shown and stored at once; without this script, the button stores it.

const form = document.querySelector("#appearance");
const root = document.documentElement;
const sheet = document.querySelector("#boards-sheet");
form.querySelector("button").hidden = true;

form.addEventListener("change", (event) => {
  const chosen = new FormData(form);
  for (const field of ["theme", "size"]) root.dataset[field] = chosen.get(field);
  sheet.href = `/static/boards.css?style=${chosen.get("board")}`;
  const theme = chosen.get("theme") === "system" ? "auto" : chosen.get("theme");
  for (const image of form.querySelectorAll("img")) image.src = image.src.replace(/theme=\w+/, `theme=${theme}`);
  fetch(form.action, { method: "POST", body: new URLSearchParams(chosen), redirect: "manual" })
    // The page in the other language is a new one.
    .then(() => { if (event.target.name === "language") location.reload(); })
    .catch(() => { form.querySelector("button").hidden = false; });
});
