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
    assert (frame.method, frame.line) == ("count", None)
    assert [other.method for other in frame.alternatives] == ["total"]
    assert "1 frame fits" in outcome.notes[0]


def test_alternatives_are_whole_groups():
    mapping = (
        "com.example.shop.Cart -> a.a:\n"
        "    1:1:void com.example.shop.Tax.add():7:7 -> a\n    1:1:void pay():20 -> a\n"
        "    1:1:void com.example.shop.Log.put():8:8 -> a\n    1:1:void drop(int):30 -> a\n"
    )
    first, second = retraced("a.a.a(SourceFile:1)", mapping=mapping).report.exceptions[0].frames[:2]
    assert [first.method, second.method, len(first.alternatives)] == ["add", "pay", 0]
    overloads = mapping.replace(
        "    1:1:void com.example.shop.Log",
        "    2:2:void pay():21:21 -> a\n    1:1:void com.example.shop.Log",
    )
    frames = retraced("a.a.a(SourceFile:1)", mapping=overloads).report.exceptions[0].frames
    assert [frame.method for frame in frames] == ["put", "drop"]
    (other,) = frames[0].alternatives
    assert (other.method, [outer.method for outer in other.inlined_into]) == ("add", ["pay"])


def test_an_outline_goes_and_its_caller_gets_the_line():
    assert texts(retraced("a.a.c(SourceFile:1)", "a.a.d(SourceFile:15)")) == ["Cart.pay(Cart.kt:62)"]


def test_an_outline_without_a_line_leaves_the_line_of_its_caller_open():
    assert texts(retraced("a.a.c(SourceFile)", "a.a.d(SourceFile:15)")) == ["Cart.pay(Cart.kt)"]


def test_a_bridge_is_nobodys_code():
    assert texts(retraced("a.a.e(SourceFile:1)", "a.a.b(SourceFile)")) == ["Cart.clear(Cart.kt)"]


def test_a_line_that_no_range_holds_keeps_the_new_name_and_is_told():
    outcome = retraced("k.p(SourceFile:27)", mapping="k.Own -> k:\n    1:3:void pay():20:22 -> p\n")
    assert texts(outcome) == ["at k.Own.p(Unknown Source:27)"]
    assert "no range for the line of 1 frame" in outcome.notes[0]


SYNTHESIZED = '      # {"id":"com.android.tools.r8.synthesized"}\n'
OUTLINE = '      # {"id":"com.android.tools.r8.outline"}\n'
VERSION = '# {"id":"com.android.tools.r8.mapping","version":"2.2"}\n'


@pytest.mark.parametrize("line", [1, 2])
def test_synthesized_holds_for_the_whole_method(line):
    mapping = VERSION + (
        f"k.Own -> k:\n    1:1:void bridge():0:0 -> p\n{SYNTHESIZED}    2:2:void bridge():5:5 -> p\n"
    )
    assert texts(retraced(f"k.p(SourceFile:{line})", mapping=mapping)) == []


def test_code_inlined_into_an_outline_stays_and_its_caller_is_found():
    site = '      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4},"outline":"Lo;a()V"}\n'
    mapping = VERSION + (
        f"x.Outline -> o:\n    1:1:void x.Money.round():9:9 -> a\n    1:1:void outline():0 -> a\n{OUTLINE}"
        f"x.Cart -> c:\n    4:4:void pay():44:44 -> b\n    7:7:void pay():0:0 -> b\n{site}"
    )
    found = texts(retraced("o.a(SourceFile:1)", "c.b(SourceFile:7)", mapping=mapping))
    assert [text.partition("(")[0] for text in found] == ["at x.Money.round", "at x.Cart.pay"]
    assert found[1].endswith(":44)")


def test_a_rewrite_may_stand_on_an_inlined_frame_and_needs_all_its_conditions():
    null, state = "java.lang.NullPointerException", "java.lang.IllegalStateException"
    for thrown, kept in (((null,), ["pay"]), ((null, state), ["check", "pay"])):
        conditions = ",".join(f'"throws(L{one.replace(".", "/")};)"' for one in thrown)
        rewrite = (
            f'      # {{"id":"com.android.tools.r8.rewriteFrame","conditions":[{conditions}],'
            '"actions":["removeInnerFrames(1)"]}\n'
        )
        mapping = (
            VERSION + f"k.Own -> k:\n    1:1:void check():3:3 -> p\n{rewrite}    1:1:void pay():20 -> p\n"
        )
        outcome = retraced("k.p(SourceFile:1)", header=null, mapping=mapping)
        assert [frame.method for frame in outcome.report.exceptions[0].frames] == kept


@pytest.mark.parametrize(
    ("mapping", "frame", "expected"),
    [
        ("k.Own -> k:\n    0:65535:void pay():20:20 -> p\n", "k.p(SourceFile)", "pay:20"),
        ("k.Own -> k:\n    void pay() -> p\n", "k.p(Own.kt:12)", "pay:12"),
        ("k.Own -> k:\n    3:1:void pay():22:20 -> p\n", "k.p(SourceFile:2)", "pay:21"),
        (
            "\ufeff  k.Own->k :\n\t1 : 3 : void  pay ( int , int ) : 20 : 22  ->  p\n",
            "k.p(SourceFile:2)",
            "pay:21",
        ),
    ],
)
def test_forms_of_ranges_and_lines(mapping, frame, expected):
    (found,) = retraced(frame, mapping=mapping).report.exceptions[0].frames
    assert f"{found.method}:{found.line}" == expected


def test_unequal_spans_leave_every_line_open():
    (frame,) = (
        retraced("k.p(SourceFile:2)", mapping="k.Own -> k:\n    1:2:void pay():20:23 -> p\n")
        .report.exceptions[0]
        .frames
    )
    assert [frame.line, *(other.line for other in frame.alternatives)] == [20, 21, 22, 23]


@pytest.mark.parametrize(
    "comment", ["{'id':'sourceFile','fileName':'Own.kt'}", "{id:'sourceFile', fileName: \"Own.kt\"}"]
)
def test_comments_are_read_as_leniently_as_r8_does(comment):
    outcome = retraced(
        "k.p(SourceFile:1)", mapping=f"k.Own -> k:\n# {comment}\n    1:1:void pay():20:20 -> p\n"
    )
    assert texts(outcome) == ["at k.Own.pay(Own.kt:20)"]


def test_comments_of_a_later_version_are_comments():
    mapping = f"k.Own -> k:\n    1:1:void pay():20:20 -> p\n{SYNTHESIZED}"
    assert texts(retraced("k.p(SourceFile:1)", mapping=mapping)) == ["at k.Own.pay(:20)"]
    assert texts(retraced("k.p(SourceFile:1)", mapping=VERSION + mapping)) == []


def test_a_newer_format_is_told():
    mapping = VERSION.replace("2.2", "3.1") + "k.Own -> k:\n    1:1:void pay():20:20 -> p\n"
    assert "version 3.1" in retraced("k.p(SourceFile:1)", mapping=mapping).notes[-1]


def test_endless_lines_are_cut_and_told():
    outcome = retraced("k.p(SourceFile:1)", mapping="k.Own -> k:\n    1:2:void pay():1:99999999 -> p\n")
    (frame,) = outcome.report.exceptions[0].frames
    assert len(frame.alternatives) == 199
    assert "first 200 alternatives" in outcome.notes[1]


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
        13,
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


def test_lines_of_another_form_are_counted_where_their_class_was_asked_for():
    mapping = read_mapping(
        "k.Own -> k:\n    1:x:void pay() -> p\n    1:1:void pay():20:20 -> q\nk.O -> l:\n  ?\n"
    )
    assert mapping.of_renamed("k").methods.keys() == {"q"}
    assert mapping.unread_lines == 1
