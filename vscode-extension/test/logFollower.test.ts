import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { followFile } from "../src/logFollower";
import { isLogStream } from "../src/outputSources";
import { until } from "./waiting";

test("a file is followed from its end, and from its start once it was begun anew", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rca-"));
  const path = join(folder, "app.log");
  writeFileSync(path, "old\n");
  let text = "";
  const following = followFile(path, (added) => {
    text += added;
  });
  try {
    appendFileSync(path, "new ü\n");
    await until(() => text === "new ü\n");
    writeFileSync(path, "2\n");
    await until(() => text === "new ü\n2\n");
  } finally {
    following.dispose();
    rmSync(folder, { recursive: true });
  }
});

test("a file that grows fast is read in pieces, and nothing of it is lost", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rca-"));
  const path = join(folder, "device.log");
  writeFileSync(path, "");
  const pieces: string[] = [];
  let text = "";
  const following = followFile(path, (added) => {
    pieces.push(added);
    text += added;
    if (pieces.length === 2) appendFileSync(path, "while it is read\n");
  });
  try {
    const line = `${"ü".repeat(50)}\n`;
    appendFileSync(path, line.repeat(50_000));
    await until(() => text.length >= 51 * 50_000 + "while it is read\n".length);
    assert.equal(text, `${line.repeat(50_000)}while it is read\n`);
    assert.ok(pieces.length >= 5);
  } finally {
    following.dispose();
    rmSync(folder, { recursive: true });
  }
});

test("commands that follow a log are told from builds", () => {
  for (const line of ["adb logcat", "adb -s emulator-5554 logcat -v time *:E", "tail -f app.log", "tail -n 5 -F x", "tail --follow=name x", "docker logs -f web", "kubectl -n shop logs --follow pod/web", "Get-Content app.log -Tail 5 -Wait", "journalctl --follow"]) {
    assert.ok(isLogStream(line), line);
  }
  for (const line of ["./gradlew build", "tail app.log", "cat log.txt", "docker ps", "kubectl logs pod/web", "Get-Content app.log"]) assert.ok(!isLogStream(line), line);
});

test("what PowerShell writes is read, and what is written over it in another encoding", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rca-"));
  const path = join(folder, "device.log");
  writeFileSync(path, Buffer.from("\uFEFFold\n", "utf16le"));
  let text = "";
  const following = followFile(path, (added) => {
    text += added;
  });
  try {
    appendFileSync(path, Buffer.from("crash ü\n", "utf16le"));
    await until(() => text === "crash ü\n");
    writeFileSync(path, "ö\n");
    await until(() => text === "crash ü\nö\n");
  } finally {
    following.dispose();
    rmSync(folder, { recursive: true });
  }
});
