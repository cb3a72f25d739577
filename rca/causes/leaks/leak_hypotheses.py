"""Ranked hypotheses about a leak: what of the project holds on, who set it, and who should have let go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.hypothesis import Hypothesis, HypothesisPlace
from models.leak_trace import LeakTrace
from rca.causes.leaks.held_lifecycle import HeldLifecycle, lifecycle_of
from rca.causes.leaks.holder_uses import FieldUse, calls_of, counterpart, empties, fills, gives_itself
from rca.causes.leaks.holding_kinds import HoldingKind, holding_kind
from rca.causes.leaks.leak_places import LeakPlace, holders_first, places_of
from rca.causes.leaks.leak_wording import (
    ends_by_itself,
    field_hypothesis_kind,
    file_name,
    lifetime_words,
    reference_text,
    shorten,
    symbol_place,
    use_place,
)
from rca.causes.lifetime.registrations import registration_of
from rca.causes.project_code import ProjectCode
from rca.error_text.leak_traces.find_leaks import suspects
from rca.languages.facts import CallSite
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_MOST = 4
_SET_AND_NOT_CLEARED = 0.75
_HOLDS = 0.5
_REGISTERED = 0.7
_MADE_IN = 0.4
_ITSELF = 0.35
"""Confidences: both sides seen in the code; the field alone; a registration that nothing ends; the function
alone whose object is held; a class that registers itself with something of the library."""


@dataclass(frozen=True)
class LeakExplanations:
    """Hypotheses, likeliest first; `notes` say why there are none, or why the app is not at fault."""

    hypotheses: tuple[Hypothesis, ...]
    notes: tuple[str, ...]


def find_leak_hypotheses(trace: LeakTrace, code: ProjectCode, deadline: Deadline) -> LeakExplanations:
    """Return what of the project may hold on to a leaking object.

    Args:
        trace: the leak trace.
        code: the project.
        deadline: ends the search; what was found until then is given.
    """
    if trace.kind == "unreachable":
        return LeakExplanations((), ("no strong reference leads to the object: it will be collected",))
    if trace.kind == "library":
        known = f" ({trace.known_leak})" if trace.known_leak else ""
        note = (
            f"this is a known leak of the platform or a library{known}: no code of the project has to hold on"
        )
        return LeakExplanations((), (note,))
    places = places_of(trace, code)
    wanted = {id(node) for node in suspects(trace)}
    suspected = [place for place in places if id(place.node) in wanted]
    lifecycle = lifecycle_of(trace, places, code)
    search = _Search(trace, code, lifecycle, suspected)
    found: list[Hypothesis] = []
    for step in (search.fields, search.captures, search.itself):
        if deadline.expired:
            return LeakExplanations(_ranked(found), ("not all causes were looked for, the time ran out",))
        if step == search.itself and found:
            break
        found += step()
    notes: tuple[str, ...] = ()
    if not found:
        named = suspects(trace)[:1]
        reference = named[0].reference if named else None
        holder = f"`{reference.owner}.{reference.name}`" if reference is not None else "a library"
        notes = (
            f"no suspect reference is of the project's code: {holder} holds on, and no call gave it that",
        )
    return LeakExplanations(_ranked(found), notes)


def _ranked(found: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    kept: dict[tuple[str, int], Hypothesis] = {}
    for one in sorted(found, key=lambda hypothesis: -hypothesis.confidence):
        kept.setdefault((one.places[0].file_path, one.places[0].line), one)
    left, ranked = 0.95, []
    for one in [*kept.values()][:_MOST]:
        share = round(min(one.confidence, left), 2)
        left = max(0.02, left - share)
        ranked.append(one.model_copy(update={"confidence": share}))
    return tuple(ranked)


@dataclass(frozen=True)
class _Search:
    """The search for the causes of one leak."""

    trace: LeakTrace
    code: ProjectCode
    lifecycle: HeldLifecycle
    suspected: list[LeakPlace]

    def fields(self) -> Iterator[Hypothesis]:
        """Yield the fields of the project that hold on, the nearest to the GC root first."""
        held = [
            place
            for place in self.suspected
            if place.field is not None and not place.is_capture and not self._is_part_of_leaking(place)
        ]
        for number, place in enumerate(holders_first(held, self.trace)):
            if place.field is not None:
                yield self._field(place, place.field, weight=0.6**number)

    def captures(self) -> Iterator[Hypothesis]:
        """Yield the lambdas and objects of the project that libraries keep, not those of its fields."""
        for place in self.suspected:
            kind = holding_kind(self.trace.nodes[: place.at], self.trace.gc_root)
            in_field = any(one.field is not None and one.at < place.at for one in self.suspected)
            if place.is_capture and (kind is not None or not in_field):
                yield from self._capture(place)

    def itself(self) -> Iterator[Hypothesis]:
        """Yield calls by which the leaking class gives itself to a library that keeps it."""
        owner = self.lifecycle.owner
        before = [node for node in self.trace.nodes if node.reference is not None]
        kind = holding_kind(before, self.trace.gc_root)
        if owner is None or any(place.field is not None for place in self.suspected):
            return
        for function, site in self._sites(owner):
            arguments = self._arguments(function, site)
            if not re.search(r"\bthis\b(?!\s*\.)", arguments):
                continue
            is_kind = kind is not None and kind.registers.fullmatch(site.name) is not None
            known = registration_of(site.name)
            if not is_kind and known is None:
                continue
            ends = (
                kind.releases
                if is_kind and kind is not None
                else known.cancelled_by
                if known
                else frozenset()
            )
            if ends & self.lifecycle.words(self.code):
                continue
            yield self._registration(function, site, kind if is_kind else None, ends, _ITSELF)

    def _is_part_of_leaking(self, place: LeakPlace) -> bool:
        """Return whether a field is of the object that ends, and so goes with it."""
        reference = place.node.reference
        return place.node.leaking == "yes" or reference is None

    def _field(self, place: LeakPlace, field: Symbol, weight: float) -> Hypothesis:
        life = self.lifecycle
        set_by, cleared_by = fills(field, self.code), empties(field, self.code)
        adder = next((one.function for one in set_by if one.function is not None), None)
        calls = self._calls(adder, field)
        owner = self.lifecycle.owner
        if not calls and not set_by and owner is not None:
            calls = gives_itself(owner, place.owner, self.code)
        setter = calls[0] if calls else next(iter(set_by), None)
        remover = counterpart(adder, field, self.code) if adder is not None else None
        released = self._released(cleared_by, remover)
        name = f"{place.owner.name}.{field.name}"
        lives = lifetime_words(place, self.trace)
        statement = f"`{name}` {lives} and still refers to {self._held(place)}"
        if setter is not None:
            verb = "gives it in" if calls else "sets it in"
            statement += f": {setter.where} {verb} line {setter.line} of {file_name(setter.path)}"
        statement += f"{'; ' if setter is not None else ': '}{self._missing(released, remover)}."
        places = [symbol_place(field, field.declaration.name_line, "failure_site")]
        if setter is not None:
            places.append(use_place(setter, "lifecycle"))
        missing = self._teardown_place()
        if missing is not None and not released:
            places.append(missing)
        evidence = [self._line_of(place)]
        evidence += [f"line {one.line} of {file_name(one.path)}: `{shorten(one.code)}`" for one in set_by[:2]]
        if cleared_by:
            one = cleared_by[0]
            evidence.append(f"{one.where} takes it out in line {one.line} of {file_name(one.path)}")
        base = _SET_AND_NOT_CLEARED if setter is not None and not released else _HOLDS
        return Hypothesis(
            statement=statement,
            kind=field_hypothesis_kind(place, life),
            confidence=round(base * weight, 2),
            places=tuple(dict.fromkeys(places)),
            evidence=tuple(evidence),
            check=self._check(place, field, remover),
        )

    def _calls(self, adder: Symbol | None, field: Symbol) -> list[FieldUse]:
        """Return the calls that add to a field through its class, those of the leaking class first."""
        if adder is None or adder.declaration.kind != "function" or adder.owner is None:
            return []
        owner = self.lifecycle.owner
        if owner is not None and adder.path == owner.path and adder.class_path == owner.class_path:
            return []
        inside = {place.owner.path for place in self.suspected if place.is_capture}
        inside |= {owner.path} if owner is not None else set()
        found = [one for one in calls_of(adder, self.code) if one.path != field.path or one.path in inside]
        near = [one for one in found if one.path in inside]
        return near or found[:1]

    def _released(self, cleared_by: Sequence[FieldUse], remover: Symbol | None) -> bool:
        """Return whether a teardown of what leaks clears the field, by itself or through its class."""
        words = self.lifecycle.words(self.code)
        if remover is not None and remover.name in words:
            return True
        teardowns = set(self.lifecycle.teardowns)
        return any(one.function in teardowns for one in cleared_by)

    def _missing(self, released: bool, remover: Symbol | None) -> str:
        life = self.lifecycle
        owner = life.owner.display_name if life.owner is not None else life.leaking
        callback = life.callback or "its teardown"
        if released:
            return f"a teardown of `{owner}` does clear it, so that did not run, or something set it again"
        if remover is not None:
            return f"`{owner}.{callback}` does not call `{remover.display_name}`"
        if life.teardown() is None:
            return f"`{owner}` has no `{callback}` that sets it to null"
        return f"`{owner}.{callback}` does not set it to null"

    def _check(self, place: LeakPlace, field: Symbol, remover: Symbol | None) -> str:
        life = self.lifecycle
        declared = self.code.line(field.path, field.declaration.name_line)
        if remover is None and re.search(r"\bContext\b", declared) and not life.is_view_of_fragment:
            return (
                f"Give `{place.owner.name}` the `applicationContext` instead and dump the heap again: the "
                "trace must be gone."
            )
        owner = life.owner.name if life.owner is not None else life.leaking
        where = f"`{owner}.{life.callback}`" if life.callback is not None else "where its owner ends"
        what = f"Call `{remover.display_name}`" if remover is not None else f"Set `{field.name}` to null"
        return f"{what} in {where} and dump the heap again: the trace must be gone."

    def _capture(self, place: LeakPlace) -> Iterator[Hypothesis]:
        nodes = list(self.trace.nodes[: place.at])
        kind = holding_kind(nodes, self.trace.gc_root) or holding_kind([place.node], None)
        words = self.lifecycle.words(self.code)
        sites = [*self._sites(place.owner)]
        if place.function is not None and place.function.declaration.kind != "property":
            sites = [pair for pair in sites if pair[0] == place.function] or sites
        if place.made_at is not None:
            around = [pair for pair in sites if self._spans(*pair, place.made_at)]
            sites = around or sites
        found = []
        for function, site in sites:
            arguments = self._arguments(function, site)
            takes_code = "{" in arguments or "->" in arguments or "object" in arguments or "new " in arguments
            takes_code |= "::" in arguments or "this" in arguments or self._gives(place, arguments)
            known = registration_of(site.name, takes_code=False)
            is_kind = kind is not None and kind.registers.fullmatch(site.name) is not None
            if is_kind and kind is not None and (takes_code or kind.what in {"coroutine", "background task"}):
                ends = kind.releases
            elif known is not None and takes_code and kind is None:
                ends = known.cancelled_by
            else:
                continue
            if ends_by_itself(kind, self.code.line(function.path, site.line), self.lifecycle):
                continue
            if not ends & words:
                found.append(self._registration(function, site, kind if is_kind else None, ends, _REGISTERED))
        yield from found[:2]
        if not found:
            yield self._made_in(place, kind)

    def _spans(self, function: Symbol, site: CallSite, line: int) -> bool:
        """Return whether the arguments of a call reach over a line."""
        return site.line <= line <= site.line + self._arguments(function, site).count("\n")

    def _gives(self, place: LeakPlace, arguments: str) -> bool:
        """Return whether arguments name the property whose object is held."""
        held_in = place.function
        return held_in is not None and re.search(rf"\b{re.escape(held_in.name)}\b", arguments) is not None

    def _registration(
        self, function: Symbol, site: CallSite, kind: HoldingKind | None, ends: frozenset[str], base: float
    ) -> Hypothesis:
        life = self.lifecycle
        owner = life.owner.display_name if life.owner is not None else life.leaking
        what = kind.what if kind is not None else "listener"
        line = shorten(self.code.line(function.path, site.line).strip())
        calls = " or ".join(f"`{name}`" for name in sorted(ends)[:2]) or "its counterpart"
        callback = life.callback or "a teardown"
        missing_call = (
            f"`{owner}.{callback}` does not call {calls}"
            if life.teardown() is not None
            else f"`{owner}` has no `{callback}` that calls {calls}"
        )
        article = "an" if what[0] in "aeiou" else "a"
        statement = (
            f"`{function.display_name}` registers {article} {what} in line {site.line} of "
            f"{file_name(function.path)} (`{site.name}`) that refers to `{life.leaking}`, and nothing "
            f"ends it: {missing_call}."
        )
        places = [symbol_place(function, site.line, "lifecycle")]
        missing = self._teardown_place()
        if missing is not None:
            places.append(missing)
        first = min(ends) if ends else "the counterpart"
        return Hypothesis(
            statement=statement,
            kind="leaked_registration",
            confidence=base,
            places=tuple(dict.fromkeys(places)),
            evidence=(f"line {site.line}: `{line}`", *self._chain()),
            check=f"Call `{first}` in `{owner}.{callback}` and dump the heap again: the trace must be gone.",
        )

    def _made_in(self, place: LeakPlace, kind: HoldingKind | None) -> Hypothesis:
        where = place.function.display_name if place.function is not None else place.owner.display_name
        reference = place.node.reference
        name = f"`{reference.name}`" if reference is not None else "it"
        by = f"a {kind.what} keeps" if kind is not None else "something keeps"
        ends = kind.advice if kind is not None else "lets go of it"
        life = self.lifecycle
        callback = life.callback or "teardown"
        statement = (
            f"{by[:1].upper()}{by[1:]} a lambda or inner object that `{where}` made, and that refers to "
            f"`{life.leaking}` by {name}: no call in `{callback}` {ends}."
        )
        symbol = place.function or place.owner
        return Hypothesis(
            statement=statement,
            kind="leaked_capture",
            confidence=_MADE_IN,
            places=(symbol_place(symbol, place.line, "lifecycle"),),
            evidence=tuple(self._chain()),
            check=f"Stop where `{where}` hands it out, and see who keeps it after `{callback}`.",
        )

    def _sites(self, owner: Symbol) -> Iterator[tuple[Symbol, CallSite]]:
        functions = self.code.functions(owner.path)
        outer = owner.class_path[:1]
        for function, sites in functions.sites.items() if functions is not None else ():
            if function.class_path[:1] == outer:
                yield from ((function, site) for site in sites)

    def _arguments(self, function: Symbol, site: CallSite) -> str:
        tokens = self.code.tokens(function.path)
        first = tokens.at(site.start) if tokens is not None else None
        if tokens is None or first is None:
            return ""
        return tokens.text[site.start : tokens.ends[tokens.call_end(first)]][len(site.name) :]

    def _teardown_place(self) -> HypothesisPlace | None:
        life = self.lifecycle
        teardown = life.teardown()
        if teardown is not None:
            return symbol_place(teardown, teardown.declaration.name_line, "missing_call")
        if life.owner is None:
            return None
        return symbol_place(life.owner, life.owner.declaration.name_line, "missing_call")

    def _held(self, place: LeakPlace) -> str:
        following = self.trace.nodes[place.at + 1] if place.at + 1 < len(self.trace.nodes) else None
        if following is None or following.class_name.rpartition(".")[2] == self.lifecycle.leaking:
            return f"`{self.lifecycle.leaking}`"
        return f"`{self.lifecycle.leaking}` (through `{following.class_name.rpartition('.')[2]}`)"

    def _line_of(self, place: LeakPlace) -> str:
        reference = place.node.reference
        if reference is None:
            return "the trace names it"
        joint = "" if reference.name.startswith("[") else "."
        return f"the leak trace goes through `{reference.owner}{joint}{reference.name}`"

    def _chain(self) -> list[str]:
        names = [reference_text(node) for node in suspects(self.trace)]
        return [f"the suspect references are {', '.join(f'`{name}`' for name in names[:5] if name)}"]
