import pytest


@pytest.fixture(autouse=True)
def _private_gradle(tmp_path_factory, monkeypatch):
    """Gradle keeps its files to itself and starts in half of the time."""
    home = tmp_path_factory.getbasetemp() / "gradle-home"
    monkeypatch.setenv("GRADLE_USER_HOME", str(home))
    monkeypatch.setenv("GRADLE_OPTS", "-XX:TieredStopAtLevel=1 -Dorg.gradle.daemon=false")
