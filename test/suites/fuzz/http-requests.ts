import fc from "fast-check";

/** A request in parts, so that counterexamples are readable and fast-check can shrink them. */
export interface FuzzedRequest {
  method: string;
  path: string;
  /** The query without its question mark; null for none. One character for each byte. */
  query: string | null;
  headers: [name: string, value: string][];
  contentType: string | null;
  /** One character for each byte. */
  body: string;
  /** The position at which the body ends, before its announced length; null for a complete body. */
  cutAt: number | null;
}

/** Values that the service knows. */
export interface Vocabulary {
  /** Valid credentials, codes, tokens and addresses. */
  values: string[];
  serviceKey: string;
  basic: string;
  cookie: string;
  clientId: string;
  interactionId: string;
}

export const OAUTH_PATHS = ["/oauth/token", "/oauth/revoke", "/oauth/introspect", "/oauth/uninstall"];
const NAMES = [
  "grant_type",
  "code",
  "redirect_uri",
  "client_id",
  "client_secret",
  "refresh_token",
  "scope",
  "state",
  "token",
  "token_type_hint",
  "merchant_id",
  "code_verifier",
  "code_challenge",
  "code_challenge_method",
  "response_type",
  "prompt",
  "install_token",
  "merchant_hint",
  "request",
  "request_uri",
  "csrf_token",
  "decision",
  "email",
  "password",
  "next",
  "name",
];
const WORDS = [
  "authorization_code",
  "refresh_token",
  "password",
  "code",
  "token",
  "S256",
  "plain",
  "login",
  "consent",
  "approve",
  "orders:read",
  "orders:read orders:write",
  "access_token",
  "",
];
/** Inputs that have caused errors in other servers. Pages are searched for the mark, which must be escaped. */
export const MARK = "<fz-mark";
const HOSTILE = [
  `"${MARK} onload=alert(1)>`,
  "a\r\nset-cookie: x=1",
  "%0d%0aset-cookie:%20x=1",
  "\0",
  "\u00e9",
  "\u{1f600}",
  "\ud800",
  "%",
  "%zz",
  "%c0%af",
  "%ed%a0%80",
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "//evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "../../etc/passwd",
  "x".repeat(300),
  "x".repeat(5_000),
  "9".repeat(400),
  "-1",
  "null",
  "[object Object]",
  "00000000-0000-0000-0000-000000000000",
];

export function requestOf(words: Vocabulary): fc.Arbitrary<FuzzedRequest> {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words.values) },
    { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
    { weight: 1, arbitrary: mutated(words.values) },
  );
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  );
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 9 });
  const form = fc.oneof({ weight: 4, arbitrary: pairs.map(toForm) }, { weight: 1, arbitrary: bytes(300) });
  return fc
    .record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom("GET", "POST", "POST", "POST") },
        {
          weight: 1,
          arbitrary: fc.constantFrom("PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "QUERY", "BREW"),
        },
      ),
      path: pathOf(words),
      query: fc.option(form, { freq: 2 }),
      headers: headersOf(words),
      typed: fc.oneof(
        { weight: 5, arbitrary: form.map((body) => ({ body, contentType: "application/x-www-form-urlencoded" })) },
        { weight: 5, arbitrary: jsonOf(name, value).map((body) => ({ body, contentType: "application/json" })) },
        { weight: 2, arbitrary: fc.record({ body: bytes(400), contentType: contentTypes }) },
      ),
      cutAt: fc.option(fc.nat(50), { freq: 30 }),
    })
    .map(({ typed, ...rest }) => ({ ...rest, ...typed }));
}

const contentTypes = fc.option(
  fc.oneof(
    fc.constantFrom(
      "application/json",
      "application/x-www-form-urlencoded",
      "application/json; charset=utf-16",
      "application/json;charset=UTF-8",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "text/plain",
      "application/grpc",
      "application/proto",
      "a/b; c",
      ";",
    ),
    fc.string({ maxLength: 30 }).map(visible),
  ),
);

function pathOf({ clientId, interactionId }: Vocabulary): fc.Arbitrary<string> {
  const known = [
    "/oauth/authorize",
    "/.well-known/oauth-authorization-server",
    "/",
    "/sign-in",
    "/sign-up",
    "/sign-out",
    "/account",
    "/portal",
    "/portal/apps/new",
    `/portal/apps/${clientId}`,
    "/portal/check",
    "/console",
    "/console/apps",
    "/console/audit",
    "/connected-apps",
    `/install/${clientId}`,
    `/interactions/${interactionId}`,
    "/docs/errors",
    "/healthz",
  ];
  const oauth = fc.constantFrom(...OAUTH_PATHS, ...OAUTH_PATHS.map((path) => `/api/v1${path}`));
  const segment = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 12 })).map(encodeURIComponentSafely);
  return fc.oneof(
    { weight: 6, arbitrary: oauth },
    { weight: 2, arbitrary: fc.constant("/oauth/authorize") },
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...known, "/oauth", "/portal/apps", "/install"), segment)
        .map((parts) => parts.join("/")),
    },
  );
}

function headersOf(words: Vocabulary): fc.Arbitrary<[string, string][]> {
  const authorization = fc.constantFrom(
    `Basic ${words.basic}`,
    `Bearer ${words.serviceKey}`,
    "Basic",
    "Basic %%%",
    "Basic Og==",
    "Basic /w==",
    "Bearer x",
    "Negotiate abc",
    "",
  );
  const header = fc.oneof<fc.Arbitrary<[string, string]>[]>(
    authorization.map((text) => ["authorization", text]),
    authorization.map((text) => ["authorization", text]),
    fc.constantFrom<[string, string][]>(
      ["cookie", words.cookie],
      ["cookie", "latchkey=x; latchkey=y"],
      ["cookie", "=;;=\u00ff"],
      ["origin", "null"],
      ["origin", "https://evil.example"],
      ["sec-fetch-site", "cross-site"],
      ["accept", "text/html"],
      ["accept-language", "de;q=x,,;q=,*"],
      ["content-encoding", "gzip"],
      ["transfer-encoding", "chunked"],
      ["expect", "100-continue"],
      ["expect", "200-ok"],
      ["x-forwarded-for", "198.51.100.1, , ::1"],
      ["x-request-id", "a b"],
      ["latchkey-session", "x"],
      ["host", "evil.example"],
      ["range", "bytes=0-1"],
      ["if-none-match", "*"],
      ["upgrade", "h2c"],
      ["connection", "keep-alive, upgrade"],
    ),
    fc.tuple(
      fc.string({ maxLength: 15 }).map((text) => visible(text).replaceAll(/[^\w-]/g, "") || "x-y"),
      fc.string({ maxLength: 40 }).map(visible),
    ),
  );
  return fc.array(header, { maxLength: 4 });
}

/** Usually a flat object, as the routes expect; otherwise other JSON, duplicate names or no JSON. */
function jsonOf(name: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc.oneof(
    { weight: 9, arbitrary: value.map((text) => JSON.stringify(text)) },
    { weight: 1, arbitrary: fc.json() },
  );
  const flat = fc
    .array(fc.tuple(name, member), { maxLength: 9 })
    .map((members) => `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`);
  return fc
    .oneof(
      { weight: 6, arbitrary: flat },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.tuple(flat, fc.nat(200)).map(([text, end]) => text.slice(0, end)) },
    )
    .map((text) => Buffer.from(text, "utf8").toString("latin1"));
}

function mutated(values: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...values), fc.nat(100), fc.string({ maxLength: 2 }))
    .map(([text, at, replacement]) => text.slice(0, at) + replacement + text.slice(at + 1));
}

function bytes(maxLength: number): fc.Arbitrary<string> {
  return fc.uint8Array({ maxLength }).map((array) => Buffer.from(array).toString("latin1"));
}

function toForm(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map((pair) => pair.map(encodeURIComponentSafely).join("=")).join("&");
}

/** Escapes characters that would break the request line, except existing escapes. */
function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%25", "%");
}

function visible(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "");
}

/** The bytes of the request. The framing is correct unless a part of the request makes it wrong. */
export function toBytes(
  { method, path, query, headers, contentType, body, cutAt }: FuzzedRequest,
  host: string,
): Buffer {
  const withBody = body !== "" && method !== "GET";
  const chunked = withBody && headers.some(([name]) => name === "transfer-encoding");
  const lines = [
    `${method} ${targetOf(path, query)} HTTP/1.1`,
    ...(headers.some(([name]) => name === "host") ? [] : [`host: ${host}`]),
    ...headers.filter(([name]) => withBody || name !== "transfer-encoding").map(([name, value]) => `${name}: ${value}`),
    ...(headers.some(([name]) => name === "connection") ? [] : ["connection: close"]),
    ...(contentType === null ? [] : [`content-type: ${contentType}`]),
    ...(withBody && !chunked ? [`content-length: ${body.length}`] : []),
  ];
  const framed = chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : withBody ? body : "";
  const text = `${lines.join("\r\n")}\r\n\r\n${cutAt === null ? framed : framed.slice(0, cutAt)}`;
  return Buffer.from(text, "latin1");
}

function targetOf(path: string, query: string | null): string {
  const target = query === null ? path : `${path}?${query}`;
  return target.replaceAll(/[\0-\x20\x7f]/g, "+");
}
