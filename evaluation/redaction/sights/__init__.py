"""Lines by kind of secret, written before the masks were tried on them; `second` to `fourth` after mending.

A line of a `*_secrets.txt` is a template, `# kind` heads what follows: `{a32}` is 32 characters at random of
an alphabet, `{uuid}` and the like a made thing, `«…»` must be gone once masked, `⏎` is a line break. Secrets
are put together when they are needed, so that no file holds one.
"""

from __future__ import annotations

import base64
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from evaluation.redaction.shapes import ALNUM, BASE32, BASE64, HEX, URL_SAFE, Make, Maker

Sight = Literal["first", "second", "third", "fourth"]
SIGHTS: tuple[Sight, ...] = ("first", "second", "third", "fourth")
_ALPHABETS = {
    "a": ALNUM,
    "b": BASE64,
    "d": string.digits,
    "h": HEX,
    "l": string.ascii_lowercase + string.digits,
    "u": URL_SAFE,
    "B": BASE32,
    "H": HEX.upper(),
    "L": string.ascii_lowercase,
    "U": string.ascii_uppercase + string.digits,
}
_MADE = re.compile(
    r"\{(?:(?P<alphabet>[abdhluBHLU])(?P<size>\d+)|(?P<mark>begin|end|beginpub)(?: (?P<of>[A-Z]+))?|"
    r"(?P<made>uuid|pwx?|word|user|basic|pem64|jwt))\}"
)
_SECRET = re.compile(r"«(.*?)»", re.DOTALL)


@dataclass(frozen=True)
class Seen:
    """A text, and what must be gone from it: nothing where it is clean."""

    kind: str
    text: str
    secrets: tuple[str, ...]


def secrets(sight: Sight, seed: int = 41) -> Iterator[Seen]:
    """Return the lines with secrets."""
    maker, kind = Maker(seed), ""
    for template in _lines(f"{sight}_secrets.txt"):
        if template.startswith("# "):
            kind = template[2:]
            continue
        text = _filled(maker, template.replace("⏎", "\n"))
        yield Seen(kind, _SECRET.sub(r"\1", text), tuple(_SECRET.findall(text)))


def clean(sight: Sight, seed: int = 43) -> Iterator[Seen]:
    """Return the lines that only look so."""
    maker = Maker(seed)
    for template in _lines(f"{sight}_clean.txt"):
        yield Seen("clean", _filled(maker, template.replace("⏎", "\n")), ())


def _lines(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text("utf-8").splitlines()


def _filled(maker: Maker, template: str) -> str:
    return _MADE.sub(lambda found: _made(maker, found), template)


def _made(maker: Maker, found: re.Match[str]) -> str:
    if found["alphabet"]:
        return maker.some(_ALPHABETS[found["alphabet"]], int(found["size"]))
    if found["mark"]:
        return _mark(found["mark"], found["of"] or "")
    return _THINGS[found["made"]](maker)


def _mark(mark: str, of: str) -> str:
    if mark == "beginpub":
        return f"-----BEGIN {of or 'PUBLIC KEY'}-----"
    name = "PGP PRIVATE KEY BLOCK" if of == "PGP" else f"{of} PRIVATE KEY".strip()
    return f"-----{mark.upper()} {name}-----"


def _password(maker: Maker, marks: str) -> str:
    word = maker.chance.choice(["Orchid", "Winter", "Shop", "river"])
    forms = (
        f"{word}{maker.some(string.digits, 4)}{maker.chance.choice(marks)}",
        f"{maker.some(ALNUM, 5)}{maker.chance.choice(marks)}{maker.some(ALNUM, 5)}",
        maker.some(ALNUM, 12),
        f"{maker.some(string.ascii_lowercase, 6)}{maker.some(string.digits, 2)}",
    )
    return maker.chance.choice(forms)


_THINGS: dict[str, Make] = {
    "uuid": Maker.uuid,
    "user": Maker.user,
    "jwt": Maker.json_web_token,
    "pw": lambda maker: _password(maker, "!.-_*$"),
    "pwx": lambda maker: _password(maker, "&%^+=@/"),
    "word": lambda maker: (
        maker.chance.choice(["letmein", "changeit", "hunter", "dragonfly", "shopapp"]) + "26"
    ),
    "basic": lambda maker: _encoded(f"{maker.user()}:{maker.some(ALNUM, 12)}"),
    "pem64": lambda maker: _encoded(f"{maker.pem('PRIVATE KEY')}\n"),
}


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
