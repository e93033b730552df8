import { describe, expect, it } from "vitest";
import { authorizeBearer, type BearerOutcome, type Requirement, requirementOf } from "../../../src/client/bearer.ts";
import { fakeIntrospector, GRANT } from "./fake-introspector.ts";

const ORDERS: Requirement = { scopes: ["orders:read"] };
const challenge = (error: string, description: string) =>
  `Bearer realm="api", error="${error}", error_description="${description}"`;

function authorize(header: string | string[] | undefined, requirement: Requirement = ORDERS): Promise<BearerOutcome> {
  return authorizeBearer(fakeIntrospector(), { authorization: header }, requirement);
}

/** `granted`, or the status and the challenge. */
async function outcomeOf(header: string | string[] | undefined, requirement: Requirement = ORDERS) {
  const outcome = await authorize(header, requirement);
  if (outcome.kind === "granted") return "granted";
  const { status, headers } = outcome.rejection;
  return [status, headers["www-authenticate"]];
}

describe("RFC 6750 §2.1 the token comes in the Authorization header", () => {
  it.each([
    ["as the RFC writes it", "Bearer good"],
    ["with the scheme in lower case (RFC 9110 §11.1)", "bearer good"],
    ["with the scheme in capitals", "BEARER good"],
    ["after several spaces", "Bearer   good"],
    ["with white space around", "  Bearer good  "],
    ["once, as a list of one", ["Bearer good"]],
  ])("%s", async (_name, header) => {
    expect(await outcomeOf(header)).toBe("granted");
  });

  it("every b64token character is accepted", async () => {
    expect(await outcomeOf("Bearer t.e-s_t~+/==", { scopes: [], allowTest: true })).toBe("granted");
  });

  it.each([
    ["no token", "Bearer"],
    ["only spaces", "Bearer   "],
    ["two tokens", "Bearer good good"],
    ["two credentials in one", "Bearer good, Bearer good"],
    ["parameters", 'Bearer token="good"'],
    ["quotes", 'Bearer "good"'],
    ["a character outside ASCII", "Bearer göod"],
    ["padding inside", "Bearer go=od"],
    ["a tab for the space", "Bearer\tgood"],
  ])("§3.1 %s is 400 invalid_request", async (_name, header) => {
    const description = "the Authorization header is not `Bearer <token>`";
    expect(await outcomeOf(header)).toEqual([400, challenge("invalid_request", description)]);
  });

  it("§3.1 two headers are 400 invalid_request without an introspection", async () => {
    const core = fakeIntrospector();
    const outcome = await authorizeBearer(core, { authorization: ["Bearer good", "Bearer good"] }, ORDERS);
    expect(outcome).toMatchObject({ kind: "rejected", rejection: { status: 400, body: { error: "invalid_request" } } });
    expect(core.asked).toEqual([]);
  });
});

describe("§2.3 a token in the query", () => {
  const core = fakeIntrospector();
  const withQuery = (authorization: string | undefined, query: string) =>
    authorizeBearer(core, { authorization, url: `/orders?${query}` }, ORDERS);

  it("grants no access and is not introspected", async () => {
    expect(await withQuery(undefined, "access_token=good")).toMatchObject({ rejection: { status: 401 } });
    expect(core.asked).toEqual([]);
  });

  it.each(["access_token=good", "page=1&access_token=bad", "access_token", "access%5Ftoken=good"])(
    "§3.1 beside the header is a second method, 400 invalid_request: %s",
    async (query) => {
      const outcome = await withQuery("Bearer good", query);
      expect(outcome).toMatchObject({ rejection: { status: 400, body: { error: "invalid_request" } } });
      expect(core.asked).toEqual([]);
    },
  );

  it("other query parameters are ignored", async () => {
    expect(await withQuery("Bearer good", "q=access_token&my_access_token=x")).toMatchObject({ kind: "granted" });
  });
});

describe("§3 the challenge", () => {
  it.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["another scheme", "Basic Z29vZA=="],
    ["a scheme that only begins like it", "Bearerish good"],
    ["a bare token", "good"],
  ])("§3.1 to %s names no error", async (_name, header) => {
    expect(await outcomeOf(header)).toEqual([401, 'Bearer realm="api"']);
  });

  it("has the configured realm, and always at least one parameter", async () => {
    const requirement = { ...ORDERS, realm: "orders API" };
    expect(await outcomeOf(undefined, requirement)).toEqual([401, 'Bearer realm="orders API"']);
    expect((await outcomeOf("Bearer bad", requirement))[1]).toMatch(
      /^Bearer realm="orders API", error="invalid_token"/,
    );
  });
});

describe("§3.1 the error codes", () => {
  it("an inactive token is 401 invalid_token", async () => {
    const description = "the access token is expired, revoked or unknown";
    expect(await outcomeOf("Bearer bad")).toEqual([401, challenge("invalid_token", description)]);
  });

  it("a token without a scope is 403 insufficient_scope and says which are needed", async () => {
    expect(await outcomeOf("Bearer narrow")).toEqual([
      403,
      `${challenge("insufficient_scope", "the access token lacks orders:read")}, scope="orders:read"`,
    ]);
  });

  it("a route with several scopes requires all of them", async () => {
    const scopes = ["orders:read", "products:read", "orders:write"];
    expect(await outcomeOf("Bearer good", { scopes: scopes.slice(0, 2) })).toBe("granted");
    expect(await outcomeOf("Bearer good", { scopes })).toEqual([
      403,
      `${challenge("insufficient_scope", "the access token lacks orders:write")}, scope="${scopes.join(" ")}"`,
    ]);
  });

  it("a route without scopes accepts any active token", async () => {
    expect(await outcomeOf("Bearer narrow", { scopes: [] })).toBe("granted");
  });

  it("a test merchant's token is 401 unless the route accepts it", async () => {
    const test = "Bearer t.e-s_t~+/==";
    const description = "the access token belongs to a test merchant";
    expect(await outcomeOf(test)).toEqual([401, challenge("invalid_token", description)]);
    expect(await outcomeOf(test, { ...ORDERS, allowTest: false })).toEqual([401, expect.any(String)]);
    expect(await outcomeOf(test, { ...ORDERS, allowTest: true })).toBe("granted");
  });
});

describe("I4 while the core is unavailable", () => {
  it("the error is 503 with Retry-After and no challenge, and has the cause for the API's log", async () => {
    expect(await authorize("Bearer outage")).toEqual({
      kind: "rejected",
      rejection: {
        status: 503,
        headers: { "retry-after": "1", "cache-control": "no-store" },
        body: {
          error: "temporarily_unavailable",
          error_description: "the access token cannot be checked right now",
        },
      },
      cause: expect.objectContaining({ message: "introspection failed: UNAUTHENTICATED" }),
    });
  });

  it("an unexpected error is rethrown", async () => {
    await expect(authorize("Bearer defect")).rejects.toThrow(TypeError);
  });
});

describe("a route's requirement is validated at registration", () => {
  it.each(["", "orders read", 'orders"read', "orders\\read", "ordérs:read"])("%j is not a valid scope", (scope) => {
    expect(() => requirementOf(["orders:read", scope], {})).toThrow(TypeError);
  });

  it.each(['a "quoted" realm', "a\\b", "a\r\nset-cookie: x"])("%j is not a valid realm", (realm) => {
    expect(() => requirementOf([], { realm })).toThrow(TypeError);
  });

  it("other settings pass through unchanged", () => {
    const settings = { realm: "orders API", allowTest: true, consistency: "full" } as const;
    expect(requirementOf(["orders:read"], settings)).toEqual({ scopes: ["orders:read"], ...settings });
  });
});

it("only routes with full consistency request it from the core", async () => {
  const asked: unknown[] = [];
  const introspect = async (_token: string, options?: unknown) => {
    asked.push(options);
    return GRANT;
  };
  await authorizeBearer({ introspect }, { authorization: "Bearer x" }, { ...ORDERS, consistency: "full" });
  await authorizeBearer({ introspect }, { authorization: "Bearer x" }, ORDERS);
  expect(asked).toEqual([{ consistency: "full" }, undefined]);
});

it("an accepted token returns its grant", async () => {
  expect(await authorize("Bearer good")).toEqual({ kind: "granted", grant: GRANT });
});

it("every response is no-store and has an error description", async () => {
  for (const header of [undefined, "Bearer", "Bearer bad", "Bearer narrow", "Bearer outage"]) {
    const outcome = await authorize(header);
    expect(outcome).toMatchObject({
      rejection: {
        headers: { "cache-control": "no-store" },
        body: { error: expect.stringMatching(/^[a-z_]+$/), error_description: expect.stringMatching(/./) },
      },
    });
  }
});
