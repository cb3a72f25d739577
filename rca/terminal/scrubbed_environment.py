"""The environment of a command, without variables that may hold secrets."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rca.redaction import redact

_SECRET_NAME = re.compile(
    r"(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD_?HASH|PASSPHRASE|CREDENTIALS?|API_?KEY|APIKEY|AUTH"
    r"|ACCESS_?KEY(?:_ID)?|PRIVATE_?KEY|SIGNING_?KEY|ENCRYPTION_?KEY|SESSION_?KEY|COOKIE|PAT|KEY|DSN"
    r"|CONNECTION_?STRING)(?:_|$)",
    re.IGNORECASE,
)
_SECRET_KINDS = frozenset({"token", "private_key", "header", "url_credentials", "password"})
_OWN = re.compile(r"RCA_")
_NEEDED = frozenset({"PATH", "HOME", "USER", "LOGNAME", "SHELL", "PWD", "SSH_AUTH_SOCK", "XAUTHORITY"})


def without_secrets(environment: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the variables without secrets, by name and value, and the names of those removed.

    Settings of this program are removed too: they do not concern the command.
    """
    kept: dict[str, str] = {}
    left_out: list[str] = []
    for name, value in environment.items():
        if name in _NEEDED:
            kept[name] = value
        elif _OWN.match(name):
            continue
        elif value and (_SECRET_NAME.search(name) or _SECRET_KINDS.intersection(redact(value).kinds)):
            left_out.append(name)
        else:
            kept[name] = value
    return kept, tuple(sorted(left_out))
