// The socket of a game. It comes back by itself, and asks for what it missed.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;
const PING = 8_000;
const UNAUTHORIZED = 4401;

export class Wire {
  // `hear` gets every message; `opened` is called whenever the socket is there again;
  // `status` is told whether it is.
  constructor(path, { hear, opened, status }) {
    Object.assign(this, { path, hear, opened, status });
    this.wait = FIRST_WAIT;
    this.asked = this.heard = 0;
    // What is sent while the first socket opens; afterwards null.
    this.early = [];
    this.open();
    setInterval(() => this.check(), PING);
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.again());
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}?changes`);
    this.socket = socket;
    this.asked = this.heard = 0;
    this.last = null;
    socket.onopen = () => {
      const early = this.early ?? [];
      this.early = null;
      this.status(true);
      this.opened();
      for (const message of early) this.send(message);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.wait = FIRST_WAIT;
      const message = JSON.parse(event.data);
      if (message.t === "state") this.last = whole(message, this.last);
      this.hear(message);
    };
    socket.onclose = ({ code }) => {
      // Signed out: the new cookie, if there is one, may come a moment later.
      if (code === UNAUTHORIZED) this.wait = Math.max(this.wait, 2_000);
      this.lost(socket);
    };
  }

  lost(socket) {
    if (socket !== this.socket) return;
    this.socket = this.early = null;
    this.status(false);
    this.timer = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  // Do not wait any longer.
  again() {
    if (this.socket) return this.check();
    clearTimeout(this.timer);
    this.open();
  }

  check() {
    const socket = this.socket;
    const now = Date.now();
    if (!socket) return;
    if (this.heard >= this.asked) {
      if (this.send({ t: "ping" })) this.asked = now;
    } else if (now - this.asked >= PING) {
      // No answer. A dead connection may take minutes to say so itself.
      this.drop();
    }
  }

  // Give the connection up, and try to get another.
  drop() {
    const { socket } = this;
    socket?.close();
    if (socket) this.lost(socket);
  }

  // Tell whether the message went out, or will as soon as the first socket is open.
  send(message) {
    if (this.early && this.socket?.readyState === WebSocket.CONNECTING) {
      this.early.push(message);
      return true;
    }
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}

// A state is sent as what has changed since the last one. Make it whole again, and return what the
// next one needs of it.
function whole(state, last) {
  const parts = state.svg.map((part, i) => part ?? last.parts[i]);
  state.svg = parts.join("");
  if (last) {
    const [moves, scores] = state.kept;
    state.played = [...last.played.slice(0, moves), ...state.played];
    state.scores = [...last.scores.slice(0, scores), ...state.scores];
    const words = Object.entries({ ...last.words, ...state.words });
    state.words = Object.fromEntries(words.filter(([, said]) => said));
  }
  return { parts, played: state.played, scores: state.scores, words: state.words };
}
