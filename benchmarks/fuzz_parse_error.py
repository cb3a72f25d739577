"""Fuzz the error-text parser with libFuzzer: no failure, no invented frame, no slow text.

`python benchmarks/fuzz_parse_error.py [CORPUS_DIR] [-max_total_time=600] [libFuzzer options]`

Needs the extra `fuzz` (atheris). The evaluation cases are the seeds; what is found new goes into
CORPUS_DIR, a temporary folder unless one is named. A failing input is kept as `crash-…` or
`timeout-…` in the current folder.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ROOT / "evaluation" / "error_texts"
sys.path[:0] = [str(ROOT)]

with atheris.instrument_imports(include=["rca.error_text"]):
    from rca.error_text import parse

from evaluation.error_text_score import Source, frames_of  # noqa: E402 - the path is set above

PACKAGES = ("com.example", "dev.larch.notes", "io.tidewater")
SLOW = 20e-6
"""Seconds a byte that no input may take, instrumented code included, beyond a tenth of a second."""


def check(data: bytes) -> None:
    """Parse one input and raise where an invariant is broken."""
    text = data.decode("utf-8", "surrogateescape")
    start = time.process_time()
    report = parse(text, PACKAGES)
    seconds = time.process_time() - start
    if seconds > 0.1 + SLOW * len(data):
        message = f"{seconds:.2f} s for {len(data)} bytes"
        raise AssertionError(message)
    source = Source(text)
    for frame in frames_of(report.model_dump(mode="json")):
        if not source.has(frame):
            message = f"not in the text: {frame}"
            raise AssertionError(message)


def main() -> None:
    """Run libFuzzer, which ends the process itself."""
    folders = [arg for arg in sys.argv[1:] if not arg.startswith("-")]
    options = [arg for arg in sys.argv[1:] if arg.startswith("-")]
    corpus = folders or [tempfile.mkdtemp(prefix="fuzz-parse-error-")]
    limits = ["-max_len=8192", "-timeout=20", "-rss_limit_mb=2048", "-max_total_time=600"]
    atheris.Setup([sys.argv[0], *corpus, str(SEEDS), *limits, *options], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
