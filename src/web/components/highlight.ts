import { type Html, html } from "./html.ts";

/** A syntax of the samples in the documentation. */
export type CodeSyntax = "shell" | "javascript" | "python" | "go" | "json" | "http";

/** A block of code with a copy button. */
export interface Sample {
  /** The id of the element with the code. */
  id: string;
  /** The name of the code, shown above it and used by the copy button. */
  label: string;
  code: string;
  /** The syntax to highlight. Default: no colours. */
  syntax?: CodeSyntax;
  /** The numbers of the lines, null for none. Default: from 1. */
  numbers?: readonly (number | null)[];
  /** Shows long values without their middle, which a copy has. */
  shortens?: boolean;
}

const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${"`"}[^${"`"}]*${"`"}`;
const VALUES = "true|false|null|None|True|False|nil";

/** The patterns of each syntax; the class of a match is the name of its pattern. */
const PATTERNS: Readonly<Record<CodeSyntax, Readonly<Record<string, string>>>> = {
  shell: {
    comment: String.raw`(?<=^|\s)#.*`,
    string: STRING,
    name: String.raw`(?<=^|[\s(])[A-Z_]+(?==)|\$[A-Z_]+`,
    keyword: String.raw`(?<=^|[\s($])(?:set|echo|read|exit|test|printf|curl|openssl|sed|tr|if|then|fi|for|in|do|done|case|esac|umask|mv|rm|cat|cut|grep|sleep|npm|pip|go|node|python3|sh)(?=\s|$)|(?<=\s)--?[a-z][\w-]*`,
  },
  javascript: {
    comment: "//.*",
    string: STRING,
    keyword: `\\b(?:import|from|export|const|let|new|await|async|function|return|if|else|throw|for|of|try|catch|${VALUES})\\b`,
  },
  python: {
    comment: "#.*",
    string: STRING,
    keyword: `\\b(?:import|from|class|def|return|if|elif|else|raise|try|except|with|as|for|in|not|and|or|lambda|${VALUES})\\b`,
  },
  go: {
    comment: "//.*",
    string: STRING,
    keyword: `\\b(?:package|import|func|return|if|else|var|const|type|struct|for|range|defer|map|string|error|int|float64|any|${VALUES})\\b`,
  },
  json: {
    name: String.raw`"(?:\\.|[^"\\])*"(?=\s*:)`,
    string: STRING,
    keyword: String.raw`\b(?:true|false|null|\d+)\b`,
  },
  http: {
    keyword: String.raw`^(?:GET|POST|HTTP/1\.1 \d+)\b`,
    name: String.raw`^[A-Za-z-]+(?=: )|(?<=^|&)[a-z_]+(?==)|"(?:\\.|[^"\\])*"(?=\s*:)`,
    string: STRING,
  },
};

const EXPRESSIONS = Object.fromEntries(
  Object.entries(PATTERNS).map(([syntax, patterns]) => {
    const groups = Object.entries(patterns).map(([name, pattern]) => `(?<${name}>${pattern})`);
    return [syntax, new RegExp(groups.join("|"), "gm")];
  }),
) as Record<CodeSyntax, RegExp>;

/** The syntaxes with values that stay whole: a comma or a bracket would otherwise stand alone on a line of a narrow screen. */
const WHOLE_VALUES: readonly CodeSyntax[] = ["json", "http"];
/** The number of last characters of a value that do not break from its comma. */
const TAIL_LENGTH = 4;

/** A string with the punctuation after it: it moves to the next row as a whole, and breaks only if it is longer than the row. */
function wholeValue(text: string, after: string): Html {
  const at = Math.max(0, text.length - TAIL_LENGTH);
  const head = at > 0 && html`<span class="code-string">${text.slice(0, at)}</span>`;
  return html`<span class="value-whole">${head}<span class="value-tail"><span class="code-string">${text.slice(at)}</span>${after}</span></span>`;
}

/** Puts the comments, strings, names and keywords of code into `span` elements with classes `code-…`. */
export function highlight(code: string, syntax: CodeSyntax): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(EXPRESSIONS[syntax])) {
    const [name] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [""];
    if (name === "string" && WHOLE_VALUES.includes(syntax)) {
      const [after = ""] = /^[,\]}]*/.exec(code.slice(match.index + match[0].length)) ?? [];
      parts.push(code.slice(end, match.index), wholeValue(match[0], after));
      end = match.index + match[0].length + after.length;
      continue;
    }
    // A string of several lines has an element on each of them.
    const rows = match[0].split("\n").map((row, at) => html`${at > 0 && "\n"}<span class="code-${name}">${row}</span>`);
    parts.push(code.slice(end, match.index), ...rows);
    end = match.index + match[0].length;
  }
  return html`${parts}${code.slice(end)}`;
}
