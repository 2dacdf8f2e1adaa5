// What waits: invitations and notices beside the name of the site, turns in the title.

const ASK = 20_000;
const badge = document.querySelector("#invitations-badge");
const bell = document.querySelector("#notices-count");

async function ask() {
  const answer = document.hidden ? null : await fetch("/invitations.json").catch(() => null);
  if (!answer?.ok) return;
  const { count, notices, turns, games } = await answer.json();
  shown(turns, games);
  badge.hidden = !count;
  badge.firstElementChild.textContent = count;
  bell.hidden = !notices;
  bell.textContent = notices;
}

setInterval(ask, ASK);

const turnsBadge = document.querySelector("#turns-badge");
const next = document.querySelector("#next-turn");
const here = /^\/g\/(\w+)/.exec(location.pathname)?.[1];

function shown(turns, games) {
  turnsBadge.hidden = !turns;
  turnsBadge.firstElementChild.textContent = turns;
  if (next) next.hidden = !games.some((id) => id !== here);
  document.title = document.title.replace(/^(\(\d+\) )?/, turns ? `(${turns}) ` : "");
}

// At once, because the page may be older than a move made on it; and after each move.
ask();
document.addEventListener("outwit-moved", ask);
