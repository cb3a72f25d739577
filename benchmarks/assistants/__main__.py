"""Run assistants on fixed bugs, with our tools and with plain file tools.

    python -m benchmarks.assistants prepare RUN --mirror DIR [--split dev|held] [--count N] [--runs N]
    python -m benchmarks.assistants chat RUN --endpoint URL --model NAME [--way WAY] [--only NUMBER]
    python -m benchmarks.assistants agent RUN [--way WAY] [--only NUMBER] -- COMMAND… {config} {prompt}
    python -m benchmarks.assistants debug RUN [--only NUMBER] -- OPTIONS of rca debug
    python -m benchmarks.assistants score RUN            tables of what was answered so far
    python -m benchmarks.assistants compare RUN [RUN…]   ours against plain, and where plain did better
    python -m benchmarks.assistants stop RUN             end the running servers

`prepare` writes `RUN/WAY/NUMBER/task.md` for both ways. A person or a program follows it and writes
`answer.json` beside it; `chat` leaves it to a model behind an OpenAI-compatible endpoint (its key: the
variable ASSISTANTS_API_KEY), `agent` to a program that speaks MCP, `debug` to
`rca debug`. These go on where they were stopped.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks.assistants.agent_runs import run_chat, run_command, run_local_model
from benchmarks.assistants.attempt_scores import load_scores, save_scores, score_run
from benchmarks.assistants.attempt_tables import LEGEND, case_table, comparison, summary_table
from benchmarks.assistants.case_choice import SPLITS, choose_cases
from benchmarks.assistants.chat_endpoint import ChatEndpoint
from benchmarks.assistants.prepared_run import (
    CHECKOUT,
    WAYS,
    Attempt,
    PreparedRun,
    list_attempts,
    load_prepared,
)
from benchmarks.assistants.session_client import SessionTools
from benchmarks.assistants.task_folders import prepare
from benchmarks.fixed_bugs.__main__ import MIRROR_VARIABLE
from benchmarks.fixed_bugs.cases import BUGS, KINDS, load_cases
from benchmarks.fixed_bugs.materialize import MissingMirrorError


def main() -> int:
    """Run the command of the command line."""
    options = _parser().parse_args()
    options.action(options)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare", help="write trees and task folders")
    preparing.set_defaults(action=_prepare)
    preparing.add_argument("run", type=Path)
    mirror = os.environ.get(MIRROR_VARIABLE)
    preparing.add_argument(
        "--mirror", type=Path, default=mirror, required=mirror is None, help=f"or {MIRROR_VARIABLE}"
    )
    preparing.add_argument("--bugs", type=Path, default=BUGS, help="another file of bugs")
    preparing.add_argument("--split", choices=SPLITS, default="dev")
    preparing.add_argument("--count", type=int, default=20)
    preparing.add_argument("--seed", type=int, default=1)
    preparing.add_argument(
        "--kind", choices=KINDS, action="append", help="only these strata; may be repeated"
    )
    preparing.add_argument("--case", action="append", metavar="ID", help="these bugs instead of a choice")
    preparing.add_argument("--runs", type=int, default=1, help="folders for each bug and way")
    preparing.add_argument("--cold", action="store_true", help="do not index the trees before the first call")
    preparing.add_argument("--product", type=Path, default=CHECKOUT, help="checkout that serves our tools")
    preparing.add_argument(
        "--mcp-option", action="append", default=[], help="option of rca mcp, as --mcp-option=--text=json"
    )
    _add_agents(commands)
    scoring = commands.add_parser("score", help="print the tables of a run")
    scoring.set_defaults(action=_score)
    scoring.add_argument("run", type=Path)
    scoring.add_argument("--out", type=Path, help="also write the scores to this file")
    comparing = commands.add_parser("compare", help="join both ways")
    comparing.set_defaults(action=_compare)
    comparing.add_argument("run", type=Path, nargs="+", help="folder of a run, or a file of `score --out`")
    stopping = commands.add_parser("stop", help="end the servers of a run")
    stopping.set_defaults(action=_stop)
    stopping.add_argument("run", type=Path)
    return parser


def _add_agents(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    chat = commands.add_parser("chat", help="let a model behind a chat endpoint solve the bugs")
    chat.set_defaults(action=_chat)
    chat.add_argument("--endpoint", required=True, help="base URL, as http://127.0.0.1:8080/v1")
    chat.add_argument("--model", required=True)
    chat.add_argument("--turns", type=int, default=30, help="turns in which it must answer")
    chat.add_argument("--timeout", type=float, default=300.0, help="seconds for a reply")
    agent = commands.add_parser("agent", help="let a program that speaks MCP solve the bugs")
    agent.set_defaults(action=_agent)
    agent.add_argument("--timeout", type=float, default=900.0, help="seconds for a bug")
    debug = commands.add_parser("debug", help="let rca debug solve the bugs with a local model")
    debug.set_defaults(action=_debug, way=["ours"])
    for parser in (chat, agent, debug):
        parser.add_argument("run", type=Path)
        parser.add_argument("--only", action="append", metavar="NUMBER", help="only this bug; repeatable")
    for parser in (chat, agent):
        parser.add_argument("--way", choices=WAYS, action="append", help="only this way")
    agent.add_argument("program", nargs="+", metavar="COMMAND", help="the program with its arguments")
    debug.add_argument("options", nargs="*", metavar="OPTION", help="options of rca debug")


def _prepare(options: argparse.Namespace) -> None:
    cases = load_cases(options.bugs)
    if options.case:
        chosen = [case for case in cases if case.id in options.case]
    else:
        kinds = options.kind or KINDS
        chosen = choose_cases(cases, SPLITS[options.split], options.count, options.seed, kinds)
    if not chosen:
        sys.exit("No bug fits.")
    prepared = PreparedRun(
        split=options.split,
        seed=options.seed,
        cases={f"{number:02}": case.id for number, case in enumerate(chosen, 1)},
        runs=options.runs,
        product=str(options.product.resolve()),
        mcp_options=tuple(options.mcp_option),
        bugs=str(options.bugs.resolve()),
    )
    prepare(options.run.resolve(), prepared, options.mirror, index=not options.cold, show=_show_progress)
    _show_progress(f"Each folder below {options.run}/ours and {options.run}/plain has a task.md.")


def _chat(options: argparse.Namespace) -> None:
    endpoint = ChatEndpoint(options.endpoint, options.model, options.timeout)
    try:
        run_chat(_chosen(options), endpoint, options.turns, _show_progress)
    finally:
        endpoint.close()


def _agent(options: argparse.Namespace) -> None:
    run_command(_chosen(options), options.program, options.timeout, _show_progress)


def _debug(options: argparse.Namespace) -> None:
    run_local_model(_chosen(options), options.options, _show_progress)


def _chosen(options: argparse.Namespace) -> list[Attempt]:
    """Return the attempts that were asked for."""
    root = options.run.resolve()
    return [
        attempt
        for attempt in list_attempts(root, load_prepared(root))
        if attempt.way in (options.way or WAYS) and (not options.only or attempt.number in options.only)
    ]


def _score(options: argparse.Namespace) -> None:
    scores = score_run(options.run.resolve())
    if not scores:
        sys.exit("Nothing was tried yet.")
    print("\n".join([*summary_table(scores), "", LEGEND, "", *case_table(scores)]))
    if options.out:
        save_scores(scores, options.out)


def _compare(options: argparse.Namespace) -> None:
    scores = [score for run in options.run for score in load_scores(run.resolve())]
    print("\n".join([*comparison(scores), "", LEGEND]))


def _stop(options: argparse.Namespace) -> None:
    root = options.run.resolve()
    numbers = load_prepared(root).cases
    print(f"{sum(SessionTools(root, number).stop() for number in numbers)} servers ended")


def _show_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (MissingMirrorError, FileExistsError) as error:
        sys.exit(str(error))
