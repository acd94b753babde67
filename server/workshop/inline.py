"""The workshop without a process: every task is done at once, where it is asked.

For tests with clocks of their own, and for trials; it keeps the event loop waiting.
"""

from server.workshop.tasks import Task, Then
from server.workshop.work import perform


class InlineWorkshop:
    """Fulfils `server.workshop.tasks.Workshop`."""

    def ask(self, task: Task, then: Then, *, urgent: bool = True) -> None:  # noqa: ARG002
        then(perform(task))

    async def start(self) -> None:
        """Nothing has to be opened."""

    async def close(self) -> None:
        """Nothing is left behind."""
