import { readFileSync } from "node:fs";
import { INITIAL, Registry, type IGrammar, type IRawGrammar } from "vscode-textmate";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";

/** A piece of a text with its scopes, outermost first, without the grammar's own. */
export interface Piece {
  readonly text: string;
  readonly scopes: readonly string[];
}

/** Load grammars as the editor does, by the same library and the same regular expressions. */
export async function grammarOf(scope: string, grammars: Readonly<Record<string, unknown>>, injections: readonly string[] = []): Promise<IGrammar> {
  const wasm = readFileSync("node_modules/vscode-oniguruma/release/onig.wasm");
  const registry = new Registry({
    onigLib: loadWASM(wasm).then(() => ({ createOnigScanner, createOnigString })),
    loadGrammar: (name) => Promise.resolve((grammars[name] as IRawGrammar | undefined) ?? null),
    getInjections: (name) => (name === scope ? [...injections] : undefined),
  });
  const grammar = await registry.loadGrammar(scope);
  if (grammar === null) throw new Error(`${scope} cannot be loaded`);
  return grammar;
}

/** Split each line of a text into pieces; white space between them is left out. */
export function linesOfPieces(grammar: IGrammar, text: string): Piece[][] {
  let state = INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens
      .map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes: scopes.slice(1) }))
      .filter((piece) => piece.text.trim() !== "");
  });
}

/** Split a text into pieces. */
export function piecesOf(grammar: IGrammar, text: string): Piece[] {
  return linesOfPieces(grammar, text).flat();
}
