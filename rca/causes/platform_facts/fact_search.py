"""All facts of the platform that the code around a trace shows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import Final

from models.error_report import ErrorReport
from rca.causes.platform_facts.fact import PlatformFact
from rca.causes.platform_facts.inherited_work import find_inherited_work
from rca.causes.platform_facts.sibling_guards import find_sibling_guards
from rca.causes.platform_facts.thread_boundary import find_thread_boundary
from rca.causes.platform_facts.uncaught_type import find_uncaught_types
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import AppFrame
from rca.scheduling.deadline import Deadline

_MOST: Final = 4


def find_platform_facts(
    report: ErrorReport, app: Sequence[AppFrame], code: ProjectCode, deadline: Deadline
) -> list[PlatformFact]:
    """Return facts about the functions of a trace, those that say most first.

    Args:
        report: the parsed error.
        app: the functions of the trace that lie in the project.
        code: the project.
        deadline: ends the search; what was found until then is returned.
    """
    facts = chain(
        find_thread_boundary(report, app, code),
        find_uncaught_types(report, app, code, deadline),
        find_sibling_guards(report, app, code, deadline),
        find_inherited_work(app, code, deadline),
    )
    return list(islice(facts, _MOST))
