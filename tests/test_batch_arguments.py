"""Commands whose program is a batch file, as Windows would start them."""

import pytest

from rca.subprocesses import quote_batch_arguments

WRAPPER = r"C:\R&D\app\gradlew.bat"


def test_arguments_of_a_batch_file_are_quoted_each():
    line = quote_batch_arguments([WRAPPER, ":app:test", "--tests", "com.example.A b&c"], system="nt")
    assert line == r'"C:\R&D\app\gradlew.bat" ":app:test" "--tests" "com.example.A b&c"'
    assert str(quote_batch_arguments(["mvnw.CMD", "x"], system="nt")) == '"mvnw.CMD" "x"'


@pytest.mark.parametrize("argument", ['a" & calc & "', "%PATH%", "a\nb"])
def test_what_quotes_do_not_hold_is_refused(argument):
    with pytest.raises(OSError, match="a batch file cannot take"):
        quote_batch_arguments([WRAPPER, argument], system="nt")


@pytest.mark.parametrize(
    ("arguments", "system"),
    [(["./gradlew", 'a"%'], "posix"), (["git.exe", 'a"%'], "nt"), ('"cmd.exe" /d /s /c "a.bat %X%"', "nt")],
)
def test_other_commands_stay_as_they_are(arguments, system):
    assert quote_batch_arguments(arguments, system=system) == arguments
