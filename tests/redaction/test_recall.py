"""Recall on secrets made at random in published formats, in the places where logs and build files hold them."""

from __future__ import annotations

import base64
import random
import string

import pytest

from rca.redaction import redact

ALNUM = string.ascii_letters + string.digits
URL_SAFE = ALNUM + "-_"
HEX = "0123456789abcdef"
_random = random.Random(20260601)


def some(alphabet: str, length: int) -> str:
    return "".join(_random.choice(alphabet) for _ in range(length))


def _json_web_token() -> str:
    header = base64.urlsafe_b64encode(b'{"alg":"RS256","kid":"' + some(ALNUM, 8).encode() + b'"}')
    body = base64.urlsafe_b64encode(b'{"sub":"' + some(string.digits, 9).encode() + b'","exp":1}')
    return b".".join(part.rstrip(b"=") for part in (header, body)).decode() + "." + some(URL_SAFE, 43)


TOKENS = {
    "github": lambda: f"gh{_random.choice('pousr')}_{some(ALNUM, 36)}",
    "github fine-grained": lambda: f"github_pat_{some(ALNUM, 22)}_{some(ALNUM, 59)}",
    "gitlab": lambda: f"glpat-{some(URL_SAFE, 20)}",
    "slack": lambda: f"xoxb-{some(string.digits, 12)}-{some(string.digits, 12)}-{some(ALNUM, 24)}",
    "stripe": lambda: f"sk_live_{some(ALNUM, 24)}",
    "stripe test": lambda: f"rk_test_{some(ALNUM, 99)}",
    "aws id": lambda: f"AKIA{some(string.ascii_uppercase + '234567', 16)}",
    "google": lambda: f"AIza{some(URL_SAFE, 35)}",
    "google oauth": lambda: f"ya29.{some(URL_SAFE, 120)}",
    "json web token": _json_web_token,
    "npm": lambda: f"npm_{some(ALNUM, 36)}",
    "pypi": lambda: f"pypi-AgEIcHlwaS5vcmc{some(URL_SAFE, 120)}",
    "sendgrid": lambda: f"SG.{some(URL_SAFE, 22)}.{some(URL_SAFE, 43)}",
    "twilio": lambda: f"SK{some(HEX, 32)}",
    "telegram": lambda: f"{some(string.digits, 9)}:AA{some(URL_SAFE, 33)}",
    "discord": lambda: f"M{some(ALNUM, 23)}.{some(ALNUM, 6)}.{some(URL_SAFE, 27)}",
    "hugging face": lambda: f"hf_{some(ALNUM, 34)}",
    "openai": lambda: f"sk-proj-{some(URL_SAFE, 60)}",
    "mailchimp": lambda: f"{some(HEX, 32)}-us{_random.randint(1, 20)}",
    "shopify": lambda: f"shpat_{some(HEX, 32)}",
    "vault": lambda: f"hvs.{some(URL_SAFE, 90)}",
}
OPAQUE = {
    "hex": lambda: some(HEX, 32),
    "uuid": lambda: "-".join(some(HEX, length) for length in (8, 4, 4, 4, 12)),
    "base64": lambda: base64.b64encode(_random.randbytes(24)).decode(),
    "word and digits": lambda: some(string.ascii_lowercase, 7) + some(string.digits, 3),
}
ANYWHERE = [
    "{}",
    "token was {}, retrying",
    "E/Auth: refused ({})",
    '"value":"{}"',
    "<string>{}</string>",
    "https://example.com/hook/{}",
    "curl -u {}: https://example.com",
    "key={}",
    "\tat com.example.Main.login(Main.kt:3) {}",
]
NAMED = [
    "password={}",
    "storePassword={}",
    "signing.keyPassword={}",
    "api_key: {}",
    "API_KEY={}",
    'apiKey = "{}"',
    '"client_secret": "{}"',
    '{{"accessToken":"{}"}}',
    "Authorization: Bearer {}",
    "x-api-key: {}",
    "https://example.com/v1?access_token={}&page=2",
    "postgres://app:{}@db.example.com/shop",
    "https://ann:{}@git.example.com/app.git",
    '<string name="maps_api_key">{}</string>',
    'buildConfigField("String", "API_KEY", "\\"{}\\"")',
    "./gradlew assemble -Pandroid.injected.signing.store.password={}",
    "tool --api-key {} upload",
    "Set-Cookie: session={}; Path=/",
    "export GITHUB_TOKEN={}",
    "auth_token='{}'",
]


def recall(kinds, places) -> tuple[float, list[str]]:
    missed = []
    asked = 0
    for kind, make in kinds.items():
        for place in places:
            for _ in range(3):
                secret = make()
                asked += 1
                if secret in redact(place.format(secret)).text:
                    missed.append(f"{kind}: {place.format(secret)}")
    return 1 - len(missed) / asked, missed


@pytest.mark.parametrize(
    ("kinds", "places"),
    [(TOKENS, ANYWHERE), (TOKENS, NAMED), (OPAQUE, NAMED)],
    ids=["tokens anywhere", "tokens under a name", "opaque secrets under a name"],
)
def test_recall_is_at_least_99_percent(kinds, places):
    share, missed = recall(kinds, places)
    assert share >= 0.99, "\n".join(missed)
