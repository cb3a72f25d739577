"""Candidates by the names in the error: functions that have such a name, use it or contain it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from rca.causes.candidate import Candidate
from rca.causes.candidate_set import CandidateSet
from rca.causes.error_names import ErrorNames
from rca.causes.trace_candidates import AppFrame
from rca.languages.name_roles import Role
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import is_test
from rca.workspace.word_filter import files_possibly_containing

_FILES_READ = 40
"""Files whose functions are compared with the names of the error."""
_MOST_FILES = 400
"""A name that more files than this use says nothing about a place."""
_LITERAL_FILES = 60


def add_named_candidates(space: CandidateSet, names: ErrorNames, app: Sequence[AppFrame]) -> None:
    """Compare functions with the names of the error, in the files that share most with it."""
    weights = _weights(space, names)
    scores: dict[str, float] = defaultdict(float)
    for weight, paths in weights.values():
        for path in paths:
            scores[path] += weight * (0.5 if is_test(path) else 1.0)
    chosen = sorted(scores, key=lambda path: -scores[path])[:_FILES_READ]
    by_name: dict[str, float] = defaultdict(float)
    for (name, _role), (weight, _paths) in weights.items():
        by_name[name] = max(by_name[name], weight)
    relevance: dict[Symbol, float] = {}
    for path in dict.fromkeys((*chosen, *(frame.function.path for frame in app))):
        if space.deadline.expired:
            return
        functions = space.code.functions(path)
        for symbol in functions.functions if functions else ():
            used = {site.name for site in functions.sites.get(symbol, ())} if functions else set()
            shared = _note_shared(space.candidate, symbol, used, names, by_name)
            if shared:
                relevance[symbol] = shared
    _note_relevance(space, relevance)
    _note_literals(space, names, chosen)


def _note_shared(
    candidate_of: Callable[[Symbol, int], Candidate],
    symbol: Symbol,
    used: set[str],
    names: ErrorNames,
    by_name: Mapping[str, float],
) -> float:
    """Note what a function shares with the names of the error; return the weight of all of it."""
    shared = {name: by_name[name] for name in {*used, symbol.name, *symbol.class_path} & by_name.keys()}
    if not shared:
        return 0.0
    candidate = candidate_of(symbol, symbol.line)
    own = {symbol.name, *symbol.class_path}
    known = sorted(shared.keys() - own, key=lambda one: (-shared[one], one))[:3]
    if known and names.thrown.issuperset(known):
        # So does each function that throws or catches such an exception.
        said = f"`{symbol.display_name}` names `{known[0]}`, as the error does; no more is known."
        candidate.explain("names_exception", 0.9, "failure_site", said, symbol.line)
    elif known:
        listed = " and ".join(filter(None, (", ".join(f"`{one}`" for one in known[:-1]), f"`{known[-1]}`")))
        said = f"`{symbol.display_name}` uses {listed}, which the error names."
        candidate.explain("shares_names", 1.0 + len(shared) / 10, "failure_site", said, symbol.line)
    elif symbol.name in shared:
        said = f"The error names `{symbol.display_name}`."
        candidate.explain("named", 1.0 + len(shared) / 10, "failure_site", said, symbol.line)
    else:
        said = f"The error names the class of `{symbol.display_name}`."
        candidate.explain("named", 1.0, "failure_site", said, symbol.line)
    methods = used & names.methods.keys()
    if methods:
        best = max(sorted(methods), key=lambda name: by_name.get(name, 0.0))
        candidate.note("calls_named_method", names.methods[best])
        candidate.note("calls_rare_method", by_name.get(best, 0.0) / 5)
    if symbol.name in names.methods or symbol.name in names.words:
        candidate.note("is_named")
    if used & names.words.keys():
        candidate.note("uses_named_value")
    return sum(shared.values())


def _note_relevance(space: CandidateSet, relevance: Mapping[Symbol, float]) -> None:
    most = max(relevance.values(), default=0.0)
    for place, symbol in enumerate(sorted(relevance, key=lambda one: (-relevance[one], one.path, one.line))):
        candidate = space.found[symbol]
        candidate.note("relevance", relevance[symbol] / most)
        candidate.note("relevance_rank", 1 / (1 + place))


def _weights(space: CandidateSet, names: ErrorNames) -> dict[tuple[str, Role], tuple[float, tuple[str, ...]]]:
    total = max(2, len(space.code.index.listed))
    found: dict[tuple[str, Role], tuple[float, tuple[str, ...]]] = {}
    groups: tuple[tuple[dict[str, float], tuple[Role, ...]], ...] = (
        (names.methods, ("called", "callable")),
        (names.classes, ("mentioned", "class")),
        (names.words, ("called", "callable")),
    )
    for group, roles in groups:
        for name, weight in group.items():
            for role in roles:
                paths = space.code.index.declaring(name, role)
                if 0 < len(paths) <= _MOST_FILES:
                    rarity = math.log(1 + total / len(paths))
                    found[name, role] = (weight * rarity, paths)
    return found


def _note_literals(space: CandidateSet, names: ErrorNames, paths: Iterable[str]) -> None:
    """Note the functions whose text holds what the error quotes, and those that use such a constant."""
    wanted = [literal for literal in names.literals if len(literal) > 4]
    wanted += [word for word in names.words if len(word) > 5]
    if not wanted:
        return
    listed = space.code.snapshot.files(".kt", ".java")
    found = files_possibly_containing(
        space.code.snapshot, listed, [word.encode() for word in wanted], space.deadline
    )
    chosen = found if len(found) <= _LITERAL_FILES else list(paths)
    counts = dict.fromkeys(wanted, 0)
    lines: list[tuple[str, int, list[str]]] = []
    for path in chosen:
        for number, code in enumerate(space.code.lines(path), 1):
            held = [word for word in wanted if word in code]
            if held:
                lines.append((path, number, held))
            for word in held:
                counts[word] += 1
    for path, number, held in lines:
        functions = space.code.functions(path)
        symbol = functions.around(number) if functions else None
        if symbol is None:
            continue
        rarity = max(1 / counts[word] for word in held)
        candidate = space.candidate(symbol, number)
        candidate.note("holds_literal", rarity)
        said = f"`{symbol.display_name}` contains `{held[0]}`, which stands in the error."
        candidate.explain("holds_text", 1.5 + rarity, "failure_site", said, number)
        if symbol.declaration.kind == "property":
            _note_users(space, symbol, rarity)


def _note_users(space: CandidateSet, constant: Symbol, rarity: float) -> None:
    paths = space.code.index.declaring(constant.name, "called")
    for path in paths[:8]:
        functions = space.code.functions(path)
        for symbol, sites in functions.sites.items() if functions else ():
            lines = [site.line for site in sites if site.name == constant.name]
            if lines and symbol != constant:
                candidate = space.candidate(symbol, lines[0])
                candidate.note("uses_literal_constant", rarity / min(4, len(paths)))
                named = space.name_of(constant)
                said = f"`{symbol.display_name}` uses {named}, whose text stands in the error."
                candidate.explain("holds_text", 1.5 + rarity, "failure_site", said, lines[0])
