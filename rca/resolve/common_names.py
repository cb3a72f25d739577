"""Names declared in over 100 files: by-name candidates are not enumerated.

Such a call is unsure in any case. Whether it could mean one declaration is seen from the two alone.
"""

from __future__ import annotations

import json

from rca.languages.facts import NONE, CallSite, Facts
from rca.languages.tree_sitter_reader import family_of
from rca.resolve.arguments import takes
from rca.resolve.symbol import Symbol

MOST_DECLARING = 100
"""Files that declare a name; more are a crowd."""


def fits(site: CallSite, symbol: Symbol) -> bool:
    """Return whether a call on an unknown receiver could mean a declaration of its name."""
    row = symbol.declaration
    if site.form in ("read", "write"):
        return row.kind == "property" and not lacks_modifier(site, symbol)
    if row.kind != "function" or not takes(row.parameters, site):
        return False
    if site.type_arguments and len(site.type_arguments) != len(row.type_parameters):
        return False
    return not lacks_modifier(site, symbol) or symbol.facts.language == "java"


def lacks_modifier(site: CallSite, symbol: Symbol) -> bool:
    """Return whether a call by convention meets a function that Kotlin does not let it mean."""
    modifiers = symbol.declaration.modifiers
    return site.form in ("infix", "operator") and site.form not in modifiers and "override" not in modifiers


def by_convention_only(site: CallSite, symbol: Symbol) -> bool:
    """Return whether a Java function may stand for an operator: Java has no word to mark one."""
    return symbol.facts.language == "java" and lacks_modifier(site, symbol)


def shape_of(facts: Facts, site: CallSite) -> str:
    """Return, as text, what determines which declarations of a crowd a site may mean: few sites differ."""
    family = family_of(facts.language) if facts.names_only else ""
    counts = len(site.arguments), len(site.type_arguments)
    return json.dumps([family, site.form, *counts, site.labels, site.trailing])


def could_match(name: str, shape: str, symbol: Symbol) -> bool:
    """Return whether sites of a shape may mean a member of the crowd, where their files see it.

    Extensions are none: what imports them names them.
    """
    row = symbol.declaration
    if row.name != name:
        return False
    family, form, arguments, types, labels, trailing = json.loads(shape)
    if family:
        return symbol.is_callable and family == family_of(symbol.facts.language)
    site = CallSite(
        name, form, 0, 0, NONE, NONE, True, (NONE,) * arguments, tuple(labels), trailing, (), ("",) * types
    )
    if row.receiver is not None or not fits(site, symbol):
        return False
    return symbol.owner is not None or by_convention_only(site, symbol)
