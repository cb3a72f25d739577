"""The command line as a person and as a script use it: in processes of its own where that is what counts."""

import json
import os
import pty
import subprocess

import pytest
from click.testing import CliRunner

from lsp_server.cli import cli
from lsp_server.cli.settings import _descriptions
from lsp_server.environment_variables import VARIABLES
from models.settings import Settings
from rca.text.llm_token_count import estimate_tokens
from rca.toolkit import tool_catalog
from tests.rca_process import rca_command


@pytest.fixture
def rca(environment):
    """Run `rca`; gives the finished process."""

    def run(*arguments, text=None, cwd=None, **variables):
        command = rca_command(*arguments)
        stdin = {"input": text} if text is not None else {"stdin": subprocess.DEVNULL}
        return subprocess.run(
            command,
            capture_output=True,
            encoding=variables.get("PYTHONIOENCODING", "utf-8"),
            env={**environment, **variables},
            cwd=cwd,
            timeout=90,
            check=False,
            **stdin,
        )

    return run


@pytest.fixture
def here(environment, monkeypatch):
    """Run `rca` in this process, as its start takes longer than what it is asked; gives what it said."""

    def run(*arguments, text="", cwd=None, **variables):
        if cwd is not None:
            monkeypatch.chdir(cwd)
        done = CliRunner().invoke(
            cli,
            [*map(str, arguments)],
            input=text,
            env={**environment, **variables},
            prog_name="rca",
            catch_exceptions=False,
        )
        return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)

    return run


ERRORS = {
    "01-crash": ("jvm_exception", "PriceLabel.kt", 11),
    "02-obfuscated": ("jvm_exception", "StepPager.kt", 10),
    "03-coroutine": ("jvm_exception", "ItemMapper.kt", 15),
    "04-anr": ("anr", "LarderDatabase.kt", 23),
    "05-unit-test": ("test_failure", "BasketTotalTest.kt", 21),
    "06-kotlinc": ("kotlin_compile", "RecipeScreen.kt", 20),
    "07-ksp": ("annotation_processing", "ItemDao.kt", 15),
    "08-dependency-conflict": ("dependency_resolution", "libs.versions.toml", None),
}
CULPRIT_COMMITS = {
    "01-crash": "Show deals that have no price yet",
    "02-obfuscated": "Keep recipes open at the last step",
    "03-coroutine": "Read discounts that have no percent sign",
    "04-anr": "Show how many items wait for the next sync",
    "08-dependency-conflict": "Try the new logging interceptor",
}


@pytest.mark.parametrize("name", ERRORS)
def test_every_planted_failure_is_traced_to_its_cause(here, app, name):
    options = ["--mapping", app / "errors" / "mapping.txt"] if name == "02-obfuscated" else []
    done = here("analyze", app / "errors" / f"{name}.txt", "--json", *options)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)["data"]
    kind, file, line = ERRORS[name]
    assert data["error"]["kind"] == kind
    assert data["culprit"]["filePath"].endswith(f"/{file}")
    assert line is None or data["culprit"]["line"] == line
    if name in CULPRIT_COMMITS:
        assert CULPRIT_COMMITS[name] in [change["summary"] for change in data["suspectChanges"][:3]]
    assert data["brief"].startswith("# ")


def test_a_person_reads_the_report_without_a_terminal_or_colours(rca, app):
    done = rca("analyze", app / "errors" / "01-crash.txt")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert not done.stdout.lstrip().startswith("{"), "JSON is for --json"
    for expected in (
        "NullPointerException",
        "What happened and why",
        "price was null.",
        "The cause likely lies in that function itself.",
        "price can come from PriceParser.parse",
        "PriceLabel.kt:11",
        "price!!.cents",
        "BasketAdapter.onBindViewHolder",
    ):
        assert expected in done.stdout


def test_the_brief_alone_can_be_piped_to_a_model(rca, app):
    done = rca(
        "analyze",
        "-",
        "--brief",
        "--token-budget",
        400,
        "--workspace",
        app,
        text=(app / "errors" / "01-crash.txt").read_text(),
    )
    assert done.stdout.startswith("# java.lang.NullPointerException")
    assert estimate_tokens(done.stdout) <= 400


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_the_files_that_shells_write_are_read(here, app, tmp_path, encoding):
    log = tmp_path / "log.txt"
    log.write_bytes((app / "errors" / "01-crash.txt").read_text().encode(encoding))
    data = json.loads(here("analyze", log, "--json", "--workspace", app).stdout)["data"]
    assert data["error"]["pid"] == 9214


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["analyze", "no-such-file.txt"], "cannot be read"),
        (["analyze", "-"], "no error text"),
        (["call"], "TOOL"),
        (["call", "read_file", "--workspace", "no-such-folder"], "does not exist"),
        (["nonsense"], "No such command"),
        (["anlyze"], "'analyze'"),
        (["metrics", "--since", "yesterday"], "--since"),
    ],
)
def test_wrong_usage_is_told_with_exit_code_2(here, tmp_path, arguments, says):
    done = here(*arguments, text="", cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr


@pytest.mark.parametrize("group", [(), ("knowledge",), ("web",), ("web", "docs")])
def test_a_list_of_commands_says_what_each_does_in_a_whole_sentence(here, group):
    shown = here(*group, "--help", COLUMNS="80").stdout.partition("Commands:")[2]
    assert shown
    assert "..." not in shown


def test_an_error_answer_has_exit_code_1_and_is_still_the_envelope(rca, app):
    done = rca("call", "read_file", "--json", '{"filePath": "no.kt"}', "--workspace", app)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "FILE_NOT_FOUND"


@pytest.mark.parametrize("text", ["{not json", "[]", "5", ""])
def test_parameters_that_are_no_object_are_refused(here, app, text):
    done = here("call", "read_file", "--json", text, "--workspace", app)
    assert json.loads(done.stdout)["error"]["code"] == "INVALID_PARAMETERS"


def test_an_unknown_tool_is_told_with_the_nearest(here, app):
    error = json.loads(here("call", "red_file", "--workspace", app).stdout)["error"]
    assert error["code"] == "UNKNOWN_TOOL"
    assert "read_file" in error["suggestion"]


def test_many_calls_in_one_process_one_line_each_whatever_comes(rca, app):
    lines = [
        '{"tool": "parse_error", "parameters": {"errorText": "boom"}}',
        "",
        "{broken",
        '{"parameters": {}}',
        '{"tool": "nope", "parameters": {}}',
        '{"tool": "read_file", "parameters": {"filePath": "settings.gradle.kts"}}',
    ]
    done = rca("call", "--stdin", "--workspace", app, text="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [answer["error"]["code"] if "error" in answer else None for answer in answers]
    assert codes == [None, "UNKNOWN_TOOL", "UNKNOWN_TOOL", "UNKNOWN_TOOL", None]


def test_a_write_needs_a_yes(rca, app, tmp_path):
    parameters = json.dumps(
        {"rootCause": "none was loaded", "solution": "load it", "errorDescription": "no basket"}
    )
    call = ("call", "record_solution", "--json", parameters, "--workspace", app)
    data = {"RCA_DATA_DIR": str(tmp_path)}
    assert json.loads(rca(*call, **data).stdout)["error"]["code"] == "APPROVAL_REQUIRED"
    assert json.loads(rca(*call, "--yes", **data).stdout)["data"]["stored"] == "new"


@pytest.mark.parametrize(("answer", "code"), [("y", None), ("n", "APPROVAL_DENIED")])
def test_a_person_at_a_terminal_is_asked(environment, app, tmp_path, answer, code):
    parameters = json.dumps(
        {"rootCause": "none was loaded", "solution": "load it", "errorDescription": "no basket"}
    )
    command = ["call", "record_solution", "--json", parameters, "--workspace", str(app)]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        rca_command(*command),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**environment, "RCA_DATA_DIR": str(tmp_path)},
    ) as process:
        os.write(ours, f"{answer}\n".encode())
        output, asked = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert b"Allow record_solution?" in asked
    assert b"Risk level: safe_write" in asked
    assert b"none was loaded" in asked
    envelope = json.loads(output)
    assert envelope["success"] is (code is None)
    assert code is None or envelope["error"]["code"] == code


def test_the_workspace_is_the_build_around_the_folder_or_the_file(rca, app, tmp_path):
    inside = app / "core" / "data"
    done = rca("call", "read_file", "--json", '{"filePath": "settings.gradle.kts"}', cwd=inside)
    assert json.loads(done.stdout)["success"]
    done = rca("analyze", app / "errors" / "01-crash.txt", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["data"]["culprit"]["filePath"].startswith("feature/basket/")


@pytest.mark.parametrize("form", ["openai", "mcp", "schema"])
def test_tools_are_listed_as_json(here, form):
    listed = json.loads(here("tools", "--format", form).stdout)
    assert len(listed) == len(tool_catalog.DEBUGGING)


def test_index_counts_what_it_found_and_is_warm_the_second_time(rca, app, tmp_path):
    data = {"RCA_DATA_DIR": str(tmp_path)}
    first = json.loads(rca("index", "--workspace", app, "--json", **data).stdout)
    assert first["state"] == "cold"
    assert first["files"] > 15
    assert first["callSites"] > 20
    assert first["links"]["complete"]
    assert first["links"]["linked"] == first["links"]["files"] == first["files"]
    second = json.loads(rca("index", "--workspace", app, "--json", "--no-links", **data).stdout)
    assert second["state"] == "warm"
    assert second["files"] == first["files"]
    assert second["parsed"] == 0
    assert second["links"] is None


def test_knowledge_goes_out_and_in_and_is_found(rca, here, tmp_path):
    record = {
        "id": "mine-1",
        "errorDescription": "kotlin.UninitializedPropertyAccessException: lateinit property basket",
        "rootCause": "The basket is read before onCreate has set it.",
        "solution": "Read it after onCreate, or use lazy.",
        "language": "kotlin",
        "errorType": "UninitializedPropertyAccessException",
        "confidence": 0.8,
        "userValidated": True,
        "metadata": {"createdAt": "2026-01-01T00:00:00Z", "fixedIn": "app/A.kt"},
    }
    data = {"RCA_DATA_DIR": str(tmp_path / "data"), "RCA_KNOWLEDGE_STARTER": "off"}
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps(record) + "\n")
    assert json.loads(rca("knowledge", "import", source, "--json", **data).stdout)["new"] == 1
    assert json.loads(here("knowledge", "import", source, "--json", **data).stdout)["new"] == 0
    found = json.loads(
        rca(
            "knowledge", "search", "lateinit property basket has not been initialized", "--json", **data
        ).stdout
    )
    assert found["data"]["results"][0]["id"] == "mine-1"
    assert json.loads(here("knowledge", "export", target, "--json", **data).stdout) == {"exported": 1}
    exported = json.loads(target.read_text())
    assert {key: exported[key] for key in record if key != "metadata"} == {
        key: value for key, value in record.items() if key != "metadata"
    }
    assert json.loads(here("knowledge", "stats", "--json", **data).stdout)["records"] == 1


def test_the_doctor_finds_a_healthy_installation_and_a_broken_data_folder(rca, app, tmp_path):
    healthy = rca("doctor", "--json", "--workspace", app, RCA_DATA_DIR=str(tmp_path / "data"))
    assert healthy.returncode == 0, healthy.stdout
    assert {check["name"] for check in json.loads(healthy.stdout)["checks"]} >= {
        "python",
        "readers",
        "git",
        "knowledge",
        "team",
    }
    (tmp_path / "file").write_text("no folder")
    broken = rca("doctor", "--json", "--workspace", app, RCA_DATA_DIR=str(tmp_path / "file"))
    assert broken.returncode == 1


def test_settings_come_from_variables(here):
    listed = json.loads(here("settings", "--json", RCA_ALLOWED_SOURCES="stackoverflow, github").stdout)
    values = {row["setting"]: row["value"] for row in listed}
    assert values["network.allowedSources"] == ["stackoverflow", "github"]
    assert values["knowledge.dense"] is False
    shown = here("settings", RCA_MAPPING_FILE="mapping.txt")
    assert "mapping.txt" in shown.stdout
    wrong = here("settings", RCA_ANSWER_TOKENS="many")
    assert wrong.returncode == 2
    assert "answerTokens (RCA_ANSWER_TOKENS)" in wrong.stderr


def test_every_setting_has_a_variable():
    described = dict(_descriptions(Settings, ""))
    assert set(described) == {variable.setting for variable in VARIABLES}
    assert all(described.values())


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_report_goes_to_a_file_of_any_encoding(rca, app, tmp_path, encoding):
    log = tmp_path / "log.txt"
    log.write_text("java.lang.IllegalStateException: größe → 😀\n", encoding="utf-8")
    done = rca("analyze", log, cwd=app, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert "IllegalStateException" in done.stdout


def test_a_data_folder_that_cannot_be_written_is_told_in_a_line(rca, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = rca("web", "allow", "api.example.org", RCA_DATA_DIR=str(blocked / "data"))
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert str(blocked) in done.stderr


def test_a_log_level_that_is_none_stops_no_server(rca, app):
    assert rca("mcp", "-w", app, RCA_LOG="verbose").returncode == 0
    assert rca("serve", RCA_LOG="verbose").returncode == 0
