/** Failed tests in JUnit's XML, written as Gradle prints them: the text that the server reads best. */

const CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;
const FAILURE = /<(?:failure|error)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:failure|error)>)/;
const MOST_FAILURES = 50;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Give each failed test of a report with its trace; empty where all passed. */
export function failuresIn(xml: string): string[] {
  const failures: string[] = [];
  for (const [, attributes = "", body = ""] of xml.matchAll(CASE)) {
    const failure = FAILURE.exec(body);
    if (failure === null) continue;
    const [, about = "", content = ""] = failure;
    const trace = textOf(content).trim() || [attribute(about, "type"), attribute(about, "message")].filter(Boolean).join(": ");
    const indented = trace.split("\n").map((line) => `    ${line.replace(/^\t/, "    ")}`);
    failures.push([`${attribute(attributes, "classname")} > ${attribute(attributes, "name")} FAILED`, ...indented, ""].join("\n"));
    if (failures.length === MOST_FAILURES) break;
  }
  return failures;
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return unescaped(found?.[1] ?? found?.[2] ?? "");
}

/** Give the text of an element: parts marked as such as they are, others with their entities read. */
function textOf(content: string): string {
  return content
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) => (part.startsWith("<![CDATA[") ? part.slice("<![CDATA[".length, -"]]>".length) : unescaped(part)))
    .join("");
}

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
