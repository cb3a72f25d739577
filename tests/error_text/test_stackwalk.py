"""Stack walks of Breakpad minidumps, as text for people and for programs."""

from rca.error_text import parse

WALK = """Operating system: Android
                  0.0.0 Linux 5.10.101 aarch64
CPU: arm64
     8 CPUs

Crash reason:  SIGSEGV /SEGV_MAPERR
Crash address: 0x0
Process uptime: not available

Thread 3 'Renderer' (crashed)
 0  libcart.so + 0x1210
     x0 = 0x0000000000000000    x1 = 0x0000000000000000
     pc = 0x0000007b00001210
    Found by: given as instruction pointer in context
 1  libcart.so!shop::Cart::checked(int) [cart.cpp : 17 + 0x4]
     sp = 0x0000007fe2ba6120    pc = 0x0000007b00001772
    Found by: call frame info
 2  App Core!-[Cart total:] + 0x1c
     sp = 0x0000007fe2ba6140    pc = 0x0000007c0000001c
    Found by: previous frame's frame pointer
 3  0x7d00000000
    Found by: stack scanning

Thread 4
 0  libc.so + 0x99
    Found by: given as instruction pointer in context

Loaded modules:
0x7b00000000 - 0x7b0000ffff  libcart.so  ???  (WARNING: No symbols, libcart.so, FF4654BD660A920DB8EDE4156A4FCF630)
0x7c00000000 - 0x7c0000ffff  App Core  ???
"""

MACHINE = """OS|Android|0.0.0
CPU|arm64||8
Crash|SIGABRT|0x0|1
Module|libcart.so||libcart.so|FF4654BD660A920DB8EDE4156A4FCF630|0x7b00000000|0x7b0000ffff|0

0|0|libc.so||||0x99
1|0|libcart.so||||0x1210
1|1|libcart.so|shop::Cart::checked|/src/cart.cpp|17|0x4
1|2|||||0x7c00000000
"""


def parts(frame):
    return (
        frame.index,
        frame.library,
        frame.function,
        frame.offset,
        frame.image_offset,
        frame.file,
        frame.line,
    )


def test_a_walk_for_people():
    report = parse(WALK)
    assert (report.kind, report.language, report.signal, report.thread) == (
        "native_crash",
        "cpp",
        "SIGSEGV",
        "Renderer",
    )
    assert [parts(frame) for frame in report.native_frames] == [
        (0, "libcart.so", None, None, "1210", None, None),
        (1, "libcart.so", "shop::Cart::checked(int)", None, "1772", "cart.cpp", 17),
        (2, "App Core", "-[Cart total:]", 28, "1c", None, None),
        (3, None, None, None, None, None, None),
    ]
    first, *_, last = report.native_frames
    assert first.build_id == "FF4654BD660A920DB8EDE4156A4FCF630"
    assert (first.pc, last.pc) == ("0000007b00001210", "7d00000000")
    assert [one.message for one in report.diagnostics] == ["SIGSEGV /SEGV_MAPERR"]
    assert report.others == ()


def test_the_address_in_the_registers_counts():
    # Some walkers print the offset of the call, one byte before the address behind it.
    report = parse(WALK.replace("libcart.so + 0x1210", "libcart.so + 0x120f"))
    assert report.native_frames[0].image_offset == "1210"


def test_a_walk_for_programs():
    report = parse(MACHINE)
    assert (report.kind, report.signal, report.thread) == ("native_crash", "SIGABRT", "1")
    assert [parts(frame) for frame in report.native_frames] == [
        (0, "libcart.so", None, None, "1210", None, None),
        (1, "libcart.so", "shop::Cart::checked", None, None, "/src/cart.cpp", 17),
        (2, None, None, None, None, None, None),
    ]
    assert report.native_frames[1].build_id == "FF4654BD660A920DB8EDE4156A4FCF630"


def test_inlined_functions_of_a_walk():
    inlined = " 0  libcart.so!shop::line_total [cart.h : 4]\n    Found by: inlining\n"
    report = parse(WALK.replace(" 0  libcart.so + 0x1210\n", inlined + " 1  libcart.so + 0x1210\n", 1))
    first = report.native_frames[0]
    assert (first.function, first.file, first.line, first.inlined) == ("shop::line_total", "cart.h", 4, True)


def test_what_is_no_walk():
    assert parse("Found by: a colleague\n1  thing + 0x12\n").kind == "unknown"
