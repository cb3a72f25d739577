"""The argument that the calling frame passed for a parameter."""

from __future__ import annotations

from models.code import ProjectFrame
from models.failure import SourceRange
from rca.causes.call_arguments import argument_for
from rca.causes.failure.condition import Target
from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.expression_search import find_expression, source_range
from rca.causes.failure.failure_frames import FailureFrame
from rca.causes.failure.searched_file import CodeFile, open_code
from rca.navigation.jvm_names import method_names
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot


def argument_of(
    code: CodeFile, frame: FailureFrame, parameter: Candidate, snapshot: Snapshot, deadline: Deadline
) -> SourceRange | None:
    """Return what the calling project frame gave for a parameter; None where that is not one expression."""
    tokens = code.tokens
    opening = tokens.around(parameter.first)
    names = [tokens.words[first : last + 1] for first, last in tokens.arguments(opening)]
    position = next((at for at, words in enumerate(names) if tokens.word(parameter.first) in words), None)
    if position is None or frame.caller is None:
        return None
    caller = open_code(snapshot, frame.caller.file_path, deadline)
    return (
        None
        if caller is None
        else _given(caller, frame, frame.caller, tokens.word(parameter.first), position)
    )


def _given(
    caller: CodeFile, frame: FailureFrame, place: ProjectFrame, name: str, position: int
) -> SourceRange | None:
    for method in method_names(frame.frame) or (frame.frame.method or "",):
        found = find_expression(
            caller, place, Target("callee", method, frame.frame.class_name), frame.caller_line
        )
        if found is None or len(found.candidates) > 1 or found.best.site is None:
            continue
        site = caller.facts.calls[found.best.site]
        argument = argument_for(caller.tokens, site, name, position)
        if argument is not None:
            return source_range(caller, *argument)
    return None
