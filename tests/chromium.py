"""Finds a Chromium that Playwright can drive; `python -m tests.chromium` prints its path.

Order: $DEMINEUR_CHROMIUM, Playwright's own, a system browser that is no snap (a snap cannot write
Playwright's temporary profile), macOS applications. Of the system's, the one without windows is
first, as Playwright's own is one: the same engine, and a new page costs a third of the time.
"""

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge",
    "brave-browser",
    "chromium-browser",
)
MAC_APPLICATIONS = ("Google Chrome", "Chromium", "Microsoft Edge")
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def is_snap(path: str) -> bool:
    """Whether this is a snap, or Ubuntu's shell script that starts one."""
    real = Path(path).resolve()
    if real.is_relative_to("/snap") or real.name == "snap":
        return True
    with real.open("rb") as file:
        start = file.read(4096)
    return start.startswith(b"#!") and b"/snap/" in start


def find(playwright_path: str) -> str | None:
    """Path of a usable browser, or None. `playwright_path`: where Playwright's own would be."""
    named = os.environ.get("DEMINEUR_CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    if Path(playwright_path).exists():
        return playwright_path
    for name in NAMES:
        path = shutil.which(name)
        if path and not is_snap(path):
            return path
    for name in MAC_APPLICATIONS:
        path = f"/Applications/{name}.app/Contents/MacOS/{name}"
        if Path(path).exists():
            return path
    return None


def required() -> bool:
    """Whether a missing browser is a failure instead of a skip."""
    return bool(os.environ.get("CI") or os.environ.get("DEMINEUR_REQUIRE_BROWSER"))


if __name__ == "__main__":
    with sync_playwright() as playwright:
        found = find(playwright.chromium.executable_path)
    print(found or "no Chromium found")
    sys.exit(0 if found else 1)
