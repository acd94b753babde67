"""Plain HTTP over real sockets: methods, caching, paths, headers on every response."""

import gzip
import logging

import pytest

from server.net.http import SECURITY_HEADERS, Inquiry, Page, Refused, Route
from server.net.static import StaticFile, Variant
from tests.net.raw import Answer, Raw, fetch
from tests.net.world import World, listening

BODY = b"export {};\n" * 40
SMALL = gzip.compress(BODY)
FILES = {
    "/": StaticFile("text/html; charset=utf-8", Variant(b"<p>", '"h"'), None),
    "/src/main.js": StaticFile(
        "text/javascript; charset=utf-8", Variant(BODY, '"p"'), Variant(SMALL, '"p-gzip"')
    ),
}


async def _echo(inquiry: Inquiry) -> Page:
    return Page(f"{inquiry.rest} {dict(inquiry.query)}".encode(), "text/plain")


async def _packed(inquiry: Inquiry) -> Page:
    return Page(SMALL, "text/plain", packed=True, file_name="board-1.txt")


async def _broken(inquiry: Inquiry) -> Page:
    raise LookupError("a bug")


async def _refuse(inquiry: Inquiry) -> Page:
    raise Refused(503, "store", 7)


ROUTES: dict[str, Route] = {
    "/api/echo/": _echo,
    "/whole": _echo,
    "/packed": _packed,
    "/api/broken": _broken,
    "/broken": _broken,
    "/api/busy": _refuse,
}


async def ask(
    path: str, *, method: str = "GET", headers: dict[str, str] | None = None
) -> tuple[World, Answer]:
    async with listening(files=FILES, routes=ROUTES) as world:
        return world, await fetch(world.port, path, method=method, headers=headers)


async def test_a_file() -> None:
    _, answer = await ask("/src/main.js?whatever=1")
    assert (answer.status, answer.body) == (200, BODY)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["content-length"] == str(len(BODY))
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["etag"] == '"p"'
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["connection"] == "close"
    assert "server" not in answer.headers
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip", "gzip"), ("gzip;q=0", None)])
async def test_a_packed_page_comes_as_the_asker_takes_it(
    accepted: str, encoding: str | None
) -> None:
    _, answer = await ask("/packed", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    assert (gzip.decompress(answer.body) if encoding else answer.body) == BODY
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-disposition"] == 'attachment; filename="board-1.txt"'


async def test_a_compressed_file() -> None:
    _, answer = await ask("/src/main.js", headers={"Accept-Encoding": "gzip, br"})
    assert gzip.decompress(answer.body) == BODY
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["etag"] == '"p-gzip"'


@pytest.mark.parametrize(
    ("etag", "encoding", "status"),
    [
        ('"p"', "", 304),
        ('W/"p"', "", 304),
        ('"p-gzip"', "gzip", 304),
        ('"p"', "gzip", 200),
        ('"old"', "", 200),
    ],
)
async def test_a_file_that_the_browser_has(etag: str, encoding: str, status: int) -> None:
    headers = {"If-None-Match": etag, "Accept-Encoding": encoding}
    _, answer = await ask("/src/main.js", headers=headers)
    assert answer.status == status
    assert (answer.body == b"") is (status == 304)
    assert answer.headers["etag"].startswith('"p')


@pytest.mark.parametrize(
    "path", ["/", "/src/main.js", "/whole", "/nothing", "/api/busy", "/api/broken", "/api/x"]
)
async def test_head_is_get_without_a_body(path: str) -> None:
    _, got = await ask(path)
    _, head = await ask(path, method="HEAD")
    assert head.status == got.status
    assert head.body == b""
    dropped = {"date"}
    assert {k: v for k, v in head.headers.items() if k not in dropped} == {
        k: v for k, v in got.headers.items() if k not in dropped
    }
    assert got.headers["content-length"] == str(len(got.body))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"])
@pytest.mark.parametrize("path", ["/", "/nothing", "/api/echo/x"])
async def test_other_methods_are_405(method: str, path: str) -> None:
    _, answer = await ask(path, method=method)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"


async def test_a_body_gets_an_empty_reply() -> None:
    """The library hangs up before anybody sees the request; documented."""
    async with listening(files=FILES) as world, await Raw.open(world.port) as raw:
        raw.ask("POST", "/", {"Content-Length": "5"})
        raw.write(b"hello")
        assert await raw.rest() == b""


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/../server/config.py",
        "/..%2fserver%2fconfig.py",
        "/src/../index.html",
        "/src/./main.js",
        "//src/main.js",
        "/src//main.js",
        "/src/main.js/",
        "/src/main%2Ejs",
        "/src",
        "/SRC/main.js",
        "\\src\\main.js",
        "/src/main.js%00",
        "http://elsewhere.example/",
        "*",
        "/wholes",
        "/whole/",
        "/api/echo",
        "/api/",
    ],
)
async def test_only_exact_paths_are_found(path: str) -> None:
    _, answer = await ask(path)
    assert answer.status == 404


async def test_routes_get_the_rest_and_the_query() -> None:
    _, answer = await ask("/api/echo/a/b?x=1&x=2&y=%C3%A9&z=")
    assert answer.body.decode() == "a/b {'x': '1', 'y': 'é', 'z': ''}"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("query", ["x=%FF", "&".join("abcdefghij"), "a=1&" * 9 + "a=1"])
async def test_bad_queries(query: str) -> None:
    _, answer = await ask(f"/api/echo/?{query}")
    assert (answer.status, answer.body) == (400, b'{"error":"bad_query"}')


async def test_errors_under_api_are_json() -> None:
    _, missing = await ask("/api/nothing")
    assert (missing.status, missing.body) == (404, b'{"error":"not_found"}')
    assert missing.headers["content-type"] == "application/json"
    _, page = await ask("/nothing")
    assert (page.status, page.body) == (404, b"not_found\n")


async def test_a_bug_is_logged_and_told_in_general(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        _, answer = await ask("/api/broken")
    assert (answer.status, answer.body) == (500, b'{"error":"internal_error"}')
    assert "LookupError: a bug" in caplog.text


async def test_retry_after() -> None:
    _, answer = await ask("/api/busy")
    assert (answer.status, answer.headers["retry-after"]) == (503, "7")


def secured(answer: Answer) -> bool:
    return all(
        answer.headers.get(name.lower()) == value for name, value in SECURITY_HEADERS.items()
    )


@pytest.mark.parametrize(
    ("path", "method", "headers", "status"),
    [
        ("/", "GET", {}, 200),
        ("/src/main.js", "GET", {"If-None-Match": "*"}, 304),
        ("/nothing", "GET", {}, 404),
        ("/", "POST", {}, 405),
        ("/whole?x=%FF", "GET", {}, 400),
        ("/broken", "GET", {}, 500),
        ("/api/busy", "GET", {}, 503),
        ("/ws", "GET", {}, 426),
        ("/ws", "HEAD", {}, 405),
        ("/ws", "POST", {}, 405),
        ("/ws", "GET", {"Origin": "https://elsewhere.example"}, 403),
        ("/ws", "GET", {"Upgrade": "websocket", "Connection": "Upgrade"}, 400),
        ("/" + "x" * 9_000, "GET", {}, 414),
        ("/", "GET", {"X-Long": "x" * 9_000}, 431),
        ("/", "GET", {f"X-{n}": "x" for n in range(200)}, 431),
    ],
)
async def test_security_headers_are_on_every_response(
    path: str, method: str, headers: dict[str, str], status: int
) -> None:
    _, answer = await ask(path, method=method, headers=headers)
    assert answer.status == status
    assert secured(answer)
    if method == "HEAD":
        assert answer.body == b""


async def test_security_headers_are_on_the_handshake_too() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        answer = await raw.upgrade()
        assert answer.status == 101
        assert secured(answer)


def test_the_policy_allows_nothing_that_is_not_used() -> None:
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for directive in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
        assert directive in policy


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /\r\n\r\n",
        b"GET / HTTP/2.0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
)
async def test_what_is_no_request_gets_an_empty_reply(
    request_bytes: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with listening(files=FILES) as world, await Raw.open(world.port) as raw:
        raw.write(request_bytes)
        raw.writer.write_eof()
        assert await raw.rest() == b""
    assert "Traceback" not in caplog.text


async def test_an_old_checker_is_answered() -> None:
    async with listening(files=FILES) as world, await Raw.open(world.port) as raw:
        raw.write(b"HEAD / HTTP/1.0\r\n\r\n")
        assert (await raw.answer()).status == 200
