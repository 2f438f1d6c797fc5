import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import {
  clockTime, dayText, foreign, foreignParts, has, languageFor, named, numberText, percent, plain, quoted, roughly,
  sentence, short, spoken, t, textOf, thousands, useLanguage,
} from "../../kaleido/web/static/text.js";
import en from "../../kaleido/web/static/words/en.json" with { type: "json" };

afterEach(() => useLanguage("en"));

test("numbers", async () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
  assert.deepEqual([15.26, 15.3, -0.123, 2].map(short), ["15.26", "15.3", "-0.12", "2"]);
  assert.equal(numberText("1,234,567.8"), "1,234,567.8");
  await useLanguage("de");
  assert.equal(thousands(1234567), "1.234.567");
  assert.equal(short(15.259), "15,26");
  assert.equal(numberText("123,456,789,012,345,678,901"), "123.456.789.012.345.678.901");
});

test("shares are in whole per cent, and keep their sign beside them", async () => {
  assert.deepEqual([0, 0.29, 0.385, 0.999, 1].map(percent), ["0%", "29%", "38%", "99%", "100%"]);
  await useLanguage("de");
  assert.equal(percent(0.39), "39\u00a0%");
});

test("no number stands apart from its unit at the end of a line", () => {
  for (const language of ["en", "de"]) {
    const text = readFileSync(new URL(`../../kaleido/web/static/words/${language}.json`, import.meta.url), "utf8");
    assert.doesNotMatch(text, /\S %/);
  }
});

test("large numbers are rough, and in words", async () => {
  assert.deepEqual([1, 154_321, 1_234_567, 2e11].map(roughly), ["1", "154,321", "1.2 million", "200 billion"]);
  await useLanguage("de");
  assert.equal(roughly(154_321), "154.321");
  assert.match(roughly(1_234_567), /^1,2\sMillionen$/);
});

test("days have the words of the language, wherever the player is", async () => {
  assert.equal(dayText("2026-05-31"), "31 May");
  assert.equal(dayText("2027-01-01", { weekday: "long", day: "numeric", month: "long" }), "Friday 1 January");
  await useLanguage("de");
  assert.equal(dayText("2026-05-31"), "31. Mai");
});

test("counts", async () => {
  const moves = () => [0, 1, 2000].map((n) => t("count.moves", { n }));
  assert.deepEqual(moves(), ["0 moves", "1 move", "2,000 moves"]);
  await useLanguage("de");
  assert.deepEqual(moves(), ["0 Züge", "1 Zug", "2.000 Züge"]);
});

test("times", () => {
  assert.deepEqual([0, 7.9, 61, 3723].map(clockTime), ["0:00", "0:07", "1:01", "1:02:03"]);
});

test("sentences", () => {
  assert.equal(sentence("no solution"), "No solution");
  assert.equal(sentence(""), "");
});

test("quotes are short", async () => {
  assert.equal(quoted("a"), "“a”");
  assert.equal(quoted("x".repeat(99)), `“${"x".repeat(39)}…”`);
  await useLanguage("de");
  assert.equal(quoted("a"), "„a“");
});

test("values are put in as they are", () => {
  assert.equal(t("link.strange", { part: "{part} $& $1" }), "{part} $& $1 is not understood");
});

test("nothing is said with a gap, or by a key", () => {
  for (const key of ["", "play", "play.nothing", "nothing.play", "play.toString", "toString.play"]) {
    assert.throws(() => textOf(key), new RegExp(`no text ${key} in en`));
    assert.ok(!has(key));
  }
  assert.throws(() => textOf("hints.score"), /no place for the text hints.score/);
  const values = /** @type {Record<string, number>[]} */ ([{}, { n: undefined }, { n: null }, { n: NaN }]);
  for (const each of values) assert.throws(() => textOf("count.moves", each), /no n for the text count.moves/);
  assert.equal(textOf("count.moves", { n: 0 }), "0 moves");
  assert.ok(has("play.placed") === false && has("play.hint"));
});

test("names that the page has no word for stay as they are", async () => {
  assert.equal(named("colours", "red"), "red");
  assert.equal(named("colours", "puce"), "puce");
  assert.equal(named("colours", "toString"), "toString");
  await useLanguage("de");
  assert.equal(named("colours", "red"), "rot");
  assert.equal(plain(named("colours", "puce")), "puce");
});

test("English words within other languages are known as such", async () => {
  assert.deepEqual(foreignParts(t("advice.unsolvable", { reason: foreign("no way") })),
    ["This board has no solution: no way."]);
  await useLanguage("de");
  const text = t("advice.unsolvable", { reason: foreign("no way") });
  assert.deepEqual(foreignParts(text), ["Dieses Brett hat keine Lösung: ", "no way", "."]);
  assert.equal(plain(text), "Dieses Brett hat keine Lösung: no way.");
  assert.deepEqual(foreignParts(sentence(foreign("no way."))), ["", "No way.", ""]);
});

test("the language is that of the setting, then that of the browser", () => {
  const known = ["de", "en"];
  assert.equal(languageFor("de", ["en"], known), "de");
  assert.equal(languageFor("auto", ["fr-FR", "de-AT", "en"], known), "de");
  assert.equal(languageFor("auto", ["en-US", "de"], known), "en");
  assert.equal(languageFor("auto", ["fr"], known), "en");
  assert.equal(languageFor("tlh", [], known), "en");
  assert.equal(languageFor("tlh", [], [...known, "tlh"]), "tlh");
});

const STATIC = new URL("../../kaleido/web/static/", import.meta.url);
const WORDS = new URL("words/", STATIC);

/** @typedef {import("../../kaleido/web/static/text.js").Words} Words */

/** The words of all languages.
 * @type {[language: string, words: Words][]} */
const LANGUAGES = readdirSync(WORDS).filter((name) => name.endsWith(".json"))
  .map((name) => [name.replace(".json", ""), JSON.parse(readFileSync(new URL(name, WORDS), "utf-8"))]);

/** The forms of a text by category.
 * @param {Words[string][string]} text
 * @returns {Record<string, string>} */
const forms = (text) => (typeof text === "string" ? { other: text } : text);

/** The places of a text, n aside, which a form may leave out.
 * @param {string} form */
const places = (form) =>
  [...form.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).filter((place) => place !== "n").sort();

test("all languages have the keys and the places of English, and the forms of their plurals", () => {
  /** @param {Words} words */
  const keys = (words) => Object.entries(words).map(([group, texts]) => [group, Object.keys(texts)])
    .filter(([group]) => group !== "titles");
  assert.ok(LANGUAGES.length > 1);
  for (const [language, words] of LANGUAGES) {
    assert.deepEqual(keys(words), keys(en));
    const categories = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
    // The English titles are those of the boards.
    for (const [group, texts] of Object.entries(words).filter(([name]) => name !== "titles")) {
      for (const [name, text] of Object.entries(texts)) {
        const told = `${language}: ${group}.${name}`;
        const wanted = places(forms(/** @type {Words} */ (en)[group][name]).other);
        if (typeof text !== "string") assert.deepEqual(Object.keys(text).sort(), categories, told);
        for (const form of Object.values(forms(text))) {
          assert.ok(form.trim(), told);
          assert.deepEqual(places(form), wanted, told);
        }
      }
    }
  }
});

test("a language is one file, with the plurals that it has", async () => {
  const folder = mkdtempSync(join(tmpdir(), "words-"));
  try {
    for (const name of ["text.js", "vendor", "words"]) {
      cpSync(new URL(name, STATIC), join(folder, name), { recursive: true });
    }
    const moves = { one: "{n} ruch", few: "{n} ruchy", many: "{n} ruchów", other: "{n} ruchu" };
    writeFileSync(join(folder, "words", "pl.json"), JSON.stringify({ ...en, count: { ...en.count, moves } }));
    const { t: say, useLanguage: speak } = await import(join(folder, "text.js"));
    await speak("pl");
    assert.deepEqual([1, 3, 5, 12, 22, 25, 1.5].map((n) => say("count.moves", { n })),
      ["1 ruch", "3 ruchy", "5 ruchów", "12 ruchów", "22 ruchy", "25 ruchów", "1,5 ruchu"]);
    // A form for other numbers does for all that have none.
    assert.equal(say("count.backtracks", { n: 3 }), "3 backtracks");
    await assert.rejects(speak("tlh"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** What the tags of the page say: their attributes, and the text that follows as far as their end.
 * @returns {[attributes: Record<string, string>, text: string][]} */
function tags() {
  const html = readFileSync(new URL("index.html", STATIC), "utf-8");
  return [...html.matchAll(/<(\w+)\b([^>]*)>/g)].map(({ 0: all, 1: name, 2: attributes, index }) => {
    const rest = html.slice(index + all.length);
    const text = rest.slice(0, Math.max(0, rest.indexOf(`</${name}>`)));
    const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
    return [Object.fromEntries(pairs), text.replace(/<\/?kbd>/g, "`").replace(/\s+/g, " ").trim()];
  });
}

/** The text of a key in English.
 * @param {string} key */
function english(key) {
  const [group, name] = key.split(".");
  /** @type {Record<string, Record<string, unknown>>} */
  const words = en;
  return words[group]?.[name];
}

test("the page has the English words before it has a language", () => {
  let seen = 0;
  for (const [attributes, text] of tags()) {
    const { "data-t": key, content = text } = attributes;
    if (key) {
      assert.equal(content, english(key), key);
      seen += 1;
    }
    for (const name of ["aria-label", "placeholder", "title"]) assert.ok(!attributes[name], attributes[name]);
  }
  assert.ok(seen > 0);
});

test("every text on the page has a key", () => {
  const html = readFileSync(new URL("index.html", STATIC), "utf-8");
  const own = html.slice(html.indexOf("<body>")).replace(/<svg\b.*?<\/svg>|<kbd>.*?<\/kbd>/gs, "")
    .replace(/<(\w+)\b[^>]* (data-t|data-number|lang)="[^>]*>.*?<\/\1>/gs, "");
  const words = own.replace(/<[^>]*>/g, " ").match(/[A-Za-z]{2,}/g);
  assert.deepEqual(words, ["Kaleido"]);
});

test("every text is used", () => {
  const sources = readdirSync(STATIC).filter((name) => /\.(js|html)$/.test(name))
    .map((name) => readFileSync(new URL(name, STATIC), "utf-8")).join("\n")
    + readFileSync(new URL("../../search/placing.py", STATIC), "utf-8"); // which says more of what does not fit
  const byName = [
    "abouts", "aids", "brushes", "classic", "colours", "faces", "groups", "outcomes", "parameters", "parts", "rules",
    "strategies", "tabs",
  ];
  const unused = Object.entries(en).filter(([group]) => !byName.includes(group)).flatMap(([group, texts]) =>
    Object.keys(texts).map((name) => `${group}.${name}`)).filter((key) => !sources.includes(`"${key}"`));
  assert.deepEqual(unused.filter((key) => !sources.includes(`\`${key.split(".")[0]}.\${`)), []);
});

test("of two languages that are chosen quickly, the last one is spoken", async () => {
  const first = useLanguage("de");
  await useLanguage("en");
  await first;
  assert.equal(spoken(), "en");
});
