"""Recently changed versions as causes of errors that do not name the library."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause
from rca.causes.configuration.version_history import RecentLine

_LINKAGE = (
    "NoSuchMethodError", "NoSuchFieldError", "AbstractMethodError", "IncompatibleClassChangeError",
    "VerifyError", "NoClassDefFoundError", "BootstrapMethodError", "MissingMethodException",
)  # fmt: skip
_BUILD = re.compile(
    r"What went wrong|Execution failed for task|A problem occurred (?:configuring|evaluating)"
)
_MOST = 3


class RecentVersionCauses(CauseSearcher):
    """Offers the newest changes of versions for errors that versions bring."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield the lines that the newest commits wrote into build files, the newest first."""
        linkage = self._symptoms.has_type(*_LINKAGE)
        if not linkage and not (_BUILD.search(self._symptoms.flat) and not self._symptoms.report.diagnostics):
            return
        mechanism = "recent_version_linkage" if linkage else "recent_version_build"
        newest: dict[str, list[RecentLine]] = {}
        for one in self._history.lines:
            newest.setdefault(one.commit.hash, []).append(one)
        for rank, lines in enumerate(list(newest.values())[:_MOST]):
            commit = lines[0].commit
            yield ConfigurationCause(
                mechanism,
                f"Commit {commit.hash[:10]} changed what the build asks for ({commit.summary}); "
                "errors of this kind often come from versions that do not fit.",
                tuple(one.span for one in lines)[:2],
                (
                    "the error is one of linking or of the build",
                    f"the line was written by commit {commit.hash[:10]}",
                ),
                "Revert the line and run again.",
                strength=1.0 / (rank + 1),
            )
