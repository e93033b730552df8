import { OAuthApp, type Outcome, type Tokens } from "../../../src/demo/oauth-app.ts";
import type { DemoRun } from "../app/demo-stage.ts";

/** Tokens of the demo's app and merchant with these scopes, by Issue in place of the consent page. Retries 503 with a new code. */
export async function tokensFor(run: DemoRun, ...scopes: string[]): Promise<Tokens> {
  for (let attempt = 1; ; attempt++) {
    const { ok, step, body } = await issueAndExchange(run, scopes);
    if (ok) return body as unknown as Tokens;
    if (step.status !== 503 || attempt === 5) throw new Error(`The exchange failed: ${step.status} ${step.response}`);
  }
}

async function issueAndExchange({ demo, core }: DemoRun, scopes: string[]): Promise<Outcome> {
  const { app, merchant } = demo;
  const { code } = await core.tokens.issue({
    clientId: app.client_id,
    redirectUri: app.redirect_uri,
    scopes,
    state: "s",
    merchantId: merchant.merchant_id,
    accountId: merchant.account_id,
  });
  return new OAuthApp(demo).exchange(code);
}
