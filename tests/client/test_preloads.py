"""index.html names every module that the first screen needs, so that none is found out late."""

import re
from pathlib import Path

from tests.client.conftest import CLIENT

IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "([^"]+)";', re.MULTILINE)
PRELOAD = re.compile(r'<link rel="modulepreload" href="\./([^"]+)">')
ENTRY = "src/main.js"


def needed(path: Path) -> list[str]:
    """All modules that are imported statically from here on, in the order of a first reading."""
    found: list[Path] = []
    waiting = [path]
    while waiting:
        module = waiting.pop(0)
        if module in found:
            continue
        found.append(module)
        text = re.sub(r"/\*.*?\*/", "", module.read_text(encoding="utf-8"), flags=re.DOTALL)
        waiting += [(module.parent / name).resolve() for name in IMPORT.findall(text)]
    return [module.relative_to(CLIENT).as_posix() for module in found]


def test_the_page_preloads_exactly_what_the_first_screen_imports() -> None:
    preloaded = PRELOAD.findall((CLIENT / "index.html").read_text(encoding="utf-8"))
    modules = needed(CLIENT / ENTRY)
    assert len(modules) > 30
    assert sorted(preloaded) == sorted(modules[1:])


def test_a_race_is_not_part_of_the_first_screen() -> None:
    modules = needed(CLIENT / ENTRY)
    assert not {"src/views/race.js", "src/views/rules.js", "src/views/settings.js"} & set(modules)
