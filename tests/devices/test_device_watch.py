"""Crashes of devices: each once, whole, in time, with its context, whatever happens to the connection."""

import time
from functools import partial

import pytest

from evaluation.devices.device_logs import (
    CRASH,
    SECOND,
    Resumed,
    crash,
    entry,
    event,
    exception_lines,
    not_responding,
    tombstone,
)
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from rca.devices import crash_assembler
from rca.devices.device_facts import PROPERTIES_COMMAND
from rca.devices.device_watch import DeviceWatch
from rca.error_text import parse
from rca.error_text.retrace.build_identity import find_build_identity
from tests.devices.crash_list import START, wait_for_log, watching

SECOND_BOOT = "0f2c1a5e-0000-4000-8000-000000000002"
DUMP = """Drop box contents: 2 entries
Max entries: 1000
Searching for: data_app_anr

========================================
2023-11-14 22:13:20 data_app_anr (compressed text, 46727 bytes)
Process: shop.app
PID: 4242
Package: shop.app v45 (1.2)
Subject: Input dispatching timed out

----- pid 4242 at 2023-11-14 22:13:20 -----
Cmd line: shop.app
"main" prio=5 tid=1 Blocked
  at shop.app.Basket.total(Basket.kt:12)
  - waiting to lock <0x01> (a java.lang.Object) held by thread 9

========================================
2023-11-14 22:13:25 data_app_anr (compressed text, 100 bytes)
Process: other.app
PID: 99
"""


def text_of(number, **more):
    return "\n".join(exception_lines(number, **more))


@pytest.fixture
def patient(monkeypatch):
    """No crash is listed because nothing more of it came."""
    monkeypatch.setattr(crash_assembler, "_Open", partial(crash_assembler._Open, patience=600.0))


@pytest.mark.usefixtures("patient")
def test_a_crash_is_listed_once_whole_and_at_once(client, phone):
    with watching(client, phone) as seen:
        phone.write(*crash(1, at=START))
        seen.wait(lambda seen: seen.crashes)
        seen.wait_for_end(phone)
    (told,) = seen.crashes
    assert (told.text, told.kind, told.process, told.revision) == (text_of(1), "exception", "shop.app", 1)
    assert told.is_whole
    assert parse(told.text).culprit.class_name == "shop.app.ScreenAaab"


def test_a_crash_whose_end_nobody_tells_is_listed_in_time(client, phone):
    with watching(client, phone) as seen:
        written = time.monotonic()
        phone.write(*crash(1, at=START, has_end=False))
        seen.wait(lambda seen: seen.crashes)
    assert seen.crashes[0].text == text_of(1)
    assert 0.5 < seen.times[0] - written < 20


def test_the_context_is_what_the_device_says(client, phone):
    phone.commands |= {
        PROPERTIES_COMMAND: "Maker\nPhone 7\n14\n34\narm64-v8a\nmaker/phone:14/UP1A/1:user\n",
        "dumpsys package shop.app": "Packages:\n    versionCode=45 minSdk=24 targetSdk=34\n    versionName=1.2\n",
        "cat /proc/meminfo": "MemTotal:        7800000 kB\nMemFree: 1 kB\nMemAvailable:    512000 kB\n",
        "dumpsys input": "  Viewport INTERNAL: displayId=0, port=1, orientation=1, logicalFrame=[0, 0]\n",
    }
    with watching(client, phone) as seen:
        phone.write(event(Resumed, 0, "shop.app.ListActivity", "RESUME_ACTIVITY", at=START))
        phone.write(event(Resumed, 0, "other.app.Main", "RESUME_ACTIVITY", at=START + SECOND))
        phone.write(event(30021, 0, "shop.app.ListActivity", "PAUSE_ACTIVITY", at=START + 2 * SECOND))
        phone.write(*crash(1, at=START + 3 * SECOND))
        seen.wait(lambda seen: seen.crashes)
    context = seen.crashes[0].context
    assert (context.device, context.serial, context.android, context.api_level) == (
        "Maker Phone 7",
        "R58M123",
        "14",
        34,
    )
    assert (context.abi, context.build) == ("arm64-v8a", "maker/phone:14/UP1A/1:user")
    assert (context.package, context.version_code, context.version_name) == ("shop.app", 45, "1.2")
    assert (context.orientation, context.memory_total_kb, context.memory_available_kb) == (
        "landscape",
        7800000,
        512000,
    )
    assert context.activities == (
        "22:13:20.000 shown shop.app.ListActivity",
        "22:13:22.000 left shop.app.ListActivity",
    )
    assert context.happened_at == "2023-11-14T22:13:23.000000Z"
    text = seen.crashes[0].text
    assert "Process: shop.app, PID: 4242\nPackage: shop.app v45 (1.2)\njava.lang" in text
    report = parse(text)
    assert find_build_identity(text, report).version_codes == {45}
    assert report.culprit is not None


def test_a_native_crash_is_one_error_with_its_signal_and_tombstone(client, phone):
    with watching(client, phone) as seen:
        phone.write(*tombstone(at=START))
        seen.wait(lambda seen: seen.crashes)
        seen.wait_for_end(phone)
    (told,) = seen.crashes
    report = parse(told.text)
    assert (told.kind, told.process, report.kind, report.signal) == (
        "native",
        "shop.app",
        "native_crash",
        "SIGSEGV",
    )
    assert report.native_frames[0].function == "total(Basket*)"


def test_a_signal_whose_tombstone_is_never_written_is_told_when_the_process_dies(client, phone):
    signal, *_, end = tombstone(at=START)
    with watching(client, phone) as seen:
        phone.write(signal)
        time.sleep(1.5)
        assert seen.crashes == []
        phone.write(end)
        seen.wait(lambda seen: seen.crashes)
    assert parse(seen.crashes[0].text).signal == "SIGSEGV"


def test_an_app_that_does_not_respond_has_the_threads_of_the_drop_box(client, phone):
    phone.commands["dumpsys dropbox --print data_app_anr"] = DUMP
    phone.commands["dumpsys activity exit-info shop.app"] = (
        "  package: shop.app\n    Historical Process Exit for uid=10234\n        ApplicationExitInfo #0:\n"
        "          timestamp=2023-11-14 22:13:20.123 pid=4242 realUid=10234 packageUid=10234 user=0\n"
        "          process=shop.app reason=6 (ANR) subreason=0 (UNKNOWN) status=0\n"
        "          importance=100 pss=1MB rss=2MB description=user request after error state=empty trace=null\n"
    )
    with watching(client, phone) as seen:
        phone.write(*not_responding(at=START))
        seen.wait(lambda seen: seen.crashes)
    (told,) = seen.crashes
    report = parse(told.text, ("shop.app",))
    assert (told.kind, told.process, report.kind, report.pid) == ("anr", "shop.app", "anr", 4242)
    assert report.culprit.file == "Basket.kt"
    assert "other.app" not in told.text
    assert told.context.exit_reason == "6 (ANR), user request after error"


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_cable_that_is_pulled_in_the_middle_of_a_crash_splits_it_not(adb, client, phone, share):
    size = sum(len(one.data) for one in crash(1, at=START))
    phone.cut_after = int(size * share)
    with watching(client, phone) as seen:
        phone.write(*crash(1, at=START))
        seen.wait(lambda seen: seen.crashes)
        seen.wait_for_end(phone)
    assert [one.text for one in seen.crashes] == [text_of(1)]


@pytest.mark.usefixtures("patient")
def test_while_the_device_is_away_its_crash_waits_for_the_rest(adb, client, phone):
    logged = crash(1, at=START)
    with watching(client, phone) as seen:
        phone.write(*logged[:5])
        seen.wait_for_beginning("")
        adb.unplug(phone)
        phone.write(*logged[5:])
        time.sleep(0.4)
        assert seen.crashes == []
        phone.transport_id = 12
        phone.stall = (0, 0.3)  # the rest is not there at once
        adb.plug(phone)
        seen.wait(lambda seen: seen.crashes)
    assert [one.text for one in seen.crashes] == [text_of(1)]


def test_a_crash_of_a_device_that_stays_away_is_listed_and_completed_later(adb, client, phone):
    logged = crash(1, at=START)
    with watching(client, phone) as seen:
        phone.write(*logged[:2])
        seen.wait_for_beginning("")
        adb.unplug(phone)
        phone.write(*logged[2:])
        seen.wait(lambda seen: seen.crashes)
        assert not seen.crashes[0].is_whole
        assert seen.crashes[0].context.device == "Phone 7"
        phone.transport_id = 12
        adb.plug(phone)
        seen.wait(lambda seen: len(seen.crashes) == 2)
    early, late = seen.crashes
    assert (late.id, late.revision, late.is_whole, late.text) == (early.id, 2, True, text_of(1))


def test_a_reboot_in_the_middle_of_a_crash_does_not_delay_it(client, phone):
    with watching(client, phone) as seen:
        phone.write(*crash(1, at=START, has_end=False))
        seen.wait_for_beginning(exception_lines(1)[-1])
        phone.reboot(SECOND_BOOT)
        seen.wait(lambda seen: seen.crashes)
    assert seen.crashes[0].text == text_of(1)


def test_a_crash_that_pauses_is_completed_and_not_counted_twice(client, phone):
    logged = crash(1, at=START, has_end=False)
    with watching(client, phone) as seen:
        phone.write(*logged[:5])
        seen.wait(lambda seen: seen.crashes)
        phone.write(*logged[5:])
        seen.wait(lambda seen: len(seen.crashes) == 2)
    early, late = seen.crashes
    assert (early.id, early.revision, late.revision) == (late.id, 1, 2)
    assert late.text == text_of(1)


def test_a_reboot_loses_no_crash_of_either_boot(client, phone):
    with watching(client, phone) as seen:
        phone.write(*crash(1, at=START))
        seen.wait(lambda seen: seen.crashes)
        phone.reboot(SECOND_BOOT)
        phone.write(*crash(2, at=1000))  # while nobody reads, by a clock that is not set
        seen.wait(lambda seen: len(seen.crashes) == 2)
        time.sleep(0.5)
    assert [one.text for one in seen.crashes] == [text_of(1), text_of(2)]


def test_two_devices_with_one_serial_have_their_own_crashes(adb, client, phone):
    twin = ScriptedDevice("R58M123", 8, port="1-2", boot_id=SECOND_BOOT)
    adb.devices.append(twin)
    with watching(client, phone, twin) as seen:
        for n in range(20):
            phone.write(*crash(n, at=START + n * SECOND))
            twin.write(*crash(100 + n, at=START + n * SECOND))
            if n == 10:
                twin.disconnect()
        seen.wait(lambda seen: len(seen.crashes) == 40)
        time.sleep(0.5)
    assert sorted(one.text for one in seen.crashes) == sorted(
        text_of(n) for n in [*range(20), *range(100, 120)]
    )


def test_a_device_on_cable_and_network_at_once_is_read_once(adb, client, phone):
    network = ScriptedDevice("192.168.1.5:5555", 8, port=None, boot_id=phone.boot_id)
    network.log, network.lock = phone.log, phone.lock
    adb.devices.append(network)
    with watching(client) as seen:
        time.sleep(1.0)
        phone.write(*crash(1, at=START))
        seen.wait(lambda seen: seen.crashes)
        time.sleep(1.0)
        assert len(seen.crashes) == 1
        reader = phone if any("logcat" in one for one in phone.asked) else network
        adb.unplug(reader)  # the other connection goes on
        phone.write(*crash(2, at=START + SECOND))
        seen.wait(lambda seen: len(seen.crashes) == 2)
    assert [one.text for one in seen.crashes] == [text_of(1), text_of(2)]


def test_crashes_of_before_count_only_if_asked_for(client, phone):
    phone.write(*crash(1, at=START))
    with watching(client, phone) as seen:
        phone.write(*crash(2, at=START + SECOND))
        seen.wait(lambda seen: seen.crashes)
    assert [one.text for one in seen.crashes] == [text_of(2)]
    phone.asked.clear()
    with watching(client, phone, past=True) as seen:
        seen.wait(lambda seen: len(seen.crashes) == 2)


def test_threads_and_processes_that_crash_at_once_are_kept_apart(client, phone):
    first, second = crash(1, at=START, pid=4242), crash(2, at=START + 1, pid=4300, process="shop.app:sync")
    mixed = [one for pair in zip(first, second, strict=True) for one in pair]
    with watching(client, phone) as seen:
        phone.write(*mixed)
        seen.wait(lambda seen: len(seen.crashes) == 2)
    assert sorted(one.text for one in seen.crashes) == sorted(
        [text_of(1), text_of(2, process="shop.app:sync", pid=4300)]
    )
    assert {one.context.package for one in seen.crashes} == {"shop.app"}


def test_a_crash_whose_beginning_the_buffer_lost_is_marked(client, phone):
    with watching(client, phone) as seen:
        phone.write(*crash(1, at=START)[4:])
        seen.wait(lambda seen: seen.crashes)
    assert not seen.crashes[0].is_whole


def test_a_device_that_answers_nothing_delays_no_crash(client, phone):
    phone.commands["dumpsys package shop.app"] = lambda: time.sleep(60) or ""
    with watching(client, phone) as seen:
        written = time.monotonic()
        phone.write(*crash(1, at=START), *crash(2, at=START + SECOND))
        seen.wait(lambda seen: len(seen.crashes) == 2)
    assert seen.times[-1] - written < 20


def test_the_watch_outlives_the_server(adb, client, phone):
    with watching(client, phone) as seen:
        adb.close()
        seen.wait(lambda seen: seen.devices[-1] == ())
        time.sleep(1.0)
        assert seen.devices.count(()) == 1  # told once, however often it is looked for
        with ScriptedAdbServer(phone, port=adb.port):
            wait_for_log(phone, 2)
            phone.write(*crash(1, at=START))
            seen.wait(lambda seen: seen.crashes)


def test_a_sink_that_fails_ends_nothing(client, phone):
    told = []

    def fail_once(crash):
        told.append(crash.text)
        if len(told) == 1:
            raise ValueError("a defect of the sink")

    watch = DeviceWatch(client, fail_once)
    watch.start()
    try:
        wait_for_log(phone)
        phone.write(*crash(1, at=START), *crash(2, at=START + SECOND))
        until = time.monotonic() + 20
        while len(told) < 2 and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        watch.close()
    assert told == [text_of(1), text_of(2)]


def test_what_is_no_crash_is_none(client, phone):
    with watching(client, phone) as seen:
        phone.write(
            entry("FATAL EXCEPTION in my notes", at=START, tag="shop"),
            entry(
                "Calling main entry com.android.commands.am.Am",
                at=START + 1,
                tag="AndroidRuntime",
                buffer=CRASH,
            ),
            *crash(1, at=START + 2),
        )
        seen.wait(lambda seen: seen.crashes)
        time.sleep(1.0)
    assert len(seen.crashes) == 1
