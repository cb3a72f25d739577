"""Device crashes under injected faults and log floods: how many are lost or duplicated, delay and cost.

A scripted adb server in a process of its own moves four devices, two of them with one serial. They crash
1,000 times while cables are pulled in the middle of an entry, devices are unplugged and booted anew, links
stall and bytes come that are no entry. `python -m benchmarks.device_crashes [crashes [part of a run's name]]`
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

from evaluation.devices.device_logs import MAIN, SECOND, SYSTEM, Logged, crash, entry, exception_lines
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from rca.devices.adb_server import AdbServer
from rca.devices.adb_socket import ServerAddress
from rca.devices.app_processes import LISTING_COMMAND, PACKAGES_COMMAND
from rca.devices.device_context import DeviceCrash
from rca.devices.device_watch import DeviceWatch
from rca.devices.log_follow import follow_filtered
from rca.devices.logcat_filter import LogFilter
from rca.scheduling.deadline import Cancelled, Deadline

_CRASHES = 1000
_CRASHES_PER_SECOND = 20
_SETUP_SECONDS = 3.0
_END_SECONDS = 4.0
_FAULT_SECONDS = 2.0
_FLOOD_STEP = 0.02
_CAPACITY = 250_000
_FOLLOW_SECONDS = 20.0
_LONGEST_LAG = 5.0


@dataclass(frozen=True)
class Setting:
    """One run: how many lines a second come into which buffer, and whether things go wrong."""

    name: str
    lines_per_second: int = 0
    buffer: int = MAIN
    has_faults: bool = True


SETTINGS = (
    Setting("quiet, no faults", has_faults=False),
    Setting("faults"),
    Setting("faults, 50,000 lines/s in main", 50_000),
    Setting("faults, 50,000 lines/s in system", 50_000, SYSTEM),
)


def run_devices(setting: Setting, count: int, pipe: Connection) -> None:
    """Move the devices, in a process of its own.

    Sends the port; at the end when each crash's last line was written, and how many other lines a second.
    """
    chance = random.Random(21)  # noqa: S311 - which fault comes next
    devices = [
        ScriptedDevice("R58M123", 1, port="1-1", boot_id=_boot(1)),
        ScriptedDevice("R58M123", 2, port="1-2", boot_id=_boot(2)),
        ScriptedDevice("emulator-5554", 3, port=None, boot_id=_boot(3)),
        ScriptedDevice("192.168.1.5:5555", 4, port=None, boot_id=_boot(4)),
    ]
    for one in devices:
        one.capacity = _CAPACITY
        one.commands[LISTING_COMMAND] = "PID NAME\n1 init\n"
        one.commands[PACKAGES_COMMAND] = "package:shop.app uid:10234\n"
    with ScriptedAdbServer(*devices) as server:
        pipe.send(server.port)
        time.sleep(_SETUP_SECONDS)
        ended = threading.Event()
        writing = {(one.port, one.serial): threading.Lock() for one in devices}
        flooded: list[int] = []
        flood = threading.Thread(target=_flood, args=(devices[0], setting, ended, flooded), daemon=True)
        began = time.monotonic()
        flood.start()
        faults = threading.Thread(
            target=_go_wrong, args=(server, devices, writing, chance, ended), daemon=True
        )
        if setting.has_faults:
            faults.start()
        written: dict[int, float] = {}
        for number in range(count):
            device = devices[number % len(devices)]
            # Half of them end as processes do; of the others the log tells no end.
            logged = crash(number, at=time.time_ns(), pid=4000 + number, has_end=number % 2 == 0)
            with writing[device.port, device.serial]:
                device.write(*logged)
            written[number] = time.monotonic()
            time.sleep(1 / _CRASHES_PER_SECOND)
        ended.set()
        flood.join()
        rate = len(flooded) * int(setting.lines_per_second * _FLOOD_STEP) / (time.monotonic() - began)
        if setting.has_faults:
            faults.join()
        time.sleep(_END_SECONDS)
        pipe.send((written, rate))
        pipe.recv()


def _flood(device: ScriptedDevice, setting: Setting, ended: threading.Event, flooded: list[int]) -> None:
    if not setting.lines_per_second:
        return
    at_once = int(setting.lines_per_second * _FLOOD_STEP)
    due = time.monotonic()
    while not ended.is_set():
        now = time.time_ns()
        device.write(*_lines(now, at_once, setting.buffer))
        flooded.append(now)
        due += _FLOOD_STEP
        time.sleep(max(0.0, due - time.monotonic()))


def _lines(now: int, count: int, buffer: int) -> list[Logged]:
    one = entry("D/Basket: recomputed 17 of 42 prices in 3 ms", at=now, pid=777, uid=10999, buffer=buffer)
    head, rest = one.data[:16], one.data[20:]
    base = now % SECOND
    # Entries of one moment differ in their nanoseconds, as the device's do.
    return [
        Logged(now + n, buffer, head + min(base + n, SECOND - 1).to_bytes(4, "little") + rest)
        for n in range(count)
    ]


def _go_wrong(
    server: ScriptedAdbServer,
    devices: list[ScriptedDevice],
    writing: dict[tuple[str | None, str], threading.Lock],
    chance: random.Random,
    ended: threading.Event,
) -> None:
    transports = iter(range(10, 10_000))
    boots = iter(range(10, 10_000))

    def pull(device: ScriptedDevice) -> None:
        device.cut_after = chance.randrange(1, 4000)
        device.disconnect()

    def unplug(device: ScriptedDevice) -> None:
        server.unplug(device)
        time.sleep(0.7)
        device.transport_id = next(transports)
        server.plug(device)

    def reboot(device: ScriptedDevice) -> None:
        # What nobody has read when a device goes down is lost with it: nothing crashes until all is read.
        with writing[device.port, device.serial]:
            until = time.monotonic() + _LONGEST_LAG
            last = device.dropped + len(device.log)
            while device.sent_until < last and time.monotonic() < until:
                time.sleep(0.02)
            time.sleep(0.3)
            device.sent_until = 0
            device.reboot(_boot(next(boots)))

    def stall(device: ScriptedDevice) -> None:
        device.stall = (chance.randrange(1, 4000), 0.5)
        device.disconnect()

    def garbage(device: ScriptedDevice) -> None:
        device.garbage_after = chance.randrange(1, 10)
        device.disconnect()

    kinds: list[Callable[[ScriptedDevice], None]] = [pull, unplug, reboot, stall, garbage]
    while not ended.wait(_FAULT_SECONDS):
        chance.choice(kinds)(chance.choice(devices))


def _boot(number: int) -> str:
    return f"0f2c1a5e-0000-4000-8000-{number:012d}"


def measure_crashes(setting: Setting, count: int) -> str:
    """Return the row of one run."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=run_devices, args=(setting, count, theirs))
    process.start()
    listed: list[tuple[str, int, float]] = []
    lock = threading.Lock()

    def take(told: DeviceCrash) -> None:
        with lock:
            listed.append((told.text, told.revision, time.monotonic()))

    notes: Counter[str] = Counter()
    watch = DeviceWatch(
        AdbServer(ServerAddress(port=ours.recv())), take, lambda _device, text: notes.update([text[:40]])
    )
    began, cpu = time.monotonic(), time.process_time()
    watch.start()
    written, rate = ours.recv()
    share = (time.process_time() - cpu) / (time.monotonic() - began)
    watch.close()
    ours.send("end")
    process.join()
    expected = {"\n".join(exception_lines(n, pid=4000 + n)): n for n in range(count)}
    times = {expected[text]: at for text, _, at in listed if text in expected}
    seen = Counter(expected.get(text, -1) for text, _, _ in listed)
    late = sorted(at - written[number] for number, at in times.items())
    return (
        f"| {setting.name} | {count - len(times)} | {sum(n - 1 for n in seen.values() if n > 1)} "
        f"| {seen[-1]} | {late[len(late) // 2]:.2f} | {late[int(len(late) * 0.95)]:.2f} | {late[-1]:.2f} "
        f"| {share:.0%} | {rate:,.0f} | {sum(notes.values())} |"
    )


def measure_following() -> str:
    """Return what it takes to follow a whole log of 50,000 lines a second, filtered by package."""
    setting = Setting("follow", 50_000, MAIN, has_faults=False)
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    count = int((_FOLLOW_SECONDS + 2) * _CRASHES_PER_SECOND)
    process = multiprocessing.get_context("spawn").Process(target=run_devices, args=(setting, count, theirs))
    process.start()
    server = AdbServer(ServerAddress(port=ours.recv()))
    device = server.find_device("transport:1", Deadline(5))
    wanted = LogFilter(package="shop.app")
    time.sleep(_SETUP_SECONDS)
    began, cpu = time.monotonic(), time.process_time()
    shown = 0
    deadline = Deadline()
    threading.Timer(_FOLLOW_SECONDS, deadline.cancel).start()
    try:
        for lines, _ in follow_filtered(
            server, device, wanted, deadline, buffers=("main", "system", "crash")
        ):
            shown += len(lines)
    except Cancelled:
        pass
    share = (time.process_time() - cpu) / (time.monotonic() - began)
    _, rate = ours.recv()
    ours.send("end")
    process.join()
    return (
        f"following all of {rate:,.0f} lines/s by package: {share:.0%} of one processor, {shown} lines shown"
    )


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else _CRASHES
    print("| run | lost | twice | other | p50 s | p95 s | max s | processor | other lines/s | notes |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    chosen = sys.argv[2] if len(sys.argv) > 2 else ""
    for setting in [one for one in SETTINGS if chosen in one.name]:
        print(measure_crashes(setting, count), flush=True)
    print(measure_following())


if __name__ == "__main__":
    main()
