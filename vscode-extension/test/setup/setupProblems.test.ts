import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diskFull, noPython, noVenv, problemOf, pythonTooOld } from "../../src/setup/setupProblems";

const online = { folder: "/store/server", python: "/usr/bin/python3", offline: false };
const offline = { ...online, offline: true };

describe("problemOf", () => {
  const cases: [string, string, typeof online][] = [
    ["diskFull", "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", online],
    ["diskFull", "OSError: [WinError 112] There is not enough space on the disk", online],
    ["noPip", "/store/server/bin/python: No module named pip", online],
    ["noNetwork", "WARNING: Retrying ... NewConnectionError('Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')\nERROR: No matching distribution found for torch", online],
    ["noNetwork", "ERROR: Could not install packages: HTTPSConnectionPool(...): Read timed out.", online],
    ["noNetwork", "('Cannot connect to proxy.', OSError('Tunnel connection failed: 407')) ProxyError", online],
    ["untrustedCertificate", "SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed')", online],
    ["packageMissing", "ERROR: No matching distribution found for onnx==1.23.2", online],
    ["packageMissing", "ERROR: No matching distribution found for onnx==1.23.2 (from kotlin-rca)", offline],
    ["notWritable", "PermissionError: [Errno 13] Permission denied: '/store/server'", online],
    ["notWritable", "Error: EROFS: read-only file system, mkdir '/store'", online],
    ["doesNotBuild", "error: subprocess-exited-with-error\n× Building wheel did not run successfully.", online],
    ["failed", "Traceback...\nERROR: something nobody has met", online],
  ];
  for (const [kind, output, how] of cases) {
    test(`${kind}: ${output.slice(0, 60)}`, () => {
      const problem = problemOf(output, how);
      assert.equal(problem.kind, kind);
      assert.ok(problem.message.endsWith(".") || kind === "failed", problem.message);
      assert.ok(problem.advice !== "" && problem.acts.length > 0, "there is something to do");
    });
  }

  test("it names the package that is missing, and what to do about it where it was looked for", () => {
    const output = "ERROR: No matching distribution found for onnx==1.23.2 (from x)";
    assert.match(problemOf(output, online).message, /onnx==1\.23\.2 is not available/);
    assert.match(problemOf(output, offline).message, /wheel folder lacks onnx==1\.23\.2/);
    assert.ok(problemOf(output, offline).acts.some((act) => act.kind === "chooseWheels"));
  });

  test("what nobody has met is told by its last error, not in full", () => {
    const { message } = problemOf(`ERROR: ${"x".repeat(5_000)}\ntrailing`, online);
    assert.ok(message.length < 300 && message.includes("ERROR: xxx"));
  });
});

test("numbers of a full disk are given where they are known", () => {
  assert.match(diskFull("/store", 400_000_000).message, /has 0\.4 GB free; the server needs 0\.8 GB/);
  assert.match(diskFull("/store").message, /ran full/);
});

test("where Debian leaves venv out, the command that brings it is offered", () => {
  const { advice, acts } = noVenv("/usr/bin/python3", "3.11.2", true);
  assert.match(advice, /sudo apt-get install python3\.11-venv/);
  assert.deepEqual(acts.find((act) => act.kind === "copy"), { label: "Copy Command", kind: "copy", text: "sudo apt-get install python3.11-venv" });
  assert.ok(!noVenv("/usr/bin/python3", "3.11.2", false).acts.some((act) => act.kind === "copy"));
});

test("a machine without a Python that serves is led to one first", () => {
  for (const { acts } of [noPython(""), pythonTooOld(["3.9.2 (/usr/bin/python3)"])]) {
    assert.deepEqual(acts[0], { label: "Get Python", kind: "openPage", address: "https://www.python.org/downloads/" });
  }
});
