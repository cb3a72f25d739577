"""The packaged table of library signatures, used until a project's archives are read."""

from __future__ import annotations

import logging
from functools import lru_cache

from rca.resolve.index_protocols import Libraries

_log = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def shipped() -> Libraries:
    """Return the packaged table, opened once; if it is damaged, no library declarations are known."""
    from rca.libraries.all_libraries import Libraries as Known  # here: a start without a question needs none

    known = Known()
    for problem in known.problems:
        _log.warning("nothing is known of libraries: %s", problem)
    return known
