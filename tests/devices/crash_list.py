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
        self.watch = None

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

    def wait_for_beginning(self, line):
        """Wait until a line of a crash is read that is not whole yet."""
        wait_for(lambda: any(line in "\n".join(one.lines) for one in self._opened()))

    def wait_for_end(self, device):
        """Wait until a device's log is read to its end and no crash is open: nothing more will be told of it."""
        wait_for(lambda: device.sent_until >= device.dropped + len(device.log))
        time.sleep(0.2)  # what was handed over last is on its way
        wait_for(lambda: not self._opened())

    def _opened(self):
        boots = list(self.watch._boots.values())
        return [one for boot in boots for one in list(boot.assembler._open.values())]

    def messages(self):
        return [line for crash in self.crashes for line in crash.text.splitlines() if "Exception: " in line]


@contextmanager
def watching(client, *devices, **options):
    """Watch until the block's end; it begins once the log of each device is read."""
    seen = CrashList()
    before = {device.serial: device.readings for device in devices}
    watch = DeviceWatch(client, seen.add, seen.note, seen.list, **options)
    seen.watch = watch
    watch.start()
    try:
        for device in devices:
            wait_for_log(device, before[device.serial] + 1)
        yield seen
    finally:
        watch.close()


def wait_for_log(device, times=1):
    """Wait until a device's log is read, for so many times."""
    wait_for(lambda: device.readings >= times)


def wait_for(holds):
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)
