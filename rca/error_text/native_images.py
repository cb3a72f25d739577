"""The libraries that a crash report lists, with their ids: which one a frame is of.

Apple's `Binary Images`, the modules of Breakpad's stack walks, and lines of tombstones that name a library
with its BuildId.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.error_report import NativeFrame
from rca.text.lazy_regex import lazy_regex

_LONGEST = 4096
_MARKS = ("(BuildId: ", "Binary Images", "Loaded modules", "Module|")
_MOST_IMAGES = 5000
_APPLE = lazy_regex(
    r"\s*0x(?P<begin>[0-9a-fA-F]{1,16}) -\s+0x(?P<end>[0-9a-fA-F]{1,16}|\?{3})\s+\+?(?P<name>\S.*?)\s+"
    r"(?:(?P<arch>[\w]{2,12})\s+)?(?:\([^()]*\)\s+)*<(?P<id>[0-9a-fA-F\-]{32,36})>\s+(?P<path>\S.*)$"
)
_WALKED = lazy_regex(
    r"0x(?P<begin>[0-9a-fA-F]{8,16}) - 0x(?P<end>[0-9a-fA-F]{8,16})  (?P<name>\S.*?)  \S.*?"
    r"(?:\(WARNING: No symbols, [^,]+, (?P<id>[0-9A-F]{32,41})\))?$"
)
_MACHINE = lazy_regex(
    r"Module\|(?P<name>[^|]*)\|[^|]*\|[^|]*\|(?P<id>[0-9A-Fa-f]*)\|0x(?P<begin>[0-9a-f]+)\|0x(?P<end>[0-9a-f]+)\|"
)
_MAPPED = lazy_regex(r"(?:.*\s)?(?P<path>/\S+) \(BuildId: (?P<id>[0-9a-fA-F]{2,64})[ .)]")


@dataclass(frozen=True, slots=True)
class NativeImage:
    """A library in a process.

    Attributes:
        name: its name, or its path where only that is told, or an empty text.
        identity: its id as the text has it, or None.
        begin: the address of its first byte, or None.
        end: an address behind its last byte, or None.
    """

    name: str
    identity: str | None
    begin: int | None = None
    end: int | None = None


def may_list_images(text: str) -> bool:
    """Return whether a text has the words that stand where libraries are listed."""
    return any(mark in text for mark in _MARKS)


def find_images(lines: Iterable[str]) -> list[NativeImage]:
    """Return the libraries that lines list, in order."""
    found: list[NativeImage] = []
    for line in lines:
        image = _read_image(line) if len(line) <= _LONGEST else None
        if image is not None:
            found.append(image)
            if len(found) == _MOST_IMAGES:
                break
    return found


def _read_image(line: str) -> NativeImage | None:
    if "(BuildId: " in line and "/" in line and "#" not in line:
        mapped = _MAPPED.match(line)
        return None if mapped is None else NativeImage(mapped["path"], mapped["id"])
    if line.startswith("Module|"):
        told = _MACHINE.match(line)
    elif "0x" not in line or " - " not in line:
        return None
    else:
        told = _APPLE.match(line) if "<" in line else _WALKED.match(line.strip())
    if told is None:
        return None
    begin = int(told["begin"], 16)
    end = None if "?" in told["end"] else int(told["end"], 16) + 1
    return NativeImage(told["name"], told["id"] or None, begin, end)


def with_images(
    frames: Sequence[NativeFrame], images: Sequence[NativeImage], *, absolute: bool = False
) -> tuple[NativeFrame, ...]:
    """Return frames with the id of their library, and their offset into it where their address is absolute.

    Args:
        frames: of one thread.
        images: what the report lists.
        absolute: whether each `pc` is absolute; without it that of lines which begin with `#` is relative.
    """
    if not images:
        return tuple(frames)
    by_name: dict[str, list[NativeImage]] = {}
    for image in images:
        by_name.setdefault(_base(image.name), []).append(image)
    ranges = [image for image in images if image.begin is not None]
    return tuple(
        _with_image(frame, by_name, ranges if absolute or not frame.text.startswith("#") else ())
        for frame in frames
    )


def _with_image(
    frame: NativeFrame, by_name: dict[str, list[NativeImage]], ranges: Sequence[NativeImage]
) -> NativeFrame:
    address = int(frame.pc, 16) if frame.pc is not None and ranges else None
    image = None
    if address is not None:
        image = next((one for one in ranges if _holds(one, address)), None)
    if image is None and frame.library is not None:
        named = by_name.get(_base(frame.library), [])
        exact = [one for one in named if one.name == frame.library] or named
        # Two libraries of one name, one of which it is: nothing tells which.
        image = exact[0] if len({one.identity for one in exact}) == 1 else None
    if image is None:
        return frame
    update: dict[str, object] = {"library": image.name} if frame.library is None and image.name else {}
    if frame.build_id is None and image.identity is not None:
        update["build_id"] = image.identity
    if address is not None and image.begin is not None and _holds(image, address):
        # Some stack walkers print the offset of the call and the address behind it.
        update["image_offset"] = f"{address - image.begin:x}"
    return frame.model_copy(update=update) if update else frame


def _holds(image: NativeImage, address: int) -> bool:
    return image.begin is not None and image.begin <= address and (image.end is None or address < image.end)


def _base(name: str) -> str:
    return name.rpartition("/")[2].rpartition("!")[2]
