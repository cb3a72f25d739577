"""Counts of all patterns over files, with the first places of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from models.tools.detect_patterns import FoundPattern, PatternPlace, PatternUnit, Portion
from rca.conventions import architecture_patterns, style_patterns
from rca.conventions.code_file import CodeFile, Place
from rca.conventions.library_patterns import LIBRARIES, Library, imported
from rca.conventions.name_words import ending
from rca.conventions.pattern import Pattern
from rca.languages.facts import NONE

PATTERNS: Final = (*architecture_patterns.PATTERNS, *style_patterns.PATTERNS)


@dataclass
class PatternCount:
    """The count of a pattern, with its first places."""

    theme: str
    name: str
    unit: PatternUnit
    count: int = 0
    files: int = 0
    places: list[Place] = field(default_factory=list)

    def add(self, places: Sequence[Place], most: int) -> None:
        """Count a file's occurrences; places of evidence are from different files."""
        self.count += len(places)
        self.files += 1
        if len(self.places) < most:
            self.places.append(places[0])

    def found(self, portion: Portion | None) -> FoundPattern:
        """Convert the count to the contract's form."""
        return FoundPattern(
            theme=self.theme,
            name=self.name,
            count=self.count,
            unit=self.unit,
            files=self.files,
            portion=portion,
            evidence=tuple(
                PatternPlace(file_path=one.path, line=one.line, symbol=one.symbol)
                for one in sorted(self.places)
            ),
        )


class PatternCounter:
    """Counts of the patterns of one theme, or of all, file by file; at most `most` places each."""

    def __init__(self, theme: str | None, most: int) -> None:
        self._most = most
        self._patterns: dict[Pattern, PatternCount] = {
            one: PatternCount(one.theme, one.name, one.unit) for one in PATTERNS if theme in (None, one.theme)
        }
        self._libraries: dict[Library, PatternCount] = {
            one: PatternCount(one.theme, one.name, "files") for one in LIBRARIES if theme in (None, one.theme)
        }
        main = [one for one in self._patterns if one.scope != "test"]
        tests = [one for one in self._patterns if one.scope != "main"]
        self._by_source = {False: main, True: tests}
        self._themes: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.files = self.tests = self._classes = self._functions = 0

    def look(self, file: CodeFile) -> None:
        """Count the patterns of a file."""
        self.files += 1
        if file.is_test:
            self.tests += 1
        else:
            self._classes += len(file.classes)
            self._functions += len(file.functions)
            self.endings.update(ending(row.name) for _, row in file.classes if row.parent == NONE)
        themes = set()
        for library, place in imported(file).items():
            if library in self._libraries:
                self._libraries[library].add((place,), self._most)
                themes.add(library.theme)
        self._themes.update(themes)
        raw = file.raw
        for pattern in self._by_source[file.is_test]:
            for mark in pattern.marks:
                if mark in raw:
                    break
            else:
                if pattern.marks:
                    continue
            places = list(pattern.find(file))
            if places:
                self._patterns[pattern].add(places, self._most)
                if pattern.among == "theme":
                    self._themes[pattern.theme] += len(places)

    def found(self) -> list[FoundPattern]:
        """Return the patterns that occur."""
        found = [
            one.found(self._portion(pattern, one)) for pattern, one in self._patterns.items() if one.count
        ]
        for library, one in self._libraries.items():
            if one.count:
                of = self._themes[library.theme]
                among = f"files with a library for {library.theme}"
                found.append(one.found(_portion(one.count, of, among)))
        return found

    def _portion(self, pattern: Pattern, seen: PatternCount) -> Portion | None:
        match pattern.among:
            case "classes":
                return _portion(seen.count, self._classes, "classes outside tests")
            case "functions":
                return _portion(seen.count, self._functions, "functions outside tests")
            case "theme":
                return _portion(seen.count, self._themes[pattern.theme], f"{pattern.unit} of this theme")
            case _:
                return None


def _portion(count: int, of: int, among: str) -> Portion:
    return Portion(of=of, among=among, share=round(count / of, 3))
