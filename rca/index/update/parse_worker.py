"""Worker of `parse_pool`: a process that reads and parses batches of files.

It imports no more than parsing needs, so that it starts in a tenth of a second.
"""

from __future__ import annotations

import gc
import os
import pickle
import struct
from pathlib import Path
from typing import IO, Final

from rca.index.storage.file_record import read_batch
from rca.scheduling.process_priority import lower_priority
from rca.signals import leave_signals_to_starter

_LENGTH: Final = struct.Struct("!Q")


def send(stream: IO[bytes], message: bytes) -> None:
    """Write a message with its length before it."""
    stream.write(_LENGTH.pack(len(message)))
    stream.write(message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """Read a message; None where the other side has ended."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    message = stream.read(length)
    return message if len(message) == length else None


def main(root: str) -> None:
    """Answer each list of jobs in standard input with the list of what came of it."""
    leave_signals_to_starter()
    lower_priority()
    gc.disable()  # facts hold no cycles, and looking for some costs an eighth of the time
    with os.fdopen(os.dup(0), "rb") as jobs, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # whatever prints would be taken for an answer
        while (message := receive(jobs)) is not None:
            done = read_batch(Path(root), pickle.loads(message))  # noqa: S301 - by the process that started this
            send(answers, pickle.dumps(done, pickle.HIGHEST_PROTOCOL))
