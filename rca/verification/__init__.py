"""Receipts: the server runs a failed Gradle task or Maven phase again, and says what it saw."""

from rca.verification.rerun_plan import RerunPlan, plan_run
from rca.verification.verdict import Sought, Verdict
from rca.verification.verify import PriorEvidence, VerificationResult, verify

__all__ = ["PriorEvidence", "RerunPlan", "Sought", "Verdict", "VerificationResult", "plan_run", "verify"]
