"""Runs a program until its crash under the debugger's eye, and analyzes its trace."""

from __future__ import annotations

from unittest import mock

from rca.jdwp import exception_watch
from rca.jdwp.state_rendering import render_state
from tests.jdwp.jvm_program import capture_run, compile_java, compile_kotlin


class Programs:
    """Compiles each program once, however many ways it is run in. `make_folder` returns a new folder."""

    def __init__(self, make_folder):
        self._make_folder = make_folder
        self._class_paths = {}

    def class_path(self, source, *, kotlin):
        if source not in self._class_paths:
            translate = compile_kotlin if kotlin else compile_java
            self._class_paths[source] = translate(self._make_folder(), source)
        return self._class_paths[source]


def first_hypothesis(bug, programs, source, cause):
    """Run a program until its crash, and return the first hypothesis without values and with them."""
    kotlin = "fun main(" in source
    path = programs.class_path(source, kotlin=kotlin)
    with mock.patch.object(exception_watch, "STILL_SECONDS", 30.0):  # a busy machine reads slowly
        run = capture_run(path, f"shop.Main{'Kt' if kotlin else ''} {cause}")
    assert run.state is not None, run.output[-2000:]
    name = "src/main/kotlin/shop/Main.kt" if kotlin else "src/main/java/shop/Main.java"
    trace = run.output[run.output.index("Exception in thread") :]
    # As on Android: the message does not say what was null.
    trace = trace.split("\n", 1)[0].partition(": Cannot ")[0] + "\n" + trace.split("\n", 1)[1]
    asked = bug(f"// file: {name}\n{source}", trace)
    state = render_state(run.state)
    hidden = [one.model_copy(update={"locals": ()}) if one.method == "main" else one for one in state.frames]
    state = state.model_copy(update={"frames": tuple(hidden)})
    return asked.hypotheses().hypotheses[0], asked.hypotheses(state=state).hypotheses[0]
