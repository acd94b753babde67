// @ts-check
// Small verbs for making and updating elements: an update writes only what differs.
// Text goes in as text nodes, never as markup; names stand in <bdi>.
// Knows no state of the game.

/**
 * @param {string} tag `div`, or with classes `div.card.wide`
 * @param {Record<string, any>} [attributes] `on…` are listeners, true and false switch
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {any} the element, of the tag's own type
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else attribute(element, key, value);
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value false, null and undefined take it away
 */
export function attribute(element, name, value) {
  if (value === false || value === null || value === undefined) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {HTMLElement} element
 * @param {boolean} shown
 */
export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}

/**
 * A name in its own direction.
 * @param {string} text
 * @param {string} [className]
 */
export function bdi(text, className) {
  return h("bdi", className ? { class: className } : {}, text);
}

/**
 * A code, clock, size or seed: left to right everywhere.
 * @param {string} text
 * @param {string} [className]
 */
export function ltr(text, className = "") {
  return h("bdi", { dir: "ltr", class: className || null }, text);
}

/**
 * Makes the children of `parent` be one element per item, in order; an item's element is kept as
 * long as its key is there, so focus and animation stay.
 * @template I
 * @param {Element} parent
 * @param {readonly I[]} items
 * @param {(item: I) => string} keyOf
 * @param {(item: I) => Element} create
 * @param {(element: any, item: I, index: number) => void} update
 */
export function reconcile(parent, items, keyOf, create, update) {
  const old = new Map();
  for (const child of parent.children) old.set(child.getAttribute("data-key"), child);
  items.forEach((item, index) => {
    const key = keyOf(item);
    let element = old.get(key);
    if (element === undefined) {
      element = create(item);
      element.setAttribute("data-key", key);
    }
    old.delete(key);
    update(element, item, index);
    if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
  });
  for (const gone of old.values()) gone.remove();
}

/**
 * A text of the catalogue with elements in its holes.
 * @param {import("./i18n/t.js").T} t
 * @param {string} key
 * @param {Record<string, Node | string | number>} parameters
 * @returns {(Node | string)[]}
 */
export function rich(t, key, parameters) {
  /** @type {Record<string, string | number>} */
  const plain = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (!(value instanceof Node)) plain[name] = value;
  }
  return t.pieces(key, plain).map((piece) => {
    if (piece.hole === undefined) return piece.text ?? "";
    const value = parameters[piece.hole];
    return value instanceof Node ? value : `{${piece.hole}}`;
  });
}

/** Whether the user asks for less motion. */
export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Calls are ignored while the work of an earlier one goes on: who presses twice asks once.
 * @template T
 * @param {(event: T) => void | Promise<void>} work
 * @param {(going: boolean) => void} [ongoing] told when work goes on for a while, and when it ends
 * @returns {(event: T) => void}
 */
export function oneAtATime(work, ongoing = () => {}) {
  let going = false;
  return (event) => {
    if (going) return;
    const doing = work(event);
    if (!(doing instanceof Promise)) return;
    going = true;
    ongoing(true);
    void doing.finally(() => {
      going = false;
      ongoing(false);
    });
  };
}
