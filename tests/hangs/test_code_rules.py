"""Who ends a wait by the code: each rule on dumps of real JVMs, and on programs made to mislead it."""

import pytest

from evaluation.hangs.hang_score import load_hang_cases
from rca.hangs.find_wait_graph import find_wait_graph

CASES = {case.name: case for case in load_hang_cases()}


def edges_of(name, code):
    graph = find_wait_graph(CASES[name].text, ("demo",), code)
    return [(shown(graph, one.waiter), shown(graph, one.holder), one) for one in graph.edges]


def shown(graph, id_):
    """Return a thread's name, or the function in which a coroutine waits."""
    node = next((one for one in graph.nodes if one.id == id_), None)
    if node is None or node.kind != "coroutine":
        return node.name if node is not None else None
    return node.place.frame.removeprefix("at demo.").partition("(")[0]


@pytest.mark.parametrize(
    ("case", "waiter", "holder", "kind", "evidence"),
    [
        # A barrier, a phaser and a condition: one thread alone comes to the line that ends the wait.
        ("round-table-jstack", "dealer", "scorer", "latch", "ends the wait for `round`"),
        ("launch-phases-jstack", "main", "pump", "latch", "ends the wait for `fuelled`"),
        ("warehouse-desk-jstack", "clerk", "packer", "notification", "ends the wait for `arrived`"),
        # A task by its name: the block that is assigned, a function that is handed over, a class.
        ("price-and-stock-jstack", "Thread-0", "Thread-1", "future", "`stock` is the task of line 14"),
        ("auto-save-jstack", "main", "saver", "future", "`written` is the task of line 17"),
        (
            "flush-under-lock-jstack",
            "main",
            "DefaultDispatcher-worker-1",
            "run_blocking",
            "`upload` is the task",
        ),
        (
            "forked-lock-jstack",
            "ForkJoinPool-1-worker-1",
            "ForkJoinPool-1-worker-2",
            "future",
            "`part` is a `Part`",
        ),
        # A statement of several lines says to which pool the task goes, also one of those of `allOf`.
        ("invoice-printer-jstack", "printer", "printer", "pool_slot", "`printer`"),
        ("thumbnails-jstack", "thumbnail-1", "thumbnail", "pool_slot", "`workers`"),
        # Elements of a queue that is a pool.
        ("nested-transaction-jstack", "request-1", "request-2", "lock", "all who hold one wait"),
        ("order-desk-jstack", "desk-worker", "desk-worker", "pool_slot", "`worker`"),  # named by a factory
        # A full queue, and a flow whose collector is busy.
        ("ticket-queue-jstack", "worker", "worker", "notification", "ends the wait for `tickets`"),
        ("price-feed-coroutines", "PriceFeed.publishAll", "PriceFeed$follow$2.emit", "coroutine", "`prices`"),
        # A thread that is joined by its field, and a value of a state flow.
        ("feed-reader-jstack", "main", "Thread-0", "thread_end", "`reader` is the task"),
        ("status-gate-coroutines", "StatusGate.append", "StatusGate.openLog", "coroutine", "`status`"),
        # A Mutex that a function holds around the block it was given.
        ("guarded-store-coroutines", "GuardedStore.guarded", "GuardedStore.guarded", "mutex", "own caller"),
        # Values and channels.
        ("token-gate-coroutines", "TokenGate.call", "TokenGate.call", "coroutine", "wait for `ready`"),
        ("ledger-actor-coroutines", "LedgerActor.balance", "LedgerActor.balance", "coroutine", "`reply`"),
        ("handshake-coroutines", "Handshake.clientSide", "Handshake.serverSide", "coroutine", "`toServer`"),
        ("channel-pair-coroutines", "Exchange.buyer", "Exchange.seller", "coroutine", "`answers`"),
        ("spool-coroutines", "Spool.printAll", "Spool.printAll", "coroutine", "`lines`"),
    ],
)
def test_the_code_says_who_ends_a_wait(program_code, case, waiter, holder, kind, evidence):
    found = [one for who, whom, one in edges_of(case, program_code) if (who, whom) == (waiter, holder)]
    fitting = [(one.kind, one.certainty) for one in found if evidence in one.evidence]
    assert fitting == [(kind, "likely")], edges_of(case, program_code)


@pytest.mark.parametrize(
    ("case", "waiter"),
    [
        ("third-party-jstack", "lane-1"),  # who comes last is not in such a function yet
        ("busy-holder-jstack", "nested"),  # who holds the other element works
        ("retry-queue-jstack", "pair-1"),  # another function adds elements
        ("queue-full-jstack", "producer"),  # nobody takes from the queue
        ("queue-of-work-jstack", "server-1"),  # what is taken is not put back
        ("actor-pair-coroutines", "ActorPair.ask"),  # two coroutines complete such a value
        ("spool-public-coroutines", "SpoolPublic.work"),  # a caller was given the channel
        ("send-later-coroutines", "SendLater.askFirst"),  # two coroutines send
    ],
)
def test_nobody_is_named_where_somebody_else_may_end_the_wait(program_code, case, waiter):
    assert not [one for who, _whom, one in edges_of(case, program_code) if who == waiter and one.holder]


def test_the_other_objects_mutex_is_not_taken_for_ones_own(program_code):
    assert not find_wait_graph(CASES["two-logins-coroutines"].text, ("demo",), program_code).cycles


def test_a_task_that_waits_with_a_limit_is_awaited_but_ends(program_code):
    ((_who, whom, one),) = [
        found for found in edges_of("other-task-jstack", program_code) if found[0] == "main"
    ]
    assert whom == "pool-1-thread-1"
    assert one.kind == "future"
