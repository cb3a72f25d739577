"""Candidate selection: applicable candidates of one scope level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite
from rca.resolve.arguments import Argument
from rca.resolve.java_interop import is_called_so_by_java
from rca.resolve.members import Member
from rca.resolve.resolution import Resolution
from rca.resolve.types import Type
from rca.resolve.visibility import is_visible

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


def choose_candidates(
    resolver: Resolver, path: str, site: CallSite, candidates: Sequence[Member]
) -> list[Member]:
    """Return what a call means among candidates of one level, none where its arguments fit none."""
    if not candidates:
        return []
    fitting = fitting_candidates(resolver, path, site, candidates)
    if not fitting or not site.arguments or site.form == "reference":
        return fitting if site.form == "reference" else resolver.overloads.choose(fitting, site, (), False)
    given = [_argument(resolver, path, one) for one in site.arguments]
    java = resolver.is_java(path)
    chosen = resolver.overloads.choose(fitting, site, given, java)
    if not chosen and any(one.reference for one in given):
        # A reference is adapted to what is asked: default values left out, a result not used.
        given = [Argument(None) if one.reference else one for one in given]
        chosen = resolver.overloads.choose(fitting, site, given, java)
    return chosen


def choose_by_lambda(
    resolver: Resolver,
    path: str,
    index: int,
    site: CallSite,
    found: Resolution,
) -> Resolution:
    """Choose among overloads that differ in what their lambda gives (`sumOf`)."""
    expressions = resolver.names.facts(path).expressions
    lambdas = [one for one in site.arguments if one != NONE and expressions[one].form == "lambda"]
    if not lambdas or len({len(one.declaration.parameters) for one in found.targets}) > 1:
        return found
    key = (path, index)
    resolver.resolutions[key] = found  # inside of the lambda any of the overloads will do
    given = resolver.type_of(path, lambdas[-1])
    del resolver.resolutions[key]
    if given is None or given.result is None:
        return found
    kept = []
    for target in found.targets:
        text = target.declaration.parameters[-1].type
        wanted = resolver.names.read(target.path, target.index, text) if text else None
        asked = None if wanted is None else wanted.result
        if asked is None or asked.variable or resolver.subtypes.fits(given.result, asked) is False:
            continue
        kept.append(target)
    return replace(found, targets=tuple(kept)) if kept else found


def function_takes(resolver: Resolver, path: str, site: CallSite, function: Type) -> bool:
    """Return whether a function value takes a call's arguments; its receiver may be implied."""
    inputs = function.inputs
    if function.receiver is not None and len(site.arguments) == len(inputs) - 1:
        inputs = inputs[1:]
    return len(inputs) == len(site.arguments) and all(
        resolver.overloads.fits(_argument(resolver, path, index), wanted)
        for index, wanted in zip(site.arguments, inputs, strict=True)
    )


def fitting_candidates(
    resolver: Resolver, path: str, site: CallSite, candidates: Iterable[Member]
) -> list[Member]:
    """Return the candidates that a file sees and that the form and number of arguments allow."""
    seen = [one for one in candidates if is_visible(one.symbol, path)]
    if resolver.is_java(path):
        seen = [one for one in seen if is_called_so_by_java(one.symbol, site.name)]
    return resolver.overloads.fitting(seen, site)


def _argument(resolver: Resolver, path: str, index: int) -> Argument:
    if index == NONE:
        return Argument(None)
    node = resolver.names.facts(path).expressions[index]
    if node.form == "lambda":
        return Argument(None, lambda_parameters=node.number)
    if node.form == "call" and resolver.names.facts(path).calls[node.number].form == "reference":
        meant = resolver.candidates(path, node.number)
        single = meant is not None and meant.certain and meant.families == 1
        return Argument(resolver.type_of(path, index) if single else None, reference=True)
    if node.form == "spread":
        return Argument(None, spread=True)
    if node.form == "either" and any(_is_function(resolver, path, one) for one in node.inputs):
        return Argument(None)
    literal = node.form == "type" and node.name.startswith("kotlin.")
    return Argument(
        resolver.type_of(path, index),
        literal=literal,
        null=node.name == "kotlin.Nothing" and literal,
    )


def _is_function(resolver: Resolver, path: str, index: int) -> bool:
    """Return whether an expression is a lambda or a reference, whose type its place decides."""
    if index == NONE:
        return False
    facts = resolver.names.facts(path)
    node = facts.expressions[index]
    return node.form == "lambda" or (node.form == "call" and facts.calls[node.number].form == "reference")
