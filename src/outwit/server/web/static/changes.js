// What a move changed, as pieces that went from square to square.

// Pair squares that a piece left with squares where one like it came. An empty square comes
// first: a piece that goes there moved, while one that replaces another may have turned.
export function pairs(changes) {
  const left = changes.filter(({ before, after }) => before && before !== after);
  const came = changes.filter(({ before, after }) => after && before !== after);
  came.sort((a, b) => Boolean(a.before) - Boolean(b.before));
  const found = [];
  for (const { square, after } of came) {
    const i = left.findIndex(({ before }) => before === after);
    if (i >= 0) found.push([left.splice(i, 1)[0].square, square]);
  }
  return found;
}
