// The socket of a game. It reconnects automatically, and requests missed states.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;
const PING = 8_000;
const UNAUTHORIZED = 4401;

export class Wire {
  // `hear` gets every message; `opened` is called whenever the socket has opened;
  // `status` gets whether it is open.
  constructor(path, { hear, opened, status }) {
    Object.assign(this, { path, hear, opened, status });
    this.wait = FIRST_WAIT;
    this.asked = this.heard = 0;
    // Messages sent while the first socket opens; afterwards null.
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
      // Signed out: a new cookie may arrive a moment later.
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

  // Reconnect now.
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
      // No answer. A dead connection may take minutes to report an error.
      this.drop();
    }
  }

  // Close the connection, and open another.
  drop() {
    const { socket } = this;
    socket?.close();
    if (socket) this.lost(socket);
  }

  // Return whether the message was sent, or will be sent when the first socket opens.
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

// A state is sent as changes since the last one. Restore the whole state, and return the parts
// that the next one needs.
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
