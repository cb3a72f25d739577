"""Uses of Android resources: in XML, through `R`, and through classes that the build generates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from models.code import Evidence
from rca.index.position_lookup import SourceFile
from rca.languages.android.generated_facts import accessors_of, binding_name
from rca.languages.facts import CallSite
from rca.navigation.android_resources import Resources, in_code
from rca.navigation.use_matching import confidence_of
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

Paths = Callable[[Iterable[str]], Iterable[str]]
"""Returns the files of some that are looked at."""


class ResourceUse(NamedTuple):
    """A place that names a resource; `site` is the call or read where it is code."""

    file: SourceFile
    start: int
    end: int
    site: CallSite | None
    evidence: Evidence
    confidence: float


class ResourceUses:
    """Looks for uses of resources in one snapshot."""

    def __init__(self, resolver: Resolver, file: Callable[[str], SourceFile | None]) -> None:
        self._resolver = resolver
        self._files = resolver.files
        self._file = file
        self._resources = Resources(resolver.names)

    def of(self, target: Symbol, paths: Paths, deadline: Deadline) -> Iterator[ResourceUse]:
        """Return the uses of a resource; `name_only` is a field of a receiver whose type is not known."""
        meant = (target, *_actions_at(target))
        accessors = [accessor.name for one in meant for accessor in accessors_of(one.declaration)]
        names = dict.fromkeys((target.name, in_code(target.name), *accessors))
        called = dict.fromkeys(path for name in names for path in self._files.declaring(name, "called"))
        for path in paths(called):
            if deadline.expired:
                return
            file = self._file(path)
            if file is None:
                continue
            for start, end, site in self._resources.uses(target, path, file.text):
                yield ResourceUse(file, start, end, site, "import", confidence_of("import"))
            for one in meant:
                yield from self._through_generated(one, file)
        if target.declaration.kind == "layout":
            yield from self._of_binding_class(target, paths, deadline)

    def _through_generated(self, target: Symbol, file: SourceFile) -> Iterator[ResourceUse]:
        for index in self._resources.sites_of_accessors(target, file.path):
            site = file.facts.calls[index]
            evidence = self._evidence(target, file, index, site)
            start, end = file.span(site)
            if evidence is not None and start < end:
                yield ResourceUse(file, start, end, site, evidence, confidence_of(evidence))

    def _evidence(self, target: Symbol, file: SourceFile, index: int, site: CallSite) -> Evidence | None:
        resolution = self._resolver.meaning(file.path, index)
        targets = () if resolution is None else resolution.targets
        behind = self._resources.behind(targets)
        if resolution is not None and target in behind and behind != targets:
            return resolution.evidence
        if not site.has_receiver or self._resolver.type_of(file.path, site.receiver) is not None:
            return None
        return "name_only" if self._may_be_bound(target, file) else None

    def _may_be_bound(self, target: Symbol, file: SourceFile) -> bool:
        """Return whether a file names the binding class of the layout that holds an id or variable."""
        if target.declaration.kind not in ("id", "variable"):
            return False
        layouts = [row.name for row in target.facts.declarations if row.kind == "layout"]
        return any(binding_name(layout) in file.text for layout in layouts)

    def _of_binding_class(self, target: Symbol, paths: Paths, deadline: Deadline) -> Iterator[ResourceUse]:
        """Return the reads and calls that go to the binding class of a layout (`HomeBinding.inflate`)."""
        name = binding_name(target.name)
        for path in paths(self._files.declaring(name, "mentioned")):
            if deadline.expired:
                return
            file = self._file(path)
            for index, site in () if file is None else enumerate(file.facts.calls):
                if site.name not in ("inflate", "bind"):
                    continue
                resolution = self._resolver.meaning(path, index)
                if resolution is not None and target in self._resources.behind(resolution.targets):
                    assert file is not None
                    start, end = file.span(site)
                    yield ResourceUse(file, start, end, site, "receiver_type", confidence_of("receiver_type"))


def _actions_at(target: Symbol) -> Iterator[Symbol]:
    """Return the action of a navigation graph that an id belongs to: code calls it by the id's name."""
    for index in target.facts.declared.get(target.name, ()):
        row = target.facts.declarations[index]
        if row.kind == "action" and row.name_start == target.declaration.name_start:
            yield Symbol(target.path, target.facts, index)
