"""QR pictures: only of our own rooms' links, whatever the request says."""

import re

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from server.net.http import Refused
from server.net.picture import draw, link_of, page_of

CODE = "BCDFGHJK"


def asking(**headers: str) -> Request:
    fields = {"Host": "play.example:8000"} | {k.replace("_", "-"): v for k, v in headers.items()}
    return Request("/qr.svg", Headers(fields))


@pytest.mark.parametrize(
    "link",
    [
        f"http://play.example:8000/?r={CODE}",
        f"https://play.example:8000/mines/?r={CODE}",
        f"https://PLAY.example:8000/a/b?r={CODE}",
    ],
)
def test_links_to_this_host(link: str) -> None:
    assert link_of(asking(), {"u": link}) == link


@pytest.mark.parametrize(
    "link",
    [
        "",
        CODE,
        f"http://elsewhere.example/?r={CODE}",
        f"http://play.example/?r={CODE}",
        f"http://play.example:8000@elsewhere.example/?r={CODE}",
        f"http://user@play.example:8000/?r={CODE}",
        f"//play.example:8000/?r={CODE}",
        f"javascript://play.example:8000/?r={CODE}",
        "http://play.example:8000/",
        "http://play.example:8000/?r=short",
        f"http://play.example:8000/?r={CODE}&x=1",
        f"http://play.example:8000/?r={CODE}#part",
        f"http://play.example:8000/ ?r={CODE}",
        f"http://play.example:8000/\n?r={CODE}",
        f"http://play.example:8000/é?r={CODE}",
        f"http://play.example:8000/{'x' * 200}?r={CODE}",
        f"http://[::1/?r={CODE}",
    ],
)
def test_other_links_are_refused(link: str) -> None:
    with pytest.raises(Refused) as refused:
        link_of(asking(), {"u": link})
    assert (refused.value.status, refused.value.code) == (400, "bad_link")


def test_a_code_alone_is_a_link_to_the_root() -> None:
    assert link_of(asking(), {"r": CODE}) == f"http://play.example:8000/?r={CODE}"
    secure = asking(X_Forwarded_Proto="https")
    assert link_of(secure, {"r": CODE}) == f"https://play.example:8000/?r={CODE}"


@pytest.mark.parametrize("query", [{}, {"r": ""}, {"r": "bcdfghjk"}, {"r": f"{CODE}&x=1"}])
def test_no_code_no_picture(query: dict[str, str]) -> None:
    with pytest.raises(Refused):
        link_of(asking(), query)


def test_no_host_no_picture() -> None:
    with pytest.raises(Refused):
        link_of(Request("/qr.svg", Headers()), {"r": CODE})


def test_the_picture_is_plain_svg() -> None:
    picture = draw(f"http://play.example:8000/?r={CODE}").decode()
    assert re.fullmatch(r"<svg [^>]*viewBox=[^>]*>(<path [^>]*/>)+</svg>\n?", picture)
    assert "style" not in picture
    assert draw("http://play.example:8000/?r=CCCCCCCC").decode() != picture


def test_browsers_keep_the_picture() -> None:
    page = page_of(f"http://play.example:8000/?r={CODE}")
    assert (page.content_type, page.cache) == ("image/svg+xml", "private, max-age=86400")
