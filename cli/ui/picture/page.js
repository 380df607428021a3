"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { places, texts, frames, starts, cursor } = data;
  const byId = (id) => document.getElementById(id);
  const slider = byId("slider"), pace = byId("pace"), log = byId("log");
  const rows = [...byId("players").rows], cursors = [...document.querySelectorAll(".cursor")];
  // A step stands in the log once for each phase in which something happened.
  const entriesOf = (number) => [...log.querySelectorAll(`[data-go="${number}"]`)];
  const play = document.querySelector('[data-do="play"]');
  const map = document.querySelector(".map"), tags = [...document.querySelectorAll(".tag")];
  let here = -1, timer = 0, chosen = -1, pointed = -1;

  // What every place looks like at every step: each frame says only what has changed.
  const looks = [];
  for (const frame of frames) {
    const look = looks.length ? looks[looks.length - 1].slice() : new Array(places.length).fill(null);
    for (const [place, ground, tag, words] of frame.changes) look[place] = [ground, tag, words];
    looks.push(look);
  }

  function showPlaces(number) {
    looks[number].forEach((look, place) => {
      const before = here < 0 ? null : looks[here][place];
      if (before === look) return;
      const ground = byId("ground-" + places[place]);
      const kept = ["box", "chosen"].filter((name) => ground.classList.contains(name));
      ground.setAttribute("class", [texts[look[0]], ...kept].join(" "));
      byId("tag-" + places[place]).innerHTML = texts[look[1]];
    });
    const changed = number ? frames[number].changes.map(([place]) => "tag-" + places[place]) : [];
    for (const tag of tags) tag.classList.toggle("changed", changed.includes(tag.id));
    byId("arrows").innerHTML = texts[frames[number].arrows];
    byId("trays").innerHTML = texts[frames[number].trays];
  }

  // What stands in the place that was clicked on, or else is pointed at, in words.
  function choose(place) {
    for (const other of document.querySelectorAll(".map .chosen")) other.classList.remove("chosen");
    chosen = place;
    if (place >= 0) byId("ground-" + places[place]).classList.add("chosen");
    tell();
  }

  function tell() {
    const place = chosen < 0 ? pointed : chosen;
    byId("place").innerHTML = place < 0 ? "<i>Point at a place to read what stands there.</i>" : texts[looks[here][place][2]];
  }

  function placeOf(element) {
    const found = element.closest?.('[id^="ground-"], [id^="tag-"]');
    return found ? places.indexOf(found.id.replace(/^(ground|tag)-/, "")) : -1;
  }

  // The entry in the middle of the log, and its beginning in any case. Only the log may scroll, not the page.
  function showLog(before, number) {
    for (const entry of entriesOf(before)) entry.removeAttribute("aria-current");
    for (const entry of entriesOf(number)) entry.setAttribute("aria-current", "step");
    const [entry] = entriesOf(number), heading = log.querySelector(".round").offsetHeight;
    const middle = entry.offsetTop - (log.clientHeight - entry.offsetHeight) / 2;
    log.scrollTop = Math.min(middle, entry.offsetTop - heading);
  }

  // On a map that is wider than the window, what has changed.
  function showChange() {
    const tag = map.querySelector(".tag.changed");
    if (!tag || map.scrollWidth <= map.clientWidth) return;
    const box = tag.getBoundingClientRect(), frame = map.getBoundingClientRect();
    if (box.left < frame.left || box.right > frame.right)
      map.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
  }

  function go(number) {
    number = Math.min(Math.max(number, 0), frames.length - 1);
    if (number === here) return;
    const frame = frames[number], before = here;
    showPlaces(number);
    here = number;
    const last = frames[frames.length - 1].step;
    byId("moment-now").textContent = `${texts[frame.when]} · step ${frame.step} of ${last}`;
    const onMap = byId("moment");
    if (onMap) onMap.textContent = texts[frame.when];
    byId("told").innerHTML = texts[frame.told];
    const players = number ? frames[number - 1].players : frame.players;
    frame.players.forEach((cells, empire) => {
      cells.forEach((text, column) => { rows[empire].cells[column + 1].textContent = texts[text]; });
      rows[empire].classList.toggle("changed", cells.some((text, column) => text !== players[empire][column]));
    });
    tell();
    for (const line of cursors) {
      line.setAttribute("x1", cursor[frame.round]);
      line.setAttribute("x2", cursor[frame.round]);
    }
    slider.value = number;
    slider.setAttribute("aria-valuetext", `step ${frame.step}, ${texts[frame.when]}`);
    history.replaceState(null, "", "#step=" + frame.step);
    // After the rows of the players have grown, which makes the log smaller.
    showLog(before, number);
    showChange();
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
    play.setAttribute("aria-label", "Play");
  }

  function next() {
    go(here + 1);
    if (here === frames.length - 1) stop();
    else timer = setTimeout(next, Number(pace.value));
  }

  function toggle() {
    if (timer) return stop();
    if (here === frames.length - 1) go(0);
    play.setAttribute("aria-pressed", "true");
    play.setAttribute("aria-label", "Stop");
    timer = setTimeout(next, Number(pace.value));
  }

  const actions = {
    start: () => go(0),
    earlier: () => go(starts.filter((start) => start < here).pop() ?? 0),
    back: () => go(here - 1),
    play: toggle,
    on: () => go(here + 1),
    later: () => go(starts.find((start) => start > here) ?? frames.length - 1),
    end: () => go(frames.length - 1),
    whole: () => {
      const whole = map.classList.toggle("whole");
      document.querySelector("button.whole").setAttribute("aria-pressed", String(whole));
    },
  };
  const keys = {
    Home: "start", PageUp: "earlier", ArrowLeft: "back", " ": "play", ArrowRight: "on", PageDown: "later", End: "end",
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) {
      if (map.contains(event.target)) choose(placeOf(event.target));
      return;
    }
    if (button.dataset.do) {
      if (!["play", "whole"].includes(button.dataset.do) && timer) stop();
      actions[button.dataset.do]();
    } else if (button.dataset.go) {
      if (timer) stop();
      go(Number(button.dataset.go));
    }
  });
  // A tag and its ground are one place under the pointer.
  map.addEventListener("pointerover", (event) => {
    pointed = placeOf(event.target);
    for (const other of map.querySelectorAll(".hovered")) other.classList.remove("hovered");
    if (pointed >= 0) byId("ground-" + places[pointed]).classList.add("hovered");
    tell();
  });
  map.addEventListener("pointerleave", () => {
    pointed = -1;
    for (const other of map.querySelectorAll(".hovered")) other.classList.remove("hovered");
    tell();
  });
  for (const tag of tags) {
    tag.setAttribute("tabindex", "0");
    tag.setAttribute("role", "button");
  }

  // Only steps with all the words, and rounds with such steps.
  byId("filter").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    let heading = null;
    for (const item of log.children) {
      if (item.classList.contains("round")) {
        heading = item;
        heading.hidden = words.length > 0;
        continue;
      }
      const text = item.textContent.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden && heading) heading.hidden = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen >= 0) return choose(-1);
    if (event.key === "Enter" && event.target.closest(".tag")) return choose(placeOf(event.target));
    const action = keys[event.key];
    const typing = event.target.closest("input, select") || (event.key === " " && event.target.closest("button, summary"));
    if (!action || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[action]();
  });
  slider.addEventListener("input", () => { if (timer) stop(); go(Number(slider.value)); });

  const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("step"));
  const found = frames.findIndex((frame) => frame.step >= wanted);
  go(found < 0 ? 0 : found);
  // Colours fade from step to step, but not into the first one.
  requestAnimationFrame(() => requestAnimationFrame(() => document.body.classList.add("moving")));
})();
