"""Confidences are counts with a prior; the shipped tables say what the code knows."""

import tomllib
from pathlib import Path

import rca.causes.configuration as package
from evaluation.project_text import project_files
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.mechanism_counts import confidence_of
from rca.causes.configuration.message_rules import load_rules
from tests.causes.configuration.shop import causes

FOLDER = Path(package.__file__).parent
COUNTS = tomllib.loads((FOLDER / "data/confidence.toml").read_text("utf-8"))["mechanisms"]


def test_what_was_never_counted_has_the_prior():
    assert confidence_of("no such mechanism") == 0.25


def test_what_a_message_states_is_likelier_than_what_is_inferred():
    assert confidence_of("not_exported") == 0.6


def test_every_mechanism_that_states_is_one_of_the_code():
    code = "".join(path.read_text("utf-8") for path in FOLDER.rglob("*.py"))
    stated = tomllib.loads((FOLDER / "data/confidence.toml").read_text("utf-8"))["stated"]
    known = {rule.mechanism for rule in load_rules()}
    assert [name for name in stated if name not in known and f'"{name}"' not in code] == []


def test_a_change_of_an_entry_makes_it_no_less_likely():
    span = Span("build.gradle", 1, 1)
    plain, changed = (
        ConfigurationCause(name, "", (span,), (), "") for name in ("linkage", "linkage_changed")
    )
    assert changed.confidence >= plain.confidence


def test_no_count_makes_certain():
    assert all(0 < confidence_of(name) < 1 for name in COUNTS)


def test_every_mechanism_that_is_counted_is_one_of_the_code():
    code = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    known = {rule.mechanism for rule in load_rules()}
    bare = {name.removesuffix("_changed") for name in COUNTS}
    assert [name for name in bare if name not in known and f'"{name}"' not in code] == []


def test_each_rule_names_its_source():
    rows = tomllib.loads((FOLDER / "data/message_rules.toml").read_text("utf-8"))["rules"]
    assert [row["id"] for row in rows if not row.get("source")] == []
    assert len({row["id"] for row in rows}) == len(rows)


def test_the_surer_cause_comes_first(tmp_path):
    files = project_files("""
        // file: app/build.gradle.kts
        android {
            buildTypes {
                release {
                    isMinifyEnabled = true
                }
            }
        }
        // file: app/proguard-rules.pro
        -dontwarn x.**
        // file: app/src/main/AndroidManifest.xml
        <manifest>
        <application>
        </application>
        </manifest>
        """)
    text = "java.lang.NoClassDefFoundError: Failed resolution of: Lorg/apache/http/ProtocolVersion;\n"
    found = [cause.confidence for cause in causes(tmp_path, text, files)]
    assert len(found) >= 2
    assert found == sorted(found, reverse=True)
