"""What is freed goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

_CODE = """
from pathlib import Path
from rca.scheduling.malloc_tuning import limit_malloc_arenas
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
limit_malloc_arenas()
before = resident()
texts = [b"x" * 100_000 for _ in range(1000)]
last = texts.pop()
texts.clear()
print(resident() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc alone keeps memory so")
def test_texts_leave_no_memory_behind_though_one_is_kept() -> None:
    left = subprocess.run([sys.executable, "-c", _CODE], check=True, capture_output=True, text=True).stdout
    assert int(left) < 20_000_000
