"""Counts of terms by the text index and by reading."""

from rca.causes.term_counts import count_terms
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

FILES = """// file: src/Reminder.kt
package shop

/** Reminds, and reminded before. */
class Reminder { val remindAt = "remind_me"; fun plan() = REMIND }
// file: src/Cart.java
package shop;

class Cart { int total; int TotalOf(int totals) { return total + totals; } }
// file: src/notes.xml
<total/>
"""
TERMS = ("remind", "total", "absent")


def counted(snapshot, deadline=None):
    return count_terms(snapshot, TERMS, deadline or Deadline(20))


def test_reading_counts_as_the_text_index_does(tmp_path):
    workspace = indexed(tmp_path / "project", FILES)
    read = counted(workspace.snapshot)
    assert workspace.collect_words(Deadline(60))
    assert counted(workspace.snapshot).of_terms == read.of_terms
    assert read.of_terms["total"] == {"src/Cart.java": 5}
    assert read.of_terms["absent"] == {}
    assert read.unread == 0


def test_files_that_were_not_read_in_time_are_counted(tmp_path):
    workspace = indexed(tmp_path / "project", FILES)
    assert counted(workspace.snapshot, Deadline(0)).unread == 2
