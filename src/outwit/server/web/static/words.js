// The texts of scripts in the language of the page. They are written in English; a catalog has the others.
//
//   _("Move {ply}", { ply })                       a text
//   plural("{n} game", "{n} games", count)         a text that depends on a number
//   said(state.outcome.sentence)                   what the server says in English
//   player("Level 3")                              the name of a player; only those of levels are translated
//   ended("the board is full")                     a text with a full stop, if it has no end
//   localise(document)                             the times of a page, in the local time zone

const { lang, dataset } = document.documentElement;

async function read(path) {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : {};
  } catch {
    return {};
  }
}

const { texts = {}, plurals = {}, sentences = {}, stop = "." } = dataset.words ? await read(dataset.words) : {};
const { exact = {}, patterns = [] } = sentences;
const rules = new Intl.PluralRules(lang);
// English dates and numbers as in full English sentences, as the server writes them.
export const locale = lang === "en" ? "en-GB" : lang;
const numbers = new Intl.NumberFormat(locale);
const known = patterns.map(([source, names, translation]) => [new RegExp(source, "s"), names, translation]);

// What was said before: each square of a board is named after every move.
const memory = new Map();
const has = (table, key) => Object.prototype.hasOwnProperty.call(table, key);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => (has(values, name) ? values[name] : place));

export function _(text, values = {}) {
  return fill(has(texts, text) ? texts[text] : text, values);
}

export function plural(one, other, n, values = {}) {
  const forms = has(plurals, one) ? plurals[one] : [one, other];
  const form = forms[Math.min(rules.select(n) === "one" ? 0 : 1, forms.length - 1)];
  return fill(form, { n: numbers.format(n), ...values });
}

export function player(name) {
  const level = /^[Ll]evel (\d+)$/.exec(name ?? "");
  return level ? _("Level {number}", { number: level[1] }) : name;
}

export const ended = (text) => (/[.!?。！？]$/.test(text) ? text : text + stop);

// Several sentences of the server, each for itself.
export const saidAll = (text) => text.split(/(?<=[.!?]) /).map(said).join(stop === "." ? " " : "");

// Times that the server wrote in UTC, in the local time zone.
export function localise(root) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    time.textContent = new Date(time.dateTime).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
    time.removeAttribute("data-local");
  }
}

// A sentence may contain others: its places are translated too.
function found(text, depth = 3) {
  if (has(exact, text)) return exact[text];
  if (depth) {
    for (const [pattern, names, translation] of known) {
      const match = pattern.exec(text);
      if (match) return fill(translation, Object.fromEntries(names.map((name, at) => [name, found(match[at + 1], depth - 1)])));
    }
  }
  return text;
}

// An error may have got a capital letter and a full stop.
export function said(text) {
  if (typeof text !== "string" || !text) return text;
  if (!memory.has(text)) memory.set(text, translation(text));
  return memory.get(text);
}

function translation(text) {
  const plain = text.replace(/\.$/, "");
  for (const each of [text, plain[0]?.toLowerCase() + plain.slice(1), plain]) {
    const other = found(each);
    if (other === each) continue;
    const whole = each === text ? other : other[0].toUpperCase() + other.slice(1);
    return plain === text || each === text ? whole : ended(whole);
  }
  return text;
}
