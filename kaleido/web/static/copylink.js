/** The buttons that copy the link to the state of the page. */

import { copyText } from "./form.js";
import { currentFragment } from "./fragment.js";
import { say } from "./messages.js";
import { pictured } from "./modal.js";
import { t } from "./text.js";
import { h, signal } from "./vendor/preact.js";

/** Their label. */
const words = signal(/** @type {import("./text.js").Phrase} */ ("settings.copy"));

async function copy() {
  const isCopied = await copyText(new URL(currentFragment(), location.href).href);
  words.value = isCopied ? "settings.copied" : "settings.address";
  if (isCopied) say(t("settings.linkCopied"));
  setTimeout(() => { words.value = "settings.copy"; }, 2500);
}

/** @param {{id: string}} props */
export const CopyLink = ({ id }) =>
  h("button", { type: "button", id, onClick: copy }, pictured("link"), h("span", {}, t(words.value)));
