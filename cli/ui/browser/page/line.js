// The line that is typed, and what it says by now as words: resources can be taken out of it again.

import { button, byId, element } from "./dom.js";

export class Line {
  constructor(send) {
    this.send = send;
    this.field = byId("line");
    this.typed = false;
    byId("typing").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ entered: this.field.value });
    });
    this.field.addEventListener("input", () => {
      this.typed = true;
      this.send({ edited: this.field.value });
    });
    this.field.addEventListener("keydown", (event) => {
      // Tab completes what was just typed; otherwise it goes on, as everywhere.
      if (event.key === "Tab" && !event.shiftKey && this.field.value && this.typed) {
        event.preventDefault();
        this.typed = false;
        this.send({ completed: this.field.value });
      } else if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        const all = [...byId("choices").querySelectorAll("button")];
        if (!all.length) return;
        event.preventDefault();
        (event.key === "ArrowDown" ? all[0] : all.at(-1)).focus();
      }
    });
  }

  show(parts, changed, isCurrent) {
    const { line, question } = parts;
    if (isCurrent && line !== undefined && this.field.value !== line) {
      this.field.value = line;
      this.field.setSelectionRange(line.length, line.length);
    }
    if (changed.has("line") || changed.has("question") || changed.has("goods")) this.say(line ?? "", question, parts);
  }

  say(line, question, parts) {
    const where = byId("begun"), typed = line.trim().split(/\s+/).filter(Boolean);
    where.hidden = !question?.asked || !typed.length;
    const { words } = parts, names = new Map((parts.goods ?? []).map((one) => [one.word, one.name]));
    where.replaceChildren(...typed.map((word, place) => {
      if (!names.has(word)) return element("span", "", parts[`place:${word}`]?.name ?? word.replaceAll("_", " "));
      const rest = typed.filter((_, other) => other !== place);
      const out = button("good", `${names.get(word)} ✕`, () => this.send({ edited: `${rest.join(" ")} ` }));
      out.setAttribute("aria-label", words.remove.replace("{word}", names.get(word)));
      return out;
    }));
    const back = button("small", "⌫", () => this.send({ edited: typed.length > 1 ? `${typed.slice(0, -1).join(" ")} ` : "" }));
    back.setAttribute("aria-label", words.erase);
    where.append(back);
  }
}
