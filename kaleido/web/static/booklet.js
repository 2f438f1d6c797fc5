/** The window in which boards are chosen for a booklet to print. */

import { engine, post } from "./api.js";
import { Busy, Waiting } from "./busy.js";
import { boardTitle, langOf } from "./card.js";
import { el } from "./dom.js";
import { settings } from "./settings.js";
import { download } from "./sketchfile.js";
import { named, plain, t } from "./text.js";
import { h, render, signal } from "./vendor/preact.js";
import { makeWindow } from "./window.js";

/** @typedef {import("./library.js").Entry} Entry */

/** The most boards of a booklet. */
const MOST = 60;

export class BookletWindow {
  busy = new Busy();
  /** @type {import("./vendor/preact.js").Signal<Entry[]>} */
  entries = signal([]);
  /** The keys of the boards that are chosen.
   * @type {import("./vendor/preact.js").Signal<Set<string>>} */
  chosen = signal(new Set());

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    this.full = (/** @type {import("./library.js").Question} */ question) => library.complete(question);
    const body = el("div", { class: "window-body booklet" });
    this.node = makeWindow("booklet", "booklet.title", "small", body);
    this.node.addEventListener("close", () => this.busy.end());
    render(h(View, { booklet: this }), body);
  }

  /**
   * @param {Entry[]} entries to choose from
   * @param {string} key of the board that is chosen at first
   */
  open(entries, key) {
    this.entries.value = entries;
    if (!this.chosen.value.size && entries.some((entry) => entry.key === key)) this.chosen.value = new Set([key]);
    this.node.showModal();
  }

  /**
   * Chooses boards or leaves them out.
   * @param {Entry[]} entries
   * @param {boolean} isOn
   */
  choose(entries, isOn) {
    const chosen = new Set(this.chosen.value);
    for (const { key } of entries) chosen[isOn ? "add" : "delete"](key);
    this.chosen.value = chosen;
  }

  /** @param {HTMLFormElement} form */
  make(form) {
    const given = new FormData(form);
    const text = (/** @type {string} */ name) => String(given.get(name) ?? "");
    const boards = this.entries.value.filter(({ key }) => this.chosen.value.has(key)).map((entry) => ({
      title: plain(boardTitle(entry)).slice(0, 80), ...this.full(entry.question),
    }));
    return this.busy.run(() => t("booklet.making"), async (stop) => {
      const { pdf } = await post("booklet", {
        boards, title: text("title").trim(), paper: text("paper"), per_page: Number(text("per_page")), marks: text("marks"),
        with_pieces: given.has("with_pieces"), with_solutions: given.has("with_solutions"),
      }, stop);
      const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0));
      download(new Blob([bytes], { type: "application/pdf" }), "kaleido-booklet.pdf");
      this.busy.words.value = () => t("booklet.made", { n: boards.length });
    });
  }
}

/** @param {{booklet: BookletWindow}} props */
function View({ booklet }) {
  const { busy, chosen: { value: chosen } } = booklet;
  const groups = [...Map.groupBy(booklet.entries.value, ({ group }) => group)];
  const n = chosen.size;
  if (engine) return h("p", {}, t("engine.booklet"));
  return h("form", { onSubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    booklet.make(/** @type {HTMLFormElement} */ (event.currentTarget));
  } },
  h("div", { class: "booklet-groups", role: "group", "aria-label": t("chooser.title") },
    groups.map(([group, members]) => h(Group, { key: group, group, members, booklet }))),
  h("p", { role: "status", id: "booklet-count" }, t("booklet.chosen", { n }), " ", n > MOST && t("booklet.most", { n: MOST })),
  h("div", { class: "row" },
    h("label", { class: "grow" }, t("design.title"), " ", h("input", { type: "text", name: "title", maxLength: 80, placeholder: "Kaleidoscope" })),
    h(Pick, { name: "per_page", words: t("booklet.perPage"), options: ["1", "2", "4"].map((each) => [each, each]) }),
    h(Pick, { name: "paper", words: t("booklet.paper"), options: [["a4", "A4"], ["letter", "Letter"]] }),
    h(Pick, { name: "marks", words: t("settings.colours"), value: settings.marks, options:
      /** @type {const} */ (["none", "hatches", "letters"]).map((each) => [each, t(`settings.${each === "none" ? "plain" : each}`)]) })),
  h("label", { class: "tick" }, h("input", { type: "checkbox", name: "with_solutions", defaultChecked: true }), " ", t("booklet.solutions")),
  h("label", { class: "tick" }, h("input", { type: "checkbox", name: "with_pieces" }), " ", t("export.pieces")),
  h("button", { type: "submit", class: "prime", disabled: !n || n > MOST || busy.isOn.value }, t("booklet.make")),
  h(Waiting, { busy }));
}

/** @param {{group: string, members: Entry[], booklet: BookletWindow}} props */
function Group({ group, members, booklet }) {
  const { chosen: { value: chosen } } = booklet;
  const here = members.filter(({ key }) => chosen.has(key)).length;
  /** @param {Entry[]} entries */
  const tick = (entries) => (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget: { checked } }) =>
    booklet.choose(entries, checked);
  const name = plain(named("groups", group));
  return h("details", { open: here > 0 && here < members.length },
    h("summary", {}, name, here ? ` (${here})` : ""),
    h("label", { class: "tick" }, h("input", { type: "checkbox", checked: here === members.length, onChange: tick(members) }),
      " ", h("b", {}, t("booklet.all"))),
    members.map((entry) => h("label", { class: "tick", key: entry.key },
      h("input", { type: "checkbox", checked: chosen.has(entry.key), "data-key": entry.key, onChange: tick([entry]) }), " ",
      h("span", { lang: langOf(entry) ?? undefined }, boardTitle(entry)))));
}

/** @param {{name: string, words: string, value?: string, options: string[][]}} props */
const Pick = ({ name, words, value, options }) => h("label", {}, h("span", {}, words), " ", h("select", { name, defaultValue: value },
  options.map(([own, shown]) => h("option", { value: own, selected: own === value }, shown))));
