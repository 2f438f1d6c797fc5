/** Starts the page: loads its data from the server and connects the settings. */

import { engine, get, getText, why } from "./api.js";
import { CopyLink } from "./copylink.js";
import { pictured } from "./modal.js";
import { byId, closeOutside, write } from "./dom.js";
import { firstMinute } from "./first.js";
import { Choose, Labelled } from "./form.js";
import { Library } from "./library.js";
import { useLook } from "./look.js";
import { Page } from "./page.js";
import { isUnknown, settings } from "./settings.js";
import { sound } from "./sound.js";
import { languageFor, languages, spoken, t, textOf, useLanguage } from "./text.js";
import { computed, effect, h, render } from "./vendor/preact.js";

/** @typedef {import("./text.js").Phrase} Phrase */

const NAMES = /** @type {const} */ (["play", "watch", "design", "photo"]);

export class Tabs {
  names = /** @type {readonly string[]} */ (NAMES);
  current = "";
  /** Called with the name of the open tab.
   * @type {(name: string) => void} */
  onchange = () => {};

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    effect(() => list.setAttribute("aria-label", t("page.tabs")));
    render(h(List, { tabs: this, current: "" }), list);
  }

  /** @param {string} name */
  select(name) {
    if (!this.names.includes(name)) return;
    this.current = name;
    for (const each of NAMES) byId(`panel-${each}`).hidden = each !== name;
    render(h(List, { tabs: this, current: name }), this.list);
    this.onchange(name);
  }
}

/** @param {{tabs: Tabs, current: string}} props */
const List = ({ tabs: own, current }) => NAMES.map((name, at) => h("button", {
  key: name, type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": `panel-${name}`,
  "aria-selected": name === current, tabIndex: name === current ? 0 : -1, onClick: () => own.select(name),
  onKeyDown: (/** @type {KeyboardEvent} */ event) => {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = NAMES.at(steps[event.key] % NAMES.length) ?? name;
    own.select(next);
    byId(`tab-${next}`).focus();
  },
}, t(`tabs.${name}`)));

/** @type {Page|null} */
let page = null;

async function begin() {
  // Must run before anything is stored.
  const isNew = isUnknown() && location.hash.length < 2;
  const [start, days] =
    await Promise.all([get("start"), getText(new URL("./days.txt", import.meta.url)), speak(settings.language)]);
  useLook(start.look);
  document.documentElement.style.setProperty("--paper", start.look.colours.paper);
  const library = Library.of(start, days);
  page = new Page(library, start.strategies, tabs);
  await page.load();
  document.documentElement.dataset.ready = "true";
  engine?.start();
  if (isNew) firstMinute.open(page);
}

/** Puts the page in a language.
 * @param {string} setting */
async function speak(setting) {
  await useLanguage(languageFor(setting));
  document.documentElement.lang = spoken();
  delete document.documentElement.dataset.mute;
}

/** Draws the settings: theme, marks, language, sounds, blind play, the statistics and the link. */
function Settings() {
  /** @param {"theme"|"marks"} id @param {Phrase} words @param {[string, Phrase][]} options */
  const list = (id, words, options) => h(Choose, {
    id, words: t(words), value: settings[id], choose: (value) => settings.set(id, value),
  }, options.map(([value, key]) => h("option", { key, value }, t(key))));
  /** @param {"blind"|"sound"} id @param {Phrase} words */
  const tick = (id, words) => h(Labelled, { words: t(words) }, h("input", {
    type: "checkbox", id, checked: settings[id], onChange: ({ currentTarget }) => {
      settings.set(id, currentTarget.checked ? "on" : "off");
      if (id === "sound") sound("place");
    },
  }));
  return [
    h("summary", { "aria-label": t("settings.settings") }, pictured("gear")),
    h("div", { class: "sheet" },
      list("theme", "settings.theme",
        [["auto", "settings.auto"], ["light", "settings.light"], ["dark", "settings.dark"]]),
      list("marks", "settings.colours",
        [["none", "settings.plain"], ["hatches", "settings.hatches"], ["letters", "settings.letters"]]),
      h(Choose, {
        id: "language", words: t("settings.language"), value: settings.language,
        choose: (value) => settings.set("language", value),
      }, h("option", { value: "auto" }, t("settings.browser")), languages().map((each) => h("option", {
        key: each, value: each, lang: each,
      }, new Intl.DisplayNames(each, { type: "language" }).of(each)))),
      h("button", { type: "button", id: "open-statistics", onClick: () => page?.openStatistics() },
        pictured("chart"), h("span", {}, t("statistics.title"))),
      tick("blind", "settings.blind"), tick("sound", "settings.sound"), h(CopyLink, { id: "share" })),
  ];
}

/** Translates the elements that no component draws. */
function putWords() {
  for (const node of document.querySelectorAll("[data-t]")) {
    const text = textOf(node.getAttribute("data-t") ?? "");
    if (node instanceof HTMLMetaElement) node.content = text;
    else node.textContent = text;
  }
}

/** @param {unknown} problem */
function fail(problem) {
  const node = byId("failure");
  node.hidden = false;
  write(node, () => why(problem));
}

const tabs = new Tabs(byId("tabs"));
render(h(Settings, {}), byId("settings"));
closeOutside("settings");
effect(putWords);
const language = computed(() => settings.language);
effect(() => {
  const setting = language.value;
  // Elements that no component draws are translated once the words have loaded.
  if (page) speak(setting).then(settings.onchange, fail);
});
begin().catch(fail);
