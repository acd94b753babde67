"""What sessions share: who tries too many codes is shut out, whatever connection is used."""

import pytest

from server.app import App
from server.config import Config
from tests.manual_clock import ManualClock
from tests.net.player import Player, new_room

WRONG = "BCDF-GHJK-LMNP-QRST-VWXZ"


async def test_wrong_recovery_codes_count_as_failed_joins(clock: ManualClock) -> None:
    config = Config(port=0, close_ms=200, failed_joins_per_minute=3)
    async with App(config, clock=clock) as app:
        room, token = await new_room(app.port)
        async with await Player.come(app.port, "Owner", room, token=token) as owner:
            owner.say("recovery")
            code = (await owner.hear("recovery_code"))["code"]
            for _ in range(3):
                async with await Player.visit(app.port) as eve:
                    eve.say("hello", version=1, recovery=WRONG)
                    refused = await eve.next()
                    assert (refused["code"], refused["re"]) == ("recovery_invalid", "hello")
            for tried in (WRONG, code):
                async with await Player.visit(app.port) as eve:
                    eve.say("hello", version=1, recovery=tried)
                    assert await eve.closed() == 4429
                    assert eve.frames == []
            # Members and tokens are let in all the same.
            await owner.caught_up()
            async with await Player.come(app.port, "Owner", room, token=token):
                pass
        clock.advance(60_000)
        async with await Player.visit(app.port) as new_device:
            new_device.say("hello", version=1, recovery=code)
            assert (await new_device.hear("welcome"))["player"] == owner.id


@pytest.mark.parametrize("code", ["", "   ", "AEIO-UAEI-OUAE-IOUA-EIOU", "x" * 40])
async def test_what_is_no_code_is_refused_like_a_wrong_one(app: App, code: str) -> None:
    async with await Player.visit(app.port) as eve:
        eve.say("hello", version=1, recovery=code, name="Eve")
        assert (await eve.next())["code"] == "recovery_invalid"
        eve.say("hello", version=1, name="Eve")
        assert (await eve.hear("welcome"))["name"] == "Eve"
