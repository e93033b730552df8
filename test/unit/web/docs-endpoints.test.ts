import { beforeEach, describe, expect, test } from "vitest";
import { createClientId } from "../../../src/credential/secret.ts";
import { createTokenFormat, TOKEN_TYPES } from "../../../src/credential/token.ts";
import { createSigningSecret } from "../../../src/credential/webhook-signature.ts";
import { openApiDocument } from "../../../src/gateway/openapi/document.ts";
import { DEFAULT_LIMITS } from "../../../src/oauth/failure-limit.ts";
import { eventPayload } from "../../../src/web/docs/guides/event-sample.ts";
import { DOC_PAGES, ENDPOINT_NAMES, pathOf } from "../../../src/web/docs/pages.ts";
import { placeholdersOf } from "../../../src/web/docs/quickstart/read.ts";
import { exampleOf, MERCHANT_ID, refusedAuthorization } from "../../../src/web/docs/reference/examples.ts";
import { de as referenceDe } from "../../../src/web/docs/reference/messages.de.ts";
import { endpointsOf } from "../../../src/web/docs/reference/openapi.ts";
import { sharedStatuses } from "../../../src/web/docs/reference/statuses.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
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

/** The page of each operation, apart from the alias of the first. */
const described = endpointsOf(PUBLIC_URL).filter(({ operation }) => operation !== "authorize_by_post");
/** Long names have places for a line break. */
const pageOf = async (operation: string) => {
  const { body } = await visitor.get(`/docs/endpoints/${operation}`);
  return { body: body.replaceAll("<wbr>", "") };
};

test("the page of webhooks has each field of an event, those of data folded, with type and example", async () => {
  const { body } = await visitor.get("/docs/webhooks");
  const [outer = "", inner = ""] = body.split('<details class="fields-more">');
  const fieldsIn = (markup: string) =>
    [...markup.matchAll(/<div id="field-[\w-]+"><dt><a [^>]*><code>(\w+)<\/code><\/a> <span>([^<]+)<\/span>/g)].map(
      ([, name, type]) => [name, type],
    );
  const { data, ...event } = eventPayload("installation.created");
  expect(fieldsIn(outer).map(([name]) => name)).toEqual([...Object.keys(event), "data"]);
  expect(fieldsIn(inner).map(([name]) => name)).toEqual(Object.keys(data));
  expect(Object.fromEntries(fieldsIn(inner))).toMatchObject({
    event_id: "string",
    sequence: "integer or null",
    scopes: "string[] or null",
    secret_id: "string or null",
  });
  expect(inner.match(/class="field-example"/g)).toHaveLength(Object.keys(data).length);
});

test("the formats of IDs and tokens are those that the service generates, also beside the fields", async () => {
  const id = crypto.randomUUID();
  const texts = [
    createClientId(),
    `mer_${id}`,
    ...TOKEN_TYPES.map((type) => createTokenFormat().create(type, id).text),
    createSigningSecret().text,
  ];
  const generated = Object.fromEntries(texts.map((text) => [/^(?:lk_)?[a-z]+_/.exec(text)![0], text.length]));
  for (const { docs } of Object.values(MESSAGES)) {
    const { rows } = docs.reference.formats;
    const described = rows.map(([, format]) => {
      const [, prefix = "UUID", length] = /^(?:`(\w+_)`)?.*?(\d+) (?:characters|Zeichen)/.exec(format)!;
      return [prefix, Number(length)];
    });
    expect(Object.fromEntries(described)).toEqual({ ...generated, UUID: id.length });
  }
  const typesOn = async (page: string) => {
    const entries = (await pageOf(page)).body.matchAll(/<code>(\w+)<\/code><\/a> <span>(string, [^<]+)<\/span>/g);
    return Object.fromEntries([...entries].map(([, name, type]) => [name, type]));
  };
  expect(await typesOn("token")).toMatchObject({
    client_id: "string, 26 characters",
    client_secret: "string, 77 characters",
    access_token: "string, 77 characters",
    merchant_id: "string, up to 64 characters",
    installation_id: "string, UUID",
  });
  expect(Object.keys(await typesOn("introspect"))).toContain("jti");
});

test("every sample has an ID of a merchant as the service generates it", async () => {
  for (const path of PATHS) expect((await visitor.get(path)).body).not.toContain("harbour-coffee");
  expect(MERCHANT_ID).toMatch(/^mer_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});

describe("the pages of endpoints", () => {
  test("are those of the operations of the OpenAPI document, in its order", () => {
    expect(described.map(({ operation }) => operation)).toEqual(ENDPOINT_NAMES);
    const { paths } = openApiDocument(PUBLIC_URL) as { paths: Record<string, object> };
    expect(described.map(({ path }) => path)).toEqual(Object.keys(paths));
  });

  test("have every operation, parameter, field and status of the OpenAPI document", async () => {
    const token = described.find(({ path }) => path === "/oauth/token")!;
    expect(token.request.map(({ name }) => name)).toEqual(["AuthorizationCodeGrant", "RefreshTokenGrant"]);
    expect(token.response.flatMap(({ fields }) => fields.map(({ name }) => name))).toContain(
      "refresh_token_expires_in",
    );
    for (const { operation, path } of described) {
      const { body } = await pageOf(operation);
      const [, head = ""] = /<p class="endpoint-url">(.*?)<\/p>/s.exec(body) ?? [];
      expect(head.replaceAll(/<[^>]*>/g, "")).toContain(PUBLIC_URL + path);
      for (const { method, request, response, statuses } of endpointsOf(PUBLIC_URL).filter(
        (one) => one.path === path,
      )) {
        expect(head).toContain(`>${method}</span>`);
        const names = [...request, ...response].flatMap(({ fields }) => fields.map(({ name }) => name));
        for (const name of names) expect([operation, body.includes(`<code>${name}</code>`)]).toEqual([operation, true]);
        for (const { status } of statuses)
          expect([operation, body.includes(`>${status}</span>`)]).toEqual([operation, true]);
      }
    }
  });

  test("begin with the purpose in one sentence, the URL and the request, and the parameters follow", async () => {
    for (const { operation } of described) {
      const { body } = await pageOf(operation);
      const [, purpose = ""] = /<p class="lead">(.*?)<\/p>/s.exec(body) ?? [];
      expect([operation, purpose.replaceAll(/<[^>]*>/g, "")]).toEqual([operation, expect.stringMatching(/^[^.]+\.$/)]);
      const parts = ["<h1>", 'class="lead"', 'class="endpoint-url"', 'id="examples"', 'class="docs-page-actions"'];
      const places = [...parts, 'class="endpoint-head"', 'class="endpoint-body"'].map((part) => body.indexOf(part));
      expect([operation, places]).toEqual([operation, places.toSorted((a, b) => a - b)]);
      expect(places[0]).toBeGreaterThan(0);
    }
  });

  test("have a sample of each request, response and error, and the only request has its response below it", async () => {
    for (const { operation, path, request, response } of described) {
      const { body } = await pageOf(operation);
      const [start = "", text = ""] = body.split('class="endpoint-body"');
      const sections = [...text.matchAll(/<section>(.*?)<\/section>/gs)].map(([, one]) => one!);
      const count = Math.max(1, request.length) + Math.max(1, response.length) + 1;
      expect([path, sections.length]).toEqual([path, count]);
      const samples = [start, ...sections].map((one) => (one.match(/<div class="sample">/g) ?? []).length);
      // The sample of the first section stands at the start of the page.
      const counts = [1, 0, ...sections.slice(1).map(() => 1)];
      // There it also has the sample of the section of the response.
      if (Math.max(1, request.length) === 1) counts.splice(0, 3, 2, 0, 0);
      expect([path, samples]).toEqual([path, counts]);
      const stacks = [start, ...sections].map((one) => one.split('class="endpoint-example"').length - 1);
      expect([path, stacks]).toEqual([path, counts.map((number) => Math.min(1, number))]);
      // On narrow screens, a sample stands above the parameters.
      for (const one of sections.filter((section) => section.includes("endpoint-example")))
        expect(one).toMatch(
          /^(?:<div class="endpoint-title">.*)?<div class="endpoint-example".*<div class="endpoint-text">/s,
        );
      expect(sections.at(-1)).toMatch(/id="fails".*<code id="[\w-]+-error">/s);
    }
  });

  test("say of each parameter if it is required, and of each field that it can be absent", async () => {
    for (const { operation, request, response } of described) {
      const { body } = await pageOf(operation);
      const [, text = ""] = body.split('class="endpoint-body"');
      const labels = [...text.matchAll(/class="field-(\w+)">([^<]+)</g)].map(([, kind, label]) => [kind, label]);
      const asked = request.flatMap(({ fields }) => fields);
      const sent = response.flatMap(({ fields }) => fields);
      const needed = asked.filter(({ required }) => required);
      const conditional = asked.filter((one) => !one.required && one.text.includes("Required "));
      const counts = Object.groupBy(labels, ([, label]) => label!);
      expect([operation, counts.Required?.length ?? 0]).toEqual([operation, needed.length]);
      const byBasic = conditional.filter((one) => one.text.includes("HTTP Basic"));
      expect([operation, counts["Required without HTTP Basic"]?.length ?? 0]).toEqual([operation, byBasic.length]);
      const sometimes = conditional.length - byBasic.length;
      expect([operation, counts["Sometimes required"]?.length ?? 0]).toEqual([operation, sometimes]);
      const others = asked.length - needed.length - conditional.length;
      expect([operation, counts.Optional?.length ?? 0]).toEqual([operation, others]);
      const absent = sent.filter(({ required }) => !required).length;
      expect([operation, counts["Can be absent"]?.length ?? 0]).toEqual([operation, absent]);
    }
  });

  test("have an example of each field without a fixed value, for the app of the reader", async () => {
    for (const { operation, request, response } of described) {
      const { body } = await pageOf(operation);
      for (const { name, example, values } of [...request, ...response].flatMap(({ fields }) => fields)) {
        const [, entry = ""] = new RegExp(`<div id="[^"]+-${name}"><dt>(.*?)</div>`, "s").exec(body) ?? [];
        const shown = /<dd class="field-example"><span>Example<\/span> <code[^>]*>([^<]+)<\/code><\/dd>/.exec(
          entry,
        )?.[1];
        if (values.length === 1) expect([operation, name, shown]).toEqual([operation, name, undefined]);
        else if (!entry.includes("Always "))
          expect([operation, name, shown !== undefined]).toEqual([operation, name, true]);
        if (name === "client_id") expect(shown).toBe(operation === "introspect" ? "KEY_ID" : "YOUR_CLIENT_ID");
        if (name === "client_secret") expect(shown).toBe(operation === "introspect" ? "SERVICE_KEY" : "lk_cs_…");
        if (/_endpoint$|^iss(uer)?$/.test(name))
          expect(shown).toBe(example.replace("https://login.example", PUBLIC_URL));
      }
    }
  });

  test("have the example values of their samples", () => {
    const client = { ...placeholdersOf(PUBLIC_URL), scope: "orders:read" };
    for (const endpoint of described) {
      const sample = exampleOf(endpoint, client, "curl");
      if (sample?.responseSyntax !== "json" || sample.response === "") continue;
      const fields = endpoint.response.flatMap((group) => group.fields);
      for (const [name, value] of Object.entries(JSON.parse(sample.response))) {
        const field = fields.find((one) => one.name === name)!;
        if (["scope", "client_id"].includes(name) || field.example === "") continue;
        const shown = typeof value === "string" ? value : JSON.stringify(value).replaceAll(",", ", ");
        expect([name, field.example.replace("https://login.example", PUBLIC_URL)]).toEqual([name, shown]);
      }
    }
  });

  test("lead to the credentials of the request, unless it has none", async () => {
    const { body } = await visitor.get("/docs/endpoints");
    expect(body).toContain('<h2 id="authentication">');
    for (const { operation, authentication } of described) {
      const linked = (await pageOf(operation)).body.includes('href="/docs/endpoints#authentication"');
      expect([operation, linked]).toEqual([operation, authentication !== "none"]);
    }
  });

  test("of a browser has the parameters of the redirect URI, with those of an error", () => {
    const [{ response }] = described as [(typeof described)[number]];
    const fields = response.flatMap((group) => group.fields.map(({ name, required }) => [name, required]));
    expect(Object.fromEntries(fields)).toEqual({
      code: false,
      state: false,
      iss: true,
      error: false,
      error_description: false,
    });
  });

  test("promise a safe repetition and name the grant only for tokens", () => {
    for (const { operation, statuses } of described) {
      const texts = statuses.map(({ text }) => text).join(" ");
      expect([operation, texts.includes("safe to repeat")]).toEqual([operation, operation === "token"]);
      expect([operation, texts.includes("refresh token is invalid")]).toEqual([operation, operation === "token"]);
      expect(texts).not.toContain("retry-after");
    }
  });

  test("show their methods in the navigation", async () => {
    const { body } = await visitor.get("/docs/endpoints");
    const [, links = ""] = /<nav class="sections".*?>(.*?)<\/nav>/s.exec(body) ?? [];
    expect([...links.matchAll(/<span class="method method-\w+">(\w+)</g)].map(([, method]) => method)).toEqual([
      "GET",
      "POST",
      "POST",
      "POST",
      "POST",
      "POST",
      "GET",
    ]);
  });

  test("are listed at the addresses that their sections had on one page", async () => {
    const { body } = await visitor.get("/docs/endpoints");
    const rows = [...body.matchAll(/<li id="([^"]+)">.*?<code>([^<]+)<\/code>.*? <a href="([^"]+)">/g)];
    expect(rows.map(([, ...row]) => row)).toEqual([
      ["get-oauth-authorize", "/oauth/authorize", "/docs/endpoints/authorize"],
      ["post-oauth-token", "/oauth/token", "/docs/endpoints/token"],
      ["post-oauth-revoke", "/oauth/revoke", "/docs/endpoints/revoke"],
      ["post-oauth-introspect", "/oauth/introspect", "/docs/endpoints/introspect"],
      ["post-oauth-uninstall", "/oauth/uninstall", "/docs/endpoints/uninstall"],
      [
        "get-well-known-oauth-authorization-server",
        "/.well-known/oauth-authorization-server",
        "/docs/endpoints/metadata",
      ],
    ]);
    for (const [, id, , path] of rows) expect((await visitor.get(path!)).body).toContain(` id="${id}"`);
  });

  test("share statuses, which the index describes once", async () => {
    const { body } = await visitor.get("/docs/endpoints");
    const shared = sharedStatuses(endpointsOf(PUBLIC_URL));
    expect(shared.map(({ status }) => status)).toEqual(["400", "405", "413", "415", "429", "500", "503"]);
    const plain = body.replaceAll(/<[^>]*>/g, "");
    for (const { status, text } of shared) {
      expect([status, plain.split(text.replaceAll("`", "").replace("the platform", "Latchkey")).length - 1]).toEqual([
        status,
        1,
      ]);
      expect(body).toContain(`<span id="status-${status}">`);
    }
    const [, unauthorized = ""] = /<span id="status-401">(.*?)<\/tr>/s.exec(body) ?? [];
    expect(unauthorized).toContain('href="/docs/errors#invalid_client"');
  });

  test("lead to the statuses that the index describes, instead of repeating them", async () => {
    for (const operation of ENDPOINT_NAMES) {
      const [, fails = ""] = (await pageOf(operation)).body.split(' id="fails"');
      const [, links = ""] = /<p class="endpoint-shared">(.*?)<\/p>/s.exec(fails) ?? [];
      const led = [...links.matchAll(/href="\/docs\/endpoints#status-(\d{3})"/g)].map(([, status]) => status);
      const described = [...fails.matchAll(/<tr.*?<span class="badge[^>]*>(\d{3})</gs)].map(([, status]) => status);
      expect([operation, led.filter((status) => described.includes(status))]).toEqual([operation, []]);
      const common = operation === "metadata" ? [] : ["413", "415"];
      expect([operation, led]).toEqual([operation, expect.arrayContaining(common)]);
      expect(["405", "413", "415", "429", "500"].filter((status) => described.includes(status))).toEqual([]);
    }
  });

  test("have the base URL of the samples, and name the versioned paths and their promise below it", async () => {
    const { body } = await visitor.get("/docs/endpoints");
    expect(body.replaceAll("<wbr>", "")).toContain(`<code id="base-url-text">${PUBLIC_URL}</code>`);
    const [, section = ""] = /id="base-url"(.*?)<h2/s.exec(body) ?? [];
    expect(section).toMatch(/<code>\/api\/v1<\/code>.*never change.*href="\/docs\/changelog#breaking"/s);
    for (const name of ENDPOINT_NAMES)
      expect((await visitor.get(`/docs/endpoints/${name}`)).body).not.toContain("/api/v1");
  });

  test("link each status to its error codes, which the page of errors has with the same status", async () => {
    const linked = new Set<string>();
    for (const path of ["/docs/endpoints", ...ENDPOINT_NAMES.map((name) => `/docs/endpoints/${name}`)]) {
      const [, fails = ""] = (await visitor.get(path)).body.split(' id="fails"');
      for (const [row] of fails.matchAll(/<tr.*?<\/tr>/gs)) {
        const [, status] = /<span class="badge[^>]*>(\d{3})</.exec(row) ?? [];
        for (const [, code] of row.matchAll(/href="\/docs\/errors#(\w+)"><code>\1</g)) linked.add(`${code} ${status}`);
      }
    }
    const errors = (await visitor.get("/docs/errors")).body;
    const entries = [...errors.matchAll(/<div class="error-code" id="(\w+)">(.*?)<\/dt>/gs)];
    const explained = entries.flatMap(([, code, text = ""]) =>
      [...text.matchAll(/>(\d{3})</g)].map(([, status]) => `${code} ${status}`),
    );
    const ofHttp = ["405", "413", "415"].map((status) => `invalid_request ${status}`);
    expect([...linked].sort()).toEqual([...explained, ...ofHttp].sort());
  });

  test("have only statuses that the page of errors explains", async () => {
    const { body } = await visitor.get("/docs/errors");
    const [, section = ""] = body.split('<h2 id="statuses">');
    const [table = ""] = section.split("</table>");
    const explained = [...table.matchAll(/<span class="badge[^>]*>(\d{3})</g)].map(([, status]) => status);
    const failures = described.flatMap(({ statuses }) => statuses.map(({ status }) => status));
    expect(explained).toEqual([...new Set(failures.filter((status) => status >= "400"))].sort());
  });

  test.each([
    ["invalid_client", "401", "warn"],
    ["insufficient_scope", "403", "warn"],
    ["invalid_request", "400", "warn"],
    ["temporarily_unavailable", "429", "warn"],
    ["temporarily_unavailable", "503", "bad"],
    ["server_error", "500", "bad"],
  ])("the status of %s has one colour everywhere: %s", async (code, status, tone) => {
    const errors = (await visitor.get("/docs/errors")).body;
    const [, entry = ""] = errors.split(`<div class="error-code" id="${code}">`);
    expect(entry.split("</dt>")[0]).toContain(`<span class="badge badge-${tone}">${status}</span>`);
    for (const path of PATHS) {
      const { body } = await visitor.get(path);
      const tones = [...body.matchAll(/<span class="badge badge-(\w+)">(\d{3})\b/g)].filter(
        ([, , one]) => one === status,
      );
      expect([path, tones.every(([, one]) => one === tone)]).toEqual([path, true]);
    }
  });

  test("the sample of an error leads to the cause of its code", async () => {
    for (const name of ENDPOINT_NAMES) {
      const { body } = await visitor.get(`/docs/endpoints/${name}`);
      const [, code = ""] = /<a class="sample-link" href="\/docs\/errors#(\w+)"><code>\1<\/code>/.exec(body) ?? [];
      expect([name, (await visitor.get("/docs/errors")).body.includes(`id="${code}"`)]).toEqual([name, true]);
    }
  });

  test("the rate limits are those of the service", async () => {
    const { body } = await visitor.get("/docs/endpoints");
    const [, section = ""] = body.split('<h2 id="rate-limits">');
    const limits = [...section.split("</table>")[0]!.matchAll(/>(\d+) a minute</g)].map(([, limit]) => Number(limit));
    expect(limits).toEqual([DEFAULT_LIMITS.appAndAddress.failures, DEFAULT_LIMITS.address.failures]);
    expect([DEFAULT_LIMITS.appAndAddress.window, DEFAULT_LIMITS.address.window]).toEqual([60, 60]);
  });

  test("has the type of each field", () => {
    const fields = endpointsOf(PUBLIC_URL).flatMap(({ request, response }) => [...request, ...response]);
    const types = new Map(fields.flatMap((group) => group.fields.map(({ name, type }) => [name, type])));
    expect([...new Set(types.values())].sort()).toEqual(["URI", "boolean", "integer", "string", "string[]"]);
    const some = ["expires_in", "grant_type", "grant_types_supported", "scopes_supported", "active", "token_endpoint"];
    const expected = ["integer", "string", "string[]", "string[]", "boolean", "URI"];
    expect(some.map((name) => types.get(name))).toEqual(expected);
  });

  test("has examples with known fields, and with every required one", () => {
    const client = { ...placeholdersOf(PUBLIC_URL), scope: "orders:read" };
    const examples = endpointsOf(PUBLIC_URL).flatMap((endpoint) => {
      const example = exampleOf(endpoint, client, "curl");
      return example === null ? [] : [{ endpoint, example }];
    });
    expect(examples.map(({ endpoint }) => endpoint.path)).toEqual(
      Object.keys((openApiDocument(PUBLIC_URL) as { paths: object }).paths),
    );
    for (const { endpoint, example } of examples) {
      const sent = [...example.request.matchAll(/(?:--data-urlencode "|[?&]\n?)([a-z_]+)=/g)].map(([, name]) => name);
      const groups = endpoint.request.map(({ fields }) => fields.map(({ name }) => name));
      if (sent.length > 0) expect(groups.some((names) => sent.every((name) => names.includes(name!)))).toBe(true);
      if (example.responseSyntax !== "json" || example.response === "") continue;
      const received = Object.keys(JSON.parse(example.response));
      const [fields = []] = endpoint.response.map((group) => group.fields);
      expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(received));
      expect(received).toEqual(expect.arrayContaining(fields.filter((one) => one.required).map(({ name }) => name)));
    }
  });

  test("give each parameter and each field of a response its own address", async () => {
    for (const { operation, request, response } of described) {
      const { body } = await pageOf(operation);
      const linked = [...body.matchAll(/<div id="([^"]+)"><dt><a class="anchor" href="#([^"]+)"><code>(\w+)</g)];
      const fields = [...request, ...response].flatMap((one) => one.fields);
      expect(linked.map(([, , , name]) => name).sort()).toEqual(fields.map(({ name }) => name).sort());
      for (const [, id, href, name] of linked) expect([id, id]).toEqual([href, expect.stringMatching(`-${name}$`)]);
    }
  });

  test("shows where the browser returns to, and how to refresh", () => {
    const client = placeholdersOf(PUBLIC_URL);
    const authorize = exampleOf({ method: "GET", path: "/oauth/authorize" }, client, "curl")!;
    const back = new URL(authorize.response.replaceAll("\n", ""));
    expect([...back.searchParams.keys()]).toEqual(["code", "state", "iss"]);
    expect(back.searchParams.get("iss")).toBe(PUBLIC_URL);
    for (const language of ["curl", "javascript", "python", "go"] as const) {
      const token = exampleOf({ method: "POST", path: "/oauth/token" }, client, language)!;
      expect(token.refresh).toContain("refresh_token");
    }
  });

  test.each(["$HOME", "`id`", '"', "\\", "!!"])("has %s of a redirect URI in single quotes for the shell", (part) => {
    const client = { ...placeholdersOf(PUBLIC_URL), redirectUri: `https://app.example/${part}` };
    const { request } = exampleOf({ method: "POST", path: "/oauth/token" }, client, "curl")!;
    expect(request).toContain(` 'redirect_uri=https://app.example/${part}' `);
  });

  test.each(["https://app.example/cb?x=1", "https://app.example/cb?x=1&"])("keeps the query of %s", (redirectUri) => {
    const client = { ...placeholdersOf(PUBLIC_URL), redirectUri };
    const { response } = exampleOf({ method: "GET", path: "/oauth/authorize" }, client, "curl")!;
    const refused = refusedAuthorization(client, "consent_denied");
    const queries = [response, refused].map((url) => [...new URL(url.replaceAll("\n", "")).searchParams]);
    expect(queries.map(([first, second]) => [first, second![0]])).toEqual([
      [["x", "1"], "code"],
      [["x", "1"], "error"],
    ]);
  });

  test("has the same fields in the examples of every language", () => {
    const client = placeholdersOf(PUBLIC_URL);
    for (const endpoint of endpointsOf(PUBLIC_URL)) {
      const curl = exampleOf(endpoint, client, "curl");
      if (curl === null || !curl.translated) continue;
      const sent = [...curl.request.matchAll(/--data-urlencode "([a-z_]+)=([^"]*)"/g)].map(([, ...field]) => field);
      for (const language of ["javascript", "python", "go"] as const) {
        const { request } = exampleOf(endpoint, client, language)!;
        const fields = [...request.matchAll(/"?([a-z_]+)"?:\s*\{?"([^"]*)"/g)].map(([, ...field]) => field);
        expect([language, fields.filter(([name]) => !["client_id", "method"].includes(name!))]).toEqual([
          language,
          sent,
        ]);
        expect(request).toContain(`${PUBLIC_URL}${endpoint.path}`);
      }
    }
  });

  test("has a German text for each text of the document, and none without use", () => {
    const used = endpointsOf(PUBLIC_URL).flatMap(({ summary, description, request, response, statuses }) => [
      ...[summary, description],
      ...[...request, ...response].flatMap(({ fields }) => fields.map(({ text }) => text)),
      ...statuses.map(({ text }) => text),
    ]);
    const texts = new Set(used.filter((text) => /[a-z]/.test(text.replaceAll(/`[^`]*`/g, ""))));
    expect([...texts].filter((text) => !Object.hasOwn(referenceDe.texts, text))).toEqual([]);
    expect(Object.keys(referenceDe.texts).filter((text) => !used.includes(text))).toEqual([]);
  });
});
