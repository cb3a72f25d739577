import pytest


@pytest.fixture
def private_gradle(tmp_path_factory, monkeypatch):
    """Gradle keeps its files to itself and starts in half of the time."""
    monkeypatch.setenv("GRADLE_USER_HOME", str(tmp_path_factory.getbasetemp() / "gradle-home"))
    monkeypatch.setenv("GRADLE_OPTS", "-XX:TieredStopAtLevel=1 -Dorg.gradle.daemon=false")
