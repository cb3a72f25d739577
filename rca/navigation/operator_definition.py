"""Definition of operators: the functions behind `+`, `[`, `in`, `==` and `by`."""

from __future__ import annotations

from rca.index.position_lookup import SourceFile
from rca.languages.facts import CallSite
from rca.resolve.resolution import Resolution
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol

_DELEGATE = "by"


def called_by_sign(
    resolver: Resolver, file: SourceFile, start: int
) -> tuple[CallSite, Resolution, tuple[Symbol, ...]] | None:
    """Return a call site of the operator at an offset, its resolution, and all functions that it calls.

    `+=` calls `plusAssign` where there is one, `plus` otherwise; `by` calls up to three functions. Those of
    libraries are given where no other is known.
    """
    delegated = file.text.startswith(_DELEGATE, start)
    sites = file.trace.signs.get(start, ()) if not delegated else file.sites.get(start, ())
    found: list[tuple[CallSite, Resolution]] = []
    for index in sites:
        site = file.facts.calls[index] if index < len(file.facts.calls) else None
        if site is None or (delegated and site.form != "delegate"):
            continue
        resolution = resolver.meaning(file.path, index)
        if resolution is not None and resolution.certain and resolution.targets:
            found.append((site, resolution))
            if not delegated and not site.name.startswith("provide"):
                break
    if not found:
        return None
    targets = tuple(dict.fromkeys(one for _, resolution in found for one in resolution.targets))
    own = tuple(one for one in targets if one.facts.language != "library")
    return *found[0], own or targets
