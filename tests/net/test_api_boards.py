"""Best times and statistics of boards that need no luck, or of all others alone (R5, R16)."""

from server.net.api import BEST_TIMES
from tests.net.test_api import ANN, ApiWorld, api

__all__ = ["api"]


async def test_r5_r16_best_times_and_statistics_of_one_kind_of_boards(api: ApiWorld) -> None:
    for word, kind in (("yes", True), ("no", False)):
        _, body = await api.get(f"/api/best?guess_free={word}")
        assert body["guess_free"] is kind
    assert [asked[-2] for asked in api.store.asked] == [True, False]
    counts = []
    for query in ("", "?guess_free=yes", "?guess_free=no"):
        _, body = await api.get(f"/api/player/{ANN}{query}")
        counts.append(len(body["levels"]))
        assert body["recent"][0]["guess_free"] is True
    assert counts == [1, 2, 3]


async def test_r18_best_times_of_bots(api: ApiWorld) -> None:
    status, body = await api.get("/api/best?kind=bot")
    assert (status, body["kind"]) == (200, "bot")
    assert (await api.get("/api/best?kind=cat")) == (400, {"error": "bad_kind"})
    assert api.store.asked == [("beginner", "all", 1_234, BEST_TIMES, True, True)]
