"""Reflection: code that passes a class on, or looks a member up by its name."""

from __future__ import annotations

import re

from rca.analysis.implicit_callers.caller_evidence import Evidence, binary_name, line_at
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

_CODE = (".kt", ".kts", ".java")
_LOOKED_UP = ("getMethod", "getDeclaredMethod", "getField", "getDeclaredField")
_MADE = re.compile(
    r"\s*(?:\.\s*(?:java|javaObjectType)\s*)?"
    r"\.\s*(?:createInstance|primaryConstructor|constructors?|newInstance|get(?:Declared)?Constructors?"
    r"|declaredConstructors|memberProperties|declaredMember\w+|(?:get)?(?:d|D)eclaredMethods?"
    r"|(?:get)?(?:d|D)eclaredFields?|getMethods?|methods|functions|members)\b"
)
_HANDED_OVER = re.compile(r"\s*(?:\.\s*(?:java|javaObjectType)\s*)?[,)\]}]")
_CALLEE = re.compile(r"([\w$]+)\s*(?:<[^()]*>)?\s*\Z")
_HARMLESS = re.compile(
    r"^(?:Throws|OptIn|Suppress\w*|\w*(?:[lL]ogger|[lL]og|mock\w*|Mock\w*|[sS]py\w*|any|isA|instanceOf|isInstance\w*"
    r"|assert\w*|expect\w*|shouldThrow\w*|\w*Throws\w*|\w*FailsWith|ReplaceWith|tag|TAG|RequiresOptIn"
    r"|isAssignableFrom|from|equals|hashCode|println|See))$"
)
_BEFORE = 400


def class_literal(snapshot: Snapshot, owner: Symbol, deadline: Deadline) -> Evidence | None:
    """Return a place that passes a class literal, or its full name, to code that may instantiate it."""
    literals = [f"{owner.name}{sign}class" for sign in ("::", ".")]
    quoted_names = [f'"{name}"' for name in dict.fromkeys((binary_name(owner), owner.qualified_name))]
    spelled = re.compile("|".join(re.escape(one) for one in (*literals, *quoted_names)))
    encoded = [one.encode() for one in (*literals, *quoted_names)]
    for path in snapshot.index.declaring(owner.name, "mentioned"):
        if deadline.expired:
            return None
        content = snapshot.content(path) if path.endswith(_CODE) else None
        if content is None or not any(one in content for one in encoded):
            continue
        text = content.decode("utf-8", "replace")
        for match in spelled.finditer(text):
            quoted = match[0].startswith('"')
            if (
                "." in match[0]
                if quoted
                else _is_word(match) and _means(snapshot, path, match, owner) and _is_made(match)
            ):
                return Evidence(match[0], path, line_at(text, match.start()))
    return None


def member_name(snapshot: Snapshot, member: Symbol, deadline: Deadline) -> Evidence | None:
    """Return a place that looks a member up by its name."""
    spelled = re.compile(rf'\b(?:{"|".join(_LOOKED_UP)})\s*\(\s*"{re.escape(member.name)}"')
    quoted = f'"{member.name}"'.encode()
    paths = dict.fromkeys(path for name in _LOOKED_UP for path in snapshot.index.declaring(name, "called"))
    owner = member.owner
    known = None if owner is None else frozenset(snapshot.index.declaring(owner.name, "mentioned"))
    for path in paths:
        if deadline.expired:
            return None
        data = snapshot.content(path) if known is None or path in known else None
        may_say = data is not None and (quoted in data or b"\0" in data)  # UTF-16
        found = None if not may_say else spelled.search(snapshot.text(path) or "")
        if found is not None:
            return Evidence(f"{found[0]})", path, line_at(found.string, found.start()))
    return None


def _means(snapshot: Snapshot, path: str, literal: re.Match[str], owner: Symbol) -> bool:
    """Return whether the name in a class literal may mean a class: by imports, package or outer class."""
    facts = snapshot.index.facts(path)
    before = literal.string[max(0, literal.start() - _BEFORE) : literal.start()]
    if facts is None or path == owner.path:
        return facts is not None
    qualified = owner.qualified_name.rpartition(".")
    if before.endswith("."):
        return before.endswith(f"{qualified[0].rpartition('.')[2]}.")
    visible = (qualified[0] if row.star else owner.qualified_name for row in facts.imports)
    top_level = len(owner.class_path) == 1
    return (top_level and facts.package == owner.facts.package) or any(
        row.path == wanted for row, wanted in zip(facts.imports, visible, strict=True)
    )


def _is_word(literal: re.Match[str]) -> bool:
    text, after = literal.string, literal.end()
    around = text[literal.start() - 1 : literal.start()], text[after : after + 1]
    return not any(sign.isalnum() or sign in ("_", "$") for sign in around if sign)


def _is_made(literal: re.Match[str]) -> bool:
    """Return whether a class literal may be instantiated, by what follows it or which function takes it."""
    text = literal.string
    if _MADE.match(text, literal.end()):
        return True
    if not _HANDED_OVER.match(text, literal.end()):
        return False
    before = text[max(0, literal.start() - _BEFORE) : literal.start()]
    opened = _innermost_open(before)
    callee = None if opened is None else _CALLEE.search(before[:opened])
    return callee is not None and not _HARMLESS.match(callee[1])


def _innermost_open(before: str) -> int | None:
    """Return the offset of the innermost unclosed parenthesis."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] == ")":
            depth += 1
        elif before[at] == "(":
            if depth == 0:
                return at
            depth -= 1
        elif before[at] == ";":
            return None
    return None
