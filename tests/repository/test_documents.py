"""What the documents say is true: links, settings, locks, and no word of another place."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.repository.tree import ROOT, files, named

DOCUMENTS = files("*.md")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
REGISTRIES = re.compile("|".join(("pypi" + r"\.org", "python" + "hosted", "registry" + r"\.npm")))


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_links_lead_somewhere(document: Path) -> None:
    dead = []
    for target in LINK.findall(document.read_text()):
        path = target.split("#")[0]
        if re.match(r"[a-z]+:", target) or not path:
            continue
        if not (document.parent / path).exists():
            dead.append(target)
    assert dead == []


def test_needed_documents_exist() -> None:
    for name in (
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        "server/ARCHITECTURE.md",
        "server/DECISIONS.md",
        "server/README.md",
        "server/race/SPEC.md",
        "protocol/PROTOCOL.md",
        "tests/README.md",
        "client_web/README.md",
    ):
        assert (ROOT / name).is_file(), name


def test_no_registry_address_stands_in_the_tree() -> None:
    texts = files("*.py", "*.md", "*.toml", "*.lock", "*.js", "*.sh", "run", "test", ".ci/run")
    assert [named(path) for path in texts if REGISTRIES.search(path.read_text())] == []


def test_locks_hold_every_dependency_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {
        "requirements.lock": project["dependencies"],
        "requirements-test.lock": [
            *project["dependencies"],
            *project["optional-dependencies"]["test"],
        ],
    }
    pins: dict[str, dict[str, str]] = {}
    for name, requirements in wanted.items():
        text = (ROOT / name).read_text()
        pins[name] = dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", text, re.MULTILINE))
        for requirement in requirements:
            package = re.split(r"[\[>=<; ]", requirement)[0].lower()
            assert package in pins[name], (name, package)
        assert text.count("--hash=sha256:") >= len(pins[name])
    assert pins["requirements.lock"].items() <= pins["requirements-test.lock"].items()


def test_every_suite_is_documented() -> None:
    from tests.suites.__main__ import SUITES  # noqa: PLC0415  pulls in the command line only here

    text = (ROOT / "tests/README.md").read_text()
    assert [name for name in SUITES if f"`{name}`" not in text] == []


def test_documented_metrics_are_those_that_exist() -> None:
    from server.metrics import Metrics  # noqa: PLC0415  pulls in the rooms only here
    from server.net.traffic import Traffic  # noqa: PLC0415

    metrics = Metrics()
    metrics.watch(tuple, Traffic, lambda: 0)
    shown = re.findall(r"^# TYPE (demineur_\w+) (\w+)$", metrics.page().decode(), re.MULTILINE)
    text = (ROOT / "server/README.md").read_text()
    documented = set(re.findall(r"`(demineur_\w+)`", text))
    assert documented == {name for name, _ in shown if not name.endswith("_created")}


def anchors(document: Path) -> set[str]:
    """What a link into a document can lead to: its headings, as forges name them, and marks."""
    text = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
    found = set(re.findall(r'<a id="([^"]+)">', text))
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        plain = re.sub(r"[^\w\- ]", "", heading.strip().lower())
        found.add(plain.replace(" ", "-"))
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_anchors_of_links_exist(document: Path) -> None:
    dead = []
    for target in LINK.findall(document.read_text()):
        path, _, anchor = target.partition("#")
        if not anchor or re.match(r"[a-z]+:", target):
            continue
        aim = (document.parent / path).resolve() if path else document
        if aim.suffix == ".md" and anchor not in anchors(aim):
            dead.append(target)
    assert dead == []
