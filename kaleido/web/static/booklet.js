/** The window in which boards are chosen for a booklet to print. */

import { engine, post } from "./api.js";
import { Busy, modal, spelt, Waiting } from "./modal.js";
import { boardTitle } from "./card.js";
import { download, Labelled, Pick, PickMarks, Tick } from "./form.js";
import { settings } from "./settings.js";
import { named, plain, t } from "./text.js";
import { h, signal, useSignal } from "./vendor/preact.js";

/** @typedef {import("./library.js").Entry} Entry */

/** The numbers of boards on a page. */
const PER_PAGE = [1, 2, 4].map((n) => /** @type {const} */ ([String(n), String(n)]));
/** The most boards of a booklet. */
const MOST = 60;

export class BookletWindow {
  busy = new Busy();
  /** The boards to choose from. */
  entries = /** @type {Entry[]} */ ([]);
  /** The keys of the boards that are chosen. */
  chosen = signal(/** @type {Set<string>} */ (new Set()));

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    this.full = (/** @type {import("./library.js").Question} */ question) => library.complete(question);
    this.window = modal("booklet", View, {
      title: "booklet.title", class: "window small", closed: () => this.busy.end(),
    });
  }

  /** @param {Entry[]} entries to choose from @param {string} key of the board that is chosen at first */
  open(entries, key) {
    this.entries = entries;
    // A deleted board is no longer chosen.
    const kept = entries.filter((entry) => this.chosen.value.has(entry.key));
    this.chosen.value = new Set();
    this.choose(kept.length ? kept : entries.filter((entry) => entry.key === key), true);
    this.window.open(this);
  }

  /** Chooses boards or leaves them out.
   * @param {Entry[]} entries @param {boolean} isOn */
  choose(entries, isOn) {
    const chosen = new Set(this.chosen.value);
    for (const { key } of entries) chosen[isOn ? "add" : "delete"](key);
    this.chosen.value = chosen;
  }

  /** @param {HTMLFormElement} form */
  make(form) {
    const given = new FormData(form);
    const text = (/** @type {string} */ name) => String(given.get(name) ?? "");
    const boards = this.entries.filter(({ key }) => this.chosen.value.has(key)).map((entry) => ({
      title: plain(boardTitle(entry)).slice(0, 80), ...this.full(entry.question),
    }));
    return this.busy.run(() => t("booklet.making"), async (stop) => {
      const { pdf } = await post("booklet", {
        boards, title: text("title").trim(), paper: text("paper"), per_page: Number(text("per_page")),
        marks: text("marks"), with_pieces: given.has("with_pieces"),
        with_solutions: given.has("with_solutions"),
      }, stop);
      const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0));
      download(new Blob([bytes], { type: "application/pdf" }), "kaleido-booklet.pdf");
      this.busy.words.value = () => t("booklet.made", { n: boards.length });
    });
  }
}

/** @param {{value: BookletWindow}} props */
const View = ({ value: booklet }) => h("div", { class: "window-body booklet" },
  engine ? h("p", {}, t("engine.booklet")) : h(Form, { booklet }));

/** @param {{booklet: BookletWindow}} props */
function Form({ booklet }) {
  const [perPage, paper, marks] = [useSignal("1"), useSignal("a4"), useSignal(settings.marks)];
  const { busy, chosen: { value: { size: n } } } = booklet;
  /** @param {{currentTarget: HTMLFormElement, preventDefault: () => void}} event */
  const submit = (event) => {
    event.preventDefault();
    booklet.make(event.currentTarget);
  };
  const groups = [...Map.groupBy(booklet.entries, ({ group }) => group)];
  return h("form", { onSubmit: submit },
    h("div", { class: "booklet-groups", role: "group", "aria-label": t("chooser.title") },
      groups.map(([group, members]) => h(Group, { key: group, group, members, booklet }))),
    h("p", { role: "status", id: "booklet-count" },
      n ? t("booklet.chosen", { n }) : t("booklet.none"), " ", n > MOST && t("booklet.most", { n: MOST })),
    h("div", { class: "row" },
      h(Labelled, { words: t("design.title"), class: "grow" },
        h("input", { type: "text", name: "title", maxLength: 80, placeholder: "Kaleidoscope" })),
      h(Pick, { name: "per_page", words: t("booklet.perPage"), text: perPage, options: PER_PAGE }),
      h(Pick, { name: "paper", words: t("booklet.paper"), text: paper, options: [["a4", "A4"], ["letter", "Letter"]] }),
      h(PickMarks, { name: "marks", text: marks })),
    h(Tick, { name: "with_solutions", defaultChecked: true, words: t("booklet.solutions") }),
    h(Tick, { name: "with_pieces", words: t("export.pieces") }),
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
  return h("details", { open: here > 0 && here < members.length },
    h("summary", {}, plain(named("groups", group)), here ? ` (${here})` : ""),
    h(Tick, { checked: here === members.length, onChange: tick(members), words: h("b", {}, t("booklet.all")) }),
    members.map((entry) => h(Tick, {
      key: entry.key, "data-key": entry.key, checked: chosen.has(entry.key), onChange: tick([entry]),
      words: spelt(boardTitle(entry)),
    })));
}
