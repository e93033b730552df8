import { linesOf, literal } from "../../quickstart/samples/sample.ts";
import type { WriteLibrarySample } from "./sample.ts";

export const openidClient: WriteLibrarySample = (client, texts) => {
  const isPlain = client.issuer.startsWith("http:");
  return linesOf(
    'import * as client from "openid-client";',
    "",
    "const config = await client.discovery(",
    `  new URL(${literal(client.issuer)}),`,
    `  ${literal(client.clientId)},`,
    "  {},",
    "  client.ClientSecretBasic(process.env.CLIENT_SECRET),",
    isPlain ? '  { algorithm: "oauth2", execute: [client.allowInsecureRequests] },' : '  { algorithm: "oauth2" },',
    ");",
    "",
    `// ${texts.start}`,
    "export async function start() {",
    "  const state = client.randomState();",
    "  const verifier = client.randomPKCECodeVerifier();",
    "  const url = client.buildAuthorizationUrl(config, {",
    `    redirect_uri: ${literal(client.redirectUri)},`,
    `    scope: ${literal(client.scope)},`,
    "    state,",
    "    code_challenge: await client.calculatePKCECodeChallenge(verifier),",
    '    code_challenge_method: "S256",',
    "  });",
    "  return { url, state, verifier };",
    "}",
    "",
    `// ${texts.finish}`,
    "export async function finish(returned, { state, verifier }) {",
    "  const checks = { expectedState: state, pkceCodeVerifier: verifier };",
    "  return client.authorizationCodeGrant(config, returned, checks);",
    "}",
  );
};
