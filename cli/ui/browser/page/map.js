// The map: one drawing of the board, in which the program puts what stands on each place. A click, Enter on a place, or
// a drag from place to place says which place is meant; what that does, the program decides.

import { byId, drawing } from "./dom.js";

const DRAG = 12;

export class Board {
  constructor(send) {
    this.send = send;
    this.frame = byId("chart");
    this.zoom = 1;
    this.parts = {};
    this.pointed = "";
    this.frame.addEventListener("click", (event) => this.click(event));
    this.frame.addEventListener("keydown", (event) => {
      const place = this.placeOf(event.target);
      if (!place || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      this.send({ place });
    });
    for (const kind of ["pointerover", "focusin"]) this.frame.addEventListener(kind, (event) => this.point(this.placeOf(event.target)));
    this.frame.addEventListener("pointerleave", () => this.point(""));
    this.frame.addEventListener("pointerdown", (event) => this.press(event));
    this.frame.addEventListener("pointerup", (event) => this.release(event));
    byId("zoom").addEventListener("click", (event) => {
      const factor = Number(event.target.closest("button")?.dataset.zoom);
      if (factor) this.scale(this.zoom * factor);
    });
  }

  placeOf(target) {
    return target.closest?.('[id^="ground-"], [id^="tag-"]')?.id.replace(/^(ground|tag)-/, "") ?? "";
  }

  click(event) {
    const place = this.placeOf(event.target);
    if (place && !this.dragged) this.send({ place });
    this.dragged = false;
  }

  press(event) {
    const place = event.pointerType === "mouse" ? this.placeOf(event.target) : "";
    this.from = place ? { place, x: event.clientX, y: event.clientY } : null;
  }

  // From one place to another: as a click on the one, and then on the other.
  release(event) {
    const from = this.from, place = this.placeOf(event.target);
    this.from = null;
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG || !place || place === from.place) return;
    this.dragged = true;
    this.send({ place: from.place });
    this.send({ place });
    setTimeout(() => { this.dragged = false; }, 0);
  }

  point(place) {
    this.pointed = place;
    for (const other of this.frame.querySelectorAll(".hovered")) other.classList.remove("hovered");
    if (place) byId(`ground-${place}`)?.classList.add("hovered");
    byId("words").textContent = place ? this.parts[`place:${place}`]?.words ?? "" : "";
  }

  scale(zoom) {
    this.zoom = Math.min(Math.max(zoom, 1), 5);
    const svg = this.frame.querySelector("svg");
    if (svg) svg.setAttribute("width", `${this.zoom * 100}%`);
  }

  show(parts, changed) {
    this.parts = parts;
    if (!parts.chart) {
      if (changed.has("chart")) this.frame.replaceChildren();
      return;
    }
    const isNew = changed.has("chart");
    if (isNew) this.draw(parts.chart);
    for (const key of isNew ? Object.keys(parts) : changed) if (key.startsWith("place:") && parts[key]) this.put(key.slice(6), parts[key]);
    if (isNew || changed.has("arrows")) byId("arrows")?.replaceChildren(...drawing(parts.arrows ?? ""));
    if (isNew || changed.has("place")) {
      for (const other of this.frame.querySelectorAll(".chosen")) other.classList.remove("chosen");
      if (parts.place) byId(`ground-${parts.place.id}`)?.classList.add("chosen");
    }
    if (this.pointed) this.point(this.pointed);
  }

  draw({ svg, width, height }) {
    const [made] = drawing(`<svg viewBox="-3 -3 ${width + 6} ${height + 6}" width="100%" preserveAspectRatio="xMidYMin meet">${svg}</svg>`);
    made.setAttribute("role", "group");
    this.frame.replaceChildren(made);
    this.scale(this.zoom);
  }

  put(id, { ground, tag, name, words, lit }) {
    const under = byId(`ground-${id}`), over = byId(`tag-${id}`);
    if (!under || !over) return;
    const kept = ["hovered", "chosen"].filter((one) => under.classList.contains(one));
    under.setAttribute("class", [ground, ...kept, ...(lit ? ["lit"] : [])].join(" "));
    over.replaceChildren(...drawing(tag));
    over.setAttribute("class", lit ? "tag lit" : "tag");
    over.setAttribute("tabindex", "0");
    over.setAttribute("role", "button");
    over.setAttribute("aria-label", words || name);
  }
}
