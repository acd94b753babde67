"""The tree keeps its shape: top level, file sizes, a test module for each source module."""

import re

from tests.repository.tree import ROOT, files, named

TOP_LEVEL = re.compile(
    r"(\.[a-z].*|run|test|LICENSE|CHANGELOG\.md|README\.md|pyproject\.toml|requirements.*\.lock"
    r"|server|client_web|protocol|tests)"
)
MAX_LINES = 300
FORBIDDEN_NAMES = {"manager", "handler2", "utils", "helpers", "data", "info", "process"}


def test_top_level_is_fixed() -> None:
    tops = {named(path).split("/")[0] for path in files()}
    assert [top for top in tops if not TOP_LEVEL.fullmatch(top)] == []


def test_no_file_has_two_subjects() -> None:
    generated = {"client_web/src/wire.js"}
    long = {
        named(path): lines
        for path in files("*.py", "*.js", "*.css", "*.html", "*.sql")
        if named(path) not in generated and (lines := path.read_text().count("\n")) > MAX_LINES
    }
    assert long == {}


def test_every_source_module_has_its_test_module() -> None:
    missing = []
    for path in files("server/*.py", "protocol/*.py"):
        if path.name == "__init__.py":
            continue
        parts = path.relative_to(ROOT).with_suffix("").parts
        folder = parts[1:-1] if parts[0] == "server" else parts[:-1]
        test = ROOT.joinpath("tests", *folder, f"test_{parts[-1].strip('_')}.py")
        if not test.exists():
            missing.append(f"{named(path)} -> {named(test)}")
    assert missing == []


def test_names_use_the_vocabulary() -> None:
    assert [named(path) for path in files() if path.stem in FORBIDDEN_NAMES] == []


def test_scripts_can_be_started() -> None:
    for name in ("run", "test", ".ci/run"):
        assert (ROOT / name).stat().st_mode & 0o111, name
