"""Plain HTTP on the WebSocket's port: page, pictures, API, health. GET and HEAD, nothing else.

Every response carries the security headers, those that the library makes too. One request per
connection; a request with a body gets an empty reply from the library and never comes here.
All addresses work under any prefix of a proxy, since the page uses relative ones only.
"""

import email.utils
import gzip
import http
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import parse_qs

from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

from server.net.static import StaticFile, accepts_gzip, matches

log = logging.getLogger("server.net.http")

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

Query = Mapping[str, str]


class Refused(Exception):
    """Answer with this status and a short code, as `{"error": code}` under `/api/`."""

    def __init__(self, status: int, code: str, retry_after_s: int | None = None) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.retry_after_s = retry_after_s


class Page:
    """A body to send, with its type and caching.

    `packed`: the body is gzip; who does not take that gets it unpacked. `file_name`: it is to be
    kept under this name rather than shown; letters, digits, dots and hyphens.
    """

    __slots__ = ("body", "cache", "content_type", "file_name", "packed")

    def __init__(
        self,
        body: bytes,
        content_type: str,
        cache: str = "no-store",
        *,
        packed: bool = False,
        file_name: str | None = None,
    ) -> None:
        self.body = body
        self.content_type = content_type
        self.cache = cache
        self.packed = packed
        self.file_name = file_name


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A plain request, who asks, and for a route: the rest of its path and its query."""

    request: Request
    address: str
    """The asker's key for limits (`server.net.limits.address_key`)."""
    rest: str = ""
    query: Query = field(default_factory=dict)


Route = Callable[[Inquiry], Awaitable[Page]]


class Site:
    """Answers requests from a table of files and a table of routes by prefix.

    A route whose prefix ends in `/` gets the rest of the path; any other must match whole.
    """

    def __init__(
        self,
        files: Mapping[str, StaticFile],
        routes: Mapping[str, Route],
        answered: Callable[[int], None] = lambda _status: None,
    ) -> None:
        """`answered` is told the status of every response, for figures."""
        self._files = files
        self._routes = routes
        self._answered = answered

    async def answer(self, inquiry: Inquiry) -> Response:
        """The response to any request but a WebSocket's."""
        request = inquiry.request
        path, _, query_text = request.path.partition("?")
        try:
            response = await self._found(inquiry, path, query_text)
        except Refused as refused:
            response = refusal(refused, as_json=path.startswith("/api/"))
        except Exception:
            log.exception("request failed: %s %s", request.method, path)
            response = refusal(Refused(500, "internal_error"), as_json=path.startswith("/api/"))
        self._answered(response.status_code)
        return without_body(response) if request.method == "HEAD" else response

    async def _found(self, inquiry: Inquiry, path: str, query_text: str) -> Response:
        if inquiry.request.method not in ("GET", "HEAD"):
            raise Refused(405, "method_not_allowed")
        file = self._files.get(path)
        if file is not None:
            return _file_response(file, inquiry.request)
        for prefix, route in self._routes.items():
            if path == prefix or (prefix.endswith("/") and path.startswith(prefix)):
                rest, query = path.removeprefix(prefix), read_query(query_text)
                page = await route(replace(inquiry, rest=rest, query=query))
                return _page_response(page, inquiry.request)
        raise Refused(404, "not_found")


def secure(response: Response) -> Response:
    """The same response with the security headers, which stand once in each."""
    for name, value in SECURITY_HEADERS.items():
        if name not in response.headers:
            response.headers[name] = value
    return response


def respond(status: int, body: bytes, content_type: str) -> Response:
    """A complete response; the connection is closed after it."""
    headers = Headers(
        [
            ("Date", email.utils.formatdate(usegmt=True)),
            ("Connection", "close"),
            ("Content-Length", str(len(body))),
            ("Content-Type", content_type),
        ]
    )
    return secure(Response(status, http.HTTPStatus(status).phrase, headers, body))


def refusal(refused: Refused, *, as_json: bool = False) -> Response:
    """The response that tells of a refusal."""
    if as_json:
        body, content_type = f'{{"error":"{refused.code}"}}'.encode(), "application/json"
    else:
        body, content_type = f"{refused.code}\n".encode(), "text/plain; charset=utf-8"
    response = respond(refused.status, body, content_type)
    response.headers["Cache-Control"] = "no-store"
    if refused.status == 405:
        response.headers["Allow"] = "GET, HEAD"
    if refused.retry_after_s is not None:
        response.headers["Retry-After"] = str(refused.retry_after_s)
    return response


def without_body(response: Response) -> Response:
    """The answer to HEAD: the same headers, the length too, and nothing after them."""
    response.body = b""
    return response


def read_query(text: str) -> Query:
    """The first value of each parameter. Raises Refused(400) for more than a handful."""
    try:
        values = parse_qs(text, max_num_fields=8, errors="strict", keep_blank_values=True)
    except ValueError:
        raise Refused(400, "bad_query") from None
    return {name: found[0] for name, found in values.items()}


def header(request: Request, name: str) -> str:
    """A header's value, empty when it is absent. Raises Refused(400) when it stands twice."""
    try:
        return request.headers.get(name) or ""
    except MultipleValuesError:
        raise Refused(400, "bad_header") from None


def _page_response(page: Page, request: Request) -> Response:
    if not page.packed:
        response = respond(200, page.body, page.content_type)
    elif accepts_gzip(_accepted(request)):
        response = respond(200, page.body, page.content_type)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = respond(200, gzip.decompress(page.body), page.content_type)
    response.headers["Cache-Control"] = page.cache
    if page.packed:
        response.headers["Vary"] = "Accept-Encoding"
    if page.file_name is not None:
        response.headers["Content-Disposition"] = f'attachment; filename="{page.file_name}"'
    return response


def _accepted(request: Request) -> str:
    return ", ".join(request.headers.get_all("Accept-Encoding"))


def _file_response(file: StaticFile, request: Request) -> Response:
    variant = file.variant(_accepted(request))
    if matches(variant.etag, ", ".join(request.headers.get_all("If-None-Match"))):
        response = respond(304, b"", file.content_type)
        # RFC 9110 section 15.4.5: no length of a body that is not sent
        del response.headers["Content-Length"], response.headers["Content-Type"]
    else:
        response = respond(200, variant.body, file.content_type)
        if variant is file.gzip:
            response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = variant.etag
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    return response
