"""What the outermost function of a trace passes on, followed further than the trace goes."""

from evaluation.project_text import project_files

PROJECT = project_files("""
// file: src/main/kotlin/shop/Report.kt
package shop

class Report {
    fun visit(findings: List<Finding>) {
        findings.forEach { finding -> emit(finding.text, finding.node) }
    }
    private fun emit(text: String, node: Node) {
        entityOf(node.parent)
    }
}
fun entityOf(parent: Any?): String {
    return parent!!.toString()
}
// file: src/main/kotlin/shop/Finding.kt
package shop

class Node(val parent: Any?)
class Finding(val text: String, val node: Node)
class Engine {
    fun walk(root: Node): Finding {
        return Finding("a", root)
    }
}
""")
CRASH = """java.lang.NullPointerException
    at shop.ReportKt.entityOf(Report.kt:12)
    at shop.Report.emit(Report.kt:8)
"""


def test_the_value_is_followed_through_callers_and_constructors(bug):
    found = bug(PROJECT, CRASH).hypotheses().passed_values
    assert [(one.name, one.line, one.function.name) for one in found] == [
        ("node", 5, "visit"),
        ("node", 7, "walk"),
    ]


def test_whoever_passes_it_is_a_candidate(bug):
    candidates = {one.function.name: one for one in bug(PROJECT, CRASH).candidate_list()}
    said = [reason.statement for reason in candidates["walk"].reasons]
    assert "`Engine.walk` gives `node`, which `Report.emit` passes on in line 8." in said


def test_a_trace_of_one_function_has_none(bug):
    text = "java.lang.NullPointerException\n    at shop.ReportKt.entityOf(Report.kt:12)\n"
    assert bug(PROJECT, text).hypotheses().passed_values == ()
