"""The functions of one file, with the names that each uses and where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from rca.languages.facts import CallSite, Facts
from rca.resolve.symbol import Symbol, enclosing_by_line


class FileFunctions:
    """The functions, constructors, properties and initialisers of a file."""

    def __init__(self, path: str, facts: Facts, symbols: Sequence[Symbol]) -> None:
        self.path = path
        self.facts = facts
        self._symbols = symbols

    def around(self, line: int) -> Symbol | None:
        """Return the smallest named function around a line."""
        return self._by_line.get(line)

    @cached_property
    def _by_line(self) -> dict[int, Symbol]:
        return enclosing_by_line(self._symbols)

    @cached_property
    def sites(self) -> dict[Symbol, list[CallSite]]:
        """Return the uses of functions and properties inside each function."""
        found: dict[Symbol, list[CallSite]] = defaultdict(list)
        for site in self.facts.calls:
            function = self.around(site.line)
            if function is not None:
                found[function].append(site)
        return found

    @cached_property
    def functions(self) -> tuple[Symbol, ...]:
        """Return each function, constructor, initialiser and property that is one's own place."""
        found = (self.around(symbol.line) for symbol in self._symbols if symbol.is_callable)
        return tuple(dict.fromkeys(symbol for symbol in found if symbol is not None))

    @cached_property
    def _by_name(self) -> dict[str, list[Symbol]]:
        found: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in self.functions:
            found[symbol.name].append(symbol)
        return found

    @cached_property
    def _using(self) -> dict[str, dict[Symbol, None]]:
        found: dict[str, dict[Symbol, None]] = defaultdict(dict)
        for symbol, sites in self.sites.items():
            for site in sites:
                found[site.name][symbol] = None
        return found

    def named(self, name: str) -> Sequence[Symbol]:
        """Return the functions and properties of a name."""
        return self._by_name.get(name, ())

    def using(self, name: str) -> Iterable[Symbol]:
        """Return the functions that use a name, each once."""
        return self._using.get(name, ())

    def using_any(self, names: Iterable[str]) -> Iterable[Symbol]:
        """Return the functions that use one of several names, each once."""
        return dict.fromkeys(symbol for name in names for symbol in self.using(name))

    def sites_on(self, line: int) -> list[CallSite]:
        """Return the uses on a line."""
        return [site for site in self.facts.calls if site.line == line]
