"""From which pages a browser may connect: our own ones and those that a setting allows."""

from urllib.parse import urlsplit


def own_origin(origin: str, host: str, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this origin may connect: it is allowed, or its host is the one asked."""
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()
