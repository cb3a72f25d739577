"""Multi-line messages: where each ends."""

from __future__ import annotations

from collections.abc import Sequence

from rca.text.lazy_regex import lazy_regex

_LONGEST = 300  # lines of one message; a dependency cycle of Dagger is the longest seen, some 100

# Lines that never belong to the message above them.
_ENDS = lazy_regex(
    r"\s*(?:> |FAILED\s*$|[ewiv]: |\[(?:ksp|kapt|databinding|ERROR|WARNING|INFO)\]|(?:exception|error"
    r"|warning|info): "
    r"|FAILURE: |BUILD |\* [A-Z]|Task :|:[\w:.-]+(?: [A-Z-]+)?$|Execution failed|AGPBI: |ERROR: ?|WARNING: ?"
    r"|at [\w.$/@<>-]+ ?\(|\.\.\. \d+ more|Caused by: |\d+ (?:errors?|warnings?|actionable|problems?)\b"
    r"|Note: |Deprecated Gradle|ninja: |FAILED: |\[\d+/\d+\]|Process finished|-{5,}|={5,})"
    r"|[^\s'\"(]\S*?\.(?:kts?|java|xml|c|cc|cpp|h|hpp|mm?)(?::\d|:? ?\(\d+, ?\d+\):|:\[\d)"
)
_PLACED = lazy_regex(r"(?:[ew]: )?[^\s'\"(]\S*?\.(?:kts?|java|c|cc|cpp|h|hpp|mm?):\d+:")
_CARET = lazy_regex(r"\s*[\^~][\^~\s]*$")
_FRAME = lazy_regex(r"\s*(?:at [\w.$/@<>-]+ ?\(|\.\.\. \d+ more|Caused by: |Suppressed: )")

# Unindented second lines of kotlinc and KSP messages.
_SPOKEN = lazy_regex(
    r"(?:@\w|public|private|protected|internal|open|abstract|override|inline|suspend|operator|infix|final"
    r"|actual"
    r"|expect|fun |val |var |constructor|class |interface |object |typealias |where |The class is loaded from"
    r"|The (?:following|declaration|type|actual|expected)|Please |Required:|Found:|Expected:|Actual:|None of "
    r"|can be applied to|cannot be applied|\(|- |Cause: |Reason: |Types? |See |Candidates|File: |defined in "
    r"|This |It |Multiplatform |Possible |Use |Alternatively|\[Hilt\]|\[Dagger|If |Validation trace"
    r"|Dependency trace|Searched|Consider )"
)
_AFTER_BLANK = lazy_regex(r"\s{4,}\S|\s+=>|\s*(?:Dependency trace|Validation trace|If type )")
_DECLARATION = lazy_regex(
    r"\s*(?:@\w\S* )*(?:public |private |protected |internal |open |abstract |override |inline |suspend "
    r"|operator |infix |final |actual |expect |static )*(?:fun|val|var|constructor|class|typealias)\b"
)


def indent(line: str) -> int:
    """Count leading blanks."""
    return len(line) - len(line.lstrip())


def is_frame(line: str) -> bool:
    """Return whether a line belongs to a stack trace."""
    return _FRAME.match(line) is not None


def rest_of_message(lines: Sequence[str], head: int, first_line: str) -> tuple[int, str]:
    """Collect the lines of the message that `first_line` on line `head` begins.

    Deeper indented lines belong to it, known second lines, and blocks after a blank line that carry a trace
    or the next candidate.

    Returns:
        The last line of the message, and its whole text.
    """
    base = indent(lines[head])
    candidates = first_line.rstrip().endswith(":") or "candidate" in first_line
    taken = [first_line.rstrip()]
    last = at = head
    while at + 1 < len(lines) and at - head < _LONGEST:
        at += 1
        line = lines[at]
        if not line.strip():
            following = lines[at + 1] if at + 1 < len(lines) else ""
            resumes = _AFTER_BLANK.match(following) or (candidates and _DECLARATION.match(following))
            if resumes and not _ENDS.match(following):
                continue
            break
        if _ENDS.match(line) or is_frame(line):
            break
        deeper = indent(line) > base
        if not deeper and not (indent(line) == base and (_SPOKEN.match(line.lstrip()) or candidates)):
            break
        taken.extend("" for _ in range(last + 1, at))
        taken.append(line.rstrip()[base:])
        last = at
    return last, "\n".join(taken)


def caret_below(lines: Sequence[str], head: int, within: int) -> int | None:
    """Find the caret line that marks the column under a quoted source line, None where there is none."""
    for at in range(head + 1, min(head + 1 + within, len(lines))):
        line = lines[at]
        if _CARET.match(line):
            return at
        if _PLACED.match(line) or (at > head + 1 and _ENDS.match(line)):
            return None
    return None


def message_around_source(lines: Sequence[str], head: int, first_line: str) -> tuple[int, str]:
    """Collect a message whose source line and caret stand in its middle, leaving those two out.

    This is how javac and kotlinc on the command line print: the message, the source line, a caret, and
    then (javac) details such as `symbol:` and Dagger's path.
    """
    caret = caret_below(lines, head, 12)
    if caret is None or caret < head + 2:
        return rest_of_message(lines, head, first_line)
    before = [first_line.rstrip(), *(line.strip() for line in lines[head + 1 : caret - 1])]
    base = indent(lines[head])
    last, after = rest_of_message_below(lines, caret, base)
    return last, "\n".join(before + after)


def rest_of_message_below(lines: Sequence[str], caret: int, base: int) -> tuple[int, list[str]]:
    """Collect the indented lines below a caret; return the last line and the texts."""
    taken: list[str] = []
    last = at = caret
    while at + 1 < len(lines) and at - caret < _LONGEST:
        at += 1
        line = lines[at]
        if not line.strip():
            following = lines[at + 1] if at + 1 < len(lines) else ""
            if indent(following) >= base + 4 and not _ENDS.match(following):
                continue
            break
        if indent(line) <= base or is_frame(line) or _ENDS.match(line):
            break
        taken.append(line.rstrip()[base:])
        last = at
    return last, taken
