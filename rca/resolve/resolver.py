"""The resolver of call sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from models.code import Evidence
from rca.languages.facts import NONE, CallSite, Facts
from rca.resolve.callable_references import CallableReferences
from rca.resolve.candidate_selection import CandidateSelector
from rca.resolve.constructor_resolution import ConstructorResolver
from rca.resolve.extensions import Extensions
from rca.resolve.generics import Generics
from rca.resolve.implicit_receivers import ImplicitReceivers, Receiver
from rca.resolve.import_scopes import ImportScopes
from rca.resolve.index_source import Files
from rca.resolve.inference import Inference
from rca.resolve.java_interop import JavaInterop
from rca.resolve.lambdas import Lambdas
from rca.resolve.members import Member, Members, symbols_of
from rca.resolve.memo import Memo
from rca.resolve.name_fallback import NameFallback
from rca.resolve.name_resolution import NameResolution
from rca.resolve.qualified_names import QualifiedNames
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.return_types import ReturnTypes
from rca.resolve.subtypes import Subtypes
from rca.resolve.symbol import Symbol
from rca.resolve.synthetic_members import implied_result
from rca.resolve.types import ANY, FUNCTION, Type, as_function
from rca.resolve.unqualified_calls import UnqualifiedCalls

_READS = ("read", "write")


class Resolver:
    """Resolves call sites of one snapshot; answers are kept."""

    def __init__(self, files: Files) -> None:
        self.memo = Memo()
        self.names = NameResolution(files)
        self.scopes = ImportScopes(self.names)
        self.members = Members(self.names)
        self.subtypes = Subtypes(self.names, self.members)
        self.generics = Generics(self.members, self.subtypes)
        self.inference = Inference(self)
        self.lambdas = Lambdas(self)
        self.extensions = Extensions(self)
        self.results = ReturnTypes(self)
        self._receivers = ImplicitReceivers(self)
        self.constructions = ConstructorResolver(self)
        self.from_java = JavaInterop(self)
        self.choice = CandidateSelector(self)
        self.qualified = QualifiedNames(self)
        self.implicit = UnqualifiedCalls(self)
        self.guesses = NameFallback(self.names, self.extensions.is_visible)
        self._references = CallableReferences(self)
        self._known: dict[tuple[str, int], Resolution | None] = {}
        self._narrowed: dict[tuple[str, int], Resolution] = {}

    def forget(self, path: str) -> None:
        """Drop what speaks of the text of a file that changed, its surface being what it was."""
        self.memo.forget(path)
        self.names.forget(path)
        self.members.forget(path)
        self._receivers.forget(path)
        self.qualified.forget()

    def resolve(self, path: str, index: int) -> Resolution | None:
        """Return what a call site means in the project; no targets where it means a library's function."""
        found = self.meaning(path, index)
        if found is None:
            return None
        own = tuple([one for one in found.targets if one.facts.language != "library"])
        return found if len(own) == len(found.targets) else replace(found, targets=own)

    def meaning(self, path: str, index: int) -> Resolution | None:
        """Return what a call site means, libraries included; None while that is being resolved (a cycle)."""
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
        """Return what a call site may mean, all that a callable reference can name; None in a cycle."""
        known = self._known
        key = (path, index)
        found = known.get(key)
        if found is None:
            found = self.memo.get(
                known, key, None, lambda: self._resolve(path, self.names.facts(path), index)
            )
        return None if found is None else self._current(found)

    def _current(self, found: Resolution) -> Resolution:
        """Return a resolution that was kept while the text around its targets changed."""
        if not self.names.has_changed:
            return found
        targets = tuple(map(self.names.current, found.targets))
        same = all(one is other for one, other in zip(targets, found.targets, strict=True))
        return found if same else replace(found, targets=targets)

    def _resolve(self, path: str, facts: Facts, index: int) -> Resolution:
        site = facts.calls[index]
        if facts.names_only:
            return self.guesses.in_language(path, site)
        if site.form == "new":
            found = self.constructions.of_site(path, site)
        elif site.has_receiver:
            found = self._with_receiver(path, site)
        else:
            found = self.implicit.of_local(path, index, site) or self.implicit.found(path, site)
        if len(found.targets) < 2 or not found.certain:
            return found
        return self.choice.by_lambda(path, index, site, found, self._known)

    def receivers(self, path: str, owner: int, lambdas: Sequence[int]) -> Iterator[Receiver]:
        """Return the implicit receivers of a place, nearest first."""
        return self._receivers.around(path, owner, lambdas)

    def instance(self, symbol: Symbol) -> Type:
        """Return the type of `this` in a class."""
        return self._receivers.instance(symbol)

    def convention(
        self, path: str, owner: int, seen: Type, name: str, arguments: tuple[None, ...] = ()
    ) -> Type | None:
        """Return what an operator function of a value gives that the language calls itself (`iterator`)."""
        places = (NONE,) * len(arguments)
        site = CallSite(name, "operator", 0, 0, owner, NONE, True, places, (), False, ())
        found = self.on_type(path, site, seen)
        return self.results.result_type(path, site, found) if found is not None and found.certain else None

    def _with_receiver(self, path: str, site: CallSite) -> Resolution:
        seen = self.inference.of(path, site.receiver)
        if seen is not None and site.form == "delegate" and site.name != "provideDelegate":
            providing = site._replace(name="provideDelegate")
            provided = self.on_type(path, providing, seen)
            if provided is not None and provided.certain:
                seen = self.results.result_type(path, providing, provided) or seen
        if seen is not None:
            return self.on_type(path, site, seen) or EXTERNAL
        text = self.inference.dotted(path, site.receiver)
        found = self.qualified.named(path, site, (f"{text}.{site.name}",)) if text else None
        if found is None and text and self.is_java(path):
            found = self.from_java.facade(path, site, self.names.qualify(path, site.owner, text))
        return found or self.guesses.by_name(path, site)

    def on_type(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        """Return what a call on a value (or class) of a type means; None where nothing is known to fit."""
        if seen.static:
            return self._on_class(path, site, seen)
        if site.name == "invoke":
            seen = as_function(seen)
        if seen.name == FUNCTION:
            if site.name == "invoke" and self.choice.takes(path, site, seen):
                return Resolution((), "receiver_type", receiver=seen, result=seen.result)
            return self.extension(path, site, seen)
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
            self.chosen(path, site, candidates, "receiver_type", seen)
            or self.invoked(path, site, candidates, seen)
            or self.extension(path, site, given or seen)
            or self.constructions.inner(path, site, seen)
            or self.from_java.accessor(path, site, seen)
            or self._on_platform(path, site, seen, java)
            or implied_result(self.names, self.members, site, seen)
            or self.sole_candidate(path, site, candidates, seen)
        )

    def _on_platform(self, path: str, site: CallSite, seen: Type, java: bool) -> Resolution | None:
        if java:
            return None
        candidates = self.members.find_on_platform(seen, site.name)
        return self.chosen(path, site, candidates, "receiver_type", seen)

    def sole_candidate(
        self, path: str, site: CallSite, candidates: Sequence[Member], seen: Type
    ) -> Resolution | None:
        """Take the one member that the number of arguments allows, though their types seem not to fit.

        The code compiles, so that the fault is with what is known of the types.
        """
        fitting = self.choice.fitting(path, site, candidates)
        if len(fitting) != 1:
            return None
        return Resolution(symbols_of(fitting), _evidence(site, "receiver_type"), receiver=seen)

    def _on_class(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        if site.form == "reference":
            found = self._on_value(path, site, seen._replace(static=False))
            companion = self.members.companion_of(seen.name)
            other = None if companion is None else self._on_value(path, site, companion)
            if found is not None and other is not None and found.targets != other.targets:
                return replace(found, targets=tuple(dict.fromkeys((*found.targets, *other.targets))))
            if found is not None:
                return found
        nested = self.constructions.of_class(path, site, f"{seen.name}.{site.name}")
        if nested is not None:
            return nested
        members = self.members.find_static(seen, site.name)
        companion = self.members.companion_of(seen.name)
        found = self.chosen(path, site, members, "receiver_type", companion)
        if found is None and self.is_java(path):
            found = self.from_java.static(path, site, seen, members)
        if found is not None:
            return found
        return implied_result(self.names, self.members, site, seen) or (
            None if companion is None else self._on_value(path, site, companion)
        )

    def extension(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        """Return what a call on a value means as an extension of its type, nearest scope first."""
        if self.is_java(path):
            return None
        for group in self.extensions.levels(path, site, seen):
            found = self.chosen(path, site, group, "receiver_type", seen) or self.invoked(
                path, site, group, seen
            )
            if found is not None:
                return found
        return None

    def invoked(
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
                return EXTERNAL
            return self.on_type(path, site._replace(name="invoke", form="operator"), held)
        return None

    def chosen(
        self,
        path: str,
        site: CallSite,
        candidates: Sequence[Member],
        evidence: Evidence,
        receiver: Type | None,
    ) -> Resolution | None:
        """Return those of the candidates that the arguments allow, the most specific ones; None: none is."""
        chosen = self.choice.choose(path, site, candidates)
        if not chosen:
            return None
        return Resolution(symbols_of(chosen), _evidence(site, evidence), receiver=receiver)

    def is_java(self, path: str) -> bool:
        """Return whether a file is Java's."""
        return self.names.facts(path).language == "java"


def _begins(path: str, site: CallSite, held: Symbol) -> bool:
    """Return whether a call is part of what a property starts with, which then cannot be what is called."""
    return held.path == path and site.owner == held.index and held.declaration.type is None


def _evidence(site: CallSite, found: Evidence) -> Evidence:
    return "callable_reference" if site.form == "reference" else found
