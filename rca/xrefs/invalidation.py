"""Invalidation: which files' xrefs a change makes stale.

A call site means what it means by the names that its file mentions, and by what the declarations of those
names show in turn. So a declaration that was added, changed or removed bears on the files that mention
its name, or that of a declaration which shows it, and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from rca.xrefs.declaration_hash import ANYTHING, HEAD, IMPORT, DeclarationHash


def names_that_differ(before: Sequence[DeclarationHash], after: Sequence[DeclarationHash]) -> set[str]:
    """Return the names of the declarations of a file that other files see differently now, or no longer."""
    old, new = Counter(before), Counter(after)
    parts = [*(old - new), *(new - old)]
    names = {part.name for part in parts}
    if HEAD in names:
        names |= {part.name for part in (*before, *after)}
    for part in parts:
        if part.name.startswith(IMPORT):
            word = part.name.removeprefix(IMPORT)
            shows = (one.name for one in (*before, *after) if word in (ANYTHING, *one.words))
            names.update(shows)
    return {name for name in names if name != HEAD and not name.startswith(IMPORT)}


def reached(
    changed: Iterable[str],
    mentioning: Callable[[str], Iterable[str]],
    shape: Callable[[str], Sequence[DeclarationHash]],
    most: int,
) -> set[str] | None:
    """Return the files that a change of declarations of some names bears on; None for more than `most`.

    `mentioning` gives the files that mention a name in any way, `shape` what a file shows.
    """
    names = set(changed)
    waiting = list(names)
    files: set[str] = set()
    showing: dict[str, dict[str, set[str]]] = {}
    while waiting:
        word = waiting.pop()
        if word == ANYTHING:
            return None
        for path in mentioning(word):
            files.add(path)
            if len(files) > most:
                return None
            shown = showing.get(path)
            if shown is None:
                shown = showing[path] = {}
                for part in shape(path):
                    for one in part.words:
                        shown.setdefault(one, set()).add(part.name)
            new = shown.get(word, set()) - names
            names |= new
            waiting.extend(new)
    return files
