"""Suspiciousness of functions by the tests that ran them: Ochiai's coefficient.

Source: Abreu, Zoeteweij and van Gemund, "On the Accuracy of Spectrum-based Fault Localization" (2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from rca.causes.coverage_spectra.recorded_coverage import TestCoverage
from rca.resolve.symbol import Symbol


@dataclass(frozen=True, slots=True)
class Suspiciousness:
    """How much a function's runs go with failures, from 0 to 1, with the counts behind it."""

    ochiai: float
    failing: int
    all_failing: int
    passing: int
    all_passing: int

    @property
    def said(self) -> str:
        """Return the counts as a sentence."""
        return (
            f"by recorded coverage {self.failing} of {self.all_failing} failing and {self.passing} of "
            f"{self.all_passing} passing tests run it"
        )


def suspiciousness(tests: Sequence[TestCoverage]) -> dict[Symbol, Suspiciousness]:
    """Return the suspiciousness of each function that a failing test ran.

    Empty where no test failed or none passed: without both, coverage tells no function from another.
    """
    failed = [test for test in tests if test.failed]
    passed = [test for test in tests if not test.failed]
    if not failed or not passed:
        return {}
    found = {}
    for function in {function for test in failed for function in test.functions}:
        failing = sum(function in test.functions for test in failed)
        passing = sum(function in test.functions for test in passed)
        ochiai = failing / sqrt(len(failed) * (failing + passing))
        found[function] = Suspiciousness(ochiai, failing, len(failed), passing, len(passed))
    return found
