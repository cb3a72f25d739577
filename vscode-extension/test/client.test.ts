import assert from "node:assert/strict";
import { test } from "node:test";
import { initializationOptions } from "../src/client";

test("the server is told to leave lenses, quick fixes and problems to this extension", () => {
  assert.equal((initializationOptions() as { showsErrors?: boolean }).showsErrors, true);
});
