"""Coverage of single tests as builds recorded it: which functions each test ran, and how the tests ended.

A session of execution data belongs to a test where its name says so: the agent or a listener of the test run
has to name one session a test. Data of a whole run says nothing of its tests, and is not used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from rca.causes.coverage_spectra.class_probes import MethodProbes, methods_of
from rca.causes.coverage_spectra.execution_data import (
    ClassProbes,
    ExecutionDataError,
    class_id,
    read_execution_data,
)
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of

_DATA = ("build/jacoco/*.exec", "build/outputs/**/*.exec", "build/outputs/**/*.ec", "target/*.exec")
_CLASSES = (
    "build/classes/*/*", "build/tmp/kotlin-classes/*", "build/intermediates/javac/*/classes",
    "build/intermediates/javac/*/*/classes", "target/classes",
)  # fmt: skip
_RESULTS = ("build/test-results/**/TEST-*.xml", "target/surefire-reports/TEST-*.xml")
_MOST_FILES = 400
_LARGEST_RESULT = 20_000_000
_SEPARATORS = re.compile(r"[#/.:(]+")


@dataclass(slots=True)
class TestCoverage:
    """The functions that one test ran; `failed` is how it ended."""

    name: str
    failed: bool
    functions: set[Symbol] = field(default_factory=set)

    __test__ = False  # for pytest, which collects classes of such names


def read_test_coverage(snapshot: Snapshot, failing: str, deadline: Deadline) -> list[TestCoverage]:
    """Return the tests of which both coverage and outcome are known; empty where no build recorded them.

    Args:
        snapshot: the project.
        failing: `Class.method` of the test that fails now, whatever the reports say.
        deadline: ends the reading.
    """
    folders = _build_folders(snapshot)
    data = [path for folder in folders for path in _matching(folder, _DATA)]
    if not data:
        return []
    outcomes = {_key(failing): True}
    for folder in folders:
        for path in _matching(folder, _RESULTS):
            if deadline.expired:
                return []
            for name, failed in _outcomes(path):
                outcomes.setdefault(_key(name), failed)
    reader = _Reader(snapshot, folders, deadline)
    found: dict[str, TestCoverage] = {}
    for path in data:
        if deadline.expired:
            break
        for name, classes in _sessions(path):
            ended = outcomes.get(_key(name))
            if ended is None or deadline.expired:
                continue
            test = found.setdefault(_key(name), TestCoverage(name, ended))
            for one in classes:
                test.functions.update(reader.functions_of(one))
    return list(found.values())


def _key(name: str) -> str:
    """Return the last two parts of a test's name: class and method, however they are joined."""
    parts = [part for part in _SEPARATORS.split(name.removesuffix("()")) if part and part != ")"]
    return ".".join(parts[-2:])


def _build_folders(snapshot: Snapshot) -> list[Path]:
    modules = modules_of(snapshot.index)
    names = dict.fromkeys(modules.folder(name) for name in modules.names)
    return [root / name for root in snapshot.roots for name in names]


def _matching(folder: Path, patterns: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for pattern in patterns:
        top = folder / pattern.partition("*")[0].rpartition("/")[0]
        if top.is_dir():
            found.extend(path for path in sorted(folder.glob(pattern))[:_MOST_FILES])
    return found


def _sessions(path: Path) -> Iterator[tuple[str, list[ClassProbes]]]:
    try:
        for session in read_execution_data(path):
            yield session.id, session.classes
    except ExecutionDataError:
        return  # what cannot be read says nothing


def _outcomes(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the tests of a JUnit report and whether each failed; skipped ones are left out."""
    try:
        text = path.read_text("utf-8", "replace") if path.stat().st_size <= _LARGEST_RESULT else ""
        if "<!ENTITY" in text or "<!DOCTYPE" in text or not text:
            return
        root = ET.fromstring(text)  # noqa: S314 - without entities there is nothing to expand
    except (OSError, ET.ParseError):
        return
    for case in root.iter("testcase"):
        ended = {child.tag for child in case}
        if "skipped" not in ended:
            yield f"{case.get('classname', '')}.{case.get('name', '')}", bool(ended & {"failure", "error"})


class _Reader:
    """Maps probes to functions of the project, each class read once."""

    def __init__(self, snapshot: Snapshot, folders: list[Path], deadline: Deadline) -> None:
        self._snapshot = snapshot
        self._deadline = deadline
        self._roots = [path for folder in folders for path in _matching(folder, _CLASSES) if path.is_dir()]
        self._methods: dict[int, list[tuple[MethodProbes, Symbol]]] = {}

    def functions_of(self, one: ClassProbes) -> Iterator[Symbol]:
        """Yield the functions of a class of which a probe ran."""
        if self._deadline.expired:
            return
        if one.id not in self._methods:
            self._methods[one.id] = list(self._read(one))
        for method, symbol in self._methods[one.id]:
            if any(one.ran[method.first : method.first + method.count]):
                yield symbol

    def _read(self, one: ClassProbes) -> Iterator[tuple[MethodProbes, Symbol]]:
        for root in self._roots:
            try:
                data = (root / f"{one.name}.class").read_bytes()
            except OSError:
                continue
            if class_id(data) != one.id:
                continue  # compiled anew since
            try:
                methods = methods_of(data)
            except ValueError:
                return
            if sum(method.count for method in methods) != len(one.ran):
                return  # another version of JaCoCo places probes otherwise
            index, name = self._snapshot.index, one.name.replace("/", ".").partition("$")[0]
            paths = [symbol.path for symbol in index.find_classes(name)] or index.jvm_owner_files(name)
            for path in paths[:1]:
                for method in methods:
                    symbol = index.enclosing_function(path, method.line) if method.line else None
                    if symbol is not None:
                        yield method, symbol
            return
