"""The ports: the real clock, recorder, session and store fulfil what rooms ask for."""

import inspect

from server.rooms import ports
from server.store.recorder import Recorder


def _names(port: type) -> set[str]:
    return {name for name in vars(port) if not name.startswith("_")}


def test_the_recorder_has_what_rooms_ask_for() -> None:
    assert _names(ports.Recorder) == {"full", "append"}
    asked = inspect.signature(ports.Recorder.append).parameters
    assert list(inspect.signature(Recorder.append).parameters) == list(asked)
    assert isinstance(inspect.getattr_static(Recorder, "full"), property)


def test_rooms_do_not_wait() -> None:
    for port in (ports.Clock, ports.Recorder, ports.Peer):
        for name in _names(port):
            assert not inspect.iscoroutinefunction(getattr(port, name)), name
