"""Progress of the index, and the stores from which answers can be read."""

from __future__ import annotations

from dataclasses import dataclass

from rca.index.xref_protocols import LinkReader


@dataclass
class IndexState:
    """Progress of the index, shared by all snapshots of a workspace."""

    checked: bool = False
    """Whether every file was compared with the disk since the program started."""
    reading_libraries: bool = False
    """Whether archives that the project depends on are being read."""
    links: LinkReader | None = None
    """Reads the links of the workspace, where they are made."""
