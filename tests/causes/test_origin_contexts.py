"""Visits of one expression are told apart by the calls that a trail is in."""

from __future__ import annotations

from rca.causes.origins.find_origins import find_origins
from rca.scheduling.deadline import Deadline

_CLASSES = 10


def delegating(number: int) -> str:
    """Return a service that hands each request on, and leaves a request of its own null."""
    return (
        f"package a;\nclass Service{number} implements Service {{\n  private final Service next;\n"
        f"  Service{number}(Service next) {{ this.next = next; }}\n"
        f"  public String serve(String request) {{ if (request.isEmpty()) return null; return next.serve(request); }}\n}}\n"
    )


def test_overrides_that_call_each_other_end_before_the_limits(project) -> None:
    project.write("a/Service.java", "package a;\ninterface Service { String serve(String request); }\n")
    for number in range(_CLASSES):
        project.write(f"a/Service{number}.java", delegating(number))
    text = 'package a;\nclass Use { void use(Service service) { String answer = service.serve("x"); answer.trim(); } }\n'
    project.write("a/Use.java", text)
    workspace = project.open()
    start = text.index("answer.trim")
    snapshot = workspace.snapshot
    answer = find_origins(
        snapshot.index, "a/Use.java", start, start + len("answer"), snapshot.text, Deadline(30), nulls=True
    )
    assert answer is not None
    assert {(one.kind, one.place.path) for one in answer.origins} == {
        ("null_literal", f"a/Service{number}.java") for number in range(_CLASSES)
    }
    assert answer.reasons == ()
    workspace.close()


def test_an_argument_of_an_inner_call_of_a_recursion_is_an_origin(project) -> None:
    text = 'fun f(x: String?, n: Int): String? = if (n > 0) x else f(null, n + 1)\nfun g() { val y = f("", 0); y!! }\n'
    project.write("F.kt", text)
    workspace = project.open()
    start = text.index("y!!")
    snapshot = workspace.snapshot
    answer = find_origins(snapshot.index, "F.kt", start, start + 1, snapshot.text, Deadline(30), nulls=True)
    assert answer is not None
    (origin,) = answer.origins
    assert text[origin.place.start : origin.place.end] == "null"
    workspace.close()


def test_more_overrides_than_are_followed_are_said(project) -> None:
    project.write("a/Service.java", "package a;\ninterface Service { String serve(String request); }\n")
    for number in range(14):
        project.write(f"a/Service{number}.java", delegating(number))
    text = 'package a;\nclass Use { void use(Service service) { service.serve("x").trim(); } }\n'
    project.write("a/Use.java", text)
    workspace = project.open()
    start = text.index("service.serve")
    snapshot = workspace.snapshot
    end = text.index(".trim")
    answer = find_origins(snapshot.index, "a/Use.java", start, end, snapshot.text, Deadline(30), nulls=True)
    assert answer is not None
    assert "Service.serve has more than 12 overrides: not all were followed" in answer.reasons
    workspace.close()
