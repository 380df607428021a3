// The question and its answers: a list to click, a stepper where the list is of numbers, and a line to type in.

import { button, byId, element } from "./dom.js";

const RESTING = 120;

export class Ask {
  constructor(send) {
    this.send = send;
    this.line = byId("line");
    this.words = {};
    byId("typing").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ entered: this.line.value });
    });
    this.line.addEventListener("input", () => this.send({ edited: this.line.value }));
    this.line.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && !event.shiftKey && this.line.value) {
        event.preventDefault();
        this.send({ completed: this.line.value });
      } else if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        event.preventDefault();
        const all = [...byId("choices").querySelectorAll("button")];
        (event.key === "ArrowDown" ? all[0] : all.at(-1))?.focus();
      }
    });
    byId("choices").addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const all = [...byId("choices").querySelectorAll("button")], here = all.indexOf(document.activeElement);
      (all[here + step] ?? this.line).focus();
    });
    byId("hint").addEventListener("click", () => this.send(this.hints ? { key: "hint" } : { command: "hints on" }));
  }

  show(parts, changed, isCurrent) {
    this.words = parts.words;
    const question = parts.question ?? {};
    this.hints = question.hints;
    if (changed.has("question")) {
      byId("asked").textContent = question.text;
      byId("ask").classList.toggle("asked", question.asked);
      byId("rule").hidden = byId("hint").hidden = !question.rule;
      byId("then").replaceChildren(
        ...(question.told ? [element("p", "", question.told)] : []),
        ...question.then.map(([line, text]) => button("go", text, () => this.send(line ? { entered: line } : { entered: "" }))));
    }
    if (changed.has("choices") || changed.has("question")) this.list(parts.choices, question);
    if (changed.has("advice")) this.advise(parts.advice);
    if (changed.has("staged")) this.stage(parts.staged);
    if (isCurrent && parts.line !== undefined && this.line.value !== parts.line) {
      this.line.value = parts.line;
      this.line.setSelectionRange(parts.line.length, parts.line.length);
    }
    byId("clear").hidden = !parts.line;
    byId("give").hidden = !(parts.advice?.legal && parts.line);
    byId("undo").hidden = byId("sign").hidden = !parts.staged?.length;
  }

  list(choices, question) {
    const group = byId("choices"), focused = document.activeElement?.dataset?.line, held = group.contains(document.activeElement);
    const stops = !question.asked || question.then.length > 0;
    const numbers = choices.map((choice) => Number(choice.line.split(" ").at(-1)));
    group.classList.toggle("numbers", choices.length > 1 && numbers.every(Number.isInteger));
    group.replaceChildren(...(stops ? [] : choices.map((choice) => this.choice(choice))));
    if (!stops && question.warning) group.append(element("p", "warning", question.warning));
    if (!held) return;
    const all = [...group.querySelectorAll("button")];
    const same = all.find((one) => one.dataset.line === focused);
    // After an answer by the keyboard, the first of the next ones.
    (same ?? all[0] ?? this.line).focus();
  }

  choice(choice) {
    const made = button(choice.whole ? "choice whole" : "choice", "", () => this.send({ take: choice.line }));
    made.dataset.line = choice.line;
    if (choice.marked) made.classList.add("marked");
    made.append(element("b", "", choice.shown + (choice.whole ? "" : " …")));
    if (choice.meaning) made.append(" ", element("span", "meaning", `(${choice.meaning})`));
    if (choice.alarm) made.append(" ", element("span", "alarm", choice.alarm));
    if (choice.note) made.append(" ", element("span", "note", choice.note));
    const mark = () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.send({ mark: choice.line }), RESTING); };
    made.addEventListener("pointerenter", mark);
    made.addEventListener("pointerleave", () => clearTimeout(this.timer));
    made.addEventListener("focus", () => { if (!choice.marked) mark(); });
    return made;
  }

  advise({ refusal, notes, preview, why }) {
    const told = [];
    const say = (classes, text) => { for (const part of text.split("\n")) if (part) told.push(element("p", classes, part)); };
    say("refusal", refusal);
    for (const note of notes) say("said", note);
    say("why", why);
    for (const text of preview) say("preview", text);
    byId("advice").replaceChildren(...told);
  }

  stage(steps) {
    const list = byId("staged");
    list.hidden = !steps.length;
    list.replaceChildren(...steps.map((step, number) => {
      const item = element("li", "", `${step} `);
      const back = button("small", "✕", () => this.send({ command: `back ${number + 1}` }));
      back.setAttribute("aria-label", `${this.words.undo}: ${step}`);
      item.append(back);
      return item;
    }));
  }
}
