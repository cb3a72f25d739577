"""Fit the ranker on the development problems; print the values of `rca/knowledge/ranking/ranking_weights.py`.

    python -m benchmarks.knowledge_fit

The embedding is the one that ships, which was not trained on these problems. How good the fit is on queries
that were held out of it, and on problems that were never looked at, is measured by
`benchmarks.knowledge_retrieval`.
"""

from __future__ import annotations

from benchmarks.knowledge_cases import Encoder, cases
from benchmarks.knowledge_model import columns, fit, held_out, lexical, novel_from, told_so
from rca.knowledge.ranking.similarity_features import NAMES


def main() -> None:
    """Fit and print."""
    every = list(cases("dev", Encoder("shipped")))
    bars: dict[tuple[bool, bool], float] = {}
    print("WEIGHTS: dict[tuple[bool, bool], dict[str, float]] = {")
    for dense in (True, False):
        asked = every if dense else [lexical(case) for case in every]
        for told, bar in novel_from(held_out(asked, columns(dense))).items():
            bars[told, dense] = bar
            weights = fit(told_so(asked, told), columns(dense))
            print(f"    ({told}, {dense}): {{")
            print(f'        "bias": {weights[-1]:.2f},')
            for name, weight in zip(NAMES, weights, strict=False):
                if abs(weight) >= 0.005:
                    print(f'        "{name}": {weight:.2f},')
            print("    },")
    print("}\n\nNOVEL_FROM: dict[tuple[bool, bool], float] = {")
    for model, bar in bars.items():
        print(f"    {model}: {bar:.2f},")
    print("}")


if __name__ == "__main__":
    main()
