"""What every reply tells a browser, whatever it answers: pages, files, questions, failures."""

import pytest
from web_client import events_of

from kaleido import named_pattern
from kaleido.web.lists import LISTS

CAR = named_pattern("car").text
JSON = {"content-type": "application/json"}

EXPECTED = {
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def policy_of(text):
    """Give the values of each directive of a policy."""
    parts = [part.split() for part in text.split(";")]
    assert len({name for name, *_ in parts}) == len(parts)
    return {name: values for name, *values in parts}


def check_headers(reply, status, cache):
    assert reply.status_code == status, reply.text
    for name, value in EXPECTED.items():
        assert reply.headers.get_list(name) == [value], name
    assert reply.headers.get_list("cache-control") == [cache]
    (text,) = reply.headers.get_list("content-security-policy")
    policy = policy_of(text)
    assert policy["default-src"] == ["'self'"]
    assert policy["img-src"] == ["'self'", "data:", "blob:"]
    for name in ("object-src", "base-uri", "form-action", "frame-ancestors", "trusted-types"):
        assert policy[name] == ["'none'"], name
    assert policy["require-trusted-types-for"] == ["'script'"]
    # Scripts and styles have no directives of their own, and no text counts as either.
    assert not {"script-src", "style-src"} & set(policy)
    assert "unsafe" not in text
    (permissions,) = reply.headers.get_list("permissions-policy")
    denied = permissions.split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(denied)
    assert all(each.endswith("=()") for each in denied)
    # No other site may read an answer, and nothing says what the server runs on.
    for name in reply.headers:
        assert not name.startswith(("access-control", "server", "x-powered", "set-cookie")), name


@pytest.mark.parametrize(
    ("path", "status", "cache"),
    [
        ("/", 200, "no-cache"),
        ("/static/app.js", 200, "no-cache"),
        ("/static/icon.svg", 200, "no-cache"),
        ("/static/nothing.js", 404, "no-cache"),
        ("/static", 404, "no-cache"),
        ("/static/", 404, "no-cache"),
        ("/nothing", 404, "no-cache"),
        ("/docs", 404, "no-cache"),
        ("/api/nothing", 404, "no-store"),
        ("/api/health/", 404, "no-store"),
        ("/api/hint", 405, "no-store"),
        ("/api/events", 422, "no-store"),
        ("/api/events?pattern=rx", 400, "no-store"),
    ],
)
def test_pages_files_and_paths_that_lead_nowhere(api, path, status, cache):
    check_headers(api.get(path), status, cache)


def test_a_file_that_the_browser_has(api):
    tag = {"if-none-match": api.get("/static/app.js").headers["etag"]}
    check_headers(api.get("/static/app.js", headers=tag), 304, "no-cache")


def test_every_route_whether_asked_rightly_or_not(api):
    paths = api.get("/api/openapi.json").json()["paths"]
    assert len(paths) > 15
    kept = {f"/api/{name}" for name in LISTS}
    for path, methods in paths.items():
        for method in methods:
            cache = "no-cache" if method == "get" and path in kept else "no-store"
            reply = api.run(api.ask_async(method.upper(), path, json={}))
            assert reply.status_code in (200, 415, 422), path
            check_headers(reply, reply.status_code, cache)
        check_headers(api.run(api.ask_async("DELETE", path)), 405, "no-store")


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (200, {"json": {"pattern": CAR}}),
        (400, {"json": {"pattern": "rx"}}),
        (400, {"content": b"[" * 20_000, "headers": JSON}),
        (403, {"json": {"pattern": CAR}, "headers": {"origin": "https://evil.example"}}),
        (413, {"content": b"x" * 70_000, "headers": JSON}),
        (415, {"content": b"{}", "headers": {"content-type": "text/plain"}}),
        (421, {"json": {"pattern": CAR}, "headers": {"host": "evil.example"}}),
        (422, {"json": {}}),
    ],
)
def test_questions_and_why_they_are_refused(api, status, asked):
    check_headers(api.post("/api/hint", **asked), status, "no-store")


@pytest.mark.parametrize(
    "headers", [{b"host": b"evil.example"}, {b"origin": b"https://evil.example"}]
)
def test_requests_are_refused_before_their_body_is_read(api, headers):
    """It is read all the same: a connection that is closed before may lose the reply."""
    order = []
    parts = [{"type": "http.request", "body": b"x" * 9, "more_body": n > 0} for n in range(3)]

    async def receive():
        order.append("read")
        return parts.pop()

    async def send(message):
        order.append(message["type"])

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": "/api/hint",
        "query_string": b"",
        "headers": list(({b"host": b"localhost"} | headers).items()),
    }
    api.run(api.app(scope, receive, send))
    start, body = "http.response.start", "http.response.body"
    assert order == [start, body, "read", "read", "read", body]


def test_streams(api):
    reply = api.get("/api/events", params={"pattern": CAR})
    assert events_of(reply)
    check_headers(reply, 200, "no-store")
    assert reply.headers["x-accel-buffering"] == "no"


def test_faults_of_the_server(api, monkeypatch, caplog):
    async def answer(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(api.app.state.dispatcher, "answer", answer)
    reply = api.post("/api/hint", json={"pattern": CAR})
    check_headers(reply, 500, "no-store")
    assert "ZeroDivision" not in reply.text
    caplog.clear()


@pytest.mark.parametrize(
    "pieces",
    [
        "# sides: mirrored\nI\x1b[31m oo",
        "# sides: mirrored\n# title: \x1b]0;done\x07\nI oo",
        "# sides: mirrored\n<script>alert(1)</script> oo",
    ],
)
def test_names_of_pieces_come_back_as_json_alone(api, pieces):
    reply = api.post("/api/pieces", json={"pieces": pieces})
    check_headers(reply, 400 if "\x1b" in pieces else 200, "no-store")
    assert reply.headers["content-type"] == "application/json"
    assert "\x1b" not in reply.text
