// Small helpers for the document. Texts are always set as texts.

export const byId = (id) => document.getElementById(id);

export function element(name, classes = "", text = "") {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  if (text) made.textContent = text;
  return made;
}

export function button(classes, text, deed) {
  const made = element("button", classes, text);
  made.type = "button";
  made.addEventListener("click", deed);
  return made;
}

// Several spaces between words, or many before them, make columns, which need letters of one width.
export const isInColumns = (text) => /^ {5}|\S {2,}\S/.test(text);

// A row of fragments, each with its classes and its text. Two spaces at its beginning indent it, four do so twice.
export function row(fragments) {
  const made = element("p", "row");
  const inColumns = isInColumns(fragments.map(([, text]) => text).join(""));
  if (inColumns) made.classList.add("columns");
  fragments.forEach(([classes, text], number) => {
    const bare = number || inColumns ? text : text.replace(/^ +/, "");
    if (!number && text.startsWith(" ")) made.classList.add(text.startsWith("    ") ? "twice" : "indented");
    if (bare) made.append(classes ? element("span", classes, bare) : bare);
  });
  return made;
}

// What can be typed and what it does, as the help lists it: several spaces part them, or one after a word in capitals.
const LISTED = /^ {2}(\S+(?: \[?\p{Lu}+\]?)+ |\S.*? {2,})(\S(?:(?! {2}).)*)$/u, GOES_ON = /^ {10,}()(\S(?:(?! {2}).)*)$/;

export function listed(text, goesOn = true) {
  const [, term, told] = text.match(LISTED) ?? ((goesOn && text.match(GOES_ON)) || []);
  if (told === undefined) return null;
  const made = element("p", "row listed");
  made.append(element("span", "term", term.trim()), element("span", "", told));
  return made;
}

export const rows = (found) => found.map(row);

// Rows in columns that follow each other scroll as one where they are too wide, by keys as well.
export function together(found) {
  const made = [];
  for (const one of found) {
    const last = made.at(-1);
    if (!one.classList.contains("columns")) made.push(one);
    else if (last?.className === "columned") last.append(one);
    else {
      const block = element("div", "columned");
      block.tabIndex = 0;
      block.append(one);
      made.push(block);
    }
  }
  return made;
}

// Drawings come from the program alone, as SVG.
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
  return [...document.importNode(parsed.documentElement, true).childNodes];
}
