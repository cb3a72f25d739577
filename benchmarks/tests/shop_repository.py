"""A repository with one bug, whose fix quotes the crash in its message."""

from __future__ import annotations

import subprocess
from pathlib import Path

CART = """\
package shop

class Cart(private val items: List<String>) {
    fun first(): String = items.first()

    fun total(): Int {
        val head = first()
        return head.length
    }
}
"""
MESSAGE = """\
Fix the crash of an empty cart

Seen on a tablet:
> java.util.NoSuchElementException: List is empty.
> \tat kotlin.collections.CollectionsKt.first(Collections.kt:212)
> \tat shop.Cart.first(Cart.kt:4)
> \tat shop.Cart.total(Cart.kt:7)

Closes #12
"""


def git(folder: Path, *arguments: str) -> str:
    named = ["-c", "user.name=tester", "-c", "user.email=tester@localhost", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", "-C", str(folder), *named, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def write_mirror(folder: Path) -> None:
    """Write a mirror with the repository `acme/shop`."""
    repository = folder / "acme+shop" / "repo"
    source = repository / "app/src/main/kotlin/shop/Cart.kt"
    source.parent.mkdir(parents=True)
    git(repository, "init", "-q", "-b", "main")
    source.write_text(CART)
    (repository / "logo.png").write_bytes(b"\x89PNG")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "Add the cart")
    source.write_text(CART.replace("items.first()", 'items.firstOrNull() ?: "none"'))
    git(repository, "commit", "-qa", "-m", MESSAGE)
