"""A look back as the server makes it: a race of the stories, with every kind of moment."""

import json
from typing import Any

from protocol.insight import encode_insight
from server.race.insight import insight
from server.records import StoredRace
from server.rooms.insights import insight_of
from tests.race.stories import running

RACE, ADA, BO, CY = "BCDFGHJKLM", "ADADADADAD", "BBBBBBBBBB", "CCCCCCCCCC"
NAMES = {ADA: "Ada", BO: "<b>Bo</b> שרה"}
TOLD = f"""
    3400 {ADA} open 5
    3900 {ADA} flag 2
    4400 {ADA} flag 2
    4900 {ADA} open 2
    5600 {BO} flag 2
    6100 {BO} chord 10
    9000 {ADA} open 0
    9500 {ADA} open 30
    9900 {ADA} open 30
    11000 {CY} open 2
    12000 {CY} open 3
    13000 {CY} open 12
    14000 {CY} open 1
    15000 {ADA} open 20
"""
"""Ada guesses needlessly and opens a certain mine; Bo chords on a wrong flag; Cy has to guess."""


def looked_back() -> dict[str, Any]:
    """The document, as JSON has it."""
    story = running(f"{ADA} {BO} {CY}").tell(TOLD)
    stored = StoredRace(room="CODE", race=RACE, events=tuple(story.log))
    document = insight_of(stored, insight(story.log), NAMES)
    loaded: dict[str, Any] = json.loads(encode_insight(document))
    return loaded | {"race": RACE}
