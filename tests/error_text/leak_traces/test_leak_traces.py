"""LeakCanary's reports of 1.x and 2.x, whole, in parts, and as logs and trackers change them."""

from __future__ import annotations

import random

import pytest

from rca.error_text import parse

CURRENT = """====================================
HEAP ANALYSIS RESULT
====================================
1 APPLICATION LEAKS

References underlined with "~~~" are likely causes.
Learn more at https://squ.re/leaks.

52,310 bytes retained by leaking objects
Displaying only 1 leak trace out of 3 with the same signature
Signature: 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567
┬───
│ GC Root: System class
│
├─ com.acme.notes.sync.SyncHub class
│    Leaking: NO (a class is never leaking)
│    ↓ static SyncHub.watchers
│                     ~~~~~~~~
├─ java.util.ArrayList instance
│    Leaking: UNKNOWN
│    Retaining 51.1 kB in 871 objects
│    ↓ ArrayList[0]
│               ~~~
├─ com.acme.notes.ui.EditorActivity$onCreate$1 instance
│    Leaking: UNKNOWN
│    Anonymous class implementing com.acme.notes.sync.SyncWatcher
│    ↓ EditorActivity$onCreate$1.this$0
│                                ~~~~~~
╰→ com.acme.notes.ui.EditorActivity instance
\u200b     Leaking: YES (ObjectWatcher was watching this because com.acme.notes.ui.EditorActivity received Activity#onDestroy() callback and Activity#mDestroyed is true)
\u200b     Retaining 50.2 kB in 842 objects
\u200b     key = 5c2f1c38-2b61-4c86-9a73-0b8c0f0c2e11
\u200b     watchDurationMillis = 5212
====================================
1 LIBRARY LEAKS

A Library Leak is a leak caused by a known bug in 3rd party code that you do not have control over.
See https://square.github.io/leakcanary/fundamentals-how-leakcanary-works/#4-categorizing-leaks

Leak pattern: instance field android.widget.Thing#mOwner
Description: A view of the platform keeps its owner.
Signature: ff00ff00ff00ff00
┬───
│ GC Root: Global variable in native code
│
├─ android.widget.Thing instance
│    Leaking: UNKNOWN
│    ↓ Thing.mOwner
│            ~~~~~~
╰→ com.acme.notes.ui.EditorActivity instance
\u200b     Leaking: YES (Activity#mDestroyed is true)
====================================
METADATA

Please include this in bug reports and Stack Overflow questions.

Build.VERSION.SDK_INT: 33
LeakCanary version: 2.12
App process name: com.acme.notes
====================================
"""

FORMER = """In com.acme.notes:2.1:21.
* com.acme.notes.ui.EditorActivity has leaked:
* GC ROOT static com.acme.notes.sync.SyncHub.watcher
* references array java.lang.Object[].[3]
* references com.acme.notes.ui.EditorActivity$2.this$0 (anonymous implementation of java.lang.Runnable)
* leaks com.acme.notes.ui.EditorActivity instance
* Retaining: 1.4 MB.
* Reference Key: 77aa1122-0000-4444-8888-99aabbccddee
* Device: acme acme Phone phone_eu
* Android Version: 7.1 API: 25 LeakCanary: 1.5.4 abcdef0
* Durations: watch=5023ms, gc=151ms, heap dump=1490ms, analysis=12501ms
* Details:
* Class com.acme.notes.sync.SyncHub
|   static watcher = com.acme.notes.ui.EditorActivity$2@315181064 (0x12c94808)
"""

ARROWS = """* com.acme.notes.ui.EditorActivity has leaked:
* static SyncHub.!(watcher)!
* ↳ EditorActivity$2.!(this$0)!
* ↳ EditorActivity
* Reference Key: 77aa1122
"""

NODES = [
    ("com.acme.notes.sync.SyncHub", "no", ("SyncHub", "watchers", "static_field", True)),
    ("java.util.ArrayList", "unknown", ("ArrayList", "[0]", "array_element", True)),
    (
        "com.acme.notes.ui.EditorActivity$onCreate$1",
        "unknown",
        ("EditorActivity$onCreate$1", "this$0", "field", True),
    ),
    ("com.acme.notes.ui.EditorActivity", "yes", None),
]


def nodes(report):
    return [
        (
            node.class_name,
            node.leaking,
            None
            if node.reference is None
            else (node.reference.owner, node.reference.name, node.reference.kind, node.reference.suspect),
        )
        for node in report.leak_trace.nodes
    ]


def test_the_whole_report_gives_each_leak_with_its_facts():
    report = parse(CURRENT)
    trace = report.leak_trace
    assert report.kind == "memory_leak"
    assert nodes(report) == NODES
    assert (trace.kind, trace.gc_root) == ("application", "System class")
    assert (trace.retained_bytes, trace.instances) == (52310, 3)
    assert trace.signature == "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"
    assert trace.key == "5c2f1c38-2b61-4c86-9a73-0b8c0f0c2e11"
    assert trace.metadata["LeakCanary version"] == "2.12"
    assert trace.nodes[1].retained == "51.1 kB in 871 objects"
    assert report.process == "com.acme.notes"
    assert report.culprit.text == "static SyncHub.watchers"
    (library,) = report.others
    assert library.leak_trace.kind == "library"
    assert library.leak_trace.known_leak.startswith("instance field android.widget.Thing#mOwner")
    assert library.culprit is None
    assert not report.truncated


def test_metadata_that_lacks_other_parts_is_no_leak():
    assert parse(CURRENT[CURRENT.index("METADATA") :]).kind != "memory_leak"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\n".join(f"D/LeakCanary( 4764): {line}" for line in text.split("\n")),
        lambda text: "\n".join(f"[        ] D/LeakCanary( 4764): {line}" for line in text.split("\n")),
        lambda text: "\n".join(
            f"2024-02-24 14:14:50.913 18972-20809/com.acme.notes D/LeakCanary: {line}"
            for line in text.split("\n")
        ),
        lambda text: "\n".join(
            f"02-24 14:14:50.913 18972 20809 D LeakCanary: {line}" for line in text.split("\n")
        ),
        lambda text: "\n".join(f"LeakCanary: {line}" for line in text.split("\n")),
        lambda text: "\n".join(f"> {line}" for line in text.split("\n")),
        lambda text: "\n".join(f"    {line}" for line in text.split("\n")),
        lambda text: f"It leaks:\n```\n{text}\n```\nAny idea?",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\u200b", ""),
        lambda text: text.encode().decode("cp1252", "replace").replace("\ufffd", ""),
        lambda text: text.replace("├─", "+-").replace("╰→", "`->").replace("│", "|").replace("┬───", "T---"),
    ],
    ids=[
        "brief",
        "flutter",
        "studio",
        "threadtime",
        "tag",
        "quoted",
        "indented",
        "fenced",
        "crlf",
        "without-zero-width",
        "mojibake",
        "ascii",
    ],
)
def test_prefixes_quotes_and_encodings_change_nothing(change):
    start = CURRENT.index("┬───")
    part = CURRENT[start : CURRENT.index("====", start)]
    assert nodes(parse(change(part))) == NODES


def test_lines_that_were_wrapped_are_read_as_one():
    wrapped = CURRENT.replace(
        "callback and Activity#mDestroyed is true)", "callback and\n\u200b     Activity#mDestroyed is true)"
    )
    assert parse(wrapped).leak_trace.nodes[-1].reason.endswith("callback and Activity#mDestroyed is true")


def test_a_trace_that_was_cut_says_so_and_names_no_leaking_class():
    report = parse(CURRENT[CURRENT.index("┬───") : CURRENT.index("├─ com.acme.notes.ui")])
    assert report.truncated
    assert report.exceptions[0].message == "an object is leaking"


def test_reports_of_1x():
    report = parse(FORMER)
    trace = report.leak_trace
    assert nodes(report) == [
        ("com.acme.notes.sync.SyncHub", None, ("SyncHub", "watcher", "static_field", False)),
        ("java.lang.Object[]", None, ("Object[]", "[3]", "array_element", False)),
        ("com.acme.notes.ui.EditorActivity$2", None, ("EditorActivity$2", "this$0", "field", False)),
        ("com.acme.notes.ui.EditorActivity", "yes", None),
    ]
    assert report.process == "com.acme.notes"
    assert trace.metadata["Android Version"].startswith("7.1 API: 25")
    assert trace.nodes[-1].retained == "1.4 MB"
    assert trace.key == "77aa1122-0000-4444-8888-99aabbccddee"


def test_reports_of_16():
    report = parse(ARROWS)
    assert nodes(report) == [
        ("SyncHub", None, ("SyncHub", "watcher", "static_field", True)),
        ("EditorActivity$2", None, ("EditorActivity$2", "this$0", "field", True)),
        ("EditorActivity", "yes", None),
    ]


def test_a_leak_beside_a_crash_is_its_own_error():
    crash = (
        "java.lang.IllegalStateException: no cart\n\tat com.acme.notes.Cart.total(Cart.kt:12)\n"
        "\tat com.acme.notes.Main.main(Main.kt:3)\n"
    )
    report = parse(f"{crash}\n{CURRENT}")
    assert [report.kind, *(one.kind for one in report.others)] == [
        "jvm_exception",
        "memory_leak",
        "memory_leak",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Activity com.acme.Main has leaked window DecorView that was originally added here",
        "├─ src\n│  ├─ main\n╰→ end",
        "Leaking: YES we are leaking money",
        "has leaked:\n↳ ",
    ],
)
def test_what_is_no_trace_gives_no_leak(text):
    assert parse(text).kind != "memory_leak"


@pytest.mark.parametrize("seed", range(150))
def test_any_damage_gives_a_report_whose_names_are_in_the_text(seed):
    chance = random.Random(seed)
    text = chance.choice([CURRENT, FORMER, ARROWS])
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(text))
        text = chance.choice(
            [
                text[:at],
                text[at:],
                text[:at]
                + chance.choice(["\n", "│", "├─ ", "~~~", "↓ ", "\x00", "\ud800", "a" * 500])
                + text[at:],
                text[:at] + text[at : at + 200] + text[at:],
                text.replace("\n", " ", chance.randint(1, 5)),
            ]
        )
        if not text:
            return
    report = parse(text)
    text = text.replace("\x00", "")  # which no reader keeps
    for one in (report, *report.others):
        if one.leak_trace is not None:
            assert all(node.class_name in text for node in one.leak_trace.nodes)


OPEN = "  ┬───\n  │ GC Root: System class\n  │\n"
END = "  ╰→ com.acme.notes.ui.EditorActivity instance\n       Leaking: YES (it is destroyed)\n       key = 5c2f1c38"


def _only(text: str):
    report = parse(text)
    assert report.kind == "memory_leak"
    assert not report.others
    return report


@pytest.mark.parametrize(
    "wrapped",
    [
        "  ├─ com.acme.notes.synchronisation.\n  │  SyncHub$$ExternalSyntheticLambda7 instance\n",
        "  ├─ com.acme.notes.synchronisation.SyncHub$$ExternalSyntheticLambda7\n  │  instance\n",
    ],
)
def test_a_class_that_was_wrapped_is_one_name(wrapped):
    text = f"{OPEN}{wrapped}  │    Leaking: UNKNOWN\n  │    ↓ SyncHub.a\n  │              ~\n{END}"
    node = _only(text).leak_trace.nodes[0]
    assert node.class_name == "com.acme.notes.synchronisation.SyncHub$$ExternalSyntheticLambda7"
    assert node.leaking == "unknown"
    assert node.reference.suspect  # one tilde under a name of one letter


def test_the_root_below_the_first_object_begins_no_trace():
    text = (
        "┬\n├─ android.os.MessageQueue\n│    Leaking: NO (it runs)\n│    GC Root: Thread object\n"
        "│    ↓ MessageQueue.mMessages\n│                   ~~~~~~~~~\n├─ android.os.Message\n"
        "│    Leaking: UNKNOWN\n│    Matches exclusion field android.os.Message#next\n│    ↓ Message.obj\n"
        "╰→ <>.EditorActivity\n     Leaking: YES (it is destroyed)\n"
    )
    trace = _only(text).leak_trace
    assert trace.gc_root == "Thread object"
    assert [node.class_name for node in trace.nodes] == [
        "android.os.MessageQueue",
        "android.os.Message",
        "<>.EditorActivity",
    ]
    assert (trace.kind, trace.known_leak) == ("library", "field android.os.Message#next")


@pytest.mark.parametrize(
    "lead", ["Debug (77) / LeakCanary: ", "//Debug(77) / LeakCanary: ", " * D/LeakCanary: "]
)
def test_a_lead_is_dropped_from_lines_without_marks_too(lead):
    text = f"9 bytes retained by leaking objects\nSignature: 0a1b2c3d4e5f\n{OPEN}{END}"
    text = text.replace("YES (", "YES(")
    trace = _only("\n".join(lead + line for line in text.splitlines())).leak_trace
    assert (trace.signature, trace.retained_bytes, trace.key) == ("0a1b2c3d4e5f", 9, "5c2f1c38")
    assert trace.nodes[-1].leaking == "yes"


def test_line_breaks_written_as_two_characters_are_line_breaks():
    text = f"{OPEN}  ├─ com.acme.notes.Hub class\n  │    ↓ static Hub.last\n{END}".replace("\n", "\\n")
    trace = _only(f"INSERT INTO notes VALUES ('{text}', 7)").leak_trace
    assert [node.class_name for node in trace.nodes] == [
        "com.acme.notes.Hub",
        "com.acme.notes.ui.EditorActivity",
    ]
    assert trace.nodes[0].reference.name == "last"


def test_1x_with_packages_left_out_and_a_root_in_a_sentence():
    text = (
        "* .EditorActivity has leaked:\n* GC ROOT static a.b\n* leaks .EditorActivity instance\n\n"
        "It is like\n`GC ROOT thread java.lang.Thread.<Java Local> (named 'xyz')`\n"
    )
    trace = _only(text).leak_trace
    assert [node.class_name for node in trace.nodes] == ["a", ".EditorActivity"]


def test_a_log_that_was_copied_from_behind_its_first_prefix():
    text = (
        "* GC ROOT com.acme.Player$1.this$0\n"
        "03-09 10:34:00.954 77-99/com.acme D/LeakCanary: * references com.acme.Player.view\n"
        "03-09 10:34:00.954 77-99/com.acme D/LeakCanary: * leaks com.acme.ui.StartActivity instance\n"
    )
    assert [node.class_name for node in _only(text).leak_trace.nodes] == [
        "com.acme.Player$1",
        "com.acme.Player",
        "com.acme.ui.StartActivity",
    ]


def test_16_that_excludes_a_reference_of_a_thread():
    text = (
        "* EXCLUDED LEAK.\n* com.acme.EditorActivity has leaked:\n"
        "* thread HandlerThread.!(<Java Local>)! (named 'saver')\n"
        "* ↳ Message.!(obj)! , matching exclusion field android.os.Message#obj\n* ↳ EditorActivity\n"
    )
    trace = _only(text).leak_trace
    assert trace.kind == "library"
    names = [node.reference.name for node in trace.nodes if node.reference]
    assert names == ["<Java Local>", "obj"]
    assert all(node.reference.suspect for node in trace.nodes if node.reference)


def test_references_that_were_copied_without_the_words_around_them():
    text = "```\nSyncHub.watchers\nreferences Watcher.this$0\nleaks EditorActivity instance\n```\n"
    assert [node.class_name for node in _only(text).leak_trace.nodes] == [
        "SyncHub",
        "Watcher",
        "EditorActivity",
    ]
    prose = "SyncHub.watchers\nreferences Watcher.this$0\nand that is all\n"
    assert parse(prose).leak_trace is None


def test_a_trace_that_was_rewritten_without_states_or_in_bold():
    drawn = "┬───\n│ GC Root: System class\n├─ com.acme.Hub instance\n│    ↓ Hub.last\n╰→ com.acme.EditorActivity instance\n"
    assert [node.class_name for node in _only(drawn).leak_trace.nodes] == [
        "com.acme.Hub",
        "com.acme.EditorActivity",
    ]
    bold = "** GC ROOT thread com.acme.Saver.<Java Local>\n* references com.acme.Hub.last\n* leaks com.acme.EditorActivity instance*\n"
    assert [node.class_name for node in _only(bold).leak_trace.nodes][-1] == "com.acme.EditorActivity"
