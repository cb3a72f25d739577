"""Which argument of a call is given for a parameter."""

from __future__ import annotations

from rca.causes.source_tokens import SourceTokens
from rca.languages.facts import CallSite


def argument_for(tokens: SourceTokens, site: CallSite, name: str, position: int) -> tuple[int, int] | None:
    """Return the first and last token of what a call gives for a parameter.

    None where there are no parentheses, where the argument is left out or a lambda after them, and where
    labels of other parameters leave open which it is.

    Args:
        tokens: of the file with the call.
        site: the call.
        name: the parameter's name.
        position: the parameter's position, from 0.
    """
    start = tokens.at(site.start)
    if start is None:
        return None
    opening = start + 1
    if tokens.word(opening) == "<":
        opening = tokens.after_type_arguments(opening)
    if tokens.word(opening) != "(":
        return None
    arguments = [*tokens.arguments(opening)]
    if name in site.labels:
        position = site.labels.index(name)
    elif any(label is not None for label in site.labels[: position + 1]):
        return None
    return arguments[position] if position < len(arguments) else None
