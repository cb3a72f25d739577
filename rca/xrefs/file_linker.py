"""Linker of one file: resolves each call site, and records its candidates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rca.caching.cached_attribute import cached_attribute
from rca.languages.facts import CallSite, Facts
from rca.navigation.call_edge_cache import caller_of, shown
from rca.navigation.use_matching import Matching, is_only_read, is_super, own_spellings
from rca.resolve.common_names import shape_of
from rca.resolve.receiver_filter import ReceiverFilter
from rca.resolve.resolution import Resolution
from rca.resolve.resolver import Resolver
from rca.resolve.site_filter import SiteFilter
from rca.resolve.symbol import Symbol
from rca.resolve.visibility import module_of
from rca.xrefs.declaration_keys import key_of_text, keys_of
from rca.xrefs.xref_rows import EVIDENCES, FileLinks, Function, Site

_EVIDENCE = {name: place for place, name in enumerate(EVIDENCES)}


class _Target:
    """What is needed of a declaration again and again, as many call sites mean it."""

    def __init__(self, symbol: Symbol, key: int, resolver: Resolver, matching: Matching) -> None:
        self.symbol = symbol
        self.key = key
        self.rejection = SiteFilter(symbol, resolver.dotted_name)
        self._resolver = resolver
        self._matching = matching
        self._own = own_spellings(symbol)

    @cached_attribute
    def apart(self) -> ReceiverFilter:
        """What tells the sites that go to other classes."""
        return ReceiverFilter(self.symbol, self._resolver)

    @cached_attribute
    def twins(self) -> tuple[Symbol, ...]:
        """What other source sets declare instead."""
        return tuple(self._matching.twins(self.symbol))

    @cached_attribute
    def _names(self) -> set[str]:
        return self._matching.spellings(self.symbol)

    def is_spelled(self, name: str, imported: str | None) -> bool:
        """Return whether a site may speak of it by a name, or by one that its file imports as that."""
        return name in self._own or imported in self._own or name in self._names or imported in self._names


class FileLinker:
    """Works out the links of files, with one resolver for all."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._matching = Matching(resolver)
        self._targets: dict[Symbol, _Target] = {}
        self._keys: dict[str, list[int]] = {}
        self._texts: dict[str, int] = {}
        self._rejected: dict[Symbol, bool] = {}
        """Whether no site of the file at hand can mean a declaration."""

    def links(self, path: str) -> FileLinks:
        """Return the links of a file."""
        self._rejected.clear()
        facts = self._resolver.names.facts(path)
        aliases = {row.alias: row.path.rpartition(".")[2] for row in facts.imports if row.alias}
        found = FileLinks({}, {}, Counter(), {}, {})
        around: dict[int, tuple[int, str]] = {}
        for index, site in enumerate(facts.calls):
            resolution = self._resolver.resolve(path, index)
            if resolution is not None and resolution.too_many_candidates:
                self._crowd(found, facts, site)
            if resolution is None or not resolution.targets:
                continue
            weight = self._matching.weigh(site, resolution)
            name = aliases.get(site.name)
            meant = [
                one
                for one in self._meant(resolution)
                if one.is_spelled(site.name, name) and self._may_mean(path, facts, site, one)
            ]
            if not meant:
                continue
            if weight.unsure:
                self._doubt(found, site.name, meant)
                continue
            known = around.get(site.owner)
            if known is None:
                known = around[site.owner] = self._around(path, facts, site, found)
            caller, name_shown = known
            runs_overrides = resolution.certain and not is_super(facts, site)
            for one in meant:
                row = Site(
                    index,
                    site.line,
                    caller,
                    name_shown,
                    _EVIDENCE[weight.evidence],
                    round(weight.confidence * 1000),
                    runs_overrides and one.symbol in resolution.targets,
                    self._receiver(resolution) if runs_overrides else 0,
                    "" if one.symbol.name in (site.name, name) else site.name,
                )
                found.edges.setdefault(one.key, []).append(row)
        for index in range(len(facts.declarations)):
            self._overriding(Symbol(path, facts, index), found)
        return found

    def keys(self, path: str) -> list[int]:
        """Return the keys of the declarations of a file."""
        known = self._keys.get(path)
        if known is None:
            known = self._keys[path] = keys_of(path, self._resolver.names.facts(path))
        return known

    def _meant(self, resolution: Resolution) -> Iterator[_Target]:
        """Return what a call site may mean, and what other source sets declare instead."""
        seen = set(resolution.targets)
        for symbol in resolution.targets:
            target = self._target(symbol)
            yield target
            for twin in target.twins:
                if twin not in seen:
                    seen.add(twin)
                    yield self._target(twin)

    def _target(self, symbol: Symbol) -> _Target:
        known = self._targets.get(symbol)
        if known is None:
            key = self.keys(symbol.path)[symbol.index]
            known = self._targets[symbol] = _Target(symbol, key, self._resolver, self._matching)
        return known

    def _may_mean(self, path: str, facts: Facts, site: CallSite, target: _Target) -> bool:
        symbol = target.symbol
        rejected = self._rejected.get(symbol)
        if rejected is None:
            rejected = self._rejected[symbol] = target.rejection.of_file(path, facts)
        if rejected or is_only_read(symbol, site):
            return False
        if target.rejection.of_site(path, facts, site):
            return False
        return not self._is_typed(path, site) or not target.apart.is_site(path, facts, site)

    def _is_typed(self, path: str, site: CallSite) -> bool:
        """Return whether the types are known that a site may go to; no other is apart from any class."""
        if site.has_receiver:
            return self._resolver.type_of(path, site.receiver) is not None
        return all(one.type is not None for one in self._resolver.receivers(path, site.owner, site.lambdas))

    def _crowd(self, found: FileLinks, facts: Facts, site: CallSite) -> None:
        shape = shape_of(facts, site)
        group = self._text(f"{site.name}\0{shape}")
        found.crowds[group] = site.name, shape
        found.doubts[group] = found.doubts.get(group, 0) + 1

    def _doubt(self, found: FileLinks, name: str, meant: list[_Target]) -> None:
        members = tuple(sorted({one.key for one in meant}))
        group = key_of_text(f"{name}\0{members}")
        found.groups[group] = name, members
        found.doubts[group] = found.doubts.get(group, 0) + 1

    def _around(self, path: str, facts: Facts, site: CallSite, found: FileLinks) -> tuple[int, str]:
        caller = caller_of(path, facts, site)
        if caller is None:
            return 0, shown(path, None)
        key = self.keys(path)[caller.index]
        found.functions[key] = function_of(caller)
        return key, shown(path, caller)

    def _receiver(self, resolution: Resolution) -> int:
        seen = resolution.receiver
        return 0 if seen is None or seen.variable else self._text(seen.name)

    def _text(self, text: str) -> int:
        known = self._texts.get(text)
        if known is None:
            known = self._texts[text] = key_of_text(text)
        return known

    def _overriding(self, symbol: Symbol, found: FileLinks) -> None:
        bases = tuple({self.keys(one.path)[one.index] for one in self._matching.bases(symbol)})
        owner = symbol.owner
        if not bases or owner is None:
            return
        lineage = tuple(self._text(name) for name in self._matching.lineage(owner))
        key = self.keys(symbol.path)[symbol.index]
        found.functions[key] = function_of(symbol)._replace(bases=bases, lineage=lineage)


def function_of(symbol: Symbol) -> Function:
    """Return the row of a declaration, as if it overrode nothing."""
    row, owner = symbol.declaration, symbol.owner
    class_name = owner.name if row.kind == "constructor" and owner is not None else None
    names = tuple(sorted(own_spellings(symbol)))
    return Function(symbol.display_name, row.name_line, names, class_name, (), (), module_seeing(symbol))


def module_seeing(symbol: Symbol) -> str | None:
    """Return the folder of the module whose code alone sees a declaration; None where all code may."""
    internal = symbol.facts.language == "kotlin" and "internal" in symbol.declaration.modifiers
    return module_of(symbol.path) if internal else None
