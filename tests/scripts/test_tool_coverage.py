"""Each tool's file counts by itself: many covered files do not make up for one that is not."""

import json

from scripts.tool_coverage import files_below


def test_a_file_below_the_limit_is_named(tmp_path):
    report = tmp_path / "coverage.json"
    percents = {"rca/tools/a.py": 100.0, "rca/tools/b.py": 95.0, "rca/tools/c.py": 94.9}
    files = {name: {"summary": {"percent_covered": percent}} for name, percent in percents.items()}
    report.write_text(json.dumps({"files": files}))
    assert files_below(report) == {"rca/tools/c.py": 94.9}
