"""Ways to alter a replay so that it is still a replay, but not the one that was played.

Each takes a document, alters it in place with the given dice and says so; or has nothing to alter
in this one and returns False. What they alter can be seen by everybody who follows VERIFY.md.
"""

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any

from tests.verify.boards import cells_of, runs

Document = dict[str, Any]


def _flipped(hexadecimal: str, dice: Random) -> str:
    """The same bytes with one bit turned over."""
    number = int(hexadecimal, 16) ^ 1 << dice.randrange(len(hexadecimal) * 4)
    return f"{number:0{len(hexadecimal)}x}"


def _boards(document: Document) -> list[Document]:
    """Where mines stand: the document, or its players."""
    return [place for place in (document, *document["players"]) if place["laid"] is not None]


def _movers(document: Document, least: int = 1) -> list[Document]:
    return [player for player in document["players"] if len(player["moves"]) >= least]


def key_bit(document: Document, dice: Random) -> bool:
    document["key"] = _flipped(document["key"], dice)
    return True


def commitment_bit(document: Document, dice: Random) -> bool:
    document["commitment"] = _flipped(document["commitment"], dice)
    return True


def another_key(document: Document, dice: Random) -> bool:
    """One bit of the key, with a commitment that fits: the board gives it away."""
    if not _boards(document):
        return False
    document["key"] = _flipped(document["key"], dice)
    document["commitment"] = hashlib.sha256(bytes.fromhex(document["key"])).hexdigest()
    return True


def board_bit(document: Document, dice: Random) -> bool:
    """One mine more or less."""
    if not _boards(document):
        return False
    place = dice.choice(_boards(document))
    settings = document["settings"]
    laid = cells_of(place["laid"])
    place["laid"] = runs(laid ^ {dice.randrange(settings["columns"] * settings["rows"])})
    return True


def mine_moved(document: Document, dice: Random) -> bool:
    if not _boards(document):
        return False
    place = dice.choice(_boards(document))
    settings = document["settings"]
    laid = cells_of(place["laid"])
    free = set(range(settings["columns"] * settings["rows"])) - laid
    moved = laid - {dice.choice(sorted(laid))} | {dice.choice(sorted(free))}
    place["laid"] = runs(moved)
    return True


def start_bit(document: Document, dice: Random) -> bool:
    places = [place for place in (document, *document["players"]) if place["start"] is not None]
    if not places:
        return False
    dice.choice(places)["start"] ^= 1 << dice.randrange(3)
    return True


def opened_at_go(document: Document, dice: Random) -> bool:
    if document["start"] is None:
        return False
    laid = cells_of(document["opened"])
    document["opened"] = runs(laid - {dice.choice(sorted(laid))})
    return True


def opened_bit(document: Document, dice: Random) -> bool:
    """A move opened one cell more or less."""
    if not _movers(document):
        return False
    move = dice.choice(dice.choice(_movers(document))["moves"])
    settings = document["settings"]
    toggled = {dice.randrange(settings["columns"] * settings["rows"])}
    move[4] = runs(cells_of(move[4]) ^ toggled)
    return True


def moves_exchanged(document: Document, dice: Random) -> bool:
    """Two moves that follow each other, in the other order."""
    movers = _movers(document, 2)
    if not movers:
        return False
    moves = dice.choice(movers)["moves"]
    at = dice.randrange(len(moves) - 1)
    moves[at], moves[at + 1] = moves[at + 1], moves[at]
    return True


def places_exchanged(document: Document, dice: Random) -> bool:
    players = document["players"]
    ranks = [player["place"] for player in players]
    if len(set(ranks)) == 1:
        return False
    at = next(at for at in range(len(ranks) - 1) if ranks[at] != ranks[at + 1])
    players[at]["place"], players[at + 1]["place"] = ranks[at + 1], ranks[at]
    return True


def order_of_players(document: Document, dice: Random) -> bool:
    players = document["players"]
    if len(players) == 1:
        return False
    at = dice.randrange(len(players) - 1)
    players[at], players[at + 1] = players[at + 1], players[at]
    return True


def a_faster_end(document: Document, dice: Random) -> bool:
    """A millisecond less for somebody whose last move ended the race."""
    ended = [one for one in document["players"] if one["outcome"] in ("cleared", "out")]
    ended = [one for one in ended if one["time_ms"]]
    if not ended:
        return False
    dice.choice(ended)["time_ms"] -= 1
    return True


def move_left_out(document: Document, dice: Random) -> bool:
    if not _movers(document):
        return False
    moves = dice.choice(_movers(document))["moves"]
    del moves[dice.randrange(len(moves))]
    return True


ALTERATIONS: tuple[Callable[[Document, Random], bool], ...] = (
    key_bit,
    commitment_bit,
    another_key,
    board_bit,
    mine_moved,
    start_bit,
    opened_at_go,
    opened_bit,
    moves_exchanged,
    places_exchanged,
    order_of_players,
    a_faster_end,
    move_left_out,
)
