"""Tests that need programs of Debian packages: skipped where these are missing, never where `CI` is set."""

import os

import pytest


def needs_packages(names: str, *, are_there: bool) -> pytest.MarkDecorator:
    """Skip a test without these packages; under `CI`, which installs them (`.ci/packages`), it fails."""
    return pytest.mark.skipif(
        not are_there and not os.environ.get("CI"), reason=f"needs Debian's {names} (see .ci/packages)"
    )
