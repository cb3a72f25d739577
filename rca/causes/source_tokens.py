"""The tokens of a Kotlin or Java file with their brackets, and how far an expression reaches."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from rca.caching.cached_attribute import cached_attribute
from rca.languages.java.lexer import TEXTS as JAVA_TEXTS
from rca.languages.java.lexer import lex as lex_java
from rca.languages.kotlin import token_kinds as kotlin_kinds
from rca.languages.kotlin.lexer import SPACE
from rca.languages.kotlin.lexer import TEXTS as KOTLIN_TEXTS
from rca.languages.kotlin.lexer import lex as lex_kotlin
from rca.text.line_index import Lines

ACCESSES = frozenset((".", "?.", "::"))
_NAME = re.compile(r"`[^`]+`|[^\W\d][\w$]*$")
_OPENERS = {"(": ")", "[": "]", "{": "}"}
_CLOSERS = frozenset(_OPENERS.values())
_KOTLIN_WORDS = frozenset(
    (
        *("if", "when", "while", "for", "return", "throw", "else", "do", "try", "in", "is"),
        *("as", "val", "var", "fun", "class", "object", "interface", "package", "typealias"),
        *("break", "continue"),
    )
)
_JAVA_WORDS = frozenset(
    (
        *("if", "while", "for", "switch", "case", "catch", "return", "throw", "else", "do"),
        *("try", "instanceof", "finally", "synchronized", "class", "interface", "enum"),
        *("package", "import", "new", "assert", "break", "continue"),
    )
)
_HEADS = frozenset(("if", "when", "while", "for", "switch", "catch", "synchronized", "try"))
"""Words whose parentheses belong to a statement, and to no call."""
_OPEN_STRING, _CLOSE_STRING = "“", "”"
"""What stands for the opening and the close of a string with code in it, among the texts of tokens."""


class SourceTokens:
    """The tokens of one text, by index. Offsets count characters, lines count from 1."""

    def __init__(self, text: str, *, kotlin: bool) -> None:
        self.text = text
        self.kotlin = kotlin
        self.lines = Lines(text)
        self._keywords = _KOTLIN_WORDS if kotlin else _JAVA_WORDS
        self.starts: list[int]
        self.words: list[str] = []
        self.ends: list[int] = []
        if kotlin:
            self._read_kotlin()
        else:
            tokens = lex_java(text)
            self.starts = tokens.starts[: len(tokens.pieces) - 4]
            self.words = [JAVA_TEXTS[piece] for piece in tokens.pieces[: len(self.starts)]]
            self.ends = [start + len(word) for start, word in zip(self.starts, self.words, strict=True)]

    def _read_kotlin(self) -> None:
        leading = SPACE.match(self.text)
        tokens = lex_kotlin(self.text, leading.end() if leading else 0)
        count = len(tokens.pieces) - 4
        self.starts = tokens.starts[:count]
        special = {
            kotlin_kinds.TEXT_OPEN: _OPEN_STRING,
            kotlin_kinds.TEXT_CLOSE: _CLOSE_STRING,
            kotlin_kinds.TEXT_MIDDLE: ",",
        }
        for kind, piece, start in zip(tokens.kinds, tokens.pieces[:count], self.starts, strict=False):
            word = special.get(kind)
            if word is None:
                word = KOTLIN_TEXTS[piece]
                end = start + len(word)
            else:
                end = tokens.ends.get(start, start + len(piece))
            self.words.append(word)
            self.ends.append(end)

    def word(self, index: int) -> str:
        """Return a token's text, empty outside the file."""
        return self.words[index] if 0 <= index < len(self.words) else ""

    def is_name(self, index: int) -> bool:
        """Return whether a token is an identifier, or a word that stands for a value."""
        word = self.word(index)
        return bool(_NAME.match(word)) and word not in self._keywords

    def is_string(self, index: int) -> bool:
        """Return whether a token is a string, or the opening of one with code in it."""
        return self.word(index)[:1] in ('"', _OPEN_STRING)

    def at(self, offset: int) -> int | None:
        """Return the index of the token that begins at an offset."""
        index = bisect_left(self.starts, offset)
        return index if index < len(self.starts) and self.starts[index] == offset else None

    def ending_at(self, offset: int) -> int | None:
        """Return the index of the token that ends before an offset."""
        index = bisect_left(self.ends, offset)
        return index if index < len(self.ends) and self.ends[index] == offset else None

    def in_lines(self, first: int, last: int) -> range:
        """Return the indexes of the tokens that begin on some lines."""
        start = bisect_left(self.starts, self.lines.start_of(first))
        return range(start, bisect_left(self.starts, self.lines.start_of(last + 1)))

    def line_of(self, index: int) -> int:
        """Return the line on which a token begins."""
        return self.lines.line_of(self.starts[index])

    @cached_attribute
    def _brackets(self) -> tuple[dict[int, int], list[int]]:
        pairs: dict[int, int] = {}
        around: list[int] = []
        stack: list[int] = []
        for index, word in enumerate(self.words):
            if (word in _CLOSERS or word == _CLOSE_STRING) and stack:
                opening = stack.pop()
                pairs[opening], pairs[index] = index, opening
            around.append(stack[-1] if stack else -1)
            if word in _OPENERS or word == _OPEN_STRING:
                stack.append(index)
        return pairs, around

    def pair(self, index: int) -> int | None:
        """Return the bracket that belongs to a bracket."""
        return self._brackets[0].get(index)

    def around(self, index: int) -> int:
        """Return the opening bracket around a token, -1 where there is none."""
        return self._brackets[1][index]

    def range_text(self, first: int, last: int) -> str:
        """Return the text from one token to another, the latter included."""
        return self.text[self.starts[first] : self.ends[last]]

    def operand_start(self, last: int) -> int:
        """Return where the postfix expression begins that ends with a token (`a.b(c)[d]!!`)."""
        index = last
        while True:
            index = self._atom_start(index)
            before = self.word(index - 1)
            if before in ACCESSES and index >= 2 and self._is_operand_end(index - 2):
                index -= 2
                continue
            if before == "!!" and self.word(index) == ".":
                index -= 1
                continue
            return index - 1 if before == "new" else index

    def _is_operand_end(self, index: int) -> bool:
        word = self.word(index)
        return (
            word in (")", "]", "}", "!!", _CLOSE_STRING, "this", "super", "class")
            or self.is_name(index)
            or self.is_string(index)
            or word[:1].isdigit()
            or word[:1] == "'"
            or word == ">"
        )

    def _atom_start(self, last: int) -> int:
        index = last
        while True:
            word = self.word(index)
            if word in ("!!", "++", "--"):
                index -= 1
                continue
            if word in (")", "]", "}", _CLOSE_STRING):
                opening = self.pair(index)
                if opening is None:
                    return index
                if word == _CLOSE_STRING:
                    return opening
                before = self._before_bracket(opening, word)
                if before is None:
                    return opening
                index = before
                continue
            if self.word(index - 1) == "@" and self.word(index - 2) in ("this", "super"):
                return index - 2
            return index

    def _before_bracket(self, opening: int, closer: str) -> int | None:
        """Return the last token of what a bracket belongs to, None where it stands alone."""
        before = opening - 1
        word = self.word(before)
        if closer == ")" and word == ">":
            return self._before_type_arguments(before)
        if closer == "}":
            if not self.kotlin:
                return before if word == ")" and self._is_construction(before) else None
            if self.word(before) == "@" and self.is_name(before - 1):
                before, word = before - 2, self.word(before - 2)
            head = self.pair(before) if word == ")" else None
            if head is not None and self.word(head - 1) in _HEADS:
                return None
            return before if word == ")" or self.is_name(before) else None
        same_line = not self.kotlin or self.line_of(opening) == self.lines.line_of(
            max(0, self.ends[before] - 1)
        )
        if word in (")", "]", "!!", _CLOSE_STRING) and same_line:
            return before
        return before if self.is_name(before) or word in ("this", "super") or self.is_string(before) else None

    def _is_construction(self, closing: int) -> bool:
        opening = self.pair(closing)
        return opening is not None and self.word(self.operand_start(closing)) == "new"

    def _before_type_arguments(self, last: int) -> int | None:
        depth, index = 0, last
        while index >= 0 and last - index < 60:
            word = self.word(index)
            depth += word.count(">") if word in (">", ">>", ">>>") else -1 if word == "<" else 0
            if depth == 0:
                return index - 1 if self.is_name(index - 1) else None
            if word in (";", "{", "}"):
                return None
            index -= 1
        return None

    def call_end(self, name: int, *, lambdas: bool = True) -> int:
        """Return the last token of the call whose name stands at an index, the name where it is none."""
        index = name + 1
        if self.word(index) == "<":
            after = self.after_type_arguments(index)
            if self.word(after) in ("(", "{"):
                index = after
        end = index - 1 if self.word(index) in ("(", "{") else name
        if self.word(index) == "(":
            end = self.pair(index) or index
            index = end + 1
        if lambdas and self.kotlin and self.word(index) == "{" and end >= name:
            same_line = self.line_of(index) == self.lines.line_of(self.ends[index - 1] - 1)
            end = (self.pair(index) or index) if same_line else end
        return end

    def after_type_arguments(self, opening: int) -> int:
        """Return the token after type arguments that open at one; that one itself where they are none."""
        depth, index = 0, opening
        while index < len(self.words) and index - opening < 60:
            word = self.word(index)
            depth += 1 if word == "<" else -word.count(">") if word in (">", ">>", ">>>") else 0
            if depth <= 0:
                return index + 1
            if word in (";", "{", "}", "&&", "||"):
                return opening
            index += 1
        return opening

    def arguments(self, opening: int) -> Iterator[tuple[int, int]]:
        """Yield first and last token of each argument between parentheses, labels (`a = `) left out."""
        closing = self.pair(opening)
        if closing is None:
            return
        first, index = opening + 1, opening + 1
        while index <= closing:
            if index == closing or self.word(index) == ",":
                if index > first:
                    named = self.kotlin and self.word(first + 1) == "=" and self.is_name(first)
                    yield (first + 2 if named else first), index - 1
                first = index + 1
            elif self.word(index) in _OPENERS or self.word(index) == _OPEN_STRING:
                index = self.pair(index) or index
            index += 1

    def operand_end(self, first: int) -> int:
        """Return the last token of the postfix expression that begins with a token."""
        index = first
        if self.word(index) in ("new", "-", "!", "+"):
            index += 1
        if self.word(index) in _OPENERS or self.word(index) == _OPEN_STRING:
            index = self.pair(index) or index
        elif self.is_name(index):
            index = self.call_end(index)
        while True:
            following = self.word(index + 1)
            if following in ACCESSES and self.is_name(index + 2):
                index = self.call_end(index + 2)
            elif following == "!!":
                index += 1
            elif following in ("[", "(") and self.line_of(index + 1) == self.lines.line_of(
                self.ends[index] - 1
            ):
                index = self.pair(index + 1) or index + 1
            else:
                return index

    def strings(self, first: int, last: int) -> Iterator[int]:
        """Yield the tokens of strings between two tokens."""
        for index in range(first, last + 1):
            if self.is_string(index):
                yield index
