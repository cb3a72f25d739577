"""Receipts: the server reruns a failed Gradle task or Maven phase and records the outcome."""

from rca.verification.rerun_plan import RerunPlan, plan_run
from rca.verification.rerun_verdict import Sought, Verdict
from rca.verification.verification_run import PriorEvidence, VerificationResult, verify

__all__ = ["PriorEvidence", "RerunPlan", "Sought", "Verdict", "VerificationResult", "plan_run", "verify"]
