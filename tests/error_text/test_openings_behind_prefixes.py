"""Exceptions whose names do not say what they are, and single frames, behind what log layouts print."""

import pytest

from rca.error_text import parse

OWN = "app.shop.till.TillShut: till 3 is shut"
FRAME = "\tat app.shop.till.Till.open(Till.kt:3)"


@pytest.mark.parametrize(
    "prefix",
    [
        "08:01:02.123 [main] ERROR app.shop.Sync - ",
        "2026-11-28T08:01:02.123Z ERROR 12 --- [shop] [main] app.shop.Sync      : sync failed: ",
        "SEVERE: ",
        "shop-1  | ",
        "Nov 28 08:01:02 host java[1234]: ",
    ],
)
def test_an_unusual_name_right_above_frames(prefix):
    (exception,) = parse(f"{prefix}{OWN}\n{FRAME}").exceptions
    assert (exception.type, exception.message) == ("app.shop.till.TillShut", "till 3 is shut")


@pytest.mark.parametrize(
    "line",
    [
        "ERROR app.shop.Sync: till 3 is shut",
        "[main] INFO app.shop.till.Till: opened",
        "see app.shop.till.TillShut for more",
    ],
)
def test_a_logger_is_no_exception(line):
    assert [one.type for one in parse(f"{line}\n{FRAME}\n{FRAME}").exceptions] == [""]


@pytest.mark.parametrize(
    "prefix",
    [
        "2026-11-28T08:01:02.123456789Z stderr F ",
        "[pod/shop-7d9c4b6f5-abcde/shop] ",
        "shop-1  | ",
        "Nov 28 08:01:02 host java[1234]: ",
        "- ",
    ],
)
def test_one_frame_below_its_exception_behind_a_prefix(prefix):
    report = parse(f"{prefix}{OWN}\n{prefix}{FRAME}")
    assert [(one.type, len(one.frames)) for one in report.exceptions] == [("app.shop.till.TillShut", 1)]


def test_the_place_of_a_logger_is_no_frame():
    report = parse(
        "2026-11-28 08:01:02,123 ERROR [main] app.shop.Sync (Sync.java:12) - a.b.FooException: shut"
    )
    assert [(one.type, one.message, one.frames) for one in report.exceptions] == [
        ("a.b.FooException", "shut", ())
    ]


def test_a_process_and_its_exception_in_one_line():
    report = parse(f"Process: app.shop, PID: 42 a.b.FooException: shut\n{FRAME}")
    assert (report.process, report.pid, report.exceptions[0].type) == ("app.shop", 42, "a.b.FooException")


@pytest.mark.parametrize(
    "prose",
    [
        "SwallowedException: fix false positive when the exception is a receiver",
        "Use request.onError: the callback of the client",
        "FooException: add a constructor with cause",
    ],
)
def test_changes_and_properties_are_no_crashes(prose):
    assert parse(prose).kind == "unknown"
