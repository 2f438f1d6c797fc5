"""The page under its policy: nothing that it does is refused, and no text becomes markup."""

import functools
import http.server
import json
import threading
from contextlib import contextmanager
from urllib.parse import quote

from actions import CAR, follow_hint, follow_link, placed, reload, settling, until

from kaleido.web.site import HEADERS_FILE

EVIL = '"><img src=x onerror=evil()><script>evil()</script>'
PIECES = "# sides: mirrored\n" + EVIL.replace(" ", "/") + " ooo\nB ooo"

WATCH = """
globalThis.refused = [];
globalThis.evil = () => refused.push("evil");
document.addEventListener("securitypolicyviolation", (event) =>
    refused.push(`${event.violatedDirective}: ${event.blockedURI}`));
"""


def own_requests(page, address):
    """List the requests of a page that go elsewhere, while the page is used."""
    others = []

    def note(request):
        if not request.url.startswith((address, "data:", "blob:")):
            others.append(request.url)

    page.context.on("request", note)
    return others


@contextmanager
def hosted(folder):
    """Serve a site with the headers that it names, as a host does that knows their file."""
    _, *lines = (folder / HEADERS_FILE).read_text().splitlines()
    headers = [line.strip().split(": ", 1) for line in lines]

    class Host(http.server.SimpleHTTPRequestHandler):
        def end_headers(self):
            for name, value in headers:
                self.send_header(name, value)
            super().end_headers()

        def do_GET(self):
            if self.path.endswith(HEADERS_FILE):
                self.send_error(404)
            else:
                super().do_GET()

        def log_message(self, *_):
            pass

    handler = functools.partial(Host, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_every_tab_of_the_served_page(open_page, address):
    page = open_page(f"tab=play&pattern={CAR}", scripts=[WATCH])
    others = own_requests(page, address)
    follow_hint(page)
    assert len(placed(page)) == 1
    for tab in ("watch", "design", "photo"):
        page.click(f"#tab-{tab}")
    page.click("#tab-watch")
    until(page, "Number(document.querySelector('#step').max) > 18")
    assert page.evaluate("refused") == []
    assert others == []


def test_the_policy_holds(open_page):
    """Markup made of text, code made of text and files of other sites are refused."""
    page = open_page("tab=play", scripts=[WATCH])
    told = page.evaluate(
        """async () => {
            const told = [];
            for (const attempt of [
                () => { document.body.innerHTML = "<b>x</b>"; },
                () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
                () => setTimeout("evil()"),
                () => fetch("http://127.0.0.1:9/"),
            ]) {
                const end = Promise.resolve().then(attempt).then(() => "done", () => "refused");
                told.push(await end);
            }
            const script = document.createElement("script");
            script.append("evil()");
            document.body.append(script);
            return [told, refused.includes("evil")];
        }"""
    )
    page.problems.clear()  # the browser reports each refusal
    assert told == [["refused"] * 4, False]


def test_text_of_links_and_titles_that_the_browser_keeps_stay_text(open_page, address):
    boards = json.dumps([{"title": EVIL, "text": CAR, "saved": True}])
    kept = f"try {{ localStorage.setItem('kaleido.boards', {json.dumps(boards)}) }} catch {{}}"
    page = open_page(scripts=[WATCH, kept])
    settle = settling(page)
    for fragment in (
        f"tab=play&pattern=ooo/ooo&pieces={quote(PIECES)}",
        f"tab=play&pattern={quote(EVIL)}",
        f"tab={quote(EVIL)}&pattern=car&placed={quote(EVIL)}",
        f"tab=design&pattern={quote(EVIL)}",
        f"tab=watch&pattern=car&watch={quote(EVIL)}",
        f"tab=photo&read={quote(EVIL)}",
    ):
        follow_link(page, address, fragment)
        settle()
        assert page.locator("img[src=x]").count() == 0
        assert page.evaluate("refused") == []
    page.problems[:] = [each for each in page.problems if "status of 4" not in each]
    page.click("#tab-play")
    page.click("#pattern")
    until(page, f"document.querySelector('#chooser').textContent.includes({json.dumps(EVIL)})")
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("refused") == []


def test_the_site_with_the_headers_that_it_names(open_page, site_folder):
    with hosted(site_folder) as address:
        page = open_page(f"tab=play&pattern={CAR}", address=address, scripts=[WATCH])
        others = own_requests(page, address)
        until(page, "document.documentElement.dataset.solver === 'ready'")
        follow_hint(page)
        assert len(placed(page)) == 1
        page.click("#tab-watch")
        until(page, "Number(document.querySelector('#step').max) > 18")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        assert page.evaluate("crossOriginIsolated")
        assert page.evaluate("refused") == []
        assert others == []
    # The host is gone, and its headers are kept with the files.
    reload(page)
    assert len(placed(page)) == 1
    page.click("#tab-play")
    follow_hint(page)
    assert len(placed(page)) == 2
