"""Receipts: the server runs a failed Gradle task or Maven phase again, and says what it saw."""

from rca.verification.judgement import Judgement, Sought
from rca.verification.plan import Plan, plan_run
from rca.verification.verify import Known, Verified, verify

__all__ = ["Judgement", "Known", "Plan", "Sought", "Verified", "plan_run", "verify"]
