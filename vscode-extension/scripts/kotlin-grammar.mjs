// Makes the Kotlin grammar that the editor gets: the one of tm-grammars, with corrections for what it reads wrongly.
import { readFileSync } from "node:fs";

const KEYWORD_BEFORE = String.raw`(?<![.\w@])(?<!= |\bval |\bvar |\bfun |return )`;
/** A modifier is one before the next word, at the end of its line, or before a comment; elsewhere it is a name. */
const MODIFIES = String.raw`(?=\s+[@\w\`]|\s*(?:/[/*]|$))`;
const NAME = String.raw`(?:\b\w+\b|\`[^\`]+\`)`;

/** By rule: what upstream has (an update that changes it must be looked at), and what stands in its place. */
const CORRECTIONS = {
  // Comments nest, and `/**/` is a whole one.
  "comment-block": [
    String.raw`"begin":"/\\*(?!\\*)"`,
    { begin: String.raw`/\*(?!\*(?!/))`, end: String.raw`\*/`, name: "comment.block.kotlin", patterns: [{ include: "#comment-nested" }] },
  ],
  "comment-javadoc": [
    String.raw`"begin":"/\\*\\*"`,
    ({ patterns: [kdoc] }) => ({ patterns: [{ ...kdoc, begin: String.raw`/\*\*(?!/)`, patterns: [...kdoc.patterns, { include: "#comment-nested" }] }] }),
  ],
  // An annotation ends behind its name: its arguments, and what it annotates, are code.
  "annotation-site": [
    '"end":"$"',
    {
      match: String.raw`(?<!\w)(@\w+):\s*([.\w]+)`,
      captures: { 1: { name: "entity.name.type.annotation-site.kotlin" }, 2: { name: "entity.name.type.annotation.kotlin" } },
    },
  ],
  "annotation-site-list": [
    '"end":"]"',
    (rule) => ({ ...rule, patterns: [{ include: "#arguments" }, ...rule.patterns] }),
  ],
  "binary-literal": [
    String.raw`"match":"0([Bb])[01][01_]*"`,
    { match: String.raw`\b0[Bb][01][01_]*[Uu]?L?\b`, name: "constant.numeric.binary.kotlin" },
  ],
  "hex-literal": [
    String.raw`([Uu])?"`,
    { match: String.raw`\b0[Xx]\h[_\h]*[Uu]?L?\b`, name: "constant.numeric.hex.kotlin" },
  ],
  "decimal-literal": [
    String.raw`(([Ee])\\d+)?`,
    { match: String.raw`(?:\b\d[_\d]*(?:\.\d[_\d]*)?|(?<![\w.])\.\d[_\d]*)(?:[Ee][+-]?\d[_\d]*)?(?:[Uu]?L?|[Ff])\b`, name: "constant.numeric.decimal.kotlin" },
  ],
  // What is not closed ends with its line, as it does for the compiler.
  character: [
    `"end":"'"`,
    {
      begin: "'",
      end: "'|$",
      name: "string.quoted.single.kotlin",
      patterns: [{ match: String.raw`\\(?:u\h{4}|.)`, name: "constant.character.escape.kotlin" }],
    },
  ],
  string: [
    String.raw`"end":"\""`,
    (rule) => ({ ...rule, end: '"|$' }),
  ],
  // Nothing is escaped in a raw string, and more than three quotes may end it.
  "string-multiline": [
    String.raw`"end":"\"\"\""`,
    (rule) => ({ ...rule, end: '"{3,}', patterns: rule.patterns.filter(({ match }) => match === undefined) }),
  ],
  "string-escape-simple": [
    String.raw`\\$\\w+\\b`,
    { match: String.raw`(?<!\\)\$(?:[^\W\d]\w*\b|\`[^\`]+\`)`, name: "variable.string-escape.kotlin" },
  ],
  // Of a function its whole receiver is a type, with its arguments, and `fun (` has no name.
  function: [
    String.raw`(?:(?:(\\w+)\\.)?`,
    {
      match: String.raw`\b(fun)\b\s*(?<GROUP><([^<>]|->|\g<GROUP>)+>)?\s*(?:((?:${NAME}(?<ARGUMENTS><([^<>]|->|\g<ARGUMENTS>)+>)?\??\.)+)?(${NAME})(?=\s*\())?`,
      captures: {
        1: { name: "keyword.hard.fun.kotlin" },
        2: { patterns: [{ include: "#type-parameter" }] },
        4: { patterns: [{ match: NAME, name: "entity.name.type.class.extension.kotlin" }] },
        7: { name: "entity.name.function.declaration.kotlin" },
      },
    },
  ],
  // An arrow belongs to a type only behind parentheses, and a type ends before what is said of it.
  "type-annotation": [
    String.raw`([?\\w\\s]|->|`,
    {
      match: String.raw`(?<![:?]):(?!\s*(?:this|super)\b)\s*(?:(?<=\))\s*->|(?!\b(?:by|where|in|get|set)\b)[?.&*\w\s]|(?<GROUP>[(<](?:->|[^"'()<>]|\g<GROUP>)+[)>]|\(\)))+`,
      captures: { 0: { patterns: [{ include: "#type-parameter" }] } },
    },
  ],
  "type-parameter": [
    String.raw`"match":"\\b\\w+\\b"`,
    {
      patterns: [
        { match: String.raw`\b(?:in|out|reified|suspend|crossinline|noinline)\b(?=\s)`, name: "storage.modifier.kotlin" },
        { match: String.raw`\b[a-z_]\w*\b(?=\s*:)`, name: "variable.parameter.kotlin" },
        { match: String.raw`\b\w+\b`, name: "entity.name.type.kotlin" },
        { include: "#lambda-arrow" },
      ],
    },
  ],
  // Words that are keywords in some places only.
  "prefix-modifiers": [
    String.raw`"match":"\\b(abstract|`,
    (rule) => ({ ...rule, match: KEYWORD_BEFORE + rule.match.replaceAll("final|", "").replace("(abstract", "(final|expect|actual|abstract") + MODIFIES }),
  ],
  "postfix-modifiers": [
    String.raw`\\b(where|by|get|set)\\b`,
    {
      patterns: [
        { match: String.raw`${KEYWORD_BEFORE}\b(where|by)\b(?=\s+\S|\s*$)`, name: "storage.modifier.other.kotlin" },
        { match: String.raw`${KEYWORD_BEFORE}\b(get|set)\b(?=\s*\(|\s*$)`, name: "storage.modifier.other.kotlin" },
      ],
    },
  ],
  "soft-keywords": [
    String.raw`\\b(init|catch|finally|field)\\b`,
    {
      patterns: [
        { match: String.raw`(?<![.\w])(?:init(?=\s*\{)|constructor(?=\s*\()|catch(?=\s*\()|finally(?=\s*(?:\{|$))|(?<!\bval |\bvar )field\b(?!\s*:))`, name: "keyword.soft.kotlin" },
        // Context receivers and parameters; a call of a function with that name is likely to have a string or lambda there.
        {
          begin: String.raw`^\s*(context)\s*\((?=[\w.]+[<,:)])`,
          beginCaptures: { 1: { name: "keyword.soft.kotlin" } },
          end: String.raw`\)`,
          patterns: [{ include: "#type-annotation" }, { match: String.raw`\b\w+\b(?=\s*:)`, name: "variable.parameter.kotlin" }, { include: "#type-parameter" }],
        },
      ],
    },
  ],
  "hard-keywords": [
    String.raw`\\b(as|typeof|is|in)\\b`,
    { match: String.raw`(?:!(?:is|in)|\bas\?|\b(?:as|typeof|is|in))(?!\w)`, name: "keyword.hard.kotlin" },
  ],
  "control-keywords": [
    String.raw`\\b(if|else|`,
    {
      patterns: [
        { match: String.raw`\b(return|continue|break)(@\w+)`, captures: { 1: { name: "keyword.control.kotlin" }, 2: { name: "entity.name.label.kotlin" } } },
        { match: String.raw`(?<![\w@])(\w+@)(?=\s|\{)`, name: "entity.name.label.kotlin" },
        { match: String.raw`\b(if|else|while|do|when|try|throw|break|continue|return|for)\b`, name: "keyword.control.kotlin" },
      ],
    },
  ],
  // `this(…)` and `super(…)` are no functions.
  "function-call": [
    String.raw`\\??\\.?(\\b\\w+\\b|`,
    (rule) => ({ ...rule, match: rule.match.replace(String.raw`(\b\w+\b|`, String.raw`(\b(?!(?:this|super)\b)\w+\b|`) }),
  ],
  // `Name::class` is a word of the language.
  "method-reference": [
    String.raw`\\??::(`,
    (rule) => ({ patterns: [{ match: String.raw`\??::(class)\b`, captures: { 1: { name: "keyword.hard.kotlin" } } }, rule] }),
  ],
};

/** Rules that upstream lacks. */
const ADDED = {
  "comment-nested": { begin: String.raw`/\*`, end: String.raw`\*/`, patterns: [{ include: "#comment-nested" }] },
  arguments: { begin: String.raw`\(`, end: String.raw`\)`, patterns: [{ include: "#arguments" }, { include: "#code" }] },
  "name-in-backticks": { match: "`[^`]+`" },
  // `$$"…"`: a template begins with as many signs as stand before the quotes.
  "string-dollars": {
    patterns: [
      {
        begin: String.raw`(?<!\$)\$\$(?="{3})"{3}`,
        end: '"{3,}',
        name: "string.quoted.double.kotlin",
        patterns: [{ include: "#template-of-two-dollars" }],
      },
      {
        begin: String.raw`(?<!\$)\$\$"`,
        end: '"|$',
        name: "string.quoted.double.kotlin",
        patterns: [{ match: String.raw`\\.`, name: "constant.character.escape.kotlin" }, { include: "#template-of-two-dollars" }],
      },
    ],
  },
  "template-of-two-dollars": {
    patterns: [
      { match: String.raw`\$\$[^\W\d]\w*\b`, name: "variable.string-escape.kotlin" },
      {
        begin: String.raw`\$\$\{`,
        beginCaptures: { 0: { name: "punctuation.definition.template-expression.begin" } },
        end: String.raw`\}`,
        endCaptures: { 0: { name: "punctuation.definition.template-expression.end" } },
        name: "meta.template.expression.kotlin",
        patterns: [{ include: "#braces" }, { include: "#code" }],
      },
    ],
  },
  // Braces of a lambda inside a template do not end it.
  braces: { begin: String.raw`\{`, end: String.raw`\}`, patterns: [{ include: "#braces" }, { include: "#code" }] },
};

/**
 * Return the grammar with its corrections.
 *
 * @throws where upstream changed a rule that is corrected here: the correction may be wrong by now, or not needed
 */
export function correctedGrammar(upstream) {
  const repository = structuredClone(upstream.repository);
  for (const [name, [expected, correction]] of Object.entries(CORRECTIONS)) {
    if (!JSON.stringify(repository[name] ?? "").includes(expected)) throw new Error(`the grammar's rule ${name} has changed: look at its correction in scripts/kotlin-grammar.mjs`);
    repository[name] = typeof correction === "function" ? correction(repository[name]) : correction;
  }
  repository["string-escape-bracketed"].patterns.unshift({ include: "#braces" });
  const { patterns } = repository.code;
  const at = (name) => patterns.findIndex(({ include }) => include === `#${name}`);
  patterns.splice(at("string"), 0, { include: "#string-dollars" });
  patterns.splice(at("operators"), 0, { match: String.raw`\.\.<?`, name: "keyword.operator.range.kotlin" }, { include: "#decimal-literal" });
  // `in` and `is` in backticks are names.
  patterns.splice(at("keywords"), 0, { include: "#function-call-in-backticks" }, { include: "#name-in-backticks" });
  const call = upstream.repository["function-call"];
  repository["function-call-in-backticks"] = { ...call, match: call.match.replace(String.raw`(\b\w+\b|`, "(") };
  return { ...upstream, repository: { ...repository, ...ADDED } };
}

/** Return the corrected grammar as the text of a file. */
export function kotlinGrammar() {
  return JSON.stringify(correctedGrammar(JSON.parse(readFileSync("node_modules/tm-grammars/grammars/kotlin.json", "utf8"))));
}
