"""Name fallback: candidates of a call with unknown receiver type, by name, form and arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rca.languages.facts import CallSite
from rca.languages.tree_sitter_reader import family_of
from rca.resolve.common_names import MOST_DECLARING, by_convention_only, fits
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.symbol import Symbol

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


@dataclass(frozen=True)
class _Fitting:
    """Candidates of one shape of call: what every file sees, and what only some see."""

    everywhere: Resolution
    elsewhere: tuple[Symbol, ...]


class FallbackTables:
    """What is kept of names: a common one has hundreds of candidates, so those of each shape of call are."""

    def __init__(self) -> None:
        self.by_shape: dict[tuple[object, ...], _Fitting] = {}
        """Candidates by all of a call site that tells which it may mean."""
        self.crowded: dict[str, bool] = {}
        """Whether too many files declare a name."""
        self.near: dict[tuple[str, str], tuple[Symbol, ...]] = {}
        """Extensions of a name that the packages declare which a file is in or imports from."""


def candidates_by_name(resolver: Resolver, path: str, site: CallSite) -> Resolution:
    """Return every declaration that could be meant; of a crowd's the extensions that the file names."""
    if _is_crowd(resolver, site.name):
        seen = [one for one in _extensions(resolver, path, site.name) if fits(site, one)]
        near = tuple(one for one in seen if _is_seen(resolver, path, site, one))
        return Resolution(near, "name_only", certain=False, too_many_candidates=True)
    counts = len(site.arguments), len(site.type_arguments)
    shape = (site.name, site.form, *counts, site.labels, site.trailing)
    known = resolver.fallback.by_shape.get(shape)
    if known is None:
        known = resolver.fallback.by_shape[shape] = _fitting(resolver, site)
    seen = [one for one in known.elsewhere if _is_seen(resolver, path, site, one)]
    return _guess(resolver, site, (*known.everywhere.targets, *seen)) if seen else known.everywhere


def candidates_in_language(resolver: Resolver, path: str, site: CallSite) -> Resolution:
    """Return the declarations of the same family, for a language without a resolver of its own."""
    if _is_crowd(resolver, site.name):
        return Resolution((), "name_only", certain=False, too_many_candidates=True)
    family = family_of(resolver.names.facts(path).language)
    named = resolver.names.callables(site.name)
    candidates = tuple(one for one in named if family_of(one.facts.language) == family)
    if not candidates:
        return EXTERNAL
    return Resolution(candidates, "unique_name" if len(candidates) == 1 else "name_only", certain=False)


def _is_crowd(resolver: Resolver, name: str) -> bool:
    known = resolver.fallback.crowded.get(name)
    if known is None:
        declaring = resolver.names.declaring(name, "callable")
        known = resolver.fallback.crowded[name] = len(declaring) > MOST_DECLARING
    return known


def _extensions(resolver: Resolver, path: str, name: str) -> tuple[Symbol, ...]:
    """Return the extensions of a name that the packages declare which a file is in or imports from."""
    known = resolver.fallback.near.get((path, name))
    if known is None:
        facts = resolver.names.facts(path)
        packages = {row.path if row.star else row.path.rpartition(".")[0] for row in facts.imports}
        known = resolver.fallback.near[path, name] = resolver.names.extensions_in(
            name, {facts.package, *packages}
        )
    return known


def _fitting(resolver: Resolver, site: CallSite) -> _Fitting:
    everywhere: list[Symbol] = []
    elsewhere: list[Symbol] = []
    for one in resolver.names.callables(site.name):
        row = one.declaration
        if not fits(site, one):
            continue
        if "private" in row.modifiers or row.receiver is not None:
            elsewhere.append(one)
        elif one.owner is not None or by_convention_only(site, one):
            everywhere.append(one)
    return _Fitting(_guess(resolver, site, everywhere), tuple(elsewhere))


def _is_seen(resolver: Resolver, path: str, site: CallSite, symbol: Symbol) -> bool:
    row = symbol.declaration
    if "private" in row.modifiers and symbol.path != path:
        return False
    if row.receiver is not None and not by_convention_only(site, symbol):
        return resolver.is_extension_visible(path, site, symbol)
    return symbol.owner is not None or by_convention_only(site, symbol)


def _guess(resolver: Resolver, site: CallSite, candidates: Sequence[Symbol]) -> Resolution:
    if not candidates:
        return EXTERNAL
    found = Resolution(tuple(candidates), "name_only", certain=False)
    if found.families == 1 and not resolver.names.libraries.declares(site.name):
        return Resolution(found.targets, "unique_name", certain=False)
    return found
