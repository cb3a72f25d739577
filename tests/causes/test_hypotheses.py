"""Hypotheses about errors of small projects: what they say, and in which order."""

from rca.causes.ranking import rank
from rca.scheduling.deadline import Deadline
from tests.causes.error_projects import CART, CHECK, CHECKED, NULL, TILL


def test_a_hypothesis_has_a_place_a_reason_and_a_check(bug):
    first, *others = bug(CART + TILL, NULL).hypotheses().hypotheses
    assert first.places[0].file_path == "src/main/kotlin/shop/Cart.kt"
    assert sum(one.confidence for one in (first, *others)) <= 1.001
    assert [one.confidence for one in others] == sorted((one.confidence for one in others), reverse=True)
    for one in (first, *others):
        assert one.statement.endswith(".")
        assert f"line {one.places[0].line} of " in one.check
    said = " ".join(
        [one.statement for one in (first, *others)] + [each for one in others for each in one.evidence]
    )
    assert "`Cart.close` sets `owner` to null; line 7 of `Cart.total` uses it." in said


FULL = """java.lang.OutOfMemoryError: Java heap space
    at shop.MoneyKt.cents(Money.kt:5)
    at shop.MoneyKt.parse(Money.kt:8)
    at shop.MoneyKt.read(Money.kt:12)
"""


def test_no_value_is_blamed_where_memory_is_full(bug):
    asked = bug(CHECKED, FULL)
    assert asked.candidates()["read"]["value_comes_from_here"] == 1
    said = [one.statement for one in asked.hypotheses().hypotheses]
    assert said
    assert not any("passes in a value" in one for one in said)
    assert any(
        "passes in a value that line 4 of `cents` then uses" in one.statement
        for one in bug(CHECKED, CHECK).hypotheses().hypotheses
    )


UPDATER = """// file: src/main/kotlin/shop/Worker.kt
package shop

class Worker {
    fun begin() {
        showForeground(7)
    }

    fun other() = 2
}
// file: src/main/kotlin/shop/Idle.kt
package shop

class Idle {
    fun wait() = 3
}
"""

LIBRARY = """java.lang.IllegalStateException: not allowed now
    at lib.Service.showForeground(Service.java:10)
    at lib.Main.main(Main.java:3)
"""


def test_without_a_frame_of_the_app_its_calls_of_the_library_are_candidates(bug):
    found = bug(UPDATER, LIBRARY).candidates()
    assert found["begin"]["calls_named_method"] > 0.5
    assert found["begin"]["relevance"] == 1
    assert "wait" not in found
    (first, *_) = bug(UPDATER, LIBRARY).hypotheses().hypotheses
    assert (first.places[0].function, first.places[0].role) == ("Worker.begin", "failure_site")
    assert "`showForeground`, which the error names" in first.statement


ASSERTED = """org.junit.ComparisonFailure: expected:<1> but was:<2>
    at org.junit.Assert.assertEquals(Assert.java:117)
    at shop.IdleTest.waits(IdleTest.kt:5)
"""

TEST = """// file: src/test/kotlin/shop/IdleTest.kt
package shop

class IdleTest {
    fun waits() = assertEquals(1, Idle().wait())
}
// file: build.gradle.kts
plugins { kotlin("jvm") version "2.0.0" }

dependencies {
    testImplementation("junit:junit:4.13.2")
}
"""


def test_a_failed_assertion_is_no_defect_of_the_library_of_assertions(bug):
    asked = bug(UPDATER + TEST, ASSERTED)
    assert asked.failure.family == "assertion"
    assert "build.gradle.kts" not in {one.places[0].file_path for one in asked.hypotheses().hypotheses}
    assert asked.candidates()["wait"]["test_calls"] == 1


FRAGMENT = """// file: src/main/kotlin/shop/Page.kt
package shop

import androidx.fragment.app.Fragment

class Page : Fragment() {
    fun show() {
        title(requireContext().getString(1))
    }
}
"""

DETACHED = """java.lang.IllegalStateException: Fragment Page{1} (2) not attached to a context.
    at androidx.fragment.app.Fragment.requireContext(Fragment.java:900)
    at shop.Page.show(Page.kt:7)
"""


def test_what_the_framework_asks_is_said_at_the_place_that_calls_it(bug):
    (first, *_) = bug(FRAGMENT, DETACHED).hypotheses().hypotheses
    assert first.places[0].function == "Page.show"
    assert "attached" in first.statement
    (other, *_) = bug(FRAGMENT, DETACHED.replace("not attached to a context", "x")).hypotheses().hypotheses
    assert not any("attached" in one for one in (other.statement, *other.evidence))


TIMER = """// file: src/main/kotlin/shop/Alarm.kt
package shop

class Alarm {
    fun plan(delay: Long) {
        queue.setExactReminder(delay)
    }

    fun stop() = queue.drop()
}
"""

REFUSED = """java.lang.SecurityException: needs permission for exact reminders
    at lib.Alarms.checkReminder(Alarms.java:10)
    at lib.Main.main(Main.java:3)
"""


def test_functions_that_share_parts_of_words_with_the_error_are_candidates(bug):
    found = bug(TIMER + UPDATER, REFUSED, words=True).candidates()
    assert found["plan"]["words_message_rank"] == 1
    assert found["plan"]["file_words_all_rank"] == 1
    assert "wait" not in found
    asked = bug(TIMER + UPDATER, REFUSED, words=True).hypotheses()
    said = [sentence for one in asked.hypotheses for sentence in (one.statement, *one.evidence)]
    assert any(one.startswith("`Alarm.plan` shares words") and "`reminder`" in one for one in said), said
    assert asked.reasons == ()


def test_without_a_text_index_the_words_of_the_files_are_read(bug):
    read, indexed = (bug(TIMER + UPDATER, REFUSED, words=words) for words in (False, True))
    assert read.candidates() == indexed.candidates()
    assert read.hypotheses() == indexed.hypotheses()


def test_nothing_in_common_gives_no_hypothesis(bug):
    assert bug(UPDATER, "something went wrong").hypotheses().hypotheses == ()


def test_the_same_question_gives_the_same_answer(bug):
    asked = bug(CART + TILL, NULL)
    assert asked.hypotheses() == asked.hypotheses()


def test_no_time_is_said(bug):
    late = Deadline(0.0)
    assert bug(UPDATER, LIBRARY).hypotheses(late).reasons == (
        "not all texts of the error were looked up, the time ran out",
        "the words of 2 of 2 files were not compared with the error, the time ran out",
        "not all origins of the value were followed, the time ran out",
        "not all contracts of frameworks were searched, the time ran out",
        "not all functions were compared, the time ran out",
        "not all of the configuration was searched, the time ran out",
    )


def test_probabilities_of_an_error_leave_some_for_a_place_that_is_no_candidate(bug):
    asked = bug(CART + TILL, NULL)

    ranked = rank(asked.candidate_list())
    assert 0.5 < sum(share for _, share in ranked) < 1
    assert sum(share for _, share in rank([ranked[-1][0]])) < 0.5  # one unlikely candidate is no certainty
    assert rank([]) == []


def test_the_trace_is_not_repeated_as_evidence(bug):
    first, second, *_ = bug(CART + TILL, NULL).hypotheses().hypotheses
    assert (first.kind, first.evidence) == ("surfaced", ())
    assert second.kind == "unmet_demand"
    assert not any("calls `Cart.total`" in one for one in second.evidence)


def test_a_function_of_the_trace_that_is_not_seen_to_call_the_next_is_not_said_to(bug):
    moved = TILL.replace("        return cart.total()\n", "        open()\n        return cart.total()\n")
    (said,) = [
        one.statement
        for one in bug(CART + moved, NULL).hypotheses().hypotheses
        if one.places[0].function == "Till.pay"
    ]
    assert said == "`Till.pay`, elsewhere in the trace, leads to this with a wrong value or in a wrong state."


BROKEN = """e: src/main/kotlin/shop/Till.kt:5:16 Unresolved reference 'total'."""


def test_a_debugger_is_not_asked_about_code_that_does_not_compile(bug):
    found = bug(CART + TILL, BROKEN).hypotheses().hypotheses
    assert found
    assert not any("Stop at" in one.check for one in found)


def test_the_check_of_where_it_surfaced_names_the_failing_value(bug):
    first, *_ = bug(CART + TILL, NULL).hypotheses().hypotheses
    assert first.check == "Stop at line 7 of Cart.kt and follow `owner` back to where it was set."


def test_an_exception_that_another_function_names_too_is_no_use_of_its_names(bug):
    refused = UPDATER.replace("= 2", '= 2\n\n    fun no(): Nothing = throw IllegalStateException("x")')
    said = [one.statement for one in bug(refused, LIBRARY).hypotheses().hypotheses]
    assert not any("`IllegalStateException`, which the error names" in one for one in said)


MERGER = """Execution failed for task ':processDebugManifest'.
> Manifest merger failed : android:exported needs to be explicitly specified for element <activity#shop.Worker>.
    at shop.Worker.begin(Worker.kt:5)
"""

ENTRY = """// file: src/main/AndroidManifest.xml
<manifest package="shop">
    <application>
        <activity android:name=".Worker">
            <intent-filter/>
        </activity>
    </application>
</manifest>
"""


def test_what_a_message_states_of_the_manifest_comes_before_functions(bug):
    first, *others = bug(UPDATER + ENTRY, MERGER).hypotheses().hypotheses
    assert first.kind == "exported"
    assert sum(one.confidence for one in others if one.places[0].function) < 0.2


LOST = """java.lang.NoClassDefFoundError: com.google.common.base.Joiner
    at shop.Worker.begin(Worker.kt:6)
"""


def test_a_class_of_a_library_that_is_not_there_is_hardly_the_callers_fault(bug):
    script = '// file: build.gradle.kts\nplugins { kotlin("jvm") version "2.0.0" }\n\ndependencies {\n}\n'
    found = {one.kind: one.confidence for one in bug(UPDATER + script, LOST).hypotheses().hypotheses}
    assert found["surfaced"] < 0.3 < found["surfaced"] + found["missing_dependency"]
