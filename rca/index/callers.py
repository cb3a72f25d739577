"""Who calls a function, and who calls them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from models.code import Caller, Evidence
from rca.cancellation import Watch
from rca.index.current import Current, Revision
from rca.index.edges import Edge, KeptEdges
from rca.index.resolve.apart import Apart
from rca.index.resolve.calls import Calls
from rca.index.resolve.from_java import jvm_names_of
from rca.index.resolve.rejections import Rejection
from rca.index.resolve.resolution import Resolution
from rca.index.resolve.types import Type
from rca.index.symbol import Symbol
from rca.languages.facts import NONE, CallSite, Facts

_CONFIDENCE: dict[Evidence, float] = {
    "receiver_type": 0.95,
    "constructor": 0.97,
    "import": 0.97,
    "same_scope": 0.95,
    "same_package": 0.95,
    "callable_reference": 0.9,
    "override_family": 0.6,
    "unique_name": 0.7,
    "name_only": 0.3,
    "editor": 0.9,
}
CALLERS_PAGE = 200
"""Callers in one answer, unless asked otherwise."""

_MOST_SEEN = 2000
"""Files of the project: some 200 MB with all that is worked out about them."""

_MOST_GUESSES = 3
"""A call that could mean more declarations than this is counted as unsure, and not given as a caller."""


@dataclass(frozen=True)
class CallerAnswer:
    """Callers, nearest first; `reasons` says what may be missing or doubtful."""

    callers: tuple[Caller, ...]
    complete: bool
    reasons: tuple[str, ...]


class Callers:
    """Walks from functions to their callers. What it works out holds as long as the surface stays."""

    def __init__(self, files: Current) -> None:
        self._files = files
        self._calls = self.calls = Calls(files)
        self._edges = KeptEdges()
        self._lineages: dict[str, frozenset[str]] = {}

    @property
    def is_full(self) -> bool:
        """Whether it keeps so much that the next question is better answered by a new one."""
        return self._files.seen > _MOST_SEEN

    def follow(self, revision: Revision) -> None:
        """Turn to another revision with the same surface, forgetting what speaks of texts that differ."""
        for path in self._files.follow(revision):
            self._calls.memo.forget(path)
            self._calls.names.forget(path)
            self._edges.forget(path)

    def find(
        self, targets: Sequence[Symbol], max_depth: int, watch: Watch, most: int | None = None
    ) -> CallerAnswer:
        """Give the callers of functions up to a depth, cycles cut, breadth first.

        When the watch expires the answer holds what was found until then and says so. Where `most`
        are found by then, deeper ones are not looked for, and the answer says that too.
        """
        unsure: Counter[str] = Counter()
        found: list[Caller] = []
        asked = self._with_other_source_sets(targets)
        frontier: list[tuple[Symbol, tuple[str, ...]]] = [(one, (one.display_name,)) for one in asked]
        visited = set(asked)
        in_time, enough = True, False
        for depth in range(1, max_depth + 1):
            following: list[tuple[Symbol, tuple[str, ...]]] = []
            for callee, chain in frontier:
                in_time = in_time and not watch.expired
                enough = most is not None and depth > 1 and len(found) >= most
                if enough or not in_time:
                    break
                edges = self._direct(callee, watch)
                unsure |= self._edges.unsure(callee)
                for edge in edges:
                    name = _shown(edge)
                    longer = (name, *chain)
                    found.append(
                        Caller(
                            caller_name=name,
                            file_path=edge.path,
                            line=edge.site.line,
                            call_chain=longer,
                            depth=depth,
                            callee=callee.display_name,
                            callee_line=callee.declaration.name_line,
                            evidence=edge.evidence,
                            confidence=edge.confidence,
                        )
                    )
                    if edge.caller is not None and edge.caller not in visited:
                        visited.add(edge.caller)
                        following.append((edge.caller, longer))
            frontier = following
        reasons = self._reasons(targets, in_time and not watch.expired, found, unsure)
        if enough:
            reasons = (*reasons, f"callers of callers are looked for until {most} are found")
        return CallerAnswer(tuple(found), not reasons, reasons)

    def _with_other_source_sets(self, targets: Sequence[Symbol]) -> tuple[Symbol, ...]:
        """Add the constructors that an `actual class` has beside those of the `expect class`, or the reverse.

        Only where all constructors of a class are asked for: it is the class then that is meant.
        """
        owner = targets[0].owner if targets else None
        if owner is None or any(
            one.declaration.kind != "constructor" or one.owner != owner for one in targets
        ):
            return tuple(targets)
        name = owner.qualified_name
        constructors = self._calls.members.constructors(name)
        if {one for one in constructors if one.path == owner.path} != set(targets):
            return tuple(targets)
        halves = {
            one.path
            for one in self._calls.names.classes(name)
            if not {"expect", "actual"}.isdisjoint(one.declaration.modifiers)
        }
        if owner.path not in halves:
            return tuple(targets)
        others = (one for one in constructors if one.path in halves and one.path != owner.path)
        return tuple(dict.fromkeys((*targets, *others)))

    def _reasons(
        self, targets: Sequence[Symbol], in_time: bool, found: Sequence[Caller], unsure: Counter[str]
    ) -> tuple[str, ...]:
        reasons = []
        if not in_time:
            reasons.append("the time limit ended the search; ask for a smaller depth")
        reasons.extend(_doubts(unsure))
        guessed = sum(1 for one in found if one.evidence in ("name_only", "unique_name"))
        if guessed:
            reasons.append(f"{_sites(guessed)} matched by name, the receiver's type being unknown")
        if any(one.facts.names_only for one in targets):
            reasons.append("this language is matched by name only")
        return tuple(reasons)

    def uses(self, target: Symbol, watch: Watch, within: Container[str] | None = None) -> Iterator[Edge]:
        """Give every call site that means a declaration, several of one line too, until the watch expires.

        `within` names the files to look at, all where it is None.
        """
        for _, edges in self._by_file(target, watch, within):
            yield from edges

    def doubts(self, target: Symbol) -> tuple[str, ...]:
        """Give what `uses` left out of a declaration's uses, as it could mean too many others."""
        return tuple(_doubts(self._edges.unsure(target)))

    def _direct(self, target: Symbol, watch: Watch) -> list[Edge]:
        """Give the call sites that mean a declaration, one of each line and caller."""
        edges: dict[tuple[str, int, Symbol | None], Edge] = {}
        for path, found in self._by_file(target, watch, None):
            for edge in found:
                edges.setdefault((path, edge.site.line, edge.caller), edge)
        return list(edges.values())

    def _by_file(
        self, target: Symbol, watch: Watch, within: Container[str] | None
    ) -> Iterator[tuple[str, tuple[Edge, ...]]]:
        """Give the edges of each file, in the order of paths, each file looked at once for all questions."""
        kept = self._edges.of(target)
        names = self._spellings(target)
        rejection = Rejection(target, self._calls.inference.dotted)
        apart = Apart(target, self._calls)
        if kept.paths is None:
            kept.paths = dict.fromkeys(
                sorted({path for name in names for path in self._files.declaring(name, "called")})
            )
        elif kept.changed:
            kept.paths = dict.fromkeys(sorted({*kept.paths, *kept.changed}))
        kept.changed.clear()
        for path in tuple(kept.paths):
            if watch.expired:
                return
            if within is not None and path not in within:
                continue
            edges = kept.edges.get(path)
            if edges is None:
                unsure: Counter[str] = Counter()
                edges = tuple(self._in_file(target, path, names, rejection, apart, unsure))
                self._edges.keep(kept, path, edges, unsure)
            if edges:
                yield path, edges

    def _in_file(  # noqa: PLR0913, PLR0917 - one file for one target
        self,
        target: Symbol,
        path: str,
        names: set[str],
        rejection: Rejection,
        apart: Apart,
        unsure: Counter[str],
    ) -> Iterator[Edge]:
        """Look at the call sites of a file whose name could mean the target."""
        facts = self._calls.names.facts(path)
        if rejection.of_file(path, facts):
            return
        forms = _is_property(target)
        aliases = {row.alias for row in facts.imports if row.alias and row.path.rpartition(".")[2] in names}
        for index in sorted(place for name in names | aliases for place in facts.called.get(name, ())):
            site = facts.calls[index]
            if site.form in ("read", "write") and not forms and site.name == target.name:
                continue
            if not rejection.of_site(path, facts, site) and not apart.is_site(path, facts, site):
                edge = self._edge(target, path, facts, index, unsure)
                if edge is not None:
                    yield edge

    def _spellings(self, target: Symbol) -> set[str]:
        """Give the names under which call sites may speak of a declaration."""
        row = target.declaration
        names = {row.name, *jvm_names_of(target)}
        if row.name == "invoke" and target.owner is not None:
            names.update(name for name in target.class_path[-2:] if name)
        elif row.kind == "constructor" and target.owner is not None:
            names = {target.owner.name}
            names.update(self._aliases(target.owner.name))
        elif _is_property(target) and row.name:
            capital = row.name[0].upper() + row.name[1:]
            names.update((f"get{capital}", f"set{capital}"))
        elif target.facts.language == "java" and row.name[:3] in ("get", "set") and len(row.name) > 3:
            names.add(row.name[3].lower() + row.name[4:])
        elif target.facts.language == "java" and row.name.startswith("is"):
            names.add(row.name)
        return names

    def _aliases(self, class_name: str) -> set[str]:
        return set(self._files.aliases_of(class_name))

    def _edge(self, target: Symbol, path: str, facts: Facts, index: int, unsure: Counter[str]) -> Edge | None:
        site = facts.calls[index]
        resolution = self._calls.resolve(path, index)
        if resolution is None or not resolution.targets:
            return None
        match = self._match(target, resolution, is_super=_is_super(facts, site))
        if match is None:
            return None
        evidence, confidence = match
        if not resolution.certain and evidence == "name_only":
            commonplace = self._files.libraries.declares(site.name) or site.form in ("operator", "delegate")
            if resolution.families > _MOST_GUESSES or commonplace:
                unsure[site.name] += 1
                return None
            confidence = round(confidence / resolution.families, 3)
        return Edge(caller_of(path, facts, site), path, site, evidence, confidence)

    def _match(
        self, target: Symbol, resolution: Resolution, *, is_super: bool
    ) -> tuple[Evidence, float] | None:
        for one in resolution.targets:
            if one == target or _same_in_other_source_set(one, target):
                share = len(resolution.targets) if resolution.certain else 1
                return resolution.evidence, round(_CONFIDENCE[resolution.evidence] / max(1, share), 3)
        if is_super or not resolution.certain:
            return None
        if any(self._overrides(target, one, resolution.receiver) for one in resolution.targets):
            return "override_family", _CONFIDENCE["override_family"]
        return None

    def _supertypes_of(self, owner: Symbol) -> frozenset[str]:
        name = owner.qualified_name
        known = self._lineages.get(name)
        if known is None:
            lines = self._calls.members.lineage(self._calls.instance(owner))
            known = self._lineages[name] = frozenset(line.name for line, _ in lines)
        return known

    def _overrides(self, target: Symbol, base: Symbol, receiver: Type | None) -> bool:
        """Tell whether the target overrides a function of a supertype, and a receiver may be of its class."""
        if target.name != base.name or target.owner is None or base.owner is None:
            return False
        if (
            target.declaration.kind == "constructor"
            or target.owner.qualified_name == base.owner.qualified_name
        ):
            return False
        if target.facts.language == "kotlin" and "override" not in target.declaration.modifiers:
            return False
        if not _same_shape(target, base):
            return False
        lines = self._supertypes_of(target.owner)
        if base.owner.qualified_name not in lines:
            return False
        return receiver is None or receiver.variable or receiver.name in lines


def confidence_of(evidence: Evidence) -> float:
    """Give how sure a use is that has such evidence."""
    return _CONFIDENCE[evidence]


def _doubts(unsure: Counter[str]) -> list[str]:
    return [
        f"{_sites(count)} with unknown receiver share the name '{name}' and are not listed"
        for name, count in sorted(unsure.items())
    ]


def caller_of(path: str, facts: Facts, site: CallSite) -> Symbol | None:
    """Give the declaration that a call counts for: the named function around it.

    Local functions belong to the function around them; an initialiser counts for its property or class.
    """
    chain = facts.enclosing(site.owner)
    for place, index in enumerate(chain):
        row = facts.declarations[index]
        if row.is_class:
            continue
        outer = chain[place + 1] if place + 1 < len(chain) else None
        if row.kind == "function" and outer is not None and not facts.declarations[outer].is_class:
            continue
        return Symbol(path, facts, index)
    return Symbol(path, facts, chain[0]) if chain else None


def _is_super(facts: Facts, site: CallSite) -> bool:
    """Tell whether a call goes to a supertype's own function, whatever overrides it."""
    return site.receiver != NONE and facts.expressions[site.receiver].form == "super"


def _is_property(target: Symbol) -> bool:
    return target.declaration.kind == "property"


def _same_shape(one: Symbol, other: Symbol) -> bool:
    """Tell whether two functions take the same parameters; a type parameter stands for any type."""
    mine, yours = one.declaration.parameters, other.declaration.parameters
    if len(mine) != len(yours):
        return False
    variables = {
        text.split(":")[0].strip()
        for symbol in (one, other)
        for around in (symbol, symbol.owner)
        if around is not None
        for text in around.declaration.type_parameters
    }
    pairs = ((_plain(left.type), _plain(right.type)) for left, right in zip(mine, yours, strict=True))
    return all(left == right or left in variables or right in variables for left, right in pairs)


def _plain(text: str | None) -> str:
    """Give a type's simple name without arguments and nullability."""
    return (text or "").split("<", maxsplit=1)[0].rpartition(".")[2].strip("? ")


def _same_in_other_source_set(one: Symbol, other: Symbol) -> bool:
    """Tell whether two are the `expect` and an `actual` of one declaration."""
    if one.path == other.path or one.qualified_name != other.qualified_name:
        return False
    mine, yours = one.declaration, other.declaration
    if mine.kind != yours.kind or mine.receiver != yours.receiver:
        return False
    return [p.type for p in mine.parameters] == [p.type for p in yours.parameters]


def _shown(edge: Edge) -> str:
    """Name the code that calls: a class by its construction, what is outside of all by its file."""
    if edge.caller is None:
        return edge.path.rpartition("/")[2]
    name, is_java = edge.caller.display_name, edge.caller.facts.language == "java"
    around = edge.caller.owner
    if edge.caller.declaration.kind == "enum_entry" and is_java and around is not None:
        name = around.display_name
    if edge.caller.declaration.is_class:
        return f"{name}.{name if is_java else '<init>'}"
    if edge.caller.declaration.kind in ("property", "initializer") and is_java:  # run by the constructor
        owner = name.rpartition(".")[0]
        return f"{owner}.{owner}"
    return name


def _sites(count: int) -> str:
    return f"{count} call site{'' if count == 1 else 's'}"
