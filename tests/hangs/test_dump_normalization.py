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
