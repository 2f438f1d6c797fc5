/** Starts the page: gets from the server what it needs and connects the settings. */

import { engine, get, getText, why } from "./api.js";
import { byId, closeOutside, el, input, onPress, putAllWords, select, write } from "./dom.js";
import { First } from "./first.js";
import { currentFragment } from "./fragment.js";
import { Library } from "./library.js";
import { useLook } from "./look.js";
import { Page } from "./page.js";
import { say } from "./say.js";
import { isUnknown, settings } from "./settings.js";
import { sound } from "./sound.js";
import { languageFor, languages, t, useLanguage } from "./text.js";
import { effect, signal } from "./vendor/preact.js";

/** What the buttons that copy the link say. */
const copied = signal(/** @type {import("./text.js").Phrase} */ ("settings.copy"));

async function begin() {
  // Asked at once, before anything is kept.
  const isNew = isUnknown() && location.hash.length < 2;
  const [start, days] =
    await Promise.all([get("start"), getText(new URL("./days.txt", import.meta.url)), speak(settings.language)]);
  useLook(start.look);
  document.documentElement.style.setProperty("--paper", start.look.colours.paper);
  const library = Library.of(start, days);
  const page = new Page(library, start.strategies);
  await page.load();
  const first = new First(library, () => page.tryIt());
  document.documentElement.dataset.ready = "true";
  engine?.start();
  if (isNew) first.open();
}

/**
 * Puts the page in a language.
 * @param {string} setting
 */
async function speak(setting) {
  const language = languageFor(setting);
  await useLanguage(language);
  document.documentElement.lang = language;
  delete document.documentElement.dataset.mute;
}

/** Connects the choices of language, sounds, theme and marks, and the button that copies the link. */
function connectSettings() {
  const language = select("language");
  language.append(...languages().map((each) => el("option", {
    value: each, lang: each, text: new Intl.DisplayNames(each, { type: "language" }).of(each) ?? each,
  })));
  language.value = settings.language;
  language.addEventListener("change", async () => {
    await speak(language.value).then(() => settings.set("language", language.value), fail);
  });
  for (const name of /** @type {const} */ (["theme", "marks"])) {
    const choice = select(name);
    choice.value = settings[name];
    choice.addEventListener("change", () => settings.set(name, choice.value));
  }
  const blind = input("blind");
  blind.checked = settings.blind;
  blind.addEventListener("change", () => settings.set("blind", blind.checked ? "on" : "off"));
  const sounds = input("sound");
  sounds.checked = settings.sound;
  sounds.addEventListener("change", () => {
    settings.set("sound", sounds.checked ? "on" : "off");
    sound("place");
  });
  closeOutside("settings");
  for (const id of ["share", "copy-link"]) {
    write(byId(`${id}-words`), () => t(copied.value));
    onPress(id, copyLink);
  }
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(new URL(currentFragment(), location.href).href);
    copied.value = "settings.copied";
    say(t("settings.linkCopied"));
  } catch {
    copied.value = "settings.address";
  }
  setTimeout(() => { copied.value = "settings.copy"; }, 2500);
}

/** @param {unknown} problem */
function fail(problem) {
  const node = byId("failure");
  node.hidden = false;
  write(node, () => why(problem));
}

connectSettings();
effect(putAllWords);
begin().catch(fail);
