import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decideRegistration,
  isRegisteredRedirectUri,
  REDIRECT_URI_ADVICE,
  type RedirectUriError,
} from "../../../src/oauth/redirect-uri.ts";

const HOSTED = { confidential: true, publicUrlIsLoopback: false };
const HOSTED_PUBLIC = { confidential: false, publicUrlIsLoopback: false };
const LOCAL = { confidential: true, publicUrlIsLoopback: true };
const LOCAL_PUBLIC = { confidential: false, publicUrlIsLoopback: true };

describe("accepted at registration for every app", () => {
  test.each([
    { name: "https", uri: "https://app.example/cb" },
    { name: "a port", uri: "https://app.example:8443/cb" },
    { name: "a query", uri: "https://app.example/cb?shop=1&x=%20" },
    {
      name: "a query with names similar to response parameters",
      uri: "https://app.example/cb?coded=1&xstate=2&Code=3&a=code&b=state=1",
    },
    { name: "a path similar to a response", uri: "https://app.example/code=1&state=2" },
    { name: "no path", uri: "https://app.example" },
    { name: "an IPv4 address", uri: "https://192.0.2.1/cb" },
    { name: "an IPv6 address", uri: "https://[2001:db8::1]/cb" },
    { name: "a name in punycode", uri: "https://xn--bcher-kva.example/cb" },
    { name: "2048 characters", uri: `https://app.example/${"a".repeat(2028)}` },
  ])("$name", ({ uri }) => {
    for (const facts of [HOSTED, HOSTED_PUBLIC, LOCAL, LOCAL_PUBLIC]) {
      expect(decideRegistration(uri, facts)).toEqual({ kind: "accept" });
    }
  });
});

describe("R2 refused at registration for every app", () => {
  const REFUSED: { name: string; uri: string; reason: RedirectUriError }[] = [
    { name: "http off loopback", uri: "http://app.example/cb", reason: "HTTP_NOT_LOOPBACK" },
    {
      name: "http on a host with the prefix of loopback",
      uri: "http://127.0.0.1.example/cb",
      reason: "HTTP_NOT_LOOPBACK",
    },
    { name: "http on localhost's sub-domain", uri: "http://localhost.example/cb", reason: "HTTP_NOT_LOOPBACK" },
    { name: "http on every interface", uri: "http://0.0.0.0/cb", reason: "HTTP_NOT_LOOPBACK" },
    { name: "a fragment", uri: "https://app.example/cb#x", reason: "FRAGMENT" },
    { name: "an empty fragment", uri: "https://app.example/cb#", reason: "FRAGMENT" },
    { name: "a user name", uri: "https://user@app.example/cb", reason: "USERINFO" },
    {
      name: "a user name that looks like the host",
      uri: "https://app.example:443@evil.example/cb",
      reason: "USERINFO",
    },
    { name: "a wildcard host", uri: "https://*.app.example/cb", reason: "WILDCARD" },
    { name: "a wildcard path", uri: "https://app.example/*", reason: "WILDCARD" },
    { name: "javascript", uri: "javascript:alert(1)", reason: "SCHEME_REFUSED" },
    { name: "javascript in capitals", uri: "JavaScript:alert(1)", reason: "SCHEME_REFUSED" },
    { name: "data", uri: "data:text/html,x", reason: "SCHEME_REFUSED" },
    { name: "file", uri: "file:///etc/passwd", reason: "SCHEME_REFUSED" },
    { name: "a scheme without a dot", uri: "myapp:/cb", reason: "SCHEME_WITHOUT_DOT" },
    { name: "no scheme", uri: "app.example/cb", reason: "NOT_ABSOLUTE" },
    { name: "a path", uri: "/cb", reason: "NOT_ABSOLUTE" },
    { name: "//host", uri: "//app.example/cb", reason: "NOT_ABSOLUTE" },
    { name: "nothing", uri: "", reason: "NOT_ABSOLUTE" },
    { name: "https without slashes", uri: "https:app.example/cb", reason: "NOT_ABSOLUTE" },
    { name: "https with one slash", uri: "https:/app.example/cb", reason: "NOT_ABSOLUTE" },
    { name: "https with three slashes", uri: "https:///app.example/cb", reason: "HOST_MISSING" },
    { name: "a port and no host", uri: "https://:443/cb", reason: "HOST_MISSING" },
    { name: "an impossible port", uri: "https://app.example:65536/cb", reason: "HOST_MALFORMED" },
    { name: "a port that is no number", uri: "https://app.example:44x/cb", reason: "HOST_MALFORMED" },
    { name: "an address in hexadecimal", uri: "https://0x7f.1/cb", reason: "HOST_MALFORMED" },
    { name: "loopback as one number", uri: "http://2130706433/cb", reason: "HOST_MALFORMED" },
    { name: "a percent-encoded host", uri: "https://app%2eexample/cb", reason: "HOST_MALFORMED" },
    { name: "a host in capitals", uri: "https://App.example/cb", reason: "HOST_MALFORMED" },
    { name: "a backslash", uri: "https://app.example\\@evil.example/cb", reason: "ILLEGAL_CHARACTER" },
    { name: "a space", uri: "https://app.example/c b", reason: "ILLEGAL_CHARACTER" },
    { name: "a line feed at the end", uri: "https://app.example/cb\n", reason: "ILLEGAL_CHARACTER" },
    { name: "a zero byte", uri: "https://app.example/\0", reason: "ILLEGAL_CHARACTER" },
    { name: "a letter outside ASCII", uri: "https://bücher.example/cb", reason: "ILLEGAL_CHARACTER" },
    { name: "half a percent-encoding", uri: "https://app.example/%2", reason: "ILLEGAL_CHARACTER" },
    { name: "a quote", uri: 'https://app.example/"', reason: "ILLEGAL_CHARACTER" },
    { name: "a code in the query", uri: "https://app.example/cb?code=1", reason: "ANSWER_IN_QUERY" },
    { name: "a state after another parameter", uri: "https://app.example/cb?a=1&state=", reason: "ANSWER_IN_QUERY" },
    { name: "an iss without a value", uri: "https://app.example/cb?iss", reason: "ANSWER_IN_QUERY" },
    { name: "an error", uri: "https://app.example/cb?error=x", reason: "ANSWER_IN_QUERY" },
    { name: "its description", uri: "https://app.example/cb?error_description=x", reason: "ANSWER_IN_QUERY" },
    { name: "a code percent-encoded", uri: "https://app.example/cb?%63ode=1", reason: "ANSWER_IN_QUERY" },
    { name: "a code after a second ?", uri: "https://app.example/cb?a?b&code=1", reason: "ANSWER_IN_QUERY" },
    { name: "2049 characters", uri: `https://app.example/${"a".repeat(2029)}`, reason: "TOO_LONG" },
  ];

  test.each(REFUSED)("$name: $reason", ({ uri, reason }) => {
    for (const facts of [HOSTED, HOSTED_PUBLIC, LOCAL, LOCAL_PUBLIC]) {
      expect(decideRegistration(uri, facts)).toEqual({ kind: "refuse", reason });
    }
    expect(REDIRECT_URI_ADVICE[reason]).toMatch(/\.$/);
  });
});

describe("R3 RFC 8252 §7.3 loopback at registration", () => {
  const CASES = [
    { name: "public app, 127.0.0.1", uri: "http://127.0.0.1/cb", facts: HOSTED_PUBLIC, expected: "accept" },
    {
      name: "public app, 127.0.0.1 with a port",
      uri: "http://127.0.0.1:8123/cb",
      facts: HOSTED_PUBLIC,
      expected: "accept",
    },
    { name: "public app, [::1]", uri: "http://[::1]/cb", facts: HOSTED_PUBLIC, expected: "accept" },
    { name: "public app, localhost", uri: "http://localhost/cb", facts: HOSTED_PUBLIC, expected: "LOOPBACK_NEEDS_IP" },
    {
      name: "public app, localhost, local service",
      uri: "http://localhost/cb",
      facts: LOCAL_PUBLIC,
      expected: "LOOPBACK_NEEDS_IP",
    },
    { name: "secret app, 127.0.0.1", uri: "http://127.0.0.1:8090/cb", facts: HOSTED, expected: "LOOPBACK_REFUSED" },
    { name: "secret app, localhost", uri: "http://localhost:8090/cb", facts: HOSTED, expected: "LOOPBACK_REFUSED" },
    { name: "secret app, 127.0.0.1, local service", uri: "http://127.0.0.1:8090/cb", facts: LOCAL, expected: "accept" },
    { name: "secret app, localhost, local service", uri: "http://localhost:8090/cb", facts: LOCAL, expected: "accept" },
  ];

  test.each(CASES)("$name: $expected", ({ uri, facts, expected }) => {
    const decision = decideRegistration(uri, facts);
    expect(decision.kind === "accept" ? "accept" : decision.reason).toBe(expected);
  });
});

test("RFC 6749 §3.1.2 a custom scheme must not have response parameters either; a registered one still matches", () => {
  const uri = "com.example.app:/cb?code=1";
  expect(decideRegistration(uri, HOSTED_PUBLIC)).toEqual({ kind: "refuse", reason: "ANSWER_IN_QUERY" });
  expect(isRegisteredRedirectUri(uri, { confidential: false, redirectUris: [uri] })).toBe(true);
});

test("RFC 8252 §7.1 only public apps may use custom schemes", () => {
  expect(decideRegistration("com.example.app:/cb", HOSTED_PUBLIC)).toEqual({ kind: "accept" });
  expect(decideRegistration("com.example.app:/cb", HOSTED)).toEqual({
    kind: "refuse",
    reason: "SCHEME_NEEDS_PUBLIC_APP",
  });
});

describe("R2 RFC 8252 §7.1 a custom scheme must parse as a URL", () => {
  test.each([
    { name: "an open bracket as host", uri: "com.example.app://[/cb" },
    { name: "an impossible port", uri: "com.example.app://host:99999/cb" },
    { name: "a user name without a host", uri: "com.example.app://@/cb" },
  ])("$name", ({ uri }) => {
    expect(decideRegistration(uri, HOSTED_PUBLIC)).toEqual({ kind: "refuse", reason: "HOST_MALFORMED" });
  });
});

describe("R1 RFC 9700 §4.1.3 matching is character by character", () => {
  const registered = "https://app.example/cb";
  const NEIGHBOURS = [
    { name: "a registered prefix", presented: "https://app.example/cb/more" },
    { name: "a shorter path", presented: "https://app.example/c" },
    { name: "a slash at the end", presented: "https://app.example/cb/" },
    { name: "a sub-domain", presented: "https://sub.app.example/cb" },
    { name: "a host with the same prefix", presented: "https://app.example.evil/cb" },
    { name: "an extra query", presented: "https://app.example/cb?x=1" },
    { name: "an empty query", presented: "https://app.example/cb?" },
    { name: "a fragment", presented: "https://app.example/cb#x" },
    { name: "another scheme", presented: "http://app.example/cb" },
    { name: "an explicit default port", presented: "https://app.example:443/cb" },
    { name: "other capitals", presented: "https://APP.example/cb" },
    { name: "another encoding of the path", presented: "https://app.example/%63b" },
    { name: "a path with ..", presented: "https://app.example/x/../cb" },
    { name: "a user name", presented: "https://x@app.example/cb" },
    { name: "a space after it", presented: "https://app.example/cb " },
    { name: "a line feed after it", presented: "https://app.example/cb\n" },
    { name: "nothing", presented: "" },
  ];

  test("the registered one matches", () => {
    for (const confidential of [true, false]) {
      expect(
        isRegisteredRedirectUri(registered, { confidential, redirectUris: ["https://b.example/", registered] }),
      ).toBe(true);
    }
  });

  test.each(NEIGHBOURS)("$name does not", ({ presented }) => {
    for (const confidential of [true, false]) {
      expect(isRegisteredRedirectUri(presented, { confidential, redirectUris: [registered] })).toBe(false);
    }
  });

  test("no registered URI matches nothing", () => {
    expect(isRegisteredRedirectUri(registered, { confidential: true, redirectUris: [] })).toBe(false);
  });
});

describe("R3 RFC 8252 §7.3 the port of a public app's loopback address is free", () => {
  const v4 = "http://127.0.0.1/cb";
  const CASES = [
    { name: "any port", registered: v4, presented: "http://127.0.0.1:49152/cb", matches: true },
    { name: "no port where one is registered", registered: "http://127.0.0.1:1/cb", presented: v4, matches: true },
    { name: "the greatest port", registered: v4, presented: "http://127.0.0.1:65535/cb", matches: true },
    { name: "IPv6", registered: "http://[::1]/cb", presented: "http://[::1]:8123/cb", matches: true },
    {
      name: "a query that is registered",
      registered: `${v4}?a=1`,
      presented: "http://127.0.0.1:8/cb?a=1",
      matches: true,
    },
    { name: "another path", registered: v4, presented: "http://127.0.0.1:8123/other", matches: false },
    { name: "an extra query", registered: v4, presented: "http://127.0.0.1:8123/cb?x=1", matches: false },
    { name: "IPv6 for IPv4", registered: v4, presented: "http://[::1]:8123/cb", matches: false },
    { name: "localhost for the address", registered: v4, presented: "http://localhost:8123/cb", matches: false },
    { name: "https for http", registered: v4, presented: "https://127.0.0.1:8123/cb", matches: false },
    { name: "a port of six digits", registered: v4, presented: "http://127.0.0.1:123456/cb", matches: false },
    { name: "port 65536", registered: v4, presented: "http://127.0.0.1:65536/cb", matches: false },
    { name: "port 0", registered: v4, presented: "http://127.0.0.1:0/cb", matches: false },
    { name: "an empty port", registered: v4, presented: "http://127.0.0.1:/cb", matches: false },
    {
      name: "a user name after the port",
      registered: v4,
      presented: "http://127.0.0.1:80@evil.example/cb",
      matches: false,
    },
    { name: "a longer host", registered: v4, presented: "http://127.0.0.1.evil.example/cb", matches: false },
    {
      name: "a longer host after the port",
      registered: v4,
      presented: "http://127.0.0.1:80.evil.example/cb",
      matches: false,
    },
    { name: "https is exact", registered: "https://127.0.0.1/cb", presented: "https://127.0.0.1:8/cb", matches: false },
  ];

  test.each(CASES)("$name: $matches", ({ registered, presented, matches }) => {
    expect(isRegisteredRedirectUri(presented, { confidential: false, redirectUris: [registered] })).toBe(matches);
  });

  test("one of several registered URIs matches", () => {
    const app = { confidential: false, redirectUris: ["https://app.example/cb", "http://[::1]/cb", v4] };
    expect(isRegisteredRedirectUri("http://127.0.0.1:49152/cb", app)).toBe(true);
    expect(isRegisteredRedirectUri("http://127.0.0.1:49152/other", app)).toBe(false);
  });

  test("the port of an app with a secret must match", () => {
    const app = { confidential: true, redirectUris: ["http://127.0.0.1:8090/cb"] };
    expect(isRegisteredRedirectUri("http://127.0.0.1:8090/cb", app)).toBe(true);
    expect(isRegisteredRedirectUri("http://127.0.0.1:8091/cb", app)).toBe(false);
  });
});

test("no text makes a rule throw, and a URL parser does not change accepted URIs", () => {
  const pieces = [
    "https:",
    "//",
    "/",
    "\\",
    "a.example",
    "b",
    "@",
    ":",
    "443",
    "[::1]",
    "127.0.0.1",
    "0x7f.1",
    "?",
    "#",
    "%2e",
    "..",
    "A",
  ];
  const crafted = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(""));
  const anyText = fc.oneof(
    crafted,
    crafted.map((text) => `https://${text}`),
    crafted.map((text) => `com.example.app:${text}`),
    fc.string(),
  );
  fc.assert(
    fc.property(anyText, (uri) => {
      const decision = decideRegistration(uri, HOSTED);
      if (decision.kind === "accept") expect(uri.startsWith(`https://${new URL(uri).hostname}`)).toBe(true);
      if (decideRegistration(uri, HOSTED_PUBLIC).kind === "accept") expect(URL.canParse(uri)).toBe(true);
      isRegisteredRedirectUri(uri, { confidential: false, redirectUris: ["http://127.0.0.1/"] });
    }),
    { numRuns: 500 },
  );
});
