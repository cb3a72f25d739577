"""Overload resolution by arguments."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rca.languages.facts import CallSite, Declaration, Parameter
from rca.resolve.arguments import Argument, parameter_at, takes
from rca.resolve.java_interop import is_java
from rca.resolve.java_kotlin_types import LITERALS, PRIMITIVES, WIDER
from rca.resolve.members import Member, Members
from rca.resolve.name_resolution import NameResolution
from rca.resolve.subtypes import Subtypes
from rca.resolve.symbol import Symbol
from rca.resolve.types import FUNCTION, Type, read_type

_SETTERS = ("read", "write")
_INT = "kotlin.Int"
_PROJECTED = re.compile(r"\b(?:in|out)\s")


class _Applicable(NamedTuple):
    """A candidate that fits.

    `types` are those of the parameters that take the arguments, then that of an extension's receiver.
    `unknown` counts arguments of which nothing is known, `converted` lambdas that become an interface.
    """

    member: Member
    types: tuple[Type | None, ...]
    unknown: int
    converted: int
    generic: bool
    varargs: bool
    defaults: int


class OverloadResolution:
    """Chooses among the candidates of one level of scope."""

    def __init__(self, names: NameResolution, members: Members, subtypes: Subtypes) -> None:
        self._names = names
        self._members = members
        self._subtypes = subtypes

    def fitting(self, candidates: Iterable[Member], site: CallSite) -> list[Member]:
        """Return the candidates that the form and the number and names of arguments allow."""
        kept: list[Member] = []
        others: list[Member] = []
        for one in candidates:
            (kept if self._form_fits(one, site) else others).append(one)
        if kept and others:
            kept.extend(one for one in others if _takes_as_its_base(one, kept))
        return _nearest(kept)

    def choose(
        self, fitting: Sequence[Member], site: CallSite, given: Sequence[Argument], java: bool
    ) -> list[Member]:
        """Return what a call may mean among `fitting`: one where its arguments decide, none where none fits.

        `given` are the arguments, `java` says by whose rules.
        """
        if not fitting:
            return []
        rated = [one for member in fitting if (one := self._apply(member, site, given, java)) is not None]
        if len(rated) < 2:
            return [one.member for one in rated]
        least = min(one.unknown for one in rated)
        rated = [one for one in rated if one.unknown == least]
        if least:
            return [one.member for one in self._undominated(rated, given)]
        best = self._most_specific(rated)
        nearest = min(one.member.depth for one in best)
        return [one.member for one in best if one.member.depth == nearest]

    def fits(self, argument: Argument, wanted: Type | None) -> bool:
        """Return whether an argument may be given where a type is asked, as far as that is known."""
        if wanted is not None and argument.lambda_parameters is not None:
            return self._lambda_fits(argument.lambda_parameters, wanted) is not False
        return self._subtypes.fits(argument.type, wanted) is not False

    def _form_fits(self, candidate: Member, site: CallSite) -> bool:
        row = candidate.symbol.declaration
        if site.form in _SETTERS:
            return row.kind in ("property", "enum_entry", "object")
        if site.form == "reference":
            return row.kind in ("function", "property", "constructor")
        if site.type_arguments and row.kind == "function" and not _takes_types(row, site):
            return False
        return row.kind in ("function", "constructor") and takes(row.parameters, site)

    def _apply(
        self, member: Member, site: CallSite, given: Sequence[Argument], java: bool
    ) -> _Applicable | None:
        symbol = member.symbol
        row = symbol.declaration
        types: list[Type | None] = []
        unknown = converted = 0
        generic = False
        varargs = any(one.vararg for one in row.parameters)
        substitution = None
        for position, argument in enumerate(given):
            parameter = parameter_at(row.parameters, site, position)
            if parameter is None or parameter.type is None:
                types.append(None)
                continue
            written = self._names.read(symbol.path, symbol.index, parameter.type)
            if written is not None and (written.arguments or written.variable):
                if substitution is None:
                    substitution = self._of_class(member)
                generic = generic or written.variable
                written = written.substituted(substitution)
            types.append(written)
            if (argument.spread and not parameter.vararg) or (
                argument.null and not self._may_be_null(symbol, parameter.type)
            ):
                return None
            fits = self._argument_fits(argument, written, parameter, java)
            if fits is False:
                return None
            if written is not None and written.variable and member.receiver is not None:
                held = self._held_by(member, member.receiver, written.name)
                if held is not None and self._argument_fits(argument, held, parameter, java) is False:
                    return None
            unknown += fits is None
            converted += self._is_converted(argument, written)
        if row.receiver is not None:
            types.append(self._names.read(symbol.path, symbol.index, row.receiver))
        unused = len(row.parameters) - len(given)
        return _Applicable(member, tuple(types), unknown, converted, generic, varargs, max(0, unused))

    def _of_class(self, member: Member) -> dict[str, Type | None]:
        """Return what the type parameters of a member's class stand for, but those that its own hide."""
        found = self._members.substitution(member.owner)
        own = self._names.parameters(member.symbol)
        if found and own:
            return {name: given for name, given in found.items() if name not in own}
        return found

    def _held_by(self, member: Member, receiver: Type, name: str) -> Type | None:
        """Return what an extension's type parameter must be because its receiver fixes it: `Box<T>.put(T)`.

        None where nothing says so, or the receiver's type may hold what is a subtype or a supertype of it.
        """
        symbol = member.symbol
        wanted = self._names.read(symbol.path, symbol.index, symbol.declaration.receiver or "")
        if wanted is None or wanted.name != receiver.name or not self._names.is_project(wanted.name):
            return None
        if _PROJECTED.search(symbol.declaration.receiver or ""):
            return None
        classes = self._names.all_classes(wanted.name)
        parameters = classes[0].declaration.type_parameters if classes else ()
        for text, one, held in zip(parameters, wanted.arguments, receiver.arguments, strict=False):
            if one is not None and one.variable and one.name == name and not _PROJECTED.match(text):
                return held
        return None

    def _may_be_null(self, symbol: Symbol, text: str) -> bool:
        """Return whether a parameter accepts `null`: by its Kotlin type, or a type it stands for."""
        if is_java(symbol):
            return text not in PRIMITIVES
        if text.rstrip().endswith("?"):
            return True
        written, found = read_type(text), self._names.read(symbol.path, symbol.index, text)
        return written is None or found is None or found.variable or found.simple != written.simple

    def _argument_fits(  # noqa: PLR0911 - one case a line
        self, argument: Argument, wanted: Type | None, parameter: Parameter, java: bool
    ) -> bool | None:
        if wanted is None:
            return None
        if argument.lambda_parameters is not None:
            return self._lambda_fits(argument.lambda_parameters, wanted)
        given = argument.type
        if given is None:
            return None
        fits = self._subtypes.fits(given, wanted)
        if fits is not False:
            return fits
        if given.name == _INT and argument.literal and wanted.name in LITERALS:
            return True
        if java and wanted.name in WIDER.get(given.name, ()):
            return True
        return bool(parameter.vararg and given.simple.endswith("Array")) and None

    def _lambda_fits(self, parameters: int, wanted: Type) -> bool | None:
        if wanted.variable:
            return True
        if wanted.name == FUNCTION:
            expected = len(wanted.arguments) - 1
            return expected == parameters or (parameters == 0 and expected <= 1)
        if wanted.name in ("kotlin.Any", "kotlin.Function"):
            return True
        if not self._names.all_classes(wanted.name):
            return None
        method = self._members.single_method(wanted.name)
        if method is None:
            return False
        expected = len(method.declaration.parameters)
        return expected == parameters or (parameters == 0 and expected <= 1)

    def _is_converted(self, argument: Argument, wanted: Type | None) -> bool:
        function = argument.lambda_parameters is not None or (
            argument.type is not None and argument.type.name == FUNCTION
        )
        return function and wanted is not None and wanted.name != FUNCTION and not wanted.variable

    def _most_specific(self, rated: Sequence[_Applicable]) -> Sequence[_Applicable]:
        fewest = min(one.converted for one in rated)
        rated = [one for one in rated if one.converted == fewest]
        if len(rated) == 1:
            return rated
        best = [one for one in rated if all(self._at_least(one, other) for other in rated)]
        if not best:
            best = [
                one
                for one in rated
                if not any(self._at_least(other, one) and not self._at_least(one, other) for other in rated)
            ]
        return _cheapest(best)

    def _undominated(self, rated: Sequence[_Applicable], given: Sequence[Argument]) -> Sequence[_Applicable]:
        """Leave out what another is more specific than, whatever the arguments of unknown type are."""
        open_places = {
            place for place, one in enumerate(given) if one.type is None and one.lambda_parameters is None
        }
        alike = all(one.types == rated[0].types for one in rated)
        if alike:
            return _cheapest(rated)

        def beats(one: _Applicable, other: _Applicable) -> bool:
            same = all(
                one.types[place] == other.types[place]
                for place in open_places
                if place < min(len(one.types), len(other.types))
            )
            return same and self._at_least(one, other) and not self._at_least(other, one)

        if len({len(one.types) for one in rated}) > 1:
            return [one for one in rated if not any(beats(other, one) for other in rated)]
        # Only those can beat each other that are the same at the open places: of a hundred overloads few are.
        alike_there: dict[tuple[Type | None, ...], list[_Applicable]] = {}
        for one in rated:
            alike_there.setdefault(_at_places(one, open_places), []).append(one)
        return [
            one
            for one in rated
            if not any(beats(other, one) for other in alike_there[_at_places(one, open_places)])
        ]

    def _at_least(self, one: _Applicable, other: _Applicable) -> bool:
        """Return whether one is at least as specific as another in every argument."""
        return all(
            mine is None or yours is None or self._is_narrower(mine, yours)
            for mine, yours in zip(one.types, other.types, strict=False)
        )

    def _is_narrower(self, mine: Type, yours: Type) -> bool:
        if mine.variable and not yours.variable:
            mine = mine.arguments[0] if mine.arguments and mine.arguments[0] else Type("kotlin.Any")
        if mine.name == FUNCTION and yours.name == FUNCTION:
            return self._gives_narrower(mine.result, yours.result)
        if self._subtypes.fits(mine, yours) is not False:
            return True
        literal = mine.name == _INT and yours.name in LITERALS
        return literal or yours.name in WIDER.get(mine.name, ())

    def _gives_narrower(self, mine: Type | None, yours: Type | None) -> bool:
        """Return whether a function's result is a function where the other's is, or may be anything."""
        if mine is None or yours is None or FUNCTION not in (mine.name, yours.name):
            return True
        return mine.name == FUNCTION and (yours.variable or self._is_narrower(mine, yours))


def _at_places(one: _Applicable, places: Collection[int]) -> tuple[Type | None, ...]:
    """Return the types that a candidate has at some places of its arguments."""
    return tuple(kind for place, kind in enumerate(one.types) if place in places)


def _cheapest(rated: Sequence[_Applicable]) -> Sequence[_Applicable]:
    """Leave those that are least generic, then without varargs, then with the fewest defaults."""
    least = min((one.generic, one.varargs, one.defaults) for one in rated)
    return [one for one in rated if (one.generic, one.varargs, one.defaults) == least]


def _takes_types(row: Declaration, site: CallSite) -> bool:
    return len(row.type_parameters) == len(site.type_arguments)


def _takes_as_its_base(candidate: Member, kept: Sequence[Member]) -> bool:
    """Return whether a function overrides one that fits: it has that one's default values."""
    row = candidate.symbol.declaration
    return "override" in row.modifiers and any(
        one.depth > candidate.depth and _shape(one) == _shape(candidate) for one in kept
    )


def _nearest(candidates: Sequence[Member]) -> list[Member]:
    """Leave out what a nearer class overrides."""
    if len(candidates) < 2:
        return list(candidates)
    found: dict[tuple[object, ...], Member] = {}
    kept: list[Member] = []
    for one in sorted(candidates, key=lambda member: member.depth):
        shape = _shape(one)
        nearer = found.get(shape)
        if nearer is None or nearer.depth == one.depth:
            found.setdefault(shape, one)
            kept.append(one)
    return kept


def _shape(member: Member) -> tuple[object, ...]:
    row = member.symbol.declaration
    types = tuple(_simple(one.type) for one in row.parameters)
    return row.kind, len(row.parameters), types, _simple(row.receiver)


@lru_cache(maxsize=20_000)
def _simple(text: str | None) -> str:
    return (text or "").split("<", maxsplit=1)[0].rpartition(".")[2].rstrip("?")
