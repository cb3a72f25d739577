"""What one task may take."""

import threading

import pytest

from models.error_codes import ErrorCode
from models.settings import BudgetSettings
from rca.policy.task_budget import TaskBudget, TaskBudgets
from rca.tool_failure import Failure

ON = BudgetSettings(enabled=True)
OFF = BudgetSettings()


def code_of(act):
    with pytest.raises(Failure) as caught:
        act()
    return caught.value.error


def test_the_limits_are_those_of_the_seed():
    assert (ON.read_bytes, ON.concurrent_reads, ON.listings) == (5 * 1024 * 1024, 20, 10)
    assert not OFF.enabled
    assert OFF.max_turns is None
    assert OFF.max_total_tokens is None


def test_reads_add_up_to_the_limit_and_no_further():
    account = TaskBudget("t")
    account.take_read(5 * 1024 * 1024 - 10, ON)
    error = code_of(lambda: account.take_read(11, ON))
    assert error.code is ErrorCode.READ_BUDGET_EXCEEDED
    assert error.details == {"bytesRead": 5242870, "limitBytes": 5242880, "filesRead": 1}
    account.take_read(10, ON)
    assert code_of(lambda: account.take_read(1, ON)).details["filesRead"] == 2
    assert code_of(lambda: account.reading(ON).__enter__()).code is ErrorCode.READ_BUDGET_EXCEEDED


def test_twenty_reads_run_at_once_and_no_more():
    account = TaskBudget("t")
    held = [account.reading(ON) for _ in range(20)]
    for one in held:
        one.__enter__()
    error = code_of(lambda: account.reading(ON).__enter__())
    assert (error.code, error.details["limit"]) == (ErrorCode.READ_BUDGET_EXCEEDED, 20)
    held[0].__exit__(None, None, None)
    with account.reading(ON):
        pass


def test_a_read_that_fails_gives_its_place_back():
    account = TaskBudget("t")
    limits = BudgetSettings(enabled=True, concurrent_reads=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), account.reading(limits):
            raise ZeroDivisionError
    with account.reading(limits):
        pass


def test_ten_listings():
    account = TaskBudget("t")
    for _ in range(10):
        account.take_listing(ON)
    error = code_of(lambda: account.take_listing(ON))
    assert (error.code, error.details["used"]) == (ErrorCode.LIST_BUDGET_EXCEEDED, 10)


def test_turns_and_tokens_count_once_they_are_set():
    account = TaskBudget("t")
    limits = BudgetSettings(max_turns=2, max_total_tokens=100)
    account.take_turn(limits)
    account.take_turn(limits)
    assert code_of(lambda: account.take_turn(limits)).details["what"] == "turns"
    other = TaskBudget("u")
    other.take_turn(limits)
    other.take_tokens(100)
    error = code_of(lambda: other.take_turn(limits))
    assert (error.code, error.details["what"]) == (ErrorCode.BUDGET_EXCEEDED, "tokens")


def test_nothing_is_limited_where_it_is_off():
    account = TaskBudget("t")
    for _ in range(50):
        account.take_turn(OFF)
        account.take_listing(OFF)
        account.take_read(10**9, OFF)
    account.take_tokens(10**9)
    account.take_turn(OFF)


def test_tasks_have_accounts_of_their_own():
    accounts = TaskBudgets()
    limits = BudgetSettings(max_turns=1)
    accounts.of("a").take_turn(limits)
    accounts.of("b").take_turn(limits)
    code_of(lambda: accounts.of("a").take_turn(limits))


def test_many_tasks_do_not_grow_for_ever_and_the_live_one_stays():
    accounts = TaskBudgets()
    live = accounts.of("live")
    for number in range(3000):
        accounts.of(f"task {number}")
        accounts.of("live")
    assert accounts.of("live") is live
    assert len(accounts._of) == 1000


def test_threads_together_take_no_more_than_one_would():
    account, limits = TaskBudget("t"), BudgetSettings(enabled=True, read_bytes=1000)
    taken = []

    def read():
        for _ in range(100):
            try:
                account.take_read(7, limits)
            except Failure:
                continue
            taken.append(7)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(taken) == 994
