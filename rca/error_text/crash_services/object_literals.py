"""Objects and lists that source code of any language writes as literals → values as of JSON.

Python, JavaScript, TypeScript, Dart, Swift, Kotlin, Go, Ruby and PHP are read alike: keys with and without
quotes, any separator, calls that build a list or map, text of several parts, commas too many or missing. A
value that the code computes is left out. A text may begin or end inside an object.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rca.error_text.crash_services.literal_tokens import TOKEN, read_document, read_number, read_text
from rca.error_text.typed_json import as_list

LONGEST = 1024 * 1024
"""Characters of the longest text that is read."""

_DEEPEST = 200
_LONGEST_NAMED = 256 * 1024
"""Characters of the longest text whose names are followed."""

_MOST_NAMED = 100
_MOST_STEPS = 3
"""Names that lead to names: how many in a row are followed."""

_LONG = 30
"""Characters from which on a text may be a report of its own."""

_CLOSES = {"}": "{", "]": "[", ")": "("}
_CONSTANTS: dict[str, object] = {
    "true": True,
    "True": True,
    "TRUE": True,
    "YES": True,
    "false": False,
    "False": False,
    "FALSE": False,
    "NO": False,
    "null": None,
    "None": None,
    "nil": None,
    "NULL": None,
    "undefined": None,
}
_NAMES = ("text", "word")
_LISTS = frozenset(
    {"listOf", "mutableListOf", "arrayOf", "setOf", "asList", "list", "tuple", "array", "vec", "List.of"}
)
_OF_PAIRS = frozenset({"OrderedDict", "dict", "Map", "HashMap", "fromEntries"})
_MAPS = frozenset({"Map.of", "ImmutableMap.of"})


class _Computed:
    """A value that the code computes, and that is not known."""


_COMPUTED = _Computed()


@dataclass(frozen=True, slots=True)
class _Assigned:
    """A value that the text assigns to a name, and the brackets around the assignment."""

    value: object
    place: tuple[int, ...]


@dataclass(slots=True)
class _Operand:
    kind: str
    value: object
    begins_line: bool = False
    document: str | None = None


@dataclass(slots=True)
class _Open:
    """An open bracket, or the text outside all brackets.

    Attributes:
        name: the function that a round bracket belongs to.
        loose: objects and lists in it that are no part of its value.
        number: how many brackets were opened before it, which tells it from all others.
        is_assigned: whether the key is a name that is assigned to.
    """

    bracket: str
    name: str | None = None
    is_index: bool = False
    pairs: dict[str, object] = field(default_factory=dict)
    items: list[object] = field(default_factory=list)
    loose: list[object] = field(default_factory=list)
    key: str | None = None
    operands: list[_Operand] = field(default_factory=list)
    operators: set[str] = field(default_factory=set)
    has_comma: bool = False
    number: int = 0
    is_assigned: bool = False


@dataclass(frozen=True, slots=True)
class ObjectLiterals:
    """The outermost objects and lists of a text, and the longer strings in it.

    Attributes:
        computes: whether values were left out because the code computes them.
        spans: where texts of several lines stand.
        is_cut: whether brackets are open at the end.
    """

    values: tuple[object, ...]
    texts: tuple[str, ...]
    computes: bool
    spans: tuple[tuple[int, int], ...]
    is_cut: bool


def read_literals(text: str) -> ObjectLiterals:
    """Return the objects and lists that are written in a text, in linear time.

    A name that an enclosing block of the text assigns an object or list to stands for that.
    """
    reader = _Reader(text, {})
    reader.read()
    for _ in range(_MOST_STEPS if len(text) <= _LONGEST_NAMED else 0):
        known = {name: one for name, one in reader.assigned.items() if one is not None}
        if known == reader.known or not reader.used & known.keys():
            break
        reader = _Reader(text, known)
        reader.read()
    return ObjectLiterals(
        tuple(reader.found), tuple(reader.texts), reader.computes, tuple(reader.spans), reader.is_cut
    )


class _Reader:
    def __init__(self, text: str, known: dict[str, _Assigned]) -> None:
        self._text = text
        self.known = known
        self.assigned: dict[str, _Assigned | None] = {}
        self.used: set[str] = set()
        self._replaced = 0
        self._opened = 0
        self._stack = [_Open("")]
        self._too_deep = 0
        self._around = 0
        self.found: list[object] = []
        self.texts: list[str] = []
        self.computes = False
        self.is_cut = False
        self.spans: list[tuple[int, int]] = []

    def read(self) -> None:
        """Read all tokens, and close what the text leaves open."""
        last = 0
        for found in TOKEN.finditer(self._text):
            begins_line = "\n" in self._text[last : found.start()] or last == 0
            last = found.end()
            self._take(found, found.lastgroup or "", begins_line=begins_line)
        self.is_cut = len(self._stack) > 1
        while len(self._stack) > 1:
            self._close()
        self._end_root()

    def _take(self, found: re.Match[str], kind: str, *, begins_line: bool) -> None:
        top = self._stack[-1]
        match kind:
            case "long" | "raw" | "text" | "tick":
                value = read_text(found)
                if kind in ("long", "raw", "tick"):
                    self.spans.append(found.span())
                document = read_document(found) if len(value) >= _LONG else None
                top.operands.append(_Operand("text", value, begins_line, document))
            case "number":
                top.operands.append(_Operand("number", read_number(found[0]), begins_line))
            case "word":
                self._take_word(top, found[0], begins_line=begins_line)
            case "open":
                self._open(found, begins_line=begins_line)
            case "close":
                self._take_close(found[0])
            case "mark":
                _take_mark(top, found[0], self)
            case "end":
                self._end_entry(top)
                top.has_comma = True
            case "operator":
                top.operators.add(found[0])

    def _take_word(self, top: _Open, word: str, *, begins_line: bool) -> None:
        if word == "to" and top.key is None and [one.kind for one in top.operands] == ["text"]:
            _take_mark(top, word, self)
            return
        if len(top.operands) == 1 and top.operands[0].value == []:
            top.operands.clear()  # the type of a list in Go
        kind = "constant" if word in _CONSTANTS else "word"
        top.operands.append(_Operand(kind, _CONSTANTS.get(word, word), begins_line))

    def _open(self, found: re.Match[str], *, begins_line: bool) -> None:
        if len(self._stack) > _DEEPEST:
            self._too_deep += 1
            return
        top = self._stack[-1]
        opened = _Open(found[0])
        before = top.operands[-1] if top.operands else None
        touches = before is not None and before.kind == "word" and not self._text[found.start() - 1].isspace()
        if found[0] == "(" and before is not None and before.kind == "word" and not begins_line:
            opened.name = str(top.operands.pop().value)
        elif found[0] == "[" and touches:
            opened.is_index = True
        self._opened += 1
        opened.number = self._opened
        self._stack.append(opened)

    def _take_close(self, bracket: str) -> None:
        if self._too_deep:
            self._too_deep -= 1
            return
        wanted = _CLOSES[bracket]
        if not any(one.bracket == wanted for one in self._stack[1:]):
            if len(self._stack) == 1 and bracket != ")":
                self._close_around()
            return
        while True:
            closed = self._stack[-1].bracket
            self._close()
            if closed == wanted:
                break

    def _close_around(self) -> None:
        """End the object that the text began in: it is a part without a name of the next one."""
        inner = self._stack[0].pairs if self._around < _DEEPEST else {}
        self._end_entry(self._stack[0])
        if inner:
            self._stack[0].pairs = {}
        self._end_root()
        self._stack = [_Open("", pairs={"": inner} if inner else {})]
        self._around += 1

    def _close(self) -> None:
        closed = self._stack.pop()
        self._end_entry(closed)
        top = self._stack[-1]
        value = _value_of(closed)
        top.loose += closed.loose
        if value is _COMPUTED:
            top.loose += [
                one for one in (*closed.pairs.values(), *closed.items) if isinstance(one, (dict, list))
            ]
        if not closed.is_index:
            top.operands.append(_Operand("computed" if value is _COMPUTED else "value", value))

    def _end_root(self) -> None:
        root = self._stack[0]
        self._end_entry(root)
        if root.pairs:
            self.found.append(root.pairs)
        self.found += [one for one in (*root.items, *root.loose) if isinstance(one, (dict, list)) and one]

    def _end_entry(self, top: _Open) -> None:
        operands, key = top.operands, top.key
        if operands:
            value = _combined(operands, top.operators)
            if value is _COMPUTED and len(operands) == 1 and operands[0].kind == "word":
                name = str(operands[0].value)
                value = self._value_of_name(name)
                key = name if key is None and value is not _COMPUTED and top.bracket == "{" else key
            elif key is not None and top.is_assigned and top.bracket in ("", "{"):
                self._assign(key, value)
            self._keep_texts(operands, value)
            if value is _COMPUTED and key is None and all(one.kind == "value" for one in operands):
                top.items += [one.value for one in operands]  # their commas are missing
            elif value is _COMPUTED:
                self.computes = self.computes or (key is not None and top.bracket != "")
                top.loose += [one.value for one in operands if isinstance(one.value, (dict, list))]
                if key is None:
                    top.items.append(_COMPUTED)
            elif key is not None:
                top.pairs[key] = value
            else:
                top.items.append(value)
        top.operands, top.key, top.operators, top.is_assigned = [], None, set(), False

    def _assign(self, name: str, value: object) -> None:
        """Keep what a name stands for; one that is assigned twice or computed stands for nothing."""
        is_known = isinstance(value, (dict, list)) and name not in self.assigned
        place = tuple(one.number for one in self._stack)
        self.assigned[name] = _Assigned(value, place) if is_known else None

    def _value_of_name(self, name: str) -> object:
        """Return what an enclosing block assigns to a name."""
        self.used.add(name)
        found = self.known.get(name)
        if found is None or self._replaced >= _MOST_NAMED:
            return _COMPUTED
        if tuple(one.number for one in self._stack[: len(found.place)]) != found.place:
            return _COMPUTED
        self._replaced += 1
        return found.value

    def _keep_texts(self, operands: list[_Operand], value: object) -> None:
        """Keep the texts of an entry that may be reports of their own."""
        if len(operands) > 1 and isinstance(value, str):
            self.texts += [value] if len(value) >= _LONG else []
            return
        told = [one for one in operands if one.kind == "text" and len(str(one.value)) >= _LONG]
        self.texts += [one.document or str(one.value) for one in told]

    def end_before(self, top: _Open, at: int) -> None:
        """End an entry that lacks its comma before the operand that begins the next one."""
        following = top.operands[at:]
        top.operands = top.operands[:at]
        self._end_entry(top)
        top.operands = following


def _take_mark(top: _Open, mark: str, reader: _Reader) -> None:
    """Read what stands between a key and its value."""
    last = top.operands[-1] if top.operands else None
    if last is None:
        return
    if top.key is not None:
        begins = [at for at, one in enumerate(top.operands) if at and one.begins_line and one.kind in _NAMES]
        if begins:
            reader.end_before(top, begins[-1])
        else:
            top.loose += [one.value for one in top.operands if isinstance(one.value, (dict, list))]
            # Behind a type that is declared follows the value; behind others what is computed.
            top.operands = [] if mark == "=" else [_Operand("computed", None)]
            top.is_assigned = mark == "="
            return
    last = top.operands[-1]
    if last.kind not in ("text", "word", "number", "constant"):
        top.operators.add("?")
        return
    top.operands.pop()
    top.loose += [one.value for one in top.operands if isinstance(one.value, (dict, list))]
    top.key = str(last.value) if last.kind != "constant" else None
    top.is_assigned = mark == "=" and last.kind == "word"
    top.operands, top.operators = [], set()


def _combined(operands: list[_Operand], operators: set[str]) -> object:
    """Return the value of what stands between two commas."""
    if operators <= {"+"} and all(one.kind == "text" for one in operands):
        return "".join(str(one.value) for one in operands)
    if operators:
        return _COMPUTED
    values = [one for one in operands if one.kind == "value"]
    filled = [one for one in values if one.value] or values[-1:]
    if len(filled) == 1 and all(one.kind in ("value", "word") for one in operands):
        return filled[0].value  # beside an empty one, which is a part of a type
    if len(operands) == 1 and operands[0].kind not in ("word", "computed"):
        return operands[0].value
    return _COMPUTED


def _value_of(closed: _Open) -> object:
    """Return the value of a pair of brackets, or that it is computed or no value."""
    items = [one for one in closed.items if one is not _COMPUTED]
    if closed.bracket == "(":
        return _value_of_call(closed, items)
    if closed.pairs:
        return closed.pairs
    if closed.bracket == "[":
        return items
    is_list = len(items) == len(closed.items) and all(isinstance(one, (dict, list, str)) for one in items)
    return (items or {}) if is_list and not closed.loose else _COMPUTED


def _value_of_call(closed: _Open, items: list[object]) -> object:
    is_known = len(items) == len(closed.items)
    if closed.pairs:
        return closed.pairs
    if closed.name is None:
        is_group = len(closed.items) == 1 and not closed.has_comma
        return closed.items[0] if is_group else items if is_known else _COMPUTED
    if closed.name in _LISTS or closed.name.rpartition(".")[2] in _LISTS:
        return items
    if closed.name in _MAPS and is_known:
        return {str(name): value for name, value in zip(items[::2], items[1::2], strict=False)}
    if closed.name.rpartition(".")[2] in _OF_PAIRS and len(items) == 1 and (pairs := _pairs_of(items[0])):
        return pairs
    is_around = len(closed.items) == 1 and isinstance(closed.items[0], (dict, list))
    return closed.items[0] if is_around else _COMPUTED


def _pairs_of(value: object) -> dict[str, object]:
    """Return the map that a list of pairs is given for; an empty one for any other value."""
    pairs = [as_list(one) for one in as_list(value)]
    return {str(pair[0]): pair[1] for pair in pairs} if all(len(pair) == 2 for pair in pairs) else {}
