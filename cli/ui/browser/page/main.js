// The page: it shows what the program says there is to see, and sends what the person does.

import { Ask } from "./ask.js";
import { byId } from "./dom.js";
import { Hand } from "./hand.js";
import { Line } from "./line.js";
import { Link } from "./link.js";
import { Lobby } from "./lobby.js";
import { Board } from "./map.js";
import { Past } from "./past.js";
import { Side } from "./side.js";
import { Story } from "./story.js";

const send = (message) => link.send(message);
const views = [new Board(send), new Line(send), new Ask(send), new Hand(send), new Side(send), new Story(send), new Past(send), new Lobby(send)];
let words = {}, notifies = false, calls = null;

// Until the program has told the words in the person's language.
const ENGLISH = {
  stale: "This address is no longer good. Type “browser” in the terminal for the one that is.",
  gone: "The program has ended, or cannot be reached. This page looks for it again.",
};

function state(name, told = "") {
  const notice = byId("notice");
  notice.hidden = name === "here";
  notice.textContent = told || words[name] || ENGLISH[name] || "";
  document.body.classList.toggle("away", name !== "here");
}

function changed(parts, keys, isCurrent) {
  if (keys.has("words")) speak(parts);
  const isGame = "status" in parts;
  byId("table").hidden = !isGame;
  byId("lobby").hidden = isGame;
  byId("leave").hidden = false;
  for (const one of document.querySelectorAll("nav [data-open]")) one.hidden = !isGame;
  if (keys.has("status")) status(parts.status);
  byId("goal").hidden = !isGame;
  if (keys.has("goal")) byId("goal").querySelector("span").textContent = parts.goal ?? "";
  for (const view of views) {
    if (view instanceof Lobby ? !isGame : isGame || keys.has("status")) view.show(isGame || view instanceof Lobby ? parts : emptied(parts), keys, isCurrent);
  }
  if (keys.has("call")) call(parts.call);
  byId("notify").hidden = notifies || !("Notification" in window) || Boolean(parts.past && !parts.call);
}

// What the views of a game show once it is gone.
const emptied = (parts) => ({ words: parts.words, question: { text: "", then: [] }, choices: [], advice: { refusal: "", notes: [], preview: [], why: "" }, staged: [] });

function speak(parts) {
  words = parts.words;
  document.documentElement.lang = parts.language;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = words[one.dataset.word];
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", words[one.dataset.label]);
  for (const one of document.querySelectorAll("button[data-label]")) one.title = words[one.dataset.label];
  byId("sign").title = words.signing;
}

function status(now) {
  document.body.toggleAttribute("data-over", Boolean(now?.over));
  byId("lesson").hidden = !now?.lesson;
  byId("typing").querySelector("label").hidden = !now?.plays;
  byId("line").placeholder = (now?.plays ? words.type : words.command) ?? "";
  byId("line").setAttribute("aria-label", (now?.plays ? words.answer : words.command) ?? "");
  byId("when").textContent = now?.moment ?? "";
  byId("turn").textContent = now ? now.turn + (now.elapsed ? ` (${now.elapsed})` : "") : "";
}

// The title says that it is the person's turn until they look here; a notification comes only if they have asked for it.
function call(now) {
  const isNew = calls !== null && now && now.number > calls;
  calls = now?.number ?? calls;
  if (!isNew || !document.hidden) return;
  document.title = `● ${words["your turn"]}`;
  if (notifies) new Notification("mare", { body: now.sentence });
}

document.addEventListener("visibilitychange", () => {
  send({ front: !document.hidden });
  if (!document.hidden) document.title = "mare";
});

byId("notify").addEventListener("click", async () => {
  notifies = (await Notification.requestPermission()) === "granted";
  byId("notify").hidden = notifies;
});
byId("leave").addEventListener("click", () => {
  if (byId("lobby").hidden) send({ key: "interrupt" });
  else send({ typed: "quit" });
});
byId("lesson").addEventListener("click", () => send({ command: "lesson" }));
byId("winning").addEventListener("click", () => send({ command: "rule victory" }));
document.addEventListener("click", (event) => {
  const found = event.target.closest("[data-open], [data-key]");
  if (found?.dataset.open) send({ open: found.dataset.open });
  else if (found?.dataset.key) send({ key: found.dataset.key });
});
document.addEventListener("keydown", (event) => {
  if (byId("cards").open) return;
  if (event.altKey && event.code === "KeyC" && byId("message").offsetParent) byId("message").focus();
  else if (event.key === "Escape") send({ key: "escape" });
  else if (event.key === "F10") send({ key: "sign" });
  else if (event.key === "z" && event.ctrlKey && !event.target.value) send({ key: "undo" });
  else return;
  event.preventDefault();
});

const link = new Link(changed, state);
