"""`replace_string_in_file`: one string of a file replaced by another."""

from __future__ import annotations

from typing import Any, Literal

from models.error_codes import ErrorCode
from models.tools.replace_string_in_file import ReplaceStringParams, ReplaceStringResult
from rca.files.atomic_write import LARGEST, Changed, NotRegular, TooLarge, read, replace
from rca.files.directory_handle import NotAFolder
from rca.files.editor_edit import EditorEdit
from rca.files.lossless_text import LosslessText, Unencodable, text_of
from rca.files.path_targets import denied, target
from rca.files.string_replace import StringReplacement, edit, nearest
from rca.index.overlay import Overlay
from rca.text.decoding import NotText
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.roots import WorkspaceFile

_ATTEMPTS = 3
_SHOWN = 50
_LINES_OF_A_CHANGE = 40
"""Lines of each side that the user is shown."""


def run(context: ToolContext, params: ReplaceStringParams) -> Answer[ReplaceStringResult]:
    """Replace the first occurrence, in the editor if the file is open, else on disk."""
    if params.old_string == params.new_string:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            "newString is the same as oldString: nothing would change",
            "Give the text that should come in its place.",
        )
    place = target(context.snapshot, params.file_path)
    overlay = context.snapshot.overlays.get(place.path)
    if overlay is not None:
        done = _in_editor(context, place, overlay, params)
        if done is not None:
            return _answer(place, done, "editor")
    for _ in range(_ATTEMPTS):
        try:
            return _answer(place, _on_disk(place, params, overlay), "disk")
        except Changed:
            continue
    raise Failure(
        ErrorCode.PERMISSION_DENIED,
        f"'{place.path}' is being written by another program; nothing was changed",
        "Try again in a moment.",
    )


def details(context: ToolContext, params: ReplaceStringParams) -> dict[str, str]:
    """Show which file would be changed, and how."""
    place = target(context.snapshot, params.file_path)
    change = [*_marked("-", params.old_string), *_marked("+", params.new_string)]
    return {"Files affected": place.path, "Change": "\n".join(("", *change))}


def _marked(sign: str, text: str) -> list[str]:
    lines = [f"{sign} {line}" for line in text.splitlines()]
    hidden = len(lines) - _LINES_OF_A_CHANGE
    return lines if hidden <= 0 else [*lines[:_LINES_OF_A_CHANGE], f"{sign} … {hidden} more lines"]


def _in_editor(
    context: ToolContext, place: WorkspaceFile, overlay: Overlay, params: ReplaceStringParams
) -> StringReplacement | None:
    """Ask the editor to change its document; None if it cannot, and the disk has the same text."""
    text = overlay.text
    found = edit(text, params.old_string, params.new_string, "\r\n" if "\r\n" in text else "\n")
    if found is None:
        raise _not_found(place, text, params)
    asked = EditorEdit(
        place.absolute, overlay.version, text, found.start, found.end, found.new,
        f"Kotlin RCA: replace in {place.absolute.name}",
    )  # fmt: skip
    match context.edit_in_editor(asked):
        case "applied":
            return found
        case "refused":
            raise Failure(
                ErrorCode.PERMISSION_DENIED,
                f"The editor did not take the change of '{place.path}': it was changed meanwhile, or "
                "is read-only; nothing was changed",
                "Read the file again and repeat the call.",
            )
        case "unable":
            return None


def _on_disk(place: WorkspaceFile, params: ReplaceStringParams, overlay: Overlay | None) -> StringReplacement:
    assert place.root is not None, "a target lies in a workspace folder"
    try:
        held = read(place.root, place.inside)
        text = text_of(held.data)
        if overlay is not None and overlay.text != text.text:
            raise _unsaved(place)
        found = edit(text.text, params.old_string, params.new_string, text.newline)
        if found is None:
            raise _not_found(place, text.text, params)
        data = _encoded(place, text, found)
        replace(place.root, place.inside, data, held.state)
    except (OSError, NotRegular, TooLarge, NotText) as problem:
        raise _failure(place, problem) from None
    return found


def _encoded(place: WorkspaceFile, text: LosslessText, found: StringReplacement) -> bytes:
    edited = text.text[: found.start] + found.new + text.text[found.end :]
    try:
        data = text.encoded(edited, found.new)
    except Unencodable:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"newString is not plain ASCII, and the encoding of '{place.path}' is unknown: it is no UTF-8",
            "Use ASCII alone (escapes such as \\u00e9), or change the file's encoding first.",
        ) from None
    if len(data) > LARGEST:
        raise TooLarge(len(data))
    return data


def _answer(
    place: WorkspaceFile, done: StringReplacement, source: Literal["editor", "disk"]
) -> Answer[ReplaceStringResult]:
    count = len(done.found)
    notes = []
    if count > 1:
        where = ", ".join(map(str, done.found[1:6])) + (", …" if count > 6 else "")
        notes.append(
            f"Found {count} occurrences, replaced only the first, at line {done.found[0]}; others at {where}"
        )
    if source == "editor":
        notes.append("The file is open in the editor: it was changed there and is not saved")
    result = ReplaceStringResult(
        file_path=place.path,
        occurrences_found=count,
        lines_changed=done.changed,
        occurrence_lines=done.found[:_SHOWN],
        source=source,
    )
    return Answer(result, files_affected=(place.path,), completeness="complete", provenance=tuple(notes))


def _not_found(place: WorkspaceFile, text: str, params: ReplaceStringParams) -> Failure:
    near = nearest(text, params.old_string)
    details: dict[str, Any] | None = None
    suggestion = "Read the file again and give the text exactly as it stands, indentation included."
    if near is not None:
        number, line, is_white = near
        details = {"nearest": {"line": number, "text": line[:200]}}
        difference = "differs in white space or in the lines after it" if is_white else "is like it"
        suggestion = f"Line {number} {difference}: read the file from there and give the text exactly."
    return Failure(
        ErrorCode.STRING_NOT_FOUND,
        f"String '{_short(params.old_string)}' not found in '{place.path}'",
        suggestion,
        details,
    )


def _unsaved(place: WorkspaceFile) -> Failure:
    return Failure(
        ErrorCode.LSP_UNAVAILABLE,
        f"'{place.path}' has unsaved changes in an editor that takes no edits from here; nothing was changed",
        "Save the file in the editor, then repeat the call.",
    )


def _failure(place: WorkspaceFile, problem: Exception) -> Failure:
    match problem:
        case FileNotFoundError():
            return Failure(
                ErrorCode.FILE_NOT_FOUND,
                f"File '{place.path}' does not exist in workspace",
                "Use create_file for a new file.",
            )
        case PermissionError():
            return denied(place.path, "cannot be written")
        case NotText():
            return Failure(ErrorCode.BINARY_FILE, f"'{place.path}' is not text, and is not changed")
        case TooLarge():
            return Failure(
                ErrorCode.TOO_LARGE,
                f"'{place.path}' has or would have {problem} bytes; the most is {LARGEST}",
            )
        case NotRegular() | NotAFolder():
            return Failure(
                ErrorCode.INVALID_PATH, f"'{place.path}' is no regular file, or became a link meanwhile"
            )
        case _:
            reason = getattr(problem, "strerror", None) or type(problem).__name__
            return Failure(ErrorCode.INVALID_PATH, f"'{place.path}' cannot be written: {reason}")


def _short(text: str) -> str:
    line = text.strip().split("\n")[0]
    return line if len(line) <= 60 and line == text.strip() else f"{line[:60]}…"


TOOL = Tool(
    name="replace_string_in_file",
    description=(
        "Change a file: replace the first occurrence of an exact text by another. Read the file first, and "
        "give enough lines that the text is found once. Encoding, line ends and permissions stay. A file "
        "that is open in the editor is changed there and not saved. The user sees the change and is asked "
        "first."
    ),
    params=ReplaceStringParams,
    result=ReplaceStringResult,
    run=run,
    risk="dangerous",
    seconds=60.0,
    details=details,
)
