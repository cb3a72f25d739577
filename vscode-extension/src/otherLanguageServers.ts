import type { EditorCall, EditorCallersAnswer, EditorCallersQuestion } from "./generated/contract";

/** A place as the editor knows it: lines and characters count from 0. */
export interface Place {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** What is asked of the editor; each of them asks every language server that answers such a question. */
export interface Editor {
  /** Names the extensions beside this one that serve Kotlin and are active. */
  kotlinExtensions(): readonly string[];
  incomingCalls(at: Place): Promise<readonly Place[]>;
  references(at: Place): Promise<readonly Place[]>;
}

/** Extensions that bring a Kotlin language server, in lower case. */
export const KOTLIN_EXTENSIONS = ["jetbrains.kotlin", "fwcd.kotlin", "hemram.kotlin-lsp-vscode", "tseylerd.unblockt"];

/** Tells whether what other Kotlin extensions offer as well is ours to offer: a setting decides, else whether none of them is active. */
export function besideOthers(setting: string, others: readonly string[]): "on" | "off" {
  if (setting === "on" || setting === "off") return setting;
  return others.length === 0 ? "on" : "off";
}

/** Asks other Kotlin servers for the server, and keeps our own answers out of what they say. */
export class OtherLanguageServers {
  private asking = 0;

  constructor(private readonly editor: Editor) {}

  /** Whether a question to others is under way: our own server must not answer it. */
  get isAsking(): boolean {
    return this.asking > 0;
  }

  /** Give what others say until the time is over; what has not come by then is left out. */
  async callers(question: EditorCallersQuestion): Promise<EditorCallersAnswer> {
    const servers = [...this.editor.kotlinExtensions()];
    if (servers.length === 0) return { servers: [], calls: [] };
    const at = { uri: question.uri, line: question.position.line - 1, character: question.position.character - 1 };
    const calls: EditorCall[] = [];
    const take = (source: EditorCall["source"]) => (places: readonly Place[]) => {
      calls.push(...places.map((place) => ({ uri: place.uri, position: { line: place.line + 1, character: place.character + 1 }, source })));
    };
    this.asking += 1;
    try {
      const answered = await settled(
        [this.editor.incomingCalls(at).then(take("call_hierarchy")), this.editor.references(at).then(take("references"))],
        question.timeoutMs,
      );
      if (!answered && calls.length === 0) throw new Error(`${servers.join(", ")} did not answer`);
      return { servers, calls: [...calls] };
    } finally {
      this.asking -= 1;
    }
  }
}

/** Wait for all, but not longer; tells whether one was fulfilled. */
async function settled(waiting: readonly Promise<void>[], milliseconds: number): Promise<boolean> {
  let fulfilled = false;
  const all = Promise.allSettled(waiting.map((one) => one.then(() => (fulfilled = true))));
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([all, over]);
  clearTimeout(timer);
  return fulfilled;
}
