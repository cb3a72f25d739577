"""The standard library and coroutines as the compiler's own package carries them, against their sources.

Slow and 80 MB to fetch, so only where `RCA_COMPILER_PACKAGE` names a folder: the unpacked npm package
`kotlin-compiler` 2.4.20, or an empty one to fetch it into.
"""

import os
import re
import subprocess
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from rca.languages.facts import Facts
from rca.languages.registry import extract
from rca.libraries.jar import Library, read_jar
from rca.resolve.types import read_type

PACKAGE = "kotlin-compiler@2.4.20"
FOLDER = os.environ.get("RCA_COMPILER_PACKAGE")

pytestmark = [
    pytest.mark.skipif(not FOLDER, reason="RCA_COMPILER_PACKAGE names no folder"),
    pytest.mark.timeout(600),
]


@pytest.fixture(scope="module")
def jars() -> Path:
    folder = Path(FOLDER or "")
    if not (folder / "lib").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", PACKAGE], cwd=folder, check=True, capture_output=True)
        (packed,) = folder.glob("*.tgz")
        subprocess.run(["tar", "xzf", packed.name, "--strip-components=1"], cwd=folder, check=True)
    return folder / "lib"


@pytest.fixture(scope="module")
def stdlib(jars) -> Library:
    return read_jar(jars / "kotlin-stdlib.jar")


def test_nothing_is_left_unread(jars, stdlib):
    for library in (stdlib, read_jar(jars / "kotlinx-coroutines-core-jvm.jar")):
        assert library.problems == ()
        assert library.files
        for _, facts in library.files:
            for row in facts.declarations:
                texts = (row.type, row.receiver, *row.supertypes, *(one.type for one in row.parameters))
                assert all(read_type(text) is not None for text in texts if text)


def test_every_public_function_of_collections_is_there(jars, stdlib):
    read = Counter(key for _, facts in stdlib.files for key in _functions(facts))
    written = Counter[tuple[object, ...]]()
    with zipfile.ZipFile(jars / "kotlin-stdlib-sources.jar") as sources:
        for name in sources.namelist():
            if name.startswith(("commonMain/", "jvmMain/")) and name.endswith(".kt"):
                text = sources.read(name).decode()
                written.update(_functions(extract(name, text), text))
    missing = [key for key in written if key not in read]
    assert len(written) > 1500
    assert missing == []


def _functions(facts: Facts, text: str = "") -> list[tuple[object, ...]]:
    """Return the public top-level functions of `kotlin.collections` by their shape, without those hidden."""
    if facts.package != "kotlin.collections":
        return []
    return [
        (
            row.name,
            _simple(row.receiver),
            tuple((one.name, _simple(one.type), one.vararg) for one in row.parameters),
        )
        for row in facts.declarations
        if row.kind == "function"
        and row.parent < 0
        and not {"private", "internal"} & set(row.modifiers)
        and not re.search(r"\bHIDDEN\b|\bhiddenSince\b", text[row.start : row.name_start])
    ]


def _simple(text: str | None) -> str | None:
    found = None if text is None else read_type(text)
    return None if found is None else found.name.rpartition(".")[2]
