// A tree of variations: the first child of a move continues its line, the others are variations.

// Most moves of a tree, characters of a comment, and the glyphs of a move.
export const MOST_NODES = 1_000;
export const GLYPHS = ["!", "?", "!?", "?!"];

export class Tree {
  constructor() {
    this.root = { text: "", label: "", comment: "", glyph: "", parent: null, children: [] };
    this.size = 0;
  }

  // Read what `write` has returned; an entry that makes no sense ends the reading.
  static read(entries) {
    const tree = new Tree();
    const nodes = [tree.root];
    for (const { parent, move, label = "", comment = "", glyph = "" } of entries) {
      const above = nodes[parent + 1];
      if (!above || typeof move !== "string") {
        if (parent !== -1 || move !== undefined) break;
        tree.root.comment = String(comment);
        continue;
      }
      nodes.push(Object.assign(tree.add(above, { text: move, label }), { comment, glyph }));
    }
    return tree;
  }

  // All moves in order, each with the number of the move before it, -1 at the beginning. A comment
  // on the beginning comes last, without a move.
  write() {
    const entries = [];
    const stack = [...this.root.children].reverse().map((node) => [node, -1]);
    while (stack.length) {
      const [node, parent] = stack.pop();
      const number = entries.push(entry(node, parent)) - 1;
      for (const child of [...node.children].reverse()) stack.push([child, number]);
    }
    if (this.root.comment) entries.push({ parent: -1, comment: this.root.comment });
    return entries;
  }

  // The moves from the beginning to a node.
  path(node) {
    const found = [];
    for (let each = node; each.parent; each = each.parent) found.push(each);
    return found.reverse();
  }

  // Return the child with a move, made if there is none; null if the tree is full.
  add(node, { text, label = "" }) {
    let child = node.children.find((each) => each.text === text);
    if (!child) {
      if (this.size >= MOST_NODES) return null;
      child = { text, label, comment: "", glyph: "", parent: node, children: [] };
      node.children.push(child);
      this.size++;
    }
    child.label ||= label;
    return child;
  }

  // Remove a move with all that follows it; return the move before.
  remove(node) {
    const { parent } = node;
    parent.children.splice(parent.children.indexOf(node), 1);
    for (const stack = [node]; stack.length; this.size--) stack.push(...stack.pop().children);
    return parent;
  }

  // The first move of the variation that contains a node, null on the main line.
  branch(node) {
    let found = node;
    while (found.parent && found.parent.children[0] === found) found = found.parent;
    return found.parent ? found : null;
  }

  // Put the variation of a node before the one above it; tell whether there was one.
  promote(node) {
    const first = this.branch(node);
    if (!first) return false;
    const { children } = first.parent;
    const place = children.indexOf(first);
    children.splice(place - 1, 2, first, children[place - 1]);
    return true;
  }

  // The variation before or after a node, null without one.
  beside(node, step) {
    const { children } = node.parent ?? { children: [] };
    return children[children.indexOf(node) + step] ?? null;
  }

  // The last move of the line on which a node is.
  end(node) {
    while (node.children.length) [node] = node.children;
    return node;
  }
}

function entry({ text, label, comment, glyph }, parent) {
  const found = { parent, move: text };
  if (label) found.label = label;
  if (comment) found.comment = comment;
  if (glyph) found.glyph = glyph;
  return found;
}

// The moves of a tree as a study has them.
export function nodesOf(tree) {
  return tree.write().filter(({ move }) => move !== undefined)
    .map(({ parent, move, comment, glyph }) => ({ parent, move, comment, glyph }));
}
