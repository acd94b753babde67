"""Whoever has PROTOCOL.md alone can write a bot: a hundred races, each raced to its end (R18)."""

import ast
import asyncio
import json
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.bots.stranger import Stranger
from tests.fault.server import ServerUnderTest

pytestmark = [pytest.mark.suite("bots"), pytest.mark.timeout(300)]

HURRY = 30
SETTINGS = {"level": "beginner", "bots": True, "auto_start": True, "guess_free": False}


async def one_room(url: str, number: int, races: int) -> list[Stranger]:
    """Two strangers, alone with each other; one has made the room."""
    owner, guest = Stranger(url, f"Owner {number}"), Stranger(url, f"Guest {number}")
    code = await owner.create(SETTINGS)
    await asyncio.gather(owner.race(code, races), guest.race(code, races))
    return [owner, guest]


async def test_r18_a_bot_written_from_the_document_alone_finishes_its_races(
    tmp_path: Path, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    races, rooms = suite_options.get("races", 100), suite_options.get("rooms", 20)
    each = -(-races // rooms)
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        began = time.monotonic()
        met = await asyncio.gather(*(one_room(server.url, room, each) for room in range(rooms)))
        took_s = time.monotonic() - began
        boards = {kind: await best(server.url, kind) for kind in ("human", "bot")}
        assert await server.term() == 0
    everybody = [stranger for pair in met for stranger in pair]
    raced = {told["race"]: told for stranger in everybody for told in stranger.results}
    assert all(len(stranger.results) == each for stranger in everybody)
    cleared = 0
    for stranger in everybody:
        for told in stranger.results:
            (own,) = [row for row in told["rows"] if row["player"] == stranger.player]
            assert own["bot"]
            assert own["outcome"] in {"cleared", "out", "did_not_finish"}
            cleared += own["outcome"] == "cleared"
    # A solver this plain loses often, and wins often too.
    assert cleared > len(raced) / 4
    assert boards["human"]["rows"] == []
    assert len(boards["bot"]["rows"]) > 0
    figures |= {"races": len(raced), "cleared": cleared, "race_seconds": round(took_s, 1)}
    figures["rejections"] = sorted({code for one in everybody for code in one.rejections})


async def best(url: str, kind: str) -> Any:
    def fetch() -> Any:
        with urlopen(f"{url}api/best?guess_free=no&kind={kind}", timeout=10) as answer:
            return json.load(answer)

    return await asyncio.to_thread(fetch)


def test_a_stranger_imports_nothing_of_ours() -> None:
    for name in ("stranger", "deduction"):
        tree = ast.parse(Path(__file__).with_name(f"{name}.py").read_text())
        imported = {
            module
            for node in ast.walk(tree)
            for module in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        ours = {one for one in imported if one.split(".")[0] in {"server", "protocol", "tests"}}
        assert ours <= {"tests.bots.deduction"}
