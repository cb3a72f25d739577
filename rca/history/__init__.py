"""Who changed the culprit and when: git's history and the edits that are not committed yet."""

from rca.history.inquiry import suspects
from rca.history.related import missing_names
from rca.history.target import ChangeTarget, SuspectOutcome

__all__ = ["ChangeTarget", "SuspectOutcome", "missing_names", "suspects"]
