// The question and its answers: a list to click, or a stepper where the answers are numbers.

import { button, byId, element } from "./dom.js";
import { Stepper } from "./stepper.js";

const RESTING = 120, CALM = matchMedia("(prefers-reduced-motion: reduce)");

export class Ask {
  constructor(send) {
    this.send = send;
    this.stepper = new Stepper(send);
    this.words = {};
    this.wasHere = false;
    const list = byId("choices");
    // A key that is held gives no answer.
    byId("ask").addEventListener("keydown", (event) => {
      if (event.repeat && (event.key === "Enter" || (event.key === " " && event.target.type !== "text"))) event.preventDefault();
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const all = [...list.querySelectorAll("button")], here = all.indexOf(document.activeElement);
      (all[here + step] ?? byId("line")).focus();
    });
    list.addEventListener("pointerleave", () => this.rest(""));
    list.addEventListener("focusout", () => this.rest(""));
    byId("give").addEventListener("click", () => this.send(this.picked ? { give: this.picked } : { entered: byId("line").value }));
    byId("hint").addEventListener("click", () => this.send({ key: "hint" }));
    // What has the focus may go when it is used: the next question then takes the focus, unless it is elsewhere.
    document.addEventListener("focusin", (event) => {
      this.wasHere = byId("ask").contains(event.target) && event.target !== byId("line");
    });
  }

  rest(line) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send({ mark: line }), RESTING);
  }

  show(parts, changed) {
    this.words = parts.words;
    const question = parts.question ?? {};
    this.picked = parts.picked;
    if (changed.has("question")) {
      byId("asked").textContent = question.text;
      byId("ask").classList.toggle("asked", question.asked);
      byId("rule").hidden = !question.rule;
      byId("hint").hidden = !question.hints;
      byId("rule").textContent = question.rule;
      byId("rule").setAttribute("aria-label", `${this.words.rule} ${question.rule}`);
      byId("then").replaceChildren(
        ...(question.told ? [element("p", "", question.told)] : []),
        ...question.then.map(([line, text]) => button("go", text, () => this.send({ entered: line }))));
    }
    if (changed.has("choices") || changed.has("question") || changed.has("picked")) this.list(parts);
    if (changed.has("advice")) this.advise(parts.advice);
    if (changed.has("staged")) this.stage(parts.staged);
    byId("clear").hidden = !(parts.line || parts.picked);
    // What is only marked is no answer yet.
    const isWhole = parts.line && parts.advice?.legal && !parts.choices?.some((choice) => choice.marked);
    byId("give").hidden = !byId("stepper").hidden || !(parts.picked || isWhole);
    byId("undo").hidden = !parts.staged?.length;
    // What is half made would be lost.
    byId("sign").hidden = !parts.staged?.length || Boolean(parts.line);
    this.keepFocus();
    this.lead(parts);
  }

  // Leads once to what a new turn asks, where the map leaves it out of view; not while something is typed or read.
  lead({ question, call, panel, aside }) {
    if (!question?.asked || call.number === this.called || panel || aside || document.activeElement.value) return;
    this.called = call.number;
    byId("ask").scrollIntoView({ block: "nearest", behavior: CALM.matches ? "auto" : "smooth" });
  }

  list({ choices, question, picked, line, goods, words }) {
    const group = byId("choices"), focused = document.activeElement?.dataset?.line;
    const stops = !question.asked || question.then.length > 0;
    const stepped = !stops && line.trim() && this.stepper.show(choices);
    byId("stepper").hidden = !stepped;
    const shown = stops || stepped ? [] : choices, warning = stops ? "" : question.warning;
    const held = new Set((goods ?? []).map((one) => one.word));
    // A mark alone changes the buttons that are there, so that one that is being pressed is not lost.
    const listed = JSON.stringify([shown.map((choice) => ({ ...choice, marked: false })), warning, [...held]]);
    if (listed !== this.listed) {
      this.listed = listed;
      group.replaceChildren(...shown.map((choice) => this.choice(choice, held)));
      if (warning) group.append(element("p", "warning", warning));
      if (focused) [...group.querySelectorAll("button")].find((one) => one.dataset.line === focused)?.focus();
    }
    group.querySelectorAll("button").forEach((made, place) => {
      made.classList.toggle("marked", shown[place].marked);
      if (shown[place].line === picked) made.setAttribute("aria-pressed", "true");
      else made.removeAttribute("aria-pressed");
    });
  }

  keepFocus() {
    if (document.activeElement.offsetParent || !this.wasHere) return;
    const next = [byId("give"), ...document.querySelectorAll("#then button, #stepper input, #choices button")];
    next.find((one) => one.offsetParent)?.focus();
  }

  // What is signed at once takes two clicks, not one double click.
  take(line, event) {
    if (event.detail > 1 && line === this.taken) return;
    this.taken = line;
    clearTimeout(this.timer);
    this.send({ take: line });
  }

  choice(choice, held) {
    const made = button(choice.whole ? "choice whole" : "choice", "", (event) => this.take(choice.line, event));
    made.dataset.line = choice.line;
    made.classList.toggle("done", choice.line === "done");
    const [first, second] = choice.meaning ? [choice.meaning, choice.shown] : [choice.shown, ""];
    made.append(element("b", held.has(choice.shown) ? "good" : "", first + (choice.whole ? "" : " …")));
    if (second) made.append(" ", element("span", "meaning", `(${second})`));
    if (choice.alarm) made.append(" ", element("span", "alarm", choice.alarm));
    if (choice.note) made.append(" ", element("span", "note", choice.note));
    for (const text of choice.card) made.append(element("span", "told", text));
    made.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") this.rest(choice.line); });
    made.addEventListener("focus", () => { if (!made.classList.contains("marked")) this.rest(choice.line); });
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
