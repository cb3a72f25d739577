"""Stops of debug sessions: their error text, their state, and what an analysis makes of them."""

import time

import pytest

from lsp_server.user_session import Session
from models.debug_stop import DebugStop
from models.settings import Settings
from rca.debug_stops.stop_state import captured_state, masked_stop
from rca.debug_stops.stop_text import is_uncaught, stop_text
from rca.jdwp.capture_store import CaptureStore
from tests.debug_stops.stops import INDEX, PATH, SHOP, java_stop, python_stop, variable


@pytest.fixture
def session(tmp_path):
    source = tmp_path / "shop" / PATH
    source.parent.mkdir(parents=True)
    source.write_text(SHOP)
    (tmp_path / "shop" / "cart.py").write_text("def total(a, b, rates):\n    return a / b\n")
    (tmp_path / "shop" / "settings.gradle.kts").write_text("")
    made = Session([tmp_path / "shop"], tmp_path / "data", Settings())
    made.start_indexing()
    assert made.wait_for_index(60)
    yield made
    made.close()


def text_of(session, stop):
    return stop_text(DebugStop.model_validate(stop), session.workspace.snapshot)


def state_of(session, stop):
    return captured_state(DebugStop.model_validate(stop), session.workspace.snapshot)


def analyzed(session, **parameters):
    envelope = session.call("analyze_error", parameters)
    assert envelope["success"], envelope
    return envelope


def said(envelope):
    return [clause["text"] for clause in envelope["data"]["explanation"] if clause["kind"] == "value"]


def events(session, holds, seconds=20):
    end = time.monotonic() + seconds
    while not holds(found := session.errors.events()):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


TRACE = f"""java.lang.IndexOutOfBoundsException: {INDEX}
\tat Objects.checkIndex(Objects.java:385)
\tat shop.Cart.priceAt(Cart.kt:7)
\tat shop.CartKt.main(Cart.kt:13)"""


def test_a_stop_reads_as_the_trace_of_its_exception(session):
    assert text_of(session, java_stop()) == TRACE
    assert is_uncaught(DebugStop.model_validate(java_stop()))


def test_classes_that_an_adapter_leaves_out_are_those_around_the_line(session):
    frames = [frame | {"name": frame["name"].split(".")[1].split("(")[0]} for frame in java_stop()["frames"]]
    assert text_of(session, java_stop(frames=frames)) == TRACE


def test_a_trace_that_the_adapter_has_itself_is_taken_as_it_is(session):
    own = f"{TRACE}\nCaused by: java.io.IOException: gone\n\tat shop.Cart.load(Cart.kt:6)"
    exception = java_stop()["exception"] | {"stackTrace": own}
    assert text_of(session, java_stop(exception=exception)) == own


def test_a_program_of_another_language_is_shown_at_its_line(session):
    session.push_editor_state({"debugStops": [python_stop()]})
    data = analyzed(session, fromEditor=True)["data"]
    assert (data["culprit"]["filePath"], data["culprit"]["line"], data["culprit"]["code"]) == (
        "cart.py",
        2,
        "return a / b",
    )
    told = " ".join(clause["text"] for clause in data["explanation"])
    for words in ("only the line is known", "`b` was 0", "See which of these values"):
        assert words in told
    assert "stop there with a debugger" not in told
    assert not data["error"].get("obfuscated"), "short names of Python are no names of a shrinker"


def test_an_id_that_holds_type_and_message(session):
    exception = {
        "id": "TypeError: Cannot read properties of undefined (reading 'price')",
        "description": "Paused on exception",
        "breakMode": "all",
    }
    assert text_of(session, java_stop(exception=exception)).startswith(
        "TypeError: Cannot read properties of undefined (reading 'price')\n\tat "
    )


def test_without_exception_info_the_event_says_what_it_was(session):
    exception = {"id": "exception", "description": "java.lang.IllegalStateException"}
    assert text_of(session, java_stop(exception=exception)).startswith(
        "java.lang.IllegalStateException\n\tat"
    )


def test_the_values_of_a_stop_are_those_of_a_capture(session):
    state = state_of(session, java_stop())
    assert (state.exception, state.message, state.frames[0].class_name) == (
        "java.lang.IndexOutOfBoundsException",
        INDEX,
        "shop.Cart",
    )
    items = state.frames[0].receiver.fields[0]
    assert (items.name, items.size, items.fields[0].fields[0].text) == ("items", 3, "null")
    assert [one.name for one in state.frames[0].locals] == ["index"]


def test_an_analysis_of_the_editor_states_the_values_of_the_program_that_stands(session):
    session.push_editor_state({"debugStops": [java_stop()]})
    envelope = analyzed(session, fromEditor=True)
    assert envelope["data"]["culprit"]["line"] == 7
    assert said(envelope) == ["At the throw `items.size` was 3 and `index` was 3."]
    assert "program that is stopped" in " ".join(envelope["meta"]["provenance"])
    assert "`items.size` was 3" in envelope["data"]["brief"]


def test_a_null_of_the_stop_is_stated(session):
    stop = java_stop(
        line=8,
        exception={"id": "java.lang.NullPointerException", "breakMode": "userUnhandled"},
    )
    item = variable("item", "Item@21", "Item", variable("price", "null"))
    stop["frames"] = [stop["frames"][1] | {"scopes": [{"name": "Local", "variables": [item]}]}]
    session.push_editor_state({"debugStops": [stop]})
    assert said(analyzed(session, fromEditor=True)) == ["At the throw `item.price` was null."]


def test_the_selection_comes_before_the_stop_and_the_stop_before_the_terminal(session):
    other = "java.lang.IllegalStateException: {}\n\tat shop.Cart.priceAt(Cart.kt:8)"
    session.push_editor_state({"debugStops": [java_stop()], "terminalOutput": other.format("printed")})
    assert analyzed(session, fromEditor=True)["data"]["error"]["exceptions"][0]["message"] == INDEX
    session.push_editor_state({"selectedText": other.format("selected")})
    envelope = analyzed(session, fromEditor=True)
    assert envelope["data"]["error"]["exceptions"][0]["message"] == "selected"
    assert said(envelope) == []


def test_one_of_two_stops_is_named(session):
    stops = [java_stop(), java_stop(8, id="2", exception={"id": "java.lang.NullPointerException"})]
    session.push_editor_state({"debugStops": stops})
    lines = [analyzed(session, fromEditor=True, debugStop=id_)["data"]["culprit"]["line"] for id_ in "12"]
    assert lines == [7, 8]
    envelope = session.call("analyze_error", {"fromEditor": True, "debugStop": "3"})
    assert (envelope["error"]["code"], "'3'" in envelope["error"]["message"]) == ("INVALID_PARAMETERS", True)


def test_another_language_keeps_its_values_in_the_state(session):
    state = state_of(session, python_stop())
    assert [(one.name, one.text, one.size) for one in state.frames[0].locals] == [
        ("b", "0", None),
        ("rates", "[1, 2, 3]", 3),
    ]
    assert (
        text_of(session, python_stop()) == "ZeroDivisionError: division by zero\n\tat cart.total(cart.py:2)"
    )


def test_the_context_of_the_user_carries_the_stop_with_its_secrets_masked(session):
    stop = java_stop()
    secret = "correct horse battery staple"
    stop["frames"][1]["scopes"][0]["variables"].append(variable("password", f'"{secret}"', "String"))
    session.push_editor_state({"debugStops": [stop]})
    envelope = session.call("get_user_error_context", {})
    (told,) = envelope["data"]["debugStops"]
    assert told["frames"][1]["scopes"][0]["variables"][0]["value"] == "3"
    assert secret not in str(envelope)
    assert secret not in str(masked_stop(DebugStop.model_validate(stop)))
    without = session.call("get_user_error_context", {"captureDebugStops": False})
    assert without["error"]["code"] == "NO_ACTIVE_EDITOR"


def test_a_stop_that_nothing_catches_is_one_row_also_when_it_is_printed(session):
    session.push_editor_state({"debugStops": [java_stop()]})
    (event,) = events(session, lambda found: found and found[0].culprit)
    assert (event.culprit.line, event.count, event.sources) == (7, 1, ("Launch Shop",))
    session.push_editor_state({"debugStops": []})
    from models.events import OutputChunk

    # A program prints frames of libraries with names that no adapter gives.
    inner = "Objects.checkIndex(Objects.java:385)"
    full = TRACE.replace(
        inner, f"java.base/java.util.{inner}\n\tat java.util.ArrayList.get(ArrayList.java:427)"
    )
    printed = f'Exception in thread "main" {full}\n'
    session.push_output(OutputChunk(run="debug 1", kind="debug_console", name="Launch Shop", text=printed))
    session.push_output(
        OutputChunk(
            run="2", kind="terminal", name="ls", text="java.lang.Error: later\n\tat shop.A.b(A.kt:1)\n"
        )
    )
    found = events(session, lambda found: any("later" in one.title for one in found))
    assert [(one.count, one.first_seen) for one in found if "Index 3" in one.title] == [(1, event.first_seen)]
    # Printed once more, it is another occurrence.
    session.push_output(OutputChunk(run="3", kind="terminal", name="java", text=printed, ended=True))
    events(session, lambda found: any("Index 3" in one.title and one.count == 2 for one in found))


def test_a_stop_of_an_error_that_was_printed_before_is_another_occurrence_of_it(session):
    from models.events import OutputChunk

    printed = (
        f'Exception in thread "main" {TRACE.replace("Objects.check", "java.base/java.util.Objects.check")}\n'
    )
    session.push_output(OutputChunk(run="1", kind="terminal", name="java", text=printed, ended=True))
    events(session, lambda found: found)
    session.push_editor_state({"debugStops": [java_stop()]})
    session.push_editor_state({"debugStops": []})
    session.push_output(OutputChunk(run="2", kind="debug_console", name="Launch Shop", text=printed))
    events(session, lambda found: [one.count for one in found] == [2])


def test_a_stop_that_the_program_catches_goes_when_the_program_goes_on(session):
    caught = java_stop(exception=java_stop()["exception"] | {"breakMode": "always"})
    session.push_editor_state({"debugStops": [caught]})
    events(session, lambda found: found)
    session.push_editor_state({"debugStops": [caught]})
    session.push_editor_state({"debugStops": []})
    events(session, lambda found: not found)


def test_what_was_read_of_an_uncaught_stop_outlives_it(session, tmp_path):
    session.push_editor_state({"debugStops": [java_stop()]})
    assert not list((tmp_path / "data").rglob("captures/*/*.json"))
    session.push_editor_state({"debugStops": []})
    assert said(analyzed(session, errorText=TRACE)) == ["At the throw `items.size` was 3 and `index` was 3."]
    (kept,) = (tmp_path / "data").rglob("captures/*/*.json")
    store = CaptureStore(tmp_path / "data", session.workspace.snapshot.roots)
    assert store.load(kept.stem).frames[0].line == 7


def test_a_stop_at_a_breakpoint_is_no_error_of_the_list(session):
    session.push_editor_state({"debugStops": [java_stop(id="2", reason="breakpoint", exception=None)]})
    assert session.errors.events() == ()
    envelope = analyzed(session, fromEditor=True)
    assert envelope["data"]["culprit"]["line"] == 7
    assert said(envelope) == ["At the stop `items.size` was 3 and `index` was 3."]


def test_a_stop_that_is_none_is_refused_and_leaves_the_state(session):
    session.push_editor_state({"debugStops": [java_stop()]})
    with pytest.raises(ValueError, match="debugStops"):
        session.push_editor_state({"debugStops": [{"id": 5}]})
    assert len(session.editor.debug_stops) == 1
