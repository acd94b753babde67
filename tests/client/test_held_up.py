"""R9: a race that starts by itself waits a little for who is away, and the lobby says for whom."""

import pytest
from playwright.async_api import expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PICTURE, TWO, Server, join, snapshot

pytestmark = pytest.mark.browser
AUTOMATIC = {"phase": "lobby", "settings": {"level": "beginner", "auto_start": True}}
AWAY = {"present": False}


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        ({}, AWAY, "Starting in a moment. Still away: \u2068Bo\u2069."),
        ({"ready": False}, AWAY, "The race starts when everyone is ready."),
        ({}, AWAY | {"watching": True}, "The race starts when everyone is ready."),
        ({}, {}, "The race starts when everyone is ready."),
    ],
)
async def test_r9_a_start_that_is_held_up_says_for_whom(
    open_page: OpenPage, mine: dict[str, bool], theirs: dict[str, bool], said: str
) -> None:
    page = await open_page(INDEX, files=PICTURE)
    state = snapshot(room=AUTOMATIC)
    third = TWO[1] | {"player": "CY", "name": "Cy", "ready": True}
    state["room"]["members"] = [TWO[0] | mine, TWO[1] | {"name": "Bo"} | theirs, third]
    await Server(page, lambda: [state]).start()
    await join(page)
    await expect(page.locator(".lobby-foot p")).to_have_text(said)
