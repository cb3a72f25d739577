"""Reliability diagram as SVG: confidence against observed accuracy."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.knowledge_measures import Bin

_SIZE, _LEFT, _TOP = 400, 56, 24


def diagram(found: Sequence[Bin]) -> str:
    """Draw a dot for each bin, as large as it has answers; on the line confidence is kept."""
    most = max((one.of for one in found), default=1)
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE + 88} {_SIZE + 80}" '
            'font-family="sans-serif" font-size="12" fill="#333">'
        ),
        f'<rect width="{_SIZE + 88}" height="{_SIZE + 80}" fill="#fff"/>',
        f'<path d="M{_x(0)} {_y(1)}V{_y(0)}H{_x(1)}" fill="none" stroke="#333"/>',
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#999" stroke-dasharray="4 4"/>',
    ]
    for step in range(0, 11, 2):
        at = step / 10
        lines.append(f'<text x="{_x(at)}" y="{_y(0) + 18}" text-anchor="middle">{at:.1f}</text>')
        lines.append(f'<text x="{_x(0) - 8}" y="{_y(at) + 4}" text-anchor="end">{at:.1f}</text>')
    for one in found:
        x, y, radius = _x(one.sure), _y(one.right), 4 + 10 * (one.of / most) ** 0.5
        lines.append(f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="#2b6cb0" fill-opacity=".7"/>')
        lines.append(f'<text x="{x}" y="{y - radius - 3:.1f}" text-anchor="middle">{one.of}</text>')
    lines.append(f'<text x="{_x(0.5)}" y="{_SIZE + 64}" text-anchor="middle">confidence</text>')
    lines.append(
        f'<text x="16" y="{_y(0.5)}" text-anchor="middle" transform="rotate(-90 16 {_y(0.5)})">'
        "share of right answers</text></svg>"
    )
    return "\n".join(lines) + "\n"


def _x(share: float) -> float:
    return round(_LEFT + share * _SIZE, 1)


def _y(share: float) -> float:
    return round(_TOP + (1 - share) * _SIZE, 1)
