"""The catalogues as the tests read them, and languages that nobody speaks, made from English."""

import json
import re
from collections.abc import Callable
from typing import Any

from tests.client.conftest import CLIENT

FOLDER = CLIENT / "src/i18n"
LANGUAGES = ("en", "fi", "el", "id", "hi", "he")
PARTS = ("", "later/")
"""Folders of both parts of each catalogue."""
HOLE = re.compile(r"\{(\w+)\}")
RLO, PDF = "\u202e", "\u202c"
ACCENTED = str.maketrans(
    "abcdeghijklmnopqrstuwxyzABCDEGHIJKLMNOPQRSTUWXYZfvFV",
    "áƀćđéǵĥíĵķĺḿńóṕɋŕśţúŵẋýźÁƁĆĐÉǴĤÍĴĶĹḾŃÓṔɊŔŚŢÚŴẊÝŹƒṽƑṼ",
)

Catalogue = dict[str, Any]


def part(language: str, folder: str = "") -> Catalogue:
    """The words of a first visit and a race, or with `later/` those of all other views."""
    loaded: Catalogue = json.loads((FOLDER / f"{folder}{language}.json").read_text("utf-8"))
    return loaded


def catalogue(language: str) -> Catalogue:
    """Both parts."""
    return part(language) | part(language, "later/")


def forms(entry: Any) -> dict[str, str]:
    """Plural forms of an entry; one that has none has the form `text`."""
    return entry if isinstance(entry, dict) else {"text": entry}


def accented(text: str) -> str:
    """Every letter with a mark, and 40 % longer; holes stay."""
    pieces: list[str] = re.split(r"(\{\w+\})", text)
    marked = "".join(one if HOLE.fullmatch(one) else one.translate(ACCENTED) for one in pieces)
    return spread(marked, round(len(text) * 0.4))


def spread(text: str, extra: int) -> str:
    """Longer by `extra`, every word in turn, so that lines break where real ones would."""
    words = text.split(" ")
    plain = [place for place, word in enumerate(words) if word and not HOLE.search(word)]
    for turn in range(extra if plain else 0):
        words[plain[turn % len(plain)]] += "·"
    return " ".join(words)


def mirrored(text: str) -> str:
    """Accented, and every word turned round by force, so that it needs a page that is, too."""
    pieces: list[str] = re.split(r"(\{\w+\})", accented(text))
    return "".join(
        one if HOLE.fullmatch(one) or not one.strip() else f"{RLO}{one}{PDF}" for one in pieces
    )


def pseudo(
    change: Callable[[str], str], categories: tuple[str, ...], language: str
) -> dict[str, str]:
    """Files with every text of English changed, its plurals in the forms asked for."""
    return {
        f"src/i18n/{folder}{language}.json": json.dumps(
            changed(part("en", folder), change, categories)
        )
        for folder in PARTS
    }


def changed(
    words: Catalogue, change: Callable[[str], str], categories: tuple[str, ...]
) -> Catalogue:
    made: Catalogue = {}
    for key, entry in words.items():
        if key == "app.brand":  # a name is a name in every language
            made[key] = entry
        elif isinstance(entry, dict):
            made[key] = {one: change(entry[one if one in entry else "other"]) for one in categories}
        else:
            made[key] = change(entry)
    return made
