"""What the interpreter looks at when it looks for objects that only know each other."""

import gc
import weakref

import pytest

from rca.scheduling import gc_tuning


class Circle:
    """Knows itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before():
    callbacks, thresholds = list(gc.callbacks), gc.get_threshold()
    gc.callbacks[:] = [one for one in callbacks if one.__module__ != gc_tuning.__name__]
    gc.unfreeze()
    yield
    gc.callbacks[:] = callbacks
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_what_outlived_a_look_is_passed_over(monkeypatch):
    monkeypatch.setattr(gc_tuning, "_thawed", 0.0)
    gc_tuning.freeze_survivors()
    old = Circle()
    gc_tuning.collect_now()
    assert gc.get_freeze_count() > 0
    seen = weakref.ref(old)
    del old
    gc.collect()
    assert seen() is not None, "it was looked at again"
    monkeypatch.setattr(gc_tuning, "_thawed", -gc_tuning._ANEW_SECONDS)
    gc_tuning.unfreeze()
    gc.collect()
    assert seen() is None


def test_what_is_new_is_looked_at():
    gc_tuning.freeze_survivors()
    gc_tuning.collect_now()
    seen = weakref.ref(Circle())
    gc.collect()
    assert seen() is None


def test_everything_is_looked_at_once_a_minute_at_most(monkeypatch):
    times = [1000.0, 1030.0, 1061.0]
    monkeypatch.setattr(gc_tuning.time, "monotonic", lambda: times.pop(0))
    gc_tuning.freeze_survivors()
    gc_tuning.collect_now()
    gc_tuning.unfreeze()
    assert gc.get_freeze_count() > 0
    gc_tuning.unfreeze()
    assert gc.get_freeze_count() == 0


def test_a_process_that_did_not_ask_for_it_is_left_alone():
    gc_tuning.collect_now()
    assert gc.get_freeze_count() == 0


def test_it_is_set_up_once():
    gc_tuning.freeze_survivors()
    gc_tuning.freeze_survivors()
    assert [one.__module__ for one in gc.callbacks].count(gc_tuning.__name__) == 1


def test_a_program_that_loads_is_not_looked_at():
    looks = []
    gc.callbacks.append(lambda phase, _info: looks.append(phase))
    gc_tuning.raise_gc_threshold()
    loaded = [Circle() for _ in range(20_000)]
    assert looks == []
    gc_tuning.freeze_survivors()
    loaded += [Circle() for _ in range(20_000)]
    assert looks != []
