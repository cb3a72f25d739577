"""The debugger's agent of a JVM, on a port of its own choice: one that a test picks may be taken by then."""

import subprocess

AGENT = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0"


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start a Java program under the agent."""
    return subprocess.Popen(
        ["java", AGENT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )


def next_port(program: subprocess.Popen[str]) -> int:
    """Wait until the agent listens; return its port, which is another one each time that a debugger lets go."""
    assert program.stdout is not None
    return next(int(line.rpartition(":")[2]) for line in program.stdout if "Listening" in line)
