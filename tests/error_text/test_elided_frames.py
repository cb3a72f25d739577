"""Traces of which a part was left out, and frames of libraries that name their coordinates."""

import pytest

from rca.error_text import parse

APP = ("com.example.shop",)
TRACE = """java.lang.IllegalStateException: no map
{below}\tat com.example.shop.MapScreen.show(MapScreen.kt:20)
{between}\tat android.app.Activity.performCreate(Activity.java:8051)
{last}Caused by: java.lang.NullPointerException: tile
\tat com.example.shop.Tiles.load(Tiles.kt:7)
"""
ELISIONS = [
    "\t...\n",
    "...\n",
    "\t…\n",
    "\t[...]\n",
    "    [ … ]\n",
    "\t(...)\n",
    "\tat ...\n",
    "\n...\n\n",
    "...\n...\n",
]
COUNTS = ["\t... 12 more\n", "\t... 12 common frames omitted\n", "\t... 5 lines omitted\n", "\t…12 more\n"]


PLACES = [
    *((elision, place) for elision in ELISIONS for place in ("below", "between", "last")),
    *((count, place) for count in COUNTS for place in ("between", "last")),  # no tool counts above the frames
]


@pytest.mark.parametrize(("elision", "place"), PLACES)
def test_an_elision_ends_no_trace_and_is_no_message(elision, place):
    parts = {"below": "", "between": "", "last": "", place: elision}
    report = parse(TRACE.format(**parts), APP)
    told = [(one.type.rpartition(".")[2], one.message, len(one.frames)) for one in report.exceptions]
    assert told == [("IllegalStateException", "no map", 2), ("NullPointerException", "tile", 1)]
    assert (report.culprit.line, report.truncated, report.others) == (7, False, ())


@pytest.mark.parametrize("elision", ELISIONS)
def test_an_elision_at_the_end_is_a_cut(elision):
    assert parse(TRACE.format(below="", between="", last="") + elision, APP).truncated


MAPS = "com.google.android.gms:play-services-maps@@19.0.0"


@pytest.mark.parametrize(
    ("frame", "wanted"),
    [
        (f"at com.google.android.gms.maps.zzb.run({MAPS}:1)", ("com.google.android.gms.maps.zzb", "run", 1)),
        (f"at com.google.android.gms.maps.zzb.run ({MAPS}:1)", ("com.google.android.gms.maps.zzb", "run", 1)),
        (f"at com.google.android.gms.maps.zzb.run({MAPS})", ("com.google.android.gms.maps.zzb", "run", None)),
        (f"com.google.android.gms.maps.zzb.run ({MAPS}: 1)", ("com.google.android.gms.maps.zzb", "run", 1)),
        (f"at m.dyg.a(:{MAPS.partition(':')[0]}.policy_maps@24@24.6 (190-0):5)", ("m.dyg", "a", 5)),
    ],
)
def test_a_frame_with_the_coordinates_of_its_library(frame, wanted):
    report = parse(
        f"java.lang.IllegalStateException: no map\n\t{frame}\n\tat com.example.shop.Map.show(Map.kt:20)\n",
        APP,
    )
    first, second = report.exceptions[0].frames
    assert (first.class_name, first.method, first.line) == wanted
    assert (first.origin, second.line, report.exceptions[0].message) == ("library", 20, "no map")
