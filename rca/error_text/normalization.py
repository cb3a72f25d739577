"""Error text as pasted → the lines that the tool printed."""

from __future__ import annotations

import html
import re

from rca.error_text.apple_lines import with_apple_frames_apart
from rca.error_text.console_output import without_console
from rca.error_text.frame_lines import with_frames_apart, with_frames_joined
from rca.error_text.json_lines import without_json
from rca.error_text.kotlin_template import restore_dollars
from rca.error_text.log_prefix import without_prefix
from rca.error_text.logcat import is_device_log
from rca.text.ansi import strip_escapes
from rca.text.lazy_regex import lazy_regex

_STUDIO_LINK = lazy_regex(r" \((?:Ask Gemini|Explain with AI|Fix with AI)\)")
"""What Android Studio's logcat adds to the first line of a crash."""

_BREAK = lazy_regex(r"<br\s{0,4}/?>\n?", re.IGNORECASE)
_MARKUP = lazy_regex(r"</?(?:pre|code|p|div|span|details|summary)(?: [^<>\n]{0,200})?>", re.IGNORECASE)
_LINK = lazy_regex(r"\[(?P<name>[\w.]{3,200})\]\(https?://(?P=name)/?\)")
"""What mail programs and editors make of a package that looks like a host: `[android.os](http://android.os/)`."""

_PLACE_LINK = lazy_regex(r"\[(?P<place>[\w$.\-]{1,200}:\d{1,7})\]\((?:https?|file)://[^()\s]{1,600}\)")
"""What pages make of a frame's place: `([Cart.kt:12](https://…/Cart.kt#L12))`."""

_STRESSED = lazy_regex(r"(?<![*\w.])\*\*(?=(?:at )?\w)(?P<frame>[^*\n]{3,600}\([^*()\n]{1,200}\))\*\*")
_QUOTED_FRAMES = lazy_regex(
    r"^[ \t]*([\"'])\s*at [\w$.<>/@\-]{3,400}\s?\([^()\n]{0,200}\)\1,?[ \t]*$", re.MULTILINE
)
_QUOTED_LINE = lazy_regex(r"^[ \t]*([\"'])(?P<line>[^\n]{0,2000})\1,?[ \t]*$", re.MULTILINE)

_ENTITY = lazy_regex(r"&(?:lt|gt|nbsp|quot|amp|apos|#\d{1,6}|#x[0-9a-fA-F]{1,6});")

_LITERAL = lazy_regex(
    r"\\n(?:\\*t|\s){0,16}(?:at |Caused by: |[\w$]{1,200}\.[\w$.<>]{1,400} ?\([\w$]{1,200}\.(?:kt|java)\b)"
)
_ESCAPE = lazy_regex(r'\\+(?:r\\+n|[nrt"/]|u00(?:3[cCeE]|2[67]|09|0[aA]))')
_QUOTED_TYPE = lazy_regex(r"([\"'])(?=(?:[a-z_]\w{0,60}\.){1,12}[A-Z][\w$]{0,120}(?::|\n))")

_GLUED = lazy_regex(r"\)[ \t]+at [\w$.<>/@\-]{3,400}\s?\(")
_FRAME_START = lazy_regex(
    r"(?<![ \t])[ \t]+"
    r"(?=at [\w$.<>/@\-]{3,400}(?:\s?\([^()\n]{0,200}(?:\)|$)|$)|Caused by: |Suppressed: |\.\.\. \d+ more)"
)
_STUCK_FRAMES = lazy_regex(r"\)at [\w$.<>/@\-]{3,400}\(")
_STUCK = lazy_regex(
    r"(?<=\S)(?=at (?:[\w$\-]{1,200}[./]){1,20}[\w$<>\-]{1,200}"
    r"\([^()\n]{0,200}\)(?:at |Caused by: |Suppressed: |\W*$))"
    r"|(?<=\))(?=at [\w$.<>/@\-]{3,400}\([^()\n]{0,200}$)"
    r"|(?<=\))(?=Caused by: |Suppressed: |\.\.\. \d+ more)|`{3}"
)
"""Where a page lost the line breaks of a trace and put nothing in their place."""

_NEWEST_FIRST = lazy_regex(r"Process: [^\n]{1,200}, PID: \d{1,9}[ \t]*\n[^\n]{0,200}FATAL EXCEPTION: ")
_OLDEST_FIRST = lazy_regex(r"FATAL EXCEPTION: [^\n]{1,200}\n[^\n]{0,200}Process: ")

_FOLDED_CRASH = lazy_regex(
    r"FATAL EXCEPTION: [^\n]{1,80}? Process: [\w.:]+, PID: \d"
    r"|Process: [\w.:]+, PID: \d{1,9} [\w.$]+(?:[:\n]|$)"
)
_FOLDED = lazy_regex(
    r"(FATAL EXCEPTION: [^\n]{1,80}?) (?=Process: )|(?<=, )(PID: \d{1,9}) (?=[\w.$]+(?:[:\s]|$))"
)

_WRAPPED = lazy_regex(
    r"(at [\w$.<>/@\-]+(?:\([\w$.\-]*(?: Source| Method)?(?::\d*)?)?)\n"
    r"(?![ \t]*(?:at |Caused by|Suppressed|\.\.\. ))"
    r"[ \t]*([\w$.<>\-]{0,200}(?:\([^()\n]{0,200}|:?\d*)\))(?=[ \t]*(?:\n|$))"
)
_CLOCK = lazy_regex(
    r"""
    (?:[^\t\n]{1,100}\t[^\t\n]{1,100}\t)?  # job and step of `gh run view --log`
    (?: [^\s:]{1,200}\.(?:log|txt|out):\d{1,9}[:-]                  # grep -n
      | \[\d\d:\d\d:\d\d\][A-Za-z ]?:\t[ ]?(?:\[[^\]\n]{1,200}\](?:[ ]|$))?  # TeamCity: its step or the task
      | \[\d\d:\d\d:\d\d(?:[.,]\d{1,3})?\]:?(?:\ {1,2}|$)
      | \d\d:\d\d:\d\d\ {1,2}
      | \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z\ [\da-f]{2}[OE]\ # GitLab: the number of a stream
      | \[?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)\]?[:\ ]\ ?
    )
    """,
    re.VERBOSE,
)
_CLOCKS = lazy_regex(rf"^(?:{_CLOCK.pattern})", re.MULTILINE | re.VERBOSE)
_FENCE = lazy_regex(r"^[ \t]*(?:`{3,}|~{3,})[\w+\-]*[ \t]*$", re.MULTILINE)
_QUOTE = lazy_regex(r"^[ \t]*> ?(?!Task |Configure )", re.MULTILINE)
_QUOTED_FRAME = lazy_regex(r"\n> ?(?:[^\n]{0,120}:)?[ \t]*at [\w$.<>/@\-]{3,400}\s?\(")
_CODE_LINE = lazy_regex(r"^[ \t]*`{1,3}(?=[\w\"\t -])([^`\n]*)(?:`{1,3}[ \t]*$)?", re.MULTILINE)
_LONE_CAUSE = lazy_regex(
    r"(Caused by|Suppressed):[ \t]*\n[ \t]*(?=[a-zA-Z_][\w$]*\.[\w.$]{1,400}(?:[:\n]|$))"
)
_GRADLE_MARK = lazy_regex(r"> (?:Task|Configure|Transform|IDLE)\b")
_SAMPLE = 60
_ENOUGH = 2
"""Quoted frames that show that each line stands in quotes."""


def clean(text: str) -> str:
    """Undo what terminals, web pages, JSON, Markdown and CI do to error text.

    Line ends become newlines; colour codes, HTML and Markdown quoting, escapes of JSON and the clock that
    a CI server puts before each line go; frames that were glued into one line or wrapped into two
    get a line each. Of a long device log only line ends, colours and escapes are looked at: nobody
    pastes one into a web page. The time is linear in the text.
    """
    text = without_json(restore_dollars(_characters(text)))
    if "\\n" in text and _LITERAL.search(text):
        text = "\n".join(_unescaped(line) for line in text.split("\n"))
    if is_device_log(text):
        return text
    if "FATAL EXCEPTION" in text and _NEWEST_FIRST.search(text) and not _OLDEST_FIRST.search(text):
        text = "\n".join(reversed(text.split("\n")))
    if _STUCK_FRAMES.search(text):
        text = "\n".join(
            _STUCK.sub("\n", one) if _STUCK_FRAMES.search(one) else one for one in text.split("\n")
        )
    text = with_apple_frames_apart(without_console(_quoting(_markup(text))))
    text = with_frames_joined(without_prefix(text))
    if _GLUED.search(text) or (", PID: " in text and _FOLDED_CRASH.search(text)):
        text = "\n".join(_unglued(line) for line in text.split("\n"))
    if "Caused by:" in text:
        text = _LONE_CAUSE.sub(r"\1: ", text)
    return with_frames_apart(_WRAPPED.sub(r"\1\2", text))


def _characters(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    text = strip_escapes(text)
    for odd, plain in (("\xa0", " "), ("\ufeff", ""), ("\u200b", ""), ("\x00", "")):
        if odd in text:
            text = text.replace(odd, plain)
    if " with AI)" in text or " (Ask Gemini)" in text:
        text = _STUDIO_LINK.sub("", text)
    return text


def _markup(text: str) -> str:
    """Undo HTML, except in a document whose own reader wants it as it is."""
    if "<testsuite" in text or "<?xml" in text:
        return text
    if "](http" in text or "](file" in text:
        text = _PLACE_LINK.sub(r"\g<place>", text)
        text = _LINK.sub(r"\g<name>", text)
    if "<br" in text or "<BR" in text:
        text = _BREAK.sub("\n", text)
    if "<pre" in text or "<code" in text or "<summary" in text or "</" in text:
        text = _MARKUP.sub("", text)
    if "&" in text and ("&lt;" in text or "&gt;" in text or "&nbsp;" in text or "&quot;" in text):
        text = _ENTITY.sub(lambda entity: html.unescape(entity[0]).replace("\xa0", " "), text)
    return text


def _unescaped(line: str) -> str:
    if "\\" not in line or not _LITERAL.search(line):
        return line
    return _QUOTED_TYPE.sub("\\1\n", _ESCAPE.sub(_character, line))


def _character(escape: re.Match[str]) -> str:
    name = escape[0].lstrip("\\")
    if name.startswith("u"):
        return chr(int(name[1:], 16))
    return {"n": "\n", "t": "\t"}.get(name, "\n" if name.startswith("r\\") else "" if name == "r" else name)


def _quoting(text: str) -> str:
    for _ in range(3):
        if not (_is_quoted(text) or _QUOTED_FRAME.search(text)):
            break
        text = _QUOTE.sub("", text)
    if "> " in text:
        text = _QUOTED_ENTRY.sub("", text)
    if _GLUED_ENTRY.search(text):
        text = _GLUED_ENTRY.sub("\n", text)
    if "```" in text or "~~~" in text:
        text = _FENCE.sub("", text)
    if "`" in text:
        text = _CODE_LINE.sub(r"\1", text)
    if ")**" in text:
        text = _STRESSED.sub(r"\g<frame>", text)
    if ')"' in text or ")'" in text:
        quoted = zip(range(_ENOUGH), _QUOTED_FRAMES.finditer(text), strict=False)
        text = _QUOTED_LINE.sub(r"\g<line>", text) if sum(1 for _ in quoted) == _ENOUGH else text
    sample = _nonblank(text)
    clocked = sum(1 for line in sample if _CLOCK.match(line))
    if sample and clocked * 10 >= len(sample) * 8:
        text = _CLOCKS.sub("", text)
    return text


_STAMP = r"\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}"
_QUOTED_ENTRY = lazy_regex(rf"^[ \t]*> ?(?={_STAMP} )", re.MULTILINE)
_GLUED_ENTRY = lazy_regex(rf"(?<=\S) (?={_STAMP} +\d{{1,9}} +\d{{1,9}} [VDIWEFA] [\w.]{{1,40}} *: )")
"""Entries of logcat whose page lost the line breaks."""


def _is_quoted(text: str) -> bool:
    sample = _nonblank(text)
    if len(sample) < 2 or not all(line.lstrip().startswith(">") for line in sample):
        return False
    return not any(_GRADLE_MARK.match(line) for line in sample)


def _nonblank(text: str) -> list[str]:
    lines: list[str] = []
    at = 0
    for _ in range(_SAMPLE * 20):
        if len(lines) == _SAMPLE or at >= len(text):
            break
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if text[at : min(end, at + 400)].strip():
            lines.append(text[at : min(end, at + 400)])
        at = end + 1
    return lines


def _unglued(line: str) -> str:
    if not (_GLUED.search(line) or _FOLDED_CRASH.search(line)):
        return line
    parted = _FRAME_START.sub("\n\t", line).replace("\n\tCaused by: ", "\nCaused by: ")
    return _FOLDED.sub(lambda part: f"{part[0].rstrip()}\n", parted)
