"""Variables that a coroutine clears once it reads them no more."""

from models.captured_state import CapturedFrame, CapturedValue
from rca.causes.captured.dead_variables import without_dead
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.registry import extract


def test_a_null_of_a_coroutine_that_is_read_no_more_says_nothing():
    code = "suspend fun length(stop: Stop): Int {\n    val place = find(stop)\n    return place!!.length\n}\n"
    file = SyntaxFile("Stop.kt", code, extract("Stop.kt", code))
    nulls = tuple(CapturedValue(name=name, text="null") for name in ("stop", "place"))
    frame = CapturedFrame(class_name="StopKt", method="length", file="Stop.kt", line=3, locals=nulls)
    assert [one.name for one in without_dead(frame, file).locals] == ["place"]
    earlier = frame.model_copy(update={"line": 2})
    assert without_dead(earlier, file) == earlier
    java = SyntaxFile("Stop.java", "class Stop { }", extract("Stop.java", "class Stop { }"))
    assert without_dead(frame, java) is frame
