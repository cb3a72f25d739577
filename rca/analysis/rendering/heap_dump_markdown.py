"""The findings of a heap dump in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from models.heap_dump import HeapLeak, LargeObject
from models.tools.analyze_heap_dump import AnalyzeHeapDumpResult

_MB = 1024 * 1024
_SHOWN_PATH = 6


def render_heap_dump(result: AnalyzeHeapDumpResult) -> str:
    """Return the findings: leaks with their causes and traces, then what is largest."""
    return "\n".join(_lines(result))


def _lines(result: AnalyzeHeapDumpResult) -> Iterator[str]:
    dump = result.dump
    count = len(result.leaks)
    yield (
        f"{count} {'leak' if count == 1 else 'leaks'}. {dump.reachable_objects:,} objects of "
        f"{_size(dump.reachable_bytes)} are reachable ({dump.platform}, {dump.form})."
    )
    for number, leak in enumerate(result.leaks, 1):
        yield ""
        yield from _leak(number, leak)
    if result.largest:
        yield "\n## Objects that retain most"
        for large in result.largest:
            yield _large(large)
    if result.classes:
        yield "\n## Classes whose instances take most"
        for one in result.classes:
            yield f"- `{one.class_name}`: {one.count:,} instances, {_size(one.bytes)}"


def _leak(number: int, leak: HeapLeak) -> Iterator[str]:
    trace = leak.trace
    last = trace.nodes[-1]
    many = f"{trace.instances} objects, " if trace.instances and trace.instances > 1 else ""
    yield f"## {number}. `{last.class_name}` leaks ({many}{_size(trace.retained_bytes or 0)} retained)"
    yield f"It should be gone: {last.reason}." if last.reason else "It should be gone."
    if trace.known_leak is not None:
        yield f"A known leak of the platform: {trace.known_leak}."
    for one in leak.hypotheses:
        place = one.places[0]
        yield f"- {one.confidence:.0%} {one.statement} ({place.file_path}:{place.line})"
        yield f"  To check: {one.check}"
    yield f"\n```\n{leak.text}\n```"


def _large(large: LargeObject) -> str:
    names = [
        f"{node.reference.owner}{'' if node.reference.name.startswith('[') else '.'}{node.reference.name}"
        for node in large.path
        if node.reference is not None
    ]
    path = " → ".join(names[-_SHOWN_PATH:])
    gathered = ""
    if large.gathered_in != large.class_name:
        gathered = f", {_size(large.gathered_bytes)} of it in `{large.gathered_in}`"
    way = f" (by {'… → ' if len(names) > _SHOWN_PATH else ''}{path})" if path else ""
    return f"- `{large.class_name}`: {_size(large.retained_bytes)}{gathered}{way}"


def _size(count: int) -> str:
    if count >= _MB:
        return f"{count / _MB:.1f} MB"
    return f"{count / 1024:.1f} kB" if count >= 1024 else f"{count} bytes"
