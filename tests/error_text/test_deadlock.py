"""Deadlocks of the JVM: the threads, who waits for whom, and the code of the app where they stand."""

import pytest

from rca.error_text import parse

DUMP = """Full thread dump OpenJDK 64-Bit Server VM (21.0.4+7 mixed mode, sharing):

"main" #1 [4711] prio=5 os_prio=0 cpu=71.20ms elapsed=9.90s tid=0x00007f88 nid=4711 in Object.wait()
   java.lang.Thread.State: WAITING (on object monitor)
	at java.lang.Thread.join(java.base@21.0.4/Thread.java:2079)
	at com.example.shop.MainKt.main(Main.kt:12)

"VM Thread" os_prio=0 cpu=3.62ms elapsed=9.95s tid=0x00007f9b nid=4712 runnable

JNI global refs: 14, weak refs: 0


"""
MONITORS = """Found one Java-level deadlock:
=============================
"orders":
  waiting to lock monitor 0x00007f60 (object 0x000000071a, a com.example.shop.Stock),
  which is held by "stock"

"stock":
  waiting to lock monitor 0x00007f61 (object 0x000000071c, a com.example.shop.Orders),
  which is held by "orders"

Java stack information for the threads listed above:
===================================================
"orders":
	at com.example.shop.Stock.reserve(Stock.kt:31)
	- waiting to lock <0x000000071a> (a com.example.shop.Stock)
	at com.example.shop.Orders.place(Orders.kt:18)
	- locked <0x000000071c> (a com.example.shop.Orders)
	at java.lang.Thread.run(java.base@21.0.4/Thread.java:1583)
"stock":
	at com.example.shop.Orders.cancel(Orders.kt:44)
	- waiting to lock <0x000000071c> (a com.example.shop.Orders)
	at com.example.shop.Stock.expire(Stock.kt:52)
	- locked <0x000000071a> (a com.example.shop.Stock)

Found 1 deadlock.
"""
LOCK = "(a java.util.concurrent.locks.ReentrantLock$NonfairSync)"
LOCKS = f"""Found one Java-level deadlock:
=============================
"audit":
  waiting for ownable synchronizer 0x000000071f, {LOCK},
  which is held by "orders"
"orders":
  waiting for ownable synchronizer 0x000000071a, {LOCK},
  which is held by "stock"
"stock":
  waiting for ownable synchronizer 0x000000071f, {LOCK},
  which is held by "orders"

Java stack information for the threads listed above:
===================================================
"audit":
	at jdk.internal.misc.Unsafe.park(java.base@17.0.9/Native Method)
	- parking to wait for  <0x000000071f> {LOCK}
	at java.util.concurrent.locks.ReentrantLock.lock(java.base@17.0.9/ReentrantLock.java:322)
	at com.example.shop.Audit.write(Audit.kt:9)
"orders":
	at jdk.internal.misc.Unsafe.park(java.base@17.0.9/Native Method)
	- parking to wait for  <0x000000071a> {LOCK}
	at java.util.concurrent.locks.LockSupport.park(java.base@17.0.9/LockSupport.java:211)
	at java.util.concurrent.locks.ReentrantLock.lock(java.base@17.0.9/ReentrantLock.java:322)
	at com.example.shop.Stock.reserve(Stock.kt:31)
"stock":
	at jdk.internal.misc.Unsafe.park(java.base@17.0.9/Native Method)
	- parking to wait for  <0x000000071f> {LOCK}
	at java.util.concurrent.locks.ReentrantLock.lock(java.base@17.0.9/ReentrantLock.java:322)
	at com.example.shop.Orders.cancel(Orders.kt:44)

Found 1 deadlock.
"""
APP = ("com.example.shop",)


@pytest.mark.parametrize("packages", [(), APP], ids=["no packages", "packages"])
@pytest.mark.parametrize("above", ["", DUMP], ids=["the section", "the whole dump"])
def test_monitors(above, packages):
    report = parse(above + MONITORS, packages)
    orders, stock = report.exceptions
    assert (report.kind, report.thread, report.others) == ("anr", "orders", ())
    assert (orders.type, orders.relation, stock.type, stock.relation) == (
        *("Deadlock", "primary"),
        *("Deadlock", "cause"),
    )
    assert orders.message == (
        '"orders" waiting to lock monitor 0x00007f60 (object 0x000000071a, a com.example.shop.Stock), '
        'which is held by "stock"'
    )
    assert [frame.line for frame in orders.frames] == [31, 18, 1583]
    assert [frame.line for frame in stock.frames] == [44, 52]
    assert (report.culprit.text, report.frame_count) == ("at com.example.shop.Stock.reserve(Stock.kt:31)", 5)


def test_locks_and_a_thread_that_waits_outside_of_the_circle():
    report = parse(LOCKS, APP)
    assert [exception.message.split()[0] for exception in report.exceptions] == [
        '"orders"',
        '"stock"',
        '"audit"',
    ]
    assert report.exceptions[0].message == (
        f'"orders" waiting for ownable synchronizer 0x000000071a, {LOCK}, which is held by "stock"'
    )
    assert report.culprit.text == "at com.example.shop.Stock.reserve(Stock.kt:31)"


def test_two_deadlocks_are_two_errors():
    report = parse(MONITORS + "\n" + LOCKS, APP)
    assert len(report.exceptions) == 2
    assert [len(other.exceptions) for other in report.others] == [3]


def test_a_section_cut_before_its_stacks_says_so_and_leaves_the_dump_what_it_shows():
    cut = MONITORS.partition("Java stack information")[0]
    report = parse(DUMP + cut, APP)
    assert (report.exceptions[0].type, report.truncated, report.culprit) == ("Deadlock", True, None)
    assert [other.culprit.line for other in report.others] == [12]
