import { linesOf, literal, type WriteSample } from "./sample.ts";

/** A Node.js module that uses no packages. */
export const javascriptSample: WriteSample = (client, texts) => {
  const { issuer, clientId, confidential, redirectUri, scope, refreshes } = client;
  return linesOf(
    'import { createHash, randomBytes } from "node:crypto";',
    'import { createInterface } from "node:readline/promises";',
    "",
    `const issuer = ${literal(issuer)};`,
    `const client_id = ${literal(clientId)};`,
    confidential && "const client_secret = process.env.CLIENT_SECRET;",
    `const redirect_uri = ${literal(redirectUri)};`,
    `const scope = ${literal(scope)};`,
    "",
    "async function requestTokens(parameters) {",
    '  const response = await fetch(issuer + "/oauth/token", {',
    '    method: "POST",',
    `    body: new URLSearchParams({ client_id, ${confidential ? "client_secret, " : ""}...parameters }),`,
    "    signal: AbortSignal.timeout(10_000),",
    "  });",
    "  const body = await response.json();",
    '  if (!response.ok) throw new Error(body.error + ": " + body.error_description);',
    "  return body;",
    "}",
    "",
    'const state = randomBytes(16).toString("base64url");',
    'const code_verifier = randomBytes(32).toString("base64url");',
    'const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");',
    'const pkce = { code_challenge, code_challenge_method: "S256" };',
    "const query = new URLSearchParams({ client_id, redirect_uri, scope, state, ...pkce });",
    `console.log(${literal(texts.open)});`,
    'console.log(issuer + "/oauth/authorize?" + query);',
    "",
    "const terminal = createInterface({ input: process.stdin, output: process.stdout });",
    `console.log(${literal(texts.paste)});`,
    'const callback = new URL(await terminal.question("")).searchParams;',
    "terminal.close();",
    'if (callback.get("state") !== state || callback.get("iss") !== issuer)',
    `  throw new Error(${literal(texts.wrong)});`,
    'if (callback.has("error")) throw new Error(callback.get("error_description"));',
    "",
    `${refreshes ? "let" : "const"} tokens = await requestTokens({`,
    '  grant_type: "authorization_code",',
    '  code: callback.get("code"),',
    "  redirect_uri,",
    "  code_verifier,",
    "});",
    ...(refreshes ? REFRESH : []),
    "console.log(tokens);",
  );
};

const REFRESH = [
  "tokens = await requestTokens({",
  '  grant_type: "refresh_token",',
  "  refresh_token: tokens.refresh_token,",
  "});",
];
