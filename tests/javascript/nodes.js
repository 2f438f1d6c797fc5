/** The part of a document that components need: nodes with their texts, which a test reads. */

class FakeNode extends EventTarget {
  /** @type {FakeNode[]} */
  childNodes = [];
  /** @type {FakeNode|null} */
  parentNode = null;
  /** @type {Map<string, string>} */
  attributes = new Map();
  data = "";

  get firstChild() { return this.childNodes[0] ?? null; }

  /** @returns {FakeNode|null} */
  get nextSibling() {
    const among = this.parentNode?.childNodes ?? [];
    return among[among.indexOf(this) + 1] ?? null;
  }

  /** @returns {string} */
  get textContent() { return this.data + this.childNodes.map((node) => node.textContent).join(""); }

  remove() {
    this.parentNode?.childNodes.splice(this.parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
  }

  /** @param {FakeNode} node @param {FakeNode|null} [before] */
  insertBefore(node, before) {
    node.remove();
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, node);
    node.parentNode = this;
    return node;
  }

  /** @param {FakeNode} node */
  append(node) { this.insertBefore(node); }

  /** @param {FakeNode} node @returns {boolean} */
  contains(node) { return node === this || this.childNodes.some((child) => child.contains(node)); }

  /** Returns the first element of a class that is in the node; undefined without one.
   * @param {string} name @returns {FakeNode|undefined} */
  called(name) {
    return this.childNodes.find((child) => child.attributes.get("class") === name) ??
      this.childNodes.map((child) => child.called(name)).find(Boolean);
  }
}

class FakeElement extends FakeNode {
  nodeType = 1;
  /** @type {Record<string, string>} */
  dataset = {};
  style = { setProperty() {} };
  classList = { add() {}, toggle() {} };

  /** @param {string} name */
  constructor(name) {
    super();
    this.localName = name;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) { this.attributes.set(name, value); }

  /** @param {string} name */
  removeAttribute(name) { this.attributes.delete(name); }
}

class FakeText extends FakeNode {
  nodeType = 3;
}

/** The elements that the page has from the start, by their ids.
 * @type {Map<string, FakeElement>} */
const own = new Map();

/** Puts an empty element into the document.
 * @param {string} id */
export function put(id) {
  const node = new FakeElement("div");
  own.set(id, node);
  return node;
}

/** @type {((now: number) => void)[]} */
let frames = [];

/** Calls the functions that wait for the next frame. */
export function frame() {
  const due = frames;
  frames = [];
  for (const task of due) task(performance.now());
}

const document = Object.assign(new EventTarget(), {
  documentElement: new FakeElement("html"),
  /** @param {string} _ @param {string} name */
  createElementNS: (_, name) => new FakeElement(name),
  /** @param {string} data */
  createTextNode: (data) => Object.assign(new FakeText(), { data }),
  /** @param {string} id */
  getElementById: (id) => own.get(id),
});
Object.assign(globalThis, {
  document, HTMLElement: FakeElement, HTMLDetailsElement: FakeElement,
  ResizeObserver: class { observe() {} disconnect() {} },
  requestAnimationFrame: (/** @type {(now: number) => void} */ task) => frames.push(task),
  cancelAnimationFrame() {}, getComputedStyle: () => ({ fontSize: "16px" }),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
});
