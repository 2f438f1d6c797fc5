/**
 * The tree of positions: moves played, hinted or taken over; moves after an undo form a branch, and nothing is lost.
 */

const ORIGINS = /** @type {const} */ (["played", "hint", "strategy", "photo", "solution", "link"]);
/** @typedef {typeof ORIGINS[number]} Origin the origin of a position */

export class PositionNode {
  /** The next positions; the first is on the main line.
   * @type {PositionNode[]} */
  children = [];

  /** @param {number} id that no other node of the tree has
   * @param {string} text of the position
   * @param {PositionNode|null} parent @param {Origin} origin */
  constructor(id, text, parent, origin) {
    this.id = id;
    this.text = text;
    this.parent = parent;
    this.origin = origin;
    parent?.children.push(this);
  }

  /** The nodes from the first one to this. */
  get path() {
    const path = [];
    for (let node = /** @type {PositionNode|null} */ (this); node; node = node.parent) path.push(node);
    return path.reverse();
  }

  /** The last node of its main line. */
  get end() {
    let node = /** @type {PositionNode} */ (this);
    while (node.children.length) [node] = node.children;
    return node;
  }

  /** The pieces added here, and those removed. */
  get change() {
    const [before, now] = [piecesOf(this.parent?.text ?? ""), piecesOf(this.text)];
    return { added: minus(now, before), gone: minus(before, now) };
  }

  /** The step from the position before: `-` a piece and `+` a piece, or `=` the whole position if that is shorter. */
  get step() {
    const { added, gone } = this.change;
    const step = [...gone.map((piece) => `-${piece}`), ...added.map((piece) => `+${piece}`)].join(";");
    const isShort = step.length <= this.text.length && after(this.parent?.text ?? "", step) === this.text;
    return isShort ? step : `=${this.text}`;
  }
}

/** A stored tree: for each node its number, its parent's number, the step and the number of its origin.
 * @typedef {{nodes: [number, number, string, number?][], at: number, tip: number}} Saved */

export class PositionTree {
  /** @param {string} text the first position */
  constructor(text, limit = 1000) {
    this.limit = limit;
    /** The order of the branches before one of them was made the main line, until the next change.
     * @type {Map<PositionNode, PositionNode[]>|null} */
    this.demoted = null;
    /** Counts the changes. */
    this.changes = 0;
    /** @type {Map<number, PositionNode>} */
    this.nodes = new Map();
    this.root = this.#grow(text, null, "played");
    /** The present node. */
    this.at = this.root;
    /** The end of the present line, to which redo leads. */
    this.tip = this.root;
  }

  /** Reads a stored tree; null if it is not valid.
   * @param {any} kept */
  static load(kept) {
    const [first, ...others] = Array.isArray(kept?.nodes) ? kept.nodes : [];
    if (!Number.isInteger(first?.[0])) return null;
    const tree = new PositionTree(after("", String(first[2])));
    tree.nodes.clear();
    Object.assign(tree.root, { id: first[0], origin: ORIGINS[first[3]] ?? "played" });
    tree.nodes.set(tree.root.id, tree.root);
    for (const [id, parent, step, origin = 0] of others.filter(Array.isArray)) {
      const before = tree.nodes.get(parent);
      if (before && Number.isInteger(id) && !tree.nodes.has(id)) {
        tree.#grow(after(before.text, String(step)), before, ORIGINS[origin] ?? "played", id);
      }
    }
    tree.at = tree.nodes.get(kept.at) ?? tree.root;
    tree.tip = tree.nodes.get(kept.tip) ?? tree.at;
    if (!tree.tip.path.includes(tree.at)) tree.tip = tree.at.end;
    return tree;
  }

  /** @returns {Saved} */
  save() {
    /** @type {Saved["nodes"]} */
    const nodes = [];
    // Each node before its children, and the main line before its branches.
    const left = [this.root];
    for (let node; (node = left.pop());) {
      const { id, parent, step, origin, children } = node;
      const before = parent?.id ?? -1;
      nodes.push(origin === "played" ? [id, before, step] : [id, before, step, ORIGINS.indexOf(origin)]);
      left.push(...children.toReversed());
    }
    return { nodes, at: this.at.id, tip: this.tip.id };
  }

  /** @param {string} text @param {PositionNode|null} parent @param {Origin} origin */
  #grow(text, parent, origin, id = Math.max(-1, ...this.nodes.keys()) + 1) {
    const node = new PositionNode(id, text, parent, origin);
    this.nodes.set(id, node);
    this.changes += 1;
    return node;
  }

  /** The present position. */
  get now() { return this.at.text; }

  /** Replaces the present text, without a step. */
  set now(text) {
    this.at.text = text;
  }

  get canUndo() { return this.demoted !== null || this.at !== this.root; }

  get canRedo() { return this.at !== this.tip; }

  /** Returns the node with a text: the present one if possible, then one on its line, then any.
   * @param {string} text
   * @param {number} id of the node to prefer, if it has the text */
  find(text, id = this.at.id) {
    return [this.nodes.get(id), this.at, ...this.tip.path, ...this.nodes.values()].find((node) => node?.text === text);
  }

  /** Goes to a node.
   * @param {PositionNode} node */
  go(node) {
    this.at = node;
    this.demoted = null;
    if (!this.tip.path.includes(node)) this.tip = node.end;
    this.changes += 1;
    return this.now;
  }

  /** Whether the present node is on a branch. */
  get canPromote() {
    return this.at.path.some((node) => node.parent && node.parent.children[0] !== node);
  }

  /** Makes the present branch the main line. */
  promote() {
    this.demoted = new Map();
    for (const node of this.at.path) {
      const { parent } = node;
      if (!parent || parent.children[0] === node) continue;
      this.demoted.set(parent, parent.children);
      parent.children = [node, ...parent.children.filter((other) => other !== node)];
    }
    this.changes += 1;
  }

  undo() {
    if (this.demoted) {
      for (const [node, children] of this.demoted) node.children = children;
      return this.go(this.at);
    }
    return this.go(this.at.parent ?? this.at);
  }

  redo() {
    const { path } = this.tip;
    return this.go(path[path.indexOf(this.at) + 1] ?? this.at);
  }

  /** Makes a step: to the child with this text, or to a new one.
   * @param {string} text @param {Origin} origin */
  add(text, origin = "played") {
    if (text === this.now) return;
    this.go(this.#next(this.at, text, origin));
    this.#prune();
  }

  /** Adds a line, without going there.
   * @param {string} start the position that it follows
   * @param {string[]} texts @param {Origin} origin
   * @returns {PositionNode} its end */
  addLine(start, texts, origin) {
    let node = this.find(start) ?? this.#next(this.root, start, origin);
    for (const text of texts) node = this.#next(node, text, origin);
    this.#prune(node);
    return node;
  }

  /** @param {PositionNode} node @param {string} text @param {Origin} origin */
  #next(node, text, origin) {
    return node.children.find((child) => child.text === text) ?? this.#grow(text, node, origin);
  }

  /** Deletes a node and its subtree.
   * @param {PositionNode} node not the first one */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    const isOn = this.at.path.includes(node);
    this.#drop(node);
    if (isOn) this.go(parent);
    if (!this.nodes.has(this.tip.id)) this.tip = this.at.end;
  }

  /** @param {PositionNode} node */
  #drop(node) {
    for (const child of [...node.children]) this.#drop(child);
    node.parent?.children.splice(node.parent.children.indexOf(node), 1);
    this.nodes.delete(node.id);
    this.demoted = null;
    this.changes += 1;
  }

  /** Drops nodes beyond the limit: the oldest ends of other branches, then the first positions of the line.
   * @param {PositionNode} kept an end that stays */
  #prune(kept = this.at) {
    while (this.nodes.size > this.limit) {
      const ends = [...this.nodes.values()].filter(({ children }) => !children.length).sort((a, b) => a.id - b.id);
      const spare = ends.find((end) => ![this.at, this.tip, kept].includes(end));
      if (spare) this.#drop(spare);
      else if (this.root.children.length > 1 || this.at === this.root) {
        if (this.tip === this.at) return;
        this.#drop(this.tip);
        this.tip = this.at.end;
      } else {
        this.nodes.delete(this.root.id);
        [this.root] = this.root.children;
        this.root.parent = null;
      }
    }
  }
}

/** @param {string} text of a position */
const piecesOf = (text) => text.split(";").filter(Boolean);

/** Returns the difference of two lists as multisets.
 * @param {string[]} some @param {string[]} others */
function minus(some, others) {
  const left = [...others];
  return some.filter((each) => !left.includes(each) || !left.splice(left.indexOf(each), 1));
}

/** Returns the position after a step.
 * @param {string} before @param {string} step */
function after(before, step) {
  if (step[0] === "=") return step.slice(1);
  const changes = piecesOf(step);
  const gone = changes.filter(([sign]) => sign === "-").map((each) => each.slice(1));
  const added = changes.filter(([sign]) => sign === "+").map((each) => each.slice(1));
  return [...minus(piecesOf(before), gone), ...added].join(";");
}
