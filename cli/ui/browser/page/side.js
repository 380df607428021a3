// What stands beside the map: who is near winning, votes, the hand, the players, a place; and the panel over the map.

import { button, byId, drawing, element, listed, row, rows, together } from "./dom.js";

export class Side {
  constructor(send) {
    this.send = send;
    this.panel = byId("panel");
    this.panel.querySelector(".close").addEventListener("click", () => send({ key: "escape" }));
    byId("place").querySelector(".close").addEventListener("click", () => send({ place: "" }));
  }

  show(parts, changed) {
    for (const name of ["near", "hand", "players"]) if (changed.has(name)) byId(name).replaceChildren(...rows(parts[name] ?? []));
    if (changed.has("signs")) byId("signs").textContent = parts.signs ?? "";
    if (changed.has("votes")) this.votes(parts.votes ?? [], parts.words);
    if (changed.has("possible")) this.course(parts.possible ?? []);
    for (const name of ["ontable", "place"]) if (changed.has(name)) this.block(byId(name), parts[name]);
    if (changed.has("digest")) this.since(parts.digest ?? [], parts.words);
    if (changed.has("panel") || changed.has("aside")) this.open(parts);
  }

  block(where, part) {
    where.hidden = !part;
    if (!part) return;
    where.querySelector("h2").textContent = part.title;
    const known = (one) => (part.kind === "help" && one.length === 1 && listed(one[0][1])) || row(one);
    where.querySelector(".rows").replaceChildren(...together(part.rows.map(known)));
  }

  votes(proposals, words) {
    const where = byId("votes");
    where.hidden = !proposals.length;
    const mine = proposals.filter(({ answer }) => !answer);
    where.replaceChildren(element("h2", "", words.votes), ...proposals.map(({ told, answer }) => {
      const line = element("p", "", `${told} `);
      if (answer) line.append(button("small", words.agree, () => this.send({ command: answer })));
      return line;
    }), ...(mine.length ? [button("small", words.refuse, () => this.send({ command: "refuse" }))] : []));
  }

  course(lines) {
    byId("course").hidden = !lines.length;
    byId("course").querySelector("div").replaceChildren(...lines.map(([line, text]) => button("small", text, (event) => {
      if (event.detail > 1) return; // What is asked once more takes two clicks, not one double click.
      this.send({ command: line });
      byId("advice").scrollIntoView({ block: "nearest" });
    })));
  }

  since(lines, words) {
    const where = byId("since");
    where.hidden = !lines.length;
    where.replaceChildren(element("h2", "", words.since), ...lines.map(({ ink, name, text }) => {
      const line = element("p", "row");
      line.append(element("span", `r-side-${ink}`, name), `: ${text}`);
      return line;
    }));
  }

  explain(marks) {
    const list = this.panel.querySelector(".marks");
    list.hidden = !marks.length;
    list.replaceChildren(...marks.map((mark) => {
      const item = element("li"), drawn = element("span");
      drawn.append(...drawing(mark.drawing));
      item.append(drawn, mark.meaning);
      return item;
    }));
  }

  open({ panel, aside, question, words }) {
    const before = this.panel.hidden;
    const part = aside ? { title: "", rows: aside.split("\n").map((line) => [["", line]]), closes: true, kind: "aside" } : panel;
    this.panel.hidden = !part;
    if (!part) return;
    this.panel.className = part.kind;
    this.block(this.panel, part);
    this.explain(part.marks ?? []);
    this.panel.querySelector(".close").hidden = !part.closes;
    const link = aside?.split("\n").find((line) => line.startsWith("mare://"));
    const copy = button("", words.copy, async () => {
      await navigator.clipboard.writeText(link);
      copy.textContent = words.copied;
    });
    const on = part.kind === "report" ? question.then.map(([line, text]) => button("go", text, () => this.send({ entered: line }))) : [];
    this.panel.querySelector(".then").replaceChildren(...(link ? [copy] : on));
    if (before) this.panel.scrollTop = 0;
  }
}
