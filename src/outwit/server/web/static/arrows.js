// Moves pointed out on the board: arrows from square to square, or a ring where there is one alone.

const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// Lay moves over a board's picture: `moves` are pairs of a class and a list of squares.
export function point(board, moves) {
  board.svg.querySelector(".pointers")?.remove();
  const layer = shape("g", { class: "pointers" });
  for (const [kind, names] of moves) {
    const squares = names.map((name) => board.squares.get(name)).filter(Boolean);
    if (squares.length === 1) layer.append(ring(kind, middle(squares[0])));
    for (const [i, square] of squares.slice(1).entries()) {
      layer.append(arrow(kind, middle(squares[i]), middle(square)));
    }
  }
  board.dots.after(layer);
}

function middle(square) {
  const half = Number(square.getAttribute("width")) / 2;
  return [Number(square.getAttribute("x")) + half, Number(square.getAttribute("y")) + half];
}

function ring(kind, [cx, cy]) {
  return shape("circle", { class: kind, cx, cy, r: 42, "fill-opacity": 0, "stroke-width": 11 });
}

function arrow(kind, [x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [right, down] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along, aside) => `${x2 - along * right + aside * down},${y2 - along * down - aside * right}`;
  const path = `M${x1 + 22 * right},${y1 + 22 * down}L${at(50, 0)}M${at(20, 0)}L${at(50, 24)} ${at(50, -24)}Z`;
  return shape("path", { class: kind, d: path, "stroke-width": 13, "stroke-linejoin": "round", "stroke-linecap": "round" });
}
