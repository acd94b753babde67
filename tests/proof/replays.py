"""The golden replays, read: small races of every kind."""

from pathlib import Path

from protocol.replay import Replay, decode_replay

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors" / "replays"


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


def golden(name: str) -> Replay:
    return decode_replay(path_of(name).read_bytes())
