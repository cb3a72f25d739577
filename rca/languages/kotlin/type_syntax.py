"""Kotlin types as text: finds where a type ends."""

from __future__ import annotations

import re
from typing import Final

from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.cursor import Cursor
from rca.languages.token_tables import kinds_in

_CONTINUED: Final = kinds_in((t.LESS, t.DOT, t.QUESTION, t.AMPERSAND, t.SAFE))
_BEGINS_TYPE: Final = kinds_in((*t.NAMES, t.LPAR, t.AT))
_DEEPEST_TYPE: Final = 40
_JVM_NAME: Final = re.compile(
    r'@\s*(?:(get|set)\s*:\s*)?(?:kotlin\s*\.\s*jvm\s*\.\s*)?JvmName\s*\(\s*(?:name\s*=\s*)?"([^"]*)"'
)
_IN_TYPE: Final = kinds_in(
    (
        *t.NAMES,
        *(t.DOT, t.COMMA, t.COLON, t.LESS, t.GREATER, t.QUESTION, t.ARROW, t.LPAR, t.RPAR, t.TIMES),
        *(t.AT, t.IN, t.SAFE, t.AMPERSAND),
    )
)


class Types(Cursor):
    """Reads types, type parameters, type arguments, annotations and modifiers."""

    def type_end(self, index: int, depth: int = 0) -> int:
        """Return the index after the type that starts at a token; the same index where none does."""
        kinds = self.kinds
        if depth > _DEEPEST_TYPE:
            return index
        at = self.type_start(index)
        kind = kinds[at]
        if kind <= t.LAST_NAME:
            at += 1
            while _CONTINUED[kinds[at]]:
                kind = kinds[at]
                if kind == t.DOT:
                    if kinds[at + 1] <= t.LAST_NAME:
                        at += 2
                    elif kinds[at + 1] == t.LPAR:
                        return self._function_end(at + 1, depth, at)
                    else:
                        return at
                elif kind == t.LESS:
                    if self.breaks[at]:
                        return at
                    end = self.type_arguments_end(at, depth + 1)
                    if end < 0:
                        return at
                    at = end
                elif kind == t.QUESTION:
                    at += 1
                elif kind == t.SAFE and kinds[at + 1] == t.LPAR:
                    return self._function_end(at + 1, depth, at)
                elif kind == t.AMPERSAND:
                    end = self.type_end(at + 1, depth + 1)
                    return end if end > at + 1 else at
                else:
                    return at
            return at
        if kind == t.LPAR:
            end = self._function_end(at, depth, index)
            while kinds[end] in (t.QUESTION, t.DOT, t.SAFE, t.AMPERSAND) and end > at:
                if kinds[end] == t.QUESTION:
                    end += 1
                elif kinds[end] == t.AMPERSAND:
                    return max(self.type_end(end + 1, depth + 1), end)
                elif kinds[end + 1] == t.LPAR:
                    return self._function_end(end + 1, depth, end)
                else:
                    break
            return end
        return index

    def type_start(self, index: int) -> int:
        """Return the index after the annotations and modifiers before a type."""
        kinds = self.kinds
        while True:
            kind = kinds[index]
            if kind == t.AT:
                index = self.annotation_end(index, spaced=True)
            elif kind == t.MODIFIER and _BEGINS_TYPE[kinds[index + 1]] and not self.lines[index + 1]:
                index += 1
            elif kind == t.CONTEXT and kinds[index + 1] == t.LPAR and self.closing(index + 1) > 0:
                index = self.closing(index + 1)
            else:
                return index

    def _function_end(self, index: int, depth: int, otherwise: int) -> int:
        """Return the index after `(A) -> B` or `(A)` at a token, `otherwise` where it is none."""
        end = self.closing(index)
        if end < 0:
            return otherwise
        if self.kinds[end] == t.ARROW:
            return self.type_end(end + 1, depth + 1)
        return end

    def type_arguments_end(self, index: int, depth: int = 0) -> int:
        """Return the index after `<…>` at a token, or -1 where it is not that."""
        kinds, at = self.kinds, index + 1
        if depth > _DEEPEST_TYPE:
            return -1
        while True:
            kind = kinds[at]
            if kind == t.TIMES:
                at += 1
            elif kind == t.GREATER and at > index + 1:
                return at + 1
            else:
                if kind == t.IN:
                    at += 1
                if kinds[at] == t.LPAR and not self._only_types(at):
                    return -1
                end = self.type_end(at, depth)
                if end == at:
                    return -1
                at = end
            kind = kinds[at]
            if kind == t.COMMA:
                at += 1
            elif kind == t.GREATER:
                return at + 1
            else:
                return -1

    def type_arguments(self, index: int, after: int) -> tuple[str, ...]:
        """Return the texts of the type arguments between `<` at a token and the token after `>`."""
        kinds = self.kinds
        found: list[str] = []
        at = index + 1
        while at < after - 1:
            if kinds[at] == t.COMMA:
                at += 1
                continue
            first = at + (kinds[at] == t.IN)
            end = first + 1 if kinds[first] == t.TIMES else self.type_end(first)
            if end == first:
                break
            found.append(self.between(self.type_start(first), end))
            at = end
        return tuple(found)

    def _only_types(self, index: int) -> bool:
        end = self.closing(index)
        kinds = self.kinds
        return end > 0 and all(_IN_TYPE[kinds[at]] for at in range(index, end))

    def type_text(self) -> str | None:
        """Read a type; return its text without the annotations and modifiers before it, `suspend` apart."""
        at = self.at
        end = self.type_end(at)
        if end == at:
            self.error(at)
            return None
        self.at = end
        start = self.type_start(at)
        if start > at and self.kinds[start - 1] == t.MODIFIER and self.name(start - 1) == "suspend":
            start -= 1
        return self.between(start, end)

    def type_parameters(self) -> tuple[str, ...]:
        """Read `<…>` of a declaration; return the parameters as `T` or `T : Bound`."""
        kinds = self.kinds
        found: list[str] = []
        self.at += 1
        while True:
            at = self.at
            kind = kinds[at]
            if kind == t.AT:
                self.at = self.annotation_end(at)
            elif kind == t.IN or (kind == t.MODIFIER and kinds[at + 1] <= t.LAST_NAME):
                self.at = at + 1
            elif kind <= t.LAST_NAME:
                self.at = at + 1
                text = self.between(at, at + 1)
                if kinds[at + 1] == t.COLON:
                    self.at = at + 2
                    bound = self.type_text()
                    text = f"{text} : {bound}" if bound else text
                found.append(text)
            elif kind == t.COMMA:
                self.at = at + 1
            else:
                self.expect(t.GREATER)
                return tuple(found)

    def constraints(self, parameters: tuple[str, ...]) -> tuple[str, ...]:
        """Read `where T : A, T : B`; return type parameters with the bounds that it adds."""
        kinds = self.kinds
        texts = {text.partition(":")[0].strip(): text for text in parameters}
        self.at += 1
        while kinds[self.at] <= t.LAST_NAME or kinds[self.at] == t.AT:
            if kinds[self.at] == t.AT:
                self.at = self.annotation_end(self.at)
                continue
            name = self.name(self.at)
            self.at += 1
            if kinds[self.at] != t.COLON:
                self.error(self.at)
                break
            self.at += 1
            bound = self.type_text()
            if bound and name in texts:
                texts[name] += f" & {bound}" if ":" in texts[name] else f" : {bound}"
            if kinds[self.at] != t.COMMA:
                break
            self.at += 1
        return tuple(texts.values())

    def annotation_end(self, index: int, *, spaced: bool = False) -> int:
        """Return the index after the annotation at `@`.

        Before a type (`spaced`) a parenthesis after white space belongs to the type.
        """
        kinds, at = self.kinds, index + 1
        if kinds[at] <= t.LAST_NAME or kinds[at] in (t.OBJECT, t.FUN, t.VAL):
            if kinds[at + 1] == t.COLON and kinds[at + 2] != t.COLON and self.touches(index):
                if kinds[at + 2] == t.LBRACKET:
                    return self.closing_any(at + 2)
                at += 2
            at += 1
            while kinds[at] == t.DOT and kinds[at + 1] <= t.LAST_NAME:
                at += 2
            if kinds[at] == t.LESS and self.touches(at - 1):
                end = self.type_arguments_end(at)
                at = end if end > 0 else at
            if kinds[at] == t.LPAR and not self.lines[at] and (not spaced or self.touches(at - 1)):
                return self.closing_any(at)
            return at
        if kinds[at] == t.LBRACKET:
            return self.closing_any(at)
        return at

    def modifiers(self) -> tuple[str, ...]:
        """Read modifiers and annotations; the latter are given without arguments, but for a JVM name."""
        kinds = self.kinds
        kind = kinds[self.at]
        if kind != t.MODIFIER and kind != t.AT and kind != t.COMPANION and kind != t.CONTEXT:
            return ()
        words: list[str] = []
        while True:
            at = self.at
            kind = kinds[at]
            if kind == t.MODIFIER:
                words.append(self.name(at))
                self.at = at + 1
            elif kind == t.AT:
                self.at = self.annotation_end(at)
                words.append(self.annotation_text(at))
            elif kind == t.COMPANION:
                self.at = at + 1
            elif kind == t.CONTEXT and kinds[at + 1] == t.LPAR:
                self.at = self.closing_any(at + 1)
                words.extend(f"context({text})" for text in self._context_receivers(at + 2, self.at))
            else:
                return tuple(words)

    def _context_receivers(self, first: int, after: int) -> list[str]:
        """Return the types of unnamed context parameters, which are implicit receivers."""
        kinds = self.kinds
        found: list[str] = []
        at = first
        while at < after - 1:
            named = kinds[at] <= t.LAST_NAME and kinds[at + 1] == t.COLON
            start = at + 2 if named else at
            end = self.type_end(start)
            if end == start:
                break
            if not named:
                found.append(self.between(start, end))
            at = end + (kinds[end] == t.COMMA)
        return found

    def annotation_text(self, index: int) -> str:
        """Return the annotation at a token that ends before the next, as modifiers hold it."""
        return annotation(self.between(index, self.at))

    def context_names(self, first: int, after: int) -> list[tuple[int, str]]:
        """Return the tokens of the names, and the types, of the context parameters among modifiers."""
        kinds = self.kinds
        found: list[tuple[int, str]] = []
        at = kinds.find(t.CONTEXT, first, after)
        while 0 <= at < after:
            if kinds[at] <= t.LAST_NAME and kinds[at + 1] == t.COLON:
                end = self.type_end(at + 2)
                if end > at + 2:
                    found.append((at, self.between(at + 2, end)))
                    at = end
                    continue
            at += 1
        return found


def annotation(text: str) -> str:
    """Return an annotation without its arguments; `JvmName` keeps the name it gives."""
    named = _JVM_NAME.match(text)
    if named is not None:
        target = f"{named[1]}:" if named[1] else ""
        return f'@{target}JvmName("{named[2]}")'
    return text.split("(", 1)[0].split("<", 1)[0].strip()
