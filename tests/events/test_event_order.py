"""What is told last is what is known last, whichever thread tells it."""

import threading

from rca.events.error_watcher import ErrorWatch
from tests.events.watching import CRASH, chunk


def test_errors_that_are_told_slowly_do_not_come_back_when_they_are_dismissed_meanwhile():
    told, telling, dismissed = [], threading.Event(), threading.Event()

    def changed(news):
        if news.events:
            telling.set()
            dismissed.wait(0.5)  # the thread that tells is held up, as it may be before it has told
        told.append(len(news.events))

    watch = ErrorWatch(tuple, lambda _occurrence: None, changed)
    try:
        watch.push(chunk(CRASH.format(n=1), ended=True))
        assert telling.wait(30)
        watch.dismiss(None)
        dismissed.set()
    finally:
        watch.close()
    assert told[-1] == 0
