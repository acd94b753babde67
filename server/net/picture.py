"""The QR picture of a room's link, as SVG, drawn by the library segno.

The server cannot know the prefix under which a proxy shows it, so the page hands in its own link
(`/qr.svg?u=LINK`). Only links to the host that was asked are drawn: nobody can use a picture of
ours to lead people elsewhere.
"""

import io
import re
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from websockets.http11 import Request

from protocol.codes import ID_ALPHABET, ROOM_CHARS
from server.net.http import Page, Query, Refused, header

MAX_LINK: Final = 200
"""Characters; longer ones make pictures that phones cannot read well."""

_PLAIN: Final = re.compile(r"[!-~]+")
_CODE: Final = re.compile(f"r=[{ID_ALPHABET}]{{{ROOM_CHARS}}}")


def link_of(request: Request, query: Query) -> str:
    """The link to draw: `u`, or for `r=CODE` the room's link at the root of this host.

    Raises Refused(400) unless it is a room's link on the host that the request names.
    """
    host = header(request, "Host").lower()
    link = query.get("u")
    if link is None:
        scheme = "https" if header(request, "X-Forwarded-Proto") == "https" else "http"
        link = f"{scheme}://{host}/?r={query.get('r', '')}"
    if len(link) > MAX_LINK or not _PLAIN.fullmatch(link):
        raise Refused(400, "bad_link")
    try:
        parts = urlsplit(link)
    except ValueError:
        raise Refused(400, "bad_link") from None
    ours = parts.scheme in ("http", "https") and parts.netloc.lower() == host != ""
    if not (ours and _CODE.fullmatch(parts.query) and not parts.fragment):
        raise Refused(400, "bad_link")
    return link


@lru_cache(maxsize=256)
def draw(link: str) -> bytes:
    """The picture: black on white whatever the page's colours, since cameras need that."""
    import segno  # noqa: PLC0415 - see server.later

    picture = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture,
        kind="svg",
        border=3,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
    )
    return picture.getvalue()


def page_of(link: str) -> Page:
    """The picture as a response; it never changes."""
    return Page(draw(link), "image/svg+xml", "private, max-age=86400")
