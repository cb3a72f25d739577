"""Files that are made of what a device hands over: whole at their place, or not there."""

from __future__ import annotations

import contextlib
import errno
import os
import uuid
from collections.abc import Iterator
from pathlib import Path

from models.error_codes import ErrorCode
from rca.tool_failure import Failure

_NO_SECOND_NAMES = frozenset((errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK, errno.EXDEV))


@contextlib.contextmanager
def written_beside(target: Path, *, overwrite: bool) -> Iterator[Path]:
    """Yield the path of a new file beside `target`, and move it there after the body; remove it at an error.

    Raises:
        Failure: it cannot be written, or something appeared at `target` that may not be replaced.
    """
    temporary = target.with_name(f".rca-{uuid.uuid4().hex}.part")
    try:
        yield temporary
        _move(temporary, target, overwrite=overwrite)
    except FileExistsError:
        raise Failure(
            ErrorCode.ALREADY_EXISTS, f"{target} exists, and is kept", "Choose another name."
        ) from None
    except PermissionError as problem:
        raise Failure(
            ErrorCode.PERMISSION_DENIED,
            f"{target} cannot be written: {problem.strerror}",
            "Choose another place.",
        ) from None
    except OSError as problem:
        raise Failure(ErrorCode.COMMAND_FAILED, f"{target} cannot be written: {problem.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _move(temporary: Path, target: Path, *, overwrite: bool) -> None:
    if overwrite:
        temporary.replace(target)
        return
    try:
        os.link(temporary, target)
    except OSError as problem:
        if problem.errno not in _NO_SECOND_NAMES:
            raise
        if target.exists():  # a file system without second names
            raise FileExistsError(errno.EEXIST, "File exists") from None
        temporary.rename(target)
