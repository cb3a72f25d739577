"""What questions about configuration need first, worked out before somebody asks."""

from __future__ import annotations

from rca.configuration.config_parsers import SUFFIXES
from rca.configuration.generated_accessors import alias_of, keep_names
from rca.configuration.key_literals import literals
from rca.configuration.key_patterns import keys_of
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot


def keep_keys(snapshot: Snapshot, deadline: Deadline) -> None:
    """Read the keys of all configuration files, and what code asks for, until the deadline says stop.

    Raises:
        Cancelled: the deadline says so.
    """
    known = keys_of(snapshot)
    for path in snapshot.files(*SUFFIXES):
        deadline.checkpoint()
        known.of(snapshot, path)
    literals(snapshot, (), (), deadline, held=False)
    keep_names(snapshot, "resource", "", deadline)
    for alias in sorted({alias_of(path) for path in snapshot.files(".versions.toml")}):
        keep_names(snapshot, "catalog", alias, deadline)
