"""Which offset of an image a frame asks for: bases, and the step back from a return address."""

from __future__ import annotations

import re

from models.error_report import NativeFrame
from rca.symbols.object_file import ObjectFile

_SANITIZER = re.compile(r"#\d+\s+0x")


def image_offset(frame: NativeFrame, module: ObjectFile) -> int | None:
    """Return the offset into the image that belongs to the line of a frame, or None without an address.

    Android's unwinder and the sanitizers print the address of the call. Elsewhere a caller's address is the
    one behind its call, which may be another line's: one byte before it lies inside of the call.
    """
    try:
        if frame.image_offset is None:
            return int(frame.pc, 16) - module.load_address if frame.pc is not None else None
        offset = int(frame.image_offset, 16)
    except ValueError:
        return None
    if _SANITIZER.match(frame.text) is not None:
        return offset - module.load_address
    return offset - 1 if frame.index > 0 and offset > 0 else offset
