"""Subtyping: whether a value of one type may stand where another is expected."""

from __future__ import annotations

from rca.resolve.java_kotlin_types import ARRAYS, LITERALS, PRIMITIVES
from rca.resolve.members import Members
from rca.resolve.name_resolution import NameResolution
from rca.resolve.types import ANY, FUNCTION, Type, as_function, bound_of

_DEEPEST = 4
_BASIC = frozenset((*PRIMITIVES.values(), *LITERALS, "kotlin.Nothing", "kotlin.String"))


class Subtypes:
    """Compares types; three answers: yes, no, not known."""

    def __init__(self, names: NameResolution, members: Members) -> None:
        self._names = names
        self._members = members
        self._known: dict[tuple[Type, Type], bool | None] = {}

    def fits(self, given: Type | None, wanted: Type | None, depth: int = 0) -> bool | None:
        """Return whether `given` is a subtype of `wanted`; None where that is not known."""
        if given is None or wanted is None:
            return None
        key = (given, wanted)
        if key not in self._known:
            self._known[key] = self._fits(given, wanted, depth)
        return self._known[key]

    def _fits(self, given: Type, wanted: Type, depth: int) -> bool | None:  # noqa: PLR0911 - one case a line
        if wanted.variable:
            limit = bound_of(wanted)
            return True if limit is None or given == wanted else self.fits(given, limit, depth)
        if given.static:
            companion = self._members.companion_of(given.name)
            return False if companion is None else self.fits(companion, wanted, depth)
        if given.variable:
            return (
                self.fits(bound_of(given), wanted, depth)
                if given.arguments
                else wanted.name == ANY.name or None
            )
        if wanted.name == ANY.name or given.name == "kotlin.Nothing":
            return True
        if wanted.name == FUNCTION:
            return self._functions(as_function(given), wanted, depth)
        if given.name == FUNCTION:
            return self._functions(given, wanted, depth)
        for owner, _ in self._members.lineage(given):
            if owner.name == wanted.name:
                return self._arguments_fit(owner, wanted, depth)
        return self._unrelated(given, wanted)

    def _arguments_fit(self, given: Type, wanted: Type, depth: int) -> bool | None:
        if depth > _DEEPEST:
            return True
        for one, other in zip(given.arguments, wanted.arguments, strict=False):
            if one is None or other is None:
                continue
            if other.variable:
                limit = bound_of(other)
                if one.variable or limit is None:
                    continue
                if self.fits(one, limit, depth + 1) is False and self.fits(limit, one, depth + 1) is False:
                    return False
                continue
            if one.variable:
                if self.fits(bound_of(one) or ANY, other, depth + 1) is False:
                    return False
                continue
            if self.fits(one, other, depth + 1) is False and self.fits(other, one, depth + 1) is False:
                return False
            if given.name == "kotlin.Array" and one.name != other.name and one.name in _BASIC:
                return False
        return True

    def _functions(  # noqa: PLR0911 - one case a line
        self, given: Type, wanted: Type, depth: int
    ) -> bool | None:
        if given.name == FUNCTION and wanted.name == FUNCTION:
            if len(given.inputs) != len(wanted.inputs):
                # A lambda that names no parameter may have `it`, or a receiver, where one is asked for.
                return None if len(given.inputs) + 1 == len(wanted.inputs) else False
            if given.suspended and not wanted.suspended:
                return False
            for one, other in zip(given.inputs, wanted.inputs, strict=True):
                asked = _opened(other)  # a function is given what its own type asks: the roles are changed
                if one is not None and asked is not None and self.fits(asked, one, depth + 1) is False:
                    return False
            return self._result_fits(given.result, wanted.result, depth)
        if wanted.name == FUNCTION:
            return self._extends_function(given)
        if wanted.name in ("kotlin.Function", "kotlin.Nothing"):
            return wanted.name == "kotlin.Function"
        if not self._names.all_classes(wanted.name):
            return None
        return self._members.single_method(wanted.name) is not None

    def _result_fits(self, given: Type | None, wanted: Type | None, depth: int) -> bool:
        """Return whether what a function gives may stand for what is asked of it, as far as that is known."""
        if given is None or wanted is None or wanted.variable or wanted.name == "kotlin.Unit":
            return True
        return self.fits(given, wanted, depth + 1) is not False

    def _extends_function(self, given: Type) -> bool | None:
        lines = self._members.lineage(given)
        if any(owner.name == FUNCTION for owner, _ in lines):
            return True
        if given.name.startswith("kotlin.reflect."):
            return None
        return False if self._members.is_closed(given) else None

    def _unrelated(self, given: Type, wanted: Type) -> bool | None:
        """Judge two types of which none was found among the supertypes of the other."""
        known_given, known_wanted = self._is_known(given), self._is_known(wanted)
        if given.simple == wanted.simple and not (known_given and known_wanted):
            return None
        if known_wanted and wanted.name in _BASIC and known_given:
            return False
        if self._members.is_closed(given) and known_given:
            return False
        if known_wanted and self._names.is_project(wanted.name) and known_given:
            return False
        return None

    def _is_known(self, seen: Type) -> bool:
        return seen.name in _BASIC or seen.name in ARRAYS or bool(self._names.all_classes(seen.name))


def _opened(wanted: Type | None) -> Type | None:
    """Leave out what type parameters stand for that a call is yet to tell."""
    if wanted is None or wanted.variable:
        return bound_of(wanted)
    return wanted._replace(arguments=tuple(map(_opened, wanted.arguments)), receiver=_opened(wanted.receiver))
