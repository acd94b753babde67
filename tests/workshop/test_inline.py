"""Without a process a task is done before `ask` returns."""

from server.workshop.inline import InlineWorkshop
from server.workshop.tasks import Answer, Found
from tests.workshop.keys import GOOD, beginner


async def test_a_task_is_done_at_once() -> None:
    workshop = InlineWorkshop()
    await workshop.start()
    answers: list[Answer] = []
    workshop.ask(beginner(GOOD[0]), answers.append)
    workshop.ask(beginner(), answers.append, urgent=False)
    await workshop.close()
    assert [answer.index for answer in answers if isinstance(answer, Found)] == [0, None]
