"""Explain wrong and missing callers by what the resolver says of the call site."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from rca.index.index_view import IndexView
from rca.languages.facts import CallSite
from rca.resolve.resolution import Resolution
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol


@dataclass(frozen=True)
class Miss:
    """A wrong or missed unit: what happened, and where to look."""

    kind: str
    cause: str
    callee: str
    caller: str
    place: str
    detail: str


class Causes:
    """Name the causes of a module's misses. `truth` are the edges that its key was made of."""

    def __init__(self, view: IndexView, truth: Path, root: Path, scorer: ModuleType) -> None:
        self._view = view
        self._resolver = Resolver(view)
        self._simple = scorer.simple
        self._truth: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
        for name in ("kotlin.jsonl", "java.jsonl"):
            path = truth / name
            for line in path.read_text("utf-8").splitlines() if path.exists() else ():
                edge = json.loads(line)
                if edge["t"] in "cu" and edge["file"].startswith(f"{root}/"):
                    self._truth[edge["file"][len(str(root)) + 1 :], edge["line"]].append(edge)

    def of(
        self, callee: dict[str, Any], targets: tuple[Symbol, ...], answers: list[dict[str, Any]]
    ) -> Iterator[Miss]:
        """Return a function's misses; the counting is that of the scorer."""
        hit: set[int] = set()
        name = f"{callee['owner'] or ''}.{callee['functionName']}".lstrip(".")
        shown = f"{name} ({callee['filePath']}:{callee['line']})"
        for answer in answers:
            file, name = answer["filePath"], self._simple(answer["callerName"])
            matches = [
                i
                for i, unit in enumerate(callee["callers"])
                if unit["file"] == file and name in unit["names"]
            ]
            hit.update(matches)
            if not matches and not any(n["file"] == file and name in n["names"] for n in callee["neutral"]):
                cause, detail = self._wrong(callee, answer)
                yield Miss("wrong", cause, shown, name, f"{file}:{answer['line']}", detail)
        given = {(answer["filePath"], answer["line"]) for answer in answers}
        for place, unit in enumerate(callee["callers"]):
            if place not in hit:
                cause, detail = self._missed(callee, targets, unit, given)
                at = f"{unit['file']}:{unit['line']}"
                yield Miss("missed", cause, shown, unit["names"][0], at, detail)

    # --- wrong

    def _wrong(self, callee: dict[str, Any], answer: dict[str, Any]) -> tuple[str, str]:
        meant = self._meant(callee, answer["filePath"], answer["line"])
        says = (
            "; ".join(dict.fromkeys(str(one.get("id", one["t"])) for one in meant)) or "no call of that name"
        )
        evidence = answer["evidence"]
        detail = f"evidence {evidence}, confidence {answer['confidence']}; compiler: {says}"
        from_java = "java: " if answer["filePath"].endswith(".java") else ""
        return from_java + self._why(callee, answer, meant), detail

    def _why(self, callee: dict[str, Any], answer: dict[str, Any], meant: list[dict[str, Any]]) -> str:
        if not meant:
            return "no such call for the compiler"
        if answer["evidence"] == "override_family":
            return "override family"
        outside = all(one["t"] == "c" and one.get("to") is None for one in meant)
        if answer["evidence"] in ("name_only", "unique_name"):
            return f"guess by name: {'a library' if outside else 'another'} function"
        if outside:
            return "library function of the same name"
        sites = self._sites(callee, answer["filePath"], answer["line"])
        found = [self._resolver.resolve(answer["filePath"], index) for index, _ in sites]
        several = any(one is not None and len(one.targets) > 1 for one in found)
        owner = (callee["owner"] or "").rpartition(".")[2]
        if any(self._simple_owner(one) == owner for one in meant):
            return "several overloads kept" if several else "another overload"
        return "several functions kept" if several else "another function of the name"

    @staticmethod
    def _simple_owner(edge: dict[str, Any]) -> str:
        owner = str(edge.get("id", "")).rpartition("/")[2].rpartition(".")[0]
        return owner.rpartition(".")[2]

    def _meant(self, callee: dict[str, Any], file: str, line: int) -> list[dict[str, Any]]:
        name = callee["functionName"]
        return [edge for edge in self._truth[file, line] if edge["name"] == name]

    # --- missed

    def _missed(
        self,
        callee: dict[str, Any],
        targets: tuple[Symbol, ...],
        unit: dict[str, Any],
        given: set[tuple[str, int]],
    ) -> tuple[str, str]:
        if not targets:
            return "callee not found", ""
        if (unit["file"], unit["line"]) in given:
            return "counted for another caller", ""
        form = next((one for one in unit.get("form", ()) if one != "unnamed"), "call")
        sites = list(self._sites(callee, unit["file"], unit["line"]))
        if not sites:
            beside = {site.name for site in self._at(unit["file"], unit["line"])}
            taken = form == "call" and "invoke" in beside
            return "taken for the call of a variable" if taken else f"not extracted ({form})", ""
        index, site = sites[0]
        found = self._resolver.resolve(unit["file"], index)
        return self._open(site, found, targets, form)

    def _open(
        self, site: CallSite, found: Resolution | None, targets: tuple[Symbol, ...], form: str
    ) -> tuple[str, str]:
        if found is None:
            return "circle in resolution", site.form
        names = ", ".join(f"{one.qualified_name}:{one.declaration.name_line}" for one in found.targets[:3])
        shown = f"site form {site.form}, evidence {found.evidence}, certain {found.certain}"
        detail = f"{shown}, took: {names or 'nothing'}"
        if form in (
            "reference",
            "java",
            "delegate",
            "destructuring",
            "operator",
            "infix",
            "invoke",
            "iteration",
        ):
            prefix = f"{form}: "
        else:
            prefix = ""
        if not found.targets:
            return prefix + ("taken for a library's" if found.certain else "receiver type unknown"), detail
        if set(found.targets) & set(targets):
            return prefix + (
                "one of several, not listed" if not found.certain else "found, given to no caller"
            ), detail
        if not found.certain:
            return prefix + "receiver type unknown", detail
        if any(one.owner and one.owner in {other.owner for other in targets} for one in found.targets):
            return prefix + "another overload", detail
        return prefix + "another function of the name", detail

    def _sites(self, callee: dict[str, Any], path: str, line: int) -> Iterator[tuple[int, CallSite]]:
        facts = self._view.facts(path)
        if facts is None:
            return
        name = callee["functionName"]
        names = {row.alias for row in facts.imports if row.alias and row.path.endswith(f".{name}")} | {name}
        for index, site in enumerate(facts.calls):
            if site.line == line and site.name in names:
                yield index, site

    def _at(self, path: str, line: int) -> Iterator[CallSite]:
        facts = self._view.facts(path)
        yield from (site for site in facts.calls if site.line == line) if facts is not None else ()
