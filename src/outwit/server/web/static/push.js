// Notices in this browser: it is asked for permission only after a click.

const section = document.querySelector("#push");
const [on, off] = section.querySelectorAll("button");
const why = section.querySelector("[role=alert]");
const csrf = document.querySelector("[name=csrf]").value;
const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const registered = async () => navigator.serviceWorker.getRegistration("/");
const subscribed = async () => (await registered())?.pushManager.getSubscription();

function show(is, problem = "") {
  on.hidden = is;
  off.hidden = !is;
  why.hidden = !problem;
  why.textContent = problem;
}

async function send(path, fields) {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams({ csrf, ...fields }) });
  if (!answer.ok) throw new Error("refused");
}

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (each) => each.charCodeAt(0));
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") return show(false, section.dataset.denied);
  const worker = await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(section.dataset.key) };
  const { endpoint, keys } = (await worker.pushManager.subscribe(options)).toJSON();
  await send("/settings/webpush", { endpoint, key: keys.p256dh, secret: keys.auth });
  return show(true);
}

async function end() {
  const found = await subscribed();
  if (found) {
    await send("/settings/webpush/end", { endpoint: found.endpoint });
    await found.unsubscribe();
  }
  show(false);
}

if (can) {
  on.addEventListener("click", () => begin().catch(() => show(false, section.dataset.failed)));
  off.addEventListener("click", () => end().catch(() => show(true, section.dataset.failed)));
  show(Boolean(await subscribed()));
  section.hidden = false;
}
