"""Errors that cannot be looked up yet are looked up later, without being told to."""

import time

from models.events import OutputChunk
from rca.events.error_watcher import ErrorWatch
from rca.events.event_log import Details

CRASH = "java.lang.IllegalStateException: again\n\tat shop.Cart.last(Cart.java:14)\n"


def test_an_error_that_cannot_be_looked_up_yet_is_looked_up_again():
    answers = [None, None, Details(None, "same", "Load it first.", ())]
    watch = ErrorWatch(
        lambda: ("shop",), lambda _error: answers.pop(0) if answers else None, lambda _told: None
    )
    try:
        watch.push(OutputChunk(run="1", kind="task", name="run", text=CRASH))
        end = time.monotonic() + 20
        while not any(event.solution for event in watch.events()):
            assert time.monotonic() < end, watch.events()
            time.sleep(0.05)
    finally:
        watch.close()
    assert not answers
