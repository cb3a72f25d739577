import type { ErrorEvent, ProjectFrame } from "./generated/contract";

/** A list of the usual width (300 pixels) shows so many letters before a count and an age. */
const MAX_LABEL = 25;
/** So much of a function's name is left where it has to share the line with a long message. */
const MIN_FUNCTION = 12;

/** Return what tells an error from others in few letters: the function, then what was wrong there. */
export function errorLabel(event: ErrorEvent, title: string, length = MAX_LABEL): string {
  const words = nullValue(event, title) ?? tellingWords(title);
  const where = functionName(event.culprit) ?? stem(event.culprit);
  if (where === undefined || words.startsWith(where)) return cut(words, length);
  const room = Math.max(MIN_FUNCTION, length - 2 - words.length);
  return cut(`${cut(where, room)}: ${words}`, length);
}

/** Return what was null where an exception without a message says only that something was: the one value that its line asserts. */
function nullValue({ culprit }: ErrorEvent, title: string): string | undefined {
  const asserted = [...(culprit?.code ?? "").matchAll(/(\w+)(?:\(\))?!!/g)];
  return /(?:^|\.)NullPointerException$/.test(title) && asserted.length === 1 ? `${asserted[0]?.[1] ?? ""} is null` : undefined;
}

/** Return a frame's function without its class, as its source names it: compilers give lambdas and accessors names of their own. */
export function functionName(frame: ProjectFrame | null): string | undefined {
  if (frame === null) return undefined;
  const declared = frame.function?.name.replace(/^(?:[A-Z]\w*\.)+(?=.)/, "");
  const classes = (frame.className?.split(".").at(-1) ?? "").split("$");
  const method = declared ?? frame.method ?? "";
  if (method === "<init>" || method === "<clinit>") return classes.findLast((name) => /^[A-Za-z]/.test(name));
  if (declared !== undefined) return declared;
  if (method === "invoke" || method === "invokeSuspend" || method === "emit") {
    // The function around a lambda is a part of its class's name: `Cart$load$1`.
    return classes.slice(1).find((name) => /^[a-z]\w*$/.test(name)) ?? method;
  }
  const plain = method
    .replace(/^-?\$\$Nest\$s?m/, "")
    .replace(/^access\$/, "")
    .replace(/^lambda\$/, "")
    .replace(/[$-].*$/, "");
  return plain === "" ? undefined : plain;
}

/** Return what an error's title says in few words: what was null, unknown or of another type comes first. */
export function tellingWords(title: string): string {
  const [, type, message] = /^((?:[a-z_]\w*\.)*[A-Z][\w$]*)(?:: ([^]*))?$/.exec(title) ?? [];
  if (type === undefined) return shortened(title);
  // A number or `null` alone says nothing.
  return message === undefined || /^(?:null|[\W\d_]*)$/.test(message) ? simple(type) : shortened(message);
}

type Rule = readonly [RegExp, (...found: string[]) => string];

/** How the JVM, Android's runtime and the compilers word what is told in few words. */
const RULES: readonly Rule[] = [
  [/because (?:the return value of )?"([^"]+)" is null/, (_, value) => `${lastOf(value)} is null`],
  [/^Attempt to \w+ .*?'(?:\S+ )?([^' ]+?)(?:\([^']*\))?' on a null object reference/, (_, member) => `null.${lastOf(member)}`],
  [/parameter specified as non-null is null: method [^,]+, parameter (\w+)/i, (_, name = "") => `${name} is null`],
  [/^lateinit property (\w+) has not been initialized/, (_, name = "") => `${name} not initialized`],
  [/^null cannot be cast to non-null type (\S+)/, (_, type = "") => `null is not ${simple(type)}`],
  [/^(?:class )?(\S+) cannot be cast to (?:class )?([\w.$]+)/, (_, from = "", to = "") => `${simple(from)} is not ${simple(to)}`],
  [/^unresolved reference:? [‘'`]?([^’'`\s]+)/i, (_, name = "") => `${name.replace(/\.$/, "")} unresolved`],
  [/type is ['‘`]?([^'’`,]+?)['’`]?,? but ['‘`]?([^'’`]+?)['’`]? was expected/, (_, from = "", to = "") => `${simple(from)} is not ${simple(to)}`],
  [/^incompatible types: (\S+) cannot be converted to (\S+)/, (_, from = "", to = "") => `${simple(from)} is not ${simple(to)}`],
  [/^cannot find a version of '[^']*?([^:']+)'/i, (_, module = "") => `${module}: no version fits`],
  [/^could not (?:find|resolve) (?:[^\s:]+:)?([^\s:]+:[^\s:]*\w)/i, (_, module = "") => `${module} not found`],
  [/^execution failed for task '([^']+)'/i, (_, task = "") => `${task} failed`],
  [/^no value passed for parameter ['‘`]?(\w+)/i, (_, name = "") => `${name} missing`],
];

function shortened(message: string): string {
  for (const [pattern, write] of RULES) {
    const found = pattern.exec(message);
    if (found !== null) return write(...found);
  }
  // Packages tell little, and take the room of what does.
  return message.replace(/\s+/g, " ").replace(/\b(?:[a-z_]\w*\.){2,}(?=[A-Z])/g, "").trim();
}

/** Return the last name of an expression as the JVM spells it: `Cart.user().name` is `name`. */
function lastOf(expression = ""): string {
  if (/^<local\d+>$/.test(expression)) return "a value";
  const name = expression.replace(/\([^()]*\)/g, "()").split(".").at(-1) ?? expression;
  return name.replace(/\[.*$/, "[…]");
}

/** Return a type without its packages and outer classes. */
function simple(type: string): string {
  return type.replace(/[\w.]*[.$](?=\w)/g, "");
}

/** Return a code file's name; a build script or resource says little of where. */
function stem(frame: ProjectFrame | null): string | undefined {
  return /([^\\/]+)\.(?:kt|java)$/.exec(frame?.filePath ?? "")?.[1];
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}
