"""Gradle's own failure report: failed tasks, what went wrong, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rca.error_text.builds.build_paths import plain_path
from rca.error_text.builds.configuration_cache import read_placed_problem
from rca.error_text.builds.multiline_messages import indent, is_frame
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

_TASK_FAILED = lazy_regex(r"(?:> )?(?:Task )?(?P<task>:[\w:.\[\]-]+) FAILED\s*$")
_TASK = lazy_regex(
    r"(?:> )?Task (?P<task>:[\w:.\[\]-]+)|(?P<plain>:[\w.-]+(?::[\w.\[\]-]+)+|:\w+)(?: [A-Z-]+)?\s*$"
)
_GLUED_TASK = lazy_regex(r"(?P<task>:[\w:.-]*?\w)(?=[ew]: (?:file:|/|[A-Za-z]:[\\/])|/[\w.-]+/)")
_EXECUTION = lazy_regex(r"xecution failed for task '(?P<task>:[^'\s]+)'")
_MARK = lazy_regex(
    r"(?:> Task :|> Configure project|FAILURE: Build |\* What went wrong:|\* Where:|\* Exception is:"
    r"|BUILD FAILED"
    r"|BUILD SUCCESSFUL|Execution failed for task|A problem occurred (?:configuring|evaluating)"
    r"|Task :\S+ FAILED"
    r"|:[\w:.-]+ FAILED)"
)
_HEADING = lazy_regex(r"(?P<quote>(?:> )*)(?:\* )?What went wrong: ?(?P<rest>.*)")
_BLOCK_END = lazy_regex(
    r"(?:> )*(?:\* (?:Try|Exception is|Where|Get more help|What went wrong)\b|BUILD FAILED|={10,}|-{10,}"
    r"|\d+: Task failed|Deprecated Gradle features|You can use '--warning-mode|CONFIGURE (?:FAILED"
    r"|SUCCESSFUL)"
    r"|\d+ actionable tasks?|```|##\[)"
)
_HEADLESS = lazy_regex(
    r"(?:`?E(?:rror|RROR) ?: ?|[^:\n]{1,80}\sError ?: ?(?=Execution failed)|Gradle sync failed: |> {0,4})?"
    r"(?:E(?:rror|RROR): ?)?"
    r"(?P<text>(?:E?xecution failed for task '[^']+'\.(?: (?:> ?)?Manifest merger failed ?: .*)?"
    r"|A build operation failed\.?"
    r"|Plugin (?:\[id: |with id ').{1,300} (?:was not found in any of the following sources:?|not found\.?)"
    r"|A problem occurred (?:configuring|evaluating) .*|Could not determine the dependencies of task .*"
    r"|Could not resolve all \S+ for configuration .*|Could not (?:find|resolve) [\w.-]+:[\w.-]+:\S+"
    r"|Could not find \S+ \([\w.-]+:[\w.-]+:[^\s)]+\)\.|Configuration cache problems found in this build\."
    r"|The minCompileSdk \(\d+\) specified in a|One or more issues found when checking AAR metadata values:"
    r"|\s*Duplicate class \S+ found in .*"
    r"|Unable to resolve dependency for ':.*|Could not (?:GET|HEAD|PUT) '.*))\s*$"
)
_SHIFTED = lazy_regex(r"Execution failed for task '[^']+'\.\s*$")
_DETAIL = lazy_regex(
    r"\s|> |Searched in |Required by:|- (?:Task|Plugin|Build file|Script|Gradle Core|Included Builds)\b"
    r"|\d+ problems? w"
    r"|See the complete report |The minCompileSdk|dependency's AAR|is greater than this|Dependency: "
    r"|AAR metadata file: "
)
_WHERE = lazy_regex(
    r"(?:[A-Z][\w ]*?(?:file|script|plugin)|Script) '(?P<file>[^'\n]+)'(?: line: (?P<line>\d+))?\s*$"
)
_SCRIPT_ERROR = lazy_regex(r"\s*Line (?P<line>\d+): (?P<code>.*)")
_SCRIPT_MESSAGE = lazy_regex(r"\s*\^ (?P<message>\S.*)")
_GROOVY = lazy_regex(
    r"\s*(?:> )?(?:build file|settings file|script|initialization script"
    r"|init script) '(?P<file>[^']+)': (?P<line>\d+): "
    r"(?P<message>.*?)(?: ?@ line \d+, column (?P<column>\d+)\.)?\s*$"
)
_LEAD = lazy_regex(
    r"\s*(?:> )*(?:> Task|Task :|> Configure|:\w|\* |BUILD |FAILURE: |E?xecution failed|A problem |A build "
    r"|Could not (?:determine|resolve|find|GET|HEAD|PUT) |Unable to resolve |Error:|ERROR:"
    r"|Gradle sync failed|Configuration cache |The minCompileSdk|One or more issues|What went"
    r"|Plugin (?:\[id: |with id ')"
    r"|Duplicate class |> Could not )"
)
_LONGEST_BLOCK = 2000


@dataclass(slots=True)
class Outcome:
    """What Gradle says of one build.

    `blocks` are the texts under `* What went wrong:`. `tasks` are the paths of failed tasks in order.
    `running` tells for a line which task had last announced itself. `first` and `last` are the
    outermost lines that Gradle wrote, None where it wrote nothing.
    """

    tasks: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    places: list[ToolMessage] = field(default_factory=list)
    announced: list[tuple[int, str]] = field(default_factory=list)
    first: int | None = None
    last: int | None = None
    successful: bool = False
    failed: bool = False

    def cover(self, first: int, last: int) -> None:
        """Widen the stretch of lines by one of Gradle's."""
        self.first = first if self.first is None else min(self.first, first)
        self.last = last if self.last is None else max(self.last, last)

    def add_task(self, task: str) -> None:
        """Note a failed task once."""
        if task not in self.tasks:
            self.tasks.append(task)

    def task_at(self, line: int) -> str | None:
        """Name the task whose output `line` is, by the last announcement above it."""
        low, high = 0, len(self.announced)
        while low < high:
            middle = (low + high) // 2
            if self.announced[middle][0] <= line:
                low = middle + 1
            else:
                high = middle
        return self.announced[low - 1][1] if low else None


def read_outcome(lines: Sequence[str], first: int, last: int) -> Outcome:
    """Read what Gradle says in `lines[first..last]`."""
    outcome = Outcome()
    headless: list[tuple[int, int]] = []
    shifted: list[tuple[int, int]] = []
    where: ToolMessage | None = None
    at = first
    while at <= last:
        line = lines[at]
        if not _may_matter(line):
            at += 1
            continue
        text = line.lstrip()
        _note_task(outcome, text, at)
        heading = _HEADING.match(text)
        if heading:
            end, block = _block(lines, at, last, heading["rest"])
            _note_block(outcome, lines, block, (at, end), where)
            where = None
            at = end + 1
            continue
        if text.startswith("* Where:"):
            where = _where(lines, at, last)
        elif text.startswith("* Exception is:"):
            outcome.failed = True
        headed = _HEADLESS.match(line)
        inside = bool(headless) and at <= headless[-1][1]
        under_heading = at > first and lines[at - 1].lstrip().startswith("* What went wrong")
        if headed and not inside and not under_heading:
            headless.append((at, _headless_end(lines, at, last)))
        elif not headless and not shifted and line[:1].isspace() and _SHIFTED.match(text):
            shifted.append((at, _headless_end(lines, at, last)))  # pasted as an indented code block
        at += 1
    if not outcome.blocks:
        for start, end in headless or shifted:
            margin = indent(lines[start])
            head = _HEADLESS.match(lines[start], margin if not headless else 0)
            assert head is not None, "matched above"
            details = (line[min(margin, indent(line)) :].rstrip() for line in lines[start + 1 : end + 1])
            block = "\n".join([head["text"], *details])
            _note_block(outcome, lines, block, (start, end), where)
    return outcome


def _may_matter(line: str) -> bool:
    return "FAILED" in line or "xecution failed for" in line or _LEAD.match(line) is not None


def _note_task(outcome: Outcome, text: str, at: int) -> None:
    failed = _TASK_FAILED.match(text)
    named = failed or _TASK.match(text) or _GLUED_TASK.match(text)
    if named:
        outcome.announced.append((at, named["task"] or named.groupdict().get("plain") or ""))
    if failed:
        outcome.add_task(failed["task"])
        outcome.failed = True
    for execution in _EXECUTION.finditer(text):
        outcome.add_task(execution["task"])
        outcome.failed = True
        outcome.cover(at, at)
    if _MARK.match(text):
        outcome.cover(at, at)
        outcome.successful = outcome.successful or text.startswith("BUILD SUCCESSFUL")
        outcome.failed = outcome.failed or text.startswith(
            ("FAILURE: Build", "BUILD FAILED", "A problem occurred")
        )


def _note_block(
    outcome: Outcome, lines: Sequence[str], block: str, span: tuple[int, int], where: ToolMessage | None
) -> None:
    first, last = span
    outcome.failed = True
    outcome.cover(first, last)
    if block and block not in outcome.blocks:
        outcome.blocks.append(block)
    for execution in _EXECUTION.finditer(block):
        outcome.add_task(execution["task"])
    errors = _script_errors(lines, first, last, where)
    outcome.places.extend(errors)
    problems = [hit for at in range(first, last + 1) if (hit := read_placed_problem(lines, at)) is not None]
    outcome.places.extend(problems)
    if where and block and not errors and not problems:
        outcome.places.append(_place(where, block))


def _block(lines: Sequence[str], at: int, last: int, rest: str) -> tuple[int, str]:
    taken = [rest.rstrip()] if rest.strip() else []
    end = at
    for index in range(at + 1, min(last, at + _LONGEST_BLOCK) + 1):
        if _BLOCK_END.match(lines[index].lstrip() if indent(lines[at]) else lines[index]):
            break
        taken.append(lines[index].rstrip())
        end = index
    while taken and not taken[-1].strip():
        taken.pop()
        end -= 1
    while taken and not taken[0].strip():
        taken.pop(0)
    margin = min((indent(line) for line in taken if line.strip()), default=0)
    return max(end, at), "\n".join(line[margin:] for line in taken)


def _headless_end(lines: Sequence[str], at: int, last: int) -> int:
    end = at
    for index in range(at + 1, min(last, at + _LONGEST_BLOCK) + 1):
        line = lines[index]
        if _BLOCK_END.match(line) or is_frame(line):
            break
        if line.strip() and not _DETAIL.match(line):
            break
        if line.strip():
            end = index
    return end


def _where(lines: Sequence[str], at: int, last: int) -> ToolMessage | None:
    inline = lines[at].partition("* Where:")[2].strip()
    for index in range(at, min(at + 3, last) + 1):
        text = inline if index == at else lines[index].strip()
        found = _WHERE.match(text)
        if found:
            diagnostic = diagnose(
                "error", "", tool="gradle", file=plain_path(found["file"]), line=found["line"]
            )
            return ToolMessage(index, index, "gradle_build", diagnostic)
    return None


def _place(where: ToolMessage, block: str) -> ToolMessage:
    """Return Gradle's place in a script as a diagnostic whose message is the innermost cause's first line."""
    assert where.diagnostic is not None, "made with one"
    causes = [line.strip() for line in block.splitlines() if line.lstrip().startswith("> ")]
    message = causes[-1].lstrip("> ") if causes else block.splitlines()[0].strip()
    diagnostic = where.diagnostic.model_copy(update={"message": message})
    return ToolMessage(where.first, where.last, None, diagnostic)


def _script_errors(
    lines: Sequence[str], first: int, last: int, where: ToolMessage | None
) -> list[ToolMessage]:
    """Read `Line 12: code` with its caret, and Groovy's `build file 'x': 12: message`, inside a block."""
    hits: list[ToolMessage] = []
    for at in range(first, last + 1):
        groovy = _GROOVY.match(lines[at])
        if groovy:
            diagnostic = diagnose(
                "error",
                groovy["message"],
                tool="gradle",
                file=plain_path(groovy["file"]),
                line=groovy["line"],
                column=groovy["column"],
            )
            hits.append(ToolMessage(at, at, "gradle_build", diagnostic))
            continue
        script = _SCRIPT_ERROR.match(lines[at])
        told = _SCRIPT_MESSAGE.match(lines[at + 1]) if script and at < last else None
        if script and told:
            file = where.diagnostic.file if where and where.diagnostic else None
            diagnostic = diagnose("error", told["message"], tool="kotlinc", file=file, line=script["line"])
            hits.append(ToolMessage(at, at + 1, "gradle_build", diagnostic))
    return hits
