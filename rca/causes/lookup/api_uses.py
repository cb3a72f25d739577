"""Calls of the library functions that an error's frames name, where no frame lies in the project."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from models.error_report import ErrorReport, Frame
from rca.causes.contracts.framework_receivers import means_owner
from rca.causes.project_code import ProjectCode
from rca.navigation.jvm_names import LAMBDA_BODY_METHODS
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.text.lazy_regex import lazy_regex
from rca.workspace.build_modules import is_test

_CALL = lazy_regex(
    r"(?<![\w.$])(?:[a-z_]\w*\.){0,10}(?P<owner>[A-Z]\w{2,60})[.#](?P<method>[a-z]\w{2,60})(?=\()"
)
_TEXT_READ: Final = 4000
_FRAMES_READ: Final = 30
_MOST_FILES: Final = 60
_MOST_USES: Final = 12
_TYPED_SITES: Final = 60
_LANGUAGE: Final = ("java.lang.", "java.util.", "kotlin.", "jdk.", "sun.", "dalvik.")
"""Packages that any code calls."""
_RUN_BY_ANY: Final = """
run call invoke invokeSuspend resumeWith doWork execute handleMessage dispatchMessage handleCallback loop main
get set create close build init start access apply accept onNext onError subscribe process dispatch read write
add put remove
"""
_ANY_CODE_RUNS: Final = LAMBDA_BODY_METHODS | frozenset(_RUN_BY_ANY.split())
"""Methods whose names alone say nothing of who calls them."""


UseEvidence = Literal["call", "name", "class"]
"""A call of the library's class; a call of that name whose receiver is not known; a use of the class."""


@dataclass(frozen=True, slots=True)
class ApiUse:
    """A call of a library function; `uses` is how many functions of the project call it."""

    function: Symbol
    line: int
    api: str
    uses: int
    depth: int
    evidence: UseEvidence


def find_api_uses(
    report: ErrorReport, text: str, code: ProjectCode, deadline: Deadline
) -> tuple[ApiUse, ...]:
    """Return the project's calls of the functions that library frames and messages name, the rarest first.

    A function whose receivers are of other types, as far as types are known, is left out, as is one that
    more functions call than say something. Where nothing calls them, functions that use a class of the frames
    are returned.
    """
    found: dict[Symbol, ApiUse] = {}
    with code.index.resolver(deadline) as resolver:
        search = _Search(code, resolver, deadline)
        for depth, (owner, method) in enumerate((*_apis(report), *_named(text))):
            if deadline.expired:
                break
            for use in search.uses(owner, method, depth):
                known = found.get(use.function)
                if known is None or _order(use) < _order(known):
                    found[use.function] = use
        if not found:
            found = {
                use.function: use
                for use in search.class_uses(
                    (*_library_classes(report), *(owner for owner, _ in _named(text)))
                )
            }
    return tuple(sorted(found.values(), key=_order))


def _order(use: ApiUse) -> tuple[bool, int, int, str, int]:
    return use.evidence != "call", use.uses, use.depth, use.function.path, use.line


def _library_frames(report: ErrorReport) -> Iterator[Frame]:
    """Yield the frames that are no language's own, the innermost first."""
    for exception in reversed(report.exceptions):
        for frame in exception.frames[:_FRAMES_READ]:
            if frame.origin != "app" and frame.class_name and not frame.class_name.startswith(_LANGUAGE):
                yield frame


def _apis(report: ErrorReport) -> Sequence[tuple[str, str]]:
    """Return class and method of the library's frames, each once."""
    return tuple(dict.fromkeys(api for frame in _library_frames(report) for api in _api_of(frame)))


def _named(text: str) -> Sequence[tuple[str, str]]:
    """Return class and method of the calls that a text names outside of frames, each once."""
    lines = (line for line in text[:_TEXT_READ].split("\n") if not line.lstrip().startswith("at "))
    found = (match for line in lines for match in _CALL.finditer(line))
    return tuple(
        dict.fromkeys(
            (match["owner"], match["method"])
            for match in found
            if not match[0].startswith(_LANGUAGE) and match["method"] not in _ANY_CODE_RUNS
        )
    )


def _library_classes(report: ErrorReport) -> Sequence[str]:
    """Return the full names of the library's outermost classes, each once."""
    return tuple(dict.fromkeys((frame.class_name or "").split("$")[0] for frame in _library_frames(report)))


def _api_of(frame: Frame) -> Iterator[tuple[str, str]]:
    parts = [
        part
        for part in (frame.class_name or "").rpartition(".")[2].split("$")
        if part[:1].isupper() and "Lambda" not in part
    ]
    method = (frame.method or "").split("$")[0].split("-")[0]
    if not parts:
        return
    if method == "<init>":
        yield parts[-1], parts[-1]
    elif method and method not in _ANY_CODE_RUNS and method != "<clinit>":
        yield parts[-1], method


class _Search:
    def __init__(self, code: ProjectCode, resolver: Resolver, deadline: Deadline) -> None:
        self._code = code
        self._resolver = resolver
        self._deadline = deadline
        self._typed = 0

    def uses(self, owner: str, method: str, depth: int) -> list[ApiUse]:
        """Return the calls of one library function; none where too many functions call that name."""
        paths = [path for path in self._code.index.declaring(method, "called") if not is_test(path)]
        if len(paths) > _MOST_FILES:
            return []
        held: list[tuple[Symbol, int, bool]] = []
        for path in paths:
            if self._deadline.expired:
                return []
            held.extend(self._in_file(path, owner, method))
        typed = [one for one in held if one[2]]
        chosen = typed or held
        if len(chosen) > _MOST_USES:
            return []
        return [
            ApiUse(function, line, f"{owner}.{method}", len(chosen), depth, "call" if is_typed else "name")
            for function, line, is_typed in chosen
        ]

    def class_uses(self, classes: Sequence[str]) -> list[ApiUse]:
        """Return the functions that name one of the classes in a file that imports it."""
        found: list[ApiUse] = []
        for depth, name in enumerate(classes):
            simple = name.rpartition(".")[2]
            held: list[tuple[Symbol, int]] = []
            for path in self._code.index.declaring(simple, "mentioned"):
                if self._deadline.expired:
                    return found
                if not is_test(path) and len(held) <= _MOST_USES:
                    held.extend(self._mentions(path, name, simple))
            if 0 < len(held) <= _MOST_USES:
                found += [
                    ApiUse(function, line, simple, len(held), depth, "class") for function, line in held
                ]
        return found

    def _mentions(self, path: str, name: str, simple: str) -> Iterator[tuple[Symbol, int]]:
        lines, functions = self._code.lines(path), self._code.functions(path)
        if functions is None or not any(line.startswith("import ") and name in line for line in lines):
            return
        named = re.compile(rf"\b{re.escape(simple)}\b")
        seen: set[Symbol] = set()
        for number, line in enumerate(lines, 1):
            function = functions.around(number) if named.search(line) else None
            if function is not None and function not in seen:
                seen.add(function)
                yield function, number

    def _in_file(self, path: str, owner: str, method: str) -> Iterator[tuple[Symbol, int, bool]]:
        functions = self._code.functions(path)
        is_facade = owner.endswith("Kt")
        for function, sites in functions.sites.items() if functions else ():
            site = next((one for one in sites if one.name == method and one.form != "write"), None)
            if site is None:
                continue
            if owner == method or is_facade:
                yield function, site.line, True
                continue
            self._typed += site.has_receiver
            resolver = self._resolver if self._typed < _TYPED_SITES else None
            means = means_owner(self._code.index, site, function, owner, resolver)
            if means is not False:
                yield function, site.line, bool(means)
