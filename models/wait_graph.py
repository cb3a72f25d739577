"""The wait-for graph of a hang: who waits for whom, over threads, coroutines, pools and processes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none

WaitNodeKind = Literal["thread", "coroutine", "pool", "process"]
WaitKind = Literal[
    "monitor",  # synchronized
    "lock",  # java.util.concurrent.locks, Semaphore
    "mutex",  # kotlinx.coroutines.sync
    "notification",  # Object.wait, Condition.await
    "latch",  # CountDownLatch, CyclicBarrier, Phaser
    "future",  # Future.get, CompletableFuture.join
    "thread_end",  # Thread.join
    "class_initialization",
    "run_blocking",
    "coroutine",  # await, join, a child's end
    "pool_slot",  # a task that queues until a thread of the pool is free
    "main_thread",  # a task or coroutine that only the main thread can run
    "running",  # work that a thread runs at the moment
    "binder",  # a call into another process
]
WaitCertainty = Literal[
    "stated",  # the dump says it
    "likely",  # the code, or what the dump shows elsewhere, speaks for it
    "unknown",  # the holder is not known
]


class WaitPlace(Wire):
    """A frame, and where it lies in the workspace."""

    frame: str = Field(description="As in the dump.")
    file_path: str | None = absent_if_none("Absent where it is not the project's.")
    line: int | None = absent_if_none()
    function: str | None = absent_if_none()


class WaitNode(Wire):
    """A thread, coroutine, pool or process that waits or is waited for."""

    id: str
    kind: WaitNodeKind
    name: str
    state: str | None = absent_if_none("As the dump says it.")
    place: WaitPlace | None = absent_if_none("Its topmost frame, the project's where it has one.")


class WaitEdge(Wire):
    """One wait."""

    waiter: str = Field(description="`id` of a node.")
    holder: str | None = Field(description="`id` of the node that must act; null where it is not known.")
    kind: WaitKind
    resource: str = Field(description="What is waited for, as a person reads it.")
    certainty: WaitCertainty
    evidence: str = Field(description="What says so, in one sentence; or why the holder is not known.")
    waits_at: WaitPlace | None = absent_if_none("Where the waiter waits.")
    holds_at: WaitPlace | None = absent_if_none("Where the holder got it, or holds it.")
    timed: bool = Field(default=False, description="Whether the wait ends by itself after a time.")


class WaitCycle(Wire):
    """Nodes that wait for each other: none of them can go on."""

    nodes: tuple[str, ...] = Field(description="Ids in order of waiting; the last waits for the first.")
    certainty: WaitCertainty = Field(description="`stated`, or `likely` where one of its edges is.")
    statement: str
    release: str = Field(description="Who must let go, and how.")


class WaitGraph(Wire):
    """The wait-for graph of a thread dump, ANR trace, coroutine dump or live program."""

    summary: str = Field(description="The finding in one or two sentences.")
    nodes: tuple[WaitNode, ...]
    edges: tuple[WaitEdge, ...]
    cycles: tuple[WaitCycle, ...] = absent_if_empty()
    main_chain: tuple[str, ...] = absent_if_empty(
        "Ids from the main thread along its waits; the first of a cycle again at the end."
    )
    main_statement: str | None = absent_if_none("The main thread's chain in words.")
    notes: tuple[str, ...] = absent_if_empty("What was left out or cannot be known from such a dump.")
