"""Implicitly declared classes (JEP 512): members outside of any class."""

from __future__ import annotations

from dataclasses import replace

from rca.languages.facts import NONE, Declaration, Facts

_MEMBERS = ("function", "property")


def with_implicit_class(facts: Facts, name: str) -> Facts:
    """Return the facts with top-level methods and fields moved into an implicit class, the last row.

    If a package or a class of that name marks an ordinary file, such members are remains of broken code and
    stay.
    """
    rows = facts.declarations
    loose = [row for row in rows if row.parent == NONE and row.kind in _MEMBERS]
    if not loose or facts.package or any(row.parent == NONE and row.name == name for row in rows):
        return facts
    around = Declaration(
        kind="class",
        name=name,
        parent=NONE,
        line=1,
        end_line=loose[-1].end_line,
        start=0,
        end=loose[-1].end,
        name_start=0,
        name_line=1,
        header_end=0,
        receiver=None,
        type=None,
        parameters=(),
        type_parameters=(),
        supertypes=(),
        modifiers=("final", "implicit"),
        value=NONE,
        lambdas=(),
    )
    inside = (
        row._replace(parent=len(rows)) if row.parent == NONE and row.kind in _MEMBERS else row for row in rows
    )
    return replace(facts, declarations=(*inside, around))
