"""Blocks of build scripts that an entry belongs to: `dependencies`, `plugins`, `repositories`, `android`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.gradle_script import Block, blocks
from rca.causes.configuration.project_files import ProjectFiles

_PLATFORM_SCRIPT = re.compile(
    r"\bjava-platform\b|\bspring-dependency-management\b|\bdependencyManagement\s*\{"
)
_VERSIONED = re.compile(r"""["'][\w.\-]+:[\w.\-]+:[^"'\n]+["']""")
_PREFERRED_SOURCE_SETS = ("commonMain", "androidMain", "jvmMain", "main")


class BuildBlocks:
    """Finds blocks, each script read once."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files
        self._blocks: dict[str, tuple[Block, ...]] = {}

    def of(self, path: str) -> tuple[Block, ...]:
        """Return the blocks of a script."""
        known = self._blocks.get(path)
        if known is None:
            known = self._blocks[path] = blocks(self._files.lines(path))
        return known

    def dependencies(self, folder: str) -> Span | None:
        """Return the `dependencies` block of a module's own code: none of `buildscript`, nor of its tests."""
        for path in self._files.scripts_of(folder):
            if path.endswith("pom.xml"):
                return self._pom_dependencies(path)
            found = [
                block
                for block in self.of(path)
                if block.name == "dependencies" and not {"buildscript", "pluginManagement"} & set(block.path)
            ]
            if found:
                best = min(found, key=_dependency_rank)
                return Span(path, best.line, best.end_line)
        return None

    def _pom_dependencies(self, path: str) -> Span | None:
        lines = self._files.lines(path)
        match = re.search(r"(?<!<dependencyManagement>)\s*<dependencies>[\s\S]*?</dependencies>", lines.text)
        if match is None:
            return None
        return Span(path, lines.line_of(match.end() - len(match[0].lstrip())), lines.line_of(match.end() - 1))

    def named(self, folder: str | None, *names: str) -> Iterator[Span]:
        """Yield the blocks of these names in a module's scripts, in all for None, names in their order."""
        paths = self._files.scripts if folder is None else self._files.scripts_of(folder)
        for name in names:
            for path in paths:
                for block in self.of(path) if name in self._files.text(path) else ():
                    if block.name == name and "buildscript" not in block.path:
                        yield Span(path, block.line, block.end_line)

    def platforms(self) -> Iterator[Span]:
        """Yield the blocks that set the versions of what modules ask for without one, the fullest first."""
        found = []
        for path in self._files.scripts:
            text = self._files.text(path)
            if not _PLATFORM_SCRIPT.search(text):
                continue
            for block in self.of(path):
                if (
                    block.path[0] in {"constraints", "dependencyManagement", "dependencies"}
                    and len(block.path) == 1
                ):
                    versions = len(_VERSIONED.findall(text, block.start, block.end))
                    found.append((-versions, Span(path, block.line, block.end_line)))
        for versions, span in sorted(found, key=lambda row: row[0]):
            if versions:
                yield span

    def holding(self, name: str, pattern: re.Pattern[str]) -> Iterator[Span]:
        """Yield the blocks of a name, over all scripts, whose own text matches."""
        for path in self._files.scripts:
            text = self._files.text(path)
            if not pattern.search(text):
                continue
            for block in self.of(path):
                if block.name == name and pattern.search(text, block.start, block.end):
                    yield Span(path, block.line, block.end_line)


def _dependency_rank(block: Block) -> tuple[int, int, int]:
    source_set = next(
        (
            number
            for number, name in enumerate(_PREFERRED_SOURCE_SETS)
            if any(name in part for part in block.path)
        ),
        len(_PREFERRED_SOURCE_SETS),
    )
    nested = len(block.path) > 1
    is_test = any("test" in part.lower() for part in block.path)
    return (2 if is_test else 1 if nested else 0), source_set, block.line
