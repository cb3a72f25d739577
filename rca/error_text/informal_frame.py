"""Frames in informal notation: without `at`, behind a number or bullet, without parentheses.

`a.B.c (B.kt: 12)` of Crashlytics' console, `3. a.B.c(B.kt:12)`, `at a.B.c[B.kt:12]`, `at a.B.c:12`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.error_report import Frame
from rca.error_text.frame_origin import origin_of
from rca.text.lazy_regex import lazy_regex

CALL = (
    r"(?P<class>(?:[\w$\-]{1,200}\.|\*{1,9}\.|…\.?|\.{3}){0,20}[\w$\-]{1,200})"
    r"\.(?P<method>[\w$\-]{1,200}|<\w{1,40}>)(?: ?\+ ?\d{1,7})?"
)
"""Class and method; parts of the package may be masked, and Crashlytics adds the line to the method."""

SOURCE = r"[\w$\-]{1,200}\.(?:kts?|java|groovy|scala)"
_PLACE = (
    rf"(?P<file>{SOURCE}|SourceFile|Pro[gG]uard|PG|r8-map-id-\w{{1,80}})(?:: ?(?P<line>\d{{1,7}}))?"
    r"|[Uu]nknown [Ss]ource(?:: ?(?P<offset>\d{1,7}))?|[Nn]ative [Mm]ethod"
    r"|[\w.\-]{1,200}:[\w.\-]{1,200}@@[\w.\-]{1,200}(?:: ?(?P<number>\d{1,7}))?"
)
_TEST_CALL = CALL.replace(r"(?P<method>[\w$\-]{1,200}", r"(?P<method>[\w$\-](?:[\w$\-,' ]{0,200}[\w$\-])?")
"""The same in a line of its own, where a test's name may be a sentence."""
_EDGE = r"(?<![\w$.*…/@<>\-])"
_TOKEN = lazy_regex(rf"{_EDGE}{CALL}\s?\((?:{_PLACE})\)")
_LINE = lazy_regex(
    r"(?:[^\w\s.…*(<][^\w\n.…(<]{0,10}|[*]{1,2} |[^\w\s]{0,3}\d{1,3}[^\w\n(]{1,4})?\s{0,8}"
    rf"(?:(?:AT|At|in|from|by)\s{{1,8}})?(?P<text>(?:at\s{{1,8}})?{_TEST_CALL}\s?\((?:{_PLACE})\))"
    r"(?:\s?[\[~].{0,300}|[^\w\n]{0,10})$"
)
_OPEN = lazy_regex(
    rf"(?P<text>at\s{CALL}(?:\s?[\[<{{(]|\s(?:- |in )?)(?P<file>{SOURCE}): ?(?P<line>\d{{1,7}})[\]>}}]?)$"
)
_NUMBERED = lazy_regex(rf"(?P<text>at\s{CALL}: ?(?P<line>\d{{1,7}}))$")


def read_loose_frame(text: str, app_packages: Sequence[str]) -> Frame | None:
    """Read a stripped line that is a frame in a loose form and nothing else, or None."""
    if text.startswith(("at ", "at\t")):
        found = _LINE.match(text) or _OPEN.match(text) or _NUMBERED.match(text)
    else:
        found = _LINE.match(text) if ")" in text[-300:] else None
    if found is None:
        return None
    parts = found.groupdict()
    line = parts.get("line") or parts.get("offset") or parts.get("number")
    return Frame(
        class_name=parts["class"],
        method=parts["method"],
        file=parts.get("file"),
        line=int(line) or None if line else None,
        origin=origin_of(parts["class"], app_packages),
        text=parts["text"],
    )


def find_loose_frames(line: str, app_packages: Sequence[str]) -> Iterator[Frame]:
    """Find the frames that stand anywhere in a line, in their order."""
    for found in _TOKEN.finditer(line):
        frame = read_loose_frame(found[0], app_packages)
        if frame is not None:
            yield frame


def loose_spans(line: str) -> list[tuple[int, int]]:
    """Return the offsets `[start, end)` of the frames that stand anywhere in a line."""
    return [found.span() for found in _TOKEN.finditer(line)]
