// What the person holds, to be clicked into the line; and the heroes and wonders as cards.

import { button, byId, element } from "./dom.js";

export class Hand {
  constructor(send) {
    this.send = send;
    byId("open-cards").addEventListener("click", () => byId("cards").showModal());
  }

  show(parts, changed) {
    this.words = parts.words;
    if (changed.has("goods") || changed.has("line") || changed.has("question")) this.hold(parts);
    if (changed.has("cards")) this.lay(parts.cards ?? []);
  }

  hold({ goods, line, question }) {
    const typed = (line ?? "").split(/\s+/);
    byId("goods").replaceChildren(...(goods ?? []).map(({ word, name, number }) => {
      const left = number - typed.filter((one) => one === word).length;
      const made = button(left > 0 ? "good" : "good spent", left === 1 ? name : `${left} × ${name}`, () => this.send({ add: word }));
      made.disabled = !question?.asked || left <= 0;
      return made;
    }));
  }

  lay(cards) {
    byId("open-cards").hidden = !cards.length;
    byId("cards").querySelector(".grid").replaceChildren(...cards.map(({ name, note, ink, told, line }) => {
      const card = element("article", "tile");
      card.append(element("h3", "", name), element("p", ink ? `r-side-${ink}` : "note", note), ...told.map((text) => element("p", "", text)));
      if (line) {
        const begin = button("go", this.words.choose, () => {
          byId("cards").close();
          this.send({ edited: `${line} ` });
          byId("ask").scrollIntoView({ block: "nearest" });
          byId("choices").querySelector("button")?.focus();
        });
        begin.setAttribute("aria-label", `${this.words.choose}: ${name}`);
        card.append(begin);
      }
      return card;
    }));
  }
}
