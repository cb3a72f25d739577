"""Whether a call site means a method of a framework's class, as far as types are known."""

from __future__ import annotations

from rca.index.index_view import IndexView
from rca.languages.facts import NONE, CallSite
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol

_DEPTH = 5


def fits_owner(type_name: str, owner: str) -> bool:
    """Return whether a type is, by its name, the owner or one of its kinds (`DialogFragment`, `Fragment`)."""
    simple = type_name.split("<", maxsplit=1)[0].rstrip("?").rpartition(".")[2]
    return simple.endswith(owner) or (owner.endswith(simple) and len(simple) > 5)


def is_kind_of(index: IndexView, class_name: str, owner: str) -> bool | None:
    """Return whether a class extends the owner, by the names of its supertypes; None where that is unknown.

    A class whose supertypes lie outside the project and are not named like the owner may still be one.
    """
    waiting, seen = [class_name], set[str]()
    leaves_project = False
    for _ in range(_DEPTH * 4):
        if not waiting:
            break
        name = waiting.pop().split("<")[0].split("(")[0].strip().rpartition(".")[2]
        if name in seen or not name:
            continue
        seen.add(name)
        if name != class_name and fits_owner(name, owner):
            return True
        declared = index.find_classes(name)
        if not declared:
            leaves_project = True
        for symbol in declared[:2]:
            waiting += symbol.declaration.supertypes
    return None if leaves_project and len(seen) > 1 else False


def means_owner(
    index: IndexView, site: CallSite, around: Symbol, owner: str, resolver: Resolver | None
) -> bool | None:
    """Return whether a site calls the owner's method; None where types do not tell.

    Args:
        index: the project.
        site: the call.
        around: the function that holds it.
        owner: simple name of the framework's class.
        resolver: for types of receivers; None where time is short.
    """
    if not site.has_receiver:
        classes = [name for name in around.class_path if name != "Companion"]
        answers = [is_kind_of(index, name, owner) for name in reversed(classes[-2:])]
        return True if True in answers else None if None in answers else False
    if site.receiver == NONE:
        return None
    node = around.facts.expressions[site.receiver]
    if node.form == "name" and fits_owner(node.name, owner):
        return True  # `Glide.with(…)`: the class itself, or a value that is named after it
    found = resolver.type_of(around.path, site.receiver) if resolver is not None else None
    if found is None or fits_owner(found.simple, owner):
        return None if found is None else True
    return is_kind_of(index, found.simple, owner) if index.declaring(found.simple, "class") else False
