"""The table of files: exact paths, both forms, ETags."""

import gzip
from pathlib import Path

import pytest

from server.net.static import StaticFile, Variant, accepts_gzip, matches, read_page


@pytest.fixture
def page(tmp_path: Path) -> dict[str, StaticFile]:
    for name, body in {
        "index.html": b"<!doctype html>" * 50,
        "src/main.js": b"export const a = 1;\n" * 50,
        "style/page.css": b"p{}",
        "icons/a.png": b"\x89PNG" * 500,
        "src/i18n/en.json": b"{}",
        "README.md": b"not for browsers",
        ".hidden.html": b"no",
        "src/.git/config.txt": b"no",
        "__init__.py": b"no",
        "_draft.html": b"no",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    (tmp_path / "directory.js").mkdir()
    return read_page(tmp_path)


def test_known_kinds_are_served_and_nothing_else(page: dict[str, StaticFile]) -> None:
    assert set(page) == {
        "/",
        "/index.html",
        "/src/main.js",
        "/style/page.css",
        "/icons/a.png",
        "/src/i18n/en.json",
    }
    assert page["/"] is page["/index.html"]


def test_content_types(page: dict[str, StaticFile]) -> None:
    assert page["/src/main.js"].content_type == "text/javascript; charset=utf-8"
    assert page["/"].content_type == "text/html; charset=utf-8"
    assert page["/icons/a.png"].content_type == "image/png"


def test_both_forms_hold_the_same(page: dict[str, StaticFile]) -> None:
    file = page["/src/main.js"]
    assert file.gzip is not None
    assert gzip.decompress(file.gzip.body) == file.plain.body
    assert len(file.gzip.body) < len(file.plain.body)
    assert file.gzip.etag != file.plain.etag


def test_what_does_not_shrink_is_sent_as_it_is(page: dict[str, StaticFile]) -> None:
    assert page["/style/page.css"].gzip is None
    assert page["/icons/a.png"].gzip is None


def test_etags_follow_the_content(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    (tmp_path / "b.js").write_text("1")
    (tmp_path / "c.js").write_text("2")
    page = read_page(tmp_path)
    assert page["/a.js"].plain.etag == page["/b.js"].plain.etag != page["/c.js"].plain.etag


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("gzip;q=1", True),
        ("gzip;q=0.001", True),
        ("identity", False),
        ("*", True),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("gzipped", False),
        ("x-gzip", False),
    ],
)
def test_accept_encoding(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted
    file = StaticFile("text/plain", Variant(b"plain", '"p"'), Variant(b"small", '"s"'))
    assert file.variant(header).body == (b"small" if accepted else b"plain")


@pytest.mark.parametrize(
    ("header", "matched"),
    [
        ("", False),
        ('"abc"', True),
        ('W/"abc"', True),
        ('"x", "abc"', True),
        ("*", True),
        ("abc", False),
        ('"abcd"', False),
    ],
)
def test_if_none_match(header: str, matched: bool) -> None:
    assert matches('"abc"', header) is matched
