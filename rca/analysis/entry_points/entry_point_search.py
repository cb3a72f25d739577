"""Entry points of a project: components, screens, workers, main functions, tests, build tasks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from models.navigation import EntryKind, EntryPoint
from rca.analysis.entry_points.framework_handlers import handlers
from rca.analysis.entry_points.gradle_tasks import build_entries
from rca.analysis.entry_points.root_composables import composable_roots
from rca.caching.memo_key import MemoKey
from rca.index.tags.tags import Tag
from rca.languages.facts import NONE
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules, is_test

_COMPONENTS: tuple[EntryKind, ...] = (
    "activity", "service", "receiver", "provider", "application", "worker", "gradle_plugin", "gradle_task",
)  # fmt: skip
_IN_MANIFEST = re.compile(r"^(?P<why>.*?) \((?P<path>\S*AndroidManifest\.xml):(?P<line>\d+)\)$", re.DOTALL)
_CONTENT_PROVIDERS = (
    "ContentProvider",
    "FileProvider",
    "DocumentsProvider",
    "SearchRecentSuggestionsProvider",
)
"""Other classes of Android are called providers too."""

_BATCH = 64

Only = Callable[[str], bool]
"""Tells whether a full name is of interest."""

_FOUND = MemoKey[dict[str, tuple[EntryPoint, ...]]]("entry points")


def everything(_name: str) -> bool:
    """Accept every name."""
    return True


class EntryPoints:
    """Search for entry points in one snapshot."""

    def __init__(self, snapshot: Snapshot, modules: Modules, only: Only = everything) -> None:
        self._snapshot = snapshot
        self._index = snapshot.index
        self._modules = modules
        self._only = only
        self._known = self._kept()
        self.lacking = False
        """Whether the time limit ended a search before all was looked at."""

    def _kept(self) -> dict[str, tuple[EntryPoint, ...]]:
        """Return cached results, by kind or by kind and file; valid until a text changes."""
        roots, overlays = self._index.layers
        unsaved = frozenset((path, one.text) for path, one in overlays.items())
        state = self._index.written, unsaved
        return roots[0].memoize(_FOUND, state, dict)

    def find(self, kinds: Collection[EntryKind], deadline: Deadline) -> Iterator[EntryPoint]:
        """Return the entry points of the given kinds until the deadline expires; expensive kinds last."""
        for number, one in enumerate(self._all(kinds, deadline)):
            if number % _BATCH == 0 and deadline.expired:
                self.lacking = True
                return
            yield one

    def _all(self, kinds: Collection[EntryKind], deadline: Deadline) -> Iterator[EntryPoint]:
        for kind in _COMPONENTS:
            if kind in kinds:
                yield from self._once(kind, partial(self._components, kind))
        if "main" in kinds:
            yield from self._once("main", self._mains)
        if "handler" in kinds:
            yield from self._once("handler", partial(self._handlers, deadline), deadline)
        if "gradle_task" in kinds or "gradle_plugin" in kinds:
            entries = self._known.get("scripts")
            if entries is None:
                losses = self._snapshot.reads.losses
                entries = tuple(build_entries(self._snapshot, self._modules, deadline))
                if deadline.expired:
                    self.lacking = True
                elif self._snapshot.reads.losses == losses:
                    self._known["scripts"] = entries
            yield from (one for one in entries if one.kind in kinds)
        if "test" in kinds:
            yield from self._tests(deadline)
        if "composable" in kinds:
            yield from self._composables(deadline)

    def _once(
        self, name: str, look: Callable[[], Iterator[EntryPoint]], deadline: Deadline | None = None
    ) -> Iterator[EntryPoint]:
        """Return a cached result, or compute and cache it unless the deadline cut it short."""
        known = self._known.get(name)
        if known is not None:
            yield from (one for one in known if self._only(one.qualified_name))
            return
        losses = self._snapshot.reads.losses
        found = tuple(look())
        if deadline is not None and deadline.expired:
            self.lacking = True
        elif self._only is everything and self._snapshot.reads.losses == losses:
            self._known[name] = found
        yield from found

    def _handlers(self, deadline: Deadline) -> Iterator[EntryPoint]:
        for symbol, why in handlers(self._index, deadline):
            if self._only(symbol.qualified_name):
                yield self._made("handler", symbol, why)

    def _composables(self, deadline: Deadline) -> Iterator[EntryPoint]:
        tagged = self._index.tagged("composable")
        names = {path: f"composables of {path}" for path in tagged}
        known = {path for path in tagged if names[path] in self._known}
        if len(known) == len(tagged):
            yield from (
                one for path in tagged for one in self._known[names[path]] if self._only(one.qualified_name)
            )
            return
        looked = 0
        for path, roots in composable_roots(self._index, self._only, deadline, known):
            looked += 1
            if path in known:
                yield from (one for one in self._known[names[path]] if self._only(one.qualified_name))
                continue
            found = tuple(self._made("composable", symbol, why) for symbol, why in roots)
            if deadline.expired:
                self.lacking = True
            elif self._only is everything:
                self._known[names[path]] = found
            yield from found
        self.lacking = self.lacking or looked < len(tagged)

    def _components(self, kind: EntryKind) -> Iterator[EntryPoint]:
        for path, tags in self._index.tagged(kind).items():
            by_name: dict[str, Tag] = {}
            for tag in tags:
                known = by_name.get(tag.name)
                if known is None or (
                    _IN_MANIFEST.match(tag.evidence) and not _IN_MANIFEST.match(known.evidence)
                ):
                    by_name[tag.name] = tag
            for tag in by_name.values():
                if is_test(path) or not self._only(tag.name):
                    continue
                symbol = self._declared(path, tag.name)
                if symbol is None:
                    continue
                if (
                    kind == "provider"
                    and not _IN_MANIFEST.match(tag.evidence)
                    and not tag.evidence.endswith(_CONTENT_PROVIDERS)
                ):
                    continue
                if "abstract" in symbol.declaration.modifiers and not _IN_MANIFEST.match(tag.evidence):
                    continue  # only what extends it is ever made
                yield self._made(kind, symbol, tag.evidence)

    def _mains(self) -> Iterator[EntryPoint]:
        for path, tags in self._index.tagged("main").items():
            for tag in tags:
                symbol = self._declared(path, tag.name) if self._only(tag.name) else None
                if symbol is not None and len(symbol.declaration.parameters) <= 1:
                    yield self._made("main", symbol, tag.evidence)

    def _tests(self, deadline: Deadline) -> Iterator[EntryPoint]:
        """Return the classes that hold tests; a test outside of a class stands for itself."""
        for path, tags in self._index.tagged("test").items():
            if deadline.expired:
                self.lacking = True
                return
            if self._only is everything:
                yield from self._once(f"tests of {path}", partial(self._tests_in, path, tags))
            else:
                yield from self._tests_in(path, tags)

    def _tests_in(self, path: str, tags: Sequence[Tag]) -> Iterator[EntryPoint]:
        counts: dict[Symbol, int] = {}
        whys: dict[Symbol, str] = {}
        for tag in tags:
            symbol = self._declared(path, tag.name) if tag.name and self._only(tag.name) else None
            if symbol is None:
                continue
            holder = symbol.owner if symbol.is_callable and symbol.owner is not None else symbol
            if holder.declaration.is_class and "abstract" in holder.declaration.modifiers:
                continue
            counts[holder] = counts.get(holder, 0) + symbol.is_callable
            whys.setdefault(holder, tag.evidence)
        for holder, count in counts.items():
            details = (f"{count} test{'' if count == 1 else 's'}",) if count else ()
            yield self._made("test", holder, whys[holder]).model_copy(update={"details": details})

    def _declared(self, path: str, name: str) -> Symbol | None:
        facts = self._index.facts(path)
        if facts is None:
            return None
        simple = name.rpartition(".")[2]
        return next(
            (
                Symbol(path, facts, index)
                for index in facts.declared.get(simple, ())
                if facts.qualified_names[index] == name and facts.declarations[index].kind != "constructor"
            ),
            None,
        )

    def _made(self, kind: EntryKind, symbol: Symbol, why: str) -> EntryPoint:
        in_manifest = _IN_MANIFEST.match(why)
        path = in_manifest["path"] if in_manifest else None
        line = int(in_manifest["line"]) if in_manifest else None
        return EntryPoint(
            kind=kind,
            name=symbol.display_name,
            qualified_name=symbol.qualified_name,
            file_path=symbol.path,
            line=max(1, symbol.declaration.name_line),
            module=self._modules.of(symbol.path),
            evidence=in_manifest["why"] if in_manifest else why,
            evidence_path=path,
            evidence_line=line,
            details=() if path is None or line is None else self._manifest_details(path, line),
        )

    def _manifest_details(self, path: str, line: int) -> tuple[str, ...]:
        """Return whether a component is exported, and its intent filters, from its manifest entry."""
        facts = self._index.facts(path)
        if facts is None:
            return ()
        entry = next((place for place, row in enumerate(facts.declarations) if row.line == line), NONE)
        if entry == NONE:
            return ()
        exported = ("exported",) if "exported" in facts.declarations[entry].modifiers else ()
        filters = (
            row.name for row in facts.declarations if row.parent == entry and row.kind.startswith("intent_")
        )
        return (*exported, *dict.fromkeys(filters))
