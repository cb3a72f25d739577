"""JSON in an error text, whole, in several documents, damaged or cut."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from rca.error_text.kotlin_template import restore_dollars
from rca.error_text.typed_json import load_json
from rca.text.lazy_regex import lazy_regex

_MOST_DOCUMENTS = 10_000
_DEEPEST = 400
"""Open brackets up to which a cut document is repaired."""

_MOST_COMMAS = 8

_START = lazy_regex(
    r"^[ \t]*(?:(?:(?:val|var|let|const)[ ])?\w{1,60}(?:[ ]?:[ ]?[\w.\[\]<>, ?]{1,60})?[ ]?:?=[ ]?`?)?"
    r'(?=\{\s*"|\[\s*[\[{])',
    re.MULTILINE,
)
"""A line that begins like JSON, also one that assigns it to a name."""

_PART = lazy_regex(r'\s*(?:```\w*\s*)?(?="[\w.\-]{1,80}"\s*:\s*[\[{])')
"""The beginning of a text that is a field of an object, copied without the object's brackets."""

_FOREIGN = lazy_regex(
    r'"(?:[^"\\]++|\\.)*+"|(?P<dropped>,(?=\s*[}\]])|(?://|#)[^\n]*+|\bu(?="))|\b(?:True|False|None)\b',
    re.DOTALL,
)
"""What other languages write in place of JSON: commas at the end of a list, remarks, literals of Python."""

_LITERALS = {"True": "true", "False": "false", "None": "null"}
_TOKEN = lazy_regex(r'"(?P<inside>(?:[^"\\]++|\\.)*+)(?P<end>"|\\?\Z)|[{}\[\],:]', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}
_PARTIAL_ESCAPE = lazy_regex(r"\\u[0-9a-fA-F]{0,3}$")


@dataclass(frozen=True, slots=True)
class JsonDocuments:
    """The values of a text's JSON documents.

    Attributes:
        problems: what could not be read.
        around: what stands above the first document and below the last.
        is_cut: whether the text ends inside a document that is right up to there.
    """

    values: tuple[object, ...]
    problems: tuple[str, ...] = ()
    around: str = ""
    is_cut: bool = False


def read_json(text: str) -> JsonDocuments | None:
    """Read the JSON of a text: one document, several, or one a line, also below prose or in a code fence.

    Of a document that is cut or damaged, what stands before the fault is read. The time is linear in the
    text. Returns None where no line begins like JSON.
    """
    text = restore_dollars(text)
    part = _PART.match(text)
    if part is not None:
        return _damaged_part(text[part.end() :].rstrip())
    begin = _START.search(text)
    if begin is None:
        return None
    found = _read(text[begin.end() :].rstrip())
    return replace(found, around=f"{text[: begin.end()]}\n{found.around}")


def _read(body: str) -> JsonDocuments:
    try:
        return JsonDocuments((json.loads(body),))
    except RecursionError:
        return _too_deep()
    except json.JSONDecodeError as problem:
        fault = problem
    except ValueError:
        return JsonDocuments((), ("the JSON holds a number that is too long to read",))
    if fault.msg == "Extra data":
        return _several(body)
    return _damaged(body, fault)


def _too_deep() -> JsonDocuments:
    return JsonDocuments((), ("the JSON is nested too deep to read",))


def _several(body: str) -> JsonDocuments:
    """Read documents that follow each other; prose behind one is skipped."""
    values: list[object] = []
    problems: list[str] = []
    decoder = json.JSONDecoder()
    at = 0
    while at < len(body) and len(values) < _MOST_DOCUMENTS:
        try:
            value, at = decoder.raw_decode(body, at)
        except RecursionError:
            return _too_deep()
        except ValueError:
            rest = _by_lines(body[at:])
            values += rest.values
            problems += rest.problems
            at = len(body)
        values.append(value)
        begin = _START.search(body, at)
        if begin is None:
            break
        at = begin.end()
    else:
        at = len(body)
    if len(values) >= _MOST_DOCUMENTS:
        problems.append(f"only the first {_MOST_DOCUMENTS:,} JSON documents were read")
    return JsonDocuments(tuple(values), tuple(problems), body[at:])


def _by_lines(text: str) -> JsonDocuments:
    """Read what has a document on each line; if no line is one, the first document is repaired."""
    values, unread = _of_lines(text)
    if values or not unread:
        return _told(values, unread)
    try:
        json.loads(text)
    except json.JSONDecodeError as problem:
        return _damaged(text, problem)
    except (ValueError, RecursionError):
        pass
    return JsonDocuments((), ("a JSON document could not be read",))


def _of_lines(text: str) -> tuple[list[object], int]:
    """Return the documents that are a line each, and how many lines begin one that cannot be read."""
    values: list[object] = []
    unread = 0
    for line in text.split("\n"):
        if not line.lstrip().startswith(("{", "[")):
            continue
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            unread += 1
    return values, unread


def _told(values: list[object], unread: int) -> JsonDocuments:
    problems = (f"{unread} JSON documents could not be read",) if unread else ()
    return JsonDocuments(tuple(values), problems)


def _damaged_part(body: str) -> JsonDocuments:
    """Read fields of an object whose brackets were not copied."""
    found = _read(f"{{{body.rstrip('`').rstrip().rstrip(',')}}}")
    # The bracket that was added ends a whole part, and is a fault in one that is cut.
    return found if not found.problems else _read(f"{{{body}")


def _with_commas(body: str, fault: json.JSONDecodeError) -> str | None:
    """Return a document with commas between lines where it lacks them; None if it lacks none or many."""
    for added in range(_MOST_COMMAS):
        begins_line = not body[body.rfind("\n", 0, fault.pos) + 1 : fault.pos].strip()
        if not fault.msg.startswith("Expecting ',' delimiter") or not begins_line:
            return body if added else None
        if body[fault.pos : fault.pos + 1] not in ('"', "{", "["):
            return body if added else None
        body = f"{body[: fault.pos]},{body[fault.pos :]}"
        try:
            json.loads(body)
        except json.JSONDecodeError as further:
            fault = further
        except (ValueError, RecursionError):
            return None
        else:
            return body
    return None


def _as_json(found: re.Match[str]) -> str:
    return "" if found["dropped"] else _LITERALS.get(found[0], found[0])


def _damaged(body: str, fault: json.JSONDecodeError) -> JsonDocuments:
    tidy = _FOREIGN.sub(_as_json, body)
    if tidy != body:
        return _read(tidy)
    whole = _with_commas(body, fault)
    if whole is not None:
        return _read(whole)
    lines = body.split("\n", 2)
    if len(lines) > 1 and lines[0].rstrip().endswith("}"):
        values, unread = _of_lines(body)
        if values and values != [{}]:
            return _told(values, unread)
    is_cut = fault.msg.startswith("Unterminated string") or fault.pos >= len(body)
    if not is_cut:
        # A fault can lie inside the last value of a cut text, as in `"line": 1` or `tru`.
        is_cut = len(body) - fault.pos < 12 and not body[fault.pos :].strip("truefalsn-.0123456789")
    head = body if is_cut else body[: fault.pos]
    value = _repaired(head)
    where = (
        f"the JSON breaks off after {len(body):,} characters"
        if is_cut
        else f"the JSON is damaged in line {fault.lineno}, column {fault.colno}"
    )
    if value is None:
        return JsonDocuments((), (f"{where}: nothing of it could be read",))
    return JsonDocuments((value,), (f"{where}: only what stands before that was read",), is_cut=is_cut)


def _repaired(head: str) -> object:
    """Return the value of a document's beginning with its open strings and brackets closed, or None."""
    stack: list[str] = []
    before = ""
    cut = -1
    for token in _TOKEN.finditer(head):
        mark = token[0][0]
        if mark == '"' and not token["end"].startswith('"'):
            if before in (":", "[") or (before == "," and stack[-1:] == ["["]):
                inside = _PARTIAL_ESCAPE.sub("", token["inside"])
                value = load_json(f'{head[: token.start()]}"{inside}"{_closed(stack)}')
                if value is not None:
                    return value
            break
        if mark in "}]":
            if not stack:
                break
            cut = token.end()
        elif mark == ",":
            cut = token.start()
        _follow(stack, mark)
        if len(stack) > _DEEPEST:
            break
        before = mark
    # A number or a literal at the end may be complete; a key without its value is not.
    return next(
        (
            value
            for end in (len(head), cut)
            if end > 0
            and (value := load_json(head[:end].rstrip().rstrip(",") + _closed(_open_at(head, end))))
        ),
        None,
    )


def _open_at(head: str, end: int) -> list[str]:
    stack: list[str] = []
    for token in _TOKEN.finditer(head, 0, end):
        _follow(stack, token[0][0])
    return stack


def _follow(stack: list[str], mark: str) -> None:
    if mark in _CLOSING:
        stack.append(mark)
    elif mark in "}]" and stack:
        stack.pop()


def _closed(stack: list[str]) -> str:
    return "".join(_CLOSING[mark] for mark in reversed(stack))
