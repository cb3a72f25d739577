"""The compiled form says what the sources say, and is used for exactly these."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rca import native_modules

ROOT = Path(__file__).parents[1]
_ANSWERS = """
import hashlib, json, random, sys, tempfile
from pathlib import Path
from rca import native_modules
from rca.scheduling.deadline import Deadline
from rca.index.storage.file_record import Job, Stamp, read_record
from rca.languages.facts_codec import encode
from rca.languages.registry import extract
from rca.navigation.callers import find_callers
from rca.workspace import Workspace

root = Path(sys.argv[1])
answers = {}
chance = random.Random(3)
for path in sorted(one for folder in ("examples", "tests") for one in (root / folder).rglob("*")):
    if path.suffix in (".kt", ".kts", ".java"):
        text = path.read_text(encoding="utf-8")
        for kind in range(4):
            at = chance.randrange(len(text) + 1)
            shown = (text, text[:at], text[at:], text[:at] + chance.choice("(){}<>\\"'$,") + text[at:])[kind]
            answers[f"{path.name} {kind}"] = hashlib.sha256(encode(extract(path.name, shown))).hexdigest()
        record = read_record(root, Job(Stamp(path.relative_to(root).as_posix(), 1, 1), None))
        answers[f"{path.name} row"] = hashlib.sha256(repr(record).encode()).hexdigest()
with tempfile.TemporaryDirectory() as data:
    workspace = Workspace([root / "examples" / "larder"], Path(data))
    workspace.index()
    index = workspace.snapshot.index
    for path in sorted(index.listed):
        for symbol in index.symbols(path):
            if symbol.declaration.kind in ("function", "constructor", "property"):
                found = find_callers(index, (symbol,), 3, Deadline())
                answers[f"{path} {symbol.name} {symbol.line}"] = [repr(one) for one in found.callers]
    workspace.close()
print(json.dumps({"compiled": native_modules.is_used(), "answers": answers}))
"""


def _answers(**environment: str) -> dict:
    command = [sys.executable, "-c", _ANSWERS, str(ROOT)]
    made = subprocess.run(
        command,
        env={**os.environ, "PYTHONHASHSEED": "0", **environment},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(made.stdout)


@pytest.mark.skipif(not native_modules.is_used(), reason="no compiled form of these sources")
def test_compiled_modules_say_what_their_sources_say() -> None:
    fast, slow = _answers(), _answers(RCA_PURE="1")
    assert (fast["compiled"], slow["compiled"]) == (True, False)
    assert len(fast["answers"]) > 300
    assert [key for key in slow["answers"] if fast["answers"].get(key) != slow["answers"][key]] == []


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A folder with the manifest of something compiled from one source."""
    monkeypatch.setattr(native_modules, "PACKAGES", tmp_path)
    (tmp_path / "some").mkdir()
    source = tmp_path / "some" / "module.py"
    source.write_text("VALUE = 1\n")
    manifest = f"source {native_modules.digest_of(source.read_bytes())} some/module.py\nmodule some.module some/module.so"
    return source, manifest


def test_a_compiled_form_fits_the_sources_that_it_was_made_of(tmp_path, built) -> None:
    source, manifest = built
    assert native_modules.Finder(tmp_path, manifest).fits
    source.touch()
    assert native_modules.Finder(tmp_path, manifest).fits


@pytest.mark.parametrize("change", ["edit", "remove"])
def test_a_compiled_form_of_other_sources_is_left_alone(tmp_path, built, change) -> None:
    source, manifest = built
    if change == "edit":
        source.write_text("VALUE = 2\n")
    else:
        source.unlink()
    finder = native_modules.Finder(tmp_path, manifest)
    assert not finder.fits
    assert not finder.is_used
    assert finder.find_spec("some.module") is None


def test_a_library_that_this_system_cannot_load_is_left_alone(tmp_path, built) -> None:
    _, manifest = built
    (tmp_path / "library.so").write_bytes(b"of another system")
    finder = native_modules.Finder(tmp_path, f"{manifest}\nmodule library library.so")
    assert finder.fits
    assert finder.find_spec("some.module") is None


def test_other_modules_are_none_of_its_business(tmp_path, built) -> None:
    assert native_modules.Finder(tmp_path, built[1]).find_spec("json") is None
