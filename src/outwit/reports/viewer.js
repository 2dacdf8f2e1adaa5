"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const svg = "http://www.w3.org/2000/svg";
  const board = find("board"), layers = find("layers"), moves = find("moves");
  let game = null, states = [], ply = 0, flipped = false;
  // What is on the board now: by cell an artwork's number and its element.
  let layout = null, groups = new Map(), shown = [], elements = [];

  // A name in a sentence, kept from turning the words around it to its own direction.
  const apart = (name) => "\u2068" + name + "\u2069";

  const make = (tag, kind, text) => {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // Apply packed pairs of cell and artwork to a copy of a state.
  function applied(state, packed, [wide, narrow]) {
    const after = state.slice();
    for (let at = 0; at < packed.length; at += wide + narrow) {
      const cell = parseInt(packed.substr(at, wide), 36);
      after[cell] = parseInt(packed.substr(at + wide, narrow), 36);
    }
    return after;
  }

  function corner(square) {
    const [x, y] = layout.corners[square], [width, height] = layout.size;
    return flipped ? [width - 100 - x, height - 100 - y] : [x, y];
  }

  function put(cell, art) {
    if (elements[cell]) elements[cell].remove();
    elements[cell] = null;
    if (!art) return;
    const [layer, square] = layout.cells[cell];
    const element = document.createElementNS(svg, "use");
    element.setAttribute("href", "#" + data.arts[art]);
    element.dataset.square = square;
    element.dataset.turns = data.turning.includes(art);
    place(element, square);
    let group = groups.get(layer);
    if (!group) {
      group = document.createElementNS(svg, "g");
      group.dataset.layer = layer;
      groups.set(layer, group);
      const above = [...layers.children].find((other) => Number(other.dataset.layer) > layer);
      layers.insertBefore(group, above || null);
    }
    const next = [...group.children].find((other) => Number(other.dataset.square) > square);
    group.insertBefore(element, next || null);
    elements[cell] = element;
  }

  function place(element, square) {
    const [x, y] = corner(square);
    element.setAttribute("x", x);
    element.setAttribute("y", y);
    const turned = flipped && element.dataset.turns === "true";
    if (turned) element.setAttribute("transform", `rotate(180 ${x + 50} ${y + 50})`);
    else element.removeAttribute("transform");
  }

  function draw() {
    if (game.b === undefined) {
      find("text").textContent = game.t ? game.t[ply] : "";
      return;
    }
    const state = states[ply];
    for (let cell = 0; cell < Math.max(state.length, shown.length); cell++) {
      const art = state[cell] || 0;
      if ((shown[cell] || 0) !== art) put(cell, art);
    }
    shown = state;
  }

  // Choose the board that a game is played on.
  function arrange() {
    const next = game.b === undefined ? null : data.boards[game.b];
    board.toggleAttribute("hidden", !next);
    find("text").hidden = Boolean(next) || !game.t;
    if (next && next !== layout) {
      layout = next;
      layers.replaceChildren();
      groups = new Map();
      shown = [];
      elements = [];
      board.setAttribute("viewBox", `0 0 ${layout.size[0]} ${layout.size[1]}`);
    }
    data.boards.forEach((each, number) => {
      const here = each === layout;
      find("backdrop-" + number).toggleAttribute("hidden", !here);
      find("labels-" + number).toggleAttribute("hidden", !here || flipped);
      find("flipped-" + number).toggleAttribute("hidden", !here || !flipped);
    });
  }

  const points = (side) =>
    ({ "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"] })[game.o]?.[side] ?? "";

  const minutes = (seconds) =>
    Math.floor(seconds / 60) + ":" + (seconds % 60).toFixed(1).padStart(4, "0");

  function seat(id, side) {
    const parts = [
      make("i", side ? "disc second" : "disc first"),
      make("bdi", "who", data.names[game.p[side]]),
      make("span", "soft", data.sides[side]),
    ];
    if (game.k) {
      let clock = null;
      for (let at = 0; at < ply; at++) if (game.k[at] !== null && mover(at) === side) clock = game.k[at];
      if (clock !== null) parts.push(make("span", "clock", minutes(clock)));
    }
    const result = make("b", "points", points(side));
    parts.push(result);
    find(id).replaceChildren(...parts);
    find(id).classList.toggle("winner", points(side) === "1");
  }

  const mover = (at) => (at + (game.g || 0)) % 2;

  function say() {
    const total = game.m.length;
    const label = ply ? data.moves[game.m[ply - 1]][1] : "Start of the game";
    const score = ply && game.e && game.e[ply - 1] ? `, score ${game.e[ply - 1]}` : "";
    const said = [ply ? `Move ${ply} of ${total}: ${label}${score}` : label];
    // The result is on the screen already.
    if (ply === total) said.push(make("span", "unseen", `. ${game.s}`));
    find("said").replaceChildren(...said);
    find("board-title").textContent = `Board after move ${ply} of ${total}`;
  }

  function mark() {
    const before = moves.querySelector("[aria-current]");
    if (before) before.removeAttribute("aria-current");
    const now = ply ? moves.children[ply - 1].firstElementChild : null;
    if (now) {
      now.setAttribute("aria-current", "step");
      const box = moves.getBoundingClientRect(), line = now.getBoundingClientRect();
      if (line.top < box.top) moves.scrollTop -= box.top - line.top;
      if (line.bottom > box.bottom) moves.scrollTop += line.bottom - box.bottom;
    } else moves.scrollTop = 0;
    for (const [id, off] of [["first", !ply], ["back", !ply],
      ["forward", ply === game.m.length], ["last", ply === game.m.length]])
      find(id).setAttribute("aria-disabled", off);
  }

  function go(to) {
    ply = Math.max(0, Math.min(game.m.length, to));
    draw();
    seat(flipped ? "seat-below" : "seat-above", 1);
    seat(flipped ? "seat-above" : "seat-below", 0);
    mark();
    say();
  }

  function open(index, at) {
    game = data.games[index];
    game.m = game.m || [];
    find("choice").selectedIndex = index;
    find("earlier").setAttribute("aria-disabled", index === 0);
    find("later").setAttribute("aria-disabled", index === data.games.length - 1);
    find("result").textContent = game.s;
    find("note").textContent = game.x || "";
    arrange();
    if (game.b !== undefined) {
      states = [];
      let state = applied([], layout.base, layout.digits);
      for (const packed of game.f.split("|")) {
        state = applied(state, packed, layout.digits);
        states.push(state);
      }
      game.m.length = Math.min(game.m.length, states.length - 1);
    }
    moves.replaceChildren(...game.m.map((number, at) => {
      const item = make("li"), button = make("button");
      button.type = "button";
      button.append(make("span", "text", data.moves[number][0]),
        make("span", "label", data.moves[number][1]));
      if (game.e && game.e[at]) button.append(make("span", "soft", game.e[at]));
      button.addEventListener("click", () => go(at + 1));
      item.append(button);
      return item;
    }));
    moves.hidden = !game.m.length;
    go(at ?? 0);
  }

  const current = () => data.games.indexOf(game);

  function step(by) {
    const next = current() + by;
    if (next >= 0 && next < data.games.length) open(next);
  }

  function flip() {
    flipped = !flipped;
    arrange();
    if (layout) for (const group of groups.values())
      for (const element of group.children) place(element, Number(element.dataset.square));
    go(ply);
  }

  // An address such as #game-17 or #game-17-5 opens a game, there after five moves.
  function follow() {
    const found = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    const index = found ? data.games.findIndex((each) => each.n + 1 === Number(found[1])) : -1;
    if (index < 0) return false;
    open(index, found[2] === undefined ? 0 : Number(found[2]));
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    find("games").scrollIntoView({ behavior: calm ? "auto" : "smooth" });
    find("viewer").focus({ preventScroll: true });
    return true;
  }

  const keys = {
    ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1),
    "[": () => go(ply - 1), "]": () => go(ply + 1),
    f: flip, n: () => step(1), p: () => step(-1),
  };
  const nearby = { Home: () => go(0), End: () => go(game.m.length) };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.closest("select, input, textarea, .wide")) return;
    const act = keys[event.key] || (target.closest("#viewer") && nearby[event.key]);
    if (!act) return;
    event.preventDefault();
    act();
  });
  for (const [id, act] of [["first", () => go(0)], ["back", keys.ArrowLeft],
    ["forward", keys.ArrowRight], ["last", () => go(game.m.length)], ["flip", flip],
    ["earlier", keys.p], ["later", keys.n]])
    find(id).addEventListener("click", act);
  find("choice").append(...data.games.map((each) =>
    make("option", "", `${each.n + 1}. ${each.p.map((who) => apart(data.names[who])).join(" – ")}, ` +
      each.o.replaceAll("1/2", "½"))));
  find("choice").addEventListener("change", (event) => open(event.target.selectedIndex));
  addEventListener("hashchange", follow);
  find("viewer").hidden = false;
  if (!follow()) open(0);
})();
