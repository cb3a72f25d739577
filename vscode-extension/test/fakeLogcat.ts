/** A webview panel as the editor gives it, and what a log needs beside it. */
import { EventEmitter, window } from "./fake_vscode";

export interface FakePanel {
  /** What the page was told, oldest first. */
  readonly told: Record<string, unknown>[];
  readonly page: { html: string };
  readonly shown: number;
  /** Send what the page would. */
  send(message: unknown): void;
  close(): void;
}

/** Have panels made by the test; give those that were made. */
export function fakePanels(): FakePanel[] {
  const panels: FakePanel[] = [];
  window["createWebviewPanel"] = (): unknown => {
    const received = new EventEmitter<unknown>();
    const closed = new EventEmitter<undefined>();
    const told: Record<string, unknown>[] = [];
    const page = { html: "" };
    let shown = 0;
    panels.push({
      told,
      page,
      get shown() {
        return shown;
      },
      send: (message) => {
        received.fire(message);
      },
      close: () => {
        closed.fire(undefined);
      },
    });
    return {
      webview: {
        get html() {
          return page.html;
        },
        set html(text: string) {
          page.html = text;
        },
        cspSource: "self:",
        asWebviewUri: ({ path }: { path: string }) => path,
        onDidReceiveMessage: received.event,
        postMessage: (message: Record<string, unknown>) => void told.push(message),
      },
      onDidDispose: closed.event,
      reveal: () => void (shown += 1),
      dispose: () => {
        closed.fire(undefined);
      },
    };
  };
  return panels;
}

/** A memory that forgets with the test. */
export function memento(): { get(name: string): unknown; update(name: string, value: unknown): Promise<void>; keys(): string[] } {
  const kept = new Map<string, unknown>();
  return {
    get: (name) => kept.get(name),
    update: (name, value) => Promise.resolve(void kept.set(name, value)),
    keys: () => [...kept.keys()],
  };
}
