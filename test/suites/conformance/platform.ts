import { randomBytes } from "node:crypto";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { Browser, type Page } from "../../../src/demo/browser.ts";
import { type LiveService, startService, type Topology } from "../../support/start-service.ts";

export const REDIRECT_URI = "https://app.example/callback";
export const NATIVE_REDIRECT_URI = "http://127.0.0.1/callback";
export const MERCHANT = "shop-1";
export const SCOPES = ["orders:read", "orders:write", "products:read"];

export const OWNER = { email: "owner@shop.example", password: "correct horse battery staple" };

export interface RegisteredApp {
  clientId: string;
  /** The secret of the app; empty for a public app. */
  clientSecret: string;
  redirectUri: string;
}

/** A platform with one merchant and three approved apps on a live service. */
export interface Platform {
  service: LiveService;
  app: RegisteredApp;
  otherApp: RegisteredApp;
  publicApp: RegisteredApp;
  /** The accounts of the merchant's owner and of the apps' developer. */
  accountId: string;
  developerId: string;
  /** Adds a further approved app of the same developer. */
  register(name: string, redirectUri: string, confidential: boolean): Promise<RegisteredApp>;
  /** Issues an authorization code, as a platform's own consent page would. */
  issue(
    app: RegisteredApp,
    options?: { scopes?: string[]; requestedScopes?: string[]; codeChallenge?: string },
  ): Promise<string>;
  /** Sends the authorization request in the merchant's browser. Returns the redirect to the app. */
  consent(authorizeUrl: URL, decision?: "approve" | "deny"): Promise<URL>;
  stop(): Promise<void>;
}

/** @param settings of the processes; they override those of `startService` */
export async function startPlatform(topology: Topology, settings: Record<string, string> = {}): Promise<Platform> {
  const service = await startService(topology, settings);
  const { apps, accounts } = service.core;
  for (const name of SCOPES) {
    const scope = {
      name,
      title: `Scope ${name}`,
      description: `What ${name} allows.`,
      sensitivity: ScopeSensitivity.NORMAL,
    };
    await apps.upsertScope({ scope });
  }
  const developer = await accounts.createAccount({ email: "dev@apps.example", name: "Dev", developer: true });
  const owner = await accounts.createAccount({ ...OWNER, name: "Owner" });
  const accountId = owner.account!.accountId;
  await accounts.createMerchant({ merchantId: MERCHANT, name: "Shop", ownerAccountId: accountId });
  const register = registrar(service, developer.account!.accountId);
  const browser = new Browser();
  return {
    service,
    app: await register("One", REDIRECT_URI, true),
    otherApp: await register("Two", REDIRECT_URI, true),
    publicApp: await register("Native", NATIVE_REDIRECT_URI, false),
    accountId,
    developerId: developer.account!.accountId,
    register,
    async issue({ clientId, redirectUri }, { scopes = SCOPES.slice(0, 2), requestedScopes, codeChallenge = "" } = {}) {
      const codeChallengeMethod = codeChallenge === "" ? "" : "S256";
      const request = { clientId, redirectUri, scopes, requestedScopes, state: "s", merchantId: MERCHANT, accountId };
      return (await service.core.tokens.issue({ ...request, codeChallenge, codeChallengeMethod })).code;
    },
    consent: (authorizeUrl, decision = "approve") => completeConsent(browser, authorizeUrl, decision),
    stop: () => service.stop(),
  };
}

function registrar({ core: { apps } }: LiveService, developerAccountId: string) {
  return async (name: string, redirectUri: string, confidential: boolean): Promise<RegisteredApp> => {
    const scopes = SCOPES.map((scope) => ({ name: scope, reason: "To do its work.", optional: false }));
    const profile = { name, purpose: "Does its work.", redirectUris: [redirectUri], scopes };
    const made = await apps.createApp({ profile, confidential, developerAccountId });
    const { clientId } = made.app!;
    await apps.submitApp({ clientId });
    await apps.startReview({ clientId });
    await apps.approveApp({ clientId });
    return { clientId, clientSecret: made.clientSecret, redirectUri };
  };
}

/** Signs the merchant in if necessary, once per browser. */
async function completeConsent(browser: Browser, authorizeUrl: URL, decision: "approve" | "deny"): Promise<URL> {
  const leaves = ({ origin }: URL) => origin !== authorizeUrl.origin;
  let page = await browser.follow(await browser.get(authorizeUrl), leaves);
  if (page.url.pathname === "/sign-in") page = await browser.follow(await browser.submit(page, OWNER), leaves);
  if (page.location === null) page = await browser.submit(page, { decision, scope: scopesOn(page) });
  const back = await browser.follow(page, leaves);
  if (back.location === null) throw new Error(`no way back to the app: ${back.status} at ${back.url.pathname}`);
  return back.location;
}

function scopesOn({ html }: Page): string[] {
  return [...html.matchAll(/name="scope"[^>]*value="([^"]*)"/g)].map(([, value]) => value!);
}

/** An authorization request of an app. */
export function authorizeUrl({ service }: Platform, app: RegisteredApp, extra: Record<string, string> = {}): URL {
  const url = new URL("/oauth/authorize", service.origin);
  const { clientId: client_id, redirectUri: redirect_uri } = app;
  const parameters = { client_id, redirect_uri, scope: "orders:read", state: newState(), ...extra };
  url.search = new URLSearchParams(parameters).toString();
  return url;
}

export function newState(): string {
  return randomBytes(16).toString("base64url");
}

/** Sends a JSON request to one of the OAuth routes, and returns the response. */
export async function post(platform: Platform, path: string, body: Record<string, string>, headers = {}) {
  const answer = await fetch(`${platform.service.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    redirect: "manual",
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text === "" ? null : JSON.parse(text) };
}

/** The tokens of a draft app on a test merchant of its developer. */
export async function draftTokens(platform: Platform): Promise<{ access_token: string; refresh_token: string }> {
  const { service, developerId } = platform;
  const { apps, tokens } = service.core;
  const merchantId = `test-${randomBytes(8).toString("hex")}`;
  await service.query("insert into merchant (id, name, test, developer_id) values ($1, 'Test', true, $2)", [
    merchantId,
    developerId,
  ]);
  const role = "insert into membership (account_id, merchant_id, role) values ($1, $2, 'OWNER')";
  await service.query(role, [developerId, merchantId]);
  const scopes = [{ name: SCOPES[0]!, reason: "To do its work.", required: true }];
  const profile = { name: "Draft", purpose: "Does its work.", redirectUris: [REDIRECT_URI], scopes };
  const made = await apps.createApp({ profile, confidential: true, developerAccountId: developerId });
  const app = { clientId: made.app!.clientId, clientSecret: made.clientSecret, redirectUri: REDIRECT_URI };
  const request = { clientId: app.clientId, redirectUri: REDIRECT_URI, scopes: [SCOPES[0]!], state: "s", merchantId };
  const { code } = await tokens.issue({ ...request, accountId: developerId });
  return (await post(platform, "/oauth/token", exchangeBody(app, code))).body;
}

/** The body that exchanges a code, or the code of a redirect to the app. */
export function exchangeBody(app: RegisteredApp, from: string | URL): Record<string, string> {
  const code = typeof from === "string" ? from : from.searchParams.get("code")!;
  return { grant_type: "authorization_code", code, redirect_uri: app.redirectUri, ...credentialsOf(app) };
}

/** The client credentials of an app in a body. */
export function credentialsOf({ clientId, clientSecret }: RegisteredApp): Record<string, string> {
  return { client_id: clientId, ...(clientSecret !== "" && { client_secret: clientSecret }) };
}
