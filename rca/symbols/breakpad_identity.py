"""The head of a Breakpad symbol file: the lines `MODULE` and `INFO CODE_ID`.

Source: Breakpad's `docs/symbol_files.md`.
"""

from __future__ import annotations

from rca.symbols.module_id import DEBUG_ID_DIGITS, normalize_id
from rca.symbols.object_file import ByteReader, MalformedObject, ObjectFile

MAGIC = b"MODULE "
_HEAD_BYTES = 4096


def read_breakpad(reader: ByteReader) -> ObjectFile:
    """Return what the head of a Breakpad file tells.

    Raises:
        MalformedObject: it is no Breakpad file.
    """
    lines = reader.read_at(0, _HEAD_BYTES).decode("utf-8", "replace").splitlines()
    words = lines[0].split(" ", 4) if lines else []
    if len(words) < 5 or words[0] != "MODULE":
        raise MalformedObject("no Breakpad file")
    _module, _system, arch, identity, _name = words
    digits = normalize_id(identity)
    if len(digits) < DEBUG_ID_DIGITS:
        raise MalformedObject("the module of the Breakpad file has no id")
    keys = [digits[:DEBUG_ID_DIGITS]]
    for line in lines[1:3]:
        words = line.split()
        if words[:2] == ["INFO", "CODE_ID"] and len(words) > 2:
            keys.append(normalize_id(words[2]))
    return ObjectFile(keys=tuple(key for key in keys if key), arch=arch, contents="debug")
