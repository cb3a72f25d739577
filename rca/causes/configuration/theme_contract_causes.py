"""Errors that demand something of an activity's theme: the activities whose theme does not give it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.causes.configuration.activity_themes import ActivityTheme, ActivityThemes
from rca.causes.configuration.cause_searcher import CauseSearcher, SearchContext
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.style_chains import StyleChains, StyleRoot
from rca.causes.configuration.theme_contract import ThemeContract, contract_of
from rca.workspace.build_modules import is_test

_COMPATIBLE = frozenset(("AppCompatActivity", "ActionBarActivity", "AppCompatPreferenceActivity"))
_ACTIVITY = re.compile(r"(?:ComponentInfo|[Aa]ctivity )\{[\w.]+/([\w.$]+)\}")
_STYLE = re.compile(r"\bR\.style\.(\w+)")
_THEMED = re.compile(r"Dialog\w*\s*\(|Builder\s*\(|ContextThemeWrapper\s*\(")
_FOREIGN_CONTEXT = re.compile(
    r"\b(?:\w*Dialog(?:\.Builder)?|Builder|LayoutInflater\.from)\s*\(\s*(?:[\w.]+[!?]*\.)?"
    r"(?:applicationContext|getApplicationContext\(\)|getBaseContext\(\)|baseContext)\b"
)
_MATERIAL = "com.google.android.material."
_STRENGTHS = (1.0, 0.6, 0.4)
_UNKNOWN, _ELSEWHERE = 0.4, 0.6
_MOST_SPANS = 4


@dataclass(frozen=True, slots=True)
class _Violation:
    """A theme that does not give what is demanded, with the activities that run with it."""

    theme: ActivityTheme
    root: StyleRoot
    activities: tuple[str, ...]
    is_sure: bool


class ThemeContractCauses(CauseSearcher):
    """Compares the themes of all activities with what the message demands."""

    def __init__(self, context: SearchContext) -> None:
        super().__init__(context)
        self._chains = StyleChains(self._files)
        self._themes = ActivityThemes(self._files)

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield the themes that do not give it; where all do, what runs with another theme."""
        in_material = any(
            (frame.class_name or "").startswith(_MATERIAL)
            for one in self._symptoms.exceptions
            for frame in one.frames
        )
        demand = contract_of(self._symptoms.flat, in_material=in_material)
        if demand is None:
            return
        contract, said = demand
        named = self._named_activity()
        violations = [*self._violations(contract, named)]
        if violations:
            fitting = self._count_fitting(contract)
            for violation, strength in zip(violations, _STRENGTHS, strict=False):
                yield self._cause(contract, said, violation, fitting, strength)
        else:
            yield from self._other_themes(contract, said, named)

    def _named_activity(self) -> str | None:
        """Return the activity of a manifest that the error names, or whose frame is the innermost."""
        match = _ACTIVITY.search(self._symptoms.flat)
        named = [match[1]] if match is not None else []
        named += [
            (frame.class_name or "").partition("$")[0]
            for one in self._symptoms.exceptions
            for frame in one.frames
        ]
        for name in dict.fromkeys(named):
            if any(_means(theme.activity, name) for theme in self._themes.all):
                return name
        return None

    def _violations(self, contract: ThemeContract, named: str | None) -> Iterator[_Violation]:
        found: dict[Span, _Violation] = {}
        for theme in self._themes.all:
            if self._files.deadline.expired:
                break
            if named is not None and not _means(theme.activity, named):
                continue
            for root in self._roots(theme):
                verdict = contract.check(root)
                if verdict == "given" or (named is None and not self._needs(contract, theme.activity)):
                    continue
                if verdict == "unknown" and contract.roots is None and named is None:
                    continue  # without an activity nothing says that this one fails in spite of its items
                place = root.line or theme.set_at
                known = found.get(place)
                activities = (*(known.activities if known else ()), theme.activity)
                is_sure = verdict == "lacking"
                found[place] = _Violation(theme, root, tuple(dict.fromkeys(activities)), is_sure)
        yield from sorted(found.values(), key=lambda one: (not one.is_sure, not one.theme.own))

    def _roots(self, theme: ActivityTheme) -> tuple[StyleRoot, ...]:
        if theme.theme is None:
            return (StyleRoot(None, None, (), {}),)
        return self._chains.roots(theme.theme, theme.set_at.path)

    def _needs(self, contract: ThemeContract, activity: str) -> bool:
        """Return whether an activity's class needs what is demanded, as far as its code says."""
        if contract.of_material:
            return self._themes.shows(activity, _MATERIAL)
        if contract.roots is None and not self._themes.calls(activity, "setSupportActionBar"):
            return False
        return not _COMPATIBLE.isdisjoint(self._themes.supertypes(activity))

    def _count_fitting(self, contract: ThemeContract) -> int:
        """Return how many activities run with a theme that gives it under all qualifiers."""
        return sum(
            all(contract.check(root) == "given" for root in self._roots(theme)) for theme in self._themes.all
        )

    def _cause(
        self, contract: ThemeContract, said: str, violation: _Violation, fitting: int, strength: float
    ) -> ConfigurationCause:
        theme, root = violation.theme, violation.root
        simple = [name.rpartition(".")[2] for name in violation.activities]
        who = f"`{simple[0]}`" + (f" and {len(simple) - 1} more" if len(simple) > 1 else "")
        where = f"{theme.set_at.path.rpartition('/')[2]}:{theme.set_at.line}"
        runs = f"with `{theme.theme}` ({where})" if theme.theme else "without a theme of its own or the app's"
        end = f"`{root.name}`" if root.name else "no style of a library"
        by_items = not violation.is_sure and contract.roots is None
        doubted = (
            ", whose action bar items of the style take away" if by_items else ", of which nothing is known"
        )
        doubt = "" if violation.is_sure else doubted
        only = f", a style of `{'` and `'.join(root.only_in)}` alone, which other devices do not have"
        leads = (
            only
            if root.only_in
            else f", which descends from {end}{doubt}"
            if theme.theme not in {None, root.name}
            else ""
        )
        above = sorted(_COMPATIBLE & self._themes.supertypes(violation.activities[0]))
        extends = f"`{simple[0]}` extends `{above[0]}`" if above else f"the manifest declares `{simple[0]}`"
        # Items are added inside of a style; what it descends from stands in its start tag.
        styles = root.styles if contract.roots is None else ((root.line,) if root.line else ())
        return ConfigurationCause(
            "theme",
            f"The error demands a theme that {contract.demanded}. {who} runs {runs}{leads}.",
            tuple(dict.fromkeys((*styles, theme.set_at)))[:_MOST_SPANS],
            (
                f"the error says “{said}”",
                extends,
                *((f"the themes of {fitting} other activities give it",) if fitting else ()),
            ),
            "Define the style in `values` too, beside the one shown."
            if root.only_in
            else "Change the parent of the style, or give this activity another theme.",
            strength=strength if violation.is_sure or by_items else strength * _UNKNOWN,
        )

    def _other_themes(
        self, contract: ThemeContract, said: str, named: str | None
    ) -> Iterator[ConfigurationCause]:
        """Yield lines that give a dialog or view a theme or context which lacks what is demanded."""
        given = "its activity's theme gives" if named else "the themes of all activities give"
        for path in self._files.files_with("R.style.", ".kt", ".java"):
            if is_test(path):
                continue
            for number, line in enumerate(self._files.text(path).splitlines(), 1):
                for match in _STYLE.finditer(line) if _THEMED.search(line) else ():
                    roots = self._chains.roots(match[1], path)
                    if any(root.line and contract.check(root) == "lacking" for root in roots):
                        yield self._elsewhere(
                            contract, said, Span(path, number, number),
                            f"This line sets the theme `{match[1]}`, which does not; {given} it.",
                        )  # fmt: skip
                        return
        for text in ("pplicationContext", "aseContext"):
            for path in self._files.files_with(text, ".kt", ".java"):
                found = _FOREIGN_CONTEXT.search(self._files.text(path))
                if found is not None and not is_test(path):
                    at = self._files.lines(path).line_of(found.start())
                    yield self._elsewhere(
                        contract, said, Span(path, at, at),
                        f"This line takes a context without the activity's theme; {given} it.",
                    )  # fmt: skip
                    return

    def _elsewhere(
        self, contract: ThemeContract, said: str, span: Span, statement: str
    ) -> ConfigurationCause:
        return ConfigurationCause(
            "theme",
            f"The error demands a theme that {contract.demanded}. {statement}",
            (span,),
            (f"the error says “{said}”", "no theme of an activity in the manifests lacks it"),
            "Take the activity as context, and a theme that gives what is demanded.",
            strength=_ELSEWHERE,
        )


def _means(written: str, activity: str) -> bool:
    return f".{activity}".endswith(f".{written.lstrip('.')}")
