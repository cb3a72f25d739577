"""Summary of the metrics (seed 000's measures), by task and in total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

_LISTINGS = ("list_files", "list_dirs", "list_dir")


def aggregate(lines: Iterable[dict[str, Any]], index_tools: Collection[str]) -> dict[str, Any]:
    """Return the totals of calls.

    `index_tools` are the tools that answer from the index: a task is "index first" if one of these answered
    before its first file was read. `index_first_ratio` is the share of such tasks among those that read
    files; null if none did.
    """
    tasks: dict[str, _Task] = {}
    durations: dict[str, list[float]] = defaultdict(list)
    errors: dict[str, int] = defaultdict(int)
    for line in lines:
        tasks.setdefault(line["task"], _Task()).add(line, index_tools)
        durations[line["tool"]].append(line["duration_ms"])
        errors[line["tool"]] += "error" in line
    readers = [task for task in tasks.values() if task.read_file_calls]
    reads = sum(task.read_file_calls for task in tasks.values())
    return {
        "total_calls": sum(map(len, durations.values())),
        "total_query_calls": sum(task.query_index_calls for task in tasks.values()),
        "total_file_reads": reads,
        "avg_reads_per_task": round(reads / len(tasks), 2) if tasks else None,
        "index_first_ratio": (
            round(sum(task.index_first for task in readers) / len(readers), 3) if readers else None
        ),
        "tasks": {name: task.counts for name, task in tasks.items()},
        "tools": {
            name: {
                "calls": len(times),
                "errors": errors[name],
                "p50_ms": _percentile(times, 0.5),
                "p99_ms": _percentile(times, 0.99),
            }
            for name, times in sorted(durations.items())
        },
    }


class _Task:
    def __init__(self) -> None:
        self.query_index_calls = 0
        self.read_file_calls = 0
        self.read_file_bytes = 0
        self.list_files_calls = 0
        self.cache_hits = 0
        self.index_first = False

    def add(self, line: dict[str, Any], index_tools: Collection[str]) -> None:
        tool = line["tool"]
        if tool in index_tools and "error" not in line and not self.read_file_calls:
            self.index_first = True
        self.query_index_calls += tool == "query_index"
        self.list_files_calls += tool in _LISTINGS
        if tool == "read_file":
            self.cache_hits += line.get("cached") is True
            self.read_file_calls += 1
            self.read_file_bytes += line.get("size_bytes", 0)

    @property
    def counts(self) -> dict[str, int]:
        return {
            "query_index_calls": self.query_index_calls,
            "read_file_calls": self.read_file_calls,
            "read_file_bytes": self.read_file_bytes,
            "list_files_calls": self.list_files_calls,
            "cache_hits": self.cache_hits,
        }


def _percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
