"""Places of the project that an error points to by its texts and library calls, best evidence first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from models.error_report import ErrorReport
from rca.causes.lookup.api_uses import ApiUse, UseEvidence, find_api_uses
from rca.causes.lookup.lambda_places import lambda_places
from rca.causes.lookup.looked_up_place import LookedUpPlace
from rca.causes.lookup.searchable_texts import MessageText, TextKind, message_texts
from rca.causes.lookup.text_occurrences import Occurrence, find_occurrences
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test

_TEXTS_SHARE: Final = 0.6
_MOST_LINES: Final = 12
"""Lines that hold a text, beyond which it says nothing of a place."""
_MOST_USERS: Final = 6
_MOST_CONSTANTS: Final = 6
"""Constants whose uses are followed for one text."""
_SPECIFIC: Final[dict[TextKind, float]] = {
    "literal": 1.0,
    "address": 1.0,
    "resource": 0.9,
    "key": 0.9,
    "name": 0.8,
    "class": 0.5,
}
_CALL_WEIGHTS: Final[dict[UseEvidence, float]] = {"call": 0.7, "name": 0.3, "class": 0.25}


@dataclass(frozen=True, slots=True)
class LookedUp:
    """Places by weight; `cut` where the time ran out."""

    places: tuple[LookedUpPlace, ...]
    cut: bool


def look_up(
    report: ErrorReport, text: str, code: ProjectCode, deadline: Deadline, *, has_frames: bool = False
) -> LookedUp:
    """Return the places of the project that hold the texts of an error, or call what its frames name.

    Each function once, by what says most of it; rarity decides. Calls are looked up only where no frame lies
    in the project: `has_frames` says whether one does.
    """
    texts = message_texts(report, text)
    for_texts = deadline.part(_TEXTS_SHARE)
    found = find_occurrences(code, [one.text for one in texts], for_texts)
    places: list[LookedUpPlace] = []
    for one in texts:
        places.extend(_of_text(one, found.lines.get(one.text, ()), code))
    if not has_frames:
        places.extend(lambda_places(text, code))
        places.extend(_of_call(use) for use in find_api_uses(report, text, code, deadline))
    best: dict[object, LookedUpPlace] = {}
    for place in sorted(places, key=_order):
        best.setdefault(place.function or (place.path, place.line), place)
    return LookedUp(tuple(best.values()), cut=found.cut or deadline.expired)


def _order(place: LookedUpPlace) -> tuple[float, bool, str, int]:
    """Order by weight; of equal ones code that runs comes before a constant."""
    is_constant = place.function is not None and place.function.declaration.kind == "property"
    return -place.weight, is_constant, place.path, place.line


def _of_text(text: MessageText, lines: Sequence[Occurrence], code: ProjectCode) -> Iterator[LookedUpPlace]:
    if not lines or len(lines) > _MOST_LINES:
        return
    weight = _SPECIFIC[text.kind] / len(lines)
    only = " and, tests and comments aside, nowhere else" if len(lines) == 1 else ""
    for line in lines:
        functions = code.functions(line.path)
        function = functions.around(line.line) if functions is not None else None
        where = f"`{function.display_name}`" if function is not None else line.path.rpartition("/")[2]
        said = f"The error's `{text.text}` stands in {where}{only}."
        place = LookedUpPlace(line.path, line.line, function, text.text, "text", len(lines), weight, said)
        yield place
        if function is not None and function.declaration.kind == "property" and text.text != function.name:
            yield from _users(place, function, code)


def _users(place: LookedUpPlace, constant: Symbol, code: ProjectCode) -> Iterator[LookedUpPlace]:
    """Yield the functions that use the constant that holds a text, also by way of other constants."""
    waiting, seen = [(constant, place)], {constant}
    for _ in range(_MOST_CONSTANTS):
        if not waiting:
            return
        known, held = waiting.pop(0)
        users = {user: line for user, line in _uses_of(known, code).items() if user not in seen}
        if len(users) > _MOST_USERS:
            continue
        seen.update(users)
        run = sum(user.declaration.kind != "property" for user in users) or 1
        for function, line in users.items():
            said = f"`{function.display_name}` uses `{known.name}`, which holds the error's `{place.text}`."
            used = replace(
                held,
                path=function.path,
                line=line,
                function=function,
                source="constant",
                count=held.count * run,
                weight=held.weight / run,
                statement=said,
            )
            yield used
            if function.declaration.kind == "property":
                waiting.append((function, used))


def _uses_of(constant: Symbol, code: ProjectCode) -> dict[Symbol, int]:
    """Return the functions and constants that name a constant, with the first line that does."""
    users: dict[Symbol, int] = {}
    for path in code.index.declaring(constant.name, "called"):
        functions = code.functions(path) if not is_test(path) else None
        for function, sites in functions.sites.items() if functions is not None else ():
            line = next((site.line for site in sites if site.name == constant.name), None)
            if line is not None:
                users[function] = line
        if len(users) > 2 * _MOST_USERS:
            break
    return users


def _of_call(use: ApiUse) -> LookedUpPlace:
    weight = _CALL_WEIGHTS[use.evidence] / use.uses
    verb = {"call": "calls", "name": "perhaps calls", "class": "uses"}[use.evidence]
    only = "; no other code but tests does" if use.uses == 1 and use.evidence == "call" else ""
    said = f"The error names `{use.api}`, which `{use.function.display_name}` {verb}{only}."
    return LookedUpPlace(use.function.path, use.line, use.function, use.api, "call", use.uses, weight, said)
