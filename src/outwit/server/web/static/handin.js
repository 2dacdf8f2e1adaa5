// Handing in: files, folders and archives are dropped or chosen, and sent at once.

import { _, plural, said } from "./words.js";

const form = document.getElementById("drop");
const field = form.querySelector("[name=files]");
const folder = document.getElementById("folder");
const folderFiles = document.getElementById("folder-files");
const button = document.getElementById("send");
const sending = document.getElementById("sending");
const MOST_FILES = Number(form.dataset.mostFiles);
const MOST_BYTES = Number(form.dataset.mostBytes);
// What nobody means to hand in; the server leaves it out, too.
const LEFT_OUT = /(^|\/)(\.git|__pycache__|__MACOSX|node_modules)(\/|$)|(^|\/)\.DS_Store$/;

function say(text, isBad = false) {
  sending.textContent = text;
  sending.classList.toggle("bad", isBad);
}

// Send files, each with its path in the folder.
async function send(files) {
  const wanted = files.filter(([path]) => !LEFT_OUT.test(path));
  const bytes = wanted.reduce((sum, [, file]) => sum + file.size, 0);
  if (!wanted.length) return say(_("There is no file in it."), true);
  const most = MOST_FILES;
  if (wanted.length > most) {
    return say(_("These are {count} files; at most {most} are accepted.", { count: wanted.length, most }), true);
  }
  if (bytes > MOST_BYTES) {
    const sizes = { size: Math.ceil(bytes / 1048576), most: MOST_BYTES / 1048576 };
    return say(_("These are {size} MiB; at most {most} are accepted.", sizes), true);
  }
  const body = new FormData();
  body.append("csrf", form.elements.csrf.value);
  for (const [path, file] of wanted) body.append("files", file, path);
  button.disabled = true;
  if (wanted.length === 1) say(_("Sending {name} …", { name: wanted[0][0] }));
  else say(plural("Sending {n} file …", "Sending {n} files …", wanted.length));
  const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (answer?.ok && found) return location.assign(found.path);
  button.disabled = false;
  if (found?.message) say(said(found.message), true);
  else if (answer?.status === 413) say(_("That is more than the portal accepts."), true);
  else say(_("It could not be sent. Try again."), true);
}

const plain = (files) => [...files].map((file) => [file.webkitRelativePath || file.name, file]);

// All entries of a folder: the browser gives them in portions.
async function entries(folder) {
  const reader = folder.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return found;
    found.push(...some);
  }
}

async function walk(entry, found) {
  const path = entry.fullPath.replace(/^\//, "");
  if (LEFT_OUT.test(path) || found.length > MOST_FILES) return;
  if (entry.isDirectory) {
    for (const each of await entries(entry)) await walk(each, found);
  } else {
    found.push([path, await new Promise((done, failed) => entry.file(done, failed))]);
  }
}

async function dropped(event) {
  event.preventDefault();
  form.classList.remove("over");
  const items = [...(event.dataTransfer.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!items.length) return event.dataTransfer.files.length ? send(plain(event.dataTransfer.files)) : undefined;
  const found = [];
  try {
    for (const item of items) await walk(item, found);
  } catch {
    return say(_("Your browser cannot read these files. Pack them as a zip."), true);
  }
  return send(found);
}

document.getElementById("drop-here").hidden = false;
folder.hidden = !("webkitdirectory" in folderFiles);
folder.addEventListener("click", () => folderFiles.click());
folderFiles.addEventListener("change", () => folderFiles.files.length && send(plain(folderFiles.files)));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  send(plain(field.files));
});
// Also beside the field: a file dropped on a page would replace the page.
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  form.classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("over");
});
document.addEventListener("drop", dropped);
