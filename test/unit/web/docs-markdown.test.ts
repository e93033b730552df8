import { beforeEach, describe, expect, test } from "vitest";
import { html } from "../../../src/web/components/html.ts";
import { toMarkdown } from "../../../src/web/docs/markdown/convert.ts";
import { DOC_PAGES, hasMarkdown, markdownPathOf, pathOf } from "../../../src/web/docs/pages.ts";
import { withPlatformName } from "../../../src/web/docs/platform-name.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
import { createSite, PUBLIC_URL, type Site, Visitor } from "./site.ts";

const PAGES = DOC_PAGES.filter(hasMarkdown);

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  return () => site.app.close();
});

const withoutFences = (text: string) => text.replaceAll(/^ *(`{3,})[\s\S]*?^ *\1$/gm, "");

describe.each(["en", "de"] as const)("pages as Markdown in %s", (language) => {
  const get = (path: string) => visitor.get(path, { "accept-language": language });

  test.each(PAGES)("%s has the headings and the samples of the page, and no markup", async (page) => {
    const [{ body }, { statusCode, headers, body: text }] = [await get(pathOf(page)), await get(markdownPathOf(page))];
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/markdown; charset=utf-8",
      "content-language": language,
      "x-content-type-options": "nosniff",
      vary: "accept-language, cookie",
    });
    const [article = ""] = body.replaceAll("\u00AD", "").split("</article>");
    const headings = [...article.matchAll(/<h2 id="[^"]*"><a [^>]*>(.*?)<\/a>/g)].map(([, title = ""]) =>
      title.replaceAll(/<\/?code\b[^>]*>/g, "`").replaceAll(/<[^>]*>/g, ""),
    );
    const plain = withoutFences(text);
    const lines = [...plain.matchAll(/^## (.*)/gm)].map(([, title]) => title);
    expect(lines).toEqual(headings);
    expect(text.match(/^ *`{3,}\w*$/gm)?.length ?? 0).toBe(2 * (article.match(/<pre\b/g)?.length ?? 0));
    expect(plain.replaceAll(/`[^`]*`/g, "")).not.toMatch(/<\/?[a-z]+|&(?:amp|lt|gt|quot|#39);|undefined|\[object/);
    expect(text.startsWith("# ")).toBe(true);
  });

  test("llms.txt links to each page, with its summary", async () => {
    const { statusCode, headers, body } = await get("/docs/llms.txt");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    for (const page of PAGES) {
      const { title, summary } = withPlatformName(MESSAGES[language], "Latchkey").docs.pages[page];
      expect(body).toContain(`- [${title}](${PUBLIC_URL}/docs/${page}.md): ${summary}`);
    }
    expect(body).toMatch(/^# .+\n\n> .+\n\n## /);
  });
});

test("each page links to itself as Markdown; the page with forms does not", async () => {
  for (const page of PAGES) {
    const { headers, body } = await visitor.get(pathOf(page));
    expect(body).toContain(`href="${markdownPathOf(page)}"`);
    expect(headers.link).toBe(`<${markdownPathOf(page)}>; rel="alternate"; type="text/markdown"`);
  }
  expect((await visitor.get("/docs/try.md")).statusCode).toBe(404);
});

test.each(["/docs/quickstart.md", "/docs/endpoints/token.md", "/docs/llms.txt"])("HEAD %s", async (url) => {
  const { statusCode, headers, body } = await site.app.inject({ method: "HEAD", url });
  expect([statusCode, body]).toEqual([200, ""]);
  expect(headers["content-type"]).toMatch(/^text\//);
});

test("the samples are in the language of the query", async () => {
  expect((await visitor.get("/docs/quickstart.md")).body).toContain("```shell\n");
  const { body } = await visitor.get("/docs/quickstart.md?code=go");
  expect(body).toContain("```go\n");
  expect(body).toContain("one of curl, javascript, python, go");
});

test("the page of scopes has the catalogue", async () => {
  expect((await visitor.get("/docs/scopes.md")).body).toMatch(/^\| `orders:read` \| See your orders.* \| Normal \|$/m);
});

test.each([
  {
    name: "a heading",
    markup: html`<h2 id="a"><a class="anchor" href="#a">Read <code>x</code></a></h2>`,
    text: "## Read `x`",
  },
  {
    name: "a link",
    markup: html`<p>See <a href="/docs/errors#a">Errors</a>.</p>`,
    text: `See [Errors](${PUBLIC_URL}/docs/errors#a).`,
  },
  { name: "special characters", markup: html`<p>${"a < b * [c]"}</p>`, text: String.raw`a \< b \* \[c\]` },
  { name: "code with its characters", markup: html`<p><code>${"a<b> & *"}</code></p>`, text: "`a<b> & *`" },
  { name: "a list", markup: html`<ul><li>one</li><li>two</li></ul>`, text: "- one\n- two" },
  { name: "steps", markup: html`<ol class="numbered"><li>one</li><li>two</li></ol>`, text: "1. one\n2. two" },
  {
    name: "a step with a sample",
    markup: html`<ol class="numbered"><li><p>run</p><pre><code>a\nb</code></pre></li></ol>`,
    text: "1. run\n\n   ```\n   a\n   b\n   ```",
  },
  {
    name: "a table",
    markup: html`<table><tr><th>A</th><th>B</th></tr><tr><td><div>1 | 2</div></td><td><div>3</div></td></tr></table>`,
    text: "| A | B |\n| --- | --- |\n| 1 \\| 2 | 3 |",
  },
  {
    name: "a sample with a fence in it",
    markup: html`<div class="sample"><div class="sample-bar"><span>Title</span><button>Copy</button></div><pre data-syntax="shell"><code>${"```\nx"}</code></pre></div>`,
    text: "**Title**\n\n````shell\n```\nx\n````",
  },
])("Markdown: $name", ({ markup, text }) => {
  expect(toMarkdown(markup, PUBLIC_URL)).toBe(`${text}\n`);
});
