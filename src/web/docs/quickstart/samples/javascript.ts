import { listeningPort } from "./loopback.ts";
import { literal, type MarkedLine, type SampleTexts, type WriteSample } from "./sample.ts";

/** A Node.js module that uses no packages. */
export const javascriptSample: WriteSample = (client, texts) => {
  const { issuer, clientId, confidential, redirectUri, scope, refreshes } = client;
  const port = listeningPort(client);
  return [
    { part: "values" },
    'import { createHash, randomBytes } from "node:crypto";',
    ...(port === null
      ? [READLINE]
      : ['import { on, once } from "node:events";', 'import { createServer } from "node:http";']),
    "",
    `const issuer = ${literal(issuer)};`,
    `const client_id = ${literal(clientId)};`,
    confidential && "const client_secret = process.env.CLIENT_SECRET;",
    `const redirect_uri = ${literal(redirectUri)};`,
    `const scope = ${literal(scope)};`,
    "",
    { part: "authorize" },
    'const state = randomBytes(16).toString("base64url");',
    'const code_verifier = randomBytes(32).toString("base64url");',
    'const code_challenge = createHash("sha256")',
    "  .update(code_verifier)",
    '  .digest("base64url");',
    "const query = new URLSearchParams({",
    "  client_id,",
    "  redirect_uri,",
    "  scope,",
    "  state,",
    "  code_challenge,",
    '  code_challenge_method: "S256",',
    "});",
    `console.log(${literal(texts.open)});`,
    'console.log(issuer + "/oauth/authorize?" + query);',
    "",
    { part: "redirect" },
    ...(port === null ? paste(texts) : listen(port, texts)),
    'if (callback.get("state") !== state || callback.get("iss") !== issuer)',
    `  throw new Error(${literal(texts.wrong)});`,
    'if (callback.has("error"))',
    '  throw new Error(callback.get("error_description"));',
    "",
    { part: "exchange" },
    ...requestTokens(confidential),
    "",
    `${refreshes ? "let" : "const"} tokens = await requestTokens({`,
    '  grant_type: "authorization_code",',
    '  code: callback.get("code"),',
    "  redirect_uri,",
    "  code_verifier,",
    "});",
    ...(refreshes ? REFRESH : []),
    "console.log(tokens);",
  ];
};

const READLINE = 'import { createInterface } from "node:readline/promises";';

const paste = (texts: SampleTexts): string[] => [
  "const terminal = createInterface({",
  "  input: process.stdin,",
  "  output: process.stdout,",
  "});",
  `console.log(${literal(texts.paste)});`,
  'const address = await terminal.question("");',
  "terminal.close();",
  "",
  "const callback = new URL(address).searchParams;",
];

const listen = (port: string, texts: SampleTexts): string[] => [
  `const server = createServer().listen(${port}, "127.0.0.1");`,
  "let callback;",
  'for await (const [request, response] of on(server, "request")) {',
  "  callback = new URL(request.url, redirect_uri).searchParams;",
  `  response.end(${literal(texts.received)});`,
  '  await once(response, "close");',
  '  if (callback.has("state")) break;',
  "}",
  "server.close();",
  "server.closeAllConnections();",
  "",
];

const requestTokens = (confidential: boolean): MarkedLine[] => [
  "async function requestTokens(parameters) {",
  `  const credentials = { client_id${confidential ? ", client_secret" : ""} };`,
  '  const response = await fetch(issuer + "/oauth/token", {',
  '    method: "POST",',
  "    body: new URLSearchParams({ ...credentials, ...parameters }),",
  "    signal: AbortSignal.timeout(10_000),",
  "  });",
  "  const body = await response.json();",
  "  if (!response.ok)",
  '    throw new Error(body.error + ": " + body.error_description);',
  "  return body;",
  "}",
];

const REFRESH: MarkedLine[] = [
  "",
  { part: "refresh" },
  "tokens = await requestTokens({",
  '  grant_type: "refresh_token",',
  "  refresh_token: tokens.refresh_token,",
  "});",
];
