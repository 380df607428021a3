// A stepper for answers that differ in a number only. It marks the one that it shows, so that its outcome is told.

import { byId } from "./dom.js";

const FEWEST = 3;

export class Stepper {
  constructor(send) {
    this.send = send;
    this.lines = new Map();
    this.number = byId("number");
    this.number.addEventListener("input", () => this.turn(Number(this.number.value)));
    byId("stepper").addEventListener("click", (event) => {
      if (event.detail > 1 && event.target.type === "submit") event.preventDefault(); // The click before led here.
      const step = Number(event.target.closest("[data-step]")?.dataset.step);
      if (step) this.turn(Number(this.number.value) + step);
    });
    byId("stepper").addEventListener("submit", (event) => {
      event.preventDefault();
      const line = this.lines.get(Number(this.number.value));
      if (line) this.send({ give: line });
    });
  }

  // Whether the choices are numbers, which it then has.
  show(choices) {
    const ends = choices.map(({ line }) => line.match(/^(.*) (\d+)$/));
    if (choices.length < FEWEST || ends.some((end) => !end || end[1] !== ends[0][1])) {
      this.lines = new Map();
      return false;
    }
    const lines = new Map(choices.map(({ line }, place) => [Number(ends[place][2]), line]));
    const isNew = [...lines.values()].join() !== [...this.lines.values()].join();
    this.lines = lines;
    const numbers = [...lines.keys()];
    this.number.min = Math.min(...numbers);
    this.number.max = Math.max(...numbers);
    const marked = choices.find((choice) => choice.marked);
    if (isNew) this.turn(marked ? Number(marked.line.split(" ").at(-1)) : Math.max(...numbers));
    return true;
  }

  turn(number) {
    const kept = Math.min(Math.max(number, Number(this.number.min)), Number(this.number.max));
    if (Number(this.number.value) !== kept) this.number.value = kept;
    if (this.lines.has(kept)) this.send({ mark: this.lines.get(kept) });
  }
}
