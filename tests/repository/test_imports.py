"""Import directions that the import contracts of pyproject.toml do not reach."""

import ast
import re

import pytest

from tests.repository.tree import ROOT, files, named

PURE_CLIENT = ["client_web/src/store.js", "client_web/src/board/grid.js"]
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""")
DOM = re.compile(r"\b(document|window|WebSocket|localStorage|fetch|setTimeout|performance)\b")


def client_imports(text: str) -> list[str]:
    return IMPORT.findall(text)


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("module", ["room", "audience", "wire"])
def test_rooms_are_synchronous(module: str) -> None:
    tree = ast.parse((ROOT / f"server/rooms/{module}.py").read_text())
    assert not [
        node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef | ast.Await)
    ]


@pytest.mark.parametrize("module", PURE_CLIENT)
def test_client_state_knows_no_page_and_no_connection(module: str) -> None:
    text = without_comments((ROOT / module).read_text())
    assert DOM.findall(text) == []
    assert [name for name in client_imports(text) if "connection" in name or "view" in name] == []


def test_client_views_know_no_connection() -> None:
    wrong = [
        (named(path), name)
        for path in files("client_web/src/views/*.js", "client_web/src/board/*.js")
        for name in client_imports(path.read_text())
        if "connection" in name
    ]
    assert wrong == []
    sockets = [
        named(path)
        for path in files("client_web/src/*.js", "client_web/src/*/*.js")
        if re.search(r"\bnew WebSocket\b|\bWebSocket\(", without_comments(path.read_text()))
        and path.name != "connection.js"
    ]
    assert sockets == []


def test_client_imports_are_relative_and_exist() -> None:
    for path in files("client_web/src/*.js", "client_web/src/*/*.js"):
        for name in client_imports(without_comments(path.read_text())):
            assert name.startswith("."), (named(path), name)
            assert (path.parent / name).resolve().is_file(), (named(path), name)
