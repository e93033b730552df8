import { createSecret } from "../../credential/secret.ts";
import { reachOf } from "../../oauth/app-state.ts";
import { isClientId } from "../../oauth/parameters.ts";
import { formatScope } from "../../oauth/scope.ts";
import type { Query } from "../../store/connection/query.ts";
import { type ConsentAppRow, findConsentApp } from "../../store/consent/consent-facts.ts";
import { issueInstallToken, newInstallTokenId } from "../../store/consent/install-tokens.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import type { InstallPage, InstallStart } from "./records.ts";
import { merchantRefused } from "./require-shown.ts";
import { describeScopes, findMerchants, originOf, toApp, toMerchant } from "./shown.ts";

/** Seconds: 10 minutes. */
const TOKEN_LIFETIME = 600;

/** What the install page of an approved app shows; to somebody who is not signed in yet all of it but the merchants. */
export async function getInstallPage(deps: ConsentDependencies, clientId: string, call: Call): Promise<InstallPage> {
  const { actor } = call;
  return deps.management.read(async (_em, query) => {
    const app = await findInstallable(query, clientId);
    const open =
      actor === null ? [] : (await findMerchants(query, app, { accountId: actor.accountId, wanted: null })).open;
    return {
      app: toApp(app),
      scopes: await describeScopes(query, app, app.registeredScopes),
      merchants: open.map(toMerchant),
      start: startOf(app),
      launchOrigin: launchOriginOf(deps, app),
    };
  });
}

export interface StartInstall {
  clientId: string;
  /** Null: the only one of the account. */
  merchantId: string | null;
  /** An app of the account's own that is not approved yet. */
  test?: boolean;
}

/** Where the browser goes for an install: with a token to the app, which then asks for the authorization with a `state` of its own. */
export async function startInstall(deps: ConsentDependencies, request: StartInstall, call: Call): Promise<string> {
  const { accountId } = requireActor(call);
  return deps.management.transactional(async (tx) => {
    const app = request.test
      ? await findTestable(tx.query, request.clientId, accountId)
      : await findInstallable(tx.query, request.clientId);
    const start = startOf(app);
    if (start === "AT_APP") throw onlyAtApp();
    const merchantId = await chooseMerchant(tx.query, { app, accountId, asked: request.merchantId });
    recordAudit(tx, call, { action: "install.start", clientId: app.clientId, merchantId, accountId });
    if (start === "PLATFORM") return platformStart(deps, app, merchantId);
    const id = await newInstallTokenId(tx.query);
    const { text, digest } = deps.format.create("it", id, deps.random);
    await issueInstallToken(tx.query, {
      id,
      digest,
      appId: app.appId,
      accountId,
      merchantId,
      lifetime: TOKEN_LIFETIME,
    });
    return withQuery(app.launchUrl!, { iss: deps.issuer, install_token: text });
  });
}

/**
 * Only approved apps have an install link, and all others are not there. A suspended one was approved: its link is public, so people who
 * follow it learn that it is suspended, and nothing else about it.
 */
async function findInstallable(query: Query, clientId: string): Promise<ConsentAppRow> {
  const app = isClientId(clientId) ? await findConsentApp(query, clientId) : null;
  if (app?.state === "SUSPENDED") throw new RequestError("not_found", "APP_SUSPENDED", "The app is suspended.");
  if (app === null || app.state !== "APPROVED") throw appNotFound();
  return app;
}

/** An app that works on its developer's test merchants only, for that developer alone; for everybody else it is not there. */
async function findTestable(query: Query, clientId: string, accountId: string): Promise<ConsentAppRow> {
  const app = isClientId(clientId) ? await findConsentApp(query, clientId) : null;
  if (app === null || app.developerId !== accountId || reachOf(app.state) === "none") throw appNotFound();
  return app;
}

function appNotFound(): RequestError {
  return new RequestError("not_found", "APP_NOT_FOUND", "There is no such app to install.");
}

/**
 * The platform cannot make the challenge of an app that needs PKCE, for it has no use for the code; nor ask for a draft that does not say yet
 * where to go on and what it wants.
 */
function startOf(app: ConsentAppRow): InstallStart {
  if (app.launchUrl !== null) return "LAUNCH_URL";
  const isComplete = app.redirectUris.length > 0 && app.registeredScopes.length > 0;
  return app.platformStart && isComplete && app.confidential && !app.pkceRequired ? "PLATFORM" : "AT_APP";
}

function launchOriginOf(deps: ConsentDependencies, app: ConsentAppRow): string | null {
  if (app.launchUrl !== null) return originOf(app.launchUrl);
  return startOf(app) === "PLATFORM" ? deps.issuer : null;
}

async function chooseMerchant(
  query: Query,
  { app, accountId, asked }: { app: ConsentAppRow; accountId: string; asked: string | null },
): Promise<string> {
  const { open } = await findMerchants(query, app, { accountId, wanted: asked });
  if (asked === null && open.length > 1) {
    throw new RequestError("invalid_argument", "MERCHANT_MISSING", "Say which merchant the app is for.", {
      violations: [
        { field: "merchant_id", description: "Required where the account may connect apps to several merchants." },
      ],
    });
  }
  const chosen = asked === null ? open[0] : open.find(({ merchantId }) => merchantId === asked);
  if (chosen === undefined) {
    throw merchantRefused();
  }
  return chosen.merchantId;
}

/** An authorize request with a `state` of this click, so that no link can be made of it that works twice the same. */
function platformStart(deps: ConsentDependencies, app: ConsentAppRow, merchantId: string): string {
  return withQuery(`${deps.issuer}/oauth/authorize`, {
    client_id: app.clientId,
    redirect_uri: app.redirectUris[0]!,
    scope: formatScope(app.registeredScopes),
    state: Buffer.from(createSecret(deps.random)).toString("base64url"),
    merchant_hint: merchantId,
  });
}

/** The URL with parameters added; what its own query says stays letter by letter. */
function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  const [beforeHash = "", ...hash] = url.split("#");
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const separator = beforeHash.includes("?") ? (/[?&]$/.test(beforeHash) ? "" : "&") : "?";
  return [beforeHash + separator + added.join("&"), ...hash].join("#");
}

function onlyAtApp(): RequestError {
  return new RequestError("failed_precondition", "START_AT_APP", "This app is installed from its own website.");
}
