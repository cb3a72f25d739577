"""Candidate selection: applicable candidates of one scope level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite
from rca.resolve.arguments import Argument
from rca.resolve.java_interop import is_called_so_by_java
from rca.resolve.members import Member
from rca.resolve.overload_resolution import OverloadResolution
from rca.resolve.resolution import Resolution
from rca.resolve.types import Type
from rca.resolve.visibility import is_visible

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


class CandidateSelector:
    """Brings a call's arguments and the candidates together."""

    def __init__(self, calls: Resolver) -> None:
        self._calls = calls
        self._names = calls.names
        self._overloads = OverloadResolution(calls.names, calls.members, calls.subtypes)

    def choose(self, path: str, site: CallSite, candidates: Sequence[Member]) -> list[Member]:
        """Return what a call means among candidates of one level, none where its arguments fit none."""
        if not candidates:
            return []
        fitting = self.fitting(path, site, candidates)
        if not fitting or not site.arguments or site.form == "reference":
            return fitting if site.form == "reference" else self._overloads.choose(fitting, site, (), False)
        given = [self._argument(path, one) for one in site.arguments]
        java = self._calls.is_java(path)
        chosen = self._overloads.choose(fitting, site, given, java)
        if not chosen and any(one.reference for one in given):
            # A reference is adapted to what is asked: default values left out, a result not used.
            given = [Argument(None) if one.reference else one for one in given]
            chosen = self._overloads.choose(fitting, site, given, java)
        return chosen

    def by_lambda(
        self,
        path: str,
        index: int,
        site: CallSite,
        found: Resolution,
        known: dict[tuple[str, int], Resolution | None],
    ) -> Resolution:
        """Choose among overloads that differ in what their lambda gives (`sumOf`).

        `known` holds the calls that are worked out: inside of the lambda any of the overloads will do.
        """
        expressions = self._names.facts(path).expressions
        lambdas = [one for one in site.arguments if one != NONE and expressions[one].form == "lambda"]
        if not lambdas or len({len(one.declaration.parameters) for one in found.targets}) > 1:
            return found
        key = (path, index)
        known[key] = found
        given = self._calls.inference.of(path, lambdas[-1])
        del known[key]
        if given is None or given.result is None:
            return found
        kept = []
        for target in found.targets:
            text = target.declaration.parameters[-1].type
            wanted = self._names.read(target.path, target.index, text) if text else None
            asked = None if wanted is None else wanted.result
            if asked is None or asked.variable or self._calls.subtypes.fits(given.result, asked) is False:
                continue
            kept.append(target)
        return replace(found, targets=tuple(kept)) if kept else found

    def takes(self, path: str, site: CallSite, function: Type) -> bool:
        """Return whether a function value takes a call's arguments; its receiver may be implied."""
        inputs = function.inputs
        if function.receiver is not None and len(site.arguments) == len(inputs) - 1:
            inputs = inputs[1:]
        return len(inputs) == len(site.arguments) and all(
            self._overloads.fits(self._argument(path, index), wanted)
            for index, wanted in zip(site.arguments, inputs, strict=True)
        )

    def fitting(self, path: str, site: CallSite, candidates: Iterable[Member]) -> list[Member]:
        """Return the candidates that a file sees and that the form and number of arguments allow."""
        seen = [one for one in candidates if is_visible(one.symbol, path)]
        if self._calls.is_java(path):
            seen = [one for one in seen if is_called_so_by_java(one.symbol, site.name)]
        return self._overloads.fitting(seen, site)

    def _argument(self, path: str, index: int) -> Argument:
        if index == NONE:
            return Argument(None)
        node = self._names.facts(path).expressions[index]
        if node.form == "lambda":
            return Argument(None, lambda_parameters=node.number)
        if node.form == "call" and self._names.facts(path).calls[node.number].form == "reference":
            meant = self._calls.candidates(path, node.number)
            single = meant is not None and meant.certain and meant.families == 1
            return Argument(self._calls.inference.of(path, index) if single else None, reference=True)
        if node.form == "spread":
            return Argument(None, spread=True)
        if node.form == "either" and any(self._is_function(path, one) for one in node.inputs):
            return Argument(None)
        literal = node.form == "type" and node.name.startswith("kotlin.")
        return Argument(
            self._calls.inference.of(path, index),
            literal=literal,
            null=node.name == "kotlin.Nothing" and literal,
        )

    def _is_function(self, path: str, index: int) -> bool:
        """Return whether an expression is a lambda or a reference, whose type its place decides."""
        if index == NONE:
            return False
        facts = self._names.facts(path)
        node = facts.expressions[index]
        return node.form == "lambda" or (node.form == "call" and facts.calls[node.number].form == "reference")
