"""Which origins are our own, and which only look like it."""

import pytest

from server.net.origin import own_origin


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://play.example", "play.example", True),
        ("https://play.example", "play.example", True),
        ("https://play.example:8443", "play.example:8443", True),
        ("https://Play.Example", "play.example", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://allowed.example", "play.example", True),
        ("http://allowed.example", "play.example", False),
        ("https://allowed.example.evil.example", "play.example", False),
        ("https://play.example:8443", "play.example", False),
        ("https://play.example", "play.example:8443", False),
        ("https://evil.example", "play.example", False),
        ("https://play.example.evil.example", "play.example", False),
        ("https://play.example@evil.example", "play.example", False),
        ("https://evil.example/play.example", "play.example", False),
        ("null", "play.example", False),
        ("null", "null", False),
        ("file://", "", False),
        ("http://", "", False),
        ("play.example", "play.example", False),
        ("ftp://play.example", "play.example", False),
        ("http://[::1", "[::1", False),
        ("*", "play.example", False),
    ],
)
def test_own_origin(origin: str, host: str, own: bool) -> None:
    assert own_origin(origin, host, ("https://allowed.example",)) is own
