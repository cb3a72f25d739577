"""Keep rules of R8 and ProGuard: the classes and members whose names they preserve."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.analysis.implicit_callers.caller_evidence import Evidence, binary_name, line_at
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot

_KEEP = re.compile(
    r"^\s*-(?P<how>keep\w*)(?:,\w+)*\s+(?:@[\w.]+\s+)?(?:[\w!]+\s+)*?"
    r"(?:class|interface|enum)\s+(?P<name>[\w.$*?]+)[^\n{]*(?:\{(?P<members>[^}]*)\})?",
    re.MULTILINE,
)
_RULES_FILE = re.compile(r"""["']([\w./-]+\.(?:pro|txt|cfg))["']""")
_USUAL = ("proguard-rules.pro", "consumer-rules.pro")
_SCRIPTS = ("build.gradle.kts", "build.gradle")


def keep_rule(snapshot: Snapshot, symbol: Symbol) -> Evidence | None:
    """Return a rule that keeps a class or its constructor, or that names a member.

    A rule that keeps all members of many classes says nothing about any one of them.
    """
    owner = symbol if symbol.declaration.is_class else symbol.owner
    if owner is None:
        return None
    for path in _files(snapshot, symbol.path):
        text = (snapshot.content(path) or b"").decode("utf-8", "replace")
        for rule in _KEEP.finditer(text):
            if _fits(rule["name"], binary_name(owner)) and _keeps(rule, symbol):
                return Evidence(rule["name"], path, line_at(text, rule.start("name")))
    return None


def _files(snapshot: Snapshot, path: str) -> Iterator[str]:
    """Return the rule files of a module: those that its build script names, and the usual ones."""
    folder, listed = path, snapshot.index.listed
    while folder:
        folder = folder.rpartition("/")[0]
        around = f"{folder}/" if folder else ""
        scripts = [f"{around}{name}" for name in _SCRIPTS if f"{around}{name}" in listed]
        if scripts:
            text = b"".join(snapshot.content(one) or b"" for one in scripts).decode("utf-8", "replace")
            named = (match[1] for match in _RULES_FILE.finditer(text))
            yield from dict.fromkeys(f"{around}{one}" for one in (*named, *_USUAL))
            return


def _fits(pattern: str, name: str) -> bool:
    """Return whether a rule's pattern matches a class; a pattern that matches every class does not count."""
    if not pattern.strip("*.?"):
        return False
    made = re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^.]*").replace(r"\?", "[^.]")
    return re.fullmatch(made, name) is not None


def _keeps(rule: re.Match[str], symbol: Symbol) -> bool:
    members = [one.strip() for one in (rule["members"] or "").split(";")]
    if symbol.declaration.is_class or symbol.declaration.kind == "constructor":
        return "member" not in rule["how"] or any("<init>" in one for one in members)
    if "*" not in rule["name"] and ("*" in members or "<methods>" in members):
        return True
    named = re.compile(rf"(?<![\w$]){re.escape(symbol.name)}\s*(?:\(|\Z)")
    return any(named.search(one) for one in members)
