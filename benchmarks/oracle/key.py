"""The compilers' call edges → an answer key: a sample of functions with their callers."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

CALLED, UNCALLED, CONSTRUCTORS, OF_FORM = 150, 50, 30, 25
"""How many of each a key samples, at most; `OF_FORM` of what is called in each of `FORMS`, beside these."""

FORMS = ("delegate", "destructuring", "iteration", "invoke", "reference", "operator", "infix")
"""Forms that are too rare for a sample of all functions to tell how well they are found."""

Edge = dict[str, Any]


class Edges:
    """Hold what the compilers said of one repository: declarations, calls, and calls that stay open."""

    def __init__(self, lines: Iterable[str], root: Path) -> None:
        self._root = root
        self._texts: dict[str, str] = {}
        self.functions: dict[str, Edge] = {}
        self.types: dict[str, Edge] = {}
        self.constructors: dict[str, list[Edge]] = defaultdict(list)
        self.actual: dict[str, str] = {}
        calls: dict[tuple[Any, ...], Edge] = {}
        for line in lines:
            edge = json.loads(line)
            kind = edge["t"]
            if kind == "f":
                self.functions[edge["key"]] = edge
                if "expect" in edge:
                    self.actual[edge["expect"]] = edge["key"]
            elif kind == "t":
                self.types[edge["key"]] = edge
                if "expect_key" in edge:
                    self.actual[edge["expect_key"]] = edge["key"]
            elif kind == "k":
                self.constructors[edge["owner"]].append(edge)
            elif edge["how"] != "component" or not self._is_left_out(edge):
                place = (
                    edge["file"],
                    edge["start"],
                    edge.get("from"),
                    edge["name"],
                    edge.get("to"),
                    edge["how"],
                )
                calls[place] = edge
        self.calls = list(calls.values())
        for edge in self.calls:
            edge["to"] = self.actual.get(edge.get("to", ""), edge.get("to"))

    def relative(self, path: str) -> str | None:
        """Return a path inside the repository, None for one outside it."""
        return path[len(str(self._root)) + 1 :] if path.startswith(f"{self._root}/") else None

    def text(self, path: str) -> str:
        """Return a file's text as the compiler counts it."""
        if path not in self._texts:
            data = Path(path).read_bytes().decode("utf-8", "replace")
            self._texts[path] = data.removeprefix("\ufeff").replace("\r\n", "\n")
        return self._texts[path]

    def _is_left_out(self, call: Edge) -> bool:
        """Return whether a part of what is taken apart has no name: nothing is called then."""
        return self.text(call["file"])[call["start"] : call["end"]] == "_"

    def forms(self, call: Edge) -> set[str]:
        """Return how a call is written; nothing for a plain one."""
        if call["file"].endswith(".java"):
            return {"java"}
        how, fake = call["how"], call.get("fake", "")
        if how == "reference":
            return {"reference"}
        forms: set[str] = set()
        if "Delegat" in fake or call["name"] in ("getValue", "setValue", "provideDelegate"):
            forms.add("delegate")
        elif how == "component":
            forms.add("destructuring")
        elif how in ("infix", "invoke"):
            forms.add(how)
        elif call["name"] in ("iterator", "hasNext", "next") and how == "operator":
            forms.add("iteration")
        elif how == "operator":
            forms.add("operator")
        written = self.text(call["file"])[call["start"] : call["end"]].strip("`")
        if how != "delegated-constructor" and not call.get("ctor") and written != call["name"]:
            forms.add("unnamed")
        if not forms & {"unnamed", "infix"}:
            forms.clear()  # an operator's function under its own name is a plain call
        return forms


def callees(edges: Edges) -> list[dict[str, Any]]:
    """Return every function and class of a module, and who calls it."""
    sites: dict[str, list[Edge]] = defaultdict(list)
    open_sites: dict[str, list[Edge]] = defaultdict(list)
    for call in edges.calls:
        if edges.relative(call["file"]) is None:
            continue
        if call["t"] == "u":
            open_sites[call["name"]].append(call)
        elif call["to"]:
            sites[call["to"]].append(call)
    return [*_functions(edges, sites, open_sites), *_constructors(edges, sites, open_sites)]


def make(edges: Edges, head: dict[str, Any]) -> dict[str, Any]:
    """Return the key of a module; `head` goes before its callees."""
    everything = callees(edges)
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for callee in everything:
        constructor = callee["kind"] == "constructor"
        if callee["callers"]:
            groups["ctor" if constructor else "pos"].append(callee)
        elif not constructor and not callee["neutral"]:
            groups["neg"].append(callee)
    chosen: list[dict[str, Any]] = []
    choice = random.Random(head["module"])  # noqa: S311 - a sample, not a secret
    for group, size in (("pos", CALLED), ("neg", UNCALLED), ("ctor", CONSTRUCTORS)):
        candidates = sorted(
            groups[group], key=lambda one: (one["filePath"], one["line"], one["functionName"])
        )
        for callee in choice.sample(candidates, min(size, len(candidates))):
            if group == "neg":
                callee["categories"].append("uncalled")
            chosen.append({"id": f"{head['module']}-{group}-{len(chosen):03}", **callee})
    apart = sorted(everything, key=lambda one: (one["filePath"], one["line"], one["functionName"]))
    return {**head, "callees": chosen, "byForm": _by_form(apart, chosen, head["module"])}


def _by_form(
    everything: list[dict[str, Any]], chosen: list[dict[str, Any]], module: str
) -> list[dict[str, Any]]:
    """Sample what is called in rare forms, apart from what is chosen already."""
    taken = {(one["filePath"], one["line"], one["functionName"], one["kind"]) for one in chosen}
    choice = random.Random(module)  # noqa: S311 - a sample, not a secret
    found: list[dict[str, Any]] = []
    for form in FORMS:
        candidates = [
            one
            for one in everything
            if any(form in unit.get("form", ()) for unit in one["callers"])
            and (one["filePath"], one["line"], one["functionName"], one["kind"]) not in taken
        ]
        for callee in choice.sample(candidates, min(OF_FORM, len(candidates))):
            taken.add((callee["filePath"], callee["line"], callee["functionName"], callee["kind"]))
            found.append({"id": f"{module}-form-{len(found):03}", **callee})
    return found


def _functions(
    edges: Edges, sites: dict[str, list[Edge]], open_sites: dict[str, list[Edge]]
) -> Iterator[dict[str, Any]]:
    expected = set(edges.actual)
    own = {
        key: one
        for key, one in edges.functions.items()
        if edges.relative(one["file"]) and key not in expected
    }
    names = Counter(function["name"] for function in own.values())
    overridden = {edges.actual.get(base, base) for one in own.values() for base in one["overrides"]}
    companions = {one["owner"] for one in edges.types.values() if one.get("companion")}
    for key, function in own.items():
        if function["local"]:
            continue
        flags = set(function["flags"])
        categories = ["unique" if names[function["name"]] == 1 else "ambiguous"]
        categories += ["extension"] if "extension" in flags else []
        categories += ["operator"] if flags & {"operator", "infix"} else []
        categories += ["companion"] if function.get("owner") in companions else []
        categories += ["override"] if function["bases"] or key in overridden else []
        categories += [flag for flag in ("inline", "suspend") if flag in flags]
        bases = [edges.actual.get(base, base) for base in function["overrides"]]
        through = [site for base in bases for site in sites[base]]
        yield {
            "functionName": function["name"],
            "owner": function.get("owner"),
            "filePath": edges.relative(function["file"]),
            "line": function["line"],
            "kind": "function",
            "categories": categories,
            **_units(edges, key, sites[key], [*through, *open_sites[function["name"]]]),
        }


def _constructors(
    edges: Edges, sites: dict[str, list[Edge]], open_sites: dict[str, list[Edge]]
) -> Iterator[dict[str, Any]]:
    shown = {actual: expect for expect, actual in edges.actual.items() if expect in edges.types}
    for key, own in edges.types.items():
        one = edges.types[shown.get(key, key)]
        path = edges.relative(one["file"])
        if path is None or own["local"] or own["kind"] != "CLASS" or key in edges.actual:
            continue
        yield {
            "functionName": one["name"],
            "owner": one["owner"],
            "filePath": path,
            "line": one["line"],
            "kind": "constructor",
            "categories": ["constructor"],
            **_units(edges, key, sites[key], open_sites[one["name"]]),
        }


def _units(edges: Edges, key: str, direct: list[Edge], neither: list[Edge]) -> dict[str, Any]:
    """Return callers and neutral places of a function, a unit being a calling function in a file."""
    callers: dict[tuple[str, tuple[str, ...]], list[Edge]] = defaultdict(list)
    neutral: dict[tuple[str, tuple[str, ...]], None] = {}
    for site in direct:
        path = edges.relative(site["file"]) or ""
        names = () if _is_super_call(edges, site) else _calling(site)
        if names and key not in site["around"] and not site.keys() & {"delegated", "shaky"}:
            callers[path, names].append(site)
        else:
            neutral[path, _neutral_names(site)] = None
    for site in neither:
        neutral[edges.relative(site["file"]) or "", _neutral_names(site)] = None
    units = []
    for (path, names), found in sorted(callers.items()):
        unit = {"file": path, "names": list(names), "line": min(site["line"] for site in found)}
        forms = set.intersection(*(edges.forms(site) for site in found))
        units.append({**unit, "form": sorted(forms)} if forms else unit)
    return {
        "callers": sorted(units, key=lambda unit: (unit["file"], unit["line"])),
        "neutral": [{"file": path, "names": list(names)} for path, names in sorted(neutral)],
    }


def _is_super_call(edges: Edges, site: Edge) -> bool:
    """Return whether Java calls a base's constructor, often without a word: neutral, as in Kotlin."""
    if not site.get("ctor") or not site["file"].endswith(".java"):
        return False
    written = edges.text(site["file"])[site["start"] : site["end"]]
    return written != str(site["name"])


def _calling(site: Edge) -> tuple[str, ...]:
    """Return the names that a call's function goes by; none in a Kotlin initialiser or accessor.

    Java's constructors, and its initialisers with them, go by their class.
    """
    if site["owners"][-1:] == ["function"]:
        return tuple(sorted(set(site["names"])))
    return tuple(site["classes"][-1:]) if site["file"].endswith(".java") else ()


def _neutral_names(site: Edge) -> tuple[str, ...]:
    """Return every name that a reader may give to the place: initialisers and accessors have none."""
    path = Path(site["file"])
    names = {"<init>", path.stem, path.suffix[1:], *site["names"], *site["classes"]}
    for name in site["properties"][-1:]:
        capital = name[:1].upper() + name[1:]
        names |= {name, f"<get-{name}>", f"<set-{name}>", "get", "set", f"get{capital}", f"set{capital}"}
    return tuple(sorted(names))
