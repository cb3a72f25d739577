/** The languages of code in reports, read by highlight.js. A bundle of its own: it is loaded with the first code that is shown. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import diff from "highlight.js/lib/languages/diff";
import groovy from "highlight.js/lib/languages/groovy";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import properties from "highlight.js/lib/languages/properties";
import xml from "highlight.js/lib/languages/xml";

/** TOML is read by the rules of INI files, as highlight.js has it. */
const LANGUAGES = { bash, diff, groovy, java, json, kotlin, properties, toml: ini, xml };

export type Language = keyof typeof LANGUAGES;

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Return markup with the classes of highlight.js; whatever the code is like. */
export function highlight(code: string, language: Language): string {
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
