"""A clock that stands still until a test moves it."""


class ManualClock:
    """`server.clock.Clock` for tests; both clocks move together, the date can jump alone."""

    def __init__(self, now_ms: int = 1_000_000, date_ms: int = 1_750_000_000_000) -> None:
        self.now_ms = now_ms
        self.date = date_ms

    def monotonic_ms(self) -> int:
        return self.now_ms

    def date_ms(self) -> int:
        return self.date

    def advance(self, ms: int) -> None:
        self.now_ms += ms
        self.date += ms
