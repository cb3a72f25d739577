"""A real llama.cpp server with a real model: the plumbing. The model is far too small to find a cause."""

import pytest

from rca.agent.agent_loop import investigate
from rca.agent.guided_investigation import investigate_guided
from rca.agent.investigation_record import Limits, RunContext
from rca.agent.llm_client import find
from rca.planning.citation_checks import check
from rca.scheduling.deadline import Deadline
from rca.toolkit import tool_catalog
from tests.agent.test_agent_loop import CRASH, session  # noqa: F401 - a fixture


@pytest.mark.timeout(600)  # seconds on an idle machine; tests beside it take their share
def test_a_real_model_calls_tools(llama, session):  # noqa: F811 - the fixture
    endpoint = find(llama, None, 500.0, "json")
    around = RunContext(
        [tool_catalog.load("query_index")],
        session.call,
        lambda value: check("hypothesis", value, session.workspace.snapshot),
    )
    report = investigate(CRASH, endpoint, around, Limits(max_turns=2, context=800), Deadline())
    endpoint.close()
    assert report.stop != "endpoint_failed", report.error
    assert report.mode == "json"
    assert report.total_tokens > 500
    # The schema leaves it no other names.
    assert {step.tool for step in report.steps} <= {"analyze_error", "query_index", "final_answer", None}
    assert len(report.steps) >= 2


@pytest.mark.timeout(600)
def test_a_real_model_chooses_among_places(llama, session):  # noqa: F811 - the fixture
    endpoint = find(llama, None, 500.0)
    around = RunContext(
        (), session.call, lambda value: check("hypothesis", value, session.workspace.snapshot)
    )
    report = investigate_guided(CRASH, endpoint, around, Limits(context=2000), Deadline())
    endpoint.close()
    assert report.stop == "answered", report.error
    choices = [step.outcome for step in report.steps if step.tool == "choose_place"]
    assert choices
    # The schema leaves it no other letters.
    assert all(choice == "none" or choice.startswith("A: ") for choice in choices)
