// Steps through a game as it was: by buttons, keys, a slider, or by itself; and to its turning points.

import { button, byId, element } from "./dom.js";

const KEYS = { Home: "start", PageUp: "earlier", ArrowLeft: "back", ArrowRight: "on", PageDown: "later", End: "end", " ": "play" };

export class Past {
  constructor(send) {
    this.send = send;
    this.timer = 0;
    this.past = null;
    byId("look-back").addEventListener("click", () => send({ past: "open" }));
    byId("close-past").addEventListener("click", () => send({ past: "close" }));
    byId("past").addEventListener("click", (event) => {
      const way = event.target.closest("[data-step]")?.dataset.step;
      if (way) this.go(way);
    });
    byId("play").addEventListener("click", () => this.go("play"));
    byId("step").addEventListener("input", () => this.go(Number(byId("step").value)));
    document.addEventListener("keydown", (event) => {
      const way = KEYS[event.key];
      if (!way || !this.past || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, button, .tag")) return;
      event.preventDefault();
      this.go(way);
    });
  }

  go(way) {
    const { past } = this;
    if (way === "play" && !this.timer) {
      if (past.step === past.last) this.send({ past: past.first });
      this.timer = setInterval(() => this.send({ past: "on" }), Number(byId("pace").value));
    } else {
      this.stop();
      if (way !== "play") this.send({ past: { start: past.first, end: past.last }[way] ?? way });
    }
    byId("play").setAttribute("aria-pressed", String(this.timer > 0));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
  }

  show(parts, changed) {
    this.past = parts.past;
    byId("look-back").hidden = this.past !== null;
    byId("past").hidden = !this.past;
    document.body.classList.toggle("in-past", Boolean(this.past));
    byId("close-past").hidden = !parts.now;
    byId("now").textContent = parts.now ?? "";
    if (!this.past) return this.stop();
    if (!changed.has("past")) return;
    const slider = byId("step");
    slider.min = this.past.first;
    slider.max = this.past.last;
    slider.value = this.past.step;
    slider.setAttribute("aria-valuetext", parts.question.text);
    byId("past").querySelector("h2").hidden = !this.past.points.length;
    byId("points").replaceChildren(...this.past.points.map(({ step, text }) => {
      const item = element("li");
      item.append(button("", text, () => this.go(step)));
      return item;
    }));
    if (this.past.step === this.past.last && this.timer) this.stop();
  }
}
