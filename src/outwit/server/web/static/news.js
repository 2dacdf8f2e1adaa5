// What waits: invitations and notices beside the name of the site, turns in the title.

const ASK = 20_000;
const badge = document.querySelector("#invitations-badge");
const bell = document.querySelector("#notices-count");

async function ask() {
  const answer = document.hidden ? null : await fetch("/invitations.json").catch(() => null);
  if (!answer?.ok) return;
  const { count, notices } = await answer.json();
  badge.hidden = !count;
  badge.firstElementChild.textContent = count;
  bell.hidden = !notices;
  bell.textContent = notices;
}

setInterval(ask, ASK);
