"""Tokens of published formats: the detectors of `detect-secrets` and further prefixes."""

from __future__ import annotations

import re
from functools import cache

from rca.redaction.line_filter import MASK
from rca.text.lazy_regex import lazy_regex

_JSON_WEB_TOKEN = lazy_regex(r"(?<![\w-])eyJ[\w-]{6,}+={0,2}\.[\w=-]{2,}+(?:\.[\w=+/-]*+){0,3}")
_PREFIXED = lazy_regex(
    # Published prefixes of tokens that the detectors below lack or know in an older form.
    r"(?<![A-Za-z0-9])(?:"
    r"AIza[\w-]{35}|ya29\.[\w-]{20,}+|GOCSPX-[\w-]{20,}+|1//0[\w-]{20,}+|"
    r"[\w-]{11,22}:APA91[\w-]{100,}+|"  # Google
    r"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}|IQoJb3JpZ2lu[\w+/%-]{40,}+=*|"  # AWS
    r"\w{3}\dQ~[\w.~-]{31,34}|"  # Azure
    r"github_pat_\w{22,}+|gh[pousr]_\w{20,}+|gl[a-z]{2,6}-[\w.-]{20,}+|GR1348941[\w-]{20}|"
    r"xox[a-z](?:\.xox[a-z])?-[\w-]{10,}+|xapp-[\w-]{20,}+|(?:sk|rk|pk)_(?:live|test)_\w{16,}+|"
    r"whsec_[\w+/=]{20,}+|"
    r"npm_[A-Za-z0-9]{30,}+|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32}|"
    r"sk-(?:ant|proj|svcacct|admin|or)-[\w-]{16,}+|sk-[A-Za-z0-9]{32,}+|"
    r"hf_[A-Za-z0-9]{30,}+|dop_v1_[a-f0-9]{60,}+|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,}+|"
    r"dapi[a-f0-9]{32}(?:-\d)?|"
    r"hvs\.[\w-]{20,}+|sntry[su]_[\w+/=]{20,}+|sbp_[a-f0-9]{40}|PMAK-[a-f0-9-]{40,}+|lin_api_\w{32,}+|"
    r"EAA[A-Za-z0-9]{80,}+|EAAA[\w-]{60}|sq0[a-z]{3}-[\w-]{22,43}|IGQV[\w-]{80,}+|"
    r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}|"
    r"discord(?:app)?\.com/api/webhooks/\d{15,}/[\w-]{50,}+|"
    r"NRAK-[A-Z0-9]{20,}+|AKC[a-zA-Z0-9]{60,}+|cmVmd[A-Za-z0-9]{50,}+|AGE-SECRET-KEY-1[A-Z0-9]{50,}+|"
    r"ATATT3[\w-]{60,}+(?:=[0-9A-F]{8})?|ATCTT3[\w-]{60,}+(?:=[0-9A-F]{8})?|ATBB\w{32}|"
    r"glc_[\w+/]{32,}+={0,2}|"
    r"dp\.(?:pt|st|ct|sa|scim)\.\w{40,}+|"
    r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{60,}+|pul-[a-f0-9]{40}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}+|"
    r"LTAI\w{16,30}|AKID[A-Za-z0-9]{32}|figd_[\w-]{40}|xkeysib-[a-f0-9]{64}-\w{16}|"
    r"FLW(?:SEC|PUB)K(?:_TEST)?-[a-f0-9]{32}-X|pat\w{14}\.[a-f0-9]{64}|EZ[AT]K[A-Za-z0-9]{54}|"
    r"key-[a-f0-9]{32}|"
    r"(?:pat-[a-z]{2}\d|sdk|mob|access-(?:sandbox|development|"
    r"production))-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|"
    r"SG\.[\w-]{16,}+\.[\w-]{16,}+|gradle_[a-z]{2,}_[\w-]{30,}+|(?:pk|sk|tk)\.eyJ[\w.-]{20,}+|"
    r"ops_eyJ[\w=+/-]{60,}+|"
    r"A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}|s-s4t2(?:ud|af)-[a-f0-9]{64}|dnkey-\w{26}-\w{52}|"
    r"sha256~[\w-]{43}|(?:HRKU|xaat)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|"
    r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}|AQVN[\w-]{35,38}|sl\.[\w-]{100,}+|c[ks]_[a-f0-9]{40}|"
    r"perm[:-][\w+/]{8,}+={0,2}\.[\w+/-]{2,}+={0,2}\.[\w+/-]{20,}+|"  # JetBrains
    r"waka_[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|"
    r"[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}|\d/\d{16}:[a-f0-9]{32}"
    r")(?![A-Za-z0-9])"
    r"|(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])"  # Telegram; `bot` stands before it
)
_LONG_RUN = lazy_regex(r"[\w+=-]{18,}+")
_DIGIT = lazy_regex(r"\d")
_TOKEN_END = lazy_regex(r"[\w-]*+")
_TWILIO_PAIR = lazy_regex(r"(?<=\bAC)([a-f0-9]{32}:)[a-f0-9]{32}\b")


def mask_published(text: str) -> str:
    """Mask tokens that are recognisable anywhere."""
    mask = MASK.format("token")
    text = _JSON_WEB_TOKEN.sub(mask, text) if "eyJ" in text else text
    text = _TWILIO_PAIR.sub(rf"\1{mask}", text)
    text = _PREFIXED.sub(lambda found: mask if _random(found[0]) else found[0], text)
    if _may_hold_token(text):
        for pattern in _detectors():
            text = _mask_detected(pattern, text, mask)
    return text


def _may_hold_token(text: str) -> bool:
    """Return whether the detectors could match: each needs a long run of characters with a digit.

    Most diffs and symptoms have none, and then the detectors' library is not imported.
    """
    return any(_DIGIT.search(run[0]) or run[0].isupper() for run in _LONG_RUN.finditer(text))


@cache
def _detectors() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of detect-secrets that need no name and match in linear time.

    Those that depend on a key's name are left to `assignments`: they allow any run of blanks, which takes
    quadratic time, and they take lexer tokens and types for secrets.
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
    """Return whether it is a token, not a name of the same shape: long names in code seldom hold a digit."""
    return any(character.isdigit() for character in token)
