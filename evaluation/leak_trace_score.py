"""Score leak traces of public threads against keys that were written before the texts were parsed.

The texts are others' and are not kept here; `leak_traces/keys.txt` says where each was found. A key begins
with `= NAME | WHERE`. Each trace begins with `@`, its kind, `truncated` where its end is missing, and what
the text says of it (`root`, `sig`, `bytes`, `n` instances, `key`, `meta.NAME`). A line for each object
follows: simple name, `Y`, `N`, `U` or `-` for its state, the reference (`s:` of a static field, `!` of a
suspect), `retained`. A reference `?` is not scored, as the text breaks off within it; `name?` leaves open
whether it is a suspect.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from models.leak_trace import LeakNode, LeakTrace

KEYS = Path(__file__).parent / "leak_traces" / "keys.txt"
_FACT = re.compile(r'([\w.]+)=(?:"([^"]*)"|(\S+))')
_STATUS = {"Y": "yes", "N": "no", "U": "unknown", "-": None}

ReadLeaks = Callable[[str], list[tuple[LeakTrace, bool]]]
"""Returns the traces of a text in its order, each with whether its end is missing."""


@dataclass(frozen=True)
class NodeKey:
    """Fields that a text gives of an object."""

    name: str
    status: str | None
    reference: str | None
    suspect: bool | None
    retained: str | None


@dataclass(frozen=True)
class TraceKey:
    """Fields that a text gives of a leak."""

    kind: str
    truncated: bool
    facts: dict[str, str]
    nodes: tuple[NodeKey, ...]


@dataclass(frozen=True)
class LeakCase:
    """The key of a text; `split` is its batch; the first has halves, `dev` and `held`."""

    name: str
    where: str
    traces: tuple[TraceKey, ...]

    @property
    def split(self) -> str:
        """`dev` or `held` of the first batch, by a hash of the name, or the name of a later batch."""
        for batch in ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"):
            if f" {batch}," in self.where:
                return batch
        return "held" if hashlib.sha256(self.name.encode()).digest()[0] % 2 else "dev"

    @property
    def form(self) -> str:
        """`1.x` or `2.x`."""
        return "1.x" if "1.x" in self.where else "2.x"


@dataclass
class LeakScore:
    """Fields right and known, and the misses."""

    right: int = 0
    fields: int = 0
    misses: list[str] = field(default_factory=list)

    def count(self, what: str, expected: object, found: object) -> None:
        """Count one field."""
        self.fields += 1
        if expected == found:
            self.right += 1
        else:
            self.misses.append(f"{what}: expected {expected!r}, found {found!r}")

    def add(self, other: LeakScore) -> None:
        """Add the counts of another text."""
        self.right += other.right
        self.fields += other.fields
        self.misses += other.misses


def load_leak_cases() -> list[LeakCase]:
    """Return the keys."""
    cases = []
    for block in re.split(r"^= ", KEYS.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        name, _, where = head.partition(" | ")
        traces = [_trace(part) for part in re.split(r"^@ ", body, flags=re.MULTILINE)[1:]]
        cases.append(LeakCase(name, where, tuple(traces)))
    return cases


def score_leaks(case: LeakCase, text: str, read: ReadLeaks) -> LeakScore:
    """Return how many fields of a text are right; those of a trace that was not found are all wrong."""
    result = LeakScore()
    found = read(text)
    result.count(f"{case.name}: traces", len(case.traces), len(found))
    for at, key in enumerate(case.traces):
        trace, truncated = found[at] if at < len(found) else (None, False)
        for what, expected, value in _fields(key, trace, truncated=truncated):
            result.count(f"{case.name}[{at}] {what}", expected, value)
    return result


def _fields(
    key: TraceKey, trace: LeakTrace | None, *, truncated: bool
) -> Iterator[tuple[str, object, object]]:
    yield "kind", key.kind, trace.kind if trace else "nothing"
    yield "truncated", key.truncated, truncated if trace else "nothing"
    for name, expected in key.facts.items():
        yield name, None if expected == "none" else expected, _fact(trace, name)
    nodes = trace.nodes if trace else ()
    yield "objects", len(key.nodes), len(nodes)
    for at, node in enumerate(key.nodes):
        yield from _node_fields(f"object {at}", node, nodes[at] if at < len(nodes) else None)


def _node_fields(what: str, key: NodeKey, node: LeakNode | None) -> Iterator[tuple[str, object, object]]:
    yield f"{what} class", key.name, node.class_name.rpartition(".")[2] if node else None
    yield f"{what} state", key.status, node.leaking if node else "nothing"
    reference = node.reference if node else None
    if key.reference != "?":
        name = None
        if reference is not None:
            name = f"{'s:' if reference.kind == 'static_field' else ''}{reference.name}"
        yield f"{what} reference", key.reference, name if node else "nothing"
    if key.reference is not None and key.suspect is not None:
        yield f"{what} suspect", key.suspect, reference.suspect if reference else "nothing"
    if key.retained is not None:
        yield f"{what} retained", key.retained, node.retained if node else None


def _fact(trace: LeakTrace | None, name: str) -> str | None:
    if trace is None:
        return "nothing"
    if name.startswith("meta."):
        return (trace.metadata or {}).get(name.removeprefix("meta."))
    value = {
        "root": trace.gc_root,
        "sig": trace.signature,
        "bytes": trace.retained_bytes,
        "n": trace.instances,
        "key": trace.key,
    }[name]
    return None if value is None else str(value)


def _trace(part: str) -> TraceKey:
    head, _, body = part.partition("\n")
    words = head.split()
    nodes = tuple(_node(line) for line in body.splitlines() if line.strip())
    return TraceKey(words[0], "truncated" in words, _facts(head), nodes)


def _node(line: str) -> NodeKey:
    retained = _facts(line).get("retained")
    name, status, *rest = re.sub(r"retained=.*", "", line).split(maxsplit=2)
    reference = rest[0].strip() if rest else None
    suspect: bool | None = False
    if reference is not None and reference != "?":
        suspect = None if reference.endswith("?") else reference.endswith("!")
        reference = reference.rstrip("?!")
    elif reference == "?":
        suspect = None
    return NodeKey(name, _STATUS[status], reference, suspect, retained)


def _facts(text: str) -> dict[str, str]:
    return {match[1]: match[2] if match[2] is not None else match[3] for match in _FACT.finditer(text)}
