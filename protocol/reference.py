"""`python -m protocol.reference` writes the files that are made from the messages and codes.

With `--check` nothing is written: exit code 1 and a line for each file that is stale.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

import msgspec

from protocol import asyncapi, codes, declarations, reference_js, reference_md
from protocol.insight import Insight
from protocol.messages import ClientMessage, ServerMessage
from protocol.replay import Replay

ROOT: Final = Path(__file__).parent.parent


def files() -> dict[str, str]:
    """Path, relative to the project's root, and text of each generated file."""
    declared = declarations.read()
    return {
        "protocol/PROTOCOL.md": reference_md.write(declared),
        "protocol/schema.json": _schema(),
        "protocol/asyncapi.json": asyncapi.document(declared, reference_md.examples()),
        "client_web/src/wire.js": reference_js.write(declared),
    }


def _schema() -> str:
    """JSON Schema of all messages: `#/$defs/ClientMessage` and `#/$defs/ServerMessage`; beside
    them `#/$defs/Replay` and `#/$defs/Insight`, which are no messages."""
    (client, server, *_), parts = msgspec.json.schema_components(
        [ClientMessage, ServerMessage, Replay, Insight], ref_template="#/$defs/{name}"
    )
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of Démineur Race, protocol version {codes.PROTOCOL_VERSION}",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {"ClientMessage": client, "ServerMessage": server} | parts,
    }
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def stale(root: Path) -> list[str]:
    """Paths of the generated files that are missing under `root` or say something else."""
    return [
        path
        for path, text in files().items()
        if not (root / path).is_file() or (root / path).read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Write or check the files under `root`; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m protocol.reference", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when stale")
    if parser.parse_args(arguments).check:
        found = stale(root)
        sys.stdout.writelines(f"stale: {path}\n" for path in found)
        return 1 if found else 0
    for path, text in files().items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
