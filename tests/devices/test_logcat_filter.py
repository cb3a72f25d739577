"""Which entries a filter lets through."""

import pytest

from evaluation.devices.device_logs import SYSTEM_SERVER, entry
from rca.devices.app_processes import AppProcesses
from rca.devices.logcat_entry import EntryReader
from rca.devices.logcat_filter import LogFilter
from rca.files.regex_engine import Invalid
from tests.devices.crash_list import START

LISTING = "PID NAME\n1 init\n4242 shop.app\n4243 shop.app:sync\n777 shop.application\n900 com.google.gms\n"


def processes():
    known = AppProcesses()
    known.take_listing(LISTING)
    known.take_packages(
        "package:shop.app uid:10234\npackage:a.one uid:10400\npackage:a.two uid:10400,1010400\n"
    )
    return known


def one(message="hello", **more):
    (logged,) = EntryReader().feed(entry(message, at=START, **more).data)
    return logged


@pytest.mark.parametrize(
    ("conditions", "more", "is_wanted"),
    [
        ({}, {}, True),
        ({"level": "W"}, {"level": "I"}, False),
        ({"level": "W"}, {"level": "F"}, True),
        ({"package": "shop.app"}, {"uid": 0}, True),
        ({"package": "shop.app"}, {"uid": 0, "pid": 4243}, True),
        ({"package": "shop.app"}, {"uid": 0, "pid": 777}, False),
        ({"package": "shop.app"}, {"uid": 10234, "pid": 31_000}, True),
        ({"package": "shop.app"}, {"uid": 1010234, "pid": 31_000}, True),
        ({"package": "a.one"}, {"uid": 10400, "pid": 31_000}, True),
        ({"package": "a.one"}, {"uid": 10400, "pid": 900}, False),
        ({"process": "shop.app:sync"}, {"pid": 4243}, True),
        ({"process": "4243"}, {"pid": 4243}, True),
        ({"process": "shop.app"}, {"pid": 4243}, False),
        ({"tags": ("Net",)}, {"tag": "Net"}, True),
        ({"tags": ("Net",)}, {"tag": "NetCache"}, False),
        ({"tags": ("Db", "Net*")}, {"tag": "NetCache"}, True),
        ({"text": "HELLO"}, {}, True),
        ({"text": "SHOP"}, {}, True),
        ({"text": "bye"}, {}, False),
        ({"pattern": r"h.l+o$"}, {}, True),
        ({"pattern": r"^ello"}, {}, False),
    ],
)
def test_all_conditions_must_hold(conditions, more, is_wanted):
    assert LogFilter(**conditions).matches(one(**more), processes()) is is_wanted


def test_a_package_is_followed_to_its_new_process():
    known, wanted = processes(), LogFilter(package="late.app")
    line = one(pid=8000, uid=10999)
    assert not wanted.matches(line, known)
    known.take_event("am_proc_start", (0, 8000, 10999, "late.app:remote", "activity", "late.app/.Main"))
    assert wanted.matches(line, known)
    known.take_event("am_proc_bound", (0, 8001, "late.app"))
    assert wanted.matches(one(pid=8001, uid=0), known)


def test_a_process_id_that_is_used_again_is_the_new_process():
    known = AppProcesses()
    known.take_event("am_proc_start", (0, 50, 10001, "a.a", "", ""))
    known.take_event("am_proc_start", (0, 50, 10002, "b.b", "", ""))
    assert known.name_of(50) == "b.b"


@pytest.mark.parametrize(
    ("text", "is_wanted"),
    [
        ("ANR in shop.app (shop.app/.Main)", True),
        ("Process shop.app:sync (pid 4243) has died", True),
        ("ANR in shop.application", False),
        ("ANR in my.shop.app", False),
        ("ANR in shop.app.debug", False),
        ("shop.application, then shop.app.", True),
    ],
)
def test_what_the_system_says_of_a_package_belongs_to_it(text, is_wanted):
    line = one(text, pid=SYSTEM_SERVER, uid=1000, tag="ActivityManager")
    assert LogFilter(package="shop.app").matches(line, processes()) is is_wanted


def test_a_listing_of_an_old_device_is_read_too():
    known = AppProcesses()
    known.take_listing("USER PID PPID VSIZE RSS WCHAN PC NAME\nu0_a1 42 1 2 3 ffff 0000 S shop.app\n")
    assert known.name_of(42) == "shop.app"
    known.take_listing("ps: bad -A\n")
    known.take_listing("")


def test_an_expression_that_cannot_be_compiled_is_refused():
    with pytest.raises(Invalid):
        LogFilter(pattern="(").check()
