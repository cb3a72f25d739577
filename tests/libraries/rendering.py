"""Facts of libraries as lines of text, so that what is expected can be read."""

from rca.languages.facts import NONE, Declaration, Facts


def render(facts: Facts) -> list[str]:
    """Return a line for each declaration, indented by its depth."""
    return [
        "  " * (len(facts.enclosing(index)) - 1) + _line(row) for index, row in enumerate(facts.declarations)
    ]


def _line(row: Declaration) -> str:
    assert (row.line, row.start, row.end, row.header_end, row.value) == (0, 0, 0, 0, NONE)
    own = f"<{', '.join(row.type_parameters)}> " if row.type_parameters else ""
    receiver = f"({row.receiver})." if row.receiver is not None else ""
    given = ", ".join(
        f"{'vararg ' if one.vararg else ''}{one.name}: {one.type}{' = …' if one.default else ''}"
        for one in row.parameters
    )
    called = f"({given})" if row.kind in ("function", "constructor") else ""
    result = f": {row.type}" if row.type is not None else ""
    above = f" : {', '.join(row.supertypes)}" if row.supertypes else ""
    return " ".join((*row.modifiers, row.kind, f"{own}{receiver}{row.name}{called}{result}{above}"))
