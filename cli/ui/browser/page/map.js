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
    this.stop = "";
    this.frame.addEventListener("click", (event) => this.click(event));
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("pointerover", (event) => this.point(this.placeOf(event.target)));
    this.frame.addEventListener("focusin", (event) => this.focus(this.placeOf(event.target)));
    this.frame.addEventListener("pointerleave", () => this.point(""));
    this.frame.addEventListener("pointerdown", (event) => this.press(event));
    this.frame.addEventListener("pointerup", (event) => this.release(event));
    this.frame.addEventListener("mousedown", (event) => { if (event.button === 1) event.preventDefault(); });
    this.frame.addEventListener("pointermove", (event) => this.pan(event));
    this.frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    byId("bare").addEventListener("click", () => {
      const isBare = this.frame.classList.toggle("bare");
      byId("bare").setAttribute("aria-pressed", String(isBare));
    });
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
    if (place && !this.dragged && event.detail < 2) this.send({ place });
    this.dragged = false;
  }

  // The map is one stop of the Tab key; arrows go from place to place.
  key(event) {
    const place = this.placeOf(event.target), way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!place || !(way || ["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    if (!way && !event.repeat) this.send({ place });
    if (!way) return;
    const spot = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = spot(byId(`tag-${place}`));
    let next = null, least = Infinity;
    for (const tag of this.frame.querySelectorAll(".tag")) {
      const [left, top] = spot(tag), along = (left - x) * way[0] + (top - y) * way[1], aside = Math.abs((left - x) * way[1]) + Math.abs((top - y) * way[0]);
      if (along > 1 && along + 2 * aside < least) [next, least] = [tag, along + 2 * aside];
    }
    next?.focus();
  }

  // The middle button moves the map, as far as there is more of it than is shown.
  pan(event) {
    if (event.pointerType === "mouse" && event.buttons === 4) this.frame.scrollBy(-event.movementX, -event.movementY);
  }

  // The wheel zooms with Ctrl, and what is below the pointer stays there.
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = this.frame.getBoundingClientRect(), before = this.frame.scrollWidth;
    const [x, y] = [event.clientX - box.x + this.frame.scrollLeft, event.clientY - box.y + this.frame.scrollTop];
    this.scale(this.zoom * (event.deltaY < 0 ? 1.25 : 0.8));
    const grown = this.frame.scrollWidth / before - 1;
    this.frame.scrollBy(x * grown, y * grown);
  }

  press(event) {
    const place = event.pointerType === "mouse" && event.button === 0 ? this.placeOf(event.target) : "";
    this.from = place ? { place, x: event.clientX, y: event.clientY } : null;
  }

  release(event) {
    const from = this.from, place = this.placeOf(event.target);
    this.from = null;
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG || !place || place === from.place) return;
    this.dragged = true;
    this.send({ drag: [from.place, place] });
    setTimeout(() => { this.dragged = false; }, 0);
  }

  focus(place) {
    if (!place) return;
    for (const [one, index] of [[this.stop, "-1"], [place, "0"]]) byId(`tag-${one}`)?.setAttribute("tabindex", index);
    this.stop = place;
    this.point(place);
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
    if (isNew || changed.has("question")) this.lead();
  }

  // Brings what lights up for a question into view, where none of it is in sight.
  lead() {
    const box = this.frame.getBoundingClientRect(), lit = [...this.frame.querySelectorAll(".tag.lit")].map((one) => one.getBoundingClientRect());
    if (!lit.length || lit.some((one) => one.left >= box.left && one.right <= box.right && one.top >= box.top && one.bottom <= box.bottom)) return;
    this.frame.scrollBy(lit[0].x + lit[0].width / 2 - box.x - box.width / 2, lit[0].y + lit[0].height / 2 - box.y - box.height / 2);
  }

  draw({ svg, width, height }) {
    const [made] = drawing(`<svg viewBox="-3 -3 ${width + 6} ${height + 6}" width="100%" preserveAspectRatio="xMidYMin meet">${svg}</svg>`);
    made.setAttribute("role", "group");
    this.frame.replaceChildren(made);
    this.stop ||= made.querySelector(".tag")?.id.slice(4) ?? "";
    this.scale(this.zoom);
  }

  put(id, { ground, tag, name, words, lit }) {
    const under = byId(`ground-${id}`), over = byId(`tag-${id}`);
    if (!under || !over) return;
    const kept = ["hovered", "chosen"].filter((one) => under.classList.contains(one));
    under.setAttribute("class", [ground, ...kept, ...(lit ? ["lit"] : [])].join(" "));
    over.replaceChildren(...drawing(tag));
    over.setAttribute("class", lit ? "tag lit" : "tag");
    over.setAttribute("tabindex", this.stop === id ? "0" : "-1");
    over.setAttribute("role", "button");
    over.setAttribute("aria-label", words || name);
  }
}
