import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createIntrospector } from "../client/introspector.ts";
import { Browser, type Page } from "./browser.ts";
import type { DemoFile } from "./demo-file.ts";
import { OAuthApp, type Outcome, type Tokens } from "./oauth-app.ts";

/** Reports a completed step. */
export type Reporter = (line: string) => void;

/** In milliseconds. Generous, for busy machines. */
const TIMEOUT_MS = 10_000;

/** A failed step of the scenario. */
export class ScenarioError extends Error {}

/**
 * Runs the main flow without a browser: install link, sign-in, consent, exchange, API call, introspection, refresh and its
 * retry, revocation, and the rejection of the revoked token.
 *
 * @throws ScenarioError at the first failed step
 */
export async function runScenario(demo: DemoFile, report: Reporter): Promise<void> {
  const app = new OAuthApp(demo);
  const code = await consent(demo, app, report);
  const first = await exchange(app, code, report);
  await callApi(app, first, report);
  await introspect(demo, first.access_token, { active: true, report });
  const second = await refreshTwice(app, first, report);
  await callApi(app, second, report);
  const revoked = await app.revoke(second.refresh_token);
  expect(revoked.ok, `revoke: ${answerOf(revoked)}`);
  report("revoked the refresh token and its whole token family");
  const refused = await app.callApiWithEnded("/orders", second.access_token);
  expect(refused.step.status === 401, `the API with a revoked token: ${answerOf(refused)}`);
  report(`the API rejects the token: 401 ${String(refused.body.error)}`);
  await introspect(demo, second.access_token, { active: false, report });
}

function answerOf({ step, body }: Outcome): string {
  if (step.status === null) return step.response;
  const { error = "", error_description = "" } = body;
  return [step.status, error, error_description].filter((part) => part !== "").join(" ");
}

function expect(right: boolean, fault: string): asserts right {
  if (!right) throw new ScenarioError(fault);
}

/** Acts as the merchant, from the install link to the code. */
async function consent(demo: DemoFile, app: OAuthApp, report: Reporter): Promise<string> {
  const browser = new Browser();
  const signIn = await browser.follow(await browser.get(demo.app.install_url), () => false);
  expect(
    signIn.url.pathname === "/sign-in",
    `the install link led to ${signIn.url.pathname} with ${signIn.status}, not to sign-in`,
  );
  const { email, password } = demo.merchant;
  const install = await browser.follow(await browser.submit(signIn, { email, password }), () => false);
  expect(install.status === 200, `sign-in as ${email} ended at ${install.url.pathname} with ${install.status}`);
  report(`signed in as ${email} at the install link ${demo.app.install_url}`);
  const launch = (await browser.submit(install, {})).location;
  const installToken = launch?.searchParams.get("install_token") ?? "";
  expect(installToken !== "", "the install page did not lead to the app with an install token");
  report(`the platform sends the merchant to the app: ${launch!.origin}${launch!.pathname} with an install token`);
  return approve({ demo, app, browser, installToken, report });
}

interface Approval {
  demo: DemoFile;
  app: OAuthApp;
  browser: Browser;
  installToken: string;
  report: Reporter;
}

async function approve({ demo, app, browser, installToken, report }: Approval): Promise<string> {
  const state = randomBytes(16).toString("base64url");
  const atApp = (next: URL) => next.href.startsWith(demo.app.redirect_uri);
  const page = await browser.follow(await browser.get(app.authorizeUrl(state, installToken)), atApp);
  expect(page.status === 200 && page.location === null, `no consent page: ${page.status} at ${page.url.pathname}`);
  const scopes = demo.app.scopes;
  report(`the consent page asks for ${scopes.join(", ")}`);
  const approval = await browser.submit(page, { decision: "approve", scope: scopes, ...merchantChoice(demo, page) });
  const redirect = approval.location;
  expect(redirect !== null && atApp(redirect), `approving responded ${approval.status} without a redirect to the app`);
  expect(redirect.searchParams.get("state") === state, "the redirect has another state");
  expect(redirect.searchParams.get("iss") === demo.urls.http, "the issuer (iss) is not the service");
  const code = redirect.searchParams.get("code") ?? "";
  expect(code !== "", `the redirect has no code: ${redirect.searchParams.get("error")}`);
  report("the merchant approves; the app receives the code, its state and the issuer");
  return code;
}

function merchantChoice(demo: DemoFile, page: Page): Record<string, string> {
  return page.html.includes('name="merchant_id"') ? { merchant_id: demo.merchant.merchant_id } : {};
}

async function exchange(app: OAuthApp, code: string, report: Reporter): Promise<Tokens> {
  const outcome = await app.exchange(code);
  const tokens = tokensOf(outcome);
  report(`exchanged the code for a token of merchant ${tokens.merchant_id}: ${tokens.scope}`);
  return tokens;
}

function tokensOf(outcome: Outcome): Tokens {
  expect(outcome.ok, `${outcome.step.title}: ${answerOf(outcome)}`);
  return outcome.body as unknown as Tokens;
}

async function callApi(app: OAuthApp, tokens: Tokens, report: Reporter): Promise<void> {
  const outcome = await retryUnavailable(() => app.callApi("/orders", tokens.access_token));
  expect(outcome.ok, `the API with a valid token: ${answerOf(outcome)}`);
  expect(outcome.body.merchant_id === tokens.merchant_id, "the API responded for another merchant");
  report(`the API returns the orders of ${tokens.merchant_id}`);
}

/** Retries while the API responds 503. */
async function retryUnavailable(call: () => Promise<Outcome>): Promise<Outcome> {
  for (const until = performance.now() + TIMEOUT_MS; ; await delay(TIMEOUT_MS / 50)) {
    const outcome = await call();
    if (outcome.step.status !== 503 || performance.now() > until) return outcome;
  }
}

/** Checks that a retried refresh, as after a lost response, returns the same pair. */
async function refreshTwice(app: OAuthApp, tokens: Tokens, report: Reporter): Promise<Tokens> {
  const next = tokensOf(await app.refresh(tokens.refresh_token));
  expect(next.refresh_token !== tokens.refresh_token, "the refresh did not rotate the refresh token");
  const again = tokensOf(await app.refresh(tokens.refresh_token));
  const same = again.access_token === next.access_token && again.refresh_token === next.refresh_token;
  expect(same, "the retried refresh returned other tokens");
  report("refreshed; the same request again, as after a lost response, returns the same tokens");
  return next;
}

interface Expected {
  active: boolean;
  report: Reporter;
}

/** Introspects over gRPC, Connect JSON and HTTP. */
async function introspect(demo: DemoFile, token: string, { active, report }: Expected): Promise<void> {
  const { urls, introspect_key: key } = demo;
  const introspector = createIntrospector({ url: urls.grpc, key, cache: false, timeoutMs: TIMEOUT_MS });
  try {
    const grant = await introspector.introspect(token, { consistency: "full" });
    expect((grant !== null) === active, `gRPC says ${grant === null ? "inactive" : "active"}`);
  } finally {
    introspector.close();
  }
  const connect = `${urls.connect}/latchkey.v1.TokenService/Introspect`;
  const consistency = "CONSISTENCY_FULLY_CONSISTENT";
  const overConnect = await ask(
    connect,
    demo,
    { "content-type": "application/json" },
    JSON.stringify({ token, consistency }),
  );
  expect(overConnect === active, `Connect says active: ${overConnect}`);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const overHttp = await ask(`${urls.http}/oauth/introspect`, demo, form, new URLSearchParams({ token }).toString());
  expect(overHttp === active, `HTTP says active: ${overHttp}`);
  report(`introspection over gRPC, Connect and HTTP says ${active ? "active" : "inactive"}`);
}

async function ask(url: string, demo: DemoFile, type: Record<string, string>, body: string): Promise<unknown> {
  const headers = { ...type, authorization: `Bearer ${demo.introspect_key}` };
  const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  expect(response.ok, `${url} responded ${response.status}`);
  return ((await response.json()) as { active?: boolean }).active;
}
