"""`read_logcat` through the one place that every call goes through, with a scripted adb server."""

from dataclasses import replace

import pytest

from evaluation.devices.device_logs import (
    SECOND,
    ProcessStarted,
    Resumed,
    crash,
    entry,
    event,
    exception_lines,
    not_responding,
)
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from rca.toolkit.tool import soft_deadline
from rca.tools.parse_error import TOOL as PARSE
from rca.tools.read_logcat import TOOL
from tests.tools.file_project import FileProject

NOW = 1_700_000_000 * SECOND
MINUTE = 60 * SECOND


class Connected(FileProject):
    """A project on a machine with an adb server."""

    port = 1

    def context(self, tool):
        environment = {"ANDROID_ADB_SERVER_PORT": str(self.port)}
        return replace(super().context(tool), environment=environment, deadline=soft_deadline(tool.seconds))


@pytest.fixture
def phone():
    return ScriptedDevice("R58M123", 7, clock=NOW)


@pytest.fixture
def project(tmp_path, phone):
    with ScriptedAdbServer(phone) as adb:
        connected = Connected(tmp_path)
        connected.adb, connected.port = adb, adb.port
        yield connected


def log_of(project, **parameters):
    return project.call(TOOL, **parameters)["data"]["log"].splitlines()


def test_entries_are_read_in_the_form_that_people_know(project, phone):
    phone.write(entry("first\nsecond", at=NOW - MINUTE, tag="Net", level="W", tid=4300))
    assert log_of(project) == [
        "2023-11-14 22:12:20.000 +0000  4242  4300 W Net     : first",
        "2023-11-14 22:12:20.000 +0000  4242  4300 W Net     : second",
    ]


def test_the_newest_of_the_last_minutes_are_shown_and_the_others_counted(project, phone):
    phone.write(*[entry(f"line {n}", at=NOW - (60 - n) * MINUTE) for n in range(60)])
    answer = project.call(TOOL, limit=3, minutes=5)
    assert [line[-7:] for line in answer["data"]["log"].splitlines()] == ["line 57", "line 58", "line 59"]
    assert (answer["data"]["matched"], answer["meta"]["truncated"]) == (5, True)


def test_a_package_is_read_across_its_restart(project, phone):
    phone.commands["ps -A -o PID,NAME 2>/dev/null || ps"] = "PID NAME\n4242 shop.app\n"
    phone.write(
        entry("before", at=NOW - 5, uid=0),
        event(ProcessStarted, 0, 5000, 10234, "shop.app", "activity", "shop.app/.Main", at=NOW - 4),
        entry("after", at=NOW - 3, pid=5000, uid=0),
        entry("other", at=NOW - 2, pid=6000, uid=10999),
    )
    assert [line.rpartition(": ")[2] for line in log_of(project, package="shop.app")] == ["before", "after"]
    assert len(log_of(project, package="shop.app", buffers=["main", "events"])) == 3


def test_conditions_of_level_tag_text_and_pattern(project, phone):
    phone.write(
        entry("timeout of 5 s", at=NOW - 3, tag="Net", level="E"),
        entry("timeout of x s", at=NOW - 2, tag="NetCache", level="W"),
        entry("fine", at=NOW - 1, tag="Net"),
    )
    for wanted, count in (
        ({"level": "W"}, 2),
        ({"tags": ["Net"]}, 2),
        ({"tags": ["Net*"], "text": "TIMEOUT"}, 2),
        ({"pattern": r"of \d+ s"}, 1),
    ):
        assert len(log_of(project, **wanted)) == count, wanted


def test_crashes_are_whole_as_the_error_parser_reads_them(project, phone):
    phone.write(event(Resumed, 0, "shop.app.ListActivity", "R", at=NOW - 9 * SECOND))
    phone.write(*crash(1, at=NOW - 8 * SECOND), *not_responding(at=NOW - 4 * SECOND))
    answer = project.call(TOOL, crashesOnly=True, package="shop.app")
    first, second = answer["data"]["crashes"]
    assert (first["kind"], first["process"], first["isWhole"]) == ("exception", "shop.app", True)
    assert first["text"] == "\n".join(exception_lines(1))
    assert first["activities"] == ["22:13:11.000 shown shop.app.ListActivity"]
    assert (second["kind"], second["happenedAt"]) == ("anr", "2023-11-14T22:13:16.000001Z")
    assert project.call(TOOL, crashesOnly=True, package="other.app")["data"]["crashes"] == []
    parsed = project.call(PARSE, errorText=first["text"])["data"]
    assert parsed["culprit"]["className"] == "shop.app.ScreenAaab"


def test_secrets_are_masked(project, phone):
    phone.write(entry("Authorization: Bearer abcdef0123456789abcdef0123456789", at=NOW - 1))
    answer = project.call(TOOL)
    assert "abcdef0123456789" not in str(answer)
    assert "Masked" in str(answer["meta"]["provenance"])


def test_a_flood_is_cut_in_time_and_said_to_be(project, phone):
    phone.write(*[entry(f"line {n}", at=NOW - MINUTE + n) for n in range(200)])
    phone.bytes_per_second = 200
    answer = project.call(TOOL, limit=2000)
    assert 0 < answer["data"]["matched"] < 200
    assert answer["meta"]["completeness"] == "partial"
    assert "the time was over" in str(answer["meta"]["provenance"])
    assert answer["meta"]["executionTimeMs"] < 20_000


def test_of_several_devices_one_must_be_named(project, phone):
    project.adb.plug(ScriptedDevice("R58M123", 8, clock=NOW))
    error = project.refused(TOOL)
    assert error["code"] == "COMMAND_FAILED"
    assert "transport:7" in error["message"]
    assert project.call(TOOL, device="transport:8")["data"]["device"]["transportId"] == 8


def test_an_expression_that_cannot_be_read_is_refused(project):
    assert project.refused(TOOL, pattern="(")["code"] == "INVALID_PATTERN"
    assert project.refused(TOOL, level="X")["code"] == "INVALID_PARAMETERS"


def test_without_a_server_it_starts_none(project):
    project.port = 1
    error = project.refused(TOOL)
    assert (error["code"], "rca device list" in error["suggestion"]) == ("COMMAND_FAILED", True)
