"""Dumps in the forms of other tools, and as people shorten them: the cycle is named from each."""

import pytest

from rca.error_text.error_parser import parse
from rca.hangs.find_wait_graph import find_wait_graph
from rca.hangs.hang_code import NoCode

DEBUGGER = """
"cart@512" prio=5 tid=0x1a nid=NA waiting for monitor entry
  java.lang.Thread.State: BLOCKED
\t blocks stock@513
\t waiting for stock@513 to release lock on <0x201> (a shop.Stock)
\t  at shop.Cart.add(Cart.java:12)
\t  - locked <0x200> (a shop.Cart)
\t  at java.lang.Thread.run(Thread.java:840)

"stock@513" prio=5 tid=0x1b nid=NA waiting for monitor entry
  java.lang.Thread.State: BLOCKED
\t waiting for cart@512 to release lock on <0x200> (a shop.Cart)
\t  at shop.Stock.take(Stock.java:21)
\t  - locked <0x201> (a shop.Stock)
"""
DEBUGGER_ALONE = DEBUGGER.partition('"stock@513" prio')[0]
IN_A_COMMENT = "/**\n" + "\n".join(f" * {line}" for line in DEBUGGER.split("\n")) + "\n */\nclass Cart\n"
IDE_DUMP = """
"cart" prio=0 tid=0x0 nid=0x0 blocked
     java.lang.Thread.State: BLOCKED
 on shop.Stock@7e19b304 owned by "stock" Id=25
\tat shop.Cart.add(Cart.java:12)

"stock" prio=0 tid=0x0 nid=0x0 waiting on condition
     java.lang.Thread.State: WAITING
 on java.util.concurrent.locks.ReentrantLock$NonfairSync@1f6b owned by "cart" Id=24
\tat java.base@21/jdk.internal.misc.Unsafe.park(Native Method)
\tat java.base@21/java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)
\tat shop.Stock.take(Stock.java:21)
"""
THREAD_INFO = """
"cart" prio=5 Id=24 BLOCKED on shop.Stock@7e19b304 owned by "stock" Id=25
\tat shop.Cart.add(Cart.java:12)
\t-  blocked on shop.Stock@7e19b304
\t-  locked shop.Cart@1f6b
\tat java.base@21/java.lang.Thread.run(Thread.java:1583)

"stock" daemon prio=5 Id=25 BLOCKED on shop.Cart@1f6b owned by "cart" Id=24
\tat shop.Stock.take(Stock.java:21)
\t-  blocked on shop.Cart@1f6b
\t-  locked shop.Stock@7e19b304
"""
ONE_LINE_EACH = """
"cart"  ... BLOCKED on shop.Stock@7e19b304 owned by "stock"
"stock" ... BLOCKED on shop.Cart@1f6b owned by "cart"
"""
VISUALVM = """
"cart" - Thread t@24
   java.lang.Thread.State: BLOCKED
\tat shop.Cart.add(Cart.java:12)
\t- waiting to lock <7e19b304> (a shop.Stock) owned by "stock" t@25
\t- locked <1f6b> (a shop.Cart)

"stock" - Thread t@25
   java.lang.Thread.State: BLOCKED
\tat shop.Stock.take(Stock.java:21)
\t- waiting to lock <1f6b> (a shop.Cart) owned by "cart" t@24
\t- locked <7e19b304> (a shop.Stock)
"""
SHORTENED = """
"cart" BLOCKED
  waiting to lock <0x0a> (a shop.Stock)
  locked <0x0b> (a shop.Cart)

"stock" BLOCKED
  waiting to lock <0x0b> (a shop.Cart)
  locked <0x0a> (a shop.Stock)
"""
ANR_SHORTENED = """
"cart" tid=1 BLOCKED
  waiting to lock <0x0a> held by tid=8

"stock" tid=8 BLOCKED
  waiting to lock <0x0b> held by tid=1
"""
JAVACORE_DEADLOCK = """
1LKDEADLOCK    Deadlock detected !!!
NULL           ---------------------
NULL
2LKDEADLOCKTHR  Thread "cart" (0x00007F5E8435BD00)
3LKDEADLOCKWTR    is waiting for:
4LKDEADLOCKMON      sys_mon_t:0x00007F5E24013F10 infl_mon_t: 0x00007F5E24013F88:
4LKDEADLOCKOBJ      shop/Stock@0x00007F5E5E18E3D8
3LKDEADLOCKOWN    which is owned by:
2LKDEADLOCKTHR  Thread "stock" (0x00007F5E84362100)
3LKDEADLOCKWTR    which is waiting for:
4LKDEADLOCKOBJ      shop/Cart@0x00007F5E7E1464F0
3LKDEADLOCKOWN    which is owned by:
2LKDEADLOCKTHR  Thread "cart" (0x00007F5E8435BD00)
"""
JAVACORE_THREADS = """
3XMTHREADINFO      "cart" J9VMThread:0x00000000015EEE00, omrthread_t:0x00007FEF, java/lang/Thread:0x0000, state:B, prio=5
3XMJAVALTHREAD            (java/lang/Thread getId:0x15, isDaemon:false)
3XMTHREADBLOCK     Blocked on: shop/Stock@0x00000000FFFC1EF0 Owned by: "stock" (J9VMThread:0x02, java/lang/Thread:0x03)
3XMTHREADINFO3           Java callstack:
4XESTACKTRACE                at shop/Cart.add(Cart.java:12)
5XESTACKTRACE                   (entered lock: shop/Cart@0x00000000FFFC1EE0, entry count: 1)

3XMTHREADINFO      "stock" J9VMThread:0x00000000015EEF00, omrthread_t:0x00007FEF, java/lang/Thread:0x0000, state:B, prio=5
3XMTHREADBLOCK     Blocked on: shop/Cart@0x00000000FFFC1EE0 Owned by: "cart" (J9VMThread:0x01, java/lang/Thread:0x04)
4XESTACKTRACE                at shop/Stock.take(Stock.java:21)
"""
JAVACORE_CLASSES = """
3XMTHREADINFO      "cart" J9VMThread:0x0000000001, omrthread_t:0x00007FEF, java/lang/Thread:0x0000, state:CW, prio=5
3XMTHREADBLOCK     Waiting on: java/lang/J9VMInternals$ClassInitializationLock@0x00F1 Owned by: <unowned> Initializing thread: "stock"
4XESTACKTRACE                at shop/Cart.<clinit>(Cart.java:3)

3XMTHREADINFO      "stock" J9VMThread:0x0000000002, omrthread_t:0x00007FEF, java/lang/Thread:0x0000, state:CW, prio=5
3XMTHREADBLOCK     Waiting on: java/lang/J9VMInternals$ClassInitializationLock@0x00F2 Owned by: <unowned> Initializing thread: "cart"
4XESTACKTRACE                at shop/Stock.<clinit>(Stock.java:3)
"""
SENTENCES = """
Java-level deadlock has been detected

Deadlock:

cart is waiting to lock shop.Stock@1caee107 which is held by stock
stock is waiting to lock shop.Cart@1d37a147 which is held by cart
"""
SERVER_SENTENCES = """
<Critical> <BEA-000394> <DEADLOCK DETECTED:
==================
[deadlocked thread] cart:
----------------------
Thread 'cart' is waiting to acquire lock 'shop.Stock@1ed1e33' that is held by thread 'stock'
Stack trace:
[deadlocked thread] stock:
Thread 'stock' is waiting to acquire lock 'shop.Cart@1e90f0c' that is held by thread 'cart'
"""
SECTION_SHORTENED = """
Found one Java-level deadlock:
cart: waiting to lock <0x000...> (held by stock)
stock: waiting to lock <0x000...> (held by cart)
"""
SECTION_MONITOR_ENTRY = """
Found one Java-level deadlock:
"cart":
  waiting for monitor entry to 0x00000000c5c5c5c0
  which is held by "stock"
"stock":
  waiting for monitor entry to 0x00000000c5c5c5d0
  which is held by "cart"
"""
SECTION = """
Found one Java-level deadlock:
=============================
"cart":
  waiting for ownable synchronizer 0x000000076b, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),
  which is held by "stock"
"stock":
  waiting to lock monitor 0x00007f8b (object 0x000000076c, a shop.Cart),
  which is held by "cart"
"""
STACKS = """
Java stack information for the threads listed above:
===================================================
"cart":
\tat shop.Cart.add(Cart.java:12)
\t- waiting to lock <0x0a> (a shop.Stock)
\t- locked <0x0b> (a shop.Cart)
"stock":
\tat shop.Stock.take(Stock.java:21)
\t- waiting to lock <0x0b> (a shop.Cart)
\t- locked <0x0a> (a shop.Stock)

Found 1 deadlock.
"""
OWNER_BELOW = """
"cart" id=24 (0x18) state=BLOCKED cpu=86%
    - waiting to lock <0x7e3b640a> (a shop.Stock)
      owned by "stock" id=25 (0x19)
    at shop.Cart.add(Cart.java:12)

"stock" id=25 (0x19) state=BLOCKED
    - waiting to lock <0x7e3b640b> (a shop.Cart)
      owned by "cart" id=24 (0x18)
    at shop.Stock.take(Stock.java:21)
"""
CONSOLE = """
Name: cart
State: BLOCKED on shop.Stock@169e22d4 owned by: stock
Total blocked: 129  Total waited: 280

Stack trace:
shop.Cart.add(Cart.java:12)
   - locked shop.Cart@93f2316

Name: stock
State: BLOCKED on shop.Cart@93f2316 owned by: cart
Total blocked: 1,200  Total waited: 81

Stack trace:
shop.Stock.take(Stock.java:21)
"""
FORMS = {
    "section": SECTION,
    "section, in a comment": "".join(f" * {line}\n" for line in SECTION.split("\n")),
    "section, cut in a name": SECTION.rstrip()[:-3],
    "section, a name changed": SECTION.replace('held by "stock"', 'held by "team/stock"'),
    "section, other first line": SECTION.replace("one Java-level deadlock:", "1 deadlock."),
    "section, no first line": SECTION.partition("=\n")[2],
    "section, no addresses": SECTION.replace("0x000000076b", "0x..."),
    "stacks alone": STACKS,
    "behind hashes": "".join(f"# {line}\n" for line in ONE_LINE_EACH.split("\n")),
    "owner below": OWNER_BELOW,
    "JConsole": CONSOLE,
    "repeated": THREAD_INFO + "\nDeadlock detected!\n" + THREAD_INFO,
    "debugger": DEBUGGER,
    "debugger, one thread": DEBUGGER_ALONE,
    "in a comment": IN_A_COMMENT,
    "IDE's dump": IDE_DUMP,
    "ThreadInfo": THREAD_INFO,
    "one line each": ONE_LINE_EACH,
    "quoted": "".join(f"> {line}\n" for line in ONE_LINE_EACH.split("\n")),
    "VisualVM": VISUALVM,
    "shortened": SHORTENED,
    "ANR, shortened": ANR_SHORTENED,
    "javacore": JAVACORE_DEADLOCK,
    "javacore's threads": JAVACORE_THREADS,
    "javacore's classes": JAVACORE_CLASSES,
    "sentences": SENTENCES,
    "a server's sentences": SERVER_SENTENCES,
    "section, shortened": SECTION_SHORTENED,
    "section, monitor entry": SECTION_MONITOR_ENTRY,
}


@pytest.mark.parametrize("form", FORMS)
def test_the_cycle_is_named(form):
    graph = find_wait_graph(FORMS[form], ("shop",), NoCode())
    (cycle,) = graph.cycles
    names = {node.name.partition("@")[0] for node in graph.nodes if node.id in cycle.nodes}
    assert names == {"cart", "stock"}
    assert cycle.certainty == "stated"


@pytest.mark.parametrize("form", FORMS)
def test_the_text_is_a_hang(form):
    assert parse(FORMS[form], ("shop",)).kind == "anr"


def test_stacks_that_wait_for_nobody_shown_are_no_cycle():
    graph = find_wait_graph(STACKS.replace("- locked <0x0a>", "- locked <0x0c>"), ("shop",), NoCode())
    assert not graph.cycles


def test_a_wait_with_a_limit_of_another_tool_is_part_of_no_cycle():
    text = IDE_DUMP.replace("State: WAITING", "State: TIMED_WAITING")
    graph = find_wait_graph(text, ("shop",), NoCode())
    assert not graph.cycles
    assert any(edge.timed for edge in graph.edges)


def test_an_owner_that_is_not_shown_is_named():
    graph = find_wait_graph(IDE_DUMP.partition('"stock" prio')[0], ("shop",), NoCode())
    assert [(edge.waiter, edge.holder) for edge in graph.edges] == [("thread cart", "thread stock")]
    assert not graph.cycles


def test_sentences_without_a_word_of_a_deadlock_are_no_dump():
    text = "cart is waiting to lock the door which is held by stock\n"
    assert find_wait_graph(text, ("shop",), NoCode()) is None


def test_words_in_capitals_after_a_quoted_name_of_a_log_are_no_threads():
    text = 'at=12 step="pay" WAITING tid=3 held by nobody\n' * 3
    graph = find_wait_graph(text, ("shop",), NoCode())
    assert graph is None or not graph.edges
