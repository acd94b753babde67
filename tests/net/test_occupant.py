"""What the listening port needs of a session, a session has."""

from server.net.occupant import Occupant
from server.net.session import Session


def test_a_session_has_all_of_it() -> None:
    needed = {name for name in vars(Occupant) if not name.startswith("_")}
    assert needed == {"received", "lost", "run", "place", "warn", "see_off"}
    assert [name for name in needed if not hasattr(Session, name)] == []
