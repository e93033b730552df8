import { linesOf, literal } from "../../quickstart/samples/sample.ts";
import type { WriteLibrarySample } from "./sample.ts";

export const passport: WriteLibrarySample = (client, texts) =>
  linesOf(
    'import passport from "passport";',
    'import OAuth2Strategy from "passport-oauth2";',
    "",
    `const issuer = ${literal(client.issuer)};`,
    "const settings = {",
    '  authorizationURL: issuer + "/oauth/authorize",',
    '  tokenURL: issuer + "/oauth/token",',
    `  clientID: ${literal(client.clientId)},`,
    "  clientSecret: process.env.CLIENT_SECRET,",
    `  callbackURL: ${literal(client.redirectUri)},`,
    `  scope: ${literal(client.scope)},`,
    "  state: true,",
    "  pkce: true,",
    "};",
    "const strategy = new OAuth2Strategy(settings, (access, refresh, params, profile, done) =>",
    "  done(null, params),",
    ");",
    'passport.use("platform", strategy);',
    "",
    `// ${texts.session}`,
    "export function addRoutes(app) {",
    '  const authenticate = passport.authenticate("platform", { session: false });',
    '  app.get("/connect", authenticate);',
    '  app.get("/callback", authenticate, (request, response) => {',
    "    response.send(request.user.merchant_id);",
    "  });",
    "}",
  );
