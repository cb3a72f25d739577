"""A watch with its own thread, and what it tells."""

import pytest

from rca.events.error_watcher import ErrorWatch
from tests.events.watching import Seen


@pytest.fixture
def seen():
    return Seen()


@pytest.fixture
def watch(seen):
    watching = ErrorWatch(lambda: ("shop",), seen.look, seen.changed)
    yield watching
    watching.close()
