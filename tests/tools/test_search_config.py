"""`search_config`: keys by whole path, part and pattern."""

import os

import pytest

from models.settings import Settings
from models.tools.search_config import SearchConfigParams
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import ToolContext
from rca.tools.search_config import TOOL
from rca.workspace import DocumentOpened, FilesChanged
from tests.tools.configured_project import configured
from tests.tools.counted_deadline import time_ends_at


@pytest.fixture
def project(tmp_path):
    made = configured(tmp_path)
    yield made
    made.close()


def found(project, pattern, **more):
    answer = project.call(TOOL, pathPattern=pattern, **more)
    return [key["key"] for key in answer["data"]["keys"]] if answer["success"] else []


def test_a_whole_key_with_its_use(project):
    data = project.data_of(TOOL, pathPattern="server.port")
    (key,) = data["keys"]
    assert (key["filePath"], key["line"], key["value"]) == (
        "app/src/main/resources/application.yml",
        2,
        "8080",
    )
    assert key["usedBy"][0]["symbol"] == "Reader.port"


def test_whole_keys_come_before_parts(project):
    project.write("a.properties", "smtp.host=1\nhost=2\nhostname=3\n")
    assert found(project, "host") == ["host", "smtp.host", "mail.host", "hostname"]


@pytest.mark.parametrize("pattern", ["mail.smtpAuth", "MAIL.SMTP_AUTH", "mail.smtp-auth"])
def test_spelling_does_not_matter(project, pattern):
    assert found(project, pattern) == ["mail.smtp-auth"]


@pytest.mark.parametrize(
    ("pattern", "keys"),
    [
        ("*.port", ["server.port"]),
        ("mail.*", ["mail.host", "mail.smtp-auth", "mail.retry", "mail.password", "mail.unused-thing"]),
        ("mail.**.max*", ["mail.retry.max-attempts"]),
        ("**.max-attempts", ["mail.retry.max-attempts"]),
        ("*.retry.*", ["mail.retry.max-attempts"]),
        ("s*r.p*t", ["server.port"]),
    ],
)
def test_patterns(project, pattern, keys):
    assert found(project, pattern) == keys


def test_every_format_is_searched(project):
    assert found(project, "ktor") == ["versions.ktor", "libraries.ktor-core"]
    assert found(project, "API_URL") == ["BuildConfig.API_URL"]
    assert found(project, "permission/android.permission.INTERNET") == [
        "permission/android.permission.INTERNET"
    ]


def test_resources_by_their_kind(project):
    project.write(
        "app/src/main/res/values/strings.xml", '<resources><string name="pay_now">Pay</string></resources>'
    )
    data = project.data_of(TOOL, pathPattern="string/pay_now")
    assert data["keys"][0]["value"] == "Pay"


def test_secrets_are_masked(project):
    data = project.data_of(TOOL, pathPattern="mail.password")
    assert "hunter2" not in str(data)


def test_a_path_prefix(project):
    project.write("other/x.properties", "server.port=1\n")
    assert len(found(project, "server.port")) == 2
    assert len(found(project, "server.port", pathPrefix="other/")) == 1


def test_pages(project):
    project.write("many.properties", "".join(f"many.key{n}=1\n" for n in range(30)))
    first = project.call(TOOL, pathPattern="many.*", limit=20)
    assert (first["data"]["totalKeys"], len(first["data"]["keys"]), first["meta"]["next"]) == (30, 20, "20")
    assert len(found(project, "many.*", limit=20, cursor=20)) == 10


def test_nothing_fits(project):
    error = project.error_of(TOOL, pathPattern="nowhere.at.all")
    assert error["code"] == "NO_RESULTS"


def test_keys_that_are_kept_follow_the_disk_and_the_editor(project):
    assert found(project, "fresh.key*") == []
    path = project.write("fresh.properties", "fresh.key1=1\n")
    project.workspace.apply(FilesChanged((path,)))
    assert found(project, "fresh.key*") == ["fresh.key1"]
    os.utime(path, ns=(1, 1))
    assert found(project, "fresh.key*") == ["fresh.key1"]
    path.write_text("fresh.key2=1\nfresh.key3=1\n")
    assert found(project, "fresh.key*") == ["fresh.key2", "fresh.key3"]
    project.workspace.apply(DocumentOpened(path, "\nfresh.key4=1\n", 1))
    (key,) = project.data_of(TOOL, pathPattern="fresh.key*")["keys"]
    assert (key["key"], key["line"]) == ("fresh.key4", 2)


def test_without_time_an_answer_says_what_it_lacks(project):
    context = ToolContext(
        project.workspace.snapshot, project.store, Settings(), project.data, deadline=Deadline(0.0)
    )
    answer = TOOL.run(context, SearchConfigParams(path_pattern="server.port"))
    assert (answer.data.keys, answer.completeness) == ((), "partial")
    assert answer.provenance == ("the time limit ended the search: 0 files were read",)


@pytest.mark.parametrize("pattern", ["*" * 100, "**." * 50 + "x", "a*" * 100, "....", "[a-z]+("])
def test_patterns_that_could_explode_do_not(project, pattern):
    project.write("a.properties", "a" * 2000 + "=1\n")
    answer = project.call(TOOL, pathPattern=pattern)
    assert answer["success"] or answer["error"]["code"] == "NO_RESULTS"


@pytest.mark.parametrize(
    "given", [{}, {"pathPattern": ""}, {"pathPattern": "a", "limit": 0}, {"pathPattern": 1}]
)
def test_what_is_no_pattern(project, given):
    assert project.error_of(TOOL, **given)["code"] == "INVALID_PARAMETERS"


def test_the_spelling_of_the_seed(project):
    assert project.data_of(TOOL, path_pattern="server.port")["totalKeys"] == 1


def test_ignored_folders_are_left_out(project):
    project.add("""
        // file: .gitignore
        secret/
        // file: secret/x.properties
        server.port=1
    """)
    assert len(found(project, "server.port")) == 1


def test_a_file_that_may_not_be_read_is_not_counted(project, obeyed_permissions):
    before = project.data_of(TOOL, pathPattern="server.port")["searchedFiles"]
    project.write("closed.properties", "server.port=1\n").chmod(0)
    context = ToolContext(
        project.workspace.snapshot, project.store, Settings(), project.data, deadline=Deadline()
    )
    answer = TOOL.run(context, SearchConfigParams(path_pattern="server.port"))
    assert answer.data.searched_files == before


def test_a_file_that_is_read_in_part_is_named(project):
    project.write("broken.yml", "server: [1\n")
    answer = project.call(TOOL, pathPattern="server.port")
    assert answer["data"]["totalKeys"] == 1
    assert answer["meta"]["completeness"] == "partial"
    assert any("broken.yml" in reason for reason in answer["meta"]["provenance"])


def test_a_page_that_time_cuts_short_says_so_and_the_next_goes_on_there(project):
    for number in range(4):
        project.write(f"late{number}.properties", "late.key=1\n")
    project.workspace.index()
    pages = [page_ended_at(project, look, pathPattern="late.key") for look in range(1, 60)]
    cut = [page for page in pages if page.data.total_keys == 4 and len(page.data.keys) < 4]
    assert {len(page.data.keys) for page in cut} >= {1, 2, 3}
    for page in cut:
        assert (page.completeness, page.truncated, page.next) == ("partial", True, str(len(page.data.keys)))
        assert f"there was no time to read more than {page.next} keys of this page" in page.provenance
    assert len(found(project, "late.key", cursor=1)) == 3


def page_ended_at(project, look, **parameters):
    with time_ends_at(look) as deadline:
        context = ToolContext(
            project.workspace.snapshot, project.store, Settings(), project.data, deadline=deadline
        )
        return TOOL.run(context, SearchConfigParams.model_validate(parameters))
