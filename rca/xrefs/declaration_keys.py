"""Declaration keys: stable 64-bit ids that survive edits elsewhere in a file."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

from rca.languages.facts import Facts


def key_of_text(text: str) -> int:
    """Return a signed 64-bit hash of a text, as SQLite stores it; never 0."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True) or 1


def keys_of(path: str, facts: Facts) -> list[int]:
    """Return the key of each declaration of a file, in the order of the text.

    It stands for the file, for what is around the declaration, and for its kind, name, receiver and types
    of parameters; declarations that have all of it in common are numbered.
    """
    keys: list[int] = []
    before: Counter[str] = Counter()
    for row in facts.declarations:
        around = str(keys[row.parent]) if 0 <= row.parent < len(keys) else path
        types = ",".join([one.type or "" for one in row.parameters])
        text = f"{around}\0{row.kind}\0{row.name}\0{row.receiver or ''}\0{types}"
        number = before[text]
        before[text] = number + 1
        keys.append(key_of_text(f"{text}\0{number}" if number else text))
    return keys
