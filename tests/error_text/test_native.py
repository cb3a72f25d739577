"""Tombstones, fatal signals, HotSpot's own crash, Kotlin/Native exceptions."""

import pytest

from rca.error_text import parse
from rca.error_text.native_frame import read_native_frame

APP = ("com.example.shop",)

TOMBSTONE = """*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'google/panther/panther:14/UP1A/1:user/release-keys'
ABI: 'arm64'
pid: 8123, tid: 8170, name: RenderThread  >>> com.example.shop <<<
uid: 10234
signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------
Abort message: 'Scudo ERROR: corrupted chunk header at address 0x2000'
    x0  0000000000000000  x1  0000000000001fea
backtrace:
      #00 pc 0000000000051a34  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164) (BuildId: 63d1)
      #01 pc 0000000000012e50  /data/app/~~x==/com.example.shop-y==/base.apk!libink.so (offset 0x1000) \
(ink::Brush::draw(int, char const*)+88) (BuildId: 0a1b)
      #02 pc 00000000000d1c20  /data/app/~~x==/com.example.shop-y==/oat/arm64/base.odex (com.example.shop.Ink.draw+32)
"""


def test_a_tombstone():
    report = parse(TOMBSTONE, APP)
    assert (report.kind, report.language, report.signal) == ("native_crash", "cpp", "SIGABRT")
    assert (report.process, report.pid, report.thread) == ("com.example.shop", 8123, "RenderThread")
    assert [frame.index for frame in report.native_frames] == [0, 1, 2]
    second = report.native_frames[1]
    assert (second.function, second.offset, second.build_id) == (
        "ink::Brush::draw(int, char const*)",
        88,
        "0a1b",
    )
    assert second.library.endswith("base.apk!libink.so")
    assert [diagnostic.message for diagnostic in report.diagnostics] == [
        "Scudo ERROR: corrupted chunk header at address 0x2000"
    ]
    assert (report.exceptions, report.frame_count, report.culprit, report.others) == ((), 0, None, ())


def test_logcat_tells_it_twice():
    fatal = (
        "11-21 10:00:05.000  8123  8170 F libc    : Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 8170 "
        "(RenderThread), pid 8123 (m.example.shop)\n"
    )
    text = fatal + "\n".join(
        f"11-21 10:00:05.100  8190  8190 F DEBUG   : {line}" for line in TOMBSTONE.split("\n")
    )
    report = parse(text, APP)
    assert (report.pid, report.process, len(report.native_frames)) == (8123, "com.example.shop", 3)
    assert report.others == ()
    alone = parse(fatal, APP)
    assert (alone.kind, alone.signal, alone.pid, alone.thread) == (
        "native_crash",
        "SIGABRT",
        8123,
        "RenderThread",
    )


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("#00 pc 00000000  <unknown>", ("<unknown>", None, None, None)),
        ("#07 pc 000e1818  /system/lib/libart.so", ("/system/lib/libart.so", None, None, None)),
        ("#01 pc 0x1f2e4 libfoo.so (Foo::bar() + 12) (BuildId: ab)", ("libfoo.so", "Foo::bar()", 12, "ab")),
        ("#02 pc 0001f2e4  /dev/mem (deleted) (a.b.C.d)", ("/dev/mem", "a.b.C.d", None, None)),
        ("native: #03 pc 0001f2e4  /lib/x.so (f(std::g<h>)+1)", ("/lib/x.so", "f(std::g<h>)", 1, None)),
    ],
)
def test_backtrace_lines(line, parts):
    frame = read_native_frame(line)
    assert (frame.library, frame.function, frame.offset, frame.build_id) == parts


@pytest.mark.parametrize("line", ["#12 was fixed", "# a comment", "#1 pc", "fix #01 pc 0001f2e4 /x.so"])
def test_what_is_no_backtrace_line(line):
    assert read_native_frame(line) is None


def test_kotlin_native():
    report = parse(
        "Uncaught Kotlin exception: kotlin.IllegalStateException: no store\n"
        "    at 0   shop.kexe   0x104a5c1b0   kfun:kotlin.Throwable#<init>(kotlin.String?){} + 96\n"
        "    at 1   shop.kexe   0x104a56f84   kfun:com.example.shop.Store#open(kotlin.Int){}kotlin.Any + 120 "
        "(/Users/dev/shop/Store.kt:28:9)\n"
        "    at 2   shop.kexe   0x104a7a000   Konan_start + 100\n",
        APP,
    )
    assert (report.kind, report.language, len(report.native_frames)) == ("native_crash", "kotlin", 3)
    assert report.exceptions[0].type == "kotlin.IllegalStateException"
    culprit = report.culprit
    assert (culprit.class_name, culprit.method, culprit.file, culprit.line) == (
        "com.example.shop.Store", "open", "Store.kt", 28)  # fmt: skip
    assert report.frame_count == 0


def test_hotspot():
    report = parse(
        "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n"
        "#  SIGSEGV (0xb) at pc=0x00007f0a, pid=4121, tid=4122\n#\n# Problematic frame:\n# C  [libink.so+0x12]\n"
    )
    assert (report.kind, report.signal, report.pid) == ("native_crash", "SIGSEGV", 4121)


def test_two_tombstones():
    other = TOMBSTONE.replace("8123", "9000").replace("abort+164", "abort+9").replace("51a34", "51a35")
    report = parse(TOMBSTONE + "\n" + other, APP)
    assert (report.pid, [further.pid for further in report.others]) == (8123, [9000])


def test_a_tombstone_from_its_signal_on():
    report = parse(
        "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x19\nCause: null pointer dereference\n"
        "    x0  0000000000000019  x1  00000000714ed438\n"
    )
    assert (report.kind, report.signal) == ("native_crash", "SIGSEGV")
    assert report.diagnostics[0].message == "null pointer dereference"


def test_a_kotlin_exception_of_the_jvm_is_no_native_crash():
    report = parse("Fatal Exception: kotlin.KotlinNullPointerException\n       at a.b.Shop.buy(Shop.kt:3)\n")
    assert (report.kind, report.frame_count, report.native_frames) == ("jvm_exception", 1, ())


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("#0 0x55f8 in shop::Cart::total(int) /src/cart.cpp:42:13", ("shop::Cart::total(int)", None, "/src/cart.cpp", 42, None)),
        ("#1 0x7f21 in main (/app/lib/libx.so+0x1f2e4) (BuildId: ab12)", ("main", "/app/lib/libx.so", None, None, "1f2e4")),
        ("#2 0x7f21  (/app/lib/libx.so+0x1f2e4)", (None, "/app/lib/libx.so", None, None, "1f2e4")),
        ("#00 pc 0001f2e4  libx.so (f()+12) (cart.cpp:7)", ("f()", "libx.so", "cart.cpp", 7, None)),
    ],
)  # fmt: skip
def test_frames_with_their_source_or_offset(line, parts):
    frame = read_native_frame(line)
    assert (frame.function, frame.library, frame.file, frame.line, frame.image_offset) == parts


def test_the_source_lines_of_ndk_stack():
    place = " " * 42 + "shop::Cart::total(int)\n" + " " * 42 + "/src/cart.cpp:42:13\n"
    text = f"********** Crash dump: **********\n#00 0x0001f2e4 /lib/libx.so (f()+12)\n{place}#01 0x0001f2f4 /lib/libx.so\n"
    first, second = parse(text).native_frames
    assert (first.file, first.line, second.file) == ("/src/cart.cpp", 42, None)


def test_other_threads_and_build_ids_of_a_long_tombstone():
    registers = "    x0  0000000000000019  x1  00000000714ed438  x2  000000751128fd60\n" * 6000
    thread = "pid: 8123, tid: 9, name: Jit  >>> com.example.shop <<<\n    #00 pc 0001f2e4  /lib/libx.so\n    #01 pc 0001f2e5  /lib/libx.so\n"
    deep = "".join(f"    #{index} pc 0000{index}000  /lib/libx.so\n" for index in range(10, 60))
    head = TOMBSTONE.replace("backtrace:", "backtrace:\n") + deep
    images = "build id:\n    /lib/libx.so (BuildId: 5ff61ba5. FileSize: 79560.)\n"
    report = parse(f"{head}\n{registers}{images}{registers}--- --- ---\n{thread}", APP)
    assert len(report.native_frames) == 53
    assert report.native_frames[-1].build_id == "5ff61ba5"
    assert report.others == ()


def test_crash_services_write_around_backtraces():
    text = (
        "Signal 6(SIGABRT), Code -1(SI_QUEUE)\nabort message: 'no store'\n"
        "1 #00 pc 0004a230 /system/lib/libc.so (tgkill+12) [armeabi-v7a]\n"
        "2 #01 pc 001374df /data/app/com.example.shop/lib/arm/libink.so [armeabi-v7a]\n"
    )
    report = parse(text, APP)
    assert (report.signal, report.diagnostics[0].message) == ("SIGABRT", "no store")
    first, second = report.native_frames
    assert (first.function, second.library) == ("tgkill", "/data/app/com.example.shop/lib/arm/libink.so")


def test_frames_that_all_have_the_number_zero():
    frames = "".join(f"  #00  pc 00000000000{number}2fb4  /lib/libink.so\n" for number in range(1, 5))
    assert len(parse(f"backtrace:\n{frames}", APP).native_frames) == 4
