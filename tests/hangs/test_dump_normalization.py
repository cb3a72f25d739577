"""Dumps in layouts that no exact reader knows: the cycle is named, and none is invented."""

import pytest

from rca.error_text.error_parser import parse
from rca.hangs.find_wait_graph import find_wait_graph
from rca.hangs.hang_code import NoCode

JROCKIT = """
===== FULL THREAD DUMP ===============
"cart" id=10 idx=0x14 tid=5628 prio=5 alive, in native, blocked
    -- Blocked trying to get lock: shop/Stock@0x0095C8D0[fat lock]
    at shop/Cart.add(Cart.java:12)
    ^-- Holding lock: shop/Cart@0x0095C8C8[thin lock]
"stock" id=11 idx=0x16 tid=3264 prio=5 alive, in native, blocked
    -- Blocked trying to get lock: shop/Cart@0x0095C8C8[fat lock]
    at shop/Stock.take(Stock.java:21)
    ^-- Holding lock: shop/Stock@0x0095C8D0[fat lock]
"""
CHAINS = """
Circular (deadlocked) lock chains
=================================
Chain 2:
"cart" (id: 0x500) waiting for shop/Stock@0x015F10C0 held by:
"stock" (id: 0x580) waiting for shop/Cart@0x015F10B8 held by:
"cart" (id: 0x500)
"""
CONSOLE = """
Thread-0xb80 "cart" <Active, priority=5, DAEMON> {
    -- Blocked trying to get lock: shop/Stock@13a92718[thin lock]
    shop/Cart.add(Cart.java:12)
    ^-- Holding lock: shop/Cart@13a92710[thin lock]
}
Thread-0xc80 "stock" <Active, priority=5, DAEMON> {
    -- Blocked trying to get lock: shop/Cart@13a92710[thin lock]
    shop/Stock.take(Stock.java:21)
    ^-- Holding lock: shop/Stock@13a92718[thin lock]
}
"""
WATCHDOG = """
[20:04:53] [Watchdog/ERROR]: Current Thread: cart
[20:04:53] [Watchdog/ERROR]:   PID: 46 | State: BLOCKED
[20:04:53] [Watchdog/ERROR]:   waiting on <0x201> (a shop.Stock)
[20:04:53] [Watchdog/ERROR]:   locked <0x200> (a shop.Cart)
[20:04:53] [Watchdog/ERROR]: Current Thread: stock
[20:04:53] [Watchdog/ERROR]:   PID: 47 | State: BLOCKED
[20:04:53] [Watchdog/ERROR]:   wating to lock <0x200> (a shop.Cart)
[20:04:53] [Watchdog/ERROR]:   lokced <0x201> (a shop.Stock)
"""
JSON = """{"threads": [
 {"threadName": "cart", "threadId": 22, "lockName": "shop.Stock@7e19b304", "lockOwnerName": "stock",
  "stackTrace": [{"methodName": "add", "fileName": "Cart.java", "lineNumber": 12, "className": "shop.Cart"}],
  "threadState": "BLOCKED"},
 {"threadName": "stock", "threadId": 23, "lockName": "shop.Cart@1f6b", "lockOwnerName": "cart",
  "threadState": "BLOCKED"}]}"""
NAMELESS = """Found one Java-level deadlock:

  waiting to lock monitor 0x02a6ee64 (object 0x201, a shop.Stock), which is held by "stock"
  waiting to lock monitor 0x02a6eecc (object 0x200, a shop.Cart), which is held by "cart"
"""


def _cycles(text: str) -> list[list[str]]:
    graph = find_wait_graph(text, ["shop"], NoCode())
    names = {node.id: node.name for node in graph.nodes} if graph is not None else {}
    return [sorted(names[one] for one in cycle.nodes) for cycle in graph.cycles] if graph is not None else []


def test_an_owner_written_before_the_name_is_that_threads_own():
    text = """[{"lockOwnerName": "stock", "threadState": "WAITING", "threadName": "cart"},
 {"lockOwnerName": "bin", "threadState": "BLOCKED", "threadName": "stock"},
 {"threadState": "RUNNABLE", "threadName": "bin"}]"""
    graph = find_wait_graph(text, ["shop"], NoCode())
    names = {node.id: node.name for node in graph.nodes}
    assert [(names[edge.waiter], names[edge.holder]) for edge in graph.edges if edge.holder] == [
        ("cart", "stock"),
        ("stock", "bin"),
    ]


@pytest.mark.parametrize("text", [JROCKIT, CHAINS, CONSOLE, WATCHDOG, JSON])
def test_a_cycle_is_named_in_every_layout(text):
    assert parse(text, ["shop"]).kind == "anr"  # else nobody asks for its graph
    assert _cycles(text) == [["cart", "stock"]]


@pytest.mark.parametrize(
    "text",
    [
        JROCKIT.replace("^-- Holding lock: shop/Stock", "^-- Lock released while waiting: shop/Stock"),
        CHAINS.replace("Circular (deadlocked)", "Blocked").replace(
            " waiting for shop/Cart@0x015F10B8 held by:", ""
        ),
        WATCHDOG.replace("lokced <0x201>", "lokced <0x202>"),
        JSON.replace('"lockOwnerName": "cart"', '"lockOwnerName": null'),
        NAMELESS,  # a third waiter may be missing
    ],
)
def test_no_cycle_is_invented_where_one_wait_has_no_holder(text):
    assert _cycles(text) == []


FIELDS = """
Potential deadlock:

Thread: cart
State: BLOCKED
Blocked on: shop.Stock@7e19b304
Owned by: stock
Stack trace:
  shop.Cart.add(Cart.java:12)

Thread: stock
State: BLOCKED
Blocked on: shop.Cart@1f6b0000
Owned by: cart
"""
HEADINGS = """
### cart
- **State**: B
- **Blocked On**: Object: shop/Stock@0x0000000300078248 (Owned By: stock)

### stock
- **State**: B
- **Blocked On**: Object: shop/Cart@0x00000003000709F0 (Owned By: cart)
"""
FLATTENED = (
    'From the console: "cart" tid=4 Blocked at shop.Cart.add (Cart.java:12) - waiting to lock <0x0a01> '
    "(a shop.Stock) held by thread 5 at shop.Cart.run (Cart.java:40) at java.lang.Thread.run (Thread.java:1012) "
    '"stock" tid=5 Blocked at shop.Stock.take (Stock.java:21) - waiting to lock <0x0a02> (a shop.Cart) held by '
    "thread 4 at shop.Stock.run (Stock.java:50) at java.lang.Thread.run (Thread.java:1012)"
)
INITIALIZERS = """
 * <pre>
 * "cart"  at shop.Cart.&lt;clinit&gt;
 *     - waiting on the Class initialization monitor for shop.Stock
 *     at shop.Shop.open
 * "stock"  at shop.Stock.&lt;clinit&gt;
 *     - waiting on the Class initialization monitor for shop.Cart
 * </pre>
"""
SNAKE_CASE = """{"deadlocks": [
 {"thread_name": "cart", "thread_state": "BLOCKED", "lock_name": "shop.Stock@7e19b304",
  "lock_owner_id": 23, "thread_id": 22, "stack_trace": [...]},
 {"name": "stock", "state": "BLOCKED", "id": 23, "lock_name": "shop.Cart@1f6b", "lock_owner_name": "cart",
  "stack_trace": "shop.Stock.take(Stock.java:21)\\njava.lang.Thread.run(Thread.java:1583)", ...}]}"""
NAMES_ALONE = """"deadlocks": [{"threads": [
 {"threadName": "cart", "lockInfo": { ... }, "lockName": "shop.Stock", "lockOwnerName": "stock"},
 {"threadName": "stock", "lockInfo": { ... }, "lockName": "shop.Cart", "lockOwnerName": "cart"}]}]"""
JCMD = """{"threadDump": {"threadContainers": [{"container": "<root>", "threads": [
 {"tid": "22", "name": "cart", "virtual": true, "state": "BLOCKED", "blockedOn": "shop.Stock@7e19b304",
  "stack": ["shop.Cart.add(Cart.java:12)"],
  "monitorsOwned": [{"depth": 0, "locks": ["shop.Cart@1f6b"]}]},
 {"tid": 23, "name": "stock", "state": "WAITING",
  "parkBlocker": {"object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@2c", "owner": "22"},
  "stack": ["java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)", "shop.Stock.take(Stock.java:1)"],
  "monitorsOwned": [{"depth": 1, "locks": [null, "shop.Stock@7e19b304"]}]}]}]}}"""
STATES = """
cart: State: BLOCKED on shelf@0x0a (owned by stock)
stock: State: BLOCKED on basket@0x0b (owned by cart)
"""
CONSOLE_IN_A_COMMENT = """
    /**
     * Name: cart
     * State: BLOCKED on shop.Stock@2f98ef2a owned by: stock
     * Total blocked: 2  Total waited: 0
     *
     * Stack trace:
     * app//shop.Cart.add(Cart.java:12)
     *
     * Name: stock
     * State: BLOCKED on shop.Cart@d0dcf29 owned by: cart
     */
"""
SLASHES = """
//"cart" #14 prio=5 os_prio=0 tid=0x000000001e76c000 nid=0x5ad0 waiting for monitor entry
//\t java.lang.Thread.State: BLOCKED (on object monitor)
//\t at shop.Cart.add(Cart.java:12)
//\t - waiting to lock <0x000000076b37b590> (a shop.Stock)
//\t - locked <0x000000076b37b5a0> (a shop.Cart)
//
//"stock" #13 prio=5 os_prio=0 tid=0x000000001e762800 nid=0x2974 waiting for monitor entry
//   java.lang.Thread.State: BLOCKED (on object monitor)
//        at shop.Stock.take(Stock.java:21)
//        - waiting to lock <0x000000076b37b5a0> (a shop.Cart)
//        - locked <0x000000076b37b590> (a shop.Stock)
"""
STATE_IN_THE_HEADER = """
"cart" State: BLOCKED (on object monitor)
  waiting to lock <0x00000007b9c03b40> (a shop.Stock)
  held by "stock"

"stock" State: BLOCKED (on object monitor)
  waiting to lock <0x00000007b9c04a20> (a shop.Cart)
  held by "cart"
"""


@pytest.mark.parametrize(
    "text",
    [
        FIELDS,
        HEADINGS,
        FLATTENED,
        INITIALIZERS,
        SNAKE_CASE,
        NAMES_ALONE,
        JCMD,
        STATES,
        CONSOLE_IN_A_COMMENT,
        SLASHES,
        STATE_IN_THE_HEADER,
    ],
)
def test_a_cycle_is_named_in_what_tools_and_people_write(text):
    assert parse(text, ["shop"]).kind == "anr"
    assert _cycles(text) == [["cart", "stock"]]


@pytest.mark.parametrize(
    "text",
    [
        FIELDS.replace("Owned by: cart", "Owned by: till"),
        HEADINGS.replace("Owned By: cart", "Owned By: till"),
        FLATTENED.replace("held by thread 4", "held by thread 6"),
        INITIALIZERS.replace("for shop.Cart", "for shop.Till"),
        SNAKE_CASE.replace('"lock_owner_id": 23', '"lock_owner_id": -1'),
        SNAKE_CASE.replace(
            '"BLOCKED", "lock_name": "shop.Stock', '"TIMED_WAITING", "lock_name": "shop.Stock'
        ),
        JCMD.replace('"owner": "22"', '"owner": "24"'),
        JCMD.replace('[null, "shop.Stock@7e19b304"]', "[null]"),
        STATES.replace("owned by cart", "owned by till"),
        "The room is BLOCKED on floor (owned by Bob)\nBob is WAITING on stairs (held by Ann)\n",
    ],
)
def test_no_cycle_is_invented_where_a_holder_is_another(text):
    assert _cycles(text) == []


def test_an_owner_in_parentheses_and_a_header_over_lines_are_read():
    text = (
        '"cart" #47 daemon prio=5 os_prio=0 cpu=1234.56ms\n'
        "   elapsed=890.23s tid=0x00007f3c2c001000 nid=0x1a2b\n"
        "   waiting to lock <0x000000076c3a2318> (a shop.Stock)\n"
        "   [0x00007f3b8c0fe000]\n"
        "   java.lang.Thread.State: BLOCKED (on object monitor)\n"
        "   at shop.Cart.add(Cart.java:12)\n"
        "   - waiting to lock <0x000000076c3a2318> (owned by stock)\n"
    )
    graph = find_wait_graph(text, ["shop"], NoCode())
    names = {node.id: node.name for node in graph.nodes}
    assert [(names[edge.waiter], names[edge.holder]) for edge in graph.edges] == [("cart", "stock")]


def test_the_holder_that_a_trace_names_behind_its_number_is_shown():
    text = (
        'DALVIK THREADS:\n"main" prio=5 tid=1 MONITOR\n  at shop.Cart.add(Cart.java:12)\n'
        "  - waiting to lock <0x2c11> (a shop.Stock) held by tid=59 (stock keeper)\n"
        "  at shop.Shop.main(Shop.java:3)\n"
    )
    graph = find_wait_graph(text, ["shop"], NoCode())
    names = {node.id: node.name for node in graph.nodes}
    assert [names[one] for one in graph.main_chain] == ["main", "stock keeper"]


INITIALIZER_JOINS = """
"main" #1 prio=5 tid=0x1 nid=0x2603 in Object.wait()  [0x1]
   java.lang.Thread.State: WAITING (on object monitor)
\tat java.lang.Object.wait(java.base@17/Native Method)
\t- waiting on <0x0a> (a java.lang.Thread)
\tat java.lang.Thread.join(java.base@17/Thread.java:1303)
\t- locked <0x0a> (a java.lang.Thread)
\tat shop.Prices.<clinit>(Prices.java:14)

"loader" #22 prio=5 tid=0x2 nid=0x9103 in Object.wait()  [0x2]
   java.lang.Thread.State: RUNNABLE
\tat shop.Prices$1.run(Prices.java:9)
\t- waiting on the Class initialization monitor for shop.Prices
\tat java.lang.Thread.run(java.base@17/Thread.java:832)
"""
SECOND_LOADER = INITIALIZER_JOINS.partition('"loader"')[2]


def test_an_initializer_waits_for_the_thread_that_needs_its_class():
    assert _cycles(INITIALIZER_JOINS) == [["loader", "main"]]


def test_an_initializer_that_joins_one_of_two_threads_decides_nothing():
    assert _cycles(f'{INITIALIZER_JOINS}\n"other"{SECOND_LOADER}') == []


def test_an_initializer_waits_for_a_stream_of_its_own():
    text = INITIALIZER_JOINS.replace("java.lang.Thread.join", "java.util.concurrent.ForkJoinTask.invoke")
    assert _cycles(f'{text}\n"other"{SECOND_LOADER}') == [["loader", "main", "other"]]


def test_a_thread_of_other_code_is_not_what_an_initializer_waits_for():
    assert _cycles(INITIALIZER_JOINS.replace("shop.Prices$1.run", "shop.Till.open")) == []


TWO_PROCESSES = """
"main" prio=5 tid=1 Native
  at android.os.BinderProxy.transactNative(Native method)
  at android.os.BinderProxy.transact(Binder.java:503)
  at shop.IStock$Stub$Proxy.take(IStock.java:52)
  at shop.Cart.add(Cart.java:12)
The service:
"Binder_3" prio=5 tid=17 Blocked
  at shop.StockService$1.take(StockService.java:42)
  - waiting to lock <0x0bed0520> (a shop.Shelf) held by thread 1
  at shop.IStock$Stub.onTransact(IStock.java:17)
  at android.os.Binder.execTransact(Binder.java:453)
"main" prio=5 tid=1 Sleeping
  at java.lang.Thread.sleep(Native method)
  at shop.Shelf.sort(Shelf.java:5)
  - locked <0x0bed0520> (a shop.Shelf)
"""


def test_a_binder_call_leads_to_the_thread_that_serves_it():
    graph = find_wait_graph(TWO_PROCESSES, ["shop"], NoCode())
    assert [(edge.waiter, edge.holder) for edge in graph.edges] == [
        ("thread main", "thread Binder_3"),
        ("thread Binder_3", "thread main (2)"),
    ]


def test_a_binder_call_of_a_dump_of_one_process_leads_out_of_it():
    graph = find_wait_graph(TWO_PROCESSES.rpartition('"main"')[0], ["shop"], NoCode())
    assert next(edge.holder for edge in graph.edges if edge.kind == "binder").startswith("process ")
