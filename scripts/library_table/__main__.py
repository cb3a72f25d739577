"""Generate the table of library signatures: `python -m scripts.library_table`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from platformdirs import user_cache_path

from rca.libraries.signature_table import SHIPPED
from scripts.library_table.figures import figures
from scripts.library_table.pack import pack
from scripts.library_table.sources import read_sources


def main() -> None:
    """Download the pinned packages, write the table, and say what is in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--downloads", type=Path, default=user_cache_path("kotlin-rca") / "library-table")
    parser.add_argument("--output", type=Path, default=SHIPPED)
    given = parser.parse_args()
    given.downloads.mkdir(parents=True, exist_ok=True)
    sources = list(read_sources(given.downloads))
    table = pack(sources)
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_bytes(table)
    sys.stdout.write(figures(sources, len(table)))


if __name__ == "__main__":
    main()
