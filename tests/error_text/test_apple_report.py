"""Apple's crash reports as text: the crashed thread wherever it stands, the last exception, the libraries."""

from rca.error_text import parse

HEAD = """Incident Identifier: 5C32DF84-31A0-43E7-87D0-239F7F594940
Hardware Model:      iPhone14,2
Process:             Shop App [4902]
Identifier:          com.example.shop
Parent Process:      launchd [1]

Date/Time:           2026-01-09 12:44:22.075 +0000
OS Version:          iPhone OS 17.1 (21B74)

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010
"""
THREADS = """Thread 0:
0   libsystem_kernel.dylib        \t0x00000001b3d8a000 mach_msg_trap + 8
1   CoreFoundation                \t0x00000001b3e60000 __CFRunLoopRun + 1212

Thread 1 name:  Renderer
Thread 1:
0   Shop App                      \t0x0000000102268e70 0x10211c000 + 1363568
1   shared                        \t0x0000000103001234 kfun:com.example.shop.Cart#total(){}kotlin.Int + 52 (Cart.kt:28)
2   libsystem_pthread.dylib       \t0x00000001b3c98000 _pthread_start + 4

Thread 1 crashed with ARM Thread State (64-bit):
    x0: 0x0000000000000000

Binary Images:
       0x10211c000 -        0x1024b3fff Shop App arm64  <debeff4e26534f38e59bc9de7b8daade> /var/Shop App.app/Shop App
       0x103000000 -        0x1030fffff shared arm64  <0e89aabbddd33bfd90e2f2da54d3da23> /var/Shop App.app/shared
"""


def test_the_thread_that_the_head_names():
    report = parse(f"{HEAD}Triggered by Thread:  1\n\n{THREADS}", ("com.example.shop",))
    assert (report.kind, report.language, report.signal) == ("native_crash", "kotlin", "SIGSEGV")
    assert (report.process, report.pid, report.thread) == ("Shop App", 4902, "Renderer")
    first, second, _third = report.native_frames
    assert (first.library, first.function, first.image_offset) == ("Shop App", None, "14ce70")
    assert first.build_id == "debeff4e26534f38e59bc9de7b8daade"
    assert (second.file, second.line, second.image_offset) == ("Cart.kt", 28, "1234")
    assert [one.message for one in report.diagnostics] == ["KERN_INVALID_ADDRESS at 0x0000000000000010"]


def test_a_crashed_thread_far_behind():
    others = "".join(
        f"Thread {number}:\n" + "0   libdispatch.dylib   \t0x00000001b3d8a000 start_wqthread + 8\n" * 60
        for number in range(2, 12)
    )
    crashed = "Thread 12 Crashed:\n0   Shop App    \t0x0000000102268e70 0x10211c000 + 1363568\n"
    report = parse(f"{HEAD}Crashed Thread:  12\n\n{others}{crashed}")
    assert [frame.library for frame in report.native_frames] == ["Shop App"]


def test_the_last_exception_tells_more_than_the_thread():
    exception = (
        "Last Exception Backtrace:\n"
        "0   CoreFoundation   \t0x00000001b3e60000 __exceptionPreprocess + 164\n"
        "1   Shop App         \t0x0000000102268e70 0x10211c000 + 1363568\n\n"
    )
    crashed = "Thread 0 Crashed:\n0   libsystem_kernel.dylib  \t0x00000001b3d8a000 __pthread_kill + 8\n"
    report = parse(HEAD + exception + crashed)
    assert [frame.library for frame in report.native_frames] == ["CoreFoundation", "Shop App"]


def test_a_last_exception_of_addresses_alone():
    text = f"{HEAD}Last Exception Backtrace:\n(0x1b3e60000 0x102268e70 0x103001234)\n\n{THREADS}"
    frames = parse(text).native_frames
    assert [frame.pc for frame in frames] == ["1b3e60000", "102268e70", "103001234"]
    assert [frame.image_offset for frame in frames] == [None, "14ce70", "1234"]


def test_what_the_application_said():
    said = "Application Specific Information:\nUncaught exception: no store\n\nThread 0 Crashed:\n"
    report = parse(HEAD.replace("Exception Subtype", "Other") + said)
    assert [one.message for one in report.diagnostics] == ["Uncaught exception: no store"]


def test_kotlin_native_addresses_without_names():
    text = (
        "Uncaught Kotlin exception: kotlin.IllegalStateException: no store\n"
        "    at 0   shop.kexe   0x104a5c1b0   0x0 + 4372939184\n"
        "    at 1   shop.kexe   0x104a56f84   0x104a00000 + 356228\n"
    )
    first, second = parse(text).native_frames
    assert (first.function, first.image_offset) == (None, None)
    assert (second.function, second.image_offset) == (None, "56f84")


def test_null_addresses_and_comments_of_other_reporters():
    text = f"{HEAD}Triggered by thread: 0\n\nThread 0 Crashed:\n"
    text += "0   ???             000000000000000000 0 + 0\n"
    text += "1   libsystem_c.dylib             \t0x00000001aa14eb74 0x1aa0d8000 + 486260     \t// abort\n"
    first, second = parse(text).native_frames
    assert (first.function, first.image_offset) == (None, None)
    assert (second.function, second.image_offset) == ("abort", "76b74")
