"""Lenses, actions and diagnostics for errors, in an editor that has nothing of its own for them."""

import asyncio
import shutil
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.uris import to_fs_path

from tests.lsp_server.conftest import call
from tests.lsp_server.editors import editor
from tests.lsp_server.mark_requests import actions, analyze, diagnostics, lenses, log, push, run

LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt"
SCREEN = "feature/recipe/src/main/kotlin/com/example/larder/recipe/RecipeScreen.kt"
CULPRIT = "price!!.cents"
ROOT_CAUSE = "Deals have no price before they begin."


pytestmark = pytest.mark.asyncio(loop_scope="module")


@asynccontextmanager
async def opened(environment, folder):
    """Open a project in an editor that keeps what the server has it show."""
    async with editor(environment, [folder], name="neovim") as made:
        made.run = 0
        converter = made.client.protocol._converter
        # lsprotocol takes an action that has a command for a command, which no editor does.
        converter.register_structure_hook(
            types.Command | types.CodeAction, lambda raw, _: converter.structure(raw, types.CodeAction)
        )

        def show(params: types.ShowDocumentParams):
            made.uris.add(params.uri)
            made.documents.append(Path(to_fs_path(params.uri)).read_text())
            return types.ShowDocumentResult(success=True)

        made.show = show
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(app, environment, tmp_path_factory):
    """One server for all tests that leave the disk as it is and push no output; it knows a solution."""
    folder = shutil.copytree(app, tmp_path_factory.mktemp("marked") / "larder")
    own = {**environment, "RCA_DATA_DIR": str(tmp_path_factory.mktemp("known"))}
    async with opened(own, folder) as made:
        known = {
            "errorText": log(made, "01-crash"),
            "rootCause": ROOT_CAUSE,
            "solution": "Show a dash for no price.",
        }
        record = types.ExecuteCommandParams("rca.record_solution", [known, {"confirmed": True}])
        assert (await made.client.workspace_execute_command_async(record))["success"]
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_pushing(app, environment, tmp_path_factory):
    """One server for all tests that push output: it takes no errors from calls any more."""
    folder = shutil.copytree(app, tmp_path_factory.mktemp("pushed") / "larder")
    async with opened(environment, folder) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def shop(shared):
    """The editor, without the errors, documents and messages of the test before."""
    begin(shared)
    yield shared
    await clear(shared)


@pytest_asyncio.fixture(loop_scope="module")
async def pushing_shop(shared_pushing):
    """An editor that pushes output, without the errors of the test before."""
    begin(shared_pushing)
    yield shared_pushing
    await clear(shared_pushing)


@pytest_asyncio.fixture(loop_scope="module")
async def own_shop(own_app, environment):
    """An editor with a server and a project of its own, to be changed on the disk."""
    async with opened(environment, own_app) as made:
        begin(made)
        yield made


async def clear(shop):
    """Close what is open, and dismiss all errors."""
    shop.close_all()
    shop.client.protocol.notify("rca/dismissError", {})
    async with asyncio.timeout(20):
        while True:
            if not any(shop.client.diagnostics.values()):
                return
            await asyncio.sleep(0.02)


def begin(shop):
    shop.documents, shop.uris = [], set()
    shop.run += 1
    shop.client.diagnostics.clear()
    shop.client.messages.clear()
    shop.client.protocol.fm.features[types.WINDOW_SHOW_DOCUMENT] = shop.show  # in place of pytest-lsp's own


async def test_what_is_offered(shop):
    offered = shop.capabilities
    assert offered.code_lens_provider.resolve_provider
    assert [*offered.code_action_provider.code_action_kinds] == [types.CodeActionKind.QuickFix]
    assert "rca.dismissError" in offered.execute_command_provider.commands


async def test_the_culprit_of_an_analyzed_error_is_a_diagnostic(shop):
    await analyze(shop)
    (told,) = await diagnostics(shop, LABEL, len)
    assert told.source == "kotlin-rca"
    assert told.severity == types.DiagnosticSeverity.Warning
    assert told.message.startswith("java.lang.NullPointerException: look here first")
    assert shop.shown(shop.uri(LABEL), told.range).endswith(
        "PriceLabel.kt:11 return format(discounted(price!!.cents, item.discountPercent), price.currency)"
    )


async def test_the_same_text_analyzed_again_is_the_same_error(shop):
    await analyze(shop)
    await diagnostics(shop, LABEL, len)
    await analyze(shop)
    await analyze(shop, "06-kotlinc")
    await diagnostics(shop, SCREEN, len)
    (told,) = shop.client.diagnostics[shop.uri(LABEL)]
    assert "times" not in told.message


async def test_messages_of_a_compiler_are_diagnostics_until_the_next_run(pushing_shop):
    shop = pushing_shop
    push(shop, "1", log(shop, "06-kotlinc"))
    told = await diagnostics(shop, SCREEN, len)
    assert [(one.severity, one.message) for one in told] == [
        (types.DiagnosticSeverity.Error, "Unresolved reference 'stepText'."),
        (types.DiagnosticSeverity.Error, "Unresolved reference 'stepCount'."),
    ]
    assert shop.shown(shop.uri(SCREEN), told[0].range) == "RecipeScreen.kt:20 stepText"
    push(shop, "2", "BUILD SUCCESSFUL in 1s\n")
    await diagnostics(shop, SCREEN, lambda now: not now)
    assert not await lenses(shop, SCREEN)


async def test_a_diagnostic_goes_when_its_error_is_dismissed(shop):
    await analyze(shop)
    (told,) = await diagnostics(shop, LABEL, len)
    found = await actions(shop, LABEL, 11, [told])
    dismiss = next(one for one in found if one.title.startswith("Dismiss "))
    assert dismiss.diagnostics[0].message == told.message
    await run(shop, dismiss.command)
    await diagnostics(shop, LABEL, lambda now: not now)
    assert not await lenses(shop, LABEL)
    await analyze(shop)
    assert await diagnostics(shop, LABEL, len)


async def test_a_diagnostic_follows_its_line_and_goes_when_that_is_changed(shop):
    await analyze(shop)
    await diagnostics(shop, LABEL, len)
    shop.open(LABEL)
    text = shop.text(LABEL)
    shop.replace(LABEL, 2, text.replace("object PriceLabel", "// äöü\n// two\nobject PriceLabel"))
    (told,) = await diagnostics(shop, LABEL, lambda now: now and now[0].range.start.line == 12)
    assert CULPRIT in shop.shown(shop.uri(LABEL), told.range)
    shop.replace(LABEL, 3, text.replace(CULPRIT, "price.orZero().cents"))
    await diagnostics(shop, LABEL, lambda now: not now)


async def test_lenses_get_their_titles_when_they_are_resolved(shop):
    await analyze(shop)
    await diagnostics(shop, LABEL, len)
    assert all(lens.command is None for lens in await lenses(shop, LABEL, resolved=False))
    found = await lenses(shop, LABEL)
    assert {lens.range.start.line for lens in found} == {10}
    by_title = {lens.command.title: lens.command for lens in found}
    assert list(by_title) == ["java.lang.NullPointerException", "past solution", "1 caller"]
    assert [command.command for command in by_title.values()] == [
        "rca.analyze_error",
        "rca.vector_search_db",
        "rca.find_callers_of_function",
    ]
    parameters, options = by_title["1 caller"].arguments
    assert parameters == {"functionName": "of", "filePath": LABEL, "line": 11}
    assert options["show"]
    assert not await lenses(shop, SCREEN)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("java.lang.NullPointerException", "# java.lang.NullPointerException"),
        ("past solution", ROOT_CAUSE),
        ("1 caller", "BasketAdapter.onBindViewHolder"),
    ],
)
async def test_what_a_lens_starts_is_shown(shop, title, expected):
    await analyze(shop)
    await diagnostics(shop, LABEL, len)
    lens = next(lens for lens in await lenses(shop, LABEL) if lens.command.title == title)
    answer = await run(shop, lens.command)
    assert answer["success"], answer["error"]
    assert expected in shop.documents[-1]


async def test_an_editor_that_opens_no_documents_gets_a_message(shop):
    def refuse(_params):
        return types.ShowDocumentResult(success=False)

    shop.client.protocol.fm.features[types.WINDOW_SHOW_DOCUMENT] = refuse
    shop.client.messages.clear()
    await run(
        shop,
        types.Command(
            "",
            "rca.analyze_error",
            arguments=[{"errorText": "java.lang.IllegalStateException: no basket"}, {"show": True}],
        ),
    )
    assert "no basket" in shop.client.messages[-1].message
    await run(shop, types.Command("", "rca.analyze_error", arguments=[{"errorText": " "}, {"show": True}]))
    assert "empty" in shop.client.messages[-1].message


async def test_actions_at_the_line_of_a_culprit(shop):
    await analyze(shop)
    (told,) = await diagnostics(shop, LABEL, len)
    found = await actions(shop, LABEL, 11, [told])
    assert [one.title for one in found] == [
        "Show the report of java.lang.NullPointerException",
        "Show the past solution of java.lang.NullPointerException",
        "Show the callers of the function at fault (1 caller)",
        "Dismiss java.lang.NullPointerException",
    ]
    assert found[0].is_preferred
    assert not await actions(shop, LABEL, 3)
    assert not await actions(shop, LABEL, 11, only=[types.CodeActionKind.Refactor])
    assert await actions(shop, LABEL, 11, only=[types.CodeActionKind.QuickFix])


async def test_an_error_of_another_tool_can_be_analyzed(shop):
    place = types.Range(types.Position(19, 26), types.Position(19, 34))
    problem = types.Diagnostic(place, "Unresolved reference 'stepText'.", types.DiagnosticSeverity.Error)
    hint = types.Diagnostic(place, "could be private", types.DiagnosticSeverity.Hint)
    (action,) = await actions(shop, SCREEN, 20, [problem, hint])
    assert action.title == "Analyze this error: Unresolved reference 'stepText'."
    answer = await run(shop, action.command)
    assert answer["data"]["culprit"]["filePath"] == SCREEN
    assert answer["data"]["culprit"]["line"] == 20
    assert "stepText" in shop.documents[-1]


async def test_an_editor_that_shows_errors_itself_gets_none(own_app, environment):
    async with editor(environment, [own_app], settings={"showsErrors": True}) as made:
        assert made.capabilities.code_lens_provider is None
        assert made.capabilities.code_action_provider is None
        assert "rca.dismissError" not in made.capabilities.execute_command_provider.commands
        told = asyncio.Event()
        made.client.feature("rca/errorEvents")(lambda params: params.events[0].culprit and told.set())
        made.run = 0
        push(made, "1", log(made, "01-crash"))
        await asyncio.wait_for(told.wait(), 20)
        assert made.client.diagnostics == {}


async def test_an_editor_that_pushes_nothing_is_told_nothing_of_our_own(shop):
    told = asyncio.Event()
    shop.client.feature("rca/errorEvents")(lambda _params: told.set())
    await analyze(shop)
    await diagnostics(shop, LABEL, len)
    assert not told.is_set()


async def test_an_editor_that_can_is_asked_to_fetch_lenses_again(own_app, environment):
    async with editor(environment, [own_app], settings={"showsErrors": False}) as made:
        asked = asyncio.Event()
        made.client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda _params: asked.set())
        await analyze(made)
        await asyncio.wait_for(asked.wait(), 20)


async def test_a_call_can_be_kept_out_of_the_errors(shop):
    arguments = [{"errorText": log(shop, "01-crash")}, {"remember": False}]
    await run(shop, types.Command("", "rca.analyze_error", arguments=arguments))
    await analyze(shop, "06-kotlinc")
    await diagnostics(shop, SCREEN, len)
    assert shop.uri(LABEL) not in shop.client.diagnostics


async def test_each_answer_is_a_document_of_its_own(shop):
    for text in ("java.lang.IllegalStateException: no basket", "java.lang.IllegalStateException: no shop"):
        await run(
            shop, types.Command("", "rca.analyze_error", arguments=[{"errorText": text}, {"show": True}])
        )
    assert ["no basket" in text for text in shop.documents] == [True, False]
    assert len(shop.uris) == 2  # an editor does not read again what it shows


async def test_a_file_with_form_feeds_and_umlauts_is_marked_at_its_line(shop):
    shop.open(LABEL)
    shop.replace(
        LABEL, 2, shop.text(LABEL).replace("object PriceLabel", "// ä\fö\u2028ü\nobject PriceLabel", 1)
    )
    text = log(shop, "01-crash").replace("PriceLabel.kt:11", "PriceLabel.kt:12")
    await call(shop.client, "analyze_error", {"errorText": text})
    (told,) = await diagnostics(shop, LABEL, len)
    assert CULPRIT in shop.shown(shop.uri(LABEL), told.range)


def wrapper(shop, script):
    """Have the project's own Gradle wrapper act a build, and the user allow it."""
    path = shop.root / "gradlew"
    path.write_text(f"#!/bin/sh\n{script}")
    path.chmod(0o755)
    allow = types.MessageActionItem("Allow")
    shop.client.protocol.fm.features[types.WINDOW_SHOW_MESSAGE_REQUEST] = lambda _params: allow


@pytest.mark.skipif(sys.platform == "win32", reason="the wrapper is a shell script")
async def test_a_build_that_succeeds_takes_the_errors_of_the_last_one_away(own_shop):
    shop = own_shop
    wrapper(shop, "cat errors/06-kotlinc.txt; exit 1\n")
    answer = await call(shop.client, "run_build")
    assert answer["data"]["run"]["outcome"] == "failed", answer
    await diagnostics(shop, SCREEN, len)
    wrapper(shop, "exit 0\n")
    await call(shop.client, "run_build")
    await diagnostics(shop, SCREEN, lambda now: not now)
    assert not await lenses(shop, SCREEN)


@pytest.mark.skipif(sys.platform == "win32", reason="the wrapper is a shell script")
async def test_a_failed_test_is_marked_until_it_passes(own_shop):
    shop = own_shop
    results = "feature/basket/build/test-results/test"
    report = """<testsuite name="a.LabelTest" tests="1" failures="1" timestamp="2026-01-01T00:00:00">
<testcase name="shows" classname="a.LabelTest"><failure message="java.lang.NullPointerException" type="java.lang.NullPointerException">java.lang.NullPointerException
\tat com.example.larder.basket.PriceLabel.of(PriceLabel.kt:11)
\tat a.LabelTest.shows(LabelTest.kt:5)
</failure></testcase></testsuite>"""
    wrapper(
        shop, f"mkdir -p {results}; cat > {results}/TEST-a.LabelTest.xml <<'END'\n{report}\nEND\nexit 1\n"
    )
    answer = await call(shop.client, "run_tests")
    assert answer["data"]["counts"]["failed"] == 1, answer
    (told,) = await diagnostics(shop, LABEL, len)
    assert told.message.startswith("java.lang.NullPointerException: look here first")
    passed = (
        '<testsuite name="a.LabelTest" tests="1"><testcase name="shows" classname="a.LabelTest"/></testsuite>'
    )
    wrapper(shop, f"echo '{passed}' > {results}/TEST-a.LabelTest.xml\n")
    assert (await call(shop.client, "run_tests"))["data"]["allPassed"]
    await diagnostics(shop, LABEL, lambda now: not now)


async def test_each_line_that_a_compiler_names_has_the_actions_of_its_error(pushing_shop):
    shop = pushing_shop
    push(shop, "1", log(shop, "06-kotlinc"))
    told = await diagnostics(shop, SCREEN, lambda now: len(now) == 2)
    lines = [one.range.start.line + 1 for one in told]
    titles = [
        [one.title for one in await actions(shop, SCREEN, line, [each])]
        for line, each in zip(lines, told, strict=True)
    ]
    assert all(any(title.startswith("Dismiss ") for title in each) for each in titles)
