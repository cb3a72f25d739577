"""Standard output belongs to the protocol: what else is printed, by whomever, goes to standard error."""

import subprocess
import sys
from pathlib import Path

CODE = """
import os, sys
from lsp_server.standard_streams import take_streams
protocol_in, protocol_out = take_streams()
print("from Python", flush=True)
os.system("echo from a program; cat")
os.write(1, b"from a library\\n")
protocol_out.write(b"answer to " + protocol_in.read())
protocol_out.flush()
"""


def test_prints_and_programs_do_not_reach_the_protocol():
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        input="question", capture_output=True, text=True, cwd=Path(__file__).parents[2], check=True,
    )  # fmt: skip
    assert done.stdout == "answer to question"
    assert done.stderr.split("\n") == ["from Python", "from a program", "from a library", ""]
