"""Decides whether a call site is a use of a declaration, and with what confidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from models.code import Evidence
from rca.languages.facts import NONE, CallSite, Declaration, Facts
from rca.resolve.java_interop import is_boolean_getter, jvm_names_of, synthetic_names
from rca.resolve.resolution import Resolution
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type

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
_MOST_GUESSES = 3
"""A call that could mean more declarations than this is counted as unsure, and not given as a caller."""


class Weight(NamedTuple):
    """How sure it is that a call site means one of the targets; `unsure` is one that counts for none."""

    evidence: Evidence
    confidence: float
    unsure: bool


class _Tables:
    """What is kept with the resolver: it follows from declarations alone, so that no text changes it."""

    def __init__(self) -> None:
        self.lineages: dict[str, frozenset[str]] = {}
        self.values: dict[frozenset[str], frozenset[str]] = {}

    def forget(self, path: str) -> None:
        """Keep all."""


class Matching:
    """Decides which declarations a resolved call site is a use of. Valid while the interface hash stays."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._files = resolver.files
        kept = resolver.table(_Tables)
        self._lineages = kept.lineages
        self._values = kept.values

    def spellings(self, target: Symbol) -> set[str]:
        """Return the names under which call sites may speak of a declaration."""
        names = own_spellings(target)
        if target.declaration.kind == "constructor" and target.owner is not None:
            names.update(self._files.aliases_of(target.owner.name))
        elif target.name == "invoke":
            names.update(self._callable_values(target))
        return names

    def _callable_values(self, target: Symbol) -> set[str]:
        """Return the names of what an `invoke` lets be called: aliases of its class, properties of it."""
        receiver = target.declaration.receiver
        owners = [name for name in target.class_path[-2:] if name]
        classes = {receiver.partition("<")[0].rpartition(".")[2].rstrip("?")} if receiver else set(owners)
        for name in tuple(classes):
            classes.update(self._files.aliases_of(name))
        key = frozenset(classes)
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = frozenset(self._properties_of(key))
        return classes | known

    def _properties_of(self, classes: frozenset[str]) -> Iterator[str]:
        for path in dict.fromkeys(
            path for name in classes for path in self._files.declaring(name, "mentioned")
        ):
            facts = self._resolver.names.facts(path)
            for row in facts.declarations:
                if row.kind == "property" and _class_of(facts, row) in classes:
                    yield row.name

    def weigh(self, site: CallSite, resolution: Resolution) -> Weight:
        """Weigh a call site for each of the declarations that it resolved to."""
        evidence, certain = resolution.evidence, resolution.certain
        share = len(resolution.targets) if certain else 1
        confidence = round(_CONFIDENCE[evidence] / max(1, share), 3)
        if certain or evidence != "name_only":
            return Weight(evidence, confidence, unsure=False)
        commonplace = self._files.libraries.declares(site.name) or site.form in ("operator", "delegate")
        if resolution.families > _MOST_GUESSES or commonplace:
            return Weight(evidence, confidence, unsure=True)
        return Weight(evidence, round(confidence / resolution.families, 3), unsure=False)

    def weigh_for(
        self, target: Symbol, site: CallSite, resolution: Resolution, *, is_super: bool
    ) -> Weight | None:
        """Weigh a call site for one declaration, through what it overrides too; None where it is no use."""
        for one in resolution.targets:
            if one == target or are_twins(one, target):
                return self.weigh(site, resolution)
        if is_super or not resolution.certain:
            return None
        if any(self._overrides(target, one, resolution.receiver) for one in resolution.targets):
            return FAMILY
        return None

    def lineage(self, owner: Symbol) -> frozenset[str]:
        """Return the full names of a class and all that it extends."""
        here = self._resolver.instance_type(owner)
        known = self._lineages.get(here.name)
        if known is None:
            lines = self._resolver.members.lineage(here)
            known = self._lineages[here.name] = frozenset(line.name for line, _ in lines)
        return known

    def bases(self, target: Symbol) -> Iterator[Symbol]:
        """Return the declarations a call of which may run the target, which overrides them."""
        owner = target.owner
        if owner is None or not _may_override(target):
            return
        for name in self.lineage(owner):
            if name == owner.type_name:
                continue
            for above in self._resolver.names.classes(name):
                for one in self._resolver.members.children(above.path, above.index, target.name):
                    if _same_shape(target, one):
                        yield one

    def twins(self, target: Symbol) -> Iterator[Symbol]:
        """Return the other declarations of what several source sets declare."""
        owner, names = target.owner, self._resolver.names
        if owner is None:
            found = list(names.top_level(target.qualified_name))
        else:
            found = [
                one
                for around in names.classes(owner.type_name)
                for one in self._resolver.members.children(around.path, around.index, target.name)
            ]
        return (one for one in found if are_twins(one, target))

    def _overrides(self, target: Symbol, base: Symbol, receiver: Type | None) -> bool:
        """Return whether the target overrides a supertype's function, and a receiver may be of its class."""
        if target.name != base.name or target.owner is None or base.owner is None:
            return False
        if not _may_override(target) or target.owner.type_name == base.owner.type_name:
            return False
        if not _same_shape(target, base):
            return False
        lines = self.lineage(target.owner)
        if base.owner.type_name not in lines:
            return False
        return receiver is None or receiver.variable or receiver.name in lines


def confidence_of(evidence: Evidence) -> float:
    """Return how sure a use is that has such evidence."""
    return _CONFIDENCE[evidence]


FAMILY = Weight("override_family", _CONFIDENCE["override_family"], unsure=False)
"""A call of what a declaration overrides, whose receiver may be of its class."""


def own_spellings(target: Symbol) -> set[str]:
    """Return the names under which call sites may speak of a declaration, type aliases of its class apart."""
    row = target.declaration
    names = {row.name, *jvm_names_of(target)}
    if row.name == "invoke" and target.owner is not None:
        names.update(name for name in target.class_path[-2:] if name)
    elif row.kind == "constructor" and target.owner is not None:
        names = {target.owner.name}
    elif row.kind == "property" and row.name:
        capital = row.name[0].upper() + row.name[1:]
        names.update((f"get{capital}", f"set{capital}"))
        if is_boolean_getter(row.name):
            names.add(f"set{row.name[2:]}")
    elif target.facts.language == "java" and row.kind == "function":
        names.update(synthetic_names(row.name))
    return names


def is_only_read(target: Symbol, site: CallSite) -> bool:
    """Return whether a site reads or writes a name that the target, which is no property, has too."""
    row = target.declaration
    if site.form not in ("read", "write") or row.kind == "property" or site.name != row.name:
        return False
    is_getter = target.facts.language == "java" and not row.parameters and is_boolean_getter(row.name)
    return not (is_getter and site.form == "read")


def is_super(facts: Facts, site: CallSite) -> bool:
    """Return whether a call goes to a supertype's own function, whatever overrides it."""
    return site.receiver != NONE and facts.expressions[site.receiver].form == "super"


def are_twins(one: Symbol, other: Symbol) -> bool:
    """Return whether two are the `expect` and an `actual` of one declaration."""
    if one.path == other.path or one.qualified_name != other.qualified_name:
        return False
    mine, yours = one.declaration, other.declaration
    if mine.kind != yours.kind or mine.receiver != yours.receiver:
        return False
    return [p.type for p in mine.parameters] == [p.type for p in yours.parameters]


def _may_override(target: Symbol) -> bool:
    row = target.declaration
    if row.kind == "constructor":
        return False
    return target.facts.language != "kotlin" or "override" in row.modifiers


def _same_shape(one: Symbol, other: Symbol) -> bool:
    """Return whether two functions take the same parameters; a type parameter stands for any type."""
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
    """Return a type's simple name without arguments and nullability."""
    return (text or "").split("<", maxsplit=1)[0].rpartition(".")[2].strip("? ")


def _class_of(facts: Facts, row: Declaration) -> str:
    """Return the simple name of a property's class, where its type or what it starts with says it."""
    if row.type is not None:
        return row.type.partition("<")[0].rpartition(".")[2].rstrip("?")
    if row.value == NONE:
        return ""
    node = facts.expressions[row.value]
    return node.name if node.form == "call" else ""
