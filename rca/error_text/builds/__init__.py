"""Build output: compilers, processors, resource tools, shrinkers, linkers, tests, Gradle and Maven."""

from __future__ import annotations

from collections.abc import Sequence

from rca.error_text.builds.prefilter import may_hold_builds
from rca.error_text.parsed_error import Finding

__all__ = ["find", "may_hold_builds"]


def find(lines: Sequence[str], app_packages: Sequence[str]) -> list[Finding]:
    """Find failed builds in cleaned lines, one finding for each run of a build tool.

    A finding's report joins the diagnostics, failed tasks, Gradle's words and stack traces of the run;
    its kind is that of the first real error, not of the cascade. Where nothing failed but Kotlin
    warned, the one finding is `kotlin_warnings_only`. Never raises; the time is linear in the text.
    On long texts ask `may_hold_builds` first.

    Args:
        lines: the text, line by line, without ANSI codes, HTML escapes and log prefixes.
        app_packages: packages of the app, or none where they are not known.
    """
    # A crash needs none of the readers, and compiling their patterns takes a fifth of a second.
    from rca.error_text.builds.build_log import find_invocations

    return find_invocations(lines, app_packages) if lines else []
