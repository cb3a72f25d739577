"""Frames and callers of an analysis in Markdown, each place once."""

from __future__ import annotations

from models.code import Caller, ProjectFrame
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.answer_markdown import caller_tree, shortened
from rca.analysis.rendering.place_headings import place_heading
from rca.analysis.rendering.shown_code import is_set_aside, shown_texts
from rca.workspace.build_modules import is_beside_production

_LONGEST_CODE = 100
"""Characters of a frame's line."""
_MOST_BY_WORDS = 3
"""Places that words led to; the likeliest are among the hypotheses."""
_SURE = 0.7
"""Confidence of indirect callers from which they are listed: others may call something else."""
_MOST_BESIDE_CODE = 3
"""Callers that are listed where their code, or the trace, says who called."""


def frames_and_callers(found: Findings, most_frames: int, most: int) -> str:
    """Return frames and callers; a caller that is also a frame is shown by that frame's number."""
    frames = numbered_frames(found, most_frames)
    if not found.callers or is_set_aside(found):
        return frames
    numbered = enumerate(found.frames[:most_frames], 1) if frames else ()
    listed = {(frame.file_path, frame.line): number for number, frame in reversed([*numbered])}
    if found.caller_contexts or (len(found.frames) > 1 and found.frames[0].found_by is None):
        most = min(most, _MOST_BESIDE_CODE)
    shown = tuple(one for one in _production(found) if one.depth == 1 or one.confidence >= _SURE)
    lines = caller_tree(shown, most, listed, _quotable(found))
    lines += [f"- {len(shown) - most} more"] if len(shown) > most else []
    beside = len(found.callers) - len(_production(found))
    lines += [f"- {beside} more in tests, benchmarks or samples"] if beside else []
    culprit = found.culprit
    named = f"`{_named(culprit)}`" if culprit is not None and culprit.found_by else "the culprit"
    callers = f"## Callers of {named}, each below what it calls\n\n" + "\n".join(lines)
    return f"{frames}\n\n{callers}" if frames else callers


def numbered_frames(found: Findings, most: int) -> str:
    """Return the numbered frames, each with its line unless that is shown; empty for a single frame."""
    frames = found.frames
    if len(frames) < 2 or is_set_aside(found):
        return ""
    seen = shown_texts(found)
    lines = []
    if frames[0].found_by == "words":
        most = min(most, _MOST_BY_WORDS)
    for number, frame in enumerate(frames[:most], 1):
        code = " ".join((frame.code or "").split())
        quoted = (
            f": `{shortened(code.replace('`', chr(39)), _LONGEST_CODE)}`" if code and code not in seen else ""
        )
        seen.add(code)
        lines.append(f"{number}. {place_of(frame)} {_named(frame)}".rstrip() + _told_line(frame) + quoted)
    more = f"\n- {len(frames) - most} more" if len(frames) > most else ""
    heading = place_heading(frames[0].found_by, "Project frames, innermost first")
    return f"## {heading}\n\n" + "\n".join(lines) + more


def place_of(frame: ProjectFrame) -> str:
    """Return the path of a frame, with the line if that is known."""
    return f"{frame.file_path}:{frame.line}" if frame.line else frame.file_path


def _told_line(frame: ProjectFrame) -> str:
    told = frame.reported_line
    return f" (line {told} of the trace)" if told is not None and told != frame.line else ""


def _named(frame: ProjectFrame) -> str:
    return frame.function.name if frame.function else frame.method or ""


def _production(found: Findings) -> tuple[Caller, ...]:
    """Return the callers without tests, benchmarks and samples, unless such code ran or calls alone."""
    production = tuple(one for one in found.callers if not is_beside_production(one.file_path))
    ran_beside = any(is_beside_production(frame.file_path) for frame in found.frames)
    return found.callers if ran_beside or not production else production


def _quotable(found: Findings) -> dict[tuple[str, int], str]:
    """Return the lines of calls that no shown code has."""
    seen = shown_texts(found)
    quoted = {(context.file_path, context.error_line) for context in found.caller_contexts}
    return {
        place: shortened(code.replace("`", "'"), _LONGEST_CODE)
        for place, code in found.caller_code.items()
        if " ".join(code.split()) not in seen and place not in quoted
    }
