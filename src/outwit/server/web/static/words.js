// The texts of scripts in the language of the page. They are written in English; a catalog has the others.
//
//   _("Move {ply}", { ply })                       a text
//   plural("{n} game", "{n} games", count)         a text that depends on a number
//   said(state.outcome.sentence)                   what the server says in English

const { lang, dataset } = document.documentElement;

async function read(path) {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : {};
  } catch {
    return {};
  }
}

const { texts = {}, plurals = {}, sentences = {} } = dataset.words ? await read(dataset.words) : {};
const { exact = {}, patterns = [] } = sentences;
const rules = new Intl.PluralRules(lang);
const numbers = new Intl.NumberFormat(lang === "en" ? "en-GB" : lang);
const known = patterns.map(([source, names, translation]) => [new RegExp(source, "s"), names, translation]);

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

// A sentence may contain others: its places are translated too.
export function said(text, depth = 3) {
  if (typeof text !== "string" || !text) return text;
  if (has(exact, text)) return exact[text];
  if (depth) {
    for (const [pattern, names, translation] of known) {
      const match = pattern.exec(text);
      if (match) return fill(translation, Object.fromEntries(names.map((name, at) => [name, said(match[at + 1], depth - 1)])));
    }
  }
  return text;
}
