"""Line filter: costly patterns run only on lines that contain one of their words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

MASK = "<redacted {}>"
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def on_lines(text: str, words: tuple[str, ...], mask: Callable[[str], str]) -> str:
    """Mask each line that holds a word, in any case; `words` are in lower case."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = text.translate(_LOWER)  # some letters become two: places have to stay
    parts: list[str] = []
    done = 0
    for place in sorted({place for word in words for place in _places(lower, word)}):
        if place < done:
            continue
        start = max(text.rfind("\n", done, place) + 1, done)
        end = text.find("\n", place) + 1 or len(text)
        parts += (text[done:start], mask(text[start:end]))
        done = end
    return "".join((*parts, text[done:])) if parts else text


def _places(text: str, word: str) -> Iterator[int]:
    """Return one place of a word in each line that holds it."""
    place = text.find(word)
    while place >= 0:
        yield place
        end = text.find("\n", place)
        place = text.find(word, end) if end >= 0 else -1
