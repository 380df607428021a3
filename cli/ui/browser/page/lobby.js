// Outside games: what the program says, line by line, and a line to answer in; the words it knows are buttons.

import { button, byId, element } from "./dom.js";

export class Lobby {
  constructor(send) {
    this.send = send;
    byId("speaking").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = byId("spoken");
      this.send({ typed: field.value });
      field.value = "";
    });
  }

  show(parts, changed) {
    if (changed.has("lines")) {
      byId("lines").replaceChildren(...(parts.lines ?? []).flatMap((text) => text.split("\n")).map((line) => this.line(line, parts.words)));
      byId("lines").scrollTop = byId("lines").scrollHeight;
    }
    if (changed.has("prompt")) {
      byId("speaking").hidden = !parts.prompt;
      byId("prompt").textContent = parts.prompt ?? "";
    }
    if (changed.has("begins")) {
      byId("begins").replaceChildren(...(parts.begins ?? []).filter((word) => word !== "?").map((word) => button("", word, () => {
        byId("spoken").value = `${word} `;
        byId("spoken").focus();
      })));
    }
  }

  line(text, words) {
    const made = element("p", "line", text);
    const link = text.trim();
    if (link.startsWith("mare://")) made.append(" ", button("small", words.copy, () => navigator.clipboard.writeText(link)));
    return made;
  }
}
