"""Secrets that are known by their own shape: tokens, keys, headers, credentials in addresses."""

from __future__ import annotations

import base64
import binascii
import re
from functools import cache

from rca.redaction.chance import mask_by_chance
from rca.redaction.lines import MASK, on_lines

_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[^-]|-(?!----))*+"
    r"(?:-----END [A-Z0-9 ]{0,40}-----)?"
)
_JSON_WEB_TOKEN = re.compile(r"(?<![\w-])eyJ[\w-]{6,}+={0,2}\.[\w=-]{2,}+(?:\.[\w=+/-]*+){0,3}")
_PREFIXED = re.compile(
    # Published prefixes of tokens that the detectors below lack or know in an older form.
    r"(?<![A-Za-z0-9])(?:"
    r"AIza[\w-]{35}|ya29\.[\w-]{20,}+|GOCSPX-[\w-]{20,}+|1//0[\w-]{20,}+|"
    r"[\w-]{11,22}:APA91[\w-]{100,}+|"  # Google
    r"github_pat_\w{22,}+|gh[pousr]_\w{20,}+|gl[a-z]{2,6}-[\w.-]{20,}+|"
    r"xox[a-z]-[\w-]{10,}+|xapp-[\w-]{20,}+|(?:sk|rk|pk)_(?:live|test)_\w{16,}+|whsec_[\w+/=]{20,}+|"
    r"npm_[A-Za-z0-9]{30,}+|sk-(?:ant|proj|svcacct|admin|or)-[\w-]{16,}+|sk-[A-Za-z0-9]{32,}+|"
    r"hf_[A-Za-z0-9]{30,}+|dop_v1_[a-f0-9]{60,}+|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,}+|dapi[a-f0-9]{32}|"
    r"hvs\.[\w-]{20,}+|sntry[su]_[\w+/=]{20,}+|sbp_[a-f0-9]{40}|PMAK-[a-f0-9-]{40,}+|lin_api_\w{32,}+|"
    r"EAA[A-Za-z0-9]{80,}+|"
    r"discord(?:app)?\.com/api/webhooks/\d{15,}/[\w-]{50,}+|"
    r"NRAK-[A-Z0-9]{20,}+|AKC[a-zA-Z0-9]{60,}+|cmVmd[A-Za-z0-9]{50,}+|AGE-SECRET-KEY-1[A-Z0-9]{50,}+|"
    r"ATATT3[\w-]{60,}+(?:=[0-9A-F]{8})?|ATBB\w{32}|glc_[\w+/]{32,}+={0,2}|dp\.(?:pt|st|ct|sa|scim)\.\w{40,}+|"
    r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{60,}+|pul-[a-f0-9]{40}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}+|"
    r"LTAI\w{16,30}|figd_[\w-]{40}|xkeysib-[a-f0-9]{64}-\w{16}|FLW(?:SEC|PUB)K(?:_TEST)?-[a-f0-9]{32}-X|"
    r"pat\w{14}\.[a-f0-9]{64}|EZ[AT]K[A-Za-z0-9]{54}|key-[a-f0-9]{32}|"
    r"(?:pat-[a-z]{2}\d|sdk|mob|access-(?:sandbox|development|production))-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|"
    r"SG\.[\w-]{16,}+\.[\w-]{16,}+|gradle_[a-z]{2,}_[\w-]{30,}+|(?:pk|sk|tk)\.eyJ[\w.-]{20,}+"
    r")(?![A-Za-z0-9])"
)
_HEADER = re.compile(
    r"((?:proxy-)?authorization|x-api-key|x-auth-token|x-amz-security-token|(?:set-)?cookie)"
    r"(\\?[\"']?\s{0,3}(?:[:=]|,\s{0,3}(?=\\?[\"']))\s{0,3}\\?[\[\"']?)"
    r"([^\r\n\"'\]<>{}]{4,})",
    re.IGNORECASE,
)
_PAIR = re.compile(r"[\w!#$%&*+.^`|~-]+=[^\s;]")
_TYPE = re.compile(r"[A-Z][A-Za-z]*\??(?:\s*[,)=].*)?")
_HEADER_WORDS = ("authorization", "cookie", "-key", "-token", "bearer", "basic", "token", "apikey")
_SCHEME_ALONE = re.compile(r"(?:Bearer|Basic|Token|ApiKey|Digest)\s*", re.IGNORECASE)
_SCHEME = re.compile(r"\b(Bearer|Basic|Token|ApiKey)(\s{1,3}|%20)([\w+/=.~-]{8,}+)", re.IGNORECASE)
_USER_AND_PASSWORD = re.compile(r"(?<=://)([^\s/?#@:\"'<>]{0,100}):([^\s@/\"'<>]{1,200})@")
_USER_TOKEN = re.compile(r"(?<=://)[\w-]{16,200}+@")
_LONG_RUN = re.compile(r"[\w+=-]{18,}+")
_DIGIT = re.compile(r"\d")
_TOKEN_END = re.compile(r"[\w-]*+")


def mask_private_keys(text: str) -> str:
    """Mask PEM and PGP private keys, from their first line to their last, or to the end of a cut one."""
    return _PRIVATE_KEY.sub(MASK.format("private_key"), text) if "PRIVATE KEY" in text else text


def mask_shapes(text: str) -> str:
    """Mask tokens that are recognised wherever they stand."""
    mask = MASK.format("token")
    text = _JSON_WEB_TOKEN.sub(mask, text) if "eyJ" in text else text
    text = _PREFIXED.sub(lambda found: mask if _random(found[0]) else found[0], text)
    if _may_hold_token(text):
        for pattern in _detectors():
            text = _mask_detected(pattern, text, mask)
        text = mask_by_chance(text)
    return text


def _may_hold_token(text: str) -> bool:
    """Tell whether the detectors could find anything: each wants a long run of characters with a digit.

    A diff or a symptom mostly has none, and then the detectors' library need not be loaded.
    """
    return any(_DIGIT.search(run[0]) or run[0].isupper() for run in _LONG_RUN.finditer(text))


@cache
def _detectors() -> tuple[re.Pattern[str], ...]:
    """Collect the shapes of detect-secrets that stand for themselves and match in linear time.

    Those that go by a key's name are left to `assignments`: they allow any run of blanks, which
    takes time in the square of its length, and they take lexer tokens and types for secrets.
    """
    # Loaded here because the package loads an HTTP client: 0.2 s.
    from detect_secrets.plugins.aws import AWSKeyDetector
    from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
    from detect_secrets.plugins.discord import DiscordBotTokenDetector
    from detect_secrets.plugins.github_token import GitHubTokenDetector
    from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
    from detect_secrets.plugins.mailchimp import MailchimpDetector
    from detect_secrets.plugins.pypi_token import PypiTokenDetector
    from detect_secrets.plugins.sendgrid import SendGridDetector
    from detect_secrets.plugins.slack import SlackDetector
    from detect_secrets.plugins.square_oauth import SquareOAuthDetector
    from detect_secrets.plugins.stripe import StripeDetector
    from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
    from detect_secrets.plugins.twilio import TwilioKeyDetector

    detectors = (
        AWSKeyDetector, AzureStorageKeyDetector, DiscordBotTokenDetector, GitHubTokenDetector,
        GitLabTokenDetector, MailchimpDetector, PypiTokenDetector, SendGridDetector, SlackDetector,
        SquareOAuthDetector, StripeDetector, TelegramBotTokenDetector, TwilioKeyDetector,
    )  # fmt: skip
    return tuple(pattern for detector in detectors for pattern in detector.denylist)


def _mask_detected(pattern: re.Pattern[str], text: str, mask: str) -> str:
    parts: list[str] = []
    done = 0
    for found in pattern.finditer(text):
        start, end = found.span()
        if start < done or (start > 0 and text[start - 1].isalnum()) or not _random(found[0]):
            continue  # the middle of a longer name, or words: no token
        rest = _TOKEN_END.match(text, end)
        parts += (text[done:start], mask)
        done = rest.end() if rest else end
    return "".join((*parts, text[done:])) if parts else text


def _random(token: str) -> bool:
    """Tell a token from a name of the same shape: long names in code seldom hold a digit."""
    return any(character.isdigit() for character in token)


def mask_headers(text: str) -> str:
    """Mask what authentication headers and cookies carry, and credentials after their scheme's name."""
    return on_lines(text, _HEADER_WORDS, _mask_headers)


def _mask_headers(line: str) -> str:
    mask = MASK.format("header")
    line = _HEADER.sub(
        lambda found: found[0] if _is_code(found[1], found[2], found[3]) else f"{found[1]}{found[2]}{mask}",
        line,
    )
    return _SCHEME.sub(
        lambda found: f"{found[1]}{found[2]}{mask}" if _credential(found[1], found[3]) else found[0], line
    )


def _is_code(name: str, sign: str, value: str) -> bool:
    """Tell `val cookie = parse(…)`, `authorization: String` and a scheme alone from what a header carries."""
    if _SCHEME_ALONE.fullmatch(value):
        return True
    if name.lower().endswith("cookie"):
        return _PAIR.match(value) is None
    quoted = sign.rstrip("\\")[-1:] in {'"', "'", "["}
    return not quoted and (_TYPE.fullmatch(value) is not None or "(" in value)


def _credential(scheme: str, value: str) -> bool:
    if scheme.lower() == "basic":
        try:
            return b":" in base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            return False
    dotted_name = re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", value) is not None
    return _random(value) and not dotted_name


def mask_url_credentials(text: str) -> str:
    """Mask user and password, or the token in their place, in addresses and connection strings."""
    if "://" not in text:
        return text
    mask = MASK.format("url_credentials") + "@"
    return _USER_TOKEN.sub(mask, _USER_AND_PASSWORD.sub(mask, text))
