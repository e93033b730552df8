import { linesOf, literal } from "../../quickstart/samples/sample.ts";
import type { WriteLibrarySample } from "./sample.ts";

export const oauth4webapi: WriteLibrarySample = (client, texts) => {
  const isPlain = client.issuer.startsWith("http:");
  const plain = isPlain ? ", ...plain" : "";
  return linesOf(
    'import * as oauth from "oauth4webapi";',
    "",
    `const issuer = new URL(${literal(client.issuer)});`,
    `const client = { client_id: ${literal(client.clientId)} };`,
    "const secret = oauth.ClientSecretBasic(process.env.CLIENT_SECRET);",
    `const redirectUri = ${literal(client.redirectUri)};`,
    isPlain && "const plain = { [oauth.allowInsecureRequests]: true };",
    `const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2"${plain} });`,
    "const server = await oauth.processDiscoveryResponse(issuer, found);",
    "",
    `// ${texts.start}`,
    "export async function start() {",
    "  const state = oauth.generateRandomState();",
    "  const verifier = oauth.generateRandomCodeVerifier();",
    "  const url = new URL(server.authorization_endpoint);",
    "  url.search = new URLSearchParams({",
    "    client_id: client.client_id,",
    "    redirect_uri: redirectUri,",
    `    scope: ${literal(client.scope)},`,
    "    state,",
    "    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),",
    '    code_challenge_method: "S256",',
    "  });",
    "  return { url, state, verifier };",
    "}",
    "",
    `// ${texts.finish}`,
    "export async function finish(returned, { state, verifier }) {",
    "  const parameters = oauth.validateAuthResponse(server, client, returned, state);",
    "  const response = await oauth.authorizationCodeGrantRequest(",
    "    server,",
    "    client,",
    "    secret,",
    "    parameters,",
    "    redirectUri,",
    "    verifier,",
    isPlain && "    plain,",
    "  );",
    "  return oauth.processAuthorizationCodeResponse(server, client, response);",
    "}",
  );
};
