"""Which declarations a call site means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from models.code import Evidence
from rca.index.files import Files
from rca.index.resolve.extensions import Extensions
from rca.index.resolve.guesses import Guesses
from rca.index.resolve.inference import Inference
from rca.index.resolve.lambdas import Lambdas
from rca.index.resolve.members import Member, Members
from rca.index.resolve.names import Names
from rca.index.resolve.overloads import Overloads, takes
from rca.index.resolve.resolution import OUTSIDE, Resolution
from rca.index.resolve.results import Results
from rca.index.resolve.types import FUNCTION, Type
from rca.index.symbol import Symbol
from rca.languages.facts import NONE, CallSite, Facts

_ANYTHING = Type("kotlin.Any")


class Receiver(NamedTuple):
    """A value that a call without receiver may go to; `type` is None where it is not known."""

    type: Type | None
    is_class: bool


class Calls:
    """Resolves call sites of one snapshot; answers are kept."""

    def __init__(self, files: Files) -> None:
        self.names = Names(files)
        self.members = Members(self.names)
        self.inference = Inference(self)
        self.lambdas = Lambdas(self)
        self.results = Results(self)
        self.extensions = Extensions(self)
        self._overloads = Overloads(self.names, self.members)
        self._guesses = Guesses(self.names, self.extensions.is_visible)
        self._known: dict[tuple[str, int], Resolution | None] = {}

    def resolve(self, path: str, index: int) -> Resolution | None:
        """Give what a call site means; None while its own resolution is under way (a circle)."""
        key = (path, index)
        if key not in self._known:
            self._known[key] = None
            self._known[key] = self._resolve(path, self.names.facts(path), index)
        return self._known[key]

    def _resolve(self, path: str, facts: Facts, index: int) -> Resolution:
        site = facts.calls[index]
        if facts.names_only:
            return self._guesses.in_language(path, site)
        if site.form == "new":
            return self._construction(path, site)
        if site.has_receiver:
            return self._with_receiver(path, site)
        return self._without_receiver(path, facts, site)

    # --- constructions

    def _construction(self, path: str, site: CallSite) -> Resolution:
        written = self.inference.of(path, site.receiver) if site.has_receiver else None
        if written is None:
            written = self.names.resolve(path, site.owner, Type(site.name))
        if written is None:
            return OUTSIDE
        return self._constructors(path, site, written.name) or OUTSIDE

    def _constructors(self, path: str, site: CallSite, qualified: str) -> Resolution | None:
        candidates = [Member(one, Type(qualified), 0) for one in self.members.constructors(qualified)]
        if not candidates:
            return None
        if self._is_platform_class(path, qualified):
            return OUTSIDE
        chosen = self._choose(path, site, candidates)
        return (
            Resolution(_symbols(chosen or candidates), "constructor")
            if chosen or len(candidates) == 1
            else None
        )

    def _is_platform_class(self, path: str, qualified: str) -> bool:
        """Tell whether a place sees the `actual typealias` of an `expect class`: it means what that names."""
        return any(
            one.declaration.kind == "typealias" and _source_set(one.path) == _source_set(path)
            for one in self.names.classes(qualified)
        )

    # --- calls with a receiver

    def _with_receiver(self, path: str, site: CallSite) -> Resolution:
        seen = self.inference.of(path, site.receiver)
        node = self.names.facts(path).expressions[site.receiver] if site.receiver != NONE else None
        if seen is None:
            text = self.inference.dotted(path, site.receiver) if node is not None else None
            qualified = self._qualified(path, site, f"{text}.{site.name}") if text else None
            if qualified is None and text and self.names.facts(path).language == "java":
                qualified = self._facade(path, site, Type(self.names.qualify(path, site.owner, text)))
            return qualified or self._guesses.by_name(path, site)
        if seen.static:
            return self._on_class(path, site, seen)
        if seen.name == FUNCTION:
            return self._extension(path, site, seen) or OUTSIDE
        if seen.variable:
            if not seen.arguments or seen.arguments[0] is None:
                return self._extension(path, site, seen) or self._guesses.by_name(path, site)
            seen = seen.arguments[0]
        return self._on_value(path, site, seen) or OUTSIDE

    def _on_value(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        candidates = self.members.find(seen, site.name)
        chosen = self._choose(path, site, candidates)
        if chosen:
            return Resolution(_symbols(chosen), _evidence(site, "receiver_type"))
        return (
            self._extension(path, site, seen)
            or self._inner_constructors(path, site, seen)
            or self.accessor(path, site, seen)
        )

    def _inner_constructors(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        """Find the constructor of an inner class (`outer.Inner()`)."""
        if site.form != "call" or not site.name[:1].isupper():
            return None
        inner = (
            self._constructors(path, site, f"{owner.name}.{site.name}")
            for owner, _ in self.members.lineage(seen)
        )
        return next((found for found in inner if found is not None), None)

    def accessor(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        """Find the Java getter behind `a.name`, or the Kotlin property behind `a.getName()`."""
        if site.form in ("read", "write") and site.name:
            capital = site.name[0].upper() + site.name[1:]
            prefixes = ("set",) if site.form == "write" else ("get", "is")
            for prefix in prefixes:
                name = site.name if prefix == "is" and site.name.startswith("is") else f"{prefix}{capital}"
                for member in self.members.find(seen, name):
                    if member.symbol.facts.language == "java":
                        return Resolution((member.symbol,), "receiver_type")
        if self.names.facts(path).language == "java" and site.name[:3] in ("get", "set"):
            name = site.name[3:4].lower() + site.name[4:]
            for member in self.members.find(seen, name):
                if member.symbol.declaration.kind == "property" and member.symbol.facts.language == "kotlin":
                    return Resolution((member.symbol,), "receiver_type")
        return None

    def _on_class(self, path: str, site: CallSite, seen: Type) -> Resolution:
        if site.form == "reference":
            found = self._on_value(path, site, Type(seen.name, seen.arguments))
            if found is not None:
                return found
        nested = self._constructors(path, site, f"{seen.name}.{site.name}")
        if nested is not None:
            return nested
        members = self.members.find_static(seen, site.name)
        chosen = self._choose(path, site, members)
        if not chosen and self.names.facts(path).language == "java":
            targets = self._taking(path, site, [one.symbol for one in members])
            if targets:
                return Resolution(tuple(targets), "receiver_type")
        if chosen:
            return Resolution(_symbols(chosen), _evidence(site, "receiver_type"))
        if self.names.facts(path).language == "java":
            facade = self._facade(path, site, seen)
            if facade is not None:
                return facade
        return self._extension(path, site, Type(f"{seen.name}.Companion")) or OUTSIDE

    def _facade(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        """Find the top-level function behind Java's `FileKt.function(…)`."""
        package, _, simple = seen.name.rpartition(".")
        package = package or self.names.facts(path).package
        fitting = [
            symbol
            for symbol in self.names.named(f"{package}.{site.name}" if package else site.name)
            if symbol.declaration.parent == NONE
            and symbol.facts.package == package
            and (symbol.facts.facade or _facade_name(symbol.path)) == simple
        ]
        if not fitting:
            return None
        return Resolution(tuple(self._taking(path, site, fitting) or fitting), "import")

    def _taking(self, path: str, site: CallSite, candidates: Iterable[Symbol]) -> list[Symbol]:
        """Choose what a call from Java fits best: an extension's receiver is its first argument there."""
        fitting = [(one, fits) for one in candidates if (fits := self._fit(path, site, one)) is not False]
        sure = [one for one, fits in fitting if fits]
        return sure or [one for one, _ in fitting]

    def _fit(self, path: str, site: CallSite, symbol: Symbol) -> bool | None:
        """Tell whether arguments fit a static method; None where a type is not known."""
        row = symbol.declaration
        texts = [*([row.receiver] if row.receiver is not None else []), *(one.type for one in row.parameters)]
        if "@JvmOverloads" in row.modifiers:
            texts = texts[: len(site.arguments)]
        if len(texts) != len(site.arguments):
            return False
        answers = [
            self.members.fits(
                self.inference.of(path, argument),
                None if text is None else self.names.read(symbol.path, symbol.index, text),
            )
            for text, argument in zip(texts, site.arguments, strict=True)
        ]
        return False if False in answers else None if None in answers else True

    def _extension(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        candidates = [
            Member(symbol, Type(""), distance) for symbol, distance in self.extensions.find(path, site, seen)
        ]
        chosen = self._choose(path, site, candidates)
        if len(chosen) > 1:
            nearest = min(one.depth for one in chosen)
            chosen = [one for one in chosen if one.depth == nearest]
        return Resolution(_symbols(chosen), _evidence(site, "receiver_type")) if chosen else None

    # --- calls without a receiver

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
        found = self._top_level(path, facts, site)
        if found is not None:
            return found
        if uncertain and site.form in ("call", "infix", "operator"):
            return self._guesses.by_name(path, site)
        return OUTSIDE

    def _local_function(self, path: str, facts: Facts, site: CallSite) -> Resolution | None:
        for index in facts.enclosing(site.owner):
            if facts.declarations[index].is_class:
                continue
            for symbol in self.members.children(path, index, site.name):
                if symbol.declaration.kind == "function" and takes(symbol.declaration.parameters, site):
                    return Resolution((symbol,), _evidence(site, "same_scope"))
        return None

    def _on_implicit(self, path: str, site: CallSite, receiver: Receiver) -> Resolution | None:
        seen = receiver.type
        assert seen is not None
        evidence: Evidence = "same_scope" if receiver.is_class else "receiver_type"
        chosen = self._choose(path, site, self.members.find(seen, site.name))
        if not chosen and receiver.is_class:
            chosen = self._choose(path, site, self.members.find_static(Type(seen.name), site.name))
        if chosen:
            return Resolution(_symbols(chosen), _evidence(site, evidence))
        if receiver.is_class:
            for owner, _ in self.members.lineage(seen):
                nested = (
                    self._constructors(path, site, f"{owner.name}.{site.name}")
                    if site.form != "read"
                    else None
                )
                if nested is not None:
                    return nested
        return self._extension(path, site, seen) or self.accessor(path, site, seen)

    def receivers(self, path: str, owner: int, lambdas: Sequence[int]) -> Iterator[Receiver]:
        """Give the values that a name without receiver may go to, nearest first."""
        facts = self.names.facts(path)
        yield from self._lambda_receivers(path, lambdas)
        for index in facts.enclosing(owner):
            row = facts.declarations[index]
            if row.is_class:
                yield Receiver(self.instance(Symbol(path, facts, index)), is_class=True)
            elif row.receiver is not None:
                yield Receiver(self.names.read(path, index, row.receiver), is_class=False)
            yield from self._lambda_receivers(path, row.lambdas)

    def _lambda_receivers(self, path: str, lambdas: Sequence[int]) -> Iterator[Receiver]:
        for index in lambdas:
            context = self.lambdas.context(path, index)
            if context.receiver is not None or not context.certain:
                yield Receiver(context.receiver, is_class=False)

    def instance(self, symbol: Symbol) -> Type | None:
        """Give the type of `this` in a class; of an anonymous object, its supertype."""
        row = symbol.declaration
        if not row.name:
            parent = row.parent if row.parent != NONE else symbol.index
            return next(
                (found for text in row.supertypes if (found := self.names.read(symbol.path, parent, text))),
                _ANYTHING,
            )
        names = (text.split(":")[0].strip() for text in row.type_parameters)
        return Type(symbol.qualified_name, tuple(Type(name, variable=True) for name in names))

    def _top_level(self, path: str, facts: Facts, site: CallSite) -> Resolution | None:
        for row in facts.imports:
            if not row.star and (row.alias or row.path.rpartition(".")[2]) == site.name:
                found = self._qualified(path, site, row.path)
                if found is None and row.static:
                    found = self._facade(path, site, Type(row.path.rpartition(".")[0]))
                return found or OUTSIDE
        own = f"{facts.package}.{site.name}" if facts.package else site.name
        found = self._qualified(path, site, own)
        if found is not None:
            return Resolution(found.targets, "same_package" if found.evidence == "import" else found.evidence)
        for row in facts.imports:
            if row.star:
                found = self._qualified(path, site, f"{row.path}.{site.name}")
                if found is not None:
                    return found
        return None

    def _qualified(self, path: str, site: CallSite, qualified: str) -> Resolution | None:
        """Find a top-level function, a member of an imported object, or a class by its full name."""
        candidates = [
            Member(symbol, Type(""), 0)
            for symbol in self.names.named(qualified)
            if symbol.declaration.kind in ("function", "property")
            and (symbol.owner is None) == (symbol.declaration.parent == NONE)
            and ("private" not in symbol.declaration.modifiers or symbol.path == path)
            and (symbol.declaration.receiver is None or site.form == "reference")
        ]
        chosen = self._choose(path, site, candidates)
        if chosen:
            return Resolution(_symbols(chosen), _evidence(site, "import"))
        if site.form in ("call", "reference"):
            return self._constructors(path, site, self._unaliased(path, site, qualified))
        return None

    def _unaliased(self, path: str, site: CallSite, qualified: str) -> str:
        symbols = self.names.classes(qualified)
        if symbols and symbols[0].declaration.kind == "typealias":
            target = self.names.resolve(path, site.owner, Type(qualified.rpartition(".")[2]))
            return target.name if target is not None else qualified
        return qualified

    def _choose(self, path: str, site: CallSite, candidates: Iterable[Member]) -> list[Member]:
        return self._overloads.choose(list(candidates), site, lambda index: self.inference.of(path, index))


def _symbols(members: Sequence[Member]) -> tuple[Symbol, ...]:
    return tuple(dict.fromkeys(one.symbol for one in members))


def _evidence(site: CallSite, found: Evidence) -> Evidence:
    return "callable_reference" if site.form == "reference" else found


def _facade_name(path: str) -> str:
    base = path.rpartition("/")[2].removesuffix(".kt")
    return f"{base[:1].upper()}{base[1:]}Kt"


def _source_set(path: str) -> str:
    """Give the folder of a file's source set (`module/src/jvmMain`)."""
    before, found, after = path.partition("src/")
    return f"{before}{found}{after.partition('/')[0]}"
