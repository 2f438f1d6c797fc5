"""What is shown beside the board of Play, and what results say of it."""

import json

import pytest
from actions import nearly, placed, point, reload, until, violations, win

import kaleido

HEART = kaleido.named_pattern("heart")
AIDS = {
    "left": ".left",
    "candidates": ".candidates .candidate",
    "islands": ".known",
    "edges": ".known",
    "cell": ".cell-choices",
}


def unfold(page, *aids):
    """Unfold the panel, with only these parts shown."""
    if not page.locator("#beside details[open]").count():
        page.click("#beside summary")
    for name in AIDS:
        pressed = page.get_attribute(f"[data-aid={name}]", "aria-pressed") == "true"
        if pressed != (name in aids):
            page.click(f"[data-aid={name}]")


def shown(page):
    return {name for name, at in AIDS.items() if page.locator(f"#beside {at}").count()}


def test_each_part_is_shown_alone_and_stays_after_a_reload(open_page):
    page = open_page("tab=play&pattern=car")
    assert shown(page) == set()
    for name, at in AIDS.items():
        unfold(page, name)
        page.wait_for_selector(f"#beside {at}")
        assert shown(page) - {"islands", "edges"} == {name} - {"islands", "edges"}
        page.reload()
        page.wait_for_selector(f"#beside {at}")
        assert page.get_attribute(f"[data-aid={name}]", "aria-pressed") == "true"
        assert page.locator("[data-aid][aria-pressed=true]").count() == 1
    page.click("[data-aid=cell]")
    assert shown(page) == set()
    assert "blind" in page.locator("#beside").inner_text()


def test_it_says_what_the_solver_knows_and_explains_a_cell_that_is_pointed_at(open_page):
    page = open_page("tab=play&pattern=car")
    unfold(page, *AIDS)
    page.mouse.move(*point(page, "#play-board", 0, 0))
    until(page, "document.querySelector('.cell-choices').textContent.includes('corner A1')")
    until(page, "document.querySelector('#beside .left').textContent === '32 solutions left'")
    survey = kaleido.Puzzle("car").survey("paper-plus")
    page.wait_for_selector(".beside .candidate")
    assert page.locator(".beside .candidate").count() == len(survey.candidates)
    islands = {label for row in survey.known.islands for label in row}
    wanted = f"{len(islands)} islands, {survey.known.edges} known edges"
    assert page.locator("#beside .known").text_content() == wanted
    page.select_option("#beside select", "constrained")
    best = kaleido.Puzzle("car").survey("constrained").candidates[0]
    page.reload()
    page.wait_for_selector(".beside .candidate")
    assert page.input_value("#beside select") == "constrained"
    page.locator(".beside .candidate").first.click()
    page.keyboard.press("Enter")
    until(page, "location.hash.includes('placed=')")
    assert placed(page)[0].startswith(best.placement.piece)


def test_a_server_that_did_not_answer_is_asked_again(open_page):
    page = open_page("tab=play&pattern=heart")
    unfold(page, "left")
    page.route("**/api/survey", lambda route: route.abort(), times=1)
    page.click("[data-aid=candidates]")
    page.wait_for_selector("#beside .warning")
    page.wait_for_selector("#beside .candidates .candidate")
    assert page.locator("#beside .warning").count() == 0
    assert all("ERR_FAILED" in each for each in page.problems)
    page.problems.clear()


@pytest.mark.parametrize(
    ("aids", "blind"),
    [((), "on"), pytest.param((), "off", marks=pytest.mark.long), (("left", "cell"), "off")],
)
def test_results_say_what_was_shown(open_page, aids, blind):
    most, last = nearly(HEART)
    chosen = json.dumps({"beside": "open", "aids": " ".join(aids), "blind": blind})
    keep = f"localStorage.setItem('kaleido', '{chosen}')"
    page = open_page(f"tab=play&pattern={HEART.text}&placed={most}", scripts=[keep])
    for name in aids:
        page.wait_for_selector(f"#beside {AIDS[name]}")
    win(page, last)
    page.wait_for_selector("#won[open]")
    told = page.locator("#won-aids").text_content()
    if aids:
        assert "solutions left and what fits a cell" in told
    else:
        # Whoever did not choose to play blind is not praised for it.
        assert ("nothing was shown" in told) == (blind == "on")
    (kept,) = page.evaluate(
        "Object.entries(localStorage).filter(([name]) => name.startsWith('kaleido.solved'))"
        ".flatMap(([, text]) => JSON.parse(text))"
    )
    assert kept["aids"] == [*aids]
    page.click("#won-look")
    page.click("#settings summary")
    page.click("#open-statistics")
    assert f"{0 if aids else 1} of 1" in page.locator("#statistics-blind").text_content()


def test_blind_is_a_setting(open_page):
    page = open_page("tab=play&pattern=car")
    unfold(page, *AIDS)
    page.wait_for_selector("#beside .left")
    page.click("#settings summary")
    page.check("#blind")
    assert not page.locator("#beside details").is_visible()
    reload(page)
    assert not page.locator("#beside details").is_visible()
    assert page.locator("#play-board .implied").get_attribute("d") in ("", None)


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_in_german_nothing_overflows_and_nothing_is_wrong(open_page, size):
    page = open_page("tab=play&pattern=car", size=size, locale="de")
    unfold(page, *AIDS)
    until(page, "document.querySelector('#beside .left').textContent === 'noch 32 Lösungen'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    least = "[...document.querySelectorAll('#beside :is(button, select, summary)')]"
    low = f"{least}.filter((each) => each.getBoundingClientRect().height < 43.9).length"
    assert page.evaluate(low) == 0
    assert violations(page, "#beside") == []
