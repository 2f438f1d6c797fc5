/** Starts the page: gets from the server what it needs and connects the settings. */

import { get } from "./api.js";
import { around, byId, find, onPress, select, write } from "./dom.js";
import { currentFragment } from "./fragment.js";
import { useLook } from "./look.js";
import { Page } from "./page.js";
import { Pieces } from "./pieces.js";
import { say } from "./say.js";
import { settings } from "./settings.js";

async function start() {
  const [look, patterns, { pieces }, strategies] =
    await Promise.all(["look", "patterns", "pieces", "strategies"].map(get));
  useLook(look);
  document.documentElement.style.setProperty("--paper", look.colours.paper);
  new Page(patterns, Pieces.of(pieces), strategies).load();
  document.documentElement.dataset.ready = "true";
}

/** Connects the choices of theme and marks, and the button that copies the link. */
function connectSettings() {
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
      write(byId("share-words"), "Copied");
      say("The link is copied.");
    } catch {
      write(byId("share-words"), "Copy the address");
    }
    setTimeout(() => write(byId("share-words"), "Copy link"), 2500);
  });
}

connectSettings();
start().catch((problem) => {
  const node = byId("failure");
  node.hidden = false;
  write(node, problem.message);
});
