"""Measure installations and screenshots of a scripted device, and what a flood of log entries costs.

    python -m benchmarks.device_actions

The adb server is scripted and on this machine: figures are those of the client, not of a cable.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from evaluation.devices.device_logs import entry
from evaluation.devices.scripted_actions import picture
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from lsp_server.watched_devices import WatchedDevices
from models.device_messages import FollowLog, LogLines
from rca.devices.adb_server import AdbServer
from rca.devices.adb_socket import ServerAddress
from rca.devices.app_install import install_app
from rca.devices.connected_device import connect
from rca.devices.screenshot import take_screenshot
from rca.scheduling.deadline import Deadline

_APK_BYTES = 100_000_000
_ENTRIES = 200_000
_ROUNDS = 3


def main() -> None:
    """Measure and print."""
    phone = ScriptedDevice("R58M123", 7)
    phone.apps.screen = picture(1440, 3120)
    with ScriptedAdbServer(phone) as server, tempfile.TemporaryDirectory() as name:
        client, folder = AdbServer(ServerAddress(port=server.port)), Path(name)
        apk = folder / "large.apk"
        with zipfile.ZipFile(apk, "w") as archive:
            archive.writestr("AndroidManifest.xml", b"")
            archive.writestr("classes.dex", os.urandom(_APK_BYTES))
        for features in ("shell_v2,cmd", "shell_v2"):
            phone.features = features
            device = connect(client, None, Deadline(5))
            seconds = _median(partial(install_app, device, apk, Deadline(600)))
            print(f"install of {_APK_BYTES:,} bytes with {features}: {seconds:.2f} s")
            phone.apps.received.clear()
        target = folder / "screen.png"
        seconds = _median(lambda: take_screenshot(device, target, Deadline(60), overwrite=True))
        print(f"screenshot of {target.stat().st_size:,} bytes: {seconds * 1000:.0f} ms")
        _flood(phone, server.port)


def _flood(phone: ScriptedDevice, port: int) -> None:
    """Measure how long a log of many entries takes to be handed to an editor, and how many rows that are."""
    start = time.time_ns()
    phone.write(*[entry(f"line {number} of a chatty app", at=start + number) for number in range(_ENTRIES)])
    told: list[LogLines] = []
    done = threading.Event()

    def take(lines: LogLines) -> None:
        told.append(lines)
        if any(row.message == f"line {_ENTRIES - 1} of a chatty app" for row in lines.rows[-1:]):
            done.set()

    environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(port), "ADB_SERVER_SOCKET": ""}
    watched = WatchedDevices(lambda *_: None, lambda _: None, take, environment)
    began = time.perf_counter()
    watched.follow(FollowLog(stream="1", rows=True))
    done.wait(120)
    seconds = time.perf_counter() - began
    watched.stop()
    rows = sum(len(lines.rows) for lines in told)
    print(f"log of {_ENTRIES:,} entries: the last after {seconds:.1f} s; {rows:,} rows, {len(told)} messages")


def _median(act: Callable[[], object]) -> float:
    times = []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        act()
        times.append(time.perf_counter() - began)
    return sorted(times)[_ROUNDS // 2]


if __name__ == "__main__":
    main()
