"""What the analysis of a heap dump found."""

from __future__ import annotations

from dataclasses import dataclass

from models.heap_dump import ClassCount, DumpFacts, HeapLeak, LargeObject


@dataclass(frozen=True, slots=True)
class DumpAnalysis:
    """What an analysis found."""

    facts: DumpFacts
    leaks: tuple[HeapLeak, ...]
    largest: tuple[LargeObject, ...]
    classes: tuple[ClassCount, ...]
    notes: tuple[str, ...]
