"""Calls without a receiver: locals, members of implicit receivers, names in scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.code import Evidence
from rca.languages.facts import CallSite
from rca.resolve.implicit_receivers import Receiver
from rca.resolve.members import Member
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.synthetic_members import implied_result
from rca.resolve.types import ANY, FUNCTION, NOWHERE, Type, bound_of

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


class UnqualifiedCalls:
    """Calls without a receiver, from the innermost place outwards."""

    def __init__(self, calls: Resolver) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members

    def of_local(self, path: str, index: int, site: CallSite) -> Resolution | None:
        """Return what `f(…)` means where a local is named `f`; None where that cannot be called."""
        before = self._names.facts(path).calls[index - 1] if index else site
        if before.name != "invoke" or before.start != site.start or site.form != "call":
            return None
        held = self._calls.inference.of(path, before.receiver)
        if held is None:
            found = self.found(path, site)
            return found if found.certain and found.targets else self._calls.guesses.by_name(path, before)
        found = self._calls.meaning(path, index - 1) or EXTERNAL
        if found.targets or found.result is not None or held.name == FUNCTION:
            return found
        return None

    def found(self, path: str, site: CallSite) -> Resolution:
        """Return what a call means that names nothing before its own name."""
        local = self._local_function(path, site) or self._local_class(path, site)
        if local is not None:
            return local
        uncertain = False
        for receiver in self._calls.receivers(path, site.owner, site.lambdas):
            if receiver.type is None:
                uncertain = True
                continue
            found = self._on_implicit(path, site, receiver)
            if found is not None:
                return found
        found = self._calls.qualified.in_scope(path, site) or self._inherited(path, site)
        if found is not None:
            return found
        if uncertain and site.form in ("call", "infix", "operator"):
            return self._calls.guesses.by_name(path, site)
        return EXTERNAL

    def _inherited(self, path: str, site: CallSite) -> Resolution | None:
        """Take the one member of a class around that the number of arguments allows; see `_only_one`."""
        for receiver in self._calls.receivers(path, site.owner, site.lambdas):
            if receiver.is_class and receiver.type is not None and not receiver.static:
                found = self._calls.sole_candidate(
                    path, site, self._members.find(receiver.type, site.name), receiver.type
                )
                if found is not None:
                    return found
        return None

    def _local_function(self, path: str, site: CallSite) -> Resolution | None:
        facts = self._names.facts(path)
        if site.name not in facts.declared:
            return None
        for index in facts.enclosing(site.owner):
            if facts.declarations[index].is_class:
                continue
            local = [
                Member(symbol, NOWHERE, 0)
                for symbol in self._members.children(path, index, site.name)
                if symbol.declaration.kind == "function"
                and symbol.declaration.receiver is None
                and facts.is_in_scope(symbol.index, site.start)
            ]
            found = self._calls.chosen(path, site, local, "same_scope", None) if local else None
            if found is not None:
                return found
        return None

    def _local_class(self, path: str, site: CallSite) -> Resolution | None:
        """Find the constructor of a class that a block around the call declares."""
        if site.name not in self._names.facts(path).in_blocks:
            return None
        qualified = self._names.local_class(path, site.owner, site.name, site.start, called=True)
        return None if qualified is None else self._calls.constructions.of_class(path, site, qualified)

    def _on_implicit(self, path: str, site: CallSite, receiver: Receiver) -> Resolution | None:
        seen = receiver.type
        assert seen is not None
        evidence: Evidence = "same_scope" if receiver.is_class else "receiver_type"
        found = None
        if not receiver.static:
            found = self._as_function_or_value(path, site, seen, evidence)
        if found is None and receiver.is_class:
            static = self._members.find_static(Type(seen.name), site.name)
            found = (
                self._calls.chosen(path, site, static, evidence, None)
                or self._calls.invoked(path, site, static, None)
                or self._calls.constructions.nested(path, site, seen)
                or implied_result(self._names, self._members, site, Type(seen.name, static=True))
            )
        if found is None and not receiver.static:
            found = self._calls.extension(path, site, seen) or self._calls.from_java.accessor(
                path, site, seen
            )
        return found

    def _as_function_or_value(
        self, path: str, site: CallSite, seen: Type, evidence: Evidence
    ) -> Resolution | None:
        if seen.name == FUNCTION:
            return None
        shown = (bound_of(seen) or ANY) if seen.variable else seen
        candidates = [
            one
            for one in self._members.find(shown, site.name)
            if one.symbol.declaration.receiver is None or site.form == "reference"
        ]
        if not candidates and self._calls.is_java(path):
            candidates = self._members.find_on_platform(shown, site.name)
        return self._calls.chosen(path, site, candidates, evidence, shown) or self._calls.invoked(
            path, site, candidates, shown
        )
