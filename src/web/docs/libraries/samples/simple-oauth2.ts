import { linesOf, literal } from "../../quickstart/samples/sample.ts";
import type { WriteLibrarySample } from "./sample.ts";

export const simpleOauth2: WriteLibrarySample = (client, texts) =>
  linesOf(
    'import { randomBytes } from "node:crypto";',
    'import { AuthorizationCode } from "simple-oauth2";',
    "",
    "const client = new AuthorizationCode({",
    `  client: { id: ${literal(client.clientId)}, secret: process.env.CLIENT_SECRET },`,
    `  auth: { tokenHost: ${literal(client.issuer)}, revokePath: "/oauth/revoke" },`,
    "});",
    `const redirect_uri = ${literal(client.redirectUri)};`,
    "",
    `// ${texts.start}`,
    "export async function start() {",
    '  const state = randomBytes(16).toString("base64url");',
    `  const scope = ${JSON.stringify(client.scope.split(" ")).replaceAll(",", ", ")};`,
    "  const url = new URL(client.authorizeURL({ redirect_uri, scope, state }));",
    "  return { url, state };",
    "}",
    "",
    `// ${texts.finish}`,
    "export async function finish(returned, { state }) {",
    '  if (returned.searchParams.get("state") !== state) throw new Error("state");',
    '  const code = returned.searchParams.get("code");',
    "  const { token } = await client.getToken({ code, redirect_uri });",
    "  return token;",
    "}",
  );
