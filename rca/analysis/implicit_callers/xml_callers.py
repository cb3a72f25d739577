"""XML that creates classes or calls members: manifests, layouts, navigation, binding expressions."""

from __future__ import annotations

import re

from rca.analysis.implicit_callers.caller_evidence import Evidence
from rca.analysis.xml_mentions import mentions_of
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot

_DESIGN = re.compile(r"\btools:\w+\s*=\s*[\"'][^\"']*\Z")
_TYPE_ONLY = re.compile(r"<(?:variable|import)\b|\btype\s*=\s*[\"'][^\"']*\Z")
"""What names a class for the editor's preview, or as a type, makes no instance of it."""


def made_by(snapshot: Snapshot, owner: Symbol) -> Evidence | None:
    """Return a line of XML from which the platform creates a class: a component, a view, a destination."""
    for path, line, text in mentions_of(snapshot, owner):
        before = text[: text.find(owner.name)]
        if not _DESIGN.search(before) and not _TYPE_ONLY.search(before):
            return Evidence(owner.name, path, line)
    return None


def called_by(snapshot: Snapshot, member: Symbol) -> Evidence | None:
    """Return a layout's line that calls or reads a member: `android:onClick`, a binding expression.

    A binding expression counts if its layout names the member's class.
    """
    owner = member.owner
    if owner is None:
        return None
    named = frozenset(snapshot.index.declaring(owner.name, "mentioned"))
    for spelling in _spellings(member):
        for path in snapshot.index.declaring(spelling, "called"):
            facts = snapshot.index.facts(path) if path.endswith(".xml") else None
            for place in () if facts is None else facts.called.get(spelling, ()):
                assert facts is not None
                site = facts.calls[place]
                clicked = site.form == "call" and _takes_view(member)
                if site.form in ("call", "read") and (path in named or clicked):
                    what = "android:onClick" if path not in named else "a binding expression"
                    return Evidence(what, path, site.line)
    return None


def _takes_view(member: Symbol) -> bool:
    """Return whether a function can be a click handler: its only parameter is the view."""
    parameters = member.declaration.parameters
    return len(parameters) == 1 and (parameters[0].type or "").rpartition(".")[2].rstrip("?") == "View"


def _spellings(member: Symbol) -> tuple[str, ...]:
    name = member.name
    if member.declaration.kind == "function" and name[:3] == "get" and name[3:4].isupper():
        return (name, name[3].lower() + name[4:])
    return (name,)
