import { createHash } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { LightMyRequestResponse } from "fastify";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../../src/gateway/openapi/document.ts";
import { ACCESS_TOKEN, APP, CODE, REDIRECT_URI, REFRESH_TOKEN, SERVICE_KEY, WEAK_SERVICE_KEY } from "./fake-core.ts";
import { createGateway, ORIGIN } from "./start-gateway.ts";

const document = openApiDocument(ORIGIN) as unknown as OpenApi;

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, ResponseOrRef> }>>;
  components: { responses: Record<string, Response> };
}
interface Response {
  content?: Record<string, object>;
  headers?: Record<string, unknown>;
}
type ResponseOrRef = Response & { $ref?: string };

const gateway = await createGateway();

it("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate({ ...openApiDocument(ORIGIN) });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

it("is readable from any origin and has every OAuth route", async () => {
  const answer = await gateway.app.inject({ url: "/openapi.json" });
  expect([answer.statusCode, answer.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  const routes = gateway.app.printRoutes({ commonPrefix: false }).match(/\/oauth\/\w+/g)!;
  expect([...new Set(routes)].sort()).toEqual(
    Object.keys(document.paths)
      .filter((path) => path.startsWith("/oauth"))
      .sort(),
  );
});

describe("a response matches the document", () => {
  const app = { client_id: APP.clientId, client_secret: APP.clientSecret };
  const code = { ...app, grant_type: "authorization_code", code: CODE, redirect_uri: REDIRECT_URI };
  const refresh = { ...app, grant_type: "refresh_token", refresh_token: REFRESH_TOKEN };
  const key = { authorization: `Bearer ${SERVICE_KEY}` };

  const cases: [name: string, path: string, status: number, body: object, headers?: Record<string, string>][] = [
    ["an exchange", "/oauth/token", 200, code],
    ["a refresh without a new refresh token", "/oauth/token", 200, refresh],
    ["an unknown code", "/oauth/token", 400, { ...code, code: "other" }],
    ["a wrong secret", "/oauth/token", 401, { ...code, client_secret: "other" }],
    ["another media type", "/oauth/token", 415, {}, { "content-type": "text/plain" }],
    ["a large body", "/oauth/token", 413, { code: "x".repeat(20_000) }],
    ["a revocation", "/oauth/revoke", 200, { ...app, token: ACCESS_TOKEN }],
    ["a revocation without a token", "/oauth/revoke", 400, app],
    ["an uninstall", "/oauth/uninstall", 200, { ...app, merchant_id: "shop_1" }],
    ["an active access token", "/oauth/introspect", 200, { token: ACCESS_TOKEN }, key],
    [
      "an active refresh token",
      "/oauth/introspect",
      200,
      { token: REFRESH_TOKEN, token_type_hint: "refresh_token" },
      key,
    ],
    ["an inactive token", "/oauth/introspect", 200, { token: "other" }, key],
    ["no service key", "/oauth/introspect", 401, { token: ACCESS_TOKEN }],
    [
      "a key without the permission",
      "/oauth/introspect",
      403,
      { token: ACCESS_TOKEN },
      { authorization: `Bearer ${WEAK_SERVICE_KEY}` },
    ],
  ];
  it.each(cases)("%s: %s %i", async (_name, url, status, payload, headers = {}) => {
    const answer = await gateway.app.inject({
      method: "POST",
      url,
      payload,
      headers: { "content-type": "application/json", ...headers },
    });
    expect(answer.statusCode).toBe(status);
    expectDocumented("post", url, answer);
  });

  it("the metadata", async () => {
    const url = "/.well-known/oauth-authorization-server";
    expectDocumented("get", url, await gateway.app.inject({ url }));
  });

  it("an outage and a wrong method", async () => {
    const { app: server, core } = await createGateway();
    core.failure = new ConnectError("down", Code.Unavailable);
    const outage = await server.inject({ method: "POST", url: "/oauth/token", payload: code });
    expect(outage.statusCode).toBe(503);
    expectDocumented("post", "/oauth/token", outage);
    const method = await server.inject({ method: "PUT", url: "/oauth/token" });
    expect(method.statusCode).toBe(405);
    expectDocumented("post", "/oauth/token", method);
  });
});

describe("the document accepts a body exactly if the route does", () => {
  const bodies: [name: string, accepted: boolean, body: object][] = [
    ["an unknown parameter", true, { token: "other", more: "…" }],
    ["an empty optional parameter", true, { token: "other", token_type_hint: "" }],
    ["the longest value", true, { token: "x".repeat(4096) }],
    ["a longer value", false, { token: "x".repeat(4097) }],
    ["an empty token", false, { token: "" }],
    ["no token", false, { more: "…" }],
    ["a number", false, { token: "other", more: 1 }],
    ["a control character in a value", false, { token: "other", more: "a\u0085b" }],
    ["a control character in a name", false, { token: "other", "a\nb": "…" }],
    ["a long name", false, { token: "other", ["x".repeat(129)]: "…" }],
    ["a reserved name", false, { token: "other", constructor: "…" }],
    ["65 parameters", false, Object.fromEntries(["token", ...Array(64).keys()].map((name) => [`${name}`, "…"]))],
  ];
  it.each(bodies)("%s: %s", async (_name, accepted, body) => {
    const headers = { authorization: `Bearer ${SERVICE_KEY}`, "content-type": "application/json" };
    const answer = await gateway.app.inject({ method: "POST", url: "/oauth/introspect", payload: body, headers });
    const schema = compile("#/components/schemas/IntrospectionRequest");
    expect([schema(JSON.parse(JSON.stringify(body))), answer.statusCode]).toEqual([accepted, accepted ? 200 : 400]);
  });
});

it("a property missing from the document is detected", async () => {
  const answer = await gateway.app.inject({
    method: "POST",
    url: "/oauth/introspect",
    payload: { token: "other" },
    headers: { authorization: `Bearer ${SERVICE_KEY}` },
  });
  const changed = {
    statusCode: 200,
    headers: answer.headers,
    body: '{"active":false,"why":1}',
    json: () => ({ active: false, why: 1 }),
  };
  expect(() => expectDocumented("post", "/oauth/introspect", changed as never)).toThrow(
    "must match exactly one schema",
  );
});

/** Compares status, headers and body with the document's response. */
function expectDocumented(method: string, path: string, answer: LightMyRequestResponse): void {
  const named = document.paths[path]![method]!.responses[answer.statusCode]!;
  expect(named, `${method} ${path} ${answer.statusCode} is not documented`).toBeDefined();
  const response = named.$ref ? document.components.responses[named.$ref.split("/").at(-1)!]! : named;
  for (const header of Object.keys(response.headers ?? {})) expect(answer.headers).toHaveProperty(header);
  if (response.content === undefined) {
    expect(answer.body).toBe("");
    return;
  }
  const pointer = named.$ref ?? `#/paths/${path.replaceAll("/", "~1")}/${method}/responses/${answer.statusCode}`;
  const validate = compile(`${pointer}/content/application~1json/schema`);
  if (!validate(answer.json())) throw new Error(ajv.errorsText(validate.errors));
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, "openapi");

function compile(pointer: string): ValidateFunction {
  return ajv.getSchema(`openapi${pointer}`)!;
}

describe("the examples", () => {
  interface Property {
    const?: unknown;
    examples?: readonly unknown[];
    description?: string;
  }
  const { paths, components } = document as unknown as {
    paths: Record<string, Record<string, { parameters?: { name: string; schema: Property; description: string }[] }>>;
    components: { schemas: Record<string, { properties?: Record<string, Property> }> };
  };
  const parameters = paths["/oauth/authorize"]!.get!.parameters!;
  const properties = Object.entries(components.schemas).flatMap(([schema, { properties: ofSchema = {} }]) =>
    Object.entries(ofSchema).map(([name, property]) => ({ schema, name, property })),
  );
  const all = [...parameters.map(({ name, schema }) => ({ schema: "", name, property: schema })), ...properties];

  it("each parameter and each field has one, if its schema does not fix its value", () => {
    const without = all.filter(({ property }) => !("const" in property) && property.examples === undefined);
    expect(without.map(({ name }) => name)).toEqual([]);
    const superfluous = all.filter(({ property }) => "const" in property && property.examples !== undefined);
    expect(superfluous.map(({ name }) => name)).toEqual([]);
  });

  it("matches its schema, and stands in no text", () => {
    for (const { name, property } of all) {
      for (const example of property.examples ?? []) {
        expect([name, ajv.validate(property, example)]).toEqual([name, true]);
        expect([name, property.description?.includes(`for example \`${example}`) ?? false]).toEqual([name, false]);
      }
    }
  });

  it("the verifier belongs to the challenge", async () => {
    const shownFor = (wanted: string) => all.find(({ name }) => name === wanted)!.property.examples![0] as string;
    const hash = createHash("sha256").update(shownFor("code_verifier")).digest("base64url");
    expect(hash).toBe(shownFor("code_challenge"));
  });
});
