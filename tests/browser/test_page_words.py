"""The languages of the page."""

from actions import drag, middle, part, placed, point, reload, slot, status


def speak(page, language, shown=None):
    page.click(".settings summary")
    page.select_option("#language", language)
    page.wait_for_selector(f"html[lang={shown or language}]")
    page.click(".settings summary")


def test_the_page_speaks_german_and_english(open_page):
    page = open_page("tab=play&placed=wand@9,9:front", locale="de-AT")
    page.evaluate("window.isSame = true")
    assert page.evaluate("document.documentElement.lang") == "de"
    drag(page, middle(page, slot("mono-r")), point(page, "#play-board", 0, 0))
    assert placed(page) == ["mono-r@0,0:front"]
    assert status(page) == "Gelegt: rot-schwarzer Punkt (M). Noch 17 Teile."
    assert "„wand@9,9:front“ passt nicht" in page.locator("#notice-words").text_content()
    page.click("#tab-watch")
    page.click("#search")
    page.wait_for_selector("#last:not([disabled])")
    page.click("#last")
    page.click("#tab-design")
    page.wait_for_selector("#stars:not(.unknown)")

    # Another language takes nothing away, and all that was said follows.
    page.click("#tab-play")
    speak(page, "en")
    assert status(page) == "The red-black dot (M) is placed. 17 pieces left."
    assert "“wand@9,9:front” does not fit" in page.locator("#notice-words").text_content()
    assert (
        page.locator(slot("mono-x"))
        .get_attribute("aria-label")
        .startswith("blue-black dot (m), front")
    )
    page.click("#tab-photo")
    assert page.title() == "Kaleido: Photo"
    assert part(page, "step") not in (None, "0")
    page.click("#tab-play")
    speak(page, "de")
    assert status(page) == "Gelegt: rot-schwarzer Punkt (M). Noch 17 Teile."
    page.click("#undo")
    assert placed(page) == []
    page.click("#redo")
    assert page.evaluate("window.isSame")

    # The choice is kept, and that of the browser comes back.
    reload(page)
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.locator("#language").input_value() == "de"
    speak(page, "en")
    reload(page)
    assert page.evaluate("document.documentElement.lang") == "en"
    speak(page, "auto", "de")


def test_what_the_solver_says_is_said_in_german_or_marked_as_english(open_page):
    page = open_page(f"tab=play&pattern={'/'.join(['rxrxrxrr'] * 8)}", locale="de")
    page.wait_for_selector("#play-warning:not(:empty)")
    warning = page.locator("#play-warning")
    assert "24 schwarz, 40 rot können die Teile nicht bilden" in warning.text_content()
    assert warning.locator("[lang=en]").count() == 0
    page.click("#hint")
    page.wait_for_selector("#play-status:not(.wait)")
    page.click("#tab-watch")
    page.click("#search")
    page.wait_for_selector(".outcome.exhausted")
    assert "Keine Lösung" in page.locator(".outcome").first.text_content()
    assert "24 schwarz, 40 rot" in page.locator(".move").first.text_content()
    assert page.locator("#about [lang=en]").text_content() == "paper-plus"
