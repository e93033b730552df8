import { linesOf, literal } from "../../quickstart/samples/sample.ts";
import type { WriteLibrarySample } from "./sample.ts";

export const badgateway: WriteLibrarySample = (client, texts) =>
  linesOf(
    'import { randomBytes } from "node:crypto";',
    'import { generateCodeVerifier, OAuth2Client } from "@badgateway/oauth2-client";',
    "",
    "const client = new OAuth2Client({",
    `  server: ${literal(client.issuer)},`,
    '  discoveryEndpoint: "/.well-known/oauth-authorization-server",',
    `  clientId: ${literal(client.clientId)},`,
    "  clientSecret: process.env.CLIENT_SECRET,",
    "});",
    `const redirectUri = ${literal(client.redirectUri)};`,
    "",
    `// ${texts.start}`,
    "export async function start() {",
    '  const state = randomBytes(16).toString("base64url");',
    "  const codeVerifier = await generateCodeVerifier();",
    `  const scope = ${JSON.stringify(client.scope.split(" ")).replaceAll(",", ", ")};`,
    "  const request = { redirectUri, state, codeVerifier, scope };",
    "  const url = new URL(await client.authorizationCode.getAuthorizeUri(request));",
    "  return { url, state, codeVerifier };",
    "}",
    "",
    `// ${texts.finish}`,
    "export async function finish(returned, { state, codeVerifier }) {",
    "  const request = { redirectUri, state, codeVerifier };",
    "  return client.authorizationCode.getTokenFromCodeRedirect(returned, request);",
    "}",
  );
