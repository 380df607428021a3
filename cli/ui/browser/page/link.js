// The WebSocket to the program. The part of the address behind # is the token, which goes into the first message.

const FIRST_WAIT = 500, LONGEST_WAIT = 5000, NOT_WANTED = 1008;

export class Link {
  constructor(changed, state) {
    this.changed = changed;
    this.state = state;
    this.parts = {};
    this.sent = 0;
    this.wait = FIRST_WAIT;
    this.open();
  }

  open() {
    const token = location.hash.slice(1);
    if (!token) return this.state("stale");
    const socket = this.socket = new WebSocket(`ws://${location.host}/table`);
    let heard = false;
    socket.addEventListener("open", () => socket.send(token));
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.elsewhere) return this.end("elsewhere");
      if (message.ended) return this.end("gone", message.ended);
      if (!heard) {
        heard = true;
        this.wait = FIRST_WAIT;
        this.parts = {};
        this.sent = 0;
        this.state("here");
      }
      this.take(message);
    });
    socket.addEventListener("close", (event) => {
      this.expect(false);
      if (this.over) return;
      if (event.code === NOT_WANTED && !heard) return this.end("stale");
      this.state("gone");
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    });
  }

  end(state, told = "") {
    this.over = true;
    this.state(state, told);
  }

  // Until the program has heard all that was sent, the page may show what is no longer so.
  expect(isWaiting) {
    document.body.classList.toggle("waiting", isWaiting);
  }

  take(message) {
    this.expect(message.heard < this.sent);
    Object.assign(this.parts, message.set);
    for (const key of message.drop) delete this.parts[key];
    const token = message.set.token;
    if (token) history.replaceState(null, "", `#${token}`);
    this.changed(this.parts, new Set([...Object.keys(message.set), ...message.drop]), message.heard >= this.sent);
  }

  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.sent += 1;
    this.expect(true);
    this.socket.send(JSON.stringify({ ...message, n: this.sent }));
  }
}
