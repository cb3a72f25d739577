"""Messages that stand in quotes, brackets, a cell or an element: where they end."""

from __future__ import annotations

from rca.text.lazy_regex import lazy_regex

_BRACKETS = {")": "(", "]": "[", "}": "{"}
_QUOTES = '"`'
_TAG = lazy_regex(r"</[a-zA-Z][\w\-]{0,30}>")
_ESCAPED_END = lazy_regex(r"(?:\\+[nrt])+$")
_AFTER_QUOTE = lazy_regex(r"[\s,;.:)\]}]|$")


def closes(lead: str, rest: str) -> bool:
    """Return whether the text behind a type closes what was opened before it: `[x.y.FooException] …`."""
    opener = _BRACKETS.get(rest[:1])
    if opener is not None:
        return lead.count(opener) > lead.count(rest[0])
    return rest[:1] in _QUOTES and rest[:1] != "" and _is_open(lead, rest[0])


def cut_at_closing(lead: str, message: str) -> str:
    r"""Return a message without what follows the end of its quotes, brackets, table cell or element.

    Args:
        lead: the paragraph before the exception's type.
        message: the text behind the type's colon, which may go on for several lines.
    """
    end = len(message)
    tag = _TAG.search(message)
    if tag is not None:
        end = tag.start()
    for quote in _QUOTES:
        if _is_open(lead, quote):
            end = min(end, _closing_quote(message, quote))
    for closer, opener in _BRACKETS.items():
        unclosed = lead.count(opener) - lead.count(closer)
        if unclosed > 0:
            end = min(end, _closing_bracket(message, opener, closer))
    if lead.rpartition("\n")[2].lstrip().startswith("|"):
        cell = message.find(" |")
        end = cell if 0 <= cell < end else end
    return _ESCAPED_END.sub("", message[:end]).rstrip() if end < len(message) else message


def _is_open(lead: str, quote: str) -> bool:
    return (lead.count(quote) - lead.count(f"\\{quote}")) % 2 == 1


def _closing_quote(message: str, quote: str) -> int:
    """Return the offset of the quote that ends a message, or its length.

    A quote before a letter opens another quotation: `Key "a" was used`.
    """
    at = message.find(quote)
    inner = False
    while at >= 0:
        if message[at - 1 : at] != "\\":
            if not inner and _AFTER_QUOTE.match(message, at + 1):
                return at
            inner = not inner
        at = message.find(quote, at + 1)
    return len(message)


def _closing_bracket(message: str, opener: str, closer: str) -> int:
    depth = 0
    for at, character in enumerate(message):
        if character == opener:
            depth += 1
        elif character == closer:
            if depth == 0:
                return at
            depth -= 1
    return len(message)
