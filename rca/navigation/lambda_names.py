"""Names that compilers give to lambdas, in messages and frames → the class and the function around each.

| name | made by |
|---|---|
| `Outer$$Lambda$12/0x0000`, `Outer$$Lambda/0x0000` | the JVM at run time, Java and Kotlin since 2.0 |
| `Outer$$ExternalSyntheticLambda3`, `Outer$$InternalSyntheticLambda$1$hash$0` | D8 and R8 |
| `-$$Lambda$Outer$hash` | D8 before 3.0 |
| `Outer$method$1` | Kotlin, a class for each lambda |
| `Outer.lambda$method$0`, `Outer.method$lambda$0`, `Outer.method$lambda-0` | the method that holds the body |
| `Outer.$r8$lambda$hash` | R8's access to that method |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rca.text.lazy_regex import lazy_regex

_CLASS: Final = r"(?P<class>(?:[a-z_]\w{0,60}[./]){0,12}[A-Z]\w{0,100}(?:\$[A-Z]\w{0,100}){0,4})"
_FORMS: Final = (
    lazy_regex(r"(?P<package>(?:[a-z_]\w{0,60}[./]){0,12})-\$\$Lambda\$(?P<class>[A-Z]\w{0,100})\$"),
    lazy_regex(
        rf"(?<![\w$]){_CLASS}\$\$(?:Lambda|ExternalSyntheticLambda|InternalSyntheticLambda|SyntheticLambda)"
    ),
    lazy_regex(rf"(?<![\w$]){_CLASS}[.#](?:lambda\$(?P<method>[a-z]\w{{0,100}})\$\d|\$r8\$lambda\$)"),
    lazy_regex(rf"(?<![\w$]){_CLASS}[.#](?P<method>[a-z]\w{{0,100}})\$lambda[$-]\d"),
    lazy_regex(rf"(?<![\w$]){_CLASS}\$(?P<method>[a-z]\w{{0,100}})\$\d"),
)


class LambdaName(NamedTuple):
    """The class around a lambda, with dots, and the function around it where the name says so."""

    class_name: str
    method: str | None


def find_lambda_names(text: str) -> tuple[LambdaName, ...]:
    """Return the lambdas that a text names, in the order of the forms, each once."""
    return tuple(dict.fromkeys(_names(text)))


def _names(text: str) -> Iterator[LambdaName]:
    if "$" not in text:
        return
    for form in _FORMS:
        for match in form.finditer(text):
            groups = match.groupdict()
            name = (groups.get("package") or "") + groups["class"]
            yield LambdaName(name.replace("/", ".").replace("$", "."), groups.get("method"))
