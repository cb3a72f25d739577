import { APPROVAL_RULES, oldRulesFault } from "./approvalRules";

/** The parts of JSON Schema that package.json's settings use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly default?: unknown;
  /** Where it may be set; `resource`: in each folder. */
  readonly scope?: string;
  readonly deprecationMessage?: string;
  readonly markdownDeprecationMessage?: string;
}

/** What is wrong with a setting, in words that go on after its name. */
export interface SettingProblem {
  readonly name: string;
  readonly kind: "wrong" | "deprecated";
  readonly words: string;
}

/** Say what is wrong with a value; undefined where nothing is. The value itself is not told: it may be a secret. */
export function fault(value: unknown, schema: Schema): string | undefined {
  // What was null before the settings page could edit it still means that nothing is set.
  if (value === null && schema.default === "") return undefined;
  const types = schema.type === undefined ? [] : typeof schema.type === "string" ? [schema.type] : schema.type;
  if (types.length > 0 && !types.some((type) => isOf(value, type))) return `must be ${types.map(inWords).join(" or ")}`;
  if (value === null) return undefined;
  if (schema.enum?.includes(value) === false) return `must be one of ${schema.enum.map(String).join(", ")}`;
  if (typeof value === "string") return textFault(value, schema);
  if (typeof value === "number") return numberFault(value, schema);
  if (Array.isArray(value)) return listFault(value, schema);
  return typeof value === "object" ? objectFault(value as Record<string, unknown>, schema) : undefined;
}

/** Say what is wrong with a setting's value; a list of earlier versions in place of an object still counts. */
export function settingFault(name: string, value: unknown, schema: Schema): string | undefined {
  return name === APPROVAL_RULES && Array.isArray(value) ? oldRulesFault(value) : fault(value, schema);
}

/** Look at all settings: what a person set that is wrong or deprecated. `set` gives what was set, undefined where nothing was. */
export function problemsOf(schemas: Readonly<Record<string, Schema>>, set: (name: string) => unknown): SettingProblem[] {
  return Object.entries(schemas).flatMap(([name, schema]): SettingProblem[] => {
    const value = set(name);
    if (value === undefined) return [];
    const deprecated = schema.deprecationMessage ?? schema.markdownDeprecationMessage;
    const wrong = settingFault(name, value, schema);
    return [
      ...(wrong === undefined ? [] : [{ name, kind: "wrong" as const, words: wrong }]),
      ...(deprecated === undefined ? [] : [{ name, kind: "deprecated" as const, words: `is deprecated: ${deprecated}` }]),
    ];
  });
}

function textFault(value: string, { pattern, patternErrorMessage }: Schema): string | undefined {
  if (pattern === undefined || new RegExp(pattern, "u").test(value)) return undefined;
  return patternErrorMessage ?? `must match ${pattern}`;
}

function numberFault(value: number, { minimum, maximum }: Schema): string | undefined {
  if (minimum !== undefined && value < minimum) return `must be ${minimum} or more`;
  return maximum !== undefined && value > maximum ? `must be ${maximum} or less` : undefined;
}

function listFault(value: readonly unknown[], { items, uniqueItems }: Schema): string | undefined {
  if (uniqueItems === true && new Set(value.map((each) => JSON.stringify(each))).size < value.length) return "must not contain duplicates";
  if (items === undefined) return undefined;
  const [first] = value.flatMap((each, index) => {
    const wrong = fault(each, items);
    return wrong === undefined ? [] : [`entry ${index + 1} ${wrong}`];
  });
  return first;
}

function objectFault(value: Readonly<Record<string, unknown>>, { properties = {}, required = [], additionalProperties }: Schema): string | undefined {
  const missing = required.find((name) => !(name in value));
  if (missing !== undefined) return `must have “${missing}”`;
  for (const [name, each] of Object.entries(value)) {
    const schema = properties[name] ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
    if (schema === undefined && additionalProperties === false) return `must not have “${name}”`;
    const wrong = schema === undefined ? undefined : fault(each, schema);
    if (wrong !== undefined) return `“${name}” ${wrong}`;
  }
  return undefined;
}

function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function inWords(type: string): string {
  const words: Readonly<Record<string, string>> = { string: "text", array: "a list", object: "an object", boolean: "true or false", integer: "a whole number", number: "a number" };
  return words[type] ?? type;
}
