"""Pre-filter: rejects call sites that cannot mean a declaration, without type inference."""

from __future__ import annotations

from collections.abc import Callable

from rca.languages.facts import NONE, CallSite, Facts
from rca.resolve.arguments import takes
from rca.resolve.symbol import Symbol
from rca.resolve.visibility import is_visible

_CALLS = ("call", "new", "infix", "operator")


class SiteFilter:
    """Looks at the sites of one name for one declaration: first at their file, then at each."""

    def __init__(self, target: Symbol, dotted: Callable[[str, int], str | None]) -> None:
        self._target = target
        self._dotted = dotted
        row = target.declaration
        self._kotlin = target.facts.language == "kotlin"
        self._top_level = self._kotlin and row.parent == NONE and row.kind in ("function", "property")
        self._package = target.facts.package
        self._counted = self._kotlin and row.kind in ("function", "constructor")
        owner = target.owner.declaration.modifiers if target.owner is not None else ()
        self._inherits = "override" in row.modifiers or "actual" in row.modifiers or "actual" in owner

    def of_file(self, path: str, facts: Facts) -> bool:
        """Return whether no site of a file can mean the declaration."""
        if facts.language not in ("kotlin", "java") or not self._kotlin:
            return False
        if not is_visible(self._target, path):
            return True
        return self._top_level and facts.language == "kotlin" and not self._is_imported(facts)

    def _is_imported(self, facts: Facts) -> bool:
        if facts.package == self._package:
            return True
        full = f"{self._package}.{self._target.name}" if self._package else self._target.name
        return any(row.path == full or (row.star and row.path == self._package) for row in facts.imports) or (
            bool(self._package) and self._is_spelled_out(facts)
        )

    def _is_spelled_out(self, facts: Facts) -> bool:
        """Return whether a file may name the declaration by its package (`a.b.help()`)."""
        if self._target.declaration.receiver is not None:
            return False
        sites = (facts.calls[index] for index in facts.called.get(self._target.name, ()))
        return any(one.has_receiver for one in sites)

    def of_site(self, path: str, facts: Facts, site: CallSite) -> bool:
        """Return whether a site of such a file cannot mean it."""
        if facts.language != "kotlin" or not self._kotlin:
            return False
        row = self._target.declaration
        if self._counted and site.form in _CALLS and site.name == row.name:
            if self._inherits:
                # It has the default values and the names of what it overrides, or is the `actual` of.
                variable = any(one.vararg for one in row.parameters)
                if not variable and len(site.arguments) > len(row.parameters):
                    return True
            elif not takes(row.parameters, site):
                return True
        if not self._top_level or row.receiver is not None or not site.has_receiver:
            return False
        return site.form in _CALLS and row.name != "invoke" and self._dotted(path, site.receiver) is None
