import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { prose } from "../../../src/web/docs/blocks.ts";
import { findCatalogue } from "../../../src/web/docs/guides/catalogue.ts";
import { DOC_GROUPS, DOC_PAGES, FEED_PATH, groupOf, pathOf } from "../../../src/web/docs/pages.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
import { World } from "./fakes/world.ts";
import { createSite, PUBLIC_URL, type Site, Visitor } from "./site.ts";

/** All pages except the one for signed-in developers. */
const PATHS = ["/docs", ...DOC_PAGES.filter((page) => page !== "try").map(pathOf)];

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  return () => site.app.close();
});

describe.each(["en", "de"] as const)("the documentation in %s", (language) => {
  const get = (path: string) => visitor.get(path, { "accept-language": language });

  test.each(PATHS)(
    "%s names itself in the navigation and has every id and every name of a sample once",
    async (path) => {
      const { statusCode, headers, body } = await get(path);
      expect([statusCode, headers["content-language"]]).toEqual([200, language]);
      expect(body.match(/aria-current="page"/g)).toHaveLength(1);
      expect(body).toContain(`<a href="${path}" aria-current="page"`);
      const ids = [...body.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect(ids).toEqual([...new Set(ids)]);
      const samples = [...body.matchAll(/role="region" aria-label="([^"]*)"/g)].map(([, label]) => label);
      expect(samples).toEqual([...new Set(samples)]);
      expect(body.replaceAll(/<pre.*?<\/pre>/gs, "")).not.toMatch(/\]\([/#]/);
      expect(body).not.toMatch(/\]\(\/|undefined|\[object/);
    },
  );

  test("each page ends with its failures, below a title of its own", async () => {
    const found: string[] = [];
    for (const page of DOC_PAGES.filter((one) => one !== "try")) {
      const { body } = await get(pathOf(page));
      const [article = ""] = body.split("</article>");
      const titles = [...article.matchAll(/<h2 id="[^"]*"><a [^>]*>(.*?)<\/a>/g)].map(([, title = ""]) => title);
      const last = titles.at(page === "quickstart" || page === "libraries" ? -2 : -1)!;
      const [, section = ""] = article.split(`>${last}</a></h2>`);
      expect(section, page).toMatch(/href="\/docs\/(?:errors|retries)/);
      found.push(last);
    }
    expect(found).toEqual([...new Set(found)]);
  });

  test.each([
    ["/docs", null],
    ["/docs/search?q=token", null],
    ["/docs/test-merchants", "/docs/quickstart"],
    ["/docs/webhooks", "/docs/authorization"],
    ["/docs/endpoints/revoke", "/docs/endpoints"],
    ["/docs/errors", "/docs/endpoints"],
  ])("the header of %s marks the area %s", async (path, area) => {
    const { body } = await get(path);
    const [, links = ""] = /<nav class="docs-areas"[^>]*>(.*?)<\/nav>/s.exec(body) ?? [];
    expect([...links.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      "/docs",
      "/docs/quickstart",
      "/docs/authorization",
      "/docs/endpoints",
    ]);
    const current = [...links.matchAll(/href="([^"]+)" aria-current="true"/g)].map(([, href]) => href);
    expect(current).toEqual(area === null ? [] : [area]);
    expect(body.match(/role="search"/g)).toHaveLength(1);
  });

  test("the page of errors has one name in its title, in the navigation and in links", async () => {
    const { title } = MESSAGES[language].docs.pages.errors;
    const { body } = await get("/docs/errors");
    expect([/<h1>(.*?)<\/h1>/.exec(body)?.[1], /<title>(.*?) ·/.exec(body)?.[1]]).toEqual([title, title]);
    for (const path of PATHS) {
      const links = [
        ...(await get(path)).body.matchAll(/<a [^>]*href="\/docs\/errors(?:#redirect-errors)?"[^>]*>(.*?)<\/a>/gs),
      ];
      for (const [, link = ""] of links)
        expect([path, link.replaceAll(/<svg.*?<\/svg>/gs, "")]).toEqual([path, expect.stringContaining(title)]);
    }
  });

  test("the navigation has the pages of the area, and the contents of the page below them", async () => {
    for (const page of DOC_PAGES.filter((one) => one !== "try")) {
      const { body } = await get(pathOf(page));
      const [, links = "", below = ""] = /<nav class="sections".*?>(.*?)<\/nav>(.*?)<main/s.exec(body) ?? [];
      const hrefs = [...links.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
      expect(hrefs).toEqual(DOC_GROUPS[groupOf(page)].map(pathOf));
      expect([page, below]).toEqual([page, expect.stringContaining('class="docs-contents"')]);
    }
  });

  test("the contents stand below the navigation on every page", async () => {
    for (const page of DOC_PAGES.filter((one) => one !== "try"))
      expect([page, (await get(pathOf(page))).body]).toEqual([
        page,
        expect.stringMatching(/<div class="docs-side">(?:(?!<\/div>).)*<nav class="docs-contents"/s),
      ]);
  });

  test("the header has a link to the search for phones, except where the field is in view", async () => {
    const link = /<a class="docs-search-link" href="\/docs\/search" aria-label="[^"]+">/;
    const hasFocus = /<input id="docs-query"[^>]* autofocus>/;
    for (const [path, isLink, isFocused] of [
      ["/docs", false, false],
      ["/docs/errors", true, false],
      ["/docs/search", false, true],
      ["/docs/search?q=token", false, false],
    ] as const) {
      const { body } = await get(path);
      expect([path, link.test(body), hasFocus.test(body)]).toEqual([path, isLink, isFocused]);
    }
  });

  test("the links to Markdown and the folded contents stand below the title and the lead", async () => {
    for (const path of ["/docs/quickstart", "/docs/endpoints", "/docs/webhooks"])
      expect((await get(path)).body).toMatch(
        /<h1>[^<]*<\/h1>\s*<p class="lead">(?:(?!<\/p>).)*<\/p><p class="docs-page-actions">(?:(?!<\/p>).)*<\/p><details class="docs-contents-folded">/s,
      );
  });

  test("the start page begins with the search and three tasks, and describes its picture", async () => {
    const { body } = await get("/docs");
    expect(body.match(/role="search"/g)).toHaveLength(1);
    const [, article = ""] = body.split('<article class="docs-text">');
    const order = ['role="search"', 'class="docs-cards"', 'class="docs-links"', 'class="docs-picture"'];
    const places = order.map((part) => article.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    const [, cards = ""] = /<ul class="docs-cards">(.*?)<\/ul>/s.exec(article) ?? [];
    expect([...cards.matchAll(/<a href="([^"]+)">([^<]+)</g)].map(([, href, title]) => [href, title])).toEqual([
      ["/docs/quickstart", MESSAGES[language].docs.pages.quickstart.title],
      ["/docs/try", MESSAGES[language].docs.pages.try.title],
      ["/docs/endpoints", MESSAGES[language].docs.groups.reference],
    ]);
    expect(article).toMatch(/<svg class="docs-picture" [^>]*role="img" aria-label="[^"]{100,}"/);
    const picture = [...article.matchAll(/<text class="step"[^>]*>\d<\/text><text[^>]*>([^<]+)</g)].map(
      ([, text]) => text,
    );
    const [, list = ""] = article.split('class="docs-picture-steps"');
    const steps = [...list.split("</ol>")[0]!.matchAll(/<li><strong>([^<]+)</g)].map(([, text]) => text);
    expect([picture.length, picture]).toEqual([7, steps]);
    expect([
      ...article
        .split('class="docs-links"')[1]!
        .split("</ul>")[0]!
        .matchAll(/<li><a href="\/docs\//g),
    ]).toHaveLength(6);
    const [, navigation = ""] = /<nav class="sections".*?>(.*?)<\/nav>/s.exec(body) ?? [];
    for (const page of DOC_PAGES) expect(navigation).toContain(`href="${pathOf(page)}"`);
  });

  test("the lines of the quickstart's steps have their numbers in the whole program", async () => {
    const { body } = await get("/docs/quickstart?code=python");
    const linesOf = (id: string) => {
      const [, code = ""] = new RegExp(`<code id="${id}">(.*?)</code>`, "s").exec(body) ?? [];
      return code.split("\n");
    };
    const program = linesOf("program-code");
    const [first = ""] = linesOf("step-refresh");
    const number = Number(/<span class="line" data-number="(\d+)"/.exec(first)?.[1]);
    expect(number).toBeGreaterThan(1);
    expect(first.replace(` data-number="${number}"`, "")).toBe(program[number - 1]);
  });

  test.each(["curl", "javascript", "python", "go"])(
    "each step of the quickstart in %s has its sample",
    async (code) => {
      const { body } = await get(`/docs/quickstart?code=${code}`);
      const steps = [...body.matchAll(/<section class="docs-step">(.*?)<\/section>/gs)].map(([, step = ""]) => step);
      const idsOf = (pattern: RegExp) => steps.map((step) => [...step.matchAll(pattern)].map(([, id]) => id));
      expect(idsOf(/<h2 id="(\w+)"/g).flat()).toEqual([
        ...["prepare", "authorize", "redirect", "exchange", "store", "refresh", "call"],
      ]);
      expect(idsOf(/<code id="([\w-]+)"/g)).toEqual([
        ["step-values"],
        ["step-authorize"],
        ["step-redirect"],
        ["step-exchange"],
        ["program-output"],
        ["step-refresh"],
        ["call-code", "call-run"],
      ]);
    },
  );

  test.each([
    ["curl", "sh quickstart.sh", true],
    ["python", "CLIENT_SECRET=lk_cs_… python3 quickstart.py", false],
  ])("the quickstart in %s begins with the program and its command", async (code, command, isSecretInFile) => {
    const { body } = await get(`/docs/quickstart?code=${code}`);
    const [, before = ""] = body.split('<h2 id="run">');
    const [box = ""] = before.split('<h2 id="prepare">');
    expect(box).toMatch(new RegExp(`href="/docs/quickstart/${command.split(" ").at(-1)}" download>`));
    expect(box).toMatch(/<code>YOUR_CLIENT_ID<.*<code>YOUR_SCOPES</);
    expect(box.includes("<code>lk_cs_…</code>")).toBe(isSecretInFile);
    const [, run = ""] = /<code id="program-run">(.*?)<\/code>/s.exec(box) ?? [];
    expect(run.replaceAll(/<[^>]*>/g, "")).toBe(command);
  });

  test("the quickstart has its needs, the download and the whole program once, in its first box", async () => {
    for (const code of ["curl", "python"]) {
      const [article = ""] = (await get(`/docs/quickstart?code=${code}`)).body.split("</article>");
      const [, box = "", rest = ""] = article.split(/<section class="card docs-run">|<h2 id="how">/);
      for (const part of [
        'href="/portal/apps/new"',
        'href="/portal/test-merchants"',
        " download>",
        'id="program-code"',
      ])
        expect([code, part, box.split(part).length - 1, rest.includes(part)]).toEqual([code, part, 1, false]);
    }
  });

  test("the quickstart numbers the actions that run the program, on the page and as Markdown", async () => {
    const actionsOf = async (code: string) => {
      const { body } = await get(`/docs/quickstart?code=${code}`);
      const [, list = ""] = /docs-run">.*?<ol class="numbered">(.*?)<\/ol>/s.exec(body) ?? [];
      return list.split(/<li>(?=<p>|<a class="button)/).slice(1);
    };
    for (const code of ["curl", "python"]) {
      expect(await actionsOf(code)).toEqual(
        [" download>", "YOUR_CLIENT_ID", 'id="program-run"', "<p>"].map((part) => expect.stringContaining(part)),
      );
    }
    const numbers = [...(await get("/docs/quickstart.md")).body.matchAll(/^(\d)\. /gm)].map(([, number]) => number);
    expect(numbers).toEqual(["1", "2", "3", "4"]);
  });

  test("the quickstart starts the API request, and the list before the review leads to the portal", async () => {
    for (const [code, command] of [
      ["curl", "sh request.sh"],
      ["go", "go run request.go"],
    ]) {
      const { body } = await get(`/docs/quickstart?code=${code}`);
      const [, run = ""] = /<code id="call-run">(.*?)<\/code>/s.exec(body) ?? [];
      expect(run.replaceAll(/<[^>]*>/g, "")).toBe(`ACCESS_TOKEN=lk_at_… ${command}`);
    }
    expect((await get("/docs/go-live")).body).toMatch(/<a class="button\s*" href="\/portal">/);
  });

  test("the pages name the platform by its name", async () => {
    const world = new World();
    world.brand = { name: "Harbour & Co" };
    const { app } = await createSite({ world });
    for (const path of [...PATHS, "/docs/search?q=platform", "/docs/webhooks.md", "/docs/llms.txt", FEED_PATH]) {
      const { body } = await app.inject({ url: path, headers: { "accept-language": language } });
      const text = body.replaceAll(/<[^>]*>/g, "");
      expect([path, text]).toEqual([path, expect.stringMatching(/Harbour (&amp;|&) Co/)]);
      expect([path, text.match(/\{platform\}|.*(the|this|die|der|dieser) platt?form\b.*/gi)]).toEqual([path, null]);
    }
    await app.close();
  });

  test("the quickstart calls DOCS_API_URL, also as Markdown, and without it an address to replace", async () => {
    const docsApiUrl = "https://sandbox.example/orders";
    const { app } = await createSite({ docsApiUrl });
    const placeholder = "https://api.example/orders";
    const textAt = async (from: Site["app"], url: string) =>
      (await from.inject({ url, headers: { "accept-language": language } })).body.replaceAll(/<[^>]*>/g, "");
    for (const path of ["/docs/quickstart", "/docs/quickstart.md"]) {
      const text = await textAt(app, path);
      expect(text).toContain(`curl ${docsApiUrl} `);
      expect(text).not.toContain(placeholder);
      expect(await textAt(site.app, path)).toMatch(/(Replace|Ersetzen Sie) `?https:\/\/api\.example\/orders/);
    }
    await app.close();
  });

  test.each(["/docs/errors", "/docs/endpoints/metadata"])("%s shows how long to wait after a 503", async (path) => {
    const { body } = await get(path);
    expect(body.replaceAll(/<[^>]*>/g, "")).toMatch(/HTTP\/1\.1 503 Service Unavailable\n[^{]*retry-after: 1\n/);
  });

  test("the page of errors says only of those that pass by themselves that the request can be sent again", async () => {
    const { body } = await get("/docs/errors");
    const { again, onlyAgain } = MESSAGES[language].docs.errors;
    const codes = [...body.matchAll(/<div class="error-code" id="(\w+)">(.*?)<\/div>/gs)]
      .filter(([, , text = ""]) => text.includes(`<strong>${again}</strong>`))
      .map(([, code]) => code);
    expect(codes).toEqual(["unauthorized_client", "temporarily_unavailable"]);
    expect(body.match(/class="again-yes"/g)).toHaveLength(2);
    expect(body.indexOf(onlyAgain)).toBeLessThan(body.indexOf('id="statuses"'));
    expect(body).toContain(onlyAgain);
  });

  test("every link leads to a page, and every fragment to an element", async () => {
    for (const path of PATHS) {
      const { body } = await get(path);
      for (const [, href = ""] of body.matchAll(/<a [^>]*href="([^"]*)"/g)) {
        const { origin, pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `${PUBLIC_URL}${path}`);
        if (origin !== PUBLIC_URL || pathname === "/openapi.json") continue;
        const page = await get(pathname);
        expect([path, href, page.statusCode]).toEqual([path, href, expect.toBeOneOf([200, 303])]);
        if (hash !== "") expect([path, href, page.body.includes(`id="${hash.slice(1)}"`)]).toEqual([path, href, true]);
      }
    }
  });

  test("all pages stay readable during an outage of the core, also for signed-in accounts", async () => {
    visitor.cookies.set("__Host-latchkey", site.world.signIn(site.world.addAccount({ email: "m@x.example" })));
    site.world.outage = new Error("no core");
    for (const path of PATHS) expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
    expect((await get("/docs/scopes")).body).toContain(MESSAGES[language].docs.scopes.unavailable);
  });
});

describe("the catalogue on the page of scopes", () => {
  const { unavailable } = MESSAGES.en.docs.scopes;

  test("lists each scope with its sensitivity", async () => {
    const { body } = await visitor.get("/docs/scopes");
    expect(body).toMatch(/<code>orders:read<\/code>[\s\S]*See your orders[\s\S]*Normal/);
    expect(body).toMatch(/<code>payouts:write<\/code>[\s\S]*Pay out money[\s\S]*Restricted/);
    expect(body).not.toContain(unavailable);
  });

  test("outlives an outage of ten minutes, and no longer", async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    await visitor.get("/docs/scopes");
    site.world.outage = new Error("no core");
    clock.mockReturnValue(10 * 60_000 - 1);
    const bridged = await visitor.get("/docs/scopes");
    expect([bridged.statusCode, bridged.body.includes("payouts:write")]).toEqual([200, true]);
    clock.mockReturnValue(10 * 60_000);
    const late = await visitor.get("/docs/scopes");
    expect([late.statusCode, late.body.includes(unavailable)]).toEqual([200, true]);
  });

  test("is kept in each language", async () => {
    let isDown = false;
    const listScopes = async (_request: object, title: string) => {
      if (isDown) throw new Error("no core");
      return { scopes: [{ title }] };
    };
    const web = { clients: { apps: { listScopes } }, log: { warn() {} } };
    const read = (language: "en" | "de", call: string) => findCatalogue({ web, call, language } as never);
    expect(await read("en", "See your orders")).toEqual([{ title: "See your orders" }]);
    expect(await read("de", "Bestellungen sehen")).toEqual([{ title: "Bestellungen sehen" }]);
    isDown = true;
    expect(await read("en", "")).toEqual([{ title: "See your orders" }]);
    expect(await read("de", "")).toEqual([{ title: "Bestellungen sehen" }]);
  });
});

test("a page with samples stays readable if the apps of a developer cannot be read", async () => {
  const developer = site.world.addAccount({ email: "dev@x.example", developer: true });
  visitor.cookies.set("__Host-latchkey", site.world.signIn(developer));
  // The core of these tests implements ListApps for returned apps only.
  for (const page of ["", "/quickstart", "/authorization", "/retries", "/scopes", "/endpoints/token"]) {
    const { statusCode, body } = await visitor.get(`/docs${page}`);
    expect([page, statusCode, body.includes("YOUR_CLIENT_ID")]).toEqual([page, 200, true]);
    expect(body).not.toContain(MESSAGES.en.docs.quickstart.noApp);
  }
});

test.each([
  { name: "code", text: "send `a<b`", expected: "send <code>a&lt;b</code>" },
  {
    name: "a link of this site",
    text: "see [Retries](/docs/retries).",
    expected: 'see <a href="/docs/retries">Retries</a>.',
  },
  { name: "a name and its mark", text: "(`a`).", expected: '(<span class="keep"><code>a</code>).</span>' },
  {
    name: "a linked name and its mark",
    text: "[`a`](/docs), b",
    expected: '<span class="keep"><a href="/docs"><code>a</code></a>,</span> b',
  },
  { name: "a link of another site", text: "[x](//evil.example)", expected: "[x](//evil.example)" },
  { name: "markup", text: '<b onclick="x">', expected: "&lt;b onclick=&quot;x&quot;&gt;" },
])("prose: $name", ({ text, expected }) => {
  expect(`${prose(text)}`).toBe(expected);
});
