"""The identity of a native module: BuildId of ELF, UUID of Mach-O, module id of Breakpad.

The three meet in hexadecimal digits: Breakpad's id of an ELF file is the first 16 bytes of the BuildId in the
byte order of a Windows GUID, of a Mach-O file its UUID, each with an age behind it.
"""

from __future__ import annotations

import struct

DEBUG_ID_DIGITS = 32
_AGE_DIGITS = 8
"""The most digits that Breakpad writes behind the id."""


def normalize_id(text: str) -> str:
    """Return an id as lower-case hexadecimal digits, or an empty string where it is none."""
    digits = text.strip().strip("<>{}").replace("-", "").lower()
    return digits if digits and all(digit in "0123456789abcdef" for digit in digits) else ""


def possible_keys(text: str) -> tuple[str, ...]:
    """Return the keys by which an id of an error text may be known, its own first.

    An id with an age is known without it. A BuildId of 20 bytes is as long as the longest of these; what is
    left of it without the last digits is no other file's id.
    """
    digits = normalize_id(text)
    if not digits:
        return ()
    if DEBUG_ID_DIGITS < len(digits) <= DEBUG_ID_DIGITS + _AGE_DIGITS:
        return (digits, digits[:DEBUG_ID_DIGITS])
    return (digits,)


def debug_id_of_build_id(build_id: bytes, *, little_endian: bool = True) -> str:
    """Return Breakpad's id, without its age, of an ELF file with this BuildId."""
    head = build_id[:16].ljust(16, b"\0")
    if not little_endian:
        return head.hex()
    first, second, third = struct.unpack("<IHH", head[:8])
    return f"{first:08x}{second:04x}{third:04x}{head[8:].hex()}"
