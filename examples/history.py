"""Give the example app a git history: the same commits with the same hashes on every machine.

The tree in `examples/larder` is the newest state. Each change below names what it turned into
what; undoing all of them gives the first state, and doing them again, one commit each, the history.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parent / "larder"
_KOTLIN = "src/main/kotlin/com/example/larder"

Edit = tuple[str, str, str]
"""A file, its text before and its text after."""


@dataclass(frozen=True)
class Change:
    """One commit."""

    date: str
    subject: str
    edits: tuple[Edit, ...]


_TITLE_WITH_COUNT = """\
        val app = application as LarderApplication
        title = getString(R.string.app_name) + " (" + app.database.pendingCount() + ")"
"""
_STEP_TEXT_AND_COUNT = """\
    val stepText: String get() = steps[position]
    val stepCount: Int get() = steps.size
"""

CHANGES = (
    Change(
        "2026-10-05T10:00:00+00:00",
        "Show deals that have no price yet",
        (
            (
                "core/network/src/main/java/com/example/larder/network/PriceParser.java",
                '            throw new IllegalArgumentException("no price");\n',
                "            return null;\n",
            ),
            (
                f"core/data/{_KOTLIN}/data/Item.kt",
                "val price: Money, val discountPercent",
                "val price: Money?, val discountPercent",
            ),
            (f"feature/basket/{_KOTLIN}/basket/PriceLabel.kt", "(price.cents,", "(price!!.cents,"),
        ),
    ),
    Change(
        "2026-10-12T09:30:00+00:00",
        "Keep recipes open at the last step",
        (
            (
                f"feature/recipe/{_KOTLIN}/recipe/StepPager.kt",
                "        position = (position + 1).coerceAtMost(steps.lastIndex)\n",
                "        position += 1\n",
            ),
        ),
    ),
    Change(
        "2026-10-20T14:10:00+00:00",
        "Read discounts that have no percent sign",
        (
            (
                f"core/data/{_KOTLIN}/data/ItemMapper.kt",
                'discount?.removeSuffix("%")?.toInt() ?: 0,',
                'discount.orEmpty().removeSuffix("%").toInt(),',
            ),
        ),
    ),
    Change(
        "2026-10-28T08:05:00+00:00",
        "Show how many items wait for the next sync",
        (
            (
                f"app/{_KOTLIN}/MainActivity.kt",
                "        title = getString(R.string.app_name)\n",
                _TITLE_WITH_COUNT,
            ),
        ),
    ),
    Change(
        "2026-11-03T16:45:00+00:00",
        "Name the pending flag like the other flags",
        ((f"core/data/{_KOTLIN}/data/ItemDao.kt", "WHERE pending = 1", "WHERE isPending = 1"),),
    ),
    Change(
        "2026-11-09T11:20:00+00:00",
        "Round discounts to whole cents",
        (
            (
                f"feature/basket/{_KOTLIN}/basket/BasketTotal.kt",
                "cents - cents * item.discountPercent / 100",
                "cents - cents / 100 * item.discountPercent",
            ),
        ),
    ),
    Change(
        "2026-11-14T13:00:00+00:00",
        "Shorten the names in the recipe state",
        (
            (
                f"feature/recipe/{_KOTLIN}/recipe/RecipeViewModel.kt",
                _STEP_TEXT_AND_COUNT,
                "    val current: String get() = steps[position]\n",
            ),
        ),
    ),
    Change(
        "2026-11-17T17:30:00+00:00",
        "Try the new logging interceptor",
        (("gradle/libs.versions.toml", 'okhttpLogging = "4.12.0"', 'okhttpLogging = "5.0.0-alpha.14"'),),
    ),
)


def build(target: Path) -> Path:
    """Make the example app with its history in `target`, replacing what is there."""
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(SOURCE, target)
    for change in reversed(CHANGES):
        _apply(target, ((file, after, before) for file, before, after in change.edits))
    _git(target, "init", "--quiet", "--initial-branch=main")
    (target / ".git" / "info" / "exclude").write_text("errors/\n", encoding="utf-8")
    _commit(target, "2026-09-01T09:00:00+00:00", "Import Larder")
    for change in CHANGES:
        _apply(target, change.edits)
        _commit(target, change.date, change.subject)
    return target


def _apply(target: Path, edits: Iterable[Edit]) -> None:
    for file, before, after in edits:
        path = target / file
        text = path.read_text(encoding="utf-8")
        if text.count(before) != 1:
            message = f"{file}: expected once: {before!r}"
            raise ValueError(message)
        path.write_text(text.replace(before, after), encoding="utf-8")


def _commit(target: Path, date: str, subject: str) -> None:
    _git(target, "add", "--all")
    _git(target, "commit", "--quiet", "--no-gpg-sign", "--message", subject, date=date)


def _git(target: Path, *arguments: str, date: str = "2026-09-01T09:00:00+00:00") -> None:
    identity = {"NAME": "Larder team", "EMAIL": "team@larder.example", "DATE": date}
    environment = {
        f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in identity.items()
    }
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *arguments], cwd=target, check=True, env={**os.environ, **environment, **quiet})
