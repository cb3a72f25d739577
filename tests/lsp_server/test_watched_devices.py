"""Devices that the editor watches: their crashes are told as error events, their logs as lines."""

import asyncio

import pytest

from evaluation.devices.device_logs import (
    APP_UID,
    SECOND,
    ProcessDied,
    ProcessStarted,
    crash,
    entry,
    event,
)
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from lsp_server.log_row_queue import MOST_WAITING, LogRowQueue
from rca.devices.log_follow import FollowedEntry
from rca.devices.logcat_entry import LogEntry
from tests.devices.crash_list import START, wait_for_log

INSTALLED = "cmd package list packages -3 2>/dev/null"
PACKAGES = "cmd package list packages -U 2>/dev/null"


@pytest.fixture
def phone():
    return ScriptedDevice("R58M123", 7)


@pytest.fixture
def adb(phone):
    with ScriptedAdbServer(phone) as server:
        yield server


@pytest.fixture
def environment(environment, adb):
    return {
        **environment,
        "ANDROID_ADB_SERVER_PORT": str(adb.port),
        "ADB_SERVER_SOCKET": "",
        "PATH": "/nonexistent",
    }


@pytest.fixture
def told(client):
    """What the server tells, by message."""
    queues = {name: asyncio.Queue() for name in ("rca/errorEvents", "rca/devices", "rca/logLines")}
    for name, queue in queues.items():
        client.feature(name)(lambda told, queue=queue: queue.put_nowait(told))
    return queues


async def until(queue, holds):
    async with asyncio.timeout(20):
        while not holds(one := await queue.get()):
            pass
    return one


async def test_a_crash_of_a_watched_device_is_told_with_its_context(client, told, phone):
    phone.commands["dumpsys package shop.app"] = "    versionCode=45 minSdk=24\n    versionName=1.2\n"
    client.protocol.notify("rca/watchDevices", {"watch": True})
    listed = await until(told["rca/devices"], lambda told: told.devices)
    assert (listed.devices[0].serial, listed.problem) == ("R58M123", None)
    await asyncio.to_thread(wait_for_log, phone)
    phone.write(*crash(1, at=START), *crash(1, at=START + SECOND, pid=5000))
    events = await until(told["rca/errorEvents"], lambda told: told.events and told.events[0].count == 2)
    (event,) = events.events
    assert event.sources == ["Phone 7 (R58M123)"]
    assert (event.device.versionCode, event.device.package, event.device.happenedAt[:10]) == (
        45,
        "shop.app",
        "2023-11-14",
    )
    answer = await client.protocol.send_request_async("rca/errorText", {"id": event.id})
    assert "Package: shop.app v45 (1.2)" in answer.text


async def test_crashes_of_the_system_itself_are_not_told(client, told, phone):
    phone.commands[PACKAGES] = "package:shop.app uid:10234\npackage:sys.app uid:10001\n"
    phone.commands[INSTALLED] = "package:shop.app\n"
    client.protocol.notify("rca/watchDevices", {"watch": True})
    await asyncio.to_thread(wait_for_log, phone)
    phone.write(*crash(1, at=START, process="sys.app", pid=50), *crash(2, at=START + SECOND))
    events = await until(told["rca/errorEvents"], lambda told: told.events)
    assert [event.device.package for event in events.events] == ["shop.app"]


async def test_devices_that_come_and_go_are_told(client, told, adb, phone):
    client.protocol.notify("rca/watchDevices", {"watch": True})
    await until(told["rca/devices"], lambda told: len(told.devices) == 1)
    adb.plug(ScriptedDevice("T1", 8, state="unauthorized"))
    two = await until(told["rca/devices"], lambda told: len(told.devices) == 2)
    assert two.devices[1].state == "unauthorized"
    client.protocol.notify("rca/watchDevices", {"watch": False})


async def test_without_a_server_it_says_so_and_starts_none(client, told, adb):
    adb.close()
    client.protocol.notify("rca/watchDevices", {"watch": True})
    listed = await until(told["rca/devices"], lambda told: told.problem)
    assert (listed.devices, "no adb server answers" in listed.problem) == ([], True)
    client.protocol.notify("rca/watchDevices", {"watch": True, "startServer": True})
    listed = await until(told["rca/devices"], lambda told: "set ANDROID_HOME" in (told.problem or ""))


async def test_a_log_is_followed_with_its_filter_until_it_is_not(client, told, phone):
    phone.write(entry("old", at=START, level="E"))
    follow = {"stream": "1", "device": "R58M123", "level": "W", "onlyNew": True}
    client.protocol.notify("rca/followLog", follow)
    await asyncio.to_thread(wait_for_log, phone)
    phone.write(entry("quiet", at=START + 1), entry("loud", at=START + 2, level="E"))
    lines = await until(told["rca/logLines"], lambda told: told.lines)
    assert (lines.stream, len(lines.lines), lines.lines[0].endswith("E shop    : loud")) == ("1", 1, True)
    client.protocol.notify("rca/unfollowLog", {"stream": "1"})
    await until(told["rca/logLines"], lambda told: told.ended)


@pytest.mark.parametrize(
    ("wanted", "reason"), [({"pattern": "("}, "missing"), ({"device": "X"}, "no device 'X'")]
)
async def test_a_log_that_cannot_be_followed_says_why(client, told, wanted, reason):
    client.protocol.notify("rca/followLog", {"stream": "1", **wanted})
    ended = await until(told["rca/logLines"], lambda told: told.ended)
    assert reason in ended.notes[-1]


async def test_a_flood_is_shown_in_part_and_counted(client, told, phone):
    phone.write(*[entry(f"line {n}", at=START + n) for n in range(20_000)])
    client.protocol.notify("rca/followLog", {"stream": "1"})
    cut = await until(told["rca/logLines"], lambda told: told.notes)
    assert "came too fast to be shown" in cut.notes[0]
    assert len(cut.lines) == 2_000
    await until(told["rca/logLines"], lambda told: told.lines and told.lines[-1].endswith("line 19999"))


async def test_entries_come_in_parts_and_follow_an_app_to_its_new_process(client, told, phone):
    phone.write(
        event(ProcessStarted, 0, 4242, APP_UID, "shop.app", "pre-top-activity", "{shop.app/.Main}", at=START),
        entry("first\n\tat a.B.c(B.kt:1)", at=START + 1, level="E"),
        entry("of another app", at=START + 2, pid=50, uid=10001),
    )
    follow = {"stream": "1", "device": "R58M123", "package": "shop.app", "rows": True}
    client.protocol.notify("rca/followLog", follow)
    rows = []
    while len(rows) < 2:
        rows += (await until(told["rca/logLines"], lambda told: told.rows)).rows
    assert [(row.kind, row.message) for row in rows] == [
        ("started", "process 4242 of shop.app started"),
        ("entry", "first\n\tat a.B.c(B.kt:1)"),
    ]
    assert (rows[1].tag, rows[1].level, rows[1].pid, rows[1].process) == ("shop", "E", 4242, "shop.app")
    phone.write(
        event(ProcessDied, 0, 4242, "shop.app", 0, 2, at=START + SECOND),
        event(ProcessStarted, 0, 4300, APP_UID, "shop.app", "", "", at=START + 2 * SECOND),
        entry("zweite Größe 🛒", at=START + 3 * SECOND, pid=4300),
    )
    while len(rows) < 5:
        rows += (await until(told["rca/logLines"], lambda told: told.rows)).rows
    assert [(row.kind, row.pid) for row in rows[2:]] == [("ended", 4242), ("started", 4300), ("entry", 4300)]
    client.protocol.notify("rca/followLog", {**follow, "stream": "2", "after": rows[1].stamp})
    later = await until(told["rca/logLines"], lambda told: told.stream == "2" and told.rows)
    assert [row.message for row in later.rows][-1] == "zweite Größe 🛒"
    assert "first" not in {row.message[:5] for row in later.rows}


async def test_of_many_entries_none_is_lost_without_being_counted(client, told, phone):
    phone.write(*[entry(f"line {n}", at=START + n) for n in range(8_000)])
    client.protocol.notify("rca/followLog", {"stream": "1", "rows": True})
    seen, last = 0, ""
    while last != "line 7999":
        lines = await until(told["rca/logLines"], lambda told: told.rows)
        seen, last = seen + len(lines.rows), lines.rows[-1].message
    assert seen == 8_000


def test_of_a_flood_the_newest_entries_are_sent_and_the_rest_is_counted():
    queue = LogRowQueue("1")
    logged = [LogEntry(1, number, 5, 5, None, 0, b"") for number in range(MOST_WAITING + 5)]
    followed = [FollowedEntry(one, "entry", 5, None, "", str(one.nanos)) for one in logged]
    queue.add(followed[:7], ["a note"])
    first = queue.take(100.0)
    assert ([row.message for row in first.rows], first.notes) == (list("0123456"), ("a note",))
    assert queue.take(200.0) is None
    queue.add(followed, ())
    told = queue.take(200.0)
    assert (len(told.rows), told.rows[0].message) == (MOST_WAITING, "5")
    assert told.notes == ("5 entries came too fast to be shown: filter the log",)
    queue.add(followed[:1], ())
    assert queue.take(200.3) is None, "a client is given time to show what it got"
    queue.add(followed, ())
    assert len(queue.take(200.4).rows) == MOST_WAITING, "a burst is sent almost at once"
    queue.add(followed, ())
    assert len(queue.take(200.8).rows) == MOST_WAITING
    queue.add(followed[:1], ())
    assert queue.take(200.9) is None, "of a flood that goes on less is sent"
    assert len(queue.take(201.2).rows) == 1


def test_few_entries_are_sent_soon_after_each_other():
    queue = LogRowQueue("1")
    one = FollowedEntry(LogEntry(1, 1, 5, 5, None, 0, b""), "entry", 5, None, "", "text")
    queue.add([one], ())
    assert queue.take(100.0) is not None
    queue.add([one], ())
    assert queue.take(100.01) is None, "few large messages"
    assert queue.take(100.06) is not None
