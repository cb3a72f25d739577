"""Secret names: what an identifier says about its value."""

from __future__ import annotations

import re

from rca.text.lazy_regex import lazy_regex

_SUFFIX = (
    r"(?:[_.-]?(?:value|base64|hex|b64|base|data|default|dev|prod|release|debug|staging|key|string|"
    r"\d{1,2}))?"
)

CHOSEN = (
    r"pass[_.-]?(?:wor[dt]|phrase)|passw[dt]|passcode|passkey|pwd|storepass|keypass|kennwort|"
    r"pre[_.-]?shared[_.-]?key|"
    r"(?-i:(?<![A-Za-z])(?:pass|PASS|Pass|pw|PW|psk|PSK)(?![A-Za-z])|(?<=[a-z])(?:Pass|Pw|Psk)(?![a-z]))"
)
"""A password, which people choose: a word is enough for one."""

KEY = (
    r"secret(?:[_. -]id)?|token|credentials?|(?:json[_.-]?web[_.-]?token|jwt)(?![A-Za-z])|"
    r"(?:api|access|account|private|auth|encryption|decryption|signing|subscription|secret|master|license|"
    r"application|admin|instrumentation|publish|functions|service[_.-]?role|consumer|integration|webhook|"
    r"security|cipher|crypto|hmac|write|ingest(?:ion)?|maps?|nuget|gpg|pgp|ssh|gpr|deploy|shared|"
    r"unseal|recovery|root|"
    r"storage|rest|app)"
    r"[_.-]?key|access[_.-]?key[_.-]?secret"
)
"""A key, a token or a secret: its value looks like one."""

WEAK = (
    r"(?-i:(?<![A-Za-z])(?:auth|AUTH|Auth|sid|SID|pat|PAT|mac|sig|otp|OTP)(?![A-Za-z])|"
    r"(?:(?<![A-Za-z])key|(?<=[_.-])key|(?<=[a-z])Key|(?<![A-Za-z])KEY|(?<=_)KEY|(?<=-)Key)(?![A-Za-z]))|"
    r"session(?:[_.-]?id)?|jsessionid|crumb|csrf|xsrf|verifier|assertion|signature(?:-\d{3})?|"
    r"(?<=access-)sign|nonce|"
    r"login|cookie|user(?:[_.-]?name)?|keystore"
)
"""May stand for one: only a value that says nothing is a secret there."""

NAME = rf"((?:{CHOSEN}|{KEY}){_SUFFIX})"
_IS_PASSWORD = lazy_regex(rf"{CHOSEN}", re.IGNORECASE)

WORDS = (
    "pass", "pwd", "pw", "psk", "preshared", "secret", "token", "key", "credential", "sig", "auth", "appid",
    "code=", "state=", "sid", "pat=", "pat:", "otp", "mac=", "mac:", "jwt", "kennwort", "session", "crumb",
    "csrf", "xsrf", "verifier", "assertion", "nonce", "login", "user", "cookie", "-sign",
)  # fmt: skip
"""One of these is in every line that such a name is in."""

HARMLESS_KEY = lazy_regex(
    # What other keys are for: `cacheKey`, `primary_key`, `sort.key`.
    r"(?:cache|sort|primary|foreign|partition|public|row|object|hash|routing|map|trace|idempotency|"
    r"group|index|"
    r"order|unique|lookup|registry|trusted|event|node|item|task|build|file|message|metric|resource|host|"
    r"composite|natural|composable|with|by|for|the|a|no|same)[_.\s-]?$",
    re.IGNORECASE,
)


def is_password(name: str) -> bool:
    """Return whether a name is that of a password."""
    return _IS_PASSWORD.search(name) is not None
