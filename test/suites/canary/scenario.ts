import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Browser } from "../../../src/demo/browser.ts";
import { type Clients, clients, connectCore } from "../../../src/rpc/client.ts";
import {
  authorizeUrl,
  credentialsOf,
  MERCHANT,
  newState,
  OWNER,
  type Platform,
  post,
  SCOPES,
} from "../conformance/platform.ts";
import { type Needle, needleOf } from "./needles.ts";

/** The OIDC_CLIENT_SECRET of the service under test. */
export const PROVIDER_SECRET = "canary-provider-secret-0123456789";

/** The secrets that the scenario used, and every error response. */
interface Results {
  needles: Needle[];
  refusals: string[];
}

/** Sends secrets of every kind through every route that accepts them, including requests that are rejected. */
export async function runScenario(platform: Platform): Promise<Scenario> {
  const scenario: Scenario = {
    platform,
    needles: [],
    refusals: [],
    keep: (name, text) => void scenario.needles.push(needleOf(name, text)),
  };
  scenario.keep("OIDC_CLIENT_SECRET", PROVIDER_SECRET);
  scenario.keep("the owner's password", OWNER.password);
  scenario.keep("the service key", platform.service.serviceKey);
  for (const [name, text] of Object.entries(settingsOf(platform))) scenario.keep(name, text);
  for (const app of [platform.app, platform.otherApp]) scenario.keep("a client secret", app.clientSecret);
  await useAccounts(scenario);
  await useTokens(scenario);
  await usePages(scenario);
  return scenario;
}

export interface Scenario extends Results {
  platform: Platform;
  keep(name: string, text: string): void;
}

/** The secret settings, if the system allows reading them. */
function settingsOf({ service }: Platform): Record<string, string> {
  try {
    const environment = readFileSync(`/proc/${service.pids()[0]}/environ`, "utf8").split("\0");
    const key = environment.find((setting) => setting.startsWith("TOKEN_KEY="))?.slice("TOKEN_KEY=".length);
    return key === undefined ? {} : { TOKEN_KEY: key };
  } catch {
    return {};
  }
}

async function useAccounts({ platform, keep, refusals }: Scenario): Promise<void> {
  const { service } = platform;
  const key = await service.createKey("web:act", "tokens:forward");
  keep("the gateway's key", key);
  const connection = connectCore({ url: `http://${service.grpcAddress}`, key });
  const { accounts } = clients(connection.transport);
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => {},
      (error) => void refusals.push(String(error?.message)),
    );
  const [first, second] = ["canary-password-first-1", "canary-password-second-2"];
  const email = "stranger@apps.example";
  keep("a password", first);
  keep("a new password", second);
  keep("a wrong password", "canary-password-wrong-3");
  const signedUp = await accounts.signUp({ email, password: first, name: "Stranger" });
  keep("a session", signedUp.session!.sessionToken);
  await refused(accounts.signUp({ email, password: first, name: "Stranger" }));
  await refused(accounts.signIn({ email, password: "canary-password-wrong-3" }));
  const as = { headers: { "latchkey-session": signedUp.session!.sessionToken } };
  await refused(accounts.changePassword({ currentPassword: "canary-password-wrong-3", newPassword: second }, as));
  await accounts.changePassword({ currentPassword: first, newPassword: second }, as);
  keep("another session", (await accounts.signIn({ email, password: second })).session!.sessionToken);
  const { url } = await service.core.accounts.createInvitation({
    email: "guest@shop.example",
    merchantId: MERCHANT,
    role: 3,
  });
  const token = new URL(url).pathname.split("/").at(-1)!;
  keep("an invitation", token);
  const guest = await accounts.acceptInvitation({ token, name: "Guest", password: "canary-password-guest-4" });
  keep("a guest's password", "canary-password-guest-4");
  keep("a guest's session", guest.session!.sessionToken);
  await refused(accounts.beginExternalSignIn({ next: "/" }));
  const made = await service.core.accounts.createServiceKey({ name: "canary", permissions: ["tokens:introspect"] });
  keep("a made service key", made.secret);
  await useApps({ keep, refused, core: service.core, platform });
  connection.close();
}

interface AppScenario {
  keep: Scenario["keep"];
  refused: (work: Promise<unknown>) => Promise<void>;
  core: Clients;
  platform: Platform;
}

async function useApps({ keep, refused, core, platform }: AppScenario): Promise<void> {
  const { clientId } = platform.otherApp;
  keep("a second client secret", (await core.apps.addSecret({ clientId })).clientSecret);
  await refused(core.apps.addSecret({ clientId }));
}

async function useTokens({ platform, keep, refusals }: Scenario): Promise<void> {
  const { app, otherApp, publicApp, service } = platform;
  const send = async (path: string, body: Record<string, string>, headers = {}) => {
    const answer = await post(platform, path, body, headers);
    if (answer.status >= 400) refusals.push(answer.text);
    return answer.body;
  };
  const verifier = "canary-verifier-0123456789-0123456789-0123456789";
  keep("a code verifier", verifier);
  const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
  const code = await platform.issue(publicApp, { codeChallenge });
  keep("a public app's code", code);
  const own = {
    client_id: publicApp.clientId,
    redirect_uri: publicApp.redirectUri,
    grant_type: "authorization_code",
    code,
  };
  const pair = await send("/oauth/token", { ...own, code_verifier: verifier });
  keep("a public app's access token", pair.access_token);
  keep("a public app's refresh token", pair.refresh_token);
  await send("/oauth/token", { ...own, code_verifier: verifier });
  const other = await platform.issue(app);
  keep("a code", other);
  const grant = { grant_type: "authorization_code", code: other, redirect_uri: app.redirectUri };
  const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString("base64");
  keep("Basic credentials", basic);
  let current = await send("/oauth/token", grant, { authorization: `Basic ${basic}` });
  keep("an access token", current.access_token);
  keep("a refresh token", current.refresh_token);
  const first = current.refresh_token as string;
  for (const turn of ["second", "third"]) {
    const request = { grant_type: "refresh_token", refresh_token: current.refresh_token, ...credentialsOf(app) };
    current = await send("/oauth/token", request);
    await send("/oauth/token", request);
    keep(`a ${turn} access token`, current.access_token);
    keep(`a ${turn} refresh token`, current.refresh_token);
  }
  const key = { authorization: `Bearer ${service.serviceKey}` };
  await send("/oauth/introspect", { token: current.access_token }, key);
  const forwarded = { authorization: `Bearer ${current.access_token}`, "x-service-key": service.serviceKey };
  for (const path of ["/forward-auth?scope=orders:read", `/forward-auth/${current.access_token}`]) {
    const decision = await fetch(`${service.connectUrl}${path}`, { headers: forwarded });
    if (decision.status !== 200) throw new Error(`${decision.status}: ${await decision.text()}`);
  }
  await service.core.tokens.introspect({ token: current.refresh_token, tokenTypeHint: "refresh_token" });
  await send("/oauth/token", {
    grant_type: "refresh_token",
    refresh_token: current.refresh_token,
    ...credentialsOf(otherApp),
  });
  await send("/oauth/revoke", { token: current.access_token, ...credentialsOf(otherApp) });
  await send("/oauth/token", { grant_type: "refresh_token", refresh_token: first, ...credentialsOf(app) });
  await send("/oauth/revoke", { token: current.refresh_token, ...credentialsOf(app) });
}

async function usePages({ platform, keep, refusals }: Scenario): Promise<void> {
  const { app, service } = platform;
  const state = newState();
  const back = await platform.consent(
    authorizeUrl(platform, app, { state, scope: SCOPES.join(" "), prompt: "consent" }),
  );
  keep("a code from the consent page", back.searchParams.get("code")!);
  const browser = new Browser();
  const signIn = await browser.get(`${service.origin}/sign-in`);
  keep("the sign-in form's token", /name="csrf_token" value="([^"]+)"/.exec(signIn.html)![1]!);
  refusals.push(
    (await browser.submit(signIn, { email: OWNER.email, password: "canary-password-wrong-3" })).html.replaceAll(
      /value="[^"]*"/g,
      "",
    ),
  );
  await browser.submit(await browser.get(`${service.origin}/sign-in`), OWNER);
  const asking = await browser.follow(
    await browser.get(authorizeUrl(platform, app, { prompt: "consent" })),
    ({ origin }) => origin !== service.origin,
  );
  keep("the consent form's token", /name="csrf_token" value="([^"]+)"/.exec(asking.html)![1]!);
  await browser.get(`${service.origin}/connected-apps`);
}

/** Secrets in the wrong fields, which must not appear in a log either. */
export async function sendToWrongEndpoints({ platform, refusals, needles }: Scenario): Promise<void> {
  const { service } = platform;
  const secrets = needles.map(({ forms: [text] }) => text!.toString()).filter((text) => /^[\x21-\x7e]+$/.test(text));
  const json = { "content-type": "application/json" };
  for (const secret of secrets) {
    const bodies = [
      JSON.stringify({ grant_type: secret, client_id: secret, client_secret: secret }),
      JSON.stringify({ grant_type: "refresh_token", refresh_token: secret, client_id: secret, scope: secret }),
      `{"${secret}": ["${secret}"]`,
    ];
    for (const body of bodies) await refuse(`${service.origin}/oauth/token`, { method: "POST", headers: json, body });
    await refuse(`${service.origin}/oauth/token?token=${secret}&x=${secret}`, {
      method: "POST",
      headers: json,
      body: "{}",
    });
    await refuse(`${service.origin}/oauth/${secret}`, {});
    await refuse(`${service.origin}/${secret}`, { headers: { accept: "text/html", cookie: `latchkey=${secret}` } });
    await refuse(`${service.origin}/oauth/authorize?client_id=${secret}&redirect_uri=${secret}&state=${secret}`, {});
    await refuse(`${service.origin}/oauth/introspect`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${secret}` },
      body: "{}",
    });
    await refuse(`${service.connectUrl}/latchkey.v1.TokenService/Introspect`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${secret}`, "latchkey-session": secret },
      body: JSON.stringify({ token: [secret], [secret]: secret }),
    });
    for (const serviceKey of [secret, service.serviceKey]) {
      const headers = { authorization: `Bearer ${secret}`, "x-service-key": serviceKey };
      await refuse(`${service.connectUrl}/forward-auth/${secret}?${secret}`, { headers });
      await refuse(`${service.connectUrl}/forward-auth?${secret}`, { headers });
    }
    const key = { ...json, authorization: `Bearer ${service.serviceKey}` };
    const messages = [{ token: [secret] }, { consistency: secret }, { token: secret, tokenTypeHint: secret }];
    for (const message of messages) {
      const init = { method: "POST", headers: key, body: JSON.stringify(message) };
      await refuse(`${service.connectUrl}/latchkey.v1.TokenService/Introspect`, init);
    }
  }

  async function refuse(url: string, init: RequestInit): Promise<void> {
    const answer = await fetch(url, { ...init, redirect: "manual" });
    refusals.push(`${[...answer.headers].join()} ${await answer.text()}`);
  }
}
