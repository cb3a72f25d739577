"""What is known of libraries before a project's own archives are read: the table that ships."""

from __future__ import annotations

import logging
from functools import lru_cache

from rca.resolve.index_source import Libraries

_log = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def shipped() -> Libraries:
    """Return the table that ships, opened once; where it is damaged, nothing is known of libraries."""
    from rca.libraries.all_libraries import Libraries as Known  # here: a start without a question needs none

    known = Known()
    for problem in known.problems:
        _log.warning("nothing is known of libraries: %s", problem)
    return known
