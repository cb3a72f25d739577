"""Finds functions that may be the cause of an error: in the trace, beside it, and by the error's names."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.failure import FailedCondition
from rca.causes.candidate import Candidate
from rca.causes.error_names import ErrorNames, names_in_error
from rca.causes.file_functions import FileFunctions
from rca.causes.parameter_chain import follow
from rca.languages.facts import CallSite
from rca.languages.name_roles import Role
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_test
from rca.workspace.word_filter import files_possibly_containing

FAMILY_GROUPS = {
    "null_dereference": "null",
    "null_check": "null",
    "null_argument": "null_argument",
    "uninitialized": "state",
    "lifecycle": "state",
    "dead_process": "state",
    "cancellation": "state",
    "cast": "value",
    "index": "value",
    "missing_element": "value",
    "number_format": "value",
    "date_format": "value",
    "text_format": "value",
    "arithmetic": "value",
    "precondition": "precondition",
    "unsupported_operation": "precondition",
    "assertion": "assertion",
    "wrong_thread": "thread",
    "concurrent_modification": "thread",
    "not_responding": "thread",
    "deadlock": "thread",
    "timeout": "thread",
}
"""Families of failures that point at the same kind of place."""
_FILES_READ = 40
"""Files whose functions are compared with the names of the error."""
_MOST_FILES = 400
"""A name that more files than this use says nothing about a place."""
_FRAMES = 12
_LITERAL_FILES = 60
_TEARDOWN = frozenset(
    [
        "onDestroy",
        "onDestroyView",
        "onCleared",
        "onStop",
        "onPause",
        "onDetach",
        "close",
        "dispose",
        "release",
        "stop",
        "cancel",
        "shutdown",
        "unregister",
        "reset",
        "clear",
        "tearDown",
        "destroy",
        "disconnect",
        "onClose",
        "onDisconnected",
        "onServiceDisconnected",
        "onDetachedFromWindow",
    ]
)
_SETUP = frozenset(
    [
        "onCreate",
        "onCreateView",
        "onViewCreated",
        "onAttach",
        "onStart",
        "onResume",
        "onActivityCreated",
        "init",
        "initialize",
        "setup",
        "start",
        "open",
        "connect",
        "register",
        "onServiceConnected",
        "onAttachedToWindow",
        "onBindViewHolder",
        "doWork",
    ]
)
_THROWS = re.compile(r"\bthrow\b|\brequire\w*\(|\bcheck\w*\(|\berror\(|\bassert\w*\b|!!|\bPreconditions\.")
_EXCEPTION_CLASS = re.compile(r"(?:Exception|Error|Preconditions|Checks?|Assert\w*|Utils?)$")
_ASYNC = re.compile(
    r"\.post\w*\(|launch|async|Runnable|Thread|execute\(|submit\(|schedule\w*\(|set\w*Listener|subscribe|"
    r"observe|addListener|Handler|invokeLater|CompletableFuture|thenAccept|callback|Callback"
)


@dataclass(frozen=True)
class AppFrame:
    """A frame of the app that lies in a function; `depth` counts distinct functions from the innermost."""

    function: Symbol
    line: int
    depth: int
    frame: ProjectFrame


class CandidateSearch:
    """Collects candidates for one error in one snapshot."""

    def __init__(self, snapshot: Snapshot, report: ErrorReport, text: str, deadline: Deadline) -> None:
        self._snapshot = snapshot
        self._index = snapshot.index
        self._report = report
        self._names = names_in_error(report, text)
        self._deadline = deadline
        self._files: dict[str, FileFunctions | None] = {}
        self._texts: dict[str, list[str]] = {}
        self._found: dict[Symbol, Candidate] = {}

    def run(
        self,
        frames: Sequence[ProjectFrame],
        culprit: ProjectFrame | None,
        failure: FailedCondition | None = None,
    ) -> list[Candidate]:
        """Return every candidate with its features."""
        app = self._app_frames(frames, culprit)
        self._note_frames(app)
        if failure is not None:
            self._note_failure(failure, app)
        for frame in app[:4]:
            self._note_callees(frame)
            self._note_fields(frame)
        for frame in app[:3]:
            self._note_siblings(frame)
        for frame in app[:2]:
            self._note_body_callees(frame)
        self._note_tested(app)
        self._note_callers(app)
        self._note_names(app)
        for candidate in self._found.values():
            self._note_shape(candidate, app)
        return list(self._found.values())

    # --- the trace itself

    def _app_frames(self, frames: Sequence[ProjectFrame], culprit: ProjectFrame | None) -> list[AppFrame]:
        ordered = [culprit, *frames] if culprit is not None else list(frames)
        found: dict[Symbol, AppFrame] = {}
        for frame in ordered:
            if frame.line is None or len(found) >= _FRAMES:
                continue
            functions = self._functions(frame.file_path)
            function = functions.around(frame.line) if functions else None
            if function is not None and function not in found:
                found[function] = AppFrame(function, frame.line, len(found), frame)
        return list(found.values())

    def _note_frames(self, app: Sequence[AppFrame]) -> None:
        for frame in app:
            candidate = self._candidate(frame.function, frame.line)
            candidate.note("frame")
            candidate.note("frame_nearness", 1 / (1 + frame.depth))
            if _EXCEPTION_CLASS.search(".".join(frame.function.class_path)):
                candidate.note("in_exception_class")
            if frame.function.end_line - frame.function.line <= 4:
                candidate.note("short_frame")
            if frame.function.declaration.kind == "constructor":
                candidate.note("constructor_frame")
            candidate.note(f"frame_{frame.depth}" if frame.depth < 3 else "frame_later")
            if frame.depth == len(app) - 1 and frame.depth:
                candidate.note("frame_outermost")
            code = self._line(frame.function.path, frame.line)
            if _THROWS.search(code):
                candidate.note("line_throws")
            if _ASYNC.search(" ".join(self._body(frame.function))):
                candidate.note("registers_callback")
            method = frame.frame.method or ""
            if "lambda" in method or method in ("invokeSuspend", "invoke", "run", "call", "accept"):
                candidate.note("frame_lambda")
        passing, origin = follow(
            [(frame.function, frame.line) for frame in app], self._functions, self._lines
        )
        for function in passing:
            self._found[function].note("passes_value_on")
        if origin is not None:
            self._found[origin].note("value_comes_from_here")
            self._found[origin].note("value_comes_from_here_after", len(passing) / 5)
        for inner, outer in zip(app, app[1:], strict=False):
            candidate = self._found[outer.function]
            if inner.depth == 0:
                self._note_second(inner, candidate)

    def _note_second(self, top: AppFrame, candidate: Candidate) -> None:
        """Say of the second function what makes the first a mere place where it surfaces."""
        function = top.function
        code = self._line(function.path, top.line)
        if _THROWS.search(code):
            candidate.note("inner_throws")
        length = function.end_line - function.line
        if length <= 4:
            candidate.note("inner_is_short")
        if function.declaration.kind == "constructor":
            candidate.note("inner_is_constructor")
        if candidate.function.path != function.path:
            candidate.note("inner_in_other_file")
        if self._uses_parameter(top):
            candidate.note("inner_fails_on_parameter")
        calls = len(self._index.declaring(function.name, "called"))
        if calls > 5:
            candidate.note("inner_is_called_widely", min(1.0, math.log(calls) / 6))

    def _uses_parameter(self, frame: AppFrame) -> bool:
        names = {parameter.name for parameter in frame.function.declaration.parameters}
        return bool(names & set(re.findall(r"\w+", self._line(frame.function.path, frame.line))))

    def _note_failure(self, failure: FailedCondition, app: Sequence[AppFrame]) -> None:
        """Note what failed: where its expression and its value lie, and which kind of failure each frame is of."""
        group = FAMILY_GROUPS.get(failure.family, "other")
        for frame in app[:3]:
            self._found[frame.function].note(f"{group}_in_frame_{frame.depth}")
        for frame in app[3:]:
            self._found[frame.function].note(f"{group}_in_later_frame")
        for key, place in (("failing_expression", failure.expression), ("failing_value", failure.value)):
            functions = self._functions(place.file_path) if place is not None else None
            function = functions.around(place.start_line) if functions and place is not None else None
            if function is not None and place is not None:
                candidate = self._candidate(function, place.start_line)
                candidate.note(key)
                if not any(frame.function == function for frame in app):
                    candidate.note(f"{key}_outside_trace")
        if failure.value is not None and app and failure.value.file_path != app[0].function.path:
            self._candidate(app[0].function, app[0].line).note("value_comes_from_elsewhere")

    # --- beside the trace

    def _note_callees(self, frame: AppFrame) -> None:
        """Note the functions that the failing line calls, and those that its names were assigned from."""
        functions = self._functions(frame.function.path)
        if functions is None:
            return
        inner = {site.name for site in functions.sites_on(frame.line)}
        for site in functions.sites_on(frame.line):
            for target in self._targets(site, frame.function):
                self._candidate(target, target.line).note("callee", 1 / (1 + frame.depth))
        words = set(re.findall(r"[A-Za-z_]\w*", self._line(frame.function.path, frame.line)))
        for number in range(frame.function.line, frame.line):
            code = self._line(frame.function.path, number)
            match = re.search(r"\b(\w+)\s*=[^=]", code)
            if match and match[1] in words:
                for site in functions.sites_on(number):
                    if site.name in inner:
                        continue
                    for target in self._targets(site, frame.function):
                        self._candidate(target, target.line).note("value_callee", 1 / (1 + frame.depth))

    def _note_body_callees(self, frame: AppFrame) -> None:
        """Note what the whole function calls: a test's subject, a callback's setup."""
        functions = self._functions(frame.function.path)
        for site in functions.sites.get(frame.function, ())[:60] if functions else ():
            for target in self._targets(site, frame.function):
                key = "test_calls" if is_test(frame.function.path) else "body_callee"
                self._candidate(target, target.line).note(key, 1 / (1 + frame.depth))

    def _note_tested(self, app: Sequence[AppFrame]) -> None:
        """Note the functions of the class that a failing test is named after."""
        for frame in app[:3]:
            if not is_test(frame.function.path) or not frame.function.class_path:
                continue
            name = re.sub(r"(?:Tests?|IT|Spec|TestCase)$", "", frame.function.class_path[0])
            if name == frame.function.class_path[0]:
                continue
            for path in self._index.declaring(name, "class")[:3]:
                functions = self._functions(path)
                for symbol in functions.functions if functions else ():
                    self._candidate(symbol, symbol.line).note("of_tested_class")

    def _targets(self, site: CallSite, around: Symbol) -> Iterable[Symbol]:
        """Return the project's declarations of a name that a site calls, the nearest ones where many."""
        if site.form in ("read", "write") or len(site.name) < 3:
            return ()
        paths = self._index.declaring(site.name, "callable")
        if len(paths) > 8:
            paths = tuple(path for path in paths if path == around.path)
        found = [
            symbol
            for path in paths
            if (functions := self._functions(path)) is not None
            for symbol in functions.functions
            if symbol.name == site.name and symbol.declaration.kind in ("function", "constructor")
        ]
        here = [symbol for symbol in found if symbol.path == around.path]
        return (here or found)[:4]

    def _note_fields(self, frame: AppFrame) -> None:
        """Note the functions that write what the failing line reads, and where it is declared."""
        functions = self._functions(frame.function.path)
        if functions is None:
            return
        words = set(re.findall(r"[A-Za-z_]\w*", self._line(frame.function.path, frame.line)))
        properties = {
            symbol.name: symbol
            for symbol in self._index.symbols(frame.function.path)
            if symbol.declaration.kind == "property" and symbol.owner is not None
        }
        for name in words & properties.keys():
            nearness = 1 / (1 + frame.depth)
            place = functions.around(properties[name].line) or properties[name]
            self._candidate(place, properties[name].line).note("declares_value", nearness)
            writes = re.compile(rf"\b{re.escape(name)}\s*=(?!=)\s*(?P<null>null\b)?")
            for number, code in enumerate(self._lines(frame.function.path), 1):
                match = writes.search(code)
                writer = functions.around(number) if match else None
                if match and writer is not None and writer != frame.function and writer != place:
                    candidate = self._candidate(writer, number)
                    candidate.note("writes_value", nearness)
                    if match["null"]:
                        candidate.note("writes_null", nearness)

    def _note_siblings(self, frame: AppFrame) -> None:
        functions = self._functions(frame.function.path)
        if functions is None:
            return
        own = set(frame.function.class_path)
        for symbol in functions.functions:
            if symbol == frame.function:
                continue
            candidate = self._candidate(symbol, symbol.line)
            nearness = 1 / (1 + frame.depth)
            candidate.note("same_file", nearness)
            if own & set(symbol.class_path):
                candidate.note("same_class", nearness)
            if symbol.name in _TEARDOWN:
                candidate.note("sibling_tears_down", nearness)
            if symbol.name in _SETUP:
                candidate.note("sibling_sets_up", nearness)
            shared = {site.name for site in functions.sites.get(symbol, ())} & {
                site.name for site in functions.sites_on(frame.line)
            }
            if shared:
                candidate.note("shares_names_with_line", min(1.0, len(shared) / 3) * nearness)

    def _note_callers(self, app: Sequence[AppFrame]) -> None:
        """Note who calls the functions of the trace, by name: nearest files first."""
        for frame in (*app[:1], *app[-1:]):
            key = "calls_top" if frame.depth == 0 else "calls_outermost"
            name = frame.function.name
            paths = self._index.declaring(name, "called")
            if len(paths) > 12 or len(name) < 3:
                paths = tuple(path for path in paths if path == frame.function.path)
            for path in paths:
                functions = self._functions(path)
                for symbol, sites in functions.sites.items() if functions else ():
                    lines = [site.line for site in sites if site.name == name]
                    if lines and symbol != frame.function:
                        self._candidate(symbol, lines[0]).note(key)

    # --- by names

    def _note_names(self, app: Sequence[AppFrame]) -> None:
        """Compare functions with the names of the error, in the files that share most with it."""
        weights = self._weights(self._names)
        scores: dict[str, float] = defaultdict(float)
        for weight, paths in weights.values():
            for path in paths:
                scores[path] += weight * (0.5 if is_test(path) else 1.0)
        near = {frame.function.path for frame in app}
        chosen = sorted(scores, key=lambda path: -scores[path])[:_FILES_READ]
        by_name: dict[str, float] = defaultdict(float)
        for (name, _role), (weight, _paths) in weights.items():
            by_name[name] = max(by_name[name], weight)
        relevance: dict[Symbol, float] = {}
        for path in dict.fromkeys((*chosen, *near)):
            if self._deadline.expired:
                return
            functions = self._functions(path)
            if functions is None:
                continue
            for symbol in functions.functions:
                used = {site.name for site in functions.sites.get(symbol, ())}
                own = {symbol.name, *symbol.class_path}
                shared = {name: by_name[name] for name in (used | own) & by_name.keys()}
                if not shared:
                    continue
                relevance[symbol] = sum(shared.values())
                candidate = self._candidate(symbol, symbol.line)
                methods = used & self._names.methods.keys()
                if methods:
                    best = max(methods, key=lambda name: by_name.get(name, 0.0))
                    candidate.note("calls_named_method", self._names.methods[best])
                    candidate.note("calls_rare_method", by_name.get(best, 0.0) / 5)
                if symbol.name in self._names.methods or symbol.name in self._names.words:
                    candidate.note("is_named")
                if used & self._names.words.keys():
                    candidate.note("uses_named_value")
        if relevance:
            most = max(relevance.values())
            ranked = sorted(relevance, key=lambda symbol: -relevance[symbol])
            for place, symbol in enumerate(ranked):
                candidate = self._found[symbol]
                candidate.note("relevance", relevance[symbol] / most)
                candidate.note("relevance_rank", 1 / (1 + place))
        self._note_literals(chosen)

    def _weights(self, names: ErrorNames) -> dict[tuple[str, Role], tuple[float, tuple[str, ...]]]:
        total = max(2, len(self._index.listed))
        found: dict[tuple[str, Role], tuple[float, tuple[str, ...]]] = {}
        groups: tuple[tuple[dict[str, float], tuple[Role, ...]], ...] = (
            (names.methods, ("called", "callable")),
            (names.classes, ("mentioned", "class")),
            (names.words, ("called", "callable")),
        )
        for group, roles in groups:
            for name, weight in group.items():
                for role in roles:
                    paths = self._index.declaring(name, role)
                    if 0 < len(paths) <= _MOST_FILES:
                        rarity = math.log(1 + total / len(paths))
                        found[name, role] = (weight * rarity, paths)
        return found

    def _note_literals(self, paths: Iterable[str]) -> None:
        """Note the functions whose text holds what the error quotes, and those that use such a constant."""
        wanted = [literal for literal in self._names.literals if len(literal) > 4]
        wanted += [word for word in self._names.words if len(word) > 5]
        if not wanted:
            return
        listed = self._snapshot.files(".kt", ".java")
        found = files_possibly_containing(
            self._snapshot, listed, [word.encode() for word in wanted], self._deadline
        )
        chosen = found if len(found) <= _LITERAL_FILES else list(paths)
        counts = dict.fromkeys(wanted, 0)
        lines: list[tuple[str, int, list[str]]] = []
        for path in chosen:
            for number, code in enumerate(self._lines(path), 1):
                held = [word for word in wanted if word in code]
                if held:
                    lines.append((path, number, held))
                for word in held:
                    counts[word] += 1
        for path, number, held in lines:
            functions = self._functions(path)
            symbol = functions.around(number) if functions else None
            if symbol is None:
                continue
            rarity = max(1 / counts[word] for word in held)
            self._candidate(symbol, number).note("holds_literal", rarity)
            if symbol.declaration.kind == "property":
                self._note_users(symbol, rarity)

    def _note_users(self, constant: Symbol, rarity: float) -> None:
        paths = self._index.declaring(constant.name, "called")
        for path in paths[:8]:
            functions = self._functions(path)
            for symbol, sites in functions.sites.items() if functions else ():
                lines = [site.line for site in sites if site.name == constant.name]
                if lines and symbol != constant:
                    self._candidate(symbol, lines[0]).note(
                        "uses_literal_constant", rarity / min(4, len(paths))
                    )

    # --- what a candidate is

    def _note_shape(self, candidate: Candidate, app: Sequence[AppFrame]) -> None:
        function = candidate.function
        candidate.note("length", min(1.0, math.log(1 + function.end_line - function.line) / 5))
        kind = function.declaration.kind
        candidate.note(f"kind_{kind}")
        if is_test(function.path):
            candidate.note("is_test")
        if not app:
            candidate.note("no_frames")
            candidate.note("no_frames_relevance", candidate.features.get("relevance", 0.0))

    def _candidate(self, function: Symbol, line: int) -> Candidate:
        found = self._found.get(function)
        if found is None:
            found = self._found[function] = Candidate(function, line)
        return found

    def _functions(self, path: str) -> FileFunctions | None:
        if path not in self._files:
            facts = self._index.facts(path)
            usable = facts is not None and facts.language in ("kotlin", "java")
            self._files[path] = (
                FileFunctions(path, facts, self._index.symbols(path))
                if usable and facts is not None
                else None
            )
        return self._files[path]

    def _lines(self, path: str) -> list[str]:
        if path not in self._texts:
            self._texts[path] = (self._snapshot.text(path) or "").split("\n")
        return self._texts[path]

    def _line(self, path: str, line: int) -> str:
        lines = self._lines(path)
        return lines[line - 1] if 0 < line <= len(lines) else ""

    def _body(self, function: Symbol) -> list[str]:
        return self._lines(function.path)[function.line - 1 : function.end_line]
