"""The page's files, read once at the start into a table of exact paths.

A request never reaches the file system, so no path can leave the page's directory. Each file is
kept ready: as it is and compressed, each with its own ETag. Sizes are bytes.
"""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CONTENT_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
"""Files of other kinds are not served."""

_COMPRESSIBLE: Final = {".html", ".css", ".js", ".json", ".svg", ".webmanifest", ".txt"}


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of a file: its bytes and their ETag, with quotes."""

    body: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class StaticFile:
    content_type: str
    plain: Variant
    gzip: Variant | None
    """None when compressing does not make it smaller."""

    def variant(self, accept_encoding: str) -> Variant:
        """The form to send to a client with this `Accept-Encoding`."""
        if self.gzip is not None and accepts_gzip(accept_encoding):
            return self.gzip
        return self.plain


def read_page(directory: Path) -> dict[str, StaticFile]:
    """Table from request path (`/src/main.js`) to file; `/` is `index.html`.

    Hidden files and files of unknown kinds are left out. Raises `OSError`.
    """
    page: dict[str, StaticFile] = {}
    for path in sorted(directory.rglob("*")):
        parts = path.relative_to(directory).parts
        hidden = any(part.startswith((".", "_")) for part in parts)
        if path.suffix in CONTENT_TYPES and not hidden and path.is_file():
            page["/" + "/".join(parts)] = _read(path)
    if "/index.html" in page:
        page["/"] = page["/index.html"]
    return page


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether the header's value names gzip (or everything) and not with weight zero."""
    weights: dict[str, bool] = {}
    for part in accept_encoding.lower().split(","):
        name, _, parameters = part.partition(";")
        weights[name.strip()] = parameters.replace(" ", "").rstrip("0") not in ("q=", "q=0.")
    return weights.get("gzip", weights.get("*", False))


def matches(etag: str, if_none_match: str) -> bool:
    """Whether `If-None-Match` names this ETag (weak comparison, RFC 9110 section 13.1.2)."""
    named = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return "*" in named or etag in named


def _read(path: Path) -> StaticFile:
    body = path.read_bytes()
    digest = hashlib.sha256(body).hexdigest()[:16]
    small = None
    if path.suffix in _COMPRESSIBLE:
        packed = gzip.compress(body, 9, mtime=0)
        if len(packed) < len(body):
            small = Variant(packed, f'"{digest}-gzip"')
    return StaticFile(CONTENT_TYPES[path.suffix], Variant(body, f'"{digest}"'), small)
