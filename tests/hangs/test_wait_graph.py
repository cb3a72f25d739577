"""The wait-for graph of small dumps: what is stated, what is likely, and what stays unknown."""

import pytest

from evaluation.hangs.hang_score import FOLDER
from rca.analysis.rendering.wait_graph_lines import wait_graph_markdown
from rca.hangs.find_wait_graph import find_wait_graph
from rca.hangs.hang_code import NoCode

HEAD = "Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode, sharing):\n\n"


def thread(name, state, *lines):
    header = f'"{name}" #12 prio=5 os_prio=0 tid=0x00007f01 nid=0x1 waiting on condition'
    return "\n".join(
        (header, f"   java.lang.Thread.State: {state}", *(f"\t{line}" for line in lines), "", "")
    )


def graph_of(*threads):
    return find_wait_graph(HEAD + "".join(threads), ("shop",), NoCode())


def edge(graph, name):
    (found,) = [one for one in graph.edges if one.waiter == f"thread {name}"]
    return found


WAITS_IN_WAIT = thread(
    "consumer",
    "WAITING (on object monitor)",
    "at java.lang.Object.wait(Native Method)",
    "- waiting on <0x0000000a> (a shop.Queue)",
    "at shop.Queue.take(Queue.java:9)",
    "- locked <0x0000000a> (a shop.Queue)",
)
BLOCKED = thread(
    "producer",
    "BLOCKED (on object monitor)",
    "at shop.Queue.put(Queue.java:15)",
    "- waiting to lock <0x0000000a> (a shop.Queue)",
)
LOCK = "a java.util.concurrent.locks.ReentrantLock$NonfairSync"
PARKED = thread(
    "main",
    "WAITING (parking)",
    "at jdk.internal.misc.Unsafe.park(java.base@17.0.9/Native Method)",
    f"- parking to wait for  <0x0000000c> ({LOCK})",
    "at java.util.concurrent.locks.LockSupport.park(java.base@17.0.9/LockSupport.java:211)",
    "at java.util.concurrent.locks.ReentrantLock.lock(java.base@17.0.9/ReentrantLock.java:322)",
    "at shop.Cart.add(Cart.java:20)",
)


def test_a_monitor_is_not_held_while_its_thread_waits_on_it():
    found = edge(graph_of(WAITS_IN_WAIT, BLOCKED), "producer")
    assert found.holder is None
    assert found.certainty == "unknown"


def test_the_holder_of_a_lock_is_unknown_without_the_list_of_owned_locks():
    found = edge(graph_of(PARKED), "main")
    assert (found.holder, found.certainty) == (None, "unknown")
    assert "does not list who holds it" in found.evidence


def test_the_list_of_owned_locks_names_the_holder():
    owner = thread(
        "saver",
        "TIMED_WAITING (sleeping)",
        "at java.lang.Thread.sleep(Native Method)",
        "at shop.Cart.save(Cart.java:31)",
        "",
        "   Locked ownable synchronizers:",
        f"- <0x0000000c> ({LOCK})",
    )
    graph = graph_of(PARKED, owner)
    assert edge(graph, "main").holder == "thread saver"
    assert graph.main_chain == ("thread main", "thread saver")
    assert not graph.cycles


def test_a_wait_that_ends_by_itself_is_in_no_cycle():
    waits = thread(
        "pool-1-thread-1",
        "TIMED_WAITING (parking)",
        "at jdk.internal.misc.Unsafe.park(Native Method)",
        "- parking to wait for  <0x0000000f> (a java.util.concurrent.FutureTask)",
        "at java.util.concurrent.FutureTask.awaitDone(FutureTask.java:444)",
        "at java.util.concurrent.FutureTask.get(FutureTask.java:203)",
        "at shop.Cart.total(Cart.java:44)",
        "at java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)",
        "at java.util.concurrent.ThreadPoolExecutor$Worker.run(ThreadPoolExecutor.java:635)",
    )
    graph = graph_of(waits)
    assert edge(graph, "pool-1-thread-1").timed
    assert not graph.cycles
    forever = graph_of(waits.replace("TIMED_WAITING", "WAITING"))
    assert [cycle.certainty for cycle in forever.cycles] == ["likely"]


def test_threads_of_one_name_are_told_apart():
    graph = graph_of(
        thread(
            "worker",
            "BLOCKED",
            "at a.B.c(B.java:1)",
            "- waiting to lock <0x01> (a a.B)",
            "- locked <0x02> (a a.C)",
        ),
        thread(
            "worker",
            "BLOCKED",
            "at a.C.d(C.java:2)",
            "- waiting to lock <0x02> (a a.C)",
            "- locked <0x01> (a a.B)",
        ),
    )
    (cycle,) = graph.cycles
    assert cycle.nodes == ("thread worker", "thread worker (2)")
    assert cycle.certainty == "stated"


def test_the_dump_with_a_cycle_is_taken_of_several():
    two = (FOLDER / "dumps" / "two-monitors-jstack.txt").read_text()
    idle = (FOLDER / "dumps" / "idle-pools-jstack.txt").read_text()
    graph = find_wait_graph(f"{idle}\n{two}", (), NoCode())
    assert len(graph.cycles) == 1
    assert graph.notes == ("The text holds 2 dumps; this is number 2.",)


def test_any_other_text_has_no_graph():
    assert find_wait_graph("java.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)", (), NoCode()) is None


def test_a_binder_call_waits_for_another_process():
    text = (FOLDER / "dumps" / "anr-lock-behind-binder.txt").read_text()
    graph = find_wait_graph(text, ("com.example",), NoCode())
    assert graph.nodes[-1].kind == "process"
    assert "IAccountManager.getPassword" in graph.main_statement


def test_the_lines_say_who_waits_where_and_why():
    text = (FOLDER / "dumps" / "bystanders-jstack.txt").read_text()
    shown = wait_graph_markdown(find_wait_graph(text, ("demo",), NoCode()), 1)
    assert '"flusher" ──the monitor of Object──▶ "evictor" ──the monitor of Object──▶ "flusher"' in shown
    assert 'Main thread: "main" waits for' in shown
    assert "- 2 more waits" in shown


def test_the_lines_are_absent_where_nobody_waits():
    text = (FOLDER / "dumps" / "idle-pools-jstack.txt").read_text()
    graph = find_wait_graph(text, (), NoCode())
    assert graph.summary.startswith("No thread or coroutine")
    assert not wait_graph_markdown(graph, 6)


SECTION = """Found one Java-level deadlock:
=============================
"picker":
  waiting to lock monitor 0x00007f10 (object 0x000000a1, a shop.Shelf),
  which is held by "packer"
"packer":
  waiting for ownable synchronizer 0x000000b2, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),
  which is held by "picker"
"clerk":
  waiting to lock monitor 0x00007f10 (object 0x000000a1, a shop.Shelf),
  which is held by "packer"
"""
OF_AGENT = """Found one Java-level deadlock:
=============================

"picker":
  waiting to lock Monitor@0x00007f10 (Object@0x000000a1, a shop/Shelf),
  which is held by "packer"
"packer":
  waiting to lock Monitor@0x00007f20 (Object@0x000000b2, a shop/Cart),
  which is held by "picker"
"""


CUT = f"""{SECTION}
Java stack information for the threads listed above:
===================================================
"picker":
        at jdk.internal.misc.Unsafe.park(java.base@21.0.2/Native Method)
        - parking to wait for  <0x000000a1> (a java.util.concurrent.locks.Reentrant"""


@pytest.mark.parametrize(
    "text", [CUT, SECTION, OF_AGENT, SECTION.replace("Found", "# Found").replace("=" * 29, "")]
)
def test_a_section_on_deadlocks_is_read_without_whole_stacks(text):
    graph = find_wait_graph(text, ("shop",), NoCode())
    (cycle,) = graph.cycles
    assert set(cycle.nodes) == {"thread picker", "thread packer"}
    assert cycle.certainty == "stated"
    assert "`Shelf` <0x000000a1>" in cycle.statement


def test_threads_outside_of_the_cycle_of_a_section_wait_for_it():
    found = edge(find_wait_graph(SECTION, ("shop",), NoCode()), "clerk")
    assert found.holder == "thread packer"


def test_a_thread_whose_owner_stands_in_its_header_has_its_own_name():
    text = "\n".join(
        f'"{name}" tid={number} owned by "{other}" tid=0x15\n   java.lang.Thread.State: BLOCKED\n'
        f"\tat shop.Cart.{name}(Cart.java:9)\n\t- waiting to lock <{wanted}> (a shop.Cart)\n"
        f"\t- locked <{held}> (a shop.Cart)\n"
        for name, number, other, wanted, held in (
            ("pick", "0x16", "pack", "0xa1", "0xb2"),
            ("pack", "0x15", "pick", "0xb2", "0xa1"),
        )
    )
    (cycle,) = find_wait_graph(text, ("shop",), NoCode()).cycles
    assert set(cycle.nodes) == {"thread pick", "thread pack"}


RW = "a java.util.concurrent.locks.ReentrantReadWriteLock$FairSync"


def waiting_for(name, kind, line):
    return thread(
        name,
        "WAITING (parking)",
        "at jdk.internal.misc.Unsafe.park(java.base@17.0.9/Native Method)",
        f"- parking to wait for  <0x0000000d> ({RW})",
        f"at java.util.concurrent.locks.ReentrantReadWriteLock${kind}.lock(java.base@17.0.9/R.java:1)",
        f"at shop.Prices.{name}(Prices.java:{line})",
    )


def test_a_reader_waits_for_a_queued_writer_only_if_it_is_known_for_what_that_waits():
    found = edge(
        graph_of(waiting_for("reader", "ReadLock", 3), waiting_for("writer", "WriteLock", 9)), "reader"
    )
    assert found.holder is None
