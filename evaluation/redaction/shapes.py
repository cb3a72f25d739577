"""Random secrets in published formats; none was ever valid."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable

ALNUM = string.ascii_letters + string.digits
URL_SAFE = ALNUM + "-_"
BASE64 = ALNUM + "+/"
HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"
_NAMES = ("anna", "benjamin", "chiara", "dmitri", "elif", "farouk", "greta", "hiroshi", "ines", "jonas")
_SURNAMES = ("lindqvist", "okafor", "tanaka", "moreau", "kowalski", "haddad", "brandt", "silva", "novak")
_HOSTS = ("example.com", "mail.example.org", "corp.example.net", "example.co.uk", "example.io")


class Maker:
    """Makes secrets; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a reproducible sample, no secret

    def some(self, alphabet: str, length: int) -> str:
        """Return random characters, always with a digit among them where the alphabet has any."""
        text = "".join(self.chance.choice(alphabet) for _ in range(length))
        if length > 4 and "0" in alphabet and not any(letter.isdigit() for letter in text):
            return f"{text[:-1]}7"
        return text

    def uuid(self) -> str:
        """Return 8-4-4-4-12 hex digits."""
        return "-".join(self.some(HEX, length) for length in (8, 4, 4, 4, 12))

    def base64(self, size: int) -> str:
        """Return random bytes in base64."""
        return base64.b64encode(self.chance.randbytes(size)).decode()

    def json_web_token(self) -> str:
        """Return a JSON web token (RFC 7519) with a header and claims that can be read."""
        head = {"alg": self.chance.choice(["HS256", "RS256", "ES256"]), "typ": "JWT"}
        claims = {"sub": self.some(string.digits, 9), "iat": 1_700_000_000, "scope": "read"}
        parts = [json.dumps(part, separators=(",", ":")).encode() for part in (head, claims)]
        encoded = [base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts]
        return ".".join((*encoded, self.some(URL_SAFE, 43)))

    def pem(self, kind: str, line_end: str = "\n") -> str:
        """Return a PEM block (RFC 7468) of random bytes."""
        body = self.base64(180)
        lines = [body[start : start + 64] for start in range(0, len(body), 64)]
        return line_end.join((f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----"))

    def password(self) -> str:
        """Return a password as people make them: a word with figures, or a mark, or random letters."""
        word = self.chance.choice(["sunflower", "Winter", "correcthorse", "MyShop", "keystore", "tiger"])
        forms = (
            f"{word}{self.some(string.digits, 3)}",
            f"{word.capitalize()}{self.chance.choice('!#%&*')}{self.some(string.digits, 2)}",
            self.some(ALNUM, 14),
        )
        return self.chance.choice(forms)

    def user(self) -> str:
        """Return the name of a user."""
        return f"{self.chance.choice(_NAMES)}{self.chance.choice(_SURNAMES)}"

    def email(self) -> str:
        """Return an address under a domain that nobody owns (RFC 2606)."""
        sign = self.chance.choice([".", "_", "+", ""])
        name = f"{self.chance.choice(_NAMES)}{sign}{self.chance.choice(_SURNAMES)}"
        return f"{name}@{self.chance.choice(_HOSTS)}"


Make = Callable[[Maker], str]

TOKENS: dict[str, Make] = {
    "aws_access_key_id": lambda m: f"{m.chance.choice(['AKIA', 'ASIA'])}{m.some(BASE32, 16)}",
    "google_api_key": lambda m: f"AIza{m.some(URL_SAFE, 35)}",
    "google_oauth_access": lambda m: f"ya29.{m.some(URL_SAFE, 120)}",
    "google_oauth_secret": lambda m: f"GOCSPX-{m.some(URL_SAFE, 28)}",
    "google_refresh": lambda m: f"1//0{m.some(URL_SAFE, 60)}",
    "fcm_server_key": lambda m: f"AAAA{m.some(URL_SAFE, 7)}:APA91b{m.some(URL_SAFE, 134)}",
    "fcm_registration": lambda m: f"{m.some(URL_SAFE, 22)}:APA91b{m.some(URL_SAFE, 134)}",
    "github_classic": lambda m: f"gh{m.chance.choice('pousr')}_{m.some(ALNUM, 36)}",
    "github_fine_grained": lambda m: f"github_pat_{m.some(ALNUM, 22)}_{m.some(ALNUM, 59)}",
    "gitlab_personal": lambda m: f"glpat-{m.some(URL_SAFE, 20)}",
    "gitlab_deploy": lambda m: f"gldt-{m.some(URL_SAFE, 20)}",
    "gitlab_job": lambda m: f"glcbt-64_{m.some(URL_SAFE, 20)}",
    "slack_bot": lambda m: (
        f"xoxb-{m.some(string.digits, 12)}-{m.some(string.digits, 12)}-{m.some(ALNUM, 24)}"
    ),
    "slack_app": lambda m: f"xapp-1-A{m.some(BASE32, 10)}-{m.some(string.digits, 13)}-{m.some(HEX, 64)}",
    "slack_webhook": lambda m: (
        f"https://hooks.slack.com/services/T{m.some(BASE32, 8)}/B{m.some(BASE32, 10)}/{m.some(ALNUM, 24)}"
    ),
    "discord_webhook": lambda m: (
        f"https://discord.com/api/webhooks/{m.some(string.digits, 18)}/{m.some(URL_SAFE, 68)}"
    ),
    "stripe_secret": lambda m: f"{m.chance.choice(['sk', 'rk'])}_live_{m.some(ALNUM, 24)}",
    "stripe_webhook": lambda m: f"whsec_{m.some(ALNUM, 32)}",
    "json_web_token": lambda m: m.json_web_token(),
    "npm": lambda m: f"npm_{m.some(ALNUM, 36)}",
    "pypi": lambda m: f"pypi-AgEIcHlwaS5vcmc{m.some(URL_SAFE, 120)}",
    "sendgrid": lambda m: f"SG.{m.some(URL_SAFE, 22)}.{m.some(URL_SAFE, 43)}",
    "twilio": lambda m: f"SK{m.some(HEX, 32)}",
    "telegram": lambda m: f"{m.some(string.digits, 10)}:AA{m.some(URL_SAFE, 33)}",
    "mapbox_secret": lambda m: f"sk.eyJ1{m.some(ALNUM, 60)}.{m.some(URL_SAFE, 22)}",
    "openai": lambda m: f"sk-proj-{m.some(URL_SAFE, 60)}",
    "anthropic": lambda m: f"sk-ant-api03-{m.some(URL_SAFE, 93)}AA",
    "hugging_face": lambda m: f"hf_{m.some(ALNUM, 34)}",
    "sentry_auth": lambda m: f"sntrys_{m.some(ALNUM, 80)}_{m.some(BASE64, 43)}",
    "shopify": lambda m: f"shpat_{m.some(HEX, 32)}",
    "vault": lambda m: f"hvs.{m.some(URL_SAFE, 90)}",
    "digitalocean": lambda m: f"dop_v1_{m.some(HEX, 64)}",
    "artifactory": lambda m: f"AKCp{m.some(ALNUM, 69)}",
    "square": lambda m: f"sq0csp-{m.some(URL_SAFE, 43)}",
    "mailchimp": lambda m: f"{m.some(HEX, 32)}-us{m.chance.randint(1, 20)}",
    "facebook_token": lambda m: f"EAACEdEose0cBA{m.some(ALNUM, 100)}",
    "new_relic": lambda m: f"NRAK-{m.some(string.ascii_uppercase + string.digits, 27)}",
    "linear": lambda m: f"lin_api_{m.some(ALNUM, 40)}",
    "postman": lambda m: f"PMAK-{m.some(HEX, 24)}-{m.some(HEX, 34)}",
    "databricks": lambda m: f"dapi{m.some(HEX, 32)}",
    "age_key": lambda m: f"AGE-SECRET-KEY-1{m.some(string.ascii_uppercase + string.digits, 58)}",
}
"""Those that are known by their own shape."""

OPAQUE: dict[str, Make] = {
    "password": lambda m: m.password(),
    "hex_32": lambda m: m.some(HEX, 32),
    "hex_64": lambda m: m.some(HEX, 64),
    "uuid": lambda m: m.uuid(),
    "base64_40": lambda m: m.some(BASE64, 40),
    "letters_24": lambda m: m.some(ALNUM, 24),
}
"""Those that only the name they are given to tells."""
