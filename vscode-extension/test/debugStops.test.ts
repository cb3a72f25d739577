import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { DebugStops } from "../src/debugStops";
import { trackers } from "./fake_vscode";
import { settled } from "./waiting";

let stops: DebugStops;
let changes = 0;
let problems: unknown[] = [];

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  trackers.length = 0;
  [changes, problems] = [0, []];
  stops = new DebugStops((problem) => problems.push(problem));
  stops.onDidChange(() => (changes += 1));
});

afterEach(() => {
  mock.timers.reset();
});

/** A session that answers at once, or as a test says. */
class Session {
  readonly asked: string[] = [];
  private readonly tracker: Record<string, (message: unknown) => void>;
  private seq = 0;
  constructor(
    readonly id: string,
    readonly name = "Shop",
    private readonly answer: (command: string) => unknown = () => undefined,
  ) {
    this.tracker = trackers[0]?.createDebugAdapterTracker(this) ?? {};
    this.sends({ type: "response", request_seq: 0, command: "initialize", success: true, body: { supportsExceptionInfoRequest: true } });
  }
  readonly type = "java";
  customRequest(command: string): Promise<unknown> {
    this.asked.push(command);
    const given = this.answer(command);
    if (given !== undefined) return Promise.resolve(given);
    const usual: Record<string, unknown> = {
      threads: { threads: [{ id: 1, name: "main" }] },
      stackTrace: { stackFrames: [{ id: 7, name: "f", line: 3, source: { path: "/ws/Cart.kt" } }] },
      exceptionInfo: { exceptionId: "java.lang.Error", breakMode: "always" },
      scopes: { scopes: [] },
    };
    return Promise.resolve(usual[command]);
  }
  sends(message: unknown): void {
    this.tracker["onDidSendMessage"]?.(message);
  }
  stopped(reason: unknown = "exception", threadId: unknown = 1): void {
    this.sends({ type: "event", event: "stopped", body: { reason, threadId } });
  }
  event(event: string, body: object = {}): void {
    this.sends({ type: "event", event, body });
  }
  request(command: string, success = true, body: object = {}): void {
    this.seq += 1;
    this.tracker["onWillReceiveMessage"]?.({ type: "request", seq: this.seq, command, arguments: { threadId: 1 } });
    this.sends({ type: "response", request_seq: this.seq, command, success, body });
  }
  ends(): void {
    (this.tracker["onWillStopSession"] as (() => void) | undefined)?.();
  }
}

/** Let the time pass after which a stop is read, and let it be read. */
async function settle(): Promise<void> {
  mock.timers.tick(60);
  await settled();
}

test("an exception is read unasked, and gone when the program goes on", async () => {
  const session = new Session("a");
  session.stopped();
  await settle();
  assert.deepEqual(stops.stops.map(({ reason, frames }) => [reason, frames[0]?.filePath]), [["exception", "Cart.kt"]]);
  session.request("continue", false);
  assert.equal(stops.stops.length, 1, "a refused request lets nothing go on");
  session.request("continue");
  assert.deepEqual([stops.stops, changes], [[], 2]);
});

for (const end of ["continued", "terminated", "exited"]) {
  test(`a stop is over when the adapter says ${end}`, async () => {
    const session = new Session("a");
    session.stopped();
    await settle();
    session.event(end);
    assert.deepEqual(stops.stops, []);
  });
}

test("a breakpoint is read when a person asks, and once", async () => {
  const session = new Session("a");
  session.stopped("breakpoint");
  await settle();
  assert.deepEqual([session.asked, stops.stops], [[], []]);
  const stop = await stops.current();
  assert.equal(stop?.reason, "breakpoint");
  const asked = session.asked.length;
  assert.equal((await stops.current())?.id, stop.id);
  assert.equal(session.asked.length, asked);
  session.request("next");
  assert.equal(await stops.current(), undefined);
});

test("one stop that is told several times is one", async () => {
  const session = new Session("a");
  for (let times = 0; times < 5; times += 1) session.stopped();
  await settle();
  session.stopped();
  await settle();
  assert.equal(stops.stops.length, 1);
  const [{ id } = { id: "" }] = stops.stops;
  session.request("continue");
  session.stopped();
  await settle();
  assert.notEqual(stops.stops[0]?.id, id, "the next time it is another one");
});

test("two sessions stand apart, the latest first", async () => {
  const [one, two] = [new Session("a", "Server"), new Session("b", "Client")];
  one.stopped();
  two.stopped();
  await settle();
  assert.deepEqual(stops.stops.map(({ session }) => session), ["Client", "Server"]);
  two.ends();
  assert.deepEqual(stops.stops.map(({ session }) => session), ["Server"]);
});

test("what goes on while it is read is not a stop any more", async () => {
  const session = new Session("a", "Shop", (command) => (command === "scopes" ? new Promise(() => undefined) : undefined));
  session.stopped();
  await settle();
  session.request("continue");
  await settle();
  assert.deepEqual([stops.stops, problems, changes], [[], [], 0]);
});

test("another thread stays where it is when one of them goes on", async () => {
  const session = new Session("a");
  session.stopped("exception", 1);
  session.stopped("exception", 2);
  await settle();
  session.event("continued", { threadId: 1, allThreadsContinued: false });
  assert.equal(stops.stops.length, 1);
});

test("a file is found in the workspace also by the addresses that the editor makes of it", async () => {
  for (const [path, expected] of [
    ["/ws/Cart.kt", "Cart.kt"],
    ["file:///ws/Cart.kt", "Cart.kt"],
    [{ scheme: "vscode-remote", authority: "wsl", path: "/ws/Cart.kt" }, "Cart.kt"],
    ["jdt://contents/Objects.java", undefined],
    ["/else/Cart.kt", undefined],
  ] as const) {
    const session = new Session(JSON.stringify(path), "Shop", (command) => (command === "stackTrace" ? { stackFrames: [{ id: 7, name: "f", line: 3, source: { path } }] } : undefined));
    session.stopped();
    await settle();
    const [frame] = stops.stops[0]?.frames ?? [];
    assert.deepEqual([frame?.inWorkspace, frame?.inWorkspace ? frame.filePath : undefined], [expected !== undefined, expected], JSON.stringify(path));
  }
});

test("messages of wrong forms do no harm", async () => {
  const session = new Session("a");
  for (const wrong of [undefined, null, 5, [], {}, { type: "event" }, { type: "event", event: "stopped", body: 7 }, { type: "response", command: {}, request_seq: "x" }]) session.sends(wrong);
  session.stopped({ wrong: true }, "1");
  await settle();
  assert.deepEqual(problems, []);
});
