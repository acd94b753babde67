"""A server, the crowd that plays on it, and the reckoning at the end. For all tests with kills."""

import random
from dataclasses import dataclass
from typing import Final

from tests.fault.crowd import Crowd
from tests.fault.history import Verdict, check
from tests.fault.server import ServerUnderTest
from tests.fault.stored import read_log, rebuilt

HURRY: Final = 20
"""A countdown of 150 ms, a penalty of half a second."""


@dataclass
class Campaign:
    """What happens to one server. All numbers come from `chance`."""

    server: ServerUnderTest
    crowd: Crowd
    chance: random.Random
    kills: int = 0
    slowest_back_s: float = 0.0

    async def kill(self) -> None:
        """`kill -9`, now."""
        await self.server.kill()
        self.died()

    def died(self) -> None:
        """The server has been killed, by itself or by us."""
        self.kills += 1
        self.crowd.lost()

    async def everybody_back(self) -> None:
        """All in their rooms, and the game goes on."""
        self.slowest_back_s = max(self.slowest_back_s, await self.crowd.all_back())
        await self.crowd.some_move_answered()

    def reckon(self) -> Verdict:
        """Hold everything told so far against the log. The server must be dead."""
        assert not self.server.runs
        return check(self.crowd.journals(), read_log(self.server.data))

    async def end(self) -> Verdict:
        """Let all come to rest, stop the server as one should, and reckon."""
        await self.crowd.all_back()
        await self.crowd.settle()
        assert await self.server.term() == 0, self.server.last_words()
        log, remade = read_log(self.server.data), await rebuilt(self.server.data)
        return check(self.crowd.journals(), log, remade)


def figures_of(campaign: Campaign, verdict: Verdict) -> dict[str, int | float]:
    """What the suites print."""
    return {
        "kills": campaign.kills,
        "acknowledged_moves": verdict.acknowledged,
        "refused_moves": verdict.refused,
        "frames_checked": verdict.promises,
        "lost": verdict.count("lost"),
        "doubled": verdict.count("doubled"),
        "problems": len(verdict.problems),
        "slowest_back_s": round(campaign.slowest_back_s, 2),
    }
