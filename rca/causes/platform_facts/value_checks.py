"""What counts as a check of a value, and as a use of it, for each kind of failure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from models.failure import FailedCondition
from rca.causes.origins.null_checks import proves_not_null
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.platform_facts.checked_regions import Proves
from rca.languages.syntax_trees.node import Node

_NULL: Final = ("null_dereference", "null_check")
_BOUNDS: Final = ("index", "missing_element")
_VALUES: Final = frozenset(("name", "member", "call", "index"))
_NOT_SAID: Final = re.compile(r"\s+|\bthis\.|!!|\?(?=\.)")
_SIZES: Final = frozenset(
    ("size", "length", "count", "getCount", "lastIndex", "indices", "getItemCount", "itemCount")
)
_EMPTY: Final = frozenset(("isEmpty", "isNullOrEmpty", "none"))
_FILLED: Final = frozenset(
    ("isNotEmpty", "any", "containsKey", "contains", "hasNext", "moveToFirst", "moveToNext")
)
_ELEMENTS_LISTED: Final = """
get elementAt charAt substring first last single remove removeAt removeFirst removeLast set subList next
getValue getString getInt getLong
"""
_ELEMENTS: Final = frozenset(_ELEMENTS_LISTED.split())
NOT_ATTACHED: Final = re.compile(
    r"not attached to|not associated with|no longer attached|has not been attached"
)
_OF_ADDED: Final = frozenset(("isVisible", "isResumed"))
"""What holds of a fragment only while it is added; a view has a property of the same name."""
_HOSTS: Final = frozenset(
    ("activity", "context", "getActivity()", "getContext()", "host", "getHost()", "view")
)
_ASKS_HOST_LISTED: Final = """
requireContext requireActivity requireView requireHost getString getText getResources resources
startActivity startActivityForResult registerForActivityResult getLayoutInflater layoutInflater
getParentFragmentManager parentFragmentManager getChildFragmentManager childFragmentManager
getFragmentManager fragmentManager requireParentFragment requireFragmentManager viewLifecycleOwner
getViewLifecycleOwner getLoaderManager
"""
ASKS_HOST: Final = frozenset(_ASKS_HOST_LISTED.split())


@dataclass(frozen=True)
class ValueCheck:
    """The check that a failure asks for.

    Args:
        name: the value or call as the code has it.
        what: what is checked, as words behind "a check".
        proves: whether a condition checks it.
        matches: whether a node is the value.
        uses: whether a node needs the check.
    """

    name: str
    what: str
    proves: Proves
    matches: Callable[[Node], bool]
    uses: Callable[[Node], bool]


def check_of_failure(failure: FailedCondition, file: SyntaxFile, failing: Node) -> ValueCheck | None:
    """Return the check that would have kept a failure away; None where none is known.

    Args:
        failure: what failed.
        file: the file of the failing expression.
        failing: that expression.
    """
    if failure.family in _NULL and failure.value is not None:
        return _not_null(_plain(failure.value.text), file)
    if failure.family == "uninitialized" and failure.name is not None:
        return _initialized(failure.name)
    if failure.family in _BOUNDS:
        holder = failing.parts[0] if failing.kind == "index" and failing.parts else failing.receiver
        return None if holder is None else _in_bounds(_plain(file.text[holder.start : holder.end]), file)
    if failure.family in ("lifecycle", "precondition") and NOT_ATTACHED.search(failure.condition or ""):
        return _attached(failing, file)
    return None


def _plain(code: str) -> str:
    """Return code without white space and what says nothing of which value it is."""
    return _NOT_SAID.sub("", code)


def _of_text(name: str, file: SyntaxFile) -> Callable[[Node], bool]:
    return lambda node: node.kind in _VALUES and _plain(file.text[node.start : node.end]) == name


def guard_by_pattern(name: str, what: str, guard: re.Pattern[str], file: SyntaxFile) -> ValueCheck:
    """Return the check of a call by conditions whose text a pattern finds (`SDK_INT`, a permission).

    Args:
        name: the function that is called.
        what: what is checked, as words behind "a check".
        guard: what conditions that check hold.
        file: the file of the calls.
    """

    def is_guard(node: Node) -> bool:
        return bool(guard.search(file.text[node.start : node.end]))

    def proves(node: Node, truth: bool) -> bool:
        leaf, wanted = _without_not(node, truth)
        if leaf.kind in ("and", "or"):
            outcomes = [proves(one, wanted) for one in leaf.parts]
            return any(outcomes) if wanted == (leaf.kind == "and") else all(outcomes)
        if leaf.kind == "binary" and len(leaf.parts) == 2 and is_guard(leaf):
            is_right = leaf.name in ("<", ">", "<=", ">=") and not is_guard(leaf.parts[0])
            return wanted == ((leaf.name in ("==", "===", ">=", ">")) != is_right)
        return leaf.kind in ("call", "member", "name") and is_guard(leaf) and wanted

    return ValueCheck(
        name, what, proves, lambda _node: False, lambda node: node.kind == "call" and node.name == name
    )


def _not_null(name: str, file: SyntaxFile) -> ValueCheck:
    matches = _of_text(name, file)

    def uses(node: Node) -> bool:
        if node.kind in ("member", "call"):
            return node.receiver is not None and matches(node.receiver)
        return node.kind in ("index", "notnull") and bool(node.parts) and matches(node.parts[0])

    return ValueCheck(
        name, "for null", lambda node, truth: proves_not_null(node, truth, matches), matches, uses
    )


def _initialized(name: str) -> ValueCheck:
    def matches(node: Node) -> bool:
        return node.kind in ("name", "member") and node.name == name

    return ValueCheck(
        name,
        "of whether it is set",
        lambda node, truth: proves_not_null(node, truth, matches),
        lambda _node: False,
        matches,
    )


def _attached(failing: Node, file: SyntaxFile) -> ValueCheck | None:
    call = next((one for one in failing.walk() if _asks_host(one)), None)
    if call is None:
        return None

    def matches(node: Node) -> bool:
        return _plain(file.text[node.start : node.end]) in _HOSTS

    def proves(node: Node, truth: bool) -> bool:
        leaf, wanted = _without_not(node, truth)
        if leaf.kind in ("and", "or"):
            outcomes = [proves(one, wanted) for one in leaf.parts]
            return any(outcomes) if wanted == (leaf.kind == "and") else all(outcomes)
        if leaf.name == "isAdded" or (leaf.name in _OF_ADDED and not leaf.received):
            return wanted
        if leaf.name in ("isDetached", "isRemoving"):
            return not wanted
        return proves_not_null(leaf, wanted, matches)

    return ValueCheck(
        call.name, "of whether the fragment is attached", proves, lambda _node: False, _asks_host
    )


def _asks_host(node: Node) -> bool:
    return node.kind in ("call", "member", "name") and node.name in ASKS_HOST and not node.received


def _in_bounds(name: str, file: SyntaxFile) -> ValueCheck:
    matches = _of_text(name, file)

    def has_size(node: Node) -> bool:
        sized = node.receiver
        return node.name in _SIZES and sized is not None and matches(sized)

    def proves(node: Node, truth: bool) -> bool:
        leaf, wanted = _without_not(node, truth)
        if leaf.kind in ("and", "or"):
            outcomes = [proves(one, wanted) for one in leaf.parts]
            return any(outcomes) if wanted == (leaf.kind == "and") else all(outcomes)
        if leaf.kind in ("member", "call") and leaf.receiver is not None and matches(leaf.receiver):
            return (leaf.name in _EMPTY and not wanted) or (leaf.name in _FILLED and wanted)
        if leaf.kind == "in" and len(leaf.parts) == 2 and has_size(leaf.parts[1]):
            return wanted != leaf.negated
        return leaf.kind == "binary" and len(leaf.parts) == 2 and _compares(leaf, wanted, has_size, file)

    def uses(node: Node) -> bool:
        if node.kind == "index":
            return bool(node.parts) and matches(node.parts[0])
        return (
            node.kind == "call"
            and node.name in _ELEMENTS
            and node.receiver is not None
            and matches(node.receiver)
        )

    return ValueCheck(name, "of its size", proves, lambda _node: False, uses)


def _compares(
    node: Node,
    wanted: bool,
    has_size: Callable[[Node], bool],
    file: SyntaxFile,
) -> bool:
    """Return whether a comparison with a size has the outcome that there is enough."""
    left, right = (any(map(has_size, one.walk())) for one in node.parts)
    if left == right:
        return False
    sign = node.name
    if sign in ("==", "==="):
        other = node.parts[1 if left else 0]
        return wanted != (file.text[other.start : other.end].strip() == "0")
    if sign in ("!=", "!=="):
        return wanted
    if sign not in ("<", "<=", ">", ">="):
        return False
    return wanted == (sign[0] == ">") if left else wanted == (sign[0] == "<")


def _without_not(node: Node, truth: bool) -> tuple[Node, bool]:
    while node.kind == "not" and node.parts:
        node, truth = node.parts[0], not truth
    return node, truth
