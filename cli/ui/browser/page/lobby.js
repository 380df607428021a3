// Outside games: what the program says, line by line, and a line to answer in; the words that can follow are buttons.

import { button, byId, element, isInColumns, listed } from "./dom.js";

const BLOCKS = /^[\s█▀▄]+$/;

export class Lobby {
  constructor(send) {
    this.send = send;
    this.field = byId("spoken");
    byId("speaking").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter(this.field.value);
    });
    this.field.addEventListener("input", () => send({ begun: this.field.value }));
    byId("lobby").addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.isComposing) this.begin(""); });
  }

  enter(line) {
    this.send({ typed: line });
    this.field.value = "";
    this.field.focus();
  }

  // A word after which nothing can follow is said at once.
  take(line, more) {
    if (!more) return this.enter(line);
    this.begin(`${line} `);
  }

  begin(line) {
    this.field.value = line;
    this.send({ begun: line });
    this.field.focus();
  }

  show(parts, changed) {
    if (changed.has("lines")) {
      const made = [];
      for (const text of (parts.lines ?? []).flatMap((text) => text.split("\n"))) {
        made.push(this.line(text, parts.words, made.at(-1)?.classList.contains("listed")));
      }
      byId("lines").replaceChildren(...made);
      byId("lines").scrollTop = byId("lines").scrollHeight;
    }
    if (changed.has("seats")) this.seat(parts.seats ?? [], parts.words);
    if (changed.has("prompt")) {
      byId("speaking").hidden = !parts.prompt;
      byId("prompt").textContent = parts.prompt ?? "";
    }
    if (changed.has("begins")) {
      byId("begins").replaceChildren(...(parts.begins ?? []).map(([line, more, meaning]) => {
        const made = button(line === "ready" ? "go" : "", (meaning || line) + (more ? " …" : ""), () => this.take(line, more));
        if (meaning) made.append(" ", element("span", "word", `(${line})`));
        return made;
      }));
    }
  }

  seat(seats, words) {
    byId("seats").hidden = !seats.length;
    byId("seats").querySelector("tbody").replaceChildren(...seats.map(({ name, notes, is_ready }) => {
      const row = element("tr", is_ready ? "ready" : "");
      const head = element("th", "", name || "–");
      head.scope = "row";
      row.append(head, element("td", "", notes), element("td", "", name ? (is_ready ? `✓ ${words.ready}` : `… ${words["not ready"]}`) : ""));
      return row;
    }));
  }

  copying(link, words) {
    const made = button("small", words.copy, async () => {
      await navigator.clipboard.writeText(link);
      made.textContent = words.copied;
    });
    return made;
  }

  // What is far to the right goes on with a list, or is the heading of a table where no list stands above it.
  line(text, words, isAfterList) {
    const isBlocks = BLOCKS.test(text), known = !isBlocks && listed(text, isAfterList);
    if (known) return known;
    const made = element("p", isBlocks ? "line blocks" : "line", text), link = text.trim();
    made.classList.toggle("columns", isInColumns(text) || link.startsWith("mare://"));
    if (link.startsWith("mare://")) made.append(" ", this.copying(link, words));
    return made;
  }
}
