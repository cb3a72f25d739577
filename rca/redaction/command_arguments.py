"""Secrets in commands and calls: options, user:password pairs, environment variables, arguments."""

from __future__ import annotations

import re

from rca.redaction.line_filter import MASK, on_lines
from rca.redaction.randomness import opaque
from rca.redaction.secret_names import NAME
from rca.redaction.secret_values import like_key, like_password, literal
from rca.text.lazy_regex import lazy_regex

_MASK = MASK.format("password")
_OPTION = lazy_regex(
    r"(?<!\S)(--?[\w.-]{0,40}?(?:password|passwd|passphrase|token|secret|api-?key|storepass|keypass|bearer"
    r"|ks-pass|key-pass|passin|passout|-pass))([ =]{1,3}[\"']?(?:pass:)?)"
    r"([^\s\"'<>-][^\s\"'<>]{2,400})",
    re.IGNORECASE,
)
_PASS = lazy_regex(r"((?<!\S)-[\w-]{1,20}[ =][\"']?pass:)([^\s\"'<>]{3,200})", re.IGNORECASE)
_PAIR = lazy_regex(
    # curl -u user:password; http -a user:password
    r"((?<!\S)(?:-[ua]|--?user|--proxy-user|--?auth|"
    r"-U)[ =]?[\"']?[^\s:\"'$<>]{1,100}:)([^\s\"'<>$][^\s\"'<>]{2,200})"
)
_FETCHES = lazy_regex(r"\b(?:curl|https?|xh|wget|ab)\b", re.IGNORECASE)
_SHORT = lazy_regex(
    # The short options of the tools that take a password so.
    r"(\b(?:sshpass\b|mysql\w{0,6}\b|mariadb\w{0,6}\b|redis-cli\b|(?:docker|podman|oras|helm|az|oc|"
    r"twine|npm|expo|crane|skopeo|cf)\b"
    r"(?=[^\r\n]{0,200}\b(?:login|upload)\b)|zip\b|unzip\b|7z\b|ldap\w{1,8}\b|(?:dotnet|nuget)\b|"
    r"codecov\b|smbclient\b|openssl\b)"
    r"[^\r\n|;]{0,200}?\s-[pPakwt](?:,?\s{1,2}|(?=\S))[\"']?)([^\s\"'<>$-][^\s\"'<>]{3,400})",
    re.IGNORECASE,
)
_AFTER_USER = lazy_regex(
    r"((?:\bhtpasswd\b[^\r\n]{0,80}|\bnet use\b[^\r\n]{0,80}/user:\S{1,60})\s)(\S{4,100})(?=\s*$)",
    re.IGNORECASE,
)
_LOGIN = lazy_regex(
    r"(\b(?:login|auth|authenticate|configure|apikey|api-key)\s{1,2})([\w.+/=-]{16,400}+)(?=\s*$)",
    re.IGNORECASE,
)
_SETS = lazy_regex(
    # A name and its value with a blank between, where a command sets it.
    r"((?:\b(?:ENV|ARG|setx?|setenv|export|setprop|set|put|put-string|add-secret)|--es|--esa|"
    r"-e)\s{1,3}[\w.-]{0,60}?(?:" + NAME + r"|"
    r"_auth)[\w.-]{0,20}\s{1,3}[\"']?)([^\s\"'<>=$-][^\s\"'<>=]{3,400})",
    re.IGNORECASE,
)
_GIVEN = lazy_regex(
    # What SQL and a shell take without a name.
    r"(\bIDENTIFIED\s{1,3}BY\s{1,3}(?:PASSWORD\s{1,3})?[\"']|"
    r"\bPASSWORD\s{1,3}[\"'])([^\"'\r\n]{3,200})(?=[\"'])|"
    r"(\becho\s{1,3}(?:-n\s{1,3})?[\"']?)([^\s\"'|$]{3,200})(?=[\"']?\s{0,3}\|\s{0,3}sudo\s{1,3}-S)",
    re.IGNORECASE,
)
_ADD_MASK = lazy_regex(r"(::add-mask::)(\S{3,400})")
_NETRC = lazy_regex(r"(\blogin\s{1,3}\S{1,80}\s{1,3}password\s{1,3})(\S{3,200})")
_PGPASS = lazy_regex(
    r"^((?:[\w.-]{1,100}|\*):(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*-]{1,60}:)(\S{3,200})$", re.MULTILINE
)
_INSERT = lazy_regex(
    r"(\bINTO\s{1,3}[\w.`\"\[\]]{1,80}\s{0,3}\()([^()\r\n]{1,400})"
    r"(\)\s{0,3}VALUES\s{0,3}\()([^()\r\n]{1,800})",
    re.IGNORECASE,
)
_CHARS = lazy_regex(r"(\")([^\"\\\s]{4,80})(?=\"\.toCharArray\(\))")
_TAKES = lazy_regex(
    # Calls whose business is to take credentials.
    r"\b\w{0,30}(?:Credentials?(?:\.\w{1,20})?|Authentication|basicAuth\w{0,12}|getConnection|"
    r"SignIn\w{0,40}|signIn\w{0,40}|"
    r"logIn\w{0,20}|login\w{0,20}|createUser\w{0,40}|authenticate|SecretKeySpec|HMAC\d{3}|"
    r"hmacShaKeyFor|PBEKeySpec|Tokens?|"
    r"openOrCreateDatabase|openDatabase|withApiKey|initialize)\((?=[^\r\n]{0,200}\")"
)
_STRING = lazy_regex(r"(?<!\\)\"([^\"\\\s]{4,400})(?=\")")
_COMPARED = lazy_regex(r"(\")([^\"\s]{6,200})(?=\",\s{0,2}[\w.]{0,40}?" + NAME + r"\b)", re.IGNORECASE)
_ARGUMENTS = 300
_COMMANDS = (
    "pass", "secret", "token", "key", "pwd", "credential", "auth", "bearer", "login", "curl", "http", "wget",
    "mysql", "mariadb", "redis", "zip", "7z", "ldap", "nuget", "codecov", "smbclient", "openssl", "sudo",
    "identified by", "add-mask", "configure", "setprop", "net use", "into", "tochararray", "signin", "hmac",
    "getconnection", "createuser", "opendatabase", "openorcreate", "initialize",
)  # fmt: skip


def mask_commands(text: str) -> str:
    """Mask secrets that commands, statements and calls take as unnamed arguments."""
    text = _PGPASS.sub(lambda found: _if(like_password(found[2]), found), text)
    return on_lines(text, _COMMANDS, _mask_line)


def _mask_line(line: str) -> str:
    if "-" in line:
        line = _mask_options(line)
    for pattern in (_AFTER_USER, _CHARS, _COMPARED):
        line = pattern.sub(lambda found: _if(like_password(found[2]), found), line)
    for pattern in (_ADD_MASK, _NETRC):
        line = pattern.sub(lambda found: _if(literal(found[2]), found), line)
    line = _LOGIN.sub(lambda found: _if(opaque(found[2]), found), line)
    line = _SETS.sub(
        lambda found: f"{found[1]}{_MASK}" if like_password(found[3]) or like_key(found[3]) else found[0],
        line,
    )
    line = _GIVEN.sub(lambda found: f"{found[1] or found[3]}{_MASK}", line)
    line = _INSERT.sub(_inserted, line)
    return _calls(line) if '"' in line and "(" in line else line


def _mask_options(line: str) -> str:
    line = _OPTION.sub(lambda found: f"{found[1]}{found[2]}{_MASK}" if literal(found[3]) else found[0], line)
    line = _PASS.sub(lambda found: _if(literal(found[2]), found), line)
    fetches = _FETCHES.search(line) is not None
    line = _PAIR.sub(
        lambda found: _if(
            opaque(found[2]) or (fetches and literal(found[2]) and not found[2].isdigit()), found
        ),
        line,
    )
    return _SHORT.sub(lambda found: _if(like_password(found[2]) or like_key(found[2]), found), line)


def _if(secret: bool, found: re.Match[str]) -> str:
    return f"{found[1]}{_MASK}" if secret else found[0]


def _calls(line: str) -> str:
    parts: list[str] = []
    done = 0
    for call in _TAKES.finditer(line):
        if call.end() < done:
            continue
        end = min(len(line), call.end() + _ARGUMENTS)
        masked = _STRING.sub(_argument, line[call.end() : end])
        parts += (line[done : call.end()], masked)
        done = end
    return "".join((*parts, line[done:])) if parts else line


def _argument(found: re.Match[str]) -> str:
    value = found[1]
    secret = "@" not in value and (like_password(value) or like_key(value))
    return f'"{_MASK}' if secret else found[0]


def _inserted(found: re.Match[str]) -> str:
    """Mask the values of an SQL statement whose column is named for a secret."""
    columns, values = found[2].split(","), found[4].split(",")
    if len(columns) > len(values):
        return found[0]
    name = re.compile(NAME, re.IGNORECASE)
    for place, column in enumerate(columns):
        value = values[place].strip()
        if name.fullmatch(column.strip(' `"[]')) and value[:1] in "'\"" and literal(value.strip("'\"")):
            values[place] = values[place].replace(value, f"'{_MASK}'")
    return f"{found[1]}{found[2]}{found[3]}{','.join(values)}"
