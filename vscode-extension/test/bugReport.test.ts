import assert from "node:assert/strict";
import os from "node:os";
import { mock, test } from "node:test";
import { known } from "../src/bugReport";

test("a user without a name, as in a container, keeps no report from being made", () => {
  mock.method(os, "userInfo", () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  });
  assert.deepEqual(known(), { home: os.homedir(), user: "", folders: ["/ws"] });
  mock.restoreAll();
});
