"""Interface hash per declaration: an xref elsewhere goes stale only if it changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from rca.index.interface_hash import WITH_CALL_SITE, ExpressionHashes
from rca.languages.android.generated_facts import names_in_code
from rca.languages.facts import NONE, Declaration, Expression, Facts
from rca.resolve.java_interop import is_boolean_getter, synthetic_names
from rca.xrefs.declaration_keys import keys_of

_WITH_OWNER = ("name", "type", "member", "this", "super", "object")
"""Forms of expressions whose number is the index of a declaration."""

HEAD, IMPORT, ANYTHING = "package", "import ", "*"
"""Names of parts that are no declaration's: a file's head, one of its imports, and what any file may see."""

_CONVENTIONS_TEXT = (
    "invoke get set iterator next hasNext contains compareTo equals getValue setValue provideDelegate rangeTo"
    " rangeUntil plus minus times div rem plusAssign minusAssign timesAssign divAssign remAssign unaryPlus"
    " unaryMinus not inc dec"
)
_CONVENTIONS = frozenset(_CONVENTIONS_TEXT.split())
"""Functions that a language calls where no text names them."""
_WORD = re.compile(r"[^\W\d]\w*")


class DeclarationHash(NamedTuple):
    """One declaration's name, and a number that changes with all that other files can see of it.

    `words` are those that it shows: what it is may change where one of them means something else.
    """

    name: str
    seen: int
    words: tuple[str, ...] = ()


def shape_of(path: str, facts: Facts) -> list[DeclarationHash]:
    """Return parts for each declaration of a file, its head and its imports.

    Positions do not count, nor what stands inside bodies; of a declaration without a written type the
    expression counts that gives it its type. Numbers are the same in every process. What has no name
    goes by the name of what is around it; what other files may use without its name has parts under the
    names that they do use.
    """
    keys = keys_of(path, facts)
    values = _StableHashes(facts, keys)
    aliases = {line.alias: _last(line.path) for line in facts.imports if line.alias}
    parts = [DeclarationHash(HEAD, _number((facts.language, facts.package, facts.facade, facts.names_only)))]
    for line in facts.imports:
        name = ANYTHING if line.star else line.alias or _last(line.path)
        parts.append(DeclarationHash(IMPORT + name, _number(line[:4])))
    names: list[str] = []
    for key, row in zip(keys, facts.declarations, strict=True):
        around = names[row.parent] if 0 <= row.parent < len(names) else ANYTHING
        name = around if row.kind in ("companion", "initializer") or not row.name else row.name
        names.append(name)
        untyped = row.value if row.type is None else NONE
        value = values.of(untyped) if row.type is None else int(row.value == NONE)
        seen = _number(
            (
                key,
                row.type,
                tuple(tuple(one) for one in row.parameters),
                row.type_parameters,
                row.supertypes,
                row.modifiers,
                value,
            )
        )
        texts = (row.type or "", row.receiver or "", *(one.type or "" for one in row.parameters))
        shown = {
            word for text in (*texts, *row.type_parameters, *row.supertypes) for word in _WORD.findall(text)
        }
        if untyped != NONE:
            shown |= values.words(untyped)
        shown.update([aliases[word] for word in shown if word in aliases])
        parts.append(DeclarationHash(name, seen, tuple(sorted(shown))))
        parts.extend(DeclarationHash(other, seen) for other in _seen_by(facts, row, around) if other != name)
    return parts


def _seen_by(facts: Facts, row: Declaration, around: str) -> Iterator[str]:
    """Return the other names by which a declaration is used."""
    if row.is_class and not ("A" <= row.name[:1] <= "Z" or row.name[:1] > "\x7f"):
        if row.name:
            yield ANYTHING  # in what position a file mentions it is not known
        return
    if facts.language == "resource":
        yield from names_in_code(row)
        return
    for word in row.modifiers:
        if "JvmName(" in word:
            yield word.partition('"')[2].partition('"')[0]
    capital = f"{row.name[:1].upper()}{row.name[1:]}"
    if row.kind == "property":
        yield from (f"get{capital}", f"set{capital}")
        if is_boolean_getter(row.name):
            yield f"set{row.name[2:]}"
    elif facts.language == "java" and row.kind == "function":
        yield from synthetic_names(row.name)
    if row.kind not in ("function", "property"):
        return
    of_interface = row.parent != NONE and facts.declarations[row.parent].kind == "interface"
    if row.name in _CONVENTIONS or row.name.startswith("component") or of_interface:
        if row.receiver is None:
            yield around
        else:
            yield _last(row.receiver.partition("<")[0].rstrip("? ")) if _is_class(row) else ANYTHING


def _is_class(row: Declaration) -> bool:
    """Return whether the receiver of an extension is surely written as a class."""
    name = (row.receiver or "").partition("<")[0].rstrip("? ")
    bounds = {text.partition(":")[0].split()[-1] for text in row.type_parameters if text.strip()}
    return bool(re.fullmatch(r"[\w.]+", name)) and name not in bounds


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def _number(value: object) -> int:
    digest = blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class _StableHashes(ExpressionHashes):
    """Hashes of a file's expressions that are the same in every process."""

    def __init__(self, facts: Facts, keys: list[int]) -> None:
        super().__init__(facts, _number)
        self._keys = keys

    def words(self, index: int) -> set[str]:
        """Return the words that an expression shows."""
        found: set[str] = set()
        seen: set[int] = set()
        waiting = [index]
        while waiting:
            place = waiting.pop()
            if place == NONE or place in seen:
                continue
            seen.add(place)
            node = self._facts.expressions[place]
            found.update(_WORD.findall(node.name))
            waiting.extend(node.inputs)
            if node.form in WITH_CALL_SITE and node.number != NONE:
                site = self._facts.calls[node.number]
                found.add(site.name)
                found.update(word for text in site.type_arguments for word in _WORD.findall(text))
                waiting.extend((*site.arguments, site.receiver))
        return found

    def _declaration(self, node: Expression) -> object:
        return self._keys[node.number] if node.form in _WITH_OWNER else node.number
