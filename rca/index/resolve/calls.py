"""Which declarations a call site means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from models.code import Evidence
from rca.index.files import Files
from rca.index.resolve.choice import Choice
from rca.index.resolve.constructions import Constructions
from rca.index.resolve.extensions import Extensions
from rca.index.resolve.from_java import FromJava
from rca.index.resolve.generics import Generics
from rca.index.resolve.guesses import Guesses
from rca.index.resolve.implied import implied_result
from rca.index.resolve.inference import Inference
from rca.index.resolve.lambdas import Lambdas
from rca.index.resolve.members import Member, Members
from rca.index.resolve.memo import Memo
from rca.index.resolve.names import Names
from rca.index.resolve.receivers import Receiver, Receivers
from rca.index.resolve.references import References
from rca.index.resolve.resolution import OUTSIDE, Resolution
from rca.index.resolve.results import Results
from rca.index.resolve.scopes import Scopes
from rca.index.resolve.subtypes import Subtypes
from rca.index.resolve.types import ANY, FUNCTION, NOWHERE, Type, as_function, bound_of
from rca.index.symbol import Symbol
from rca.languages.facts import NONE, CallSite, Facts

_READS = ("read", "write")


class Calls:
    """Resolves call sites of one snapshot; answers are kept."""

    def __init__(self, files: Files) -> None:
        self.memo = Memo()
        self.names = Names(files)
        self.scopes = Scopes(self.names)
        self.members = Members(self.names)
        self.subtypes = Subtypes(self.names, self.members)
        self.generics = Generics(self.members, self.subtypes)
        self.inference = Inference(self)
        self.lambdas = Lambdas(self)
        self.extensions = Extensions(self)
        self.results = Results(self)
        self._receivers = Receivers(self)
        self._constructions = Constructions(self)
        self._from_java = FromJava(self)
        self.choice = Choice(self)
        self._guesses = Guesses(self.names, self.extensions.is_visible)
        self._references = References(self)
        self._known: dict[tuple[str, int], Resolution | None] = {}
        self._narrowed: dict[tuple[str, int], Resolution] = {}
        self._named: dict[tuple[str, ...], _Named] = {}

    def forget(self, path: str) -> None:
        """Drop what speaks of the text of a file that changed, its surface being what it was."""
        self.memo.forget(path)
        self.names.forget(path)
        self.members.forget(path)
        self._receivers.forget(path)
        self._named.clear()

    def resolve(self, path: str, index: int) -> Resolution | None:
        """Give what a call site means in the project; no targets where it means a library's function."""
        found = self.meaning(path, index)
        if found is None:
            return None
        own = tuple([one for one in found.targets if one.facts.language != "library"])
        return found if len(own) == len(found.targets) else replace(found, targets=own)

    def meaning(self, path: str, index: int) -> Resolution | None:
        """Give what a call site means, libraries included; None while that is being worked out (a circle)."""
        found = self.candidates(path, index)
        if found is None or len(found.targets) < 2 or not found.certain:
            return found
        site = self.names.facts(path).calls[index]
        if site.form != "reference":
            return found
        return self.memo.get(
            self._narrowed,
            (path, index),
            found,
            lambda: self._references.narrowed(path, index, site, found),
        )

    def candidates(self, path: str, index: int) -> Resolution | None:
        """Give what a call site may mean, all that a callable reference can name; None in a circle."""
        known = self._known
        key = (path, index)
        found = known.get(key)
        if found is None:
            found = self.memo.get(
                known, key, None, lambda: self._resolve(path, self.names.facts(path), index)
            )
        return None if found is None else self._current(found)

    def _current(self, found: Resolution) -> Resolution:
        """Give a resolution that was kept while the text around its targets changed."""
        if not self.names.has_changed:
            return found
        targets = tuple(map(self.names.current, found.targets))
        same = all(one is other for one, other in zip(targets, found.targets, strict=True))
        return found if same else replace(found, targets=targets)

    def _resolve(self, path: str, facts: Facts, index: int) -> Resolution:
        site = facts.calls[index]
        if facts.names_only:
            return self._guesses.in_language(path, site)
        if site.form == "new":
            found = self._constructions.of_site(path, site)
        elif site.has_receiver:
            found = self._with_receiver(path, site)
        else:
            found = self._of_local(path, facts, index, site) or self._without_receiver(path, facts, site)
        if len(found.targets) < 2 or not found.certain:
            return found
        return self.choice.by_lambda(path, index, site, found, self._known)

    def receivers(self, path: str, owner: int, lambdas: Sequence[int]) -> Iterator[Receiver]:
        """Give the implicit receivers of a place, nearest first."""
        return self._receivers.around(path, owner, lambdas)

    def instance(self, symbol: Symbol) -> Type:
        """Give the type of `this` in a class."""
        return self._receivers.instance(symbol)

    def convention(
        self, path: str, owner: int, seen: Type, name: str, arguments: tuple[None, ...] = ()
    ) -> Type | None:
        """Give what an operator function of a value gives that the language calls itself (`iterator`)."""
        places = (NONE,) * len(arguments)
        site = CallSite(name, "operator", 0, 0, owner, NONE, True, places, (), False, ())
        found = self.on_type(path, site, seen)
        return self.results.result_type(path, site, found) if found is not None and found.certain else None

    # --- calls with a receiver

    def _with_receiver(self, path: str, site: CallSite) -> Resolution:
        seen = self.inference.of(path, site.receiver)
        if seen is not None and site.form == "delegate" and site.name != "provideDelegate":
            providing = site._replace(name="provideDelegate")
            provided = self.on_type(path, providing, seen)
            if provided is not None and provided.certain:
                seen = self.results.result_type(path, providing, provided) or seen
        if seen is not None:
            return self.on_type(path, site, seen) or OUTSIDE
        text = self.inference.dotted(path, site.receiver)
        found = self._qualified(path, site, (f"{text}.{site.name}",)) if text else None
        if found is None and text and self.is_java(path):
            found = self._from_java.facade(path, site, self.names.qualify(path, site.owner, text))
        return found or self._guesses.by_name(path, site)

    def on_type(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        """Give what a call on a value (or class) of a type means; None where nothing is known to fit."""
        if seen.static:
            return self._on_class(path, site, seen)
        if site.name == "invoke":
            seen = as_function(seen)
        if seen.name == FUNCTION:
            if site.name == "invoke" and self.choice.takes(path, site, seen):
                return Resolution((), "receiver_type", receiver=seen, result=seen.result)
            return self._extension(path, site, seen)
        if seen.variable:
            for bound in seen.arguments or (ANY,):
                found = self._on_value(path, site, bound or ANY, seen)
                if found is not None:
                    return found
            return None
        return self._on_value(path, site, seen)

    def _on_value(
        self, path: str, site: CallSite, seen: Type, given: Type | None = None
    ) -> Resolution | None:
        candidates = self.members.find(seen, site.name)
        java = self.is_java(path)
        if java and site.form not in _READS:
            candidates += self.members.find_on_platform(seen, site.name)
        return (
            self._chosen(path, site, candidates, "receiver_type", seen)
            or self._invoked(path, site, candidates, seen)
            or self._extension(path, site, given or seen)
            or self._constructions.inner(path, site, seen)
            or self._from_java.accessor(path, site, seen)
            or self._on_platform(path, site, seen, java)
            or implied_result(self.names, self.members, site, seen)
            or self._only_one(path, site, candidates, seen)
        )

    def _on_platform(self, path: str, site: CallSite, seen: Type, java: bool) -> Resolution | None:
        if java:
            return None
        candidates = self.members.find_on_platform(seen, site.name)
        return self._chosen(path, site, candidates, "receiver_type", seen)

    def _only_one(
        self, path: str, site: CallSite, candidates: Sequence[Member], seen: Type
    ) -> Resolution | None:
        """Take the one member that the number of arguments allows, though their types seem not to fit.

        The code compiles, so that the fault is with what is known of the types.
        """
        fitting = self.choice.fitting(path, site, candidates)
        if not fitting or len({one.owner.name for one in fitting}) > 1 or len(fitting) > 1:
            return None
        return Resolution(_symbols(fitting), _evidence(site, "receiver_type"), receiver=seen)

    def _on_class(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        if site.form == "reference":
            found = self._on_value(path, site, seen._replace(static=False))
            companion = self.members.companion_of(seen.name)
            other = None if companion is None else self._on_value(path, site, companion)
            if found is not None and other is not None and found.targets != other.targets:
                return replace(found, targets=tuple(dict.fromkeys((*found.targets, *other.targets))))
            if found is not None:
                return found
        nested = self._constructions.of_class(path, site, f"{seen.name}.{site.name}")
        if nested is not None:
            return nested
        members = self.members.find_static(seen, site.name)
        companion = self.members.companion_of(seen.name)
        found = self._chosen(path, site, members, "receiver_type", companion)
        if found is None and self.is_java(path):
            found = self._from_java.static(path, site, seen, members)
        if found is not None:
            return found
        return implied_result(self.names, self.members, site, seen) or (
            None if companion is None else self._on_value(path, site, companion)
        )

    def _extension(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        if self.is_java(path):
            return None
        for group in self.extensions.levels(path, site, seen):
            found = self._chosen(path, site, group, "receiver_type", seen) or self._invoked(
                path, site, group, seen
            )
            if found is not None:
                return found
        return None

    def _invoked(
        self, path: str, site: CallSite, candidates: Iterable[Member], seen: Type | None
    ) -> Resolution | None:
        """Find what `a.name(…)` calls where `name` is a property: an `invoke`, or a function value."""
        if site.form != "call":
            return None
        for member in candidates:
            if member.symbol.declaration.kind not in ("property", "object", "enum_entry"):
                continue
            read = site._replace(form="read", arguments=(), labels=(), trailing=False)
            held = self.results.result_type(
                path, read, Resolution((member.symbol,), "receiver_type", receiver=seen)
            )
            if held is None:
                if _begins(path, site, member.symbol):
                    continue
                return OUTSIDE
            return self.on_type(path, site._replace(name="invoke", form="operator"), held)
        return None

    # --- calls without a receiver

    def _of_local(self, path: str, facts: Facts, index: int, site: CallSite) -> Resolution | None:
        """Give what `f(…)` means where a local is named `f`; None where that cannot be called."""
        before = facts.calls[index - 1] if index else site
        if before.name != "invoke" or before.start != site.start or site.form != "call":
            return None
        held = self.inference.of(path, before.receiver)
        if held is None:
            found = self._without_receiver(path, facts, site)
            return found if found.certain and found.targets else self._guesses.by_name(path, before)
        found = self.meaning(path, index - 1) or OUTSIDE
        if found.targets or found.result is not None or held.name == FUNCTION:
            return found
        return None

    def _without_receiver(self, path: str, facts: Facts, site: CallSite) -> Resolution:
        local = self._local_function(path, facts, site)
        if local is not None:
            return local
        uncertain = False
        for receiver in self.receivers(path, site.owner, site.lambdas):
            if receiver.type is None:
                uncertain = True
                continue
            found = self._on_implicit(path, site, receiver)
            if found is not None:
                return found
        found = self._top_level(path, site) or self._inherited(path, site)
        if found is not None:
            return found
        if uncertain and site.form in ("call", "infix", "operator"):
            return self._guesses.by_name(path, site)
        return OUTSIDE

    def _inherited(self, path: str, site: CallSite) -> Resolution | None:
        """Take the one member of a class around that the number of arguments allows; see `_only_one`."""
        for receiver in self.receivers(path, site.owner, site.lambdas):
            if receiver.is_class and receiver.type is not None and not receiver.static:
                found = self._only_one(path, site, self.members.find(receiver.type, site.name), receiver.type)
                if found is not None:
                    return found
        return None

    def _local_function(self, path: str, facts: Facts, site: CallSite) -> Resolution | None:
        if site.name not in facts.declared:
            return None
        for index in facts.enclosing(site.owner):
            if facts.declarations[index].is_class:
                continue
            local = [
                Member(symbol, NOWHERE, 0)
                for symbol in self.members.children(path, index, site.name)
                if symbol.declaration.kind == "function" and symbol.declaration.receiver is None
            ]
            found = self._chosen(path, site, local, "same_scope", None) if local else None
            if found is not None:
                return found
        return None

    def _on_implicit(self, path: str, site: CallSite, receiver: Receiver) -> Resolution | None:
        seen = receiver.type
        assert seen is not None
        evidence: Evidence = "same_scope" if receiver.is_class else "receiver_type"
        found = None
        if not receiver.static:
            found = self._as_function_or_value(path, site, seen, evidence)
        if found is None and receiver.is_class:
            static = self.members.find_static(Type(seen.name), site.name)
            found = (
                self._chosen(path, site, static, evidence, None)
                or self._invoked(path, site, static, None)
                or self._constructions.nested(path, site, seen)
                or implied_result(self.names, self.members, site, Type(seen.name, static=True))
            )
        if found is None and not receiver.static:
            found = self._extension(path, site, seen) or self._from_java.accessor(path, site, seen)
        return found

    def _as_function_or_value(
        self, path: str, site: CallSite, seen: Type, evidence: Evidence
    ) -> Resolution | None:
        if seen.name == FUNCTION:
            return None
        shown = (bound_of(seen) or ANY) if seen.variable else seen
        candidates = [
            one
            for one in self.members.find(shown, site.name)
            if one.symbol.declaration.receiver is None or site.form == "reference"
        ]
        if not candidates and self.is_java(path):
            candidates = self.members.find_on_platform(shown, site.name)
        return self._chosen(path, site, candidates, evidence, shown) or self._invoked(
            path, site, candidates, shown
        )

    def _top_level(self, path: str, site: CallSite) -> Resolution | None:
        for place, group in enumerate(self.scopes.of(path, site.name)):
            found = self._qualified(path, site, group)
            if found is not None:
                if place == 1 and found.evidence == "import":
                    return Resolution(found.targets, "same_package", result=found.result)
                return found
            if place == 0 and group:
                if self.is_java(path):
                    return self._from_java.facade(path, site, group[0].rpartition(".")[0]) or OUTSIDE
                return OUTSIDE
        return None

    def _qualified(self, path: str, site: CallSite, group: tuple[str, ...]) -> Resolution | None:
        """Find a top-level function, a member of an imported object, or a class, by full names."""
        if not group:
            return None
        named = self._named.get(group)
        if named is None:
            named = self._named[group] = self._name(group)
        if named is _NOTHING:
            return None
        candidates = [
            one
            for one in named.tops
            if (one.symbol.declaration.receiver is None or site.form == "reference")
            and ("private" not in one.symbol.declaration.modifiers or one.symbol.path == path)
        ]
        candidates.extend(named.members)
        found = self._beside_constructors(path, site, named.classes, candidates)
        if found is not None:
            return found
        if site.form in ("call", "reference"):
            for qualified in named.classes:
                made = self._constructions.of_class(path, site, qualified)
                if made is not None:
                    return made
        return self._invoked(path, site, candidates, None)

    def _name(self, group: Sequence[str]) -> _Named:
        """Give what some full names are the names of."""
        tops = tuple(
            Member(one, NOWHERE, 0) for qualified in group for one in self.names.top_level(qualified)
        )
        members = tuple(one for qualified in group for one in self._of_object(qualified))
        classes = tuple(qualified for qualified in group if self.names.all_classes(qualified))
        return _Named(tops, members, classes) if tops or members or classes else _NOTHING

    def _beside_constructors(
        self, path: str, site: CallSite, group: Sequence[str], candidates: Sequence[Member]
    ) -> Resolution | None:
        """Choose among functions, and the constructors of a class that has the same full name."""
        found = self._chosen(path, site, candidates, "import", None)
        if found is None or site.form != "call" or not site.name[:1].isupper():
            return found
        made = [
            Member(one, Type(qualified), 0)
            for qualified in group
            for one in self.members.constructors(qualified)
            if "implicit" not in one.declaration.modifiers
        ]
        chosen = self.choice.choose(path, site, [*candidates, *made]) if made else []
        constructors = [one for one in chosen if one.symbol.declaration.kind == "constructor"]
        if not constructors:
            return found
        receiver = constructors[0].owner
        return Resolution(_symbols(constructors), _evidence(site, "constructor"), receiver=receiver)

    def _of_object(self, qualified: str) -> Iterable[Member]:
        """Give the members of an object, companion or Java class that an import may name."""
        owner, _, simple = qualified.rpartition(".")
        if not owner or not self.names.all_classes(owner):
            return ()
        return [one for one in self.members.find_static(Type(owner), simple) if one.symbol.is_callable]

    # --- choosing

    def _chosen(
        self,
        path: str,
        site: CallSite,
        candidates: Sequence[Member],
        evidence: Evidence,
        receiver: Type | None,
    ) -> Resolution | None:
        chosen = self.choice.choose(path, site, candidates)
        if not chosen:
            return None
        return Resolution(_symbols(chosen), _evidence(site, evidence), receiver=receiver)

    def is_java(self, path: str) -> bool:
        """Tell whether a file is Java's."""
        return self.names.facts(path).language == "java"


class _Named(NamedTuple):
    """What full names of one level of scope are the names of; `classes` are the names of classes."""

    tops: tuple[Member, ...]
    members: tuple[Member, ...]
    classes: tuple[str, ...]


_NOTHING = _Named((), (), ())


def _begins(path: str, site: CallSite, held: Symbol) -> bool:
    """Tell whether a call is part of what a property starts with, which then cannot be what is called."""
    return held.path == path and site.owner == held.index and held.declaration.type is None


def _symbols(members: Sequence[Member]) -> tuple[Symbol, ...]:
    return tuple(dict.fromkeys(one.symbol for one in members))


def _evidence(site: CallSite, found: Evidence) -> Evidence:
    return "callable_reference" if site.form == "reference" else found
