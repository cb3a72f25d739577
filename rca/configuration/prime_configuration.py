"""Cache priming for questions about configuration."""

from __future__ import annotations

from rca.configuration.config_parsers import SUFFIXES
from rca.configuration.generated_accessors import alias_of, keep_names
from rca.configuration.key_literals import literals
from rca.configuration.key_patterns import keys_of
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot


def keep_keys(snapshot: Snapshot, deadline: Deadline) -> None:
    """Cache the keys of all configuration files, and the keys that code reads, until the deadline expires.

    Raises:
        Cancelled: the deadline was cancelled.
    """
    known = keys_of(snapshot)
    for path in snapshot.files(*SUFFIXES):
        deadline.checkpoint()
        known.of(snapshot, path)
    literals(snapshot, (), (), deadline, held=False)
    keep_names(snapshot, "resource", "", deadline)
    for alias in sorted({alias_of(path) for path in snapshot.files(".versions.toml")}):
        keep_names(snapshot, "catalog", alias, deadline)
