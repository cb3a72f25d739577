"""Score wait-for graphs against what is known of the programs that were dumped.

A case of `cases.json` lists `cycles`, each as the names of its threads and coroutines. A name with a dot is a
coroutine: the function in whose frame it waits, or file and line. Pools are not counted; a thread's name may
be its beginning. `mainChain` are the threads from the main thread on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from models.wait_graph import WaitCycle, WaitGraph, WaitNode

FOLDER = Path(__file__).parent
PROGRAMS = FOLDER / "programs"


@dataclass(frozen=True)
class HangCase:
    """A dump with its key. `main_chain` is None where nobody noted it; `split` says when it was written."""

    name: str
    text: str
    cycles: tuple[tuple[str, ...], ...]
    main_chain: tuple[str, ...] | None
    split: str


@dataclass
class HangScore:
    """Counts over cases: cycles known, named and invented, main chains known and right."""

    cases: int = 0
    known: int = 0
    named: int = 0
    invented: int = 0
    free: int = 0
    free_of_invention: int = 0
    chains: int = 0
    right_chains: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """The share of known cycles that were named."""
        return self.named / self.known if self.known else 1.0

    def add(self, case: HangCase, graph: WaitGraph | None) -> None:
        """Count one case."""
        self.cases += 1
        left = list(graph.cycles) if graph is not None else []
        nodes = {node.id: node for node in graph.nodes} if graph is not None else {}
        for known in case.cycles:
            self.known += 1
            match = next((one for one in left if _is_cycle(one, known, nodes)), None)
            if match is None:
                self.misses.append(f"{case.name}: not named: {', '.join(known)}")
            else:
                self.named += 1
                left.remove(match)
        self.invented += len(left)
        self.misses += [f"{case.name}: invented: {one.statement}" for one in left]
        if not case.cycles:
            self.free += 1
            self.free_of_invention += not left
        if case.main_chain is not None:
            self.chains += 1
            chain = _threads(graph.main_chain if graph is not None else (), nodes)
            is_right = chain == list(case.main_chain)
            self.right_chains += is_right
            if not is_right:
                self.misses.append(f"{case.name}: main chain {chain}")


def load_hang_cases() -> list[HangCase]:
    """Return the cases whose dumps are there."""
    cases = []
    for one in json.loads((FOLDER / "cases.json").read_text(encoding="utf-8")):
        text = (FOLDER / "dumps" / f"{one['name']}.txt").read_text(encoding="utf-8")
        chain = one.get("mainChain")
        cycles = tuple(tuple(names) for names in one["cycles"])
        chains = tuple(chain) if chain is not None else None
        cases.append(HangCase(one["name"], text, cycles, chains, one["split"]))
    return cases


def score_hangs(find: Callable[[str], WaitGraph | None], cases: Sequence[HangCase]) -> HangScore:
    """Return the score of a way to find graphs."""
    score = HangScore()
    for case in cases:
        score.add(case, find(case.text))
    return score


def _threads(ids: Sequence[str], nodes: dict[str, WaitNode]) -> list[str]:
    return [nodes[one].name for one in ids if nodes[one].kind == "thread"]


def _is_cycle(found: WaitCycle, known: Sequence[str], nodes: dict[str, WaitNode]) -> bool:
    """Return whether each node of a cycle is a known one, and each known one is in it."""
    counted = [nodes[one] for one in found.nodes if nodes[one].kind in {"thread", "coroutine"}]
    needed = [one for one in known if not any(_fits(node, one) for node in counted)]
    is_thread_cycle = any("." not in one for one in known)
    other = [
        node
        for node in counted
        if (node.kind == "thread" or not is_thread_cycle) and not any(_fits(node, one) for one in known)
    ]
    return not needed and not other


def _fits(node: WaitNode, known: str) -> bool:
    if node.kind == "coroutine":
        return node.place is not None and known in node.place.frame
    return node.name.startswith(known) if "." not in known else False
