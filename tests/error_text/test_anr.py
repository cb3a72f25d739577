"""ANR reports and thread dumps: who hangs, and who holds what it waits for."""

from rca.error_text import parse

APP = ("com.example.shop",)

TRACES = """----- pid 8123 at 2026-11-21 10:00:05 -----
Cmd line: com.example.shop
Build fingerprint: 'google/panther/panther:14/UP1A/1:user/release-keys'
DALVIK THREADS (3):
"Signal Catcher" daemon prio=10 tid=6 Runnable
  | group="system" sCount=0 dsCount=0
  native: #00 pc 00000000003c2b9c  /apex/com.android.art/lib64/libart.so (art::DumpNativeStack+100)
  (no managed stack frames)

"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x72ec1858 self=0xaee44000
  | state=S schedstat=( 0 0 0 ) utm=20 stm=78 core=0 HZ=100
  #00 pc 0000000000049974  /system/lib/libc.so (syscall+20)
  at com.example.shop.db.Store.read(Store.kt:44)
  - waiting to lock <0x0734e62f> (a java.lang.Object) held by thread 12
  at com.example.shop.Home.onResume(Home.kt:20)
  at android.os.Looper.loop(Looper.java:227)

"writer" prio=5 tid=12 Waiting
  at java.lang.Object.wait(Native method)
  - waiting on <0x0ca0760f> (a java.lang.Object)
  at com.example.shop.db.Store.write(Store.kt:91)
  - locked <0x0734e62f> (a java.lang.Object)
  at java.lang.Thread.run(Thread.java:920)

----- end 8123 -----
"""


def test_a_traces_file_follows_the_lock_to_its_holder():
    report = parse(TRACES, APP)
    assert (report.kind, report.process, report.pid, report.thread) == (
        "anr",
        "com.example.shop",
        8123,
        "main",
    )
    main, holder = report.exceptions
    assert [frame.line for frame in main.frames] == [44, 20, 227]
    assert (holder.relation, holder.message) == ("cause", '"writer" prio=5 tid=12 Waiting')
    assert report.culprit.line == 44
    assert report.frame_count == 6
    assert [frame.function for frame in report.native_frames] == ["syscall"]
    assert (report.language, report.others) == ("kotlin", ())


def test_the_holder_is_the_culprit_where_the_main_thread_has_no_code_of_the_app():
    elsewhere = TRACES.replace("com.example.shop.db.Store.write", "com.example.shop.sync.Store.write")
    report = parse(elsewhere, ("com.example.shop.sync",))
    main, holder = report.exceptions
    assert {frame.origin for frame in main.frames}.isdisjoint({"app"})
    assert report.culprit.line == 91
    assert report.culprit in holder.frames


def test_a_dump_whose_head_was_cut_off():
    report = parse(
        "at com.example.shop.Job.work(Job.kt:8)\nat java.lang.Thread.run(Thread.java:920)\n\n"
        '"Signal Catcher" prio=5 tid=5 Runnable\n  (no managed stack frames)\n',
        APP,
    )
    assert (report.kind, report.frame_count, report.thread, report.others) == ("anr", 2, None, ())
    assert report.culprit.line == 8


def test_a_dump_that_ends_inside_a_frame_is_cut():
    report = parse(
        '"main" prio=5 tid=1 Waiting\n  at java.lang.Object.wait (Native method)\n  at android.app.Que (Que',
        APP,
    )
    assert (report.kind, report.frame_count, report.truncated) == ("anr", 1, True)


def test_two_threads_that_wait_for_each_other():
    both = TRACES.replace(
        "- waiting on <0x0ca0760f> (a java.lang.Object)", "- waiting to lock <0x01> (a X) held by thread 1"
    )
    assert len(parse(both, APP).exceptions) == 2


def test_a_main_thread_that_waits_for_nobody():
    report = parse(
        '"main" tid=1 Native\n'
        "  #00  pc 0x000000000009ed30  /apex/com.android.runtime/lib64/bionic/libc.so (__epoll_pwait+16)\n"
        "  at android.os.MessageQueue.nativePollOnce (Native method)\n"
        "  at android.os.MessageQueue.next (MessageQueue.java:335)\n"
        '"worker" tid=9 Waiting\n'
        "  at com.example.shop.Job.run (Job.kt:3)",
        APP,
    )
    assert (report.kind, report.culprit, report.frame_count) == ("anr", None, 3)
    assert len(report.exceptions) == 1


def test_logcat_tells_the_reason():
    lines = [
        "ANR in com.example.shop (com.example.shop/.HomeActivity)",
        "PID: 8123",
        "Reason: Input dispatching timed out (Waiting to send non-key event)",
        "Parent: com.example.shop/.HomeActivity",
        "Load: 12.3 / 8.9 / 4.1",
        "CPU usage from 0ms to 5000ms later:",
        "  93% 8123/com.example.shop: 90% user + 3% kernel",
    ]
    text = "\n".join(f"11-21 10:00:05.000  1500  1623 E ActivityManager: {line}" for line in lines)
    report = parse(text, APP)
    assert (report.kind, report.process, report.pid) == ("anr", "com.example.shop", 8123)
    assert report.exceptions[0].message.startswith("Input dispatching timed out")
    assert report.frame_count == 0


def test_a_deadlock_of_the_jvm_by_its_lock():
    report = parse(
        '"main" #1 prio=5 os_prio=0 cpu=70ms tid=0x00007f1 nid=0x1 waiting for monitor entry [0x1]\n'
        "   java.lang.Thread.State: BLOCKED (on object monitor)\n"
        "\tat com.example.shop.A.a(A.kt:1)\n"
        "\t- waiting to lock <0x00000007> (a java.lang.Object)\n"
        "\n"
        '"other" #12 daemon prio=5 os_prio=0 tid=0x00007f2 nid=0x2 runnable [0x2]\n'
        "\tat com.example.shop.B.b(B.kt:2)\n"
        "\t- locked <0x00000007> (a java.lang.Object)\n",
        APP,
    )
    assert (report.kind, report.culprit.line) == ("anr", 1)
    assert report.exceptions[1].frames[0].line == 2


def test_a_crash_outranks_a_hang():
    crash = "FATAL EXCEPTION: main\nProcess: com.example.shop, PID: 9\njava.lang.Error: x\n\tat a.b.C.d(C.java:1)\n"
    report = parse(TRACES + "\n" + crash, APP)
    assert (report.kind, [other.kind for other in report.others]) == ("jvm_exception", ["anr"])
