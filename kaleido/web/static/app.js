/** Starts the page: gets from the server what it needs and connects the settings. */

import { get, why } from "./api.js";
import { around, byId, find, onPress, putAllWords, select, write } from "./dom.js";
import { currentFragment } from "./fragment.js";
import { useLook } from "./look.js";
import { Page } from "./page.js";
import { Pieces } from "./pieces.js";
import { say } from "./say.js";
import { settings } from "./settings.js";
import { languageFor, t, useLanguage } from "./text.js";

async function start() {
  const [look, patterns, { pieces }, strategies] =
    await Promise.all([...["look", "patterns", "pieces", "strategies"].map(get), speak(settings.language)]);
  useLook(look);
  document.documentElement.style.setProperty("--paper", look.colours.paper);
  new Page(patterns, Pieces.of(pieces), strategies).load();
  document.documentElement.dataset.ready = "true";
}

/**
 * Puts the page in a language.
 * @param {string} setting
 */
async function speak(setting) {
  const language = languageFor(setting);
  await useLanguage(language);
  document.documentElement.lang = language;
  putAllWords();
}

/** Connects the choices of language, theme and marks, and the button that copies the link. */
function connectSettings() {
  const language = select("language");
  language.value = settings.language;
  language.addEventListener("change", async () => {
    await speak(language.value).then(() => settings.set("language", language.value), fail);
  });
  for (const name of /** @type {const} */ (["theme", "marks"])) {
    const choice = select(name);
    choice.value = settings[name];
    choice.addEventListener("change", () => settings.set(name, choice.value));
  }
  const sheet = find("settings", HTMLDetailsElement);
  document.addEventListener("pointerdown", (event) => {
    if (!around(event, "#settings")) sheet.open = false;
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    sheet.open = false;
    sheet.querySelector("summary")?.focus();
  });
  onPress("share", async () => {
    try {
      await navigator.clipboard.writeText(new URL(currentFragment(), location.href).href);
      write(byId("share-words"), () => t("settings.copied"));
      say(t("settings.linkCopied"));
    } catch {
      write(byId("share-words"), () => t("settings.address"));
    }
    setTimeout(() => write(byId("share-words"), () => t("settings.copy")), 2500);
  });
}

/** @param {unknown} problem */
function fail(problem) {
  const node = byId("failure");
  node.hidden = false;
  write(node, () => why(problem));
}

connectSettings();
start().catch(fail);
