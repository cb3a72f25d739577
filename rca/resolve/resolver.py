"""The resolver of call sites."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, TypeVar

from rca.languages.facts import CallSite, Facts
from rca.resolve import (
    candidate_selection,
    constructor_resolution,
    extensions,
    implicit_receivers,
    inference,
    java_interop,
    lambdas,
    name_fallback,
    qualified_names,
    receiver_calls,
    return_types,
    unqualified_calls,
)
from rca.resolve.callable_references import narrow_reference
from rca.resolve.expected_type import ExpressionHolders
from rca.resolve.generics import Generics
from rca.resolve.implicit_receivers import EnclosingLambdas, Receiver
from rca.resolve.import_scopes import ImportScopes
from rca.resolve.index_protocols import Files
from rca.resolve.lambdas import LambdaContext
from rca.resolve.members import Members
from rca.resolve.name_fallback import FallbackTables
from rca.resolve.name_resolution import NameResolution
from rca.resolve.overload_resolution import OverloadResolution
from rca.resolve.qualified_names import NamedDeclarations
from rca.resolve.recursive_memo import Memo
from rca.resolve.resolution import Resolution
from rca.resolve.subtypes import Subtypes
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type

Place = tuple[str, int]
"""A file, and the index of an expression, call site or declaration in its facts."""


class Table(Protocol):
    """What others keep with a resolver, for as long as its own answers hold."""

    def forget(self, path: str) -> None:
        """Drop what speaks of the text of a file that changed."""


_Table = TypeVar("_Table", bound=Table)


class Resolver:
    """Resolves call sites of one snapshot; answers are kept.

    It holds all state of a resolution. The questions that lead from one part of it to another are
    methods, each a function of the module of its part that takes the resolver first. No part holds
    the resolver, so that dropping the last reference frees all of it at once.
    """

    # --- what expressions are
    type_of = inference.type_of
    result_of = inference.result_of
    class_value = inference.class_value
    dotted_name = inference.dotted_name
    result_type = return_types.result_type
    reference_type = return_types.reference_type
    member_type = return_types.member_type
    property_of = return_types.property_of
    property_by_scope = return_types.property_by_scope
    bindings = return_types.bindings
    call_taking_lambda = lambdas.call_taking_lambda
    lambda_context = lambdas.lambda_context
    interface_arguments = lambdas.interface_arguments

    # --- what a place sees
    receivers = implicit_receivers.receivers
    instance_type = implicit_receivers.instance_type
    extension_levels = extensions.extension_levels
    is_extension_visible = extensions.is_extension_visible

    # --- what calls of each kind mean
    call_with_receiver = receiver_calls.call_with_receiver
    call_on_type = receiver_calls.call_on_type
    call_of_extension = receiver_calls.call_of_extension
    call_of_property = receiver_calls.call_of_property
    sole_candidate = receiver_calls.sole_candidate
    convention_result = receiver_calls.convention_result
    call_of_local = unqualified_calls.call_of_local
    call_without_receiver = unqualified_calls.call_without_receiver
    call_by_scope = qualified_names.call_by_scope
    call_by_full_name = qualified_names.call_by_full_name
    constructor_of_site = constructor_resolution.constructor_of_site
    constructor_of_class = constructor_resolution.constructor_of_class
    inner_constructor = constructor_resolution.inner_constructor
    nested_constructor = constructor_resolution.nested_constructor
    java_accessor = java_interop.java_accessor
    java_facade = java_interop.java_facade
    java_static = java_interop.java_static
    candidates_by_name = name_fallback.candidates_by_name
    candidates_in_language = name_fallback.candidates_in_language

    # --- which of several candidates
    resolve_among = receiver_calls.resolve_among
    choose_candidates = candidate_selection.choose_candidates
    choose_by_lambda = candidate_selection.choose_by_lambda
    fitting_candidates = candidate_selection.fitting_candidates
    function_takes = candidate_selection.function_takes

    def __init__(self, files: Files) -> None:
        self.files = files
        self.memo = Memo()
        self.names = NameResolution(files)
        self.scopes = ImportScopes(self.names)
        self.members = Members(self.names)
        self.subtypes = Subtypes(self.names, self.members)
        self.generics = Generics(self.members, self.subtypes)
        self.overloads = OverloadResolution(self.names, self.members, self.subtypes)
        # Answers that are kept, each kind read and written by the module of its part.
        self.resolutions: dict[Place, Resolution | None] = {}
        self.narrowed_references: dict[Place, Resolution] = {}
        self.types: dict[Place, Type | None] = {}
        self.lambda_contexts: dict[Place, LambdaContext] = {}
        self.calls_in_lambdas: dict[str, tuple[Facts, dict[int, list[CallSite]]]] = {}
        self.holders: dict[str, tuple[Facts, ExpressionHolders]] = {}
        self.declared_receivers: dict[str, dict[int, tuple[Receiver | EnclosingLambdas, ...]]] = {}
        self.extension_scopes: dict[tuple[str, str], tuple[tuple[Symbol, ...], ...]] = {}
        self.imported_extensions: dict[tuple[str, str], tuple[Symbol, ...]] = {}
        self.named_declarations: dict[tuple[str, ...], NamedDeclarations] = {}
        self.fallback = FallbackTables()
        self._tables: dict[type[Table], Table] = {}

    def table(self, kind: type[_Table]) -> _Table:
        """Return the table of a kind that is kept with this resolver, empty when first asked for.

        A table must not refer to the resolver: it would keep what nobody uses.
        """
        known = self._tables.get(kind)
        if isinstance(known, kind):
            return known
        made = self._tables[kind] = kind()
        return made

    def forget(self, path: str) -> None:
        """Drop what speaks of the text of a file that changed, its surface being what it was."""
        self.memo.forget(path)
        self.names.forget(path)
        self.members.forget(path)
        self.declared_receivers.pop(path, None)
        self.named_declarations.clear()
        for table in self._tables.values():
            table.forget(path)

    def resolve(self, path: str, index: int) -> Resolution | None:
        """Return what a call site means in the project; no targets where it means a library's function."""
        found = self.meaning(path, index)
        if found is None:
            return None
        own = tuple([one for one in found.targets if one.facts.language != "library"])
        return found if len(own) == len(found.targets) else replace(found, targets=own)

    def meaning(self, path: str, index: int) -> Resolution | None:
        """Return what a call site means, libraries included; None while that is being resolved (a cycle)."""
        found = self.candidates(path, index)
        if found is None or len(found.targets) < 2 or not found.certain:
            return found
        site = self.names.facts(path).calls[index]
        if site.form != "reference":
            return found
        return self.memo.get(
            self.narrowed_references,
            (path, index),
            found,
            lambda: narrow_reference(self, path, index, site, found),
        )

    def candidates(self, path: str, index: int) -> Resolution | None:
        """Return what a call site may mean, all that a callable reference can name; None in a cycle."""
        known = self.resolutions
        key = (path, index)
        found = known.get(key)
        if found is None:
            found = self.memo.get(
                known, key, None, lambda: self._resolve(path, self.names.facts(path), index)
            )
        return None if found is None else self._current(found)

    def _current(self, found: Resolution) -> Resolution:
        """Return a resolution that was kept while the text around its targets changed."""
        if not self.names.has_changed:
            return found
        targets = tuple(map(self.names.current, found.targets))
        same = all(one is other for one, other in zip(targets, found.targets, strict=True))
        return found if same else replace(found, targets=targets)

    def _resolve(self, path: str, facts: Facts, index: int) -> Resolution:
        site = facts.calls[index]
        if facts.names_only:
            return self.candidates_in_language(path, site)
        if site.form == "new":
            found = self.constructor_of_site(path, site)
        elif site.has_receiver:
            found = self.call_with_receiver(path, site)
        else:
            found = self.call_of_local(path, index, site) or self.call_without_receiver(path, site)
        if len(found.targets) < 2 or not found.certain:
            return found
        return self.choose_by_lambda(path, index, site, found)

    def is_java(self, path: str) -> bool:
        """Return whether a file is Java's."""
        return self.names.facts(path).language == "java"
