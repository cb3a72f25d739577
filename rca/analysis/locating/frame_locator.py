"""Stack frames, compiler messages and build errors → places in the workspace.

A frame names a JVM class, a source file without its folder, and a line of the build that crashed.
The workspace may have several files of that name, several source sets of that class, and newer text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from models.code import FunctionDefinition, ProjectFrame
from models.error_report import Diagnostic, ErrorReport, Frame, FrameOrigin
from rca.analysis.locating.app_frames import attribute_frames
from rca.analysis.locating.classes_in_messages import named_symbols
from rca.analysis.locating.dependency_declarations import requirements
from rca.analysis.locating.files_in_messages import named_files
from rca.analysis.locating.frame_files import FrameFiles
from rca.analysis.locating.frame_positions import alternatives_note, other_file_note, position_note
from rca.analysis.locating.generated_sources import source_of
from rca.analysis.locating.native_places import find_native_places
from rca.analysis.locating.path_mapping import PathMapping, is_stub
from rca.analysis.locating.script_places import find_script_place
from rca.analysis.locating.synthetic_frames import written_frames
from rca.error_text.deadlock import is_deadlock
from rca.error_text.jvm import choose_culprit as deepest_app_frame
from rca.navigation.jvm_names import class_names, elsewhere, may_hold, method_names, named_class, owner_class
from rca.resolve.symbol import Symbol
from rca.text.line_index import Lines
from rca.tool_failure import Failure
from rca.workspace import Snapshot
from rca.workspace.code_context import define

_TEST_SETS = re.compile(r"/src/(?:\w*[tT]est\w*)/")
_GENERATED = re.compile(r"(?:^|/)(?:build/(?:generated|tmp)|target/generated-[\w-]+)/")
_INFLATED = re.compile(
    r"\bXML file line #(?P<line>\d{1,6})(?:: Binary XML file line #\d+)? in [\w.]+:"
    r"(?P<type>[a-z]+)/(?P<name>\w+)"
)


def locate(report: ErrorReport, snapshot: Snapshot) -> tuple[ProjectFrame, ...]:
    """Find every project place that an error names, each once.

    The order is that of suspicion: frames of the deepest cause first, each stack innermost first;
    compiler messages in the order of the text, errors before warnings. Where none of these lies in
    code that a person wrote, what the generated code was made from comes first, then the classes that
    the messages name. Files that an error names without a line come last.
    """
    locator = FrameLocator(snapshot, report.failed_tasks)
    found: dict[tuple[str, int | None], ProjectFrame] = {}
    # Where all is compiler-made, as of a trace that was cut, that is better than nothing.
    places = list(_places(report, locator)) or list(_places(report, locator, synthetic=True))
    written = [place for place in places if not _GENERATED.search(place.file_path)]
    if not written:
        named = (locator.named(symbol) for symbol in named_symbols(report, snapshot))
        places = [*locator.generated(report), *named, *places]
    places += locator.files_named(report)
    for place in places:
        found.setdefault((place.file_path, place.line), place)
    return tuple(found.values())


def choose_culprit(
    report: ErrorReport, frames: Iterable[ProjectFrame], snapshot: Snapshot
) -> ProjectFrame | None:
    """Return the place to look at first: the parser's culprit, else the first project place there is.

    Of an ANR it is the app's frame in the thread that holds what the main thread waits for, where there is
    such a frame: that is where the time goes. Of a deadlock it is the parser's.
    """
    report = attribute_frames(report, snapshot, only_partial=True)
    holds = report.kind == "anr" and not is_deadlock(report)
    first = deepest_app_frame(report.exceptions) if holds else report.culprit
    if first is not None:
        located = FrameLocator(snapshot, report.failed_tasks).frame(first)
        if located is not None:
            return located
    return next(iter(frames), None)


def _places(report: ErrorReport, locator: FrameLocator, *, synthetic: bool = False) -> Iterator[ProjectFrame]:
    for diagnostic in sorted(report.diagnostics, key=lambda found: found.severity != "error"):
        place = locator.diagnostic(diagnostic)
        if place is not None:
            yield place
    causes = [found for found in report.exceptions if found.relation != "suppressed"]
    suppressed = [found for found in report.exceptions if found.relation == "suppressed"]
    ordered = causes if is_deadlock(report) else reversed(causes)
    for exception in (*ordered, *suppressed):
        frames = exception.frames
        for frame in frames if synthetic else written_frames(frames, locator.heads_its_class):
            place = locator.frame(frame)
            if place is not None:
                yield place
        yield from locator.inflated(exception.message or "")
    yield from find_native_places(report.native_frames, locator.diagnostic)
    if report.kind in ("dependency_resolution", "gradle_build"):
        yield from locator.required(report.what_went_wrong or "")


class _LinePlace(NamedTuple):
    """The place of a frame in a file; `fits` says whether the frame's line can be of this revision."""

    line: int | None
    function: Symbol | None
    note: str | None = None
    fits: bool = True


class FrameLocator:
    """Finds places in one snapshot; remembers what it read. Failed tasks tell modules' twins apart."""

    def __init__(self, snapshot: Snapshot, failed_tasks: Iterable[str] = ()) -> None:
        self._snapshot = snapshot
        self._index = snapshot.index
        self._paths = PathMapping(snapshot)
        self._files = FrameFiles(snapshot)
        self._lines = cache(self._read)
        self._failed = tuple(task.rpartition(":")[0].replace(":", "/") + "/" for task in failed_tasks)

    def frame(self, frame: Frame) -> ProjectFrame | None:
        """Return the place of a stack frame; None if it is not this project's code."""
        is_ours = frame.origin != "platform"
        return (self._source_place(frame) or find_script_place(frame, self._snapshot)) if is_ours else None

    def _source_place(self, frame: Frame) -> ProjectFrame | None:
        if frame.line is not None and frame.file is not None and frame.file.endswith(("js", "wasm")):
            frame = frame.model_copy(update={"line": None})  # a line of what was made from the source
        position = position_note(frame)
        if position is not None:
            frame = frame.model_copy(update={"line": None})
        candidates = self._files.find(frame)
        if not candidates:
            return None
        if position is None:
            position = other_file_note(frame, candidates)
            frame = frame if position is None else frame.model_copy(update={"line": None})
        ranked = sorted(candidates, key=lambda path: self._unlikeliness(path, frame))
        best = ranked[0]
        line, function, note, fits = self._place_in_file(best, frame)
        if position is not None and function is None:
            note = f"no function '{frame.method}' is in the file"
        if self._lines(best) is None:
            note = "the file cannot be read now: its line is not compared"
        same_names = self._same_names(best, function) if frame.line is None else None
        notes = (position, note, alternatives_note(frame) or same_names)
        return ProjectFrame(
            file_path=best,
            line=line,
            function=self._definition(function),
            class_name=frame.class_name,
            method=frame.method,
            text=frame.text,
            code=self._code(best, line),
            origin=_seen_as(frame.origin),
            alternatives=tuple(ranked[1:]),
            note="; ".join(dict.fromkeys(one for one in notes if one)) or None,
            reported_line=None if fits else frame.line,
        )

    def heads_its_class(self, frame: Frame) -> bool:
        """Return whether a frame's line declares a class, and is in no function, in each file that fits."""
        line = frame.line
        if line is None or frame.origin == "platform" or position_note(frame) is not None:
            return False
        candidates = self._files.find(frame)
        return bool(candidates) and all(
            self._index.enclosing_function(path, line) is None and self._heads_a_class(path, line)
            for path in candidates
        )

    def generated(self, report: ErrorReport) -> Iterator[ProjectFrame]:
        """Return the sources from which the generated code in an error's frames was made."""
        for exception in reversed(report.exceptions):
            for frame in exception.frames:
                source = source_of(frame, self._snapshot) if frame.origin != "platform" else None
                if source is None:
                    continue
                symbol, line = source.symbol, None
                if symbol is not None:
                    line = symbol.declaration.name_line if symbol.declaration.is_class else symbol.line
                yield ProjectFrame(
                    file_path=source.path,
                    line=line,
                    function=self._definition(symbol if symbol and symbol.is_callable else None),
                    class_name=frame.class_name,
                    method=frame.method,
                    text=frame.text,
                    code=self._code(source.path, line),
                    note="the frame's code is generated from this",
                )

    def named(self, symbol: Symbol) -> ProjectFrame:
        """Return the place of a class or function that a message names."""
        is_function = symbol.is_callable and not symbol.declaration.is_class
        line = symbol.line if is_function else symbol.declaration.name_line
        owner = symbol.owner if is_function else symbol
        kind = "function" if is_function else "class"
        return ProjectFrame(
            file_path=symbol.path,
            line=line,
            function=self._definition(symbol if is_function else None),
            class_name=owner.qualified_name if owner is not None else None,
            method=symbol.name if is_function else None,
            text=symbol.qualified_name,
            code=self._code(symbol.path, line),
            found_by="name",
            note=f"the message names this {kind}, and no line of the project",
        )

    def diagnostic(self, diagnostic: Diagnostic) -> ProjectFrame | None:
        """Return the place of a compiler message; None if its file is not in the workspace."""
        if diagnostic.file is None:
            return None
        found = self._paths.find(diagnostic.file)
        if not found:
            return None
        best, line = found[0], diagnostic.line
        lines = self._lines(best)
        note = None
        if line is not None and lines is not None and line > lines.count:
            note = f"line {line} is past the end of the file: it changed since that build"
            line = None
        if is_stub(diagnostic.file):
            note = "the message is about a stub that kapt made of this file; the line is not known"
            line = None
        function = self._index.enclosing_function(best, line) if line is not None else None
        return ProjectFrame(
            file_path=best,
            line=line,
            function=self._definition(function),
            class_name=None,
            method=None,
            text=diagnostic.message.split("\n", 1)[0],
            code=self._code(best, line),
            alternatives=tuple(found[1:]),
            note=note,
        )

    def inflated(self, message: str) -> Iterator[ProjectFrame]:
        """Return the line of the XML resource that Android could not inflate."""
        for match in _INFLATED.finditer(message):
            end = f"{match['name']}.xml"
            folder = re.compile(rf"/res/{match['type']}(?:-[\w+-]+)*/{re.escape(end)}$")
            found = sorted(path for path in self._snapshot.files(end) if folder.search(f"/{path}"))
            if found:
                yield ProjectFrame(
                    file_path=found[0],
                    line=int(match["line"]),
                    class_name=None,
                    method=None,
                    text=match[0],
                    code=self._code(found[0], int(match["line"])),
                    alternatives=tuple(found[1:]),
                )

    def files_named(self, report: ErrorReport) -> Iterator[ProjectFrame]:
        """Return the build scripts and resource files that an error names without a line."""
        for file in named_files(report, self._snapshot):
            yield ProjectFrame(
                file_path=file.path,
                line=None,
                class_name=None,
                method=None,
                text=file.words,
                alternatives=file.alternatives,
                note=file.note,
            )

    def required(self, text: str) -> Iterator[ProjectFrame]:
        """Return where scripts and version catalogues request what a build error reports missing."""
        for path, line, name in requirements(text, self._snapshot, self._lines):
            yield ProjectFrame(
                file_path=path,
                line=line,
                class_name=None,
                method=None,
                text=name,
                code=self._code(path, line),
            )

    def _unlikeliness(self, path: str, frame: Frame) -> tuple[bool, bool, bool, bool, int, str]:
        function = self._index.enclosing_function(path, frame.line) if frame.line is not None else None
        other_function = function is None or function.name not in method_names(frame)
        lines = self._lines(path)
        outside = frame.line is not None and (lines is None or frame.line > lines.count)
        elsewhere = not any(folder in f"/{path}" for folder in self._failed)
        return (
            outside,
            other_function,
            elsewhere,
            bool(_TEST_SETS.search(f"/{path}")),
            path.count("/"),
            path,
        )

    def _place_in_file(self, path: str, frame: Frame) -> _LinePlace:
        lines = self._lines(path)
        names = method_names(frame)
        owner = frame.class_name and owner_class(frame.class_name)
        facts = self._index.facts(path)
        if facts is not None and owner == facts.package:  # WebAssembly: a function of a package
            owner = None
        declared = next(
            (
                symbol
                for name in names
                for symbol in _functions_first(self._index.functions(path, name, owner), named_class(frame))
            ),
            None,
        )
        if frame.line is None or lines is None:
            line = declared.line if declared else self._class_line(path, frame)
            return _LinePlace(line, declared, None if declared else "the trace has no line")
        if frame.line > lines.count:
            note = (
                f"line {frame.line} is past the end of the file: inlined code, or it changed since that build"
            )
            # Kotlin numbers the lines of inlined code from the end of the file on.
            fits = path.endswith((".kt", ".kts"))
            return _LinePlace(declared.line if declared else None, declared, note, fits=fits)
        around = self._index.enclosing_function(path, frame.line)
        if around is None and self._heads_a_class(path, frame.line):
            # Bridges, default arguments and accessors that the compiler makes carry the class's line.
            return _LinePlace(frame.line, declared)
        if declared is None or declared.line <= frame.line <= declared.end_line:
            return _LinePlace(frame.line, around or declared)
        if around is not None and may_hold(around, frame, names):
            return _LinePlace(frame.line, around)
        found = elsewhere(frame.line, around, declared, class_names(frame))
        return _LinePlace(*found, fits=around is not None and "inline" in around.declaration.modifiers)

    def _same_names(self, path: str, chosen: Symbol | None) -> str | None:
        """Return a note about overloads: without a line, the frame may be any of them."""
        if chosen is None:
            return None
        owner = chosen.owner.qualified_name if chosen.owner is not None else None
        same = self._index.functions(path, chosen.name, owner)
        lines = [symbol.line for symbol in same if (symbol.owner is None) == (chosen.owner is None)]
        if len(lines) < 2:
            return None
        others = ", ".join(str(line) for line in lines if line != chosen.line)
        return f"{len(lines)} functions have this name, the frame may be of any: also at line {others}"

    def _class_line(self, path: str, frame: Frame) -> int | None:
        """Return the line of a frame's class, for frames without line and function."""
        name = (frame.class_name or "").replace("$", ".")
        return next(
            (
                symbol.declaration.name_line
                for symbol in self._index.classes_in_file(path)
                if symbol.qualified_name == name
            ),
            None,
        )

    def _heads_a_class(self, path: str, line: int) -> bool:
        return any(
            line in (symbol.line, symbol.declaration.name_line)
            for symbol in self._index.classes_in_file(path)
        )

    def _definition(self, symbol: Symbol | None) -> FunctionDefinition | None:
        if symbol is None:
            return None
        lines = self._lines(symbol.path)
        return define(symbol, lines.text if lines is not None else "")

    def _code(self, path: str, line: int | None) -> str | None:
        lines = self._lines(path)
        return lines.line(line).strip() if lines is not None and line is not None else None

    def _read(self, path: str) -> Lines | None:
        try:
            return Lines(self._snapshot.read(path).text)
        except Failure:
            # The file went away or cannot be read: the frame is still known, its text is not.
            return None


def _functions_first(symbols: Sequence[Symbol], class_name: str | None) -> Iterator[Symbol]:
    """Yield functions before properties of the same name, those of a frame's own class first.

    A frame's method is a function, if there is one. `class_name` is the frame's class, where that has a name.
    """

    def order(symbol: Symbol) -> tuple[bool, bool]:
        owner = symbol.owner
        is_own = owner is not None and owner.name == class_name
        return not is_own, symbol.declaration.kind == "property"

    yield from sorted(symbols, key=order)


def _seen_as(origin: FrameOrigin) -> FrameOrigin:
    """Return the frame as app code: code in the workspace is the app's, whatever its package."""
    return "app" if origin == "library" else origin
