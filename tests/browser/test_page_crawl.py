"""Every tab and window, in every language and one that is planted, on boards of three kinds."""

import datetime
import json
import math
import re
from functools import cache
from urllib.parse import quote

import pytest
from actions import settling, until

import kaleido
from kaleido import STRATEGIES
from kaleido.base.words import FOLDER
from kaleido.search.notation import format_place

PLANTED = "eo"
"""A language that the page has no words of: those of English, each longer and marked."""
MARK = "ŋ"
GROWTH = 0.4
LANGUAGES = (PLANTED, "en", "de")
PUZZLES = ("heart", "tetromino-tube", "tetrahex-4x7")
KINDS = ("island", "piece", "cell", "elimination", "score", "solution")
"""The kinds of hints, by what tells the piece."""
PHONES = (320, 568), (390, 844)
SIZES = PHONES[0], (360, 640), PHONES[1], (768, 1024)
READING = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxx??rx"

TEXTS = """() => {
    const texts = [document.title];
    const foreign = `[lang]:not(html, [lang="${document.documentElement.lang}"])`;
    const attributes = ["aria-label", "title", "placeholder", "aria-valuetext", "alt", "label"];
    for (const node of document.querySelectorAll("body, body *")) {
        if (node.closest(`${foreign}, noscript, kbd`)) continue;
        texts.push(...attributes.map((name) => node.getAttribute(name) ?? ""));
        for (const child of node.childNodes) if (child.nodeType === 3) texts.push(child.data);
    }
    return texts.filter((text) => text.trim());
}"""
"""All texts and labels, seen or not, that are not marked as being in another language."""
WIDE = """() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const around = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const room = around.getBoundingClientRect();
    const scrolls = (node) => node && (/auto|scroll|hidden/.test(getComputedStyle(node).overflowX)
        || scrolls(node.parentElement));
    const isOut = (node) => {
        const { left, right, width } = node.getBoundingClientRect();
        return width && (left < room.left - 1 || right > room.right + 1)
            && !scrolls(node.parentElement);
    };
    const isFull = (node) => node.matches("button, summary, .button, td, dd, dialog > *")
        && node.scrollWidth > node.clientWidth + 2 && getComputedStyle(node).display !== "inline";
    const found = [...around.querySelectorAll("*")].filter((node) => node.checkVisibility()
        && !node.closest("svg, .unseen") && (isOut(node) || isFull(node)));
    return [...(scrollWidth > clientWidth ? ["page"] : []),
        ...found.map((node) => `${node.localName}#${node.id}.${node.className}`)];
}"""
"""What sticks out of the page (its bar for scrolling has room of its own), a window or a button."""
CROWDED = """() => {
    const around = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const all = [...around.querySelectorAll("*")].filter((node) => node.checkVisibility());
    // What stays in view while the page scrolls is looked at in its own place.
    const sticky = all.filter((node) => getComputedStyle(node).position === "sticky");
    for (const { style } of sticky) style.position = "static";
    const scrolls = (node) => /auto|scroll|hidden/.test(getComputedStyle(node).overflow);
    const boxOf = (node) => {
        const label = node.matches("[type=checkbox], [type=radio]") && node.closest("label");
        let { left, right, top, bottom } = (label || node).getBoundingClientRect();
        const whole = { width: right - left, height: bottom - top };
        for (let out = node.parentElement; out && out !== around; out = out.parentElement) {
            if (!scrolls(out)) continue;
            const room = out.getBoundingClientRect();
            [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
            [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
        }
        return { node, left, right, top, bottom, ...whole };
    };
    const name = ({ node }) => `${node.localName}#${node.id}.${node.className}`;
    const controls = "button, .button, select, input, summary, .stage";
    const boxes = all.filter((node) => node.matches(controls) && !node.closest(".unseen"))
        .map(boxOf).filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2);
    const small = boxes.filter(({ node, width, height }) => Math.min(width, height) < 43.9
        && !node.matches(".slot, .stage, .corner, .button input")).map((box) =>
        `${name(box)} is ${box.width.toFixed()} × ${box.height.toFixed()}`);
    const outside = boxes.filter(({ left, right }) => left < -1 || right > innerWidth + 1)
        .map((box) => `${name(box)} leaves the window`);
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const sheet = ({ node }) => node.closest(".sheet");
    const apart = (one, other) => sheet(one) === sheet(other)
        && ![one, other].some(({ node }) => node.matches(".corner"))
        && !one.node.contains(other.node) && !other.node.contains(one.node);
    const lying = boxes.flatMap((one, at) => boxes.slice(at + 1)
        .filter((other) => apart(one, other) && meet(one, other))
        .map((other) => `${name(one)} lies on ${name(other)}`));
    for (const { style } of sticky) style.position = "";
    return [...outside, ...lying, ...small];
}"""
"""The controls that leave the window, lie on each other, or are smaller than a finger.

The picture's corners, which are dragged, are as small as a small picture needs.
"""
NAMES = """() => [...document.querySelectorAll("[lang=en]:not(html)")]
    .map((node) => node.textContent.trim()).filter(Boolean).sort((a, b) => b.length - a.length)"""
"""What is marked as English: attributes cannot mark it."""
INTL = """(language) => {
    const days = [...Array(12).keys()].map((month) => new Date(2026, month, 1))
        .concat([...Array(7).keys()].map((day) => new Date(2026, 0, 1 + day)));
    const dates = ["long", "short"].map((size) =>
        new Intl.DateTimeFormat(language, { month: size, weekday: size }));
    const large = new Intl.NumberFormat(language, { notation: "compact", compactDisplay: "long" });
    const lists = ["conjunction", "disjunction"].map((type) =>
        new Intl.ListFormat(language, { type }));
    return [
        new Intl.DisplayNames(language, { type: "language" }).of(language),
        ...dates.flatMap((each) => days.map((day) => each.format(day))),
        ...[1e3, 2e3, 1e6, 2e6, 1e9, 2e9].map((number) => large.format(number)),
        ...lists.map((list) => list.format(["1", "2"])),
    ];
}"""
"""The words that the browser itself has in a language."""


def grown(text):
    """Mark each word of a text and make it longer; its places and keys stay."""
    return re.sub(
        r"\{\w+\}|`[^`]*`|[^\W\d_]{2,}",
        lambda found: (
            found[0] if found[0][0] in "{`" else found[0] + MARK * math.ceil(GROWTH * len(found[0]))
        ),
        text,
    )


def split(text):
    return set(re.findall(r"[^\W\d_]{2,}", text))


@cache
def words_of(language):
    if language != PLANTED:
        return json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    # The titles of boards are English where a language has no others.
    titles = {title: title for title in words_of("de")["titles"]}
    return {
        group: {
            name: grown(text)
            if isinstance(text, str)
            else {form: grown(each) for form, each in text.items()}
            for name, text in texts.items()
        }
        for group, texts in {**words_of("en"), "titles": titles}.items()
    }


KEYS = {f"{group}.{name}" for group, texts in words_of("en").items() for name in texts}


def pieces():
    """Name the pieces, which have names that are the same in all languages."""
    return [piece.name for name in PUZZLES for piece in kaleido.Puzzle(name).pieces]


@cache
def nearly(name):
    """All pieces of a solution but the last, as a link has them."""
    puzzle = kaleido.Puzzle(name)
    placements = puzzle.solve().solution.placements[:-1]
    return ";".join(format_place(each, puzzle.pieces, puzzle.pattern.grid) for each in placements)


class Crawl:
    """Opens the tabs and windows of a page by what they are called, and notes their faults."""

    def __init__(self, open_page, address, language, phones):
        self.language = language
        self.phones = phones
        self.words = words_of(language)
        self.kind = None
        self.seen = set()
        self.faults = {}
        setting = json.dumps({"language": language})
        routes = [(address, self.plant), (re.compile(rf"/{PLANTED}\.json"), self.speak)]
        self.page = page = open_page(
            scripts=[f"localStorage.setItem('kaleido', '{setting}')"],
            routes=[*routes, ("**/api/hint", self.hint)],
            reduced_motion="reduce",
            has_touch=True,
        )
        # A day with a long name, in German, too.
        page.clock.set_fixed_time(datetime.datetime(2027, 9, 30, 12))
        assert page.evaluate("document.documentElement.lang") == language
        self.settle = settling(page)
        # The last two are the title of a booklet that has none, and a size of its paper.
        own = ("Kaleido", "Kaleidoscope", "Letter")
        self.allowed = split(
            " ".join([*STRATEGIES, *own, *page.evaluate(INTL, language), *pieces()])
        )

    # What the server is made to say.

    @staticmethod
    def plant(route):
        reply = route.fetch()
        file = f'data-words-{PLANTED}="static/words/{PLANTED}.json"'
        planted = reply.text().replace('data-languages="', f'{file} data-languages="{PLANTED} ', 1)
        route.fulfill(response=reply, body=planted)

    @staticmethod
    def speak(route):
        route.fulfill(json=words_of(PLANTED))

    def hint(self, route):
        if not self.kind:
            route.continue_()
            return
        reply = route.fetch()
        answer = reply.json()
        route.fulfill(json=answer | {"reason": answer["reason"] | {"kind": self.kind}})

    # What a reader does.

    def text(self, key):
        group, name = key.split(".")
        return self.words[group][name]

    def button(self, *keys):
        names = "|".join(re.escape(self.text(key)) for key in keys)
        return self.page.get_by_role("button", name=re.compile(f"^({names})$")).first

    def press(self, *keys):
        self.button(*keys).click()
        self.settle()

    def go(self, **parts):
        fragment = "&".join(f"{name}={quote(value)}" for name, value in parts.items())
        self.page.evaluate(f"location.hash = {fragment!r}")
        self.settle()

    def close(self):
        """Close the window, and the one below it."""
        for _ in self.page.locator("dialog[open]").all():
            self.page.keyboard.press("Escape")
        until(self.page, "!document.querySelector('dialog[open]')")

    def open_menu(self):
        self.page.locator("summary", has_text=self.text("play.menu")).click()

    def ask(self, name):
        """Have a hint told to the end; open its reasons."""
        self.page.keyboard.press("h")
        steps = "hints.toWhere", "hints.toWhich", "hints.toHow"
        self.button(*steps).wait_for()
        self.look(name)
        while self.button(*steps).is_visible():
            self.press(*steps)
            self.look(name)
        if self.button("hints.why").is_visible():
            self.press("hints.why")
            self.look(f"{name}, why")
            self.close()

    # What is wrong.

    def look(self, name):
        page = self.page
        names = ["“.*?”", *map(re.escape, page.evaluate(NAMES))]
        for text in set(page.evaluate(TEXTS)) - self.seen:
            self.seen.add(text)
            text = re.sub(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", " ", text)
            self.note(name, text, self.faults_of(text))
        for width, height in self.phones:
            page.set_viewport_size({"width": width, "height": height})
            self.note(f"{name} at {width}", "wide", page.evaluate(WIDE))
            self.note(f"{name} at {width}", "crowded", page.evaluate(CROWDED))
        page.set_viewport_size({"width": 1280, "height": 900})

    def note(self, name, what, faults):
        for each in faults:
            self.faults.setdefault((what, str(each)), name)

    def faults_of(self, text):
        yield from re.findall(r"undefined|\bnull\b|NaN|\[object|\{\w+\}", text)
        yield from KEYS.intersection(re.findall(r"[a-z]\w*\.[\w-]+", text))
        if self.language == PLANTED:
            yield from {word for word in split(text) if MARK not in word} - self.allowed

    # What is opened.

    def games(self, puzzle):
        page = self.page
        self.go(tab="play", pattern=puzzle, placed="")
        self.look("play")
        self.ask("a hint")
        self.go(tab="play", pattern=puzzle, placed=nearly(puzzle))
        self.ask("the last hint")
        page.keyboard.press("h")
        page.get_by_role("dialog", name=self.text("won.title")).wait_for()
        self.look("won")
        self.close()
        self.open_menu()
        self.look("menu")
        self.press("play.allSolutions")
        self.look("solutions?")
        if self.button("solutions.show").is_visible():
            self.press("solutions.show")
        self.look("solutions")
        self.close()
        self.press("play.check")
        self.open_menu()
        self.press("play.clear")
        self.press("play.check")
        self.look("checked")
        page.locator("#tray .slot").first.click()
        self.look("a piece in the hand")
        self.go(tab="watch", pattern=puzzle)
        self.press("watch.last")
        self.look("watch")

    def hints(self):
        for self.kind in (*KINDS, None):
            self.go(tab="play", pattern="heart", placed="")
            self.ask(f"hint by {self.kind}")
            self.page.keyboard.press("h")
            self.page.keyboard.press("Control+z")
        lost = "mono-r@0,0:front;mono-x@1,1:front;wand@9,9:front"
        self.go(tab="play", pattern="car", placed=lost)
        self.ask("lost")

    def windows(self):
        page = self.page
        page.locator("summary", has_text=self.text("help.title")).click()
        self.look("help")
        self.press("first.again")
        self.look("first minute")
        self.close()
        chooser = re.compile(re.escape(self.text("chooser.button")))
        page.get_by_role("button", name=chooser).click()
        page.locator("summary", has_text=self.text("chooser.past")).click()
        self.look("chooser")
        self.close()
        for key in ("make.heading", "deals.open", "booklet.open"):
            page.get_by_role("button", name=chooser).click()
            self.press(key)
            self.look(key)
            self.close()
        page.get_by_label(self.text("settings.settings"), exact=True).click()
        self.look("settings")
        self.press("statistics.title")
        self.press("statistics.erase")
        self.look("statistics")
        self.close()

    def tabs(self):
        self.go(tab="design", pattern="car")
        self.look("design")
        self.press("design.export")
        self.look("export")
        self.close()
        self.go(tab="design", sketch=READING)
        self.press("design.fillIn")
        self.look("filled in")
        self.go(tab="photo", read=READING, doubts="3,9")
        self.look("photo")


@pytest.mark.parametrize(
    ("language", "puzzles", "phones"),
    [
        # Its words are the longest, and told from all others; one puzzle has colours, one hexagons.
        (PLANTED, PUZZLES[::2], PHONES),
        *(pytest.param(each, PUZZLES, SIZES, marks=pytest.mark.long) for each in LANGUAGES),
    ],
)
def test_all_windows_have_words_and_room(open_page, address, language, puzzles, phones):
    crawl = Crawl(open_page, address, language, phones)
    for puzzle in puzzles:
        crawl.games(puzzle)
    crawl.hints()
    crawl.windows()
    crawl.tabs()
    assert not crawl.faults, "\n".join(f"{name}: {fault}" for fault, name in crawl.faults.items())
