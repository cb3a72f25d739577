"""An attribute that is worked out once, without making objects wait for each other."""

import threading

from rca.caching.cached_attribute import cached_attribute


class Thing:
    def __init__(self, work):
        self.work = work
        self.times = 0

    @cached_attribute
    def value(self):
        """What it is."""
        self.times += 1
        return self.work()


def test_it_is_worked_out_once_for_each_object():
    one, other = Thing(lambda: 1), Thing(lambda: 2)
    assert (one.value, one.value, other.value) == (1, 1, 2)
    assert (one.times, other.times) == (1, 1)
    assert Thing.value.__doc__ == "What it is."


def test_one_object_does_not_wait_for_another():
    go_on, begun = threading.Event(), threading.Event()

    def slowly():
        begun.set()
        return go_on.wait(10)

    slow = Thing(slowly)
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    assert begun.wait(10)
    assert Thing(lambda: 5).value == 5
    assert thread.is_alive()
    go_on.set()
    thread.join(10)
    assert slow.value is True
