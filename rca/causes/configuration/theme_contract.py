"""What a message demands of an activity's theme, and whether a style's root gives it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from rca.causes.configuration.style_chains import StyleRoot

Verdict = Literal["given", "lacking", "unknown"]

_FULL: Final = r"(?:Base\.)?(?:V\d+\.)?(?:Theme\.)"
_MATERIAL: Final = re.compile(rf"^{_FULL}(?:MaterialComponents|Material3)\b")
_APPCOMPAT: Final = re.compile(rf"^{_FULL}(?:AppCompat|MaterialComponents|Material3|Design)\b")
_NO_ACTION_BAR: Final = re.compile(r"\.(?:NoActionBar|NoTitleBar|Dialog)\b")
_OF_MATERIAL: Final = "Theme.MaterialComponents"


@dataclass(frozen=True, slots=True)
class ThemeContract:
    """What a theme must give.

    Args:
        demanded: the demand as a clause: "descends from `Theme.AppCompat`".
        roots: the library styles that give it.
        items: items that give it too, with the value that each needs; a value of None is any.
        of_material: whether components of Material demand it.
    """

    demanded: str
    roots: re.Pattern[str] | None
    items: tuple[tuple[str, str | None], ...]
    of_material: bool = False

    def check(self, root: StyleRoot) -> Verdict:
        """Return whether the theme that ends at a root gives what is demanded."""
        if root.only_in:
            return "lacking"
        by_items = any(name in root.items and value in {None, root.items[name]} for name, value in self.items)
        if self.roots is None:
            # Items take an action bar away that the root has; whatever sets another theme brings it back.
            bare = _NO_ACTION_BAR.search(root.name or "")
            return "given" if bare else "unknown" if by_items else "lacking"
        if by_items:
            return "given"
        if root.name is None or root.name.startswith("android:"):
            return "lacking"
        if self.roots.search(root.name):
            return "given"
        return "lacking" if _APPCOMPAT.search(root.name) else "unknown"


_CONTRACTS: Final = (
    (
        re.compile(r"already has an action bar supplied by the window decor|set windowActionBar to false"),
        ThemeContract(
            "has no action bar of its own", None, (("windowActionBar", "false"), ("windowNoTitle", "true"))
        ),
    ),
    (
        re.compile(
            r"(?:requires|[Uu]pdate) (?:your|the) (?:app )?theme to (?:be|inherit from) "
            r"Theme\.(?:MaterialComponents|Material3)"
            r"|requires that you specify a valid TextAppearance"
            r"|style on this component requires your app theme to be Theme\.(?:MaterialComponents|Material3)"
            r"|only be used with a Theme\.(?:MaterialComponents|Material3) theme"
        ),
        ThemeContract(f"descends from `{_OF_MATERIAL}`", _MATERIAL, (("isMaterialTheme", "true"),), True),
    ),
    (
        re.compile(
            r"[Yy]ou need to use a Theme\.AppCompat theme"
            r"|requires your app theme to be Theme\.AppCompat"
            r"|only be used with a Theme\.AppCompat theme"
        ),
        ThemeContract("descends from `Theme.AppCompat`", _APPCOMPAT, (("windowActionBar", None),)),
    ),
)  # fmt: skip
_OF_MATERIAL_ATTRIBUTE: Final = re.compile(
    r"Failed to resolve attribute at index"
    r"|requires a value for the [\w:.]+ attribute to be set in your app theme"
)


def contract_of(text: str, *, in_material: bool) -> tuple[ThemeContract, str] | None:
    """Return the demand of a message with the words that say it; None where none is known.

    Args:
        text: the error without its frames.
        in_material: whether a frame of Material's components is on the stack. An attribute that is
            named by a number alone is one of theirs then.
    """
    for pattern, contract in _CONTRACTS:
        match = pattern.search(text)
        if match is not None:
            return contract, match[0]
    attribute = _OF_MATERIAL_ATTRIBUTE.search(text)
    if attribute is not None and in_material:
        return _CONTRACTS[1][1], attribute[0]
    return None
