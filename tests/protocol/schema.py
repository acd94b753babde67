"""A small judge of JSON Schema 2020-12: the words that schema.json uses, no others."""

import re
from collections.abc import Mapping
from typing import Any

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
_NOTES = {"title", "description", "default", "discriminator", "$schema", "$defs"}


def fits(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    """Whether the value is what the schema describes. Raises KeyError on an unknown word."""
    return all(_holds(word, value, schema, root) for word in schema.keys() - _NOTES)


def _holds(word: str, value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    want = schema[word]
    match word:
        case "$ref":
            return fits(value, root["$defs"][want.removeprefix("#/$defs/")], root)
        case "anyOf":
            return any(fits(value, option, root) for option in want)
        case "type":
            # JSON has no booleans among its numbers
            return isinstance(value, _TYPES[want]) and (
                want not in {"integer", "number"} or not isinstance(value, bool)
            )
        case "enum":
            return value in want
        case "required":
            return not isinstance(value, dict) or set(want) <= value.keys()
        case "properties":
            return not isinstance(value, dict) or all(
                fits(value[name], part, root) for name, part in want.items() if name in value
            )
        case "additionalProperties":
            return (
                want or not isinstance(value, dict) or value.keys() <= schema["properties"].keys()
            )
        case "prefixItems":
            return not isinstance(value, list) or all(
                fits(item, part, root) for item, part in zip(value, want, strict=False)
            )
        case "items":
            rest = value[len(schema.get("prefixItems", ())) :] if isinstance(value, list) else []
            return not rest or (want is not False and all(fits(item, want, root) for item in rest))
        case "minItems" | "maxItems" | "maxLength":
            few = word == "minItems"
            return not isinstance(value, list | str) or (
                len(value) >= want if few else len(value) <= want
            )
        case "minimum":
            return not isinstance(value, int) or value >= want
        case "maximum":
            return not isinstance(value, int) or value <= want
        case "exclusiveMaximum":
            return not isinstance(value, int) or value < want
        case "pattern":
            return not isinstance(value, str) or re.search(want, value) is not None
    raise KeyError(word)
