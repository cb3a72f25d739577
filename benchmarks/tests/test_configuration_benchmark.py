"""What the benchmark of causes in configuration counts."""

from benchmarks.fixed_bugs.cases import Case, FixPlace, QuotedText
from benchmarks.fixed_bugs.configuration import Answer
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span

CASE = Case(
    id="x",
    repository="a/b",
    buggy_commit="1",
    fix_commit="2",
    app_packages=(),
    fix_places=(FixPlace("app/build.gradle", "", None, 7, 7),),
    fix_kind="declaration/config",
    text=QuotedText("2", 0, 0, (), 0, 0),
)


def answer(*causes):
    made = (ConfigurationCause("linkage", "s", spans, ("e",), "c") for spans in causes)
    return Answer(CASE, tuple(made), 0.1)


def test_the_rank_counts_every_place_of_the_causes_in_their_order():
    others = (Span("gradle.properties", 1, 1), Span("app/build.gradle", 1, 3))
    assert answer(others, (Span("app/build.gradle", 5, 9),)).rank == 3


def test_a_place_beside_the_fixed_line_is_none():
    assert answer((Span("app/build.gradle", 8, 9),)).rank is None
