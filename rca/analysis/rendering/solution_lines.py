"""Past solutions and failed attempts in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from models.solution import FailedAttempt, SolutionHit, Verdict
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.answer_markdown import shortened
from rca.analysis.rendering.gap_lines import is_by_words

_VERDICTS: dict[Verdict, str] = {
    "same": "the same problem was solved before",
    "similar": "similar problems are known",
    "novel": "none fits",
}


def solutions_of(found: Findings, most: int, longest: int) -> str:
    """Return the past solutions of an analysis, and how they were compared if not by meaning as well."""
    text = past_solutions(found.solutions, found.verdict, most, longest, found.weaker_solutions)
    if not is_by_words(found.gaps):
        return text
    first, line_end, rest = text.partition("\n")
    end = "." if first.endswith(".") else ""
    return f"{first.removesuffix('.')}; compared by their words alone{end}{line_end}{rest}"


def past_solutions(
    solutions: Sequence[SolutionHit], verdict: Verdict, most: int, longest: int, weaker: int = 0
) -> str:
    """Return the likeliest solutions with cause, fix and state, each text at most `longest` characters.

    Args:
        solutions: the hits, likeliest first.
        verdict: whether the problem is known.
        most: solutions at most.
        longest: characters of a text.
        weaker: similar solutions that are not among them, to be counted.
    """
    if not solutions:
        share = "shares" if weaker == 1 else "share"
        counted = f"{weaker} {share} only the exception's type: vector_search_db shows them"
        return f"Past solutions: {verdict}, {counted if weaker else _VERDICTS[verdict]}."
    lines = [f"## Past solutions: {verdict}, {_VERDICTS[verdict]}", ""]
    for hit in solutions[:most]:
        matched = f"; matched {', '.join(hit.matched[:4])}" if hit.matched else ""
        lines.append(
            f"- `{hit.id}` ({hit.verdict}, confidence {hit.confidence:.2f}{matched})\n"
            f"  - cause: {shortened(hit.root_cause, longest)}\n  - fix: {shortened(hit.solution, longest)}"
        )
        known = [f"state: {hit.state}"] if hit.state != "candidate" or hit.worked or hit.failed else []
        known += [f"worked {hit.worked} times, failed {hit.failed}"] if hit.worked or hit.failed else []
        lines += [
            f"  - {note}" for note in ("; ".join(known), *hit.standing, *hit.environment_mismatches) if note
        ]
    return "\n".join(lines).rstrip()


def tried_attempts(attempts: Sequence[FailedAttempt], most: int, longest: int) -> str:
    """Return failed attempts, to be shown below past solutions."""
    if not attempts:
        return ""
    lines = [
        f"- tried, did not work: {shortened(one.attempt, longest)}"
        + (f" ({shortened(one.note, longest)})" if one.note else "")
        for one in attempts[:most]
    ]
    return "\n\n" + "\n".join(lines)
