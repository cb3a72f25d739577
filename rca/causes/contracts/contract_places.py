"""The places of a project that an entry of the table is about, with the evidence for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from models.hypothesis import PlaceRole
from rca.causes.contracts.app_trace import AppTrace
from rca.causes.contracts.contract import Reference
from rca.causes.contracts.contract_matching import ContractMatch
from rca.causes.contracts.framework_receivers import is_kind_of, means_owner
from rca.causes.contracts.scheduling_calls import scheduling_calls
from rca.causes.project_code import ProjectCode
from rca.languages.facts import CallSite
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test
from rca.workspace.word_filter import files_possibly_containing

_MOST_FILES = 120
"""Files with a call that are read for one name, those near the trace first."""
_TYPED_SITES = 60
_TRACE_PLACES = 4
_USERS = 8
"""Files whose uses of a constant are read."""
_WEIGHTS = {
    "in_trace": 2.4,
    "in_named_class": 1.6,
    "in_trace_file": 0.8,
    "same_folder": 0.4,
    "owner_known": 1.0,
    "owner_differs": -1.6,
    "rare": 1.2,
    "first_reference": 0.9,
    "holds_value": 1.2,
    "guarded": -0.9,
    "is_test": -2.0,
    "names_class": 0.6,
    "called_in_trace": 0.8,
    "schedules_trace": 1.6,
    "trace_alone": -0.8,
}
"""What each feature counts; set by hand after the development bugs."""


@dataclass
class ContractPlace:
    """A function, class or manifest entry on the app's side."""

    path: str
    line: int
    end_line: int | None
    function: Symbol | None
    role: PlaceRole
    api: str
    """What of the framework is used there, as the entry names it."""
    features: dict[str, float] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """How much speaks for the place, comparable within one error."""
        return sum(_WEIGHTS[name] * value for name, value in self.features.items())


class ContractPlaceSearch:
    """Finds the places of entries in one snapshot, for one error."""

    def __init__(self, code: ProjectCode, trace: AppTrace, deadline: Deadline) -> None:
        self._code = code
        self._index = code.index
        self._trace = trace
        self._deadline = deadline
        self._typed = 0
        self._scheduling = () if trace.functions else scheduling_calls(trace.library_methods)
        self._folders = {str(PurePosixPath(path).parent) for path in trace.files}
        self._in_tests = bool(trace.functions) and all(
            is_test(one.function.path) for one in trace.functions[:1]
        )

    def find(self, match: ContractMatch) -> list[ContractPlace]:
        """Return the places of an entry, the likeliest first, each function once."""
        best: dict[object, ContractPlace] = {}
        with ExitStack() as stack:
            resolver = stack.enter_context(self._index.resolver(self._deadline))
            for number, reference in enumerate((*match.contract.references, *self._scheduling)):
                if self._deadline.expired:
                    break
                filled = reference.filled(match.values)
                for place in self._places(filled, resolver) if filled is not None else ():
                    place.features["first_reference"] = 1 / (1 + number)
                    if reference in self._scheduling:
                        place.features["schedules_trace"] = 1.0
                    elif reference.name in self._trace.library_methods:
                        place.features["called_in_trace"] = 1.0
                    self._note_shape(place, match)
                    key = place.function or (place.path, place.line)
                    if key not in best or best[key].score < place.score:
                        best[key] = place
        for place in self._trace_places(match):
            best.setdefault(place.function, place)
        return sorted(best.values(), key=lambda place: (-place.score, place.path, place.line))

    def _trace_places(self, match: ContractMatch) -> Iterator[ContractPlace]:
        """Yield the functions of the trace: a check or call that is missing may belong into each of them."""
        for one in self._trace.functions[:_TRACE_PLACES]:
            role = match.contract.references[0].role
            place = ContractPlace(one.function.path, one.line, None, one.function, role, "")
            self._note_shape(place, match)
            place.features["trace_alone"] = 1.0
            yield place

    def _places(self, reference: Reference, resolver: Resolver) -> list[ContractPlace]:
        finders = {
            "call": lambda: self._calls(reference, resolver),
            "declaration": lambda: self._declarations(reference),
            "class": lambda: self._classes(reference),
            "text": lambda: self._texts(reference),
            "manifest": lambda: self._manifest(reference),
        }
        found = list(finders[reference.kind]())
        count = len({place.function for place in found if not is_test(place.path)}) or 1
        for place in found:
            place.features["rare"] = 1 / count
        return found

    def _calls(self, reference: Reference, resolver: Resolver) -> Iterator[ContractPlace]:
        wanted = reference.name
        for path in self._nearest(self._index.declaring(wanted, "called")):
            if self._deadline.expired:
                return
            functions = self._code.functions(path)
            for function, sites in functions.sites.items() if functions else ():
                held = [site for site in sites if site.name == wanted and site.form != "write"]
                if held:
                    yield self._called(reference, function, self._on_trace(function, held), resolver)

    def _on_trace(self, function: Symbol, held: Sequence[CallSite]) -> CallSite:
        """Return the use that is nearest to the line of the trace; the first where the trace has none."""
        line = next((one.line for one in self._trace.functions if one.function == function), None)
        return held[0] if line is None else min(held, key=lambda site: abs(site.line - line))

    def _called(
        self, reference: Reference, function: Symbol, site: CallSite, resolver: Resolver
    ) -> ContractPlace:
        place = ContractPlace(function.path, site.line, None, function, reference.role, _shown(reference))
        if reference.owner:
            self._typed += site.has_receiver
            typed = resolver if self._typed < _TYPED_SITES else None
            known = means_owner(self._index, site, function, reference.owner, typed)
            if known is not None:
                place.features["owner_known" if known else "owner_differs"] = 1.0
        return place

    def _declarations(self, reference: Reference) -> Iterator[ContractPlace]:
        for path in self._nearest(self._index.declaring(reference.name, "callable")):
            for symbol in self._index.symbols(path):
                if symbol.name != reference.name or symbol.declaration.kind not in ("function", "property"):
                    continue
                place = ContractPlace(
                    path, symbol.line, symbol.end_line, symbol, reference.role, _shown(reference)
                )
                if reference.owner and symbol.class_path:
                    known = self._is_owner(symbol, reference.owner)
                    if known is not None:
                        place.features["owner_known" if known else "owner_differs"] = 1.0
                yield place

    def _is_owner(self, symbol: Symbol, owner: str) -> bool | None:
        if owner in symbol.class_path:
            return True
        if symbol.owner is not None and not symbol.owner.name:  # an anonymous object
            return (
                any(supertype.startswith(owner) for supertype in symbol.owner.declaration.supertypes) or None
            )
        return is_kind_of(self._index, symbol.class_path[-1], owner)

    def _classes(self, reference: Reference) -> Iterator[ContractPlace]:
        for symbol in self._index.find_classes(reference.name)[:4]:
            line = symbol.declaration.name_line
            place = ContractPlace(symbol.path, line, line, symbol, reference.role, reference.name)
            place.features["names_class"] = 1.0
            yield place

    def _texts(self, reference: Reference) -> Iterator[ContractPlace]:
        whole = reference.name
        last = re.split(r"[/.:]", whole.rstrip("/"))[-1]
        for literal in dict.fromkeys((whole, last)):
            if len(literal) < 4 or (literal != whole and (len(literal) < 6 or literal.isdigit())):
                continue
            found = list(self._holding(literal, reference))
            yield from found
            if found:
                return

    def _holding(self, literal: str, reference: Reference) -> Iterator[ContractPlace]:
        """Yield the functions whose text holds a literal, and those that use a constant that does."""
        snapshot = self._code.snapshot
        listed = snapshot.files(".kt", ".java")
        for path in self._nearest(
            files_possibly_containing(snapshot, listed, [literal.encode()], self._deadline)
        ):
            functions = self._code.functions(path)
            for number, code in enumerate(self._code.lines(path), 1):
                function = functions.around(number) if functions and literal in code else None
                if function is None:
                    continue
                yield ContractPlace(path, number, None, function, reference.role, f"`{literal}`")
                if function.declaration.kind == "property" and len(function.name) > 3:
                    yield from self._users(function, literal, reference)

    def _users(self, constant: Symbol, literal: str, reference: Reference) -> Iterator[ContractPlace]:
        for path in self._nearest(self._index.declaring(constant.name, "called"))[:_USERS]:
            functions = self._code.functions(path)
            for function, sites in functions.sites.items() if functions else ():
                held = [site for site in sites if site.name == constant.name]
                if held and function != constant:
                    place = ContractPlace(path, held[0].line, None, function, reference.role, f"`{literal}`")
                    place.features["holds_value"] = 1.0
                    yield place

    def _manifest(self, reference: Reference) -> Iterator[ContractPlace]:
        for path in self._code.snapshot.files("AndroidManifest.xml"):
            if is_test(path):
                continue
            wanted = re.compile(rf"\b{re.escape(reference.name)}\b")
            lines = self._code.lines(path)
            number = next((number for number, code in enumerate(lines, 1) if wanted.search(code)), None)
            if number is not None:
                yield ContractPlace(path, number, number, None, reference.role, reference.name)

    def _nearest(self, paths: Sequence[str]) -> list[str]:
        if len(paths) <= _MOST_FILES:
            return list(paths)
        return sorted(paths, key=lambda path: -self._nearness(path))[:_MOST_FILES]

    def _nearness(self, path: str) -> float:
        near = 0.3 if str(PurePosixPath(path).parent) in self._folders else 0.0
        return max(self._trace.files.get(path, 0.0), near) - is_test(path)

    def _note_shape(self, place: ContractPlace, match: ContractMatch) -> None:
        features, function = place.features, place.function
        if path_weight := self._trace.files.get(place.path):
            features["in_trace_file"] = path_weight
        elif str(PurePosixPath(place.path).parent) in self._folders:
            features["same_folder"] = 1.0
        if is_test(place.path) and not self._in_tests:
            features["is_test"] = 1.0
        if function is None:
            return
        depth = self._trace.depth_of(function)
        if depth is not None:
            features["in_trace"] = 1 / (1 + 0.5 * depth)
        features["in_named_class"] = max(
            (self._trace.classes.get(name, 0.0) for name in function.class_path), default=0.0
        )
        body = self._code.body(function) if match.contract.guards or match.values else ""
        words = set(re.findall(r"\w+", body))
        if words & set(match.contract.guards):
            features["guarded"] = 1.0
        literals = [value for value in match.values.values() if len(value) > 5]
        if any(literal in body for literal in literals):
            features["holds_value"] = 1.0


def _shown(reference: Reference) -> str:
    return f"{reference.owner}.{reference.name}" if reference.owner else reference.name
