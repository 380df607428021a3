// The log and the talk. What is new is said to screen readers; talk that was not read is counted.

import { byId, element, row } from "./dom.js";

export class Story {
  constructor(send) {
    this.send = send;
    this.lines = new Map();
    this.talkOnly = false;
    this.unread = 0;
    this.newest = 0;
    this.words = {};
    this.others = [];
    this.to = null; // The player who alone hears what is said, as one of the others: a word and a name.
    this.atEnd = true;
    byId("story").addEventListener("scroll", () => { this.atEnd = this.isAtEnd(); });
    new ResizeObserver(() => { if (this.atEnd) this.toEnd(); }).observe(byId("story"));
    byId("tab-log").addEventListener("click", () => this.turn(false));
    byId("tab-talk").addEventListener("click", () => this.turn(true));
    byId("talking").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = byId("message"), text = field.value.trim();
      if (!text) return;
      // What names a player as at the console goes to that player alone, or is refused: never to the others.
      this.send({ command: /^tell /i.test(text) ? text : this.to ? `tell ${this.to[0]} ${text}` : `say ${text}` });
      field.value = "";
    });
    byId("to").addEventListener("change", () => {
      this.to = this.others.find(([word]) => word === byId("to").value) ?? null;
      this.address();
    });
  }

  turn(talkOnly) {
    this.talkOnly = talkOnly;
    if (talkOnly) this.unread = 0;
    byId("tab-log").setAttribute("aria-selected", String(!talkOnly));
    byId("tab-talk").setAttribute("aria-selected", String(talkOnly));
    byId("story").setAttribute("aria-labelledby", talkOnly ? "tab-talk" : "tab-log");
    byId("story").classList.toggle("talk-only", talkOnly);
    this.count();
    this.toEnd();
  }

  isAtEnd() {
    const story = byId("story");
    return story.scrollHeight - story.scrollTop - story.clientHeight < 60;
  }

  toEnd() {
    byId("story").scrollTop = byId("story").scrollHeight;
  }

  count() {
    byId("tab-talk").textContent = this.words.chat + (this.unread ? ` (${this.unread})` : "");
  }

  show(parts, changed) {
    this.words = parts.words;
    this.isPast = Boolean(parts.past);
    if (changed.has("talks")) byId("talking").hidden = byId("tab-talk").hidden = !parts.talks;
    if (changed.has("others") && parts.others?.length) {
      this.others = parts.others;
      const before = this.to;
      this.to = this.others.find((one) => one.join() === before?.join()) ?? null;
      if (before && !this.to) byId("message").value = "";
    }
    if (changed.has("others") || changed.has("words")) this.address();
    const keys = [...changed].filter((key) => key.startsWith("line:"));
    if (keys.length) this.add(parts, keys.map((key) => Number(key.slice(5))).sort((one, other) => one - other));
    if (changed.has("unsettled") || keys.length) {
      const tentative = new Set(parts.unsettled);
      for (const [number, made] of this.lines) made.classList.toggle("tentative", tentative.has(number));
    }
    this.count();
  }

  // To whom one speaks stays as it was chosen, also while one looks back, and is plain to see; not so in another game.
  address() {
    const named = ([word, name]) => new Option(this.words.alone.replace("{name}", name), word);
    byId("to").hidden = !this.others.length;
    byId("to").replaceChildren(new Option(this.words.all, ""), ...this.others.map(named));
    byId("to").value = this.to ? this.to[0] : "";
    byId("talking").classList.toggle("alone", this.to !== null);
    const said = this.to ? named(this.to).text : this.words.message;
    byId("message").placeholder = said;
    byId("message").setAttribute("aria-label", said);
  }

  add(parts, numbers) {
    const story = byId("story"), { atEnd } = this;
    const isFirst = this.lines.size === 0, told = [];
    for (const number of numbers) {
      this.lines.get(number)?.remove();
      this.lines.delete(number);
      const line = parts[`line:${number}`];
      if (!line) continue;
      const made = row(line.row);
      if (line.talk) made.classList.add("said");
      if (line.place) made.classList.add("placed");
      if (line.step) made.classList.add("stepped");
      made.addEventListener("click", () => {
        if (this.isPast) this.send({ past: line.step });
        else if (line.place) this.send({ place: line.place });
      });
      made.dataset.heading = line.heading;
      this.lines.set(number, made);
      if (number > this.newest && !isFirst) {
        told.push(made.textContent);
        if (line.talk && !line.own && !this.talkOnly) this.unread += 1;
      }
      this.newest = Math.max(this.newest, number);
      if (line.time) made.append(" ", element("time", "note", line.time));
    }
    // Only what stands from the first of these lines on is set anew: a long log would take long.
    const known = [...this.lines.keys()].sort((one, other) => one - other);
    const last = this.lines.get(known.findLast((number) => number < numbers[0])) ?? null;
    let heading = last?.dataset.heading ?? "";
    while (story.lastChild !== last) story.lastChild.remove();
    for (const number of known.filter((number) => number >= numbers[0])) {
      const made = this.lines.get(number);
      if (made.dataset.heading !== heading) story.append(element("h3", "", heading = made.dataset.heading));
      story.append(made);
    }
    if (atEnd || isFirst) this.toEnd();
    if (told.length) byId("news").textContent = told.slice(-6).join(" ");
  }
}
