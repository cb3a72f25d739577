"""Where values come from, by construct: see `evaluation/origins/scoring.py` for the form of the snippets."""

from __future__ import annotations

import pytest

from evaluation.origins.scoring import FOLDER, outcomes

CONSTRUCTS = sorted(file.stem for file in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_each_construct(construct, tmp_path) -> None:
    answers = list(outcomes(tmp_path, construct))
    assert answers
    wrong = [
        f"{one.asked.place} {one.asked.label}: {sorted(one.found)}"
        for one in answers
        if one.is_right == (one.asked.known is not None)
    ]
    assert not wrong, "\n".join(wrong)
