// Moves pointed out on the board: arrows between squares, or a ring around a single square.

const SVG = "http://www.w3.org/2000/svg";

export function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// Draw moves over a board's picture: `moves` are pairs of a class and a list of squares. With
// `numbered`, the squares of moves with several squares get the numbers of their clicks.
export function point(board, moves, numbered = false) {
  for (const layer of board.svg.querySelectorAll(".pointers, .clicks")) layer.remove();
  const layer = shape("g", { class: "pointers" });
  for (const [kind, names] of moves) {
    const squares = names.map((name) => board.squares.get(name)).filter(Boolean);
    if (squares.length === 1) layer.append(ring(kind, middle(squares[0])));
    // An arrow there and one back are drawn side by side.
    const lane = new Set(names).size < names.length ? 13 : 0;
    for (const [i, square] of squares.slice(1).entries()) {
      layer.append(arrow(kind, middle(squares[i]), middle(square), lane));
    }
  }
  board.dots.after(layer);
  if (numbered) board.svg.append(numbers(board, moves));
}

// The numbers of clicks, each in the corner of its square; a square may be clicked twice.
function numbers(board, moves) {
  const layer = shape("g", { class: "clicks" });
  for (const names of moves.map(([, names]) => names).filter(({ length }) => length > 1)) {
    const clicks = new Map();
    names.forEach((name, i) => clicks.set(name, [...(clicks.get(name) ?? []), i + 1]));
    for (const [name, found] of clicks) {
      const square = board.squares.get(name);
      if (square) layer.append(...badge(middle(square), found.join("·")));
    }
  }
  return layer;
}

function badge([x, y], text) {
  const half = 16 + 6 * text.length;
  const right = x + 48;
  const label = shape("text", { x: right - half, y: y - 14, "text-anchor": "middle", "font-size": 34, "font-weight": 700 });
  label.textContent = text;
  return [shape("rect", { x: right - 2 * half, y: y - 48, width: 2 * half, height: 44, rx: 22, "stroke-width": 4 }), label];
}

export function middle(square) {
  const half = Number(square.getAttribute("width")) / 2;
  return [Number(square.getAttribute("x")) + half, Number(square.getAttribute("y")) + half];
}

export function ring(kind, [cx, cy]) {
  return shape("circle", { class: kind, cx, cy, r: 42, "fill-opacity": 0, "stroke-width": 11 });
}

export function arrow(kind, [x1, y1], [x2, y2], lane = 0) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [right, down] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along, aside) => `${x2 - along * right + (aside - lane) * down},${y2 - along * down - (aside - lane) * right}`;
  // A short arrow has a small head.
  const [head, wide, stroke] = length < 150 ? [44, 15, 8] : [50, 24, 13];
  const path = `M${at(length - 22, 0)}L${at(head, 0)}M${at(20, 0)}L${at(head, wide)} ${at(head, -wide)}Z`;
  return shape("path", { class: kind, d: path, "stroke-width": stroke, "stroke-linejoin": "round", "stroke-linecap": "round" });
}
