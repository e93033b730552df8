import { OAuthApp, type Tokens } from "../../../src/demo/oauth-app.ts";
import type { DemoRun } from "../app/demo-stage.ts";

/** Tokens of the demo's app and merchant with these scopes, by Issue in place of the consent page. */
export async function tokensFor({ demo, core }: DemoRun, ...scopes: string[]): Promise<Tokens> {
  const { app, merchant } = demo;
  const { code } = await core.tokens.issue({
    clientId: app.client_id,
    redirectUri: app.redirect_uri,
    scopes,
    state: "s",
    merchantId: merchant.merchant_id,
    accountId: merchant.account_id,
  });
  const outcome = await new OAuthApp(demo).exchange(code);
  return outcome.body as unknown as Tokens;
}
