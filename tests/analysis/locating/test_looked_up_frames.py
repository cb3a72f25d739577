"""Places in the form of frames, for errors that have none in the project."""

from rca.analysis.locating.looked_up_frames import frames_of
from rca.causes.failure.find_failure import find_failure
from rca.causes.lookup.project_places import look_up
from rca.causes.project_code import ProjectCode
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

FILES = """// file: src/main/kotlin/shop/Queue.kt
package shop

class Queue {
    fun wait(name: String) {
        if (full) throw IllegalStateException("The queue of $name is stuck and not moving")
    }

    fun open() = load("shop_queue_items")
}
"""


def frames(tmp_path, message):
    snapshot = indexed(tmp_path / "project", FILES).snapshot
    text = f"java.lang.IllegalStateException: {message}\n    at lib.Loop.run(Loop.java:3)\n"
    report = parse(text)
    failure = find_failure(report, (), snapshot, Deadline(20))
    places = look_up(report, text, ProjectCode(snapshot), Deadline(20)).places
    return [(one.line, one.function.name, one.note) for one in frames_of(failure, places, snapshot)]


def test_the_place_that_makes_the_message(tmp_path):
    ((line, function, note),) = frames(tmp_path, "The queue of cart is stuck and not moving")
    assert (line, function) == (5, "Queue.wait")
    assert note == "no frame leads here: this is the one place whose text fits the message"


def test_the_place_that_holds_a_name_of_the_message(tmp_path):
    assert frames(tmp_path, "no table shop_queue_items") == [
        (
            8,
            "Queue.open",
            "looked up `shop_queue_items`, as no frame of the error lies in this project",
        )
    ]
