"""Models are built when they are first used: also where many threads are the first at once."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = """
import sys, threading
from models.settings import Settings
from models.tools.query_index import QueryIndexParams
from rca.error_text import parse

assert not QueryIndexParams.__pydantic_complete__, "it was built when it was defined"
sys.setswitchinterval(1e-6)
together, told = threading.Barrier(12), []

def use():
    together.wait()
    settings = Settings.model_validate({"knowledge": {"starter": False}})
    report = parse("java.lang.IllegalStateException: gone\\n\\tat a.b.Screen.load(Screen.kt:4)\\n", ())
    told.append((
        settings.knowledge.model_dump_json(),
        report.exceptions[0].frames[0].model_dump_json(),
        type(report).model_validate(report.model_dump(mode="json")) == report,
        str(QueryIndexParams.model_json_schema()),
    ))

threads = [threading.Thread(target=use) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(told), len(set(told)), told[0][2])
"""


def test_threads_that_use_a_model_first_get_the_same():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout.split() == ["12", "1", "True"], done.stderr
