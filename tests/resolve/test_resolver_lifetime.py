"""What resolves calls is freed as soon as nobody uses it, without a look for circles."""

import gc
import weakref

import pytest

from rca.navigation import callers as module
from rca.scheduling.deadline import Deadline


@pytest.fixture
def view(project):
    for number in range(6):
        project.write(
            f"A{number}.kt", f"package a\nclass A{number} {{ fun one() = A{(number + 1) % 6}().one() }}\n"
        )
    workspace = project.open()
    gc.collect()
    gc.disable()
    yield workspace.snapshot.index
    gc.enable()
    workspace.close()


def asked(view, number=0):
    (target,) = view.functions(f"A{number}.kt", "one")
    return view.callers((target,), 1, Deadline()).callers


def test_a_full_one_is_freed_when_the_next_is_made(view, monkeypatch) -> None:
    assert asked(view)
    with view.resolving() as callers:
        parts = [weakref.ref(callers), weakref.ref(callers.calls), weakref.ref(callers.calls.names)]
    del callers
    monkeypatch.setattr(module, "_MOST_SEEN", 0)
    assert asked(view)
    assert [one() for one in parts] == [None, None, None]


def test_who_uses_one_keeps_it_whole(view, monkeypatch) -> None:
    wanted = asked(view)
    monkeypatch.setattr(module, "_MOST_SEEN", 0)
    (target,) = view.functions("A0.kt", "one")
    with view.resolving() as callers:
        assert asked(view, 1), "inside a question another may be asked"
        with view.resolving() as other:
            assert other is not callers
        assert callers.find((target,), 1, Deadline()).callers == wanted
        names = weakref.ref(callers.calls.names)
    assert names() is None
