"""Which version of the program this is."""

from importlib.metadata import PackageNotFoundError, version


def app_version() -> str:
    """The version of the installed wheel; a clone that is run in place has none."""
    try:
        return version("demineur-race")
    except PackageNotFoundError:
        return "from a clone"
