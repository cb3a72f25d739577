"""The line that checks a value before an expression fails by it."""

from __future__ import annotations

from models.failure import FailedCondition, FailureExpression
from rca.causes.failure.condition import Condition
from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.expression_search import source_range
from rca.causes.failure.searched_file import CodeFile
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.platform_facts.checked_regions import checked_regions
from rca.causes.platform_facts.value_checks import check_of_failure


def line_of_check(code: CodeFile, file: SyntaxFile, one: Candidate, condition: Condition) -> int | None:
    """Return the line of the check because of which an expression cannot fail; None without one."""
    start, end = code.tokens.starts[one.first], code.tokens.ends[one.last]
    node, root = file.node_at(start, end), file.root_at(start)
    if node is None or root is None:
        return None
    shown = source_range(code, one.first, one.last)
    failure = FailedCondition(
        family=condition.family,
        condition=condition.sentence,
        exception=None,
        name=condition.name,
        expression=FailureExpression(**shown.model_dump(by_alias=False)),
        value=None if one.value is None else source_range(code, *one.value),
    )
    check = check_of_failure(failure, file, node)
    regions = () if check is None else checked_regions(root, check.proves, check.matches)
    region = next((region for region in regions if region.holds(start)), None)
    return None if region is None else file.line_of(region.check.start)
