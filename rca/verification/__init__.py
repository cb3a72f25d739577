"""Receipts: the server runs a failed Gradle task or Maven phase again, and says what it saw."""

from rca.verification.rerun_plan import Plan, plan_run
from rca.verification.verdict import Judgement, Sought
from rca.verification.verify import Known, Verified, verify

__all__ = ["Judgement", "Known", "Plan", "Sought", "Verified", "plan_run", "verify"]
