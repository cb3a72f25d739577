"""Regular expressions that are compiled when they are first used."""

import importlib
import pkgutil
import re

import pytest

import rca.error_text
from rca.text.lazy_regex import lazy_regex


@pytest.fixture
def compiled(monkeypatch):
    """What was compiled during the test."""
    seen = []
    compile_now = re.compile

    def told(pattern, flags=0):
        seen.append(pattern)
        return compile_now(pattern, flags)

    monkeypatch.setattr(re, "compile", told)
    return seen


def test_it_is_compiled_when_it_is_first_used_and_once(compiled):
    word = lazy_regex(r"(w)ord", re.IGNORECASE)
    assert word.pattern == "(w)ord"
    assert compiled == []
    assert word.match("no") is None
    assert word.search("a WORD")[1] == "W"
    assert compiled == ["(w)ord"]


def test_it_does_what_a_compiled_one_does():
    text = "one two  three"
    late, at_once = lazy_regex(r"\s+"), re.compile(r"\s+")
    for use in (
        lambda it: it.split(text),
        lambda it: it.split(text, maxsplit=1),
        lambda it: it.sub("-", text),
        lambda it: it.findall(text),
        lambda it: [found.span() for found in it.finditer(text)],
        lambda it: it.search(text, 5).span(),
        lambda it: it.match(text, 3).span(),
        lambda it: it.fullmatch(" ") is not None,
        lambda it: it.flags,
    ):
        assert use(late) == use(at_once)


def test_what_is_wrong_shows_when_it_is_used():
    broken = lazy_regex("(")
    with pytest.raises(re.error):
        broken.search("")


def test_every_one_of_the_readers_of_errors_is_right():
    late = type(lazy_regex(""))
    found = []

    def look(value):
        if isinstance(value, late):
            found.append(value)
        elif isinstance(value, (tuple, list)):
            for part in value:
                look(part)
        elif isinstance(value, dict):
            look(list(value.values()))

    for module in pkgutil.walk_packages(rca.error_text.__path__, "rca.error_text."):
        look(list(vars(importlib.import_module(module.name)).values()))
    for one in found:
        one.flags  # noqa: B018 - compiles it
    assert len(found) > 200
