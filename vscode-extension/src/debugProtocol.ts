/** What is read of the Debug Adapter Protocol; adapters send anything, so that nothing is believed before it is looked at. */

/** Any object of a message. */
export type Body = Readonly<Record<string, unknown>>;

/** A message between the editor and a debug adapter. */
export interface Message {
  readonly type: "event" | "request" | "response";
  /** Of a request, else what it answers. */
  readonly seq: number;
  /** The command or the event. */
  readonly name: string;
  readonly succeeded: boolean;
  /** Body of an event or response, arguments of a request. */
  readonly body: Body;
}

export function objectOf(value: unknown): Body {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : {};
}

/** Give the objects of a list, and none where it is no list. */
export function objectsOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null).map(objectOf) : [];
}

/** Give a text, or a number as one. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Give a source's path: a text as adapters send it, or the address that the editor has made of it on the way to extensions. */
export function pathOf(value: unknown): string | undefined {
  const { scheme, authority, path } = objectOf(value);
  if (typeof scheme !== "string" || typeof path !== "string") return textOf(value);
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return `${scheme}://${textOf(authority) ?? ""}${escaped}`;
}

/** Give a whole number that is not negative. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Read a message; undefined where it is none. */
export function messageOf(raw: unknown): Message | undefined {
  const { type, event, command, seq, request_seq: answers, success, body, arguments: given } = objectOf(raw);
  if (type !== "event" && type !== "request" && type !== "response") return undefined;
  const name = textOf(type === "event" ? event : command);
  if (name === undefined) return undefined;
  const number = countOf(type === "response" ? answers : seq) ?? -1;
  return { type, name, seq: number, succeeded: success === true, body: objectOf(type === "request" ? given : body) };
}
