"""Renamed traces back to the source's names, with what R8 writes into a mapping."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.error_text import parse
from rca.error_text.retrace import read_mapping, retrace

APP = ("com.example.shop",)

MAPPING = """# compiler: R8
# compiler_version: 8.7.18
# min_api: 24
# common_typos_disable
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
# pg_map_id: 0f9b1c2
# pg_map_hash: SHA-256 0f9b1c2d3e
com.example.shop.Home -> com.example.shop.Home:
# {"id":"sourceFile","fileName":"HomeActivity.kt"}
    1:1:void com.example.shop.Cart.check(int):30:30 -> onCreate
    1:1:void onCreate(android.os.Bundle):14 -> onCreate
    2:5:void onCreate(android.os.Bundle):15:18 -> onCreate
    6:8:void onCreate(android.os.Bundle):21:21 -> onCreate
com.example.shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    int size -> a
    3:7:int total():40:44 -> a
      # {"id":"com.android.tools.r8.residualsignature","signature":"()I"}
    8:9:int count(int):50:51 -> a
    void clear() -> b
    1:1:void outlined():0:0 -> c
      # {"id":"com.android.tools.r8.outline"}
    4:9:int pay():60:65 -> d
    15:15:int pay():0 -> d
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":6},"outline":"La/a;c()V"}
    1:1:void bridge():0 -> e
      # {"id":"com.android.tools.r8.synthesized"}
    1:1:java.lang.Object com.example.shop.Checks.notNull(java.lang.Object):7:7 -> f
    1:1:void open(java.lang.String):77 -> f
      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],\
"actions":["removeInnerFrames(1)"]}
com.example.shop.CartException -> b.c:
com.example.shop.FormatKt -> b.d:
    1:2:java.lang.String money(int):5:6 -> a
"""


def retraced(*frames, header="java.lang.IllegalStateException: x", mapping=MAPPING):
    text = header + "".join(f"\n\tat {frame}" for frame in frames)
    return retrace(parse(text, APP), read_mapping(mapping), APP)


def texts(outcome):
    return [frame.text.removeprefix("at com.example.shop.") for frame in outcome.report.exceptions[0].frames]


@pytest.mark.parametrize(
    ("renamed", "original"),
    [
        ("a.a.a(SourceFile:5)", ["Cart.total(Cart.kt:42)"]),
        ("a.a.a(Unknown Source:9)", ["Cart.count(Cart.kt:51)"]),
        ("a.a.b(SourceFile)", ["Cart.clear(Cart.kt)"]),
        ("a.a.nowhere(SourceFile:3)", ["Cart.nowhere(Cart.kt:3)"]),
        ("com.example.shop.Home.onCreate(SourceFile:3)", ["Home.onCreate(HomeActivity.kt:16)"]),
        ("com.example.shop.Home.onCreate(SourceFile:7)", ["Home.onCreate(HomeActivity.kt:21)"]),
        (
            "com.example.shop.Home.onCreate(SourceFile:1)",
            ["Cart.check(Cart.kt:30)", "Home.onCreate(HomeActivity.kt:14)"],
        ),
        ("b.d.a(SourceFile:2)", ["FormatKt.money(Format.kt:6)"]),
    ],
)
def test_lines_ranges_and_inlined_frames(renamed, original):
    assert texts(retraced(renamed)) == original


def test_what_the_mapping_does_not_know_stays():
    outcome = retraced("android.app.Activity.performCreate(Activity.java:8305)")
    assert texts(outcome) == ["at android.app.Activity.performCreate(Activity.java:8305)"]
    assert outcome.notes == ("The mapping knows no class of this trace.",)


def test_the_report_follows_its_frames():
    renamed = parse("b.c: x\n\tat a.a.a(SourceFile:5)\n\tat a.a.b(SourceFile:1)", APP)
    assert (renamed.obfuscated, renamed.culprit) == (True, None)
    report = retrace(renamed, read_mapping(MAPPING), APP).report
    assert report.exceptions[0].type == "com.example.shop.CartException"
    assert (report.obfuscated, report.language, report.frame_count) == (False, "kotlin", 2)
    assert (report.culprit.method, report.culprit.line, report.culprit.origin) == ("total", 42, "app")


def test_ambiguity_is_kept():
    outcome = retraced("a.a.a(SourceFile)")
    (frame,) = outcome.report.exceptions[0].frames
    assert (frame.method, frame.line) == ("total", None)
    assert [other.method for other in frame.alternatives] == ["count"]
    assert "1 frame fits" in outcome.notes[0]


def test_an_outline_goes_and_its_caller_gets_the_line():
    assert texts(retraced("a.a.c(SourceFile:1)", "a.a.d(SourceFile:15)")) == ["Cart.pay(Cart.kt:62)"]


def test_a_bridge_is_nobodys_code():
    (frame,) = retraced("a.a.e(SourceFile:1)").report.exceptions[0].frames
    assert frame.origin == "generated"


def test_frames_that_r8_added_go_where_it_says():
    null = retraced("a.a.f(SourceFile:1)", header="java.lang.NullPointerException")
    assert texts(null) == ["Cart.open(Cart.kt:77)"]
    assert len(texts(retraced("a.a.f(SourceFile:1)"))) == 2


def test_another_builds_map_is_refused():
    outcome = retraced("a.a.a(r8-map-id-ffff00:5)")
    assert outcome.report.exceptions[0].frames[0].class_name == "a.a"
    assert "another build" in outcome.notes[0]
    assert texts(retraced("a.a.a(r8-map-id-0f9b1c2d3e:5)")) == ["Cart.total(Cart.kt:42)"]


def test_further_errors_are_retraced():
    text = "java.lang.Error: a\n\tat x.Y.z(Y.java:1)\njava.lang.Error: b\n\tat a.a.a(SourceFile:5)"
    (other,) = retrace(parse(text, APP), read_mapping(MAPPING), APP).report.others
    assert other.culprit.method == "total"


def test_the_main_thread_leads_a_retraced_anr():
    dump = (
        '"main" prio=5 tid=1 Blocked\n  at a.a.a(SourceFile:5)\n'
        "  - waiting to lock <0x07> (a X) held by thread 9\n"
        '"other" prio=5 tid=9 Runnable\n  at a.a.a(SourceFile:8)\n'
    )
    report = retrace(parse(dump, APP), read_mapping(MAPPING), APP).report
    assert [exception.frames[0].method for exception in report.exceptions] == ["total", "count"]
    assert report.culprit.method == "total"


def test_proguards_older_form():
    mapping = "com.example.shop.Cart -> a.a:\n    12:14:int total() -> a\n    void clear() -> b\n"
    assert texts(retraced("a.a.a(Cart.kt:13)", mapping=mapping)) == ["Cart.total(Cart.kt:13)"]
    assert texts(retraced("a.a.b(Unknown Source)", mapping=mapping)) == ["Cart.clear(Unknown Source)"]


def test_a_file_name_is_never_made_up():
    (frame,) = (
        retraced("a.a.a(SourceFile:13)", mapping="com.example.shop.Cart -> a.a:\n    int f() -> a\n")
        .report.exceptions[0]
        .frames
    )
    assert (frame.class_name, frame.method, frame.file, frame.line) == (
        "com.example.shop.Cart",
        "f",
        None,
        None,
    )


@given(st.text(st.sampled_from(MAPPING + "\r\x00"), max_size=400), st.integers(0, len(MAPPING)))
def test_a_broken_mapping_never_raises(noise, at):
    mapping = read_mapping(MAPPING[:at] + noise + MAPPING[at:])
    report = parse("b.c: x\n\tat a.a.a(SourceFile:5)\n\tat a.a.f(Unknown Source)", APP)
    assert retrace(report, mapping, APP).report.kind == "jvm_exception"


def test_a_composition_told_by_keys_of_its_groups_gets_its_functions():
    text = (
        "java.lang.IllegalStateException: x\n\tat a.a.b(SourceFile:1)\n"
        "\tSuppressed: androidx.compose.runtime.tooling.DiagnosticComposeException: Composition stack when thrown:\n"
        "\t\tat $$compose.m$-12(SourceFile:1)\n\t\tat $$compose.m$7(SourceFile:1)\n"
    )
    mapping = (
        "ComposeStackTrace -> $$compose:\n"
        "    1:1:androidx.compose.runtime.Composer com.example.shop.TillKt.Till():12:12 -> m$-12\n"
        "    1:1:androidx.compose.runtime.Composer com.example.shop.TillKt.Screen():20:20 -> m$7\n"
    )
    _, told = retrace(parse(text, APP), read_mapping(mapping), APP).report.exceptions
    assert [f"{one.class_name}.{one.method}:{one.line}" for one in told.frames] == [
        "com.example.shop.TillKt.Till:12",
        "com.example.shop.TillKt.Screen:20",
    ]


def test_a_line_that_the_map_tells_is_no_count_of_bytecode():
    mapping = read_mapping("com.example.Cart -> a.a:\n    3:3:int count():51:51 -> a\n")
    report = parse("java.lang.Error: x\n\tat a.a.a(SourceFile:3)", ("com.example",))
    (frame,) = retrace(report, mapping, ("com.example",)).report.exceptions[0].frames
    assert (frame.file, frame.line) == (None, 51)
    assert "Unknown Source" not in frame.text
