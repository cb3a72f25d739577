"""A value as a debugger prints it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from models.captured_state import CapturedValue

_NUMBER: Final = re.compile(r"-?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?[lLfFdDuU]*")
_MAP: Final = re.compile(r"(?:Map\d?|MapN|Hashtable)\Z")
TRUE: Final = "true"
FALSE: Final = "false"
NULL: Final = "null"


@dataclass(frozen=True)
class KnownValue:
    """A value: its text as a debugger prints it, elements if it has some, and the object it was read from."""

    text: str
    size: int | None = None
    captured: CapturedValue | None = None

    @property
    def is_null(self) -> bool:
        """Return whether it is null."""
        return self.text == NULL

    @property
    def is_object(self) -> bool:
        """Return whether the text is the class of an object, which says nothing of its content."""
        return self.captured is not None and self.text == (self.captured.type or "")

    @property
    def is_map(self) -> bool:
        """Return whether it is a map."""
        return self.captured is not None and _MAP.search(self.captured.type or "") is not None

    @property
    def number(self) -> float | None:
        """Return the number that it is."""
        if _NUMBER.fullmatch(self.text) is None:
            return None
        return float(self.text.replace("_", "").rstrip("lLfFdDuU"))
