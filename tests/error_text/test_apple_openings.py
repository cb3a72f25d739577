"""Crashes of Apple's systems as the consoles of Xcode and of crash services print them."""

from __future__ import annotations

import pytest

from rca.error_text import parse

FRAMES = (
    "0   CoreFoundation      0x00000001b3e60000 __exceptionPreprocess + 164",
    "1   Larch               0x0000000102268e70 -[Notes save:] + 20",
    "2   Larch               0x0000000102268f00 main + 12",
)


@pytest.mark.parametrize("lead", ["", "**\\", "2026-01-09 12:44:22.075+0100 Larch[77:1363] "])
def test_an_exception_of_foundation(lead):
    head = (
        f"{lead}*** Terminating app due to uncaught exception 'NSRangeException', reason: 'no note 'a' at 3'"
    )
    report = parse("\n".join((head, "*** First throw call stack:", "(", *FRAMES, ")")))
    assert report.kind == "native_crash"
    assert [(one.type, one.message) for one in report.exceptions] == [
        ("NSRangeException", "no note 'a' at 3")
    ]
    assert [one.function for one in report.native_frames] == [
        "__exceptionPreprocess",
        "-[Notes save:]",
        "main",
    ]
    assert (report.process, report.pid) == (("Larch", 77) if "Larch" in lead else (None, None))


def test_a_call_stack_of_addresses():
    text = (
        "*** Terminating app due to uncaught exception 'NSGenericException', reason: 'no'\n"
        "*** First throw call stack:\n(0x18278ae38 0x181deff80 0x1002c9a3c)\n"
    )
    assert [one.pc for one in parse(text).native_frames] == ["18278ae38", "181deff80", "1002c9a3c"]


@pytest.mark.parametrize(
    "text",
    [
        "Larch/Notes.swift:12: Fatal error: Index out of range",
        "Fatal error: Index out of range: file Larch/Notes.swift, line 12",
        "fatal error: Index out of range",
        "It stops with `Thread 1: Fatal error: Index out of range` here.",
    ],
)
def test_what_swift_says(text):
    report = parse(text)
    assert (report.kind, [one.message for one in report.diagnostics]) == (
        "native_crash",
        ["Index out of range"],
    )


@pytest.mark.parametrize(
    "text",
    [
        "// Notes.swift:12: Fatal error: Index out of range",
        "main.c:1:10: fatal error: 'notes.h' file not found",
        "PHP Fatal error: Uncaught Exception: no in /srv/a.php:3",
        'fatalError("Index out of range")',
        "1  .text  0x1000  0x20\n2  .data  0x2000  0x20\n3  .bss  0x3000  0x20",
        "/opt/larch:\n\t/usr/lib/libobjc.A.dylib (compatibility version 1.0.0)",
    ],
)
def test_ordinary_text_is_no_crash(text):
    assert parse(text).kind != "native_crash"


def test_frames_by_the_paths_of_their_libraries():
    text = (
        "NSGenericException *** a note was changed\n"
        "    Frameworks/CoreFoundation.framework/CoreFoundation ___exceptionPreprocess\n"
        "    Larch Notes _mh_execute_header\n    Sources/Notes.m:42:5 -[Notes save:]\n"
    )
    report = parse(text)
    assert [(one.library, one.function, one.line) for one in report.native_frames] == [
        ("Frameworks/CoreFoundation.framework/CoreFoundation", "___exceptionPreprocess", None),
        ("Larch Notes", "_mh_execute_header", None),
        (None, "-[Notes save:]", 42),
    ]
    assert report.exceptions[0].message == "*** a note was changed"


def test_other_threads_are_no_part_of_the_crash():
    text = "\n".join(("#0. Crashed: dev.larch.queue", *FRAMES, "", "#1. Thread", *FRAMES[:2]))
    assert len(parse(text).native_frames) == 3
    above = "\n".join(
        ("Crashed : dev.larch.queue", "EXC_BAD_ACCESS 0x10", "", "com.apple.main-thread", *FRAMES)
    )
    report = parse(above)
    assert (report.thread, report.native_frames) == ("dev.larch.queue", ())


def test_a_backtrace_without_an_opening():
    report = parse("\n".join(("dev.larch.worker", *FRAMES)))
    assert (report.kind, report.thread, len(report.native_frames)) == ("native_crash", "dev.larch.worker", 3)


def test_a_signal_above_a_thread():
    report = parse(
        "\n".join(("# Cause: Crash due to signal: SIGTRAP(TRAP_BRKPT) at 19", "", "Thread 0:", *FRAMES))
    )
    assert (report.signal, len(report.native_frames)) == ("SIGTRAP", 3)


def test_a_kotlin_exception_without_frames_ends_with_its_paragraph():
    report = parse("Uncaught Kotlin exception: kotlin.IllegalStateException: no note\n\nobject Notes {\n}\n")
    assert report.exceptions[0].message == "no note"


def test_libraries_without_symbols():
    text = (
        "Crashed: com.apple.main-thread\n0  Larch  0x100a26000 (Missing)\n"
        "1  Larch  0x100a26010 (Missing UUID 70b870b870b870b870b870b870b870b8)\n"
        "2  Larch  0x100a26020 70B870B8-0000-0000-0000-70B870B870B8 + 16\n"
    )
    assert [(one.function, one.build_id) for one in parse(text).native_frames] == [
        (None, None),
        (None, "70b870b870b870b870b870b870b870b8"),
        (None, "70B870B8-0000-0000-0000-70B870B870B8"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Fatal error: Index out of range: file C:/larch/Notes.swift, line 9",
        "> Unexpectedly found nil while unwrapping an Optional value: file Larch/Notes.swift, line 9",
    ],
)
def test_swift_on_other_systems_and_without_its_head(text):
    assert parse(text).kind == "native_crash"


def test_a_debuggers_word_before_the_place():
    text = "#0 0x1f2e4 in notes_decode at /src/codec.c:12\n#1 0x1f2f4 in main [inlined] at /src/main.c:7\n"
    assert [(one.function, one.line) for one in parse(text).native_frames] == [
        ("notes_decode", 12),
        ("main", 7),
    ]


LLDB = """\
* thread #1, queue = 'com.apple.main-thread', stop reason = {reason}
    frame #0: 0x00007ff80a2f17d2 libsystem_kernel.dylib`__pthread_kill + 10
    frame #1: 0x0000000104a1c2c8 shared`kfun:larch.Notes#count(){{}}kotlin.Int at Notes.kt:41:17
  * frame #2: 0x0000000104a1d4f0 Larch`NotesView.body.getter(self=Larch.NotesView @ 0x000000016b5d2f40) at View.swift:22:9
    frame #3: 0x0000000104a1d500 Larch`___lldb_unnamed_symbol12 + 4
  thread #2
    frame #0: 0x00007ff80a2f0000 libsystem_kernel.dylib`__workq_kernreturn + 8
"""


@pytest.mark.parametrize(
    ("reason", "signal", "message"),
    [
        ("signal SIGABRT", "SIGABRT", None),
        ("EXC_BAD_ACCESS (code=1, address=0x18)", "EXC_BAD_ACCESS", None),
        ("Fatal error: Index out of range", None, "Index out of range"),
    ],
)
def test_a_backtrace_of_lldb(reason, signal, message):
    report = parse(LLDB.format(reason=reason))
    assert (report.kind, report.signal, report.thread) == ("native_crash", signal, "com.apple.main-thread")
    assert message is None or message in report.model_dump_json()
    assert [(one.function, one.file, one.line) for one in report.native_frames] == [
        ("__pthread_kill", None, None),
        ("kfun:larch.Notes#count(){}kotlin.Int", "Notes.kt", 41),
        ("NotesView.body.getter", "View.swift", 22),
        (None, None, None),
    ]
