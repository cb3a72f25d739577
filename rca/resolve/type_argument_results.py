"""Library functions that return an instance of their one type argument (`by navArgs<T>()`, `get<T>()`).

They are asked for where the library itself is not on this machine; where it is, its declaration says more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite, Expression, Facts
from rca.resolve.types import Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_LIBRARIES = ("androidx.", "org.koin.", "org.kodein.")
_NAVIGATION = ("navArgs", "navGraphViewModels", "hiltNavGraphViewModels")
_VIEW_MODELS = (
    *("viewModels", "activityViewModels", "viewModel", "activityViewModel", "sharedViewModel"),
    *("getViewModel", "stateViewModel", "koinViewModel", "koinNavViewModel", "hiltViewModel"),
)
_INJECTION = ("inject", "injectOrNull", "get", "getOrNull", "koinInject", "instance")
_FUNCTIONS = frozenset((*_NAVIGATION, *_VIEW_MODELS, *_INJECTION))


def type_argument_result(resolver: Resolver, path: str, site: CallSite) -> Type | None:
    """Return what an unresolved call of such a function gives, itself or as a delegate."""
    if site.name not in _FUNCTIONS or len(site.type_arguments) != 1:
        return None
    facts = resolver.names.facts(path)
    if facts.language != "kotlin" or not _is_imported(facts, site.name):
        return None
    return resolver.names.read(path, site.owner, site.type_arguments[0])


def delegated_result(resolver: Resolver, path: str, delegate: Expression) -> Type | None:
    """Return what a property gives whose delegate is an unresolved call of such a function."""
    if delegate.form != "call" or delegate.number == NONE:
        return None
    return type_argument_result(resolver, path, resolver.names.facts(path).calls[delegate.number])


def _is_imported(facts: Facts, name: str) -> bool:
    return any(
        row.path.startswith(_LIBRARIES) and (row.star or name in (row.alias, row.path.rpartition(".")[2]))
        for row in facts.imports
    )
