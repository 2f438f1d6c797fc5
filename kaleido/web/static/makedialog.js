/** The window in which one makes a puzzle, without what moves in it. */

import { el } from "./dom.js";
import { MOST } from "./recipe.js";
import { labelled, makeWindow, press, row, tick } from "./window.js";

/** @param {string} id */
const size = (id) => el("input", { id, type: "number", min: 1, max: MOST, inputmode: "numeric" });

/** @param {string} id */
const stage = (id) => el("div", { id, class: "stage", role: "application", tabindex: 0 });

/** Makes the window. */
export function makeDialog() {
  const board = el("section", {},
    row({}, press("make-new", "make.new"), press("make-take", "make.take")),
    el("h3", { "data-t": "make.boardTitle" }),
    row({}, labelled("make.rows", size("make-rows")), labelled("make.cols", size("make-cols")),
      labelled("make.wrap", el("select", { id: "make-wrap" }))),
    el("fieldset", { id: "make-palette", class: "palette plain" }, el("legend", { "data-t": "design.paint" })),
    el("p", { id: "make-boxes", class: "quiet", "data-t": "make.boxes" }),
    stage("make-board"));
  const own = el("div", { id: "make-draw", class: "make-draw" }, stage("make-field"), el("div", {},
    el("p", { class: "quiet", "data-t": "make.draw" }), press("make-add", "make.add", { class: "prime" }),
    tick("make-over", "make.over"), tick("make-spare", "make.spare")));
  const pieces = el("section", {},
    el("h3", { "data-t": "make.piecesTitle" }),
    el("select", { id: "make-set", "data-t-label": "make.set" }),
    own,
    row({ id: "make-some" }, press("make-all", "make.all"), press("make-none", "make.none")),
    el("p", { id: "make-pieces-status", class: "status clash", role: "status" }),
    el("ul", { id: "make-chips", class: "chips" }));
  const file = el("input", {
    id: "make-files", class: "unseen", type: "file", accept: ".txt,text/plain", multiple: true,
  });
  const foot = el("div", { class: "make-foot" },
    el("div", { class: "judgement", role: "status" },
      el("p", { id: "make-sum", class: "status" }), el("p", { id: "make-verdict", class: "verdict" }),
      el("p", { id: "make-reason" })),
    row({},
      labelled("design.title", el("input", { id: "make-title", type: "text", maxlength: 60, autocomplete: "off" }),
        { class: "grow" }),
      press("make-play", "shared.play", { class: "prime" }), press("make-watch", "design.watch"),
      press("make-keep", "make.keep"), press("make-link", "settings.copy"),
      press("make-save-board", "make.saveBoard"), press("make-save-set", "make.saveSet"),
      labelled("make.files", file, { class: "button" })),
    el("p", { id: "make-status", class: "status", role: "status" }));
  return makeWindow("make", "make.heading", "", el("div", { class: "window-body make" }, board, pieces), foot);
}
