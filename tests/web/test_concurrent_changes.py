"""Several processes that change one small file at once, as two windows and a terminal do."""

import subprocess
import sys

import pytest

from rca.web.consent import Consents
from rca.web.doc_folders import Folders

_ANSWERS = 40

_CONSENTS = """
import sys
from pathlib import Path
from rca.web.consent import Consents

consents = Consents(Path(sys.argv[1]))
sys.stdin.readline()
for number in range(int(sys.argv[3])):
    consents.remember(f"{sys.argv[2]}{number}.example", "always")
"""

_FOLDERS = """
import sys
from pathlib import Path
from rca.web.doc_folders import Folders

file = Path(sys.argv[1])
folders = Folders(file)
sys.stdin.readline()
for number in range(int(sys.argv[3])):
    folder = file.parent / f"{sys.argv[2]}{number}"
    folder.mkdir()
    folders.add(folder)
"""


@pytest.mark.parametrize(("script", "kept"), [(_CONSENTS, Consents), (_FOLDERS, Folders)])
def test_no_answer_is_lost(tmp_path, script, kept):
    file = tmp_path / "kept.json"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(file), name, str(_ANSWERS)], stdin=subprocess.PIPE
        )
        for name in ("a", "b", "c")
    ]
    for writer in writers:
        writer.stdin.write(b"go\n")
        writer.stdin.flush()
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert len(kept(file).all()) == 3 * _ANSWERS
