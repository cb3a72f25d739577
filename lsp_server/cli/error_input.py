"""A command's error text: a file or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

import click


def read_error(file: Path) -> tuple[str, Path | None]:
    """Read the error text, in any encoding that a shell or Android Studio writes; only the end of a long one.

    Returns:
        The text, and the folder of the file. A file that cannot be read is a usage error.
    """
    from models.tools.parse_error import MAX_ERROR_TEXT
    from rca.text.decoding import NotText, decode

    if str(file) == "-":
        if sys.stdin.isatty():
            click.echo("Paste the error, then press Ctrl-D:", err=True)
        data, beside = sys.stdin.buffer.read(), None
    else:
        try:
            data, beside = file.read_bytes(), file.resolve().parent
        except OSError as problem:
            raise click.UsageError(f"{file} cannot be read: {problem.strerror}") from None
    try:
        text = decode(data).text
    except NotText:
        # A log with stray NULs or control characters is still a log.
        text = data.decode("utf-8", "replace")
    if "\ufffd" in text:
        replaced = text.count("\ufffd")
        click.echo(
            f"{replaced:,} bytes or characters were not readable, and were replaced by \ufffd.", err=True
        )
    if not text.strip():
        raise click.UsageError("there is no error text: give a FILE, or pipe the text in")
    if len(text) > MAX_ERROR_TEXT:
        click.echo(f"The text is very long: only its last {MAX_ERROR_TEXT:,} characters are read.", err=True)
        text = text[-MAX_ERROR_TEXT:]
    return text, beside
