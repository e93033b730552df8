import type { WriteProgram } from "../../../content.ts";
import { linesOf, literal } from "../../../quickstart/samples/sample.ts";
import { startPathOf } from "./paths.ts";

/** A web server for Node.js without packages. */
export const connectInJavascript: WriteProgram = (client, texts) =>
  linesOf(...head(client, texts), ...connect(client, texts), ...callback(client, texts), ...server(client));

type Part = (...values: Parameters<WriteProgram>) => (string | false)[];

const head: Part = ({ issuer, clientId, confidential, redirectUri, scope }) => {
  const secure = redirectUri.startsWith("https:") ? " Secure;" : "";
  return [
    'import { createHash, randomBytes } from "node:crypto";',
    'import { writeFile } from "node:fs/promises";',
    'import { createServer } from "node:http";',
    "",
    `const issuer = ${literal(issuer)};`,
    `const client_id = ${literal(clientId)};`,
    confidential && "const client_secret = process.env.CLIENT_SECRET;",
    `const redirect_uri = ${literal(redirectUri)};`,
    `const scope = ${literal(scope)};`,
    `const attributes = "; HttpOnly; SameSite=Lax;${secure} Path=/; Max-Age=600";`,
    'const random = () => randomBytes(32).toString("base64url");',
    "",
  ];
};

const connect: Part = (_client, { connect: texts }) => [
  `// ${texts.start}`,
  "function connect(query, request, response) {",
  '  const install_token = query.get("install_token");',
  '  if (install_token && query.get("iss") !== issuer)',
  `    return response.writeHead(400).end(${literal(texts.wrong)});`,
  "  const [state, code_verifier] = [random(), random()];",
  "  const parameters = new URLSearchParams({",
  "    client_id, redirect_uri, scope, state,",
  '    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),',
  '    code_challenge_method: "S256",',
  "    ...(install_token && { install_token }),",
  "  });",
  "  response.writeHead(303, {",
  '    location: issuer + "/oauth/authorize?" + parameters,',
  '    "set-cookie": "oauth=" + state + "." + code_verifier + attributes,',
  "  });",
  "  response.end();",
  "}",
  "",
];

const callback: Part = ({ confidential }, { connect: texts }) => [
  `// ${texts.back}`,
  "async function callback(query, request, response) {",
  '  const cookie = request.headers.cookie ?? "";',
  String.raw`  const [, state, code_verifier] = /\boauth=([\w-]+)\.([\w-]+)/.exec(cookie) ?? [];`,
  '  response.setHeader("set-cookie", "oauth=; Path=/; Max-Age=0");',
  '  if (!state || query.get("state") !== state || query.get("iss") !== issuer)',
  `    return response.writeHead(400).end(${literal(texts.wrong)});`,
  '  if (query.has("error"))',
  `    return response.writeHead(403).end(${literal(texts.declined)});`,
  "",
  '  const exchange = await fetch(issuer + "/oauth/token", {',
  '    method: "POST",',
  "    body: new URLSearchParams({",
  '      grant_type: "authorization_code",',
  '      code: query.get("code"),',
  "      redirect_uri,",
  "      code_verifier,",
  "      client_id,",
  confidential && "      client_secret,",
  "    }),",
  "    signal: AbortSignal.timeout(10_000),",
  "  });",
  "  const tokens = await exchange.json();",
  "  if (!exchange.ok) return response.writeHead(502).end(tokens.error_description);",
  "",
  `  // ${texts.store}`,
  '  await writeFile("tokens.json", JSON.stringify(tokens), { mode: 0o600 });',
  `  response.end(${literal(texts.connected)});`,
  "}",
  "",
];

const server = (client: Parameters<WriteProgram>[0]): string[] => [
  "const { origin, pathname: callbackPath } = new URL(redirect_uri);",
  "createServer(async (request, response) => {",
  "  try {",
  "    if (!URL.canParse(origin + request.url)) return response.writeHead(400).end();",
  "    const { pathname, searchParams } = new URL(origin + request.url);",
  `    if (pathname === ${literal(startPathOf(client))}) connect(searchParams, request, response);`,
  "    else if (pathname === callbackPath) await callback(searchParams, request, response);",
  "    else response.writeHead(404).end();",
  "  } catch (error) {",
  "    console.error(error);",
  "    response.writeHead(502).end();",
  "  }",
  "}).listen(process.env.PORT);",
];
