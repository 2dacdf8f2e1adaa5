// A choice is shown and stored at once; without this script, the button stores it.

const form = document.querySelector("#appearance");
const root = document.documentElement;
form.querySelector("button").hidden = true;

form.addEventListener("change", () => {
  const chosen = new FormData(form);
  for (const field of ["theme", "size"]) root.dataset[field] = chosen.get(field);
  fetch(form.action, { method: "POST", body: new URLSearchParams(chosen), redirect: "manual" })
    .catch(() => { form.querySelector("button").hidden = false; });
});
