"""Reads the messages' sources: every alias and Struct with its fields, docstrings and defaults.

The generated files are made from this, so what they say is what stands beside the code. Types stay
syntax trees; each writer puts them into its own words. Knows nothing of the generated languages.
"""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from protocol import client_messages, insight, messages, parts, replay, server_messages, terms

Sender = Literal["client", "server", "replay", "insight"]
"""Who sends a message; the last two: no message, but a part of the document of that name."""

_TAGGED: Final[dict[str, Sender]] = {
    "_FromClient": "client",
    "_FromServer": "server",
    "_OfReplay": "replay",
    "_OfInsight": "insight",
}


@dataclass(frozen=True, slots=True)
class Alias:
    """A named type: a closed list of words, or a plain type with bounds."""

    name: str
    doc: str
    type: ast.expr


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    doc: str
    type: ast.expr
    default: str | None
    """As JSON; None when the field must be there."""


@dataclass(frozen=True, slots=True)
class Record:
    """A Struct: a message when it has a tag and a sender, else a part of messages or documents."""

    name: str
    doc: str
    fields: tuple[Field, ...]
    tag: str | None
    sender: Sender | None


@dataclass(frozen=True, slots=True)
class Declarations:
    """Everything that makes up the messages, in the order of the sources."""

    aliases: tuple[Alias, ...]
    records: tuple[Record, ...]

    def sent_by(self, sender: Sender | None) -> tuple[Record, ...]:
        """The messages of one side; with None the records that are only parts of messages."""
        return tuple(record for record in self.records if record.sender == sender)


def read() -> Declarations:
    """The declarations of `protocol.messages`, `protocol.replay` and `protocol.insight`."""
    body = [
        statement
        for module in (terms, client_messages, parts, server_messages, replay, insight)
        for statement in ast.parse(inspect.getsource(module)).body
    ]
    aliases: list[Alias] = []
    records: list[Record] = []
    for node, doc in _documented(body):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            records.append(_record(node))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript):
            aliases.append(Alias(_target(node), doc, node.value))
    return Declarations(tuple(aliases), tuple(records))


def _record(node: ast.ClassDef) -> Record:
    home = next(one for one in (insight, replay, messages) if hasattr(one, node.name))
    struct: type[msgspec.Struct] = getattr(home, node.name)
    defaults = {field.name: _default(field) for field in msgspec.structs.fields(struct)}
    return Record(
        name=node.name,
        doc=_flowing(inspect.cleandoc(struct.__doc__ or "")),
        fields=tuple(
            Field(_target(part), doc, part.annotation, defaults[_target(part)])
            for part, doc in _documented(node.body)
            if isinstance(part, ast.AnnAssign)
        ),
        tag=struct.__struct_config__.tag if isinstance(struct.__struct_config__.tag, str) else None,
        sender=_TAGGED.get(ast.unparse(node.bases[0])),
    )


def _default(field: msgspec.structs.FieldInfo) -> str | None:
    if field.required:
        return None
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.json.encode(value).decode() if not isinstance(value, msgspec.Struct) else "{}"


def _documented(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Each statement with the string literal that follows it, or an empty text."""
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        match after:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node, _flowing(inspect.cleandoc(text))
            case _:
                yield node, ""


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    return ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)


def _flowing(text: str) -> str:
    return " ".join(text.split())
