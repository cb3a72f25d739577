"""Who changed the culprit and when: git's history and the edits that are not committed yet."""

from rca.history.inquiry import suspects
from rca.history.target import ChangeTarget, SuspectOutcome

__all__ = ["ChangeTarget", "SuspectOutcome", "suspects"]
