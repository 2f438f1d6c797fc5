/** The page: four tabs over one pattern; what is shown lives in the URL's fragment. */

import { get } from "./api.js";
import { byId, el, write } from "./dom.js";
import { Design } from "./design.js";
import { readFragment, writeFragment } from "./fragment.js";
import { readPattern, writePattern } from "./pattern.js";
import { Photo } from "./photo.js";
import { readPieces } from "./pieces.js";
import { Play } from "./play.js";
import { say } from "./say.js";
import { settings } from "./settings.js";
import { Tabs } from "./tabs.js";
import { Watch } from "./watch.js";

const FIRST = "car";

async function start() {
  const [patterns, pieceSet, strategies] = await Promise.all([get("patterns"), get("pieces"), get("strategies")]);
  const pieces = readPieces(pieceSet.pieces);
  const known = new Map(patterns.map(({ name, title, text }) => [text.replaceAll("/", ""), { name, title }]));
  let pattern = patterns.find(({ name }) => name === FIRST)?.text ?? patterns[0].text;
  pattern = pattern.replaceAll("/", "");

  const save = () => writeFragment({
    tab: tabs.current,
    pattern: writePattern(pattern),
    placed: play.position.format(),
    watch: watch.choice,
    step: watch.step,
    read: photo.reading,
    doubts: photo.doubted,
  });

  const drawPicker = () => {
    const picker = byId("pattern");
    const own = known.get(pattern);
    byId("own-pattern").hidden = Boolean(own);
    picker.value = own ? own.name : "";
  };

  /** Everything takes up another pattern. */
  const adopt = (cells) => {
    pattern = cells;
    play.repaint(cells);
    if (tabs.current === "play") play.resume();
    watch.show(cells);
    design.show(cells);
    drawPicker();
    save();
  };

  const enter = (tab) => {
    byId("picker").hidden = tab === "design" || tab === "photo";
    byId("clock-box").hidden = tab !== "play";
    if (tab === "play") play.resume();
    else {
      play.pause();
      play.remember();
    }
    if (tab !== "watch") watch.pause();
    if (tab === "design") design.judge();
    else design.stop();
    document.title = `Kaleido: ${tab}`;
    save();
  };

  const play = new Play(pieces, () => save());
  const watch = new Watch(pieces, strategies, () => save());
  const design = new Design(patterns, adopt, (tab) => tabs.select(tab));
  const photo = new Photo(() => save(), (cells, tab) => {
    adopt(cells);
    tabs.select(tab);
  });
  const tabs = new Tabs(byId("tabs"), enter);

  for (const [group, members] of Map.groupBy(patterns, (each) => each.group)) {
    byId("pattern").append(el("optgroup", { label: group },
      ...members.map(({ name, title }) => el("option", { value: name, text: title || name }))));
  }
  byId("pattern").addEventListener("change", (event) => {
    const chosen = patterns.find(({ name }) => name === event.target.value);
    if (chosen) adopt(chosen.text.replaceAll("/", ""));
  });

  /** Takes up what the URL says. */
  const load = () => {
    const state = readFragment();
    pattern = readPattern(state.pattern ?? "") ?? pattern;
    play.show(pattern, state.placed ?? "");
    watch.choice = state.watch ?? "paper,0";
    watch.show(pattern);
    if (state.tab === "watch" && /^\d{1,6}$/.test(state.step ?? "")) watch.search(Number(state.step));
    design.show(pattern);
    const doubts = (state.doubts ?? "").split(",").filter((each) => /^\d{1,2}$/.test(each)).map(Number);
    photo.show(readPattern(state.read ?? "", "xryb?"), doubts.filter((at) => at < 64));
    drawPicker();
    tabs.select(tabs.names.includes(state.tab) ? state.tab : "play");
  };
  window.addEventListener("hashchange", load);
  window.addEventListener("pagehide", () => play.remember());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      play.pause();
      play.remember();
    } else if (tabs.current === "play") play.resume();
  });

  settings.onchange(() => {
    play.draw();
    watch.draw();
    design.draw();
    photo.draw();
  });
  load();
  document.documentElement.dataset.ready = "true";
}

/** The choices of light and marks. */
function connectSettings() {
  for (const name of ["theme", "marks"]) {
    const select = byId(name);
    select.value = settings[name];
    select.addEventListener("change", () => settings.set(name, select.value));
  }
  const sheet = byId("settings");
  document.addEventListener("pointerdown", (event) => {
    if (!sheet.contains(event.target)) sheet.open = false;
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    sheet.open = false;
    sheet.querySelector("summary").focus();
  });
  byId("share").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
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
