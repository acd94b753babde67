"""The golden files of the wire, as protocol/vectors/README.md describes them."""

import base64
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[2] / "protocol" / "vectors"

VALID: list[dict[str, Any]] = json.loads((HERE / "valid.json").read_text(encoding="utf-8"))
INVALID: list[dict[str, Any]] = json.loads((HERE / "invalid.json").read_text(encoding="utf-8"))
SESSIONS = sorted((HERE / "sessions").glob("*.jsonl"))


def sent_by(sender: str) -> list[Any]:
    """The messages of one side."""
    return [vector["message"] for vector in VALID if vector["by"] == sender]


def compact(message: Any) -> str:
    """The message as a client would send it."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def payload(vector: dict[str, Any]) -> bytes:
    """The bytes of an invalid frame."""
    if "base64" in vector:
        return base64.b64decode(str(vector["base64"]))
    text = str(vector["text"]) + vector.get("repeat", "") * vector.get("times", 0)
    return f"{text}{vector.get('tail', '')}".encode()


def session(path: Path) -> list[dict[str, Any]]:
    """The lines of a session behind its heading."""
    heading, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert heading["format"] == 1
    assert heading["about"]
    return lines


def name(vector: dict[str, Any]) -> str:
    return str(vector["name"])
