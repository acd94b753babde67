"""Writes `PROTOCOL.md`: the prose of `reference_text.md` with tables and messages filled in.

The example of each message is the first one of its kind in `vectors/valid.json`.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from protocol import codes, terms
from protocol.declarations import Alias, Declarations, Record
from protocol.insight import MAX_MOVES as INSIGHT_MOVES
from protocol.replay import MAX_MOVES

RULESET: Final = 1
"""Way of dealing boards that the text describes."""

_HERE: Final = Path(__file__).parent
_PLAIN: Final = {"int": "integer", "float": "number", "str": "text", "bool": "`true` or `false`"}


def write(declared: Declarations) -> str:
    """The text of `protocol/PROTOCOL.md`.

    Raises:
        KeyError: the prose asks for a part that is not made here, or a message has no example.
    """
    shown = examples()
    links = {alias.name for alias in declared.aliases}
    links |= {record.name for record in declared.records}
    parts = {
        "version": str(codes.PROTOCOL_VERSION),
        "ruleset": str(RULESET),
        "replay_moves": str(MAX_MOVES),
        "insight_moves": str(INSIGHT_MOVES),
        "alphabet": codes.ID_ALPHABET,
        "code_length": "8",
        "limits": _table(
            ("limit", "default", "meaning"),
            ((f"`{name}`", str(limit), text) for name, (limit, text) in codes.LIMITS.items()),
        ),
        "phases": _words("phase", codes.PHASES),
        "outcomes": _words("outcome", codes.OUTCOMES),
        "close_codes": _table(
            ("code", "name", "come back", "meaning"),
            (
                (str(code), f"`{name}`", "yes" if back else "no", text)
                for code, (name, back, text) in codes.CLOSE_CODES.items()
            ),
        ),
        "rejections": _words("code", codes.REJECTIONS),
        "types": "\n".join(_alias(alias, links) for alias in declared.aliases),
        "client_messages": _messages(declared.sent_by("client"), shown, links),
        "server_messages": _messages(declared.sent_by("server"), shown, links),
        "parts": _messages(declared.sent_by(None), shown, links),
        "replay": _messages(declared.sent_by("replay"), shown, links),
        "insight": _messages(declared.sent_by("insight"), shown, links),
    }
    prose = (_HERE / "reference_text.md").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], prose)


def examples() -> dict[str, str]:
    """By tag, the first message of its kind in the golden file, as compact JSON."""
    found: dict[str, str] = {}
    for vector in json.loads((_HERE / "vectors" / "valid.json").read_text(encoding="utf-8")):
        text = json.dumps(vector["message"], ensure_ascii=False, separators=(",", ":"))
        found.setdefault(vector["message"]["t"], text)
    return found


def _messages(records: Iterable[Record], shown: dict[str, str], links: set[str]) -> str:
    return "\n".join(line for record in records for line in _message(record, shown, links))


def _message(record: Record, shown: dict[str, str], links: set[str]) -> Iterator[str]:
    yield f"### {record.name if record.tag is None else f'`{record.tag}`'}\n\n{record.doc}\n"
    if record.fields:
        # what the server sends is always complete; defaults are for what a client leaves out
        defaults = record.sender == "client" or record.name == "Settings"
        yield _table(
            ("field", "type", *(("default",) if defaults else ()), "meaning"),
            (
                (
                    f"`{field.name}`",
                    _type(field.type, links),
                    *((f"`{field.default}`" if field.default else "needed",) if defaults else ()),
                    field.doc,
                )
                for field in record.fields
            ),
        )
        yield ""
    if record.tag is not None:
        yield f"```json\n{shown[record.tag]}\n```\n"


def _alias(alias: Alias, links: set[str]) -> str:
    text = f"{_type(alias.type, links)}. {alias.doc}".rstrip()
    return f'- <a id="{alias.name.lower()}"></a>**{alias.name}**: {text}'


def _words(head: str, meanings: dict[str, str]) -> str:
    return _table((head, "meaning"), ((f"`{word}`", text) for word, text in meanings.items()))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines
    )


def _type(node: ast.expr, links: set[str]) -> str:
    match node:
        case ast.Name(id=name) if name in links:
            return f"[{name}](#{name.lower()})"
        case ast.Name(id=name):
            return _PLAIN[name]
        case ast.BinOp(left=left, right=right):
            return f"{_type(left, links)} or {_type(right, links)}"
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str(forward)):
            return _type(ast.parse(forward, mode="eval").body, links)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=words):
            return " or ".join(
                f'`"{word.strip(chr(39))}"`' for word in ast.unparse(words).strip("()").split(", ")
            )
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[plain, bounds])):
            return f"{_type(plain, links)}{_bounds(bounds)}"
        case ast.Subscript(value=ast.Name(id="list"), slice=item):
            return f"list of {_type(item, links)}"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=items)):
            return f"list of exactly {' and '.join(_type(item, links) for item in items)}"
    raise TypeError(f"no words for {ast.unparse(node)}")


def _bounds(node: ast.expr) -> str:
    """What a `Meta(…)` of the sources says, in words."""
    meta: msgspec.Meta = eval(ast.unparse(node), {"Meta": msgspec.Meta}, vars(terms))  # noqa: S307
    words = []
    if meta.ge is not None:
        top = meta.le if meta.lt is None else meta.lt - 1
        words.append(f"{meta.ge}–{top}")
    if meta.pattern is not None:
        words.append(f"`{meta.pattern}`")
    elif meta.max_length is not None:
        words.append(f"of at most {meta.max_length} code points")
    return f" {', '.join(words)}"
