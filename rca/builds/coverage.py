"""Test coverage: reports found, merged, and mapped onto the project's files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from models.builds import Coverage, CoverageReport, Covered, FileCoverage, ModuleCoverage
from rca.builds import jacoco
from rca.builds.jacoco import SourceCoverage
from rca.builds.report_files import ReportProblem, find_reports
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of

_PLACES = {
    "build": ("reports/jacoco", "reports/kover", "reports/coverage"),
    "target": ("site",),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """A source file's coverage; `path` is its place as the answer shows it."""

    path: str
    module: str | None
    source: SourceCoverage


@dataclass(frozen=True, slots=True)
class Measurement:
    """The content of all reports; `problems` are those that were not read."""

    files: tuple[Measured, ...]
    reports: tuple[CoverageReport, ...]
    problems: tuple[ReportProblem, ...]

    @property
    def is_stale(self) -> bool:
        """Return whether code is newer than a report that covers it."""
        return any(report.is_stale for report in self.reports)


def measure(snapshot: Snapshot, directory: Path, deadline: Deadline) -> Measurement:
    """Read all reports below a build's folder.

    If several reports cover a file, a line counts as covered if any of them says so.
    """
    placing = _Placing(snapshot)
    merged: dict[str, Measured] = {}
    reports = []
    found_reports = find_reports(directory, _PLACES, "*.xml")
    problems = list(found_reports.problems)
    for path in sorted(found_reports.paths):
        try:
            written = path.stat().st_mtime
            sources = tuple(jacoco.read(path, deadline))
        except jacoco.AnotherFormatError:
            continue  # other tools' reports lie in these folders, too
        except (jacoco.UnreadableReportError, OSError) as problem:
            problems.append(ReportProblem(path, str(problem)))
            continue
        stale = False
        module = placing.module_of_report(path)
        for source in sources:
            found = placing.place(source.name, module)
            held = merged.setdefault(found or source.name, _measured(placing, found, source.name))
            held.source.add(source)
            stale = stale or (found is not None and placing.modified(found) > written)
        reports.append(_report(placing.wire(path), written, is_stale=stale))
    return Measurement(tuple(merged.values()), tuple(reports), tuple(problems))


def coverage_of(files: Iterable[Measured]) -> Coverage:
    """Return the total coverage of files."""
    lines = [0, 0]
    branches = [0, 0]
    instructions = [0, 0]
    methods = [0, 0]
    types = [0, 0]
    for file in files:
        for line in file.source.lines.values():
            lines[0 if line.covered else 1] += 1
            branches[0] += line.covered_branches
            branches[1] += line.missed_branches
            instructions[0] += line.covered
            instructions[1] += line.missed
        for count in file.source.classes.values():
            methods[0] += count.covered
            methods[1] += count.missed
            if count.covered or count.missed:
                types[0 if count.covered else 1] += 1
    return Coverage(
        line=_covered(*lines),
        branch=_covered(*branches),
        instruction=_covered(*instructions),
        method=_covered(*methods),
        type=_covered(*types),
    )


def by_module(files: Sequence[Measured]) -> tuple[ModuleCoverage, ...]:
    """Return the coverage by module, sorted by name; files without a module come last."""
    names = sorted({file.module for file in files}, key=lambda name: (name is None, name or ""))
    return tuple(
        ModuleCoverage(module=name, coverage=coverage_of(file for file in files if file.module == name))
        for name in names
    )


def shown(file: Measured) -> FileCoverage:
    """Convert a file's coverage to the contract's form."""
    lines = file.source.lines
    missed = [number for number, line in sorted(lines.items()) if not line.covered]
    partial = [number for number, line in sorted(lines.items()) if line.covered and line.missed_branches]
    of_all = coverage_of([file])
    return FileCoverage(
        file_path=file.path,
        module=file.module,
        line=of_all.line,
        branch=of_all.branch,
        missed_lines=ranges(missed),
        partial_lines=ranges(partial),
    )


def ranges(numbers: Sequence[int]) -> str:
    """Format ascending numbers as ranges: `12-15, 20`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)


class _Placing:
    """Maps `pack/age/File.kt` to a workspace file: Kotlin does not require folders to match packages."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._modules = modules_of(snapshot.index)

    def place(self, name: str, module: str) -> str | None:
        """Return the file of that name and package, the report's own module first; None if there is none."""
        package, _, base = name.rpartition("/")
        listed = self._snapshot.index.listed
        of_package = [
            path
            for path in self._snapshot.index.files_named(base)
            if (held := listed.get(path)) is not None and held.package == package.replace("/", ".")
        ]
        own = [path for path in of_package if self._modules.of(path) == module]
        return min(own or of_package, default=None)

    def module_of(self, path: str) -> str:
        return self._modules.of(path)

    def module_of_report(self, path: Path) -> str:
        return self._modules.of(self.wire(path))

    def wire(self, path: Path) -> str:
        for root in self._snapshot.folders:
            if path.is_relative_to(root.path):
                return root.wire(path.relative_to(root.path).as_posix())
        return path.name

    def modified(self, path: str) -> float:
        if path in self._snapshot.overlays:
            return 0.0  # the build reads the disk
        try:
            return self._snapshot.resolve(path).absolute.stat().st_mtime
        except OSError:
            return 0.0  # it is gone, so no code of it is newer


def _measured(placing: _Placing, found: str | None, name: str) -> Measured:
    module = None if found is None else placing.module_of(found)
    return Measured(found or name, module, SourceCoverage(name))


def _covered(covered: int, missed: int) -> Covered:
    total = covered + missed
    percent = round(100 * covered / total, 1) if total else None
    return Covered(covered=covered, missed=missed, percent=percent)


def _report(path: str, written: float, *, is_stale: bool) -> CoverageReport:
    at = datetime.fromtimestamp(written, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return CoverageReport(path=path, written_at=at, is_stale=is_stale)
