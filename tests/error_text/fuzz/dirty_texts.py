"""Hypothesis strategies that build dirty, real-shaped error texts from the evaluation cases."""

from __future__ import annotations

import html
import json

from hypothesis import strategies as st

from evaluation.error_text_score import load_cases

CASES = load_cases()
TEXTS = [case.text for case in CASES if len(case.text) < 20_000]
PACKAGES = sorted({case.app_packages for case in CASES})

ODD = [
    "\0",
    "\b",
    "\x0b",
    "\x0c",
    "\x1b[",
    "\x1b[31m",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ud800",
    "\udfff",
]
MARKS = [
    "at ",
    "\tat ",
    "Caused by: ",
    "Suppressed: ",
    "... 9 more",
    "(",
    ")",
    ":",
    "$",
    "&lt;",
    "&#",
    "\\n\\tat ",
    "\\u00",
]
HEADS = [
    "> ",
    "  | ",
    "E/AndroidRuntime( 12): ",
    "03-12 10:22:31.114  1  1 E A: ",
    "e: ",
    "[ERROR] ",
    "C/C++: ",
    '"',
]

fragments = st.sampled_from(ODD + MARKS + HEADS) | st.text(max_size=12)


@st.composite
def _spans(draw, text):
    first = draw(st.integers(0, len(text)))
    return first, draw(st.integers(first, len(text)))


def _cut(draw, text):
    first, last = draw(_spans(text))
    return text[:first] + text[last:]


def _keep(draw, text):
    first, last = draw(_spans(text))
    return text[first:last] or text


def _splice(draw, text):
    other = draw(st.sampled_from(TEXTS))
    first, last = draw(_spans(other))
    place = draw(st.integers(0, len(text)))
    return text[:place] + other[first:last] + text[place:]


def _insert(draw, text):
    place = draw(st.integers(0, len(text)))
    return text[:place] + draw(fragments) * draw(st.integers(1, 40)) + text[place:]


def _repeat_lines(draw, text):
    lines = text.split("\n")
    first, last = draw(_spans(lines))
    return "\n".join(lines[:last] + lines[first:last] * draw(st.integers(1, 6)) + lines[last:])


def _shuffle_lines(draw, text):
    return "\n".join(draw(st.permutations(text.split("\n")[:60])))


def _prefix(draw, text):
    head = draw(st.sampled_from(HEADS))
    return "\n".join(head + line for line in text.split("\n"))


def _stretch(draw, text):
    lines = text.split("\n")
    place = draw(st.integers(0, len(lines) - 1))
    lines[place] *= draw(st.integers(2, 400))
    return "\n".join(lines)


def _escape(draw, text):
    escapes = [html.escape, json.dumps, lambda t: t.replace("\n", "\\n").replace("\t", "\\t")]
    return draw(st.sampled_from(escapes))(text)


def _break_lines(draw, text):
    return text.replace("\n", draw(st.sampled_from(["\r\n", "\r", " ", "<br>", "\n\n", "\n\t"])))


MUTATIONS = [
    _cut, _keep, _splice, _insert, _repeat_lines, _shuffle_lines, _prefix, _stretch, _escape, _break_lines,
]  # fmt: skip


@st.composite
def dirty_texts(draw):
    """Return a case's text after one to five mutations, at most 200,000 characters of it."""
    text = draw(st.sampled_from(TEXTS))
    for mutate in draw(st.lists(st.sampled_from(MUTATIONS), min_size=1, max_size=5)):
        text = mutate(draw, text)[:200_000]
    return text


app_packages = st.sampled_from(PACKAGES) | st.lists(st.text(max_size=6), max_size=3).map(tuple)
