"""What a watch reports, and a wait for it."""

import threading
import time
from contextlib import contextmanager

from rca.devices.device_watch import DeviceWatch

START = 1_700_000_000_000_000_000
"""A time by a device's clock, in nanoseconds."""


class CrashList:
    """Collects what a watch reports."""

    def __init__(self):
        self.crashes, self.times, self.notes, self.devices = [], [], [], []
        self.news = threading.Condition()

    def add(self, crash):
        with self.news:
            self.crashes.append(crash)
            self.times.append(time.monotonic())
            self.news.notify_all()

    def note(self, device, text):
        with self.news:
            self.notes.append(text)
            self.news.notify_all()

    def list(self, devices):
        with self.news:
            self.devices.append(devices)
            self.news.notify_all()

    def wait(self, holds, seconds=30):
        with self.news:
            assert self.news.wait_for(lambda: holds(self), seconds), (self.crashes, self.notes, self.devices)

    def messages(self):
        return [line for crash in self.crashes for line in crash.text.splitlines() if "Exception: " in line]


@contextmanager
def watching(client, *devices, **options):
    """Watch until the block's end; it begins once the log of each device is read."""
    seen = CrashList()
    watch = DeviceWatch(client, seen.add, seen.note, seen.list, **options)
    watch.start()
    try:
        for device in devices:
            wait_for_log(device)
        yield seen
    finally:
        watch.close()


def wait_for_log(device, times=1):
    """Wait until a device's log was asked for so often."""
    until = time.monotonic() + 30
    while sum(one.startswith("logcat") for one in list(device.asked)) < times:
        assert time.monotonic() < until, device.asked
        time.sleep(0.02)
    time.sleep(0.1)  # it is asked for, and is about to be read
