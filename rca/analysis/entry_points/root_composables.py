"""Root composables: those set as a screen's content, and those that no other composable calls."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from rca.index.index_view import IndexView
from rca.languages.facts import NONE, CallSite, Facts
from rca.navigation.call_edge_cache import caller_of
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test

_HOSTS = frozenset(
    [
        "setContent",
        "composable",
        "NavHost",
        "dialog",
        "bottomSheet",
        "entry",
        "Window",
        "singleWindowApplication",
        "ComposeUIViewController",
        "CanvasBasedWindow",
        "renderComposable",
    ]
)
"""Functions whose lambda is a screen's content."""
_WRAPPED = ("setContent", "composable", "NavHost")
"""Those that projects put functions of their own around."""


def composable_roots(
    index: IndexView, only: Callable[[str], bool], deadline: Deadline, known: Container[str] = ()
) -> Iterator[tuple[str, list[tuple[Symbol, str]]]]:
    """Return the root composables with reasons, by file; files in `known` are skipped.

    A root is shown by `setContent`, a navigation graph or the project's own function around one; or it
    is called by nothing but previews and tests. Previews are no roots.
    """
    hosts: frozenset[str] | None = None
    with index.resolver(deadline) as resolver:
        for path, tags in index.tagged("composable").items():
            if deadline.expired:
                return
            roots: list[tuple[Symbol, str]] = []
            names = {tag.name for tag in tags if only(tag.name)} if path not in known else ()
            facts = index.facts(path) if names and not is_test(path) else None
            if facts is not None:
                hosts = _hosts(index) if hosts is None else hosts
                for place, name in enumerate(facts.qualified_names):
                    symbol = Symbol(path, facts, place)
                    if name not in names or not is_composable(symbol) or _is_preview(symbol):
                        continue
                    why = None if deadline.expired else _why_root(index, resolver, symbol, hosts)
                    if why is not None:
                        roots.append((symbol, why))
            yield path, roots


def is_composable(symbol: Symbol) -> bool:
    """Return whether a function is annotated `@Composable`."""
    return symbol.declaration.kind == "function" and any(
        word.rpartition(".")[2] in ("@Composable", "Composable") for word in symbol.declaration.modifiers
    )


def _is_preview(symbol: Symbol) -> bool:
    return any(word.startswith("@") and "Preview" in word for word in symbol.declaration.modifiers)


def _why_root(index: IndexView, resolver: Resolver, symbol: Symbol, hosts: frozenset[str]) -> str | None:
    sites = [
        (path, facts, site, caller)
        for path, facts, site in _sites(index, symbol.name)
        if (caller := caller_of(path, facts, facts.calls[site])) is not None
        and caller != symbol
        and not is_test(path)
        and not _is_preview(caller)
    ]
    alone = _is_alone(index, symbol.name)
    for path, facts, site, caller in sites:
        host = _host(facts, facts.calls[site], hosts)
        if host is not None and (alone or _means(resolver, path, site, symbol)):
            return f"shown by {host} in {caller.display_name} ({path}:{facts.calls[site].line})"
    others = any(alone or _means(resolver, path, site, symbol) for path, _, site, _ in sites)
    hidden = {"private", "override"} & set(symbol.declaration.modifiers)
    return None if others or hidden else "called by no other composable"


def _sites(index: IndexView, name: str) -> Iterator[tuple[str, Facts, int]]:
    for path in index.declaring(name, "called"):
        facts = index.facts(path)
        if facts is not None:
            yield from (
                (path, facts, place)
                for place in facts.called.get(name, ())
                if facts.calls[place].form == "call"
            )


def _is_alone(index: IndexView, name: str) -> bool:
    """Return whether a name is declared only once, as most composables' are: its calls need no resolving."""
    declared = (
        facts.declared.get(name, ())
        for path in index.declaring(name, "callable")
        if (facts := index.facts(path))
    )
    return sum(map(len, declared)) == 1


def _means(resolver: Resolver, path: str, site: int, symbol: Symbol) -> bool:
    """Return whether a call means a composable: by imports alone, else by the resolver."""
    facts = resolver.names.facts(path)
    package, name = symbol.facts.package, symbol.qualified_name
    if symbol.declaration.parent == NONE and facts.package != package:
        imported = [row for row in facts.imports if row.path == (package if row.star else name)]
        if not imported:
            return False
        if not all(row.star for row in imported) and len(resolver.names.named(name)) == 1:
            return True
    found = resolver.resolve(path, site)
    return found is not None and symbol in found.targets


def _hosts(index: IndexView) -> frozenset[str]:
    """Return the names of functions that show their lambda as a screen: Compose's and project wrappers."""
    found = set(_HOSTS)
    for path in dict.fromkeys(path for name in _WRAPPED for path in index.declaring(name, "called")):
        facts = index.facts(path)
        for place in (
            () if facts is None else (one for name in _WRAPPED for one in facts.called.get(name, ()))
        ):
            assert facts is not None
            caller = caller_of(path, facts, facts.calls[place])
            if caller is not None and not is_composable(caller):
                parameters = caller.declaration.parameters
                found.update({caller.name} if any("->" in (one.type or "") for one in parameters) else ())
    return frozenset(found)


def _host(facts: Facts, site: CallSite, hosts: frozenset[str]) -> str | None:
    for one in site.lambdas:
        call = facts.expressions[one].inputs[0] if facts.expressions[one].inputs else NONE
        if call != NONE and facts.expressions[call].name in hosts:
            return facts.expressions[call].name
    return None
