// The number of open invitations, beside the name of the site.

const ASK = 20_000;
const badge = document.querySelector("#invitations-badge");

async function ask() {
  const answer = document.hidden ? null : await fetch("/invitations.json").catch(() => null);
  if (!answer?.ok) return;
  const { count } = await answer.json();
  badge.hidden = !count;
  badge.firstElementChild.textContent = count;
}

setInterval(ask, ASK);
