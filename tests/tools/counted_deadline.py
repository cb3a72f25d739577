"""A time limit that ends when the work looks at it for the given time, however fast the machine is."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from rca.scheduling.deadline import Deadline


@contextmanager
def time_ends_at(look: int) -> Iterator[Deadline]:
    """Return a deadline whose limit is over from its `look`-th look on; 1: from the first."""
    looks, now = count(1), [0.0]

    def pass_time() -> None:
        now[0] = 0.0 if next(looks) < look else 2.0

    deadline = Deadline(1.0, clock=lambda: now[0])
    with deadline.on_checkpoint(pass_time):
        yield deadline
