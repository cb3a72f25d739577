"""Source sets: which files of a module are compiled as tests, and where these run."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

_SOURCE_SET: Final = re.compile(
    r"(?:^|/)src/(?P<name>\w*[tT]est\w*)/(?P<rest>.*)"
    r"|(?:^|/)(?P<plain>tests?)(?:@\w+)?/|(?:^|/)(?P<flat>[a-z]\w*Test)/(?:src|kotlin|java)/"
)
_OTHER_SOURCES: Final = re.compile(r"(?:^|/)src/(?!\w*[tT]est\w*/)\w+/(?:java|kotlin)/")
"""Sources of another source set, below which a package may be named as tests are."""
_RESOURCES: Final = re.compile(r"(?:\w*[rR]esources|assets|res)/")
_DEVICE: Final = ("androidtest", "androiddevicetest", "androidinstrumentedtest")
_NO_TESTS: Final = frozenset(("testfixtures", "testdata", "testresources", "testsupport", "testutils"))
"""Source sets for tests that hold none themselves."""
_JVM_SOURCES: Final = (".kt", ".java")


class SourceSet(NamedTuple):
    """A source set of tests; what `needs_device` runs on an Android device or emulator."""

    name: str
    needs_device: bool


@lru_cache(maxsize=50_000)
def source_set_of_tests(path: str) -> SourceSet | None:
    """Return the source set of a Kotlin or Java file of tests; None for any other file."""
    if not path.endswith(_JVM_SOURCES):
        return None
    found = _SOURCE_SET.search(path)
    if found is None or (found["name"] is None and _OTHER_SOURCES.search(path)):
        return None
    name = found["name"] or found["plain"] or found["flat"]
    if name.lower() in _NO_TESTS or (found["rest"] and _RESOURCES.match(found["rest"])):
        return None
    return SourceSet(name, name.lower().startswith(_DEVICE))
