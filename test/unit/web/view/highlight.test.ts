import { describe, expect, test } from "vitest";
import { type CodeSyntax, highlight } from "../../../../src/web/components/highlight.ts";

/** The parts of a code that have a class, such as `keyword:if`. */
const marked = (code: string, syntax: CodeSyntax) =>
  [
    ...highlight(code, syntax)
      .toString()
      .matchAll(/<span class="code-(\w+)">(.*?)<\/span>/g),
  ].map(([, name, text]) => `${name}:${text}`);

test.each<[CodeSyntax, string, string[]]>([
  ["javascript", "const a = x; // if", ["keyword:const", "comment:// if"]],
  ["python", "# if 'a'\nnot b", ["comment:# if &#39;a&#39;", "keyword:not"]],
  ["go", "func f() {}", ["keyword:func"]],
  ["shell", "A=1 curl --data 'b'", ["name:A", "keyword:curl", "keyword:--data", "string:&#39;b&#39;"]],
  [
    "json",
    '{ "a": "b", "c": null }',
    ["name:&quot;a&quot;", "string:&quot;b&quot;", "name:&quot;c&quot;", "keyword:null"],
  ],
  ["http", "HTTP/1.1 200 OK\nx-a: b", ["keyword:HTTP/1.1 200", "name:x-a"]],
])("%s: %s", (syntax, code, parts) => {
  expect(marked(code, syntax)).toEqual(parts);
});

test("json: a value and the comma or bracket after it share an element, whose last characters do not break", () => {
  const markup = highlight('{ "a": "harbour-coffee", "b": ["x"] }', "json").toString();
  const values = [...markup.matchAll(/<span class="value-whole">(.*?)<\/span><\/span>/g)].map(([, one = ""]) => one);
  expect(values.map((one) => one.replaceAll(/<[^>]*>/g, ""))).toEqual([
    "&quot;harbour-coffee&quot;,",
    "&quot;x&quot;]",
  ]);
  expect(values.map((one) => one.split('<span class="value-tail">')[1]!.replaceAll(/<[^>]*>/g, ""))).toEqual([
    "fee&quot;,",
    "&quot;x&quot;]",
  ]);
});

describe("the text of highlighted code", () => {
  test.each(["shell", "javascript", "python", "go", "json", "http"] as const)("is the code itself in %s", (syntax) => {
    const code = `if (a < b && "c") { return '<i>' } // d\n# e\nx-y: 1`;
    const text = highlight(code, syntax)
      .toString()
      .replaceAll(/<[^>]*>/g, "");
    const escaped = code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(text).toBe(escaped.replaceAll('"', "&quot;").replaceAll("'", "&#39;"));
  });
});
