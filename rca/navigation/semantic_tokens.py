"""Semantic tokens: what the names in a file's code stand for, as an editor colours them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from rca.index.index_view import IndexView
from rca.index.position_lookup import SourceFile
from rca.languages.facts import Declaration
from rca.languages.locals.local import Local
from rca.languages.locals.locals import LABELLED
from rca.languages.word_scanner import Token, words
from rca.navigation.definition import Definition, Definitions, Texts
from rca.navigation.identifier import is_keyword
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

TokenKind = Literal[
    "namespace",
    "type",
    "class",
    "enum",
    "interface",
    "typeParameter",
    "parameter",
    "variable",
    "property",
    "enumMember",
    "function",
    "method",
    "decorator",
]
TokenModifier = Literal["declaration", "readonly", "static", "deprecated", "abstract"]

MOST_NAMES: Final = 40_000
"""Names of one file that are looked at; what comes after has the colours of the grammar alone."""
_STEP: Final = 16
"""Names between two looks at the deadline."""

_KINDS: Final[Mapping[str, TokenKind]] = {
    "class": "class",
    "object": "class",
    "companion": "class",
    "anonymous": "class",
    "interface": "interface",
    "annotation": "class",
    "enum": "enum",
    "enum_entry": "enumMember",
    "typealias": "type",
    "property": "property",
}
_LOCALS: Final[Mapping[str, TokenKind]] = {
    "local": "variable",
    "parameter": "parameter",
    "type_parameter": "typeParameter",
}
_NOT_NAMES: Final = words("constructor init companion")
_OBJECTS: Final = ("object", "companion")
_DEPRECATED: Final = ("@Deprecated", "@java.lang.Deprecated", "@kotlin.Deprecated")


class SemanticToken(NamedTuple):
    """A name of the code from offset `start` up to `end`, with what it stands for."""

    start: int
    end: int
    kind: TokenKind
    modifiers: tuple[TokenModifier, ...]


class SemanticTokens(NamedTuple):
    """The tokens of a file in the order of the text; not complete where time or size ended the search."""

    tokens: tuple[SemanticToken, ...]
    complete: bool


def find_semantic_tokens(
    view: IndexView, path: str, texts: Texts, deadline: Deadline, within: tuple[int, int] | None = None
) -> SemanticTokens | None:
    """Return what the names of a Kotlin or Java file stand for; None where it cannot be read.

    A name whose meaning is not known has no token.

    Args:
        view: the index of the snapshot.
        path: wire path of the file.
        texts: gives a file's text, unsaved text first.
        deadline: ends the search with what was found.
        within: offsets of the part that is wanted, the whole text where it is None.
    """
    with view.resolver(deadline) as resolver:
        definitions = Definitions(resolver, texts)
        file = definitions.file(path)
        if file is None:
            return None
        reader = _Reader(file, definitions)
        found: list[SemanticToken] = []
        for number, (at, word) in enumerate(_names(file, within)):
            if number >= MOST_NAMES or (number % _STEP == 0 and deadline.expired):
                return SemanticTokens(tuple(found), complete=False)
            token = reader.token(at, word)
            if token is not None:
                found.append(token)
        return SemanticTokens(tuple(found), complete=True)


def _names(file: SourceFile, within: tuple[int, int] | None) -> Iterator[tuple[int, Token]]:
    """Return the words of the code that may be names, with their index among the file's tokens."""
    tokens = file.locals.tokens
    first = 0 if within is None else bisect_left(tokens, within[0], key=lambda token: token.start)
    for at in range(first, len(tokens)):
        token = tokens[at]
        if within is not None and token.start >= within[1]:
            return
        if token.is_word:
            yield at, token


class _Reader:
    """Decides what the names of one file stand for."""

    def __init__(self, file: SourceFile, definitions: Definitions) -> None:
        self._file = file
        self._definitions = definitions
        self._tokens = file.locals.tokens
        self._known: dict[Symbol, tuple[TokenKind, tuple[TokenModifier, ...]] | None] = {}

    def token(self, at: int, word: Token) -> SemanticToken | None:
        """Return the token of a word; None where it is a keyword or label, or its meaning is not known."""
        ticked = self._file.text.startswith("`", word.start - 1)
        if not ticked and is_keyword(word.text, self._file.facts.language):
            return None
        before = self._mark(at - 1)
        if before == "@" and self._is_label(at):
            return None
        local = self._local(at, word, before)
        if local is not None:
            return self._of_local(word, local)
        meaning = self._definitions.declaration_of(self._file, word.text, word.start)
        if meaning is None:
            return self._implicit(word)
        return self._of_meaning(word, meaning, before)

    def _mark(self, at: int) -> str:
        return self._tokens[at].text if 0 <= at < len(self._tokens) and not self._tokens[at].is_word else ""

    def _is_label(self, at: int) -> bool:
        sign = self._tokens[at - 1]
        keyword = self._tokens[at - 2] if at > 1 else None
        return keyword is not None and keyword.text in LABELLED and keyword.end == sign.start

    def _local(self, at: int, word: Token, before: str) -> Local | None:
        """Return the local that a word surely means; others are looked up like every name."""
        file = self._file
        if before in (".", "?.", "::", "@") or word.start in file.sites or word.start in file.declared:
            return None
        if self._mark(at + 1) in ("=", "@"):  # the name of an argument, or a label
            return None
        found = file.locals.find(word.text, word.start)
        return found if found is not None and found.kind in _LOCALS else None

    def _implicit(self, word: Token) -> SemanticToken | None:
        """Return the token of `it`, which no source declares."""
        if word.text != "it" or word.start in self._file.sites or self._file.facts.language != "kotlin":
            return None
        return SemanticToken(word.start, word.end, "parameter", ())

    def _of_local(self, word: Token, local: Local) -> SemanticToken | None:
        kind = _LOCALS.get(local.kind)
        if kind is None:
            return None
        modifiers: list[TokenModifier] = []
        if local.start == word.start and not local.implicit:
            modifiers.append("declaration")
        if kind == "variable" and self._is_val(local):
            modifiers.append("readonly")
        return SemanticToken(word.start, word.end, kind, tuple(modifiers))

    def _is_val(self, local: Local) -> bool:
        """Return whether a local is declared by `val`; names in parentheses follow the word before them."""
        if self._file.facts.language != "kotlin":
            return False
        at = bisect_left(self._tokens, local.start, key=lambda token: token.start) - 1
        while at >= 0 and self._tokens[at].text not in ("val", "var", "{", "}", ";", "for", "catch", "="):
            at -= 1
        return at >= 0 and self._tokens[at].text in ("val", "for", "catch")

    def _of_meaning(self, word: Token, meaning: Definition, before: str) -> SemanticToken | None:
        if meaning.local is not None:
            return self._of_local(word, meaning.local)
        if meaning.package is not None:
            return SemanticToken(word.start, word.end, "namespace", ())
        if not meaning.symbols:
            return None
        symbol = meaning.symbols[0]
        known = self._of_symbol(symbol)
        if known is None or self._is_no_name(word, symbol):
            return None
        kind, modifiers = known
        if self._declares(word, symbol):
            modifiers = ("declaration", *modifiers)
        elif before == "@" and kind in ("class", "interface", "type"):
            kind = "decorator"
        return SemanticToken(word.start, word.end, kind, modifiers)

    def _is_no_name(self, word: Token, symbol: Symbol) -> bool:
        """Return whether a word that leads to a declaration is a keyword of it."""
        return word.text in _NOT_NAMES and symbol.name != word.text

    def _declares(self, word: Token, symbol: Symbol) -> bool:
        if symbol.path != self._file.path:
            return False
        return symbol.declaration.name_start in (word.start, word.start - 1)

    def _of_symbol(self, symbol: Symbol) -> tuple[TokenKind, tuple[TokenModifier, ...]] | None:
        if symbol not in self._known:
            self._known[symbol] = self._look(symbol)
        return self._known[symbol]

    def _look(self, symbol: Symbol) -> tuple[TokenKind, tuple[TokenModifier, ...]] | None:
        row = symbol.declaration
        owner = symbol.owner
        if row.kind == "constructor":
            made = None if owner is None else _KINDS.get(owner.declaration.kind)
            deprecated: tuple[TokenModifier, ...] = ("deprecated",) if _is_deprecated(row) else ()
            return None if made is None else (made, deprecated)
        if row.kind == "function":
            is_member = owner is not None
            return ("method" if is_member else "function"), tuple(self._modifiers(symbol, owner))
        kind = _KINDS.get(row.kind)
        return None if kind is None else (kind, tuple(self._modifiers(symbol, owner)))

    def _modifiers(self, symbol: Symbol, owner: Symbol | None) -> Iterator[TokenModifier]:
        row = symbol.declaration
        if row.kind == "enum_entry" or (row.kind == "property" and self._is_readonly(symbol)):
            yield "readonly"
        in_object = owner is not None and owner.declaration.kind in _OBJECTS
        if "static" in row.modifiers or (in_object and not row.is_class):
            yield "static"
        if _is_deprecated(row):
            yield "deprecated"
        if "abstract" in row.modifiers:
            yield "abstract"

    def _is_readonly(self, symbol: Symbol) -> bool:
        row = symbol.declaration
        if symbol.facts.language == "java":
            return "final" in row.modifiers
        if symbol.facts.language == "library":
            return "var" not in row.modifiers
        declaring = self._definitions.file(symbol.path)
        return declaring is not None and "var" not in declaring.text[row.start : row.name_start].split()


def _is_deprecated(row: Declaration) -> bool:
    return any(word.startswith(_DEPRECATED) for word in row.modifiers)
