// Drives the page for a suite that runs in the extension host: over HTTP it acts on the page and reads from it what no
// interface of the editor does: what a webview shows, which keys are pressed, what a screenshot looks like.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { STEP_MS } from "../editor.mjs";

const IS_REPORT = `document.querySelector('link[href$="report.css"]') !== null`;
const IS_LOG = `document.querySelector('link[href$="logcat.css"]') !== null`;

const LOOK_EVERY_MS = 100;
const SETTLED_LOOKS = 3;

/** Serve the acts below on a port of this machine. */
export function startPageDriver({ page, port, shots, axe }) {
  const acts = {
    say: ({ text }) => console.log(text),
    press: ({ key }) => page.keyboard.press(key),
    type: ({ text }) => page.keyboard.type(text, { delay: 10 }),
    shot: ({ name }) => page.screenshot({ path: join(shots, `${name}.png`) }),
    /** Run the body of a function of `argument` in the page. */
    page: ({ body, argument }) => page.evaluate(([code, value]) => new Function("argument", code)(value), [body, argument]),
    /** Run the body of a function of `argument` in the report's own frame. */
    report: async ({ body, argument }) => {
      const frame = await reportFrame(page);
      // Through the debugger, as the page's own policy forbids to make functions of text.
      return frame.evaluate(`(async (argument) => {${body}})(${JSON.stringify(argument ?? null)})`);
    },
    /** Run the body of a function of `argument` in the frame of a device's log. */
    log: async ({ body, argument }) => (await logFrame(page)).evaluate(`(async (argument) => {${body}})(${JSON.stringify(argument ?? null)})`),
    clickLog: async ({ selector, text }) => {
      const frame = await logFrame(page);
      await frame.locator(selector, text === undefined ? {} : { hasText: text }).first().click();
    },
    fillLog: async ({ selector, text }) => (await logFrame(page)).locator(selector).fill(text),
    chooseLog: async ({ selector, text }) => (await logFrame(page)).locator(selector).selectOption(text),
    axeLog: async ({ options }) => {
      const frame = await logFrame(page);
      await frame.evaluate(readFileSync(axe, "utf8"));
      return frame.evaluate(`axe.run(document, ${JSON.stringify(options ?? {})})`);
    },
    click: async ({ selector, text, button }) => {
      const target = page.locator(selector, text === undefined ? {} : { hasText: text }).first();
      await settled(target);
      await target.click({ button: button ?? "left" });
    },
    /** Move the mouse away from what shows a hint when it rests there. */
    moveAway: () => page.mouse.move(250, 18),
    hasReport: async () => (await shownReport(page)) !== undefined,
    clickReport: async ({ selector, text }) => {
      const frame = await reportFrame(page);
      await frame.locator(selector, text === undefined ? {} : { hasText: text }).first().click();
    },
    /** Press the mouse on an element of the report, and let it go when told to. */
    holdReport: async ({ selector }) => {
      const frame = await reportFrame(page);
      await frame.locator(selector).first().hover();
      await page.mouse.down();
    },
    release: () => page.mouse.up(),
    // Who asks for it ends with the page: it is answered before.
    reload: () => void setTimeout(() => void page.reload(), 200),
    focusReport: async () => {
      const frame = await reportFrame(page);
      await frame.evaluate("document.body.tabIndex = -1; document.body.focus()");
    },
    axe: async ({ options }) => {
      const frame = await reportFrame(page);
      await frame.evaluate(readFileSync(axe, "utf8"));
      return frame.evaluate(`axe.run(document, ${JSON.stringify(options ?? {})})`);
    },
  };
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    try {
      const { act, ...parameters } = JSON.parse(Buffer.concat(parts).toString());
      const result = await acts[act](parameters);
      response.end(JSON.stringify({ result: act === "shot" ? null : (result ?? null) }));
    } catch (problem) {
      response.end(JSON.stringify({ problem: String(problem) }));
    }
  });
  server.listen(port, "127.0.0.1");
  return { close: () => server.close() };
}

/**
 * Wait until an element shows the same at the same place for a while. A list of the editor shows another row in an element
 * that it has already: one that was found by its text could be another row by the time of the click.
 */
async function settled(target) {
  const look = async () => JSON.stringify([await target.textContent(), await target.boundingBox()]);
  const end = Date.now() + STEP_MS;
  for (let last = await look(), same = 0; same < SETTLED_LOOKS && Date.now() < end; ) {
    await new Promise((settle) => setTimeout(settle, LOOK_EVERY_MS));
    const next = await look();
    same = next === last ? same + 1 : 0;
    last = next;
  }
}

/** Give the frame that shows reports; waits for it. */
function reportFrame(page) {
  return awaitedFrame(page, IS_REPORT, "report");
}

/** Give the frame that shows the log of a device; waits for it. */
function logFrame(page) {
  return awaitedFrame(page, IS_LOG, "log");
}

async function awaitedFrame(page, check, what) {
  const end = Date.now() + STEP_MS;
  while (Date.now() < end) {
    const frame = await shownFrame(page, check);
    if (frame !== undefined) return frame;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  throw new Error(`no ${what} is shown`);
}

function shownReport(page) {
  return shownFrame(page, IS_REPORT);
}

async function shownFrame(page, check) {
  for (const frame of page.frames()) {
    if (await frame.evaluate(check).catch(() => false)) return frame;
  }
  return undefined;
}
