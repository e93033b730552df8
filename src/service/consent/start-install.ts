import { createSecret } from "../../credential/secret.ts";
import { LIFETIMES } from "../../oauth/lifetimes.ts";
import { formatScope } from "../../oauth/scope.ts";
import type { Query } from "../../store/connection/query.ts";
import type { ConsentApp } from "../../store/consent/consent-facts.ts";
import { issueInstallToken, newInstallTokenId } from "../../store/consent/install-tokens.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { findInstallableApp, findTestableApp, installStartOf } from "./installable-app.ts";
import { findMerchants, merchantRefused } from "./page-content.ts";

export interface StartInstallRequest {
  clientId: string;
  /** Null: the account's only merchant. */
  merchantId: string | null;
  /** True: installs an unapproved app of the account or its teams on a test merchant. */
  test?: boolean;
}

/** Returns the launch URL with an install token, or the platform's authorization URL. */
export async function startInstall(
  deps: ConsentDependencies,
  request: StartInstallRequest,
  call: Call,
): Promise<string> {
  const actor = requireActor(call);
  const { accountId } = actor;
  return deps.management.transactional(async (tx) => {
    const app = request.test
      ? await findTestableApp(tx.query, request.clientId, actor)
      : await findInstallableApp(tx.query, request.clientId);
    const start = installStartOf(app);
    if (start === "AT_APP") throw onlyAtApp();
    const merchantId = await chooseMerchant(tx.query, { app, accountId, requested: request.merchantId });
    recordAudit(tx, call, { action: "install.start", clientId: app.clientId, merchantId, accountId });
    if (start === "PLATFORM") return authorizationUrl(deps, app, merchantId);
    const id = await newInstallTokenId(tx.query);
    const { text, digest } = deps.format.create("it", id, deps.random);
    const token = { id, digest, appId: app.appId, accountId, merchantId, lifetime: LIFETIMES.installToken };
    await issueInstallToken(tx.query, token);
    return withQuery(app.launchUrl!, { iss: deps.issuer, install_token: text });
  });
}

async function chooseMerchant(
  query: Query,
  { app, accountId, requested }: { app: ConsentApp; accountId: string; requested: string | null },
): Promise<string> {
  const { allowed } = await findMerchants(query, app, { accountId, wanted: requested });
  if (requested === null && allowed.length > 1) throw merchantMissing();
  const chosen = requested === null ? allowed[0] : allowed.find(({ merchantId }) => merchantId === requested);
  if (chosen === undefined) throw merchantRefused();
  return chosen.merchantId;
}

/** An authorization URL with a new `state` for each click. */
function authorizationUrl(deps: ConsentDependencies, app: ConsentApp, merchantId: string): string {
  return withQuery(`${deps.issuer}/oauth/authorize`, {
    client_id: app.clientId,
    redirect_uri: app.redirectUris[0]!,
    scope: formatScope(app.registeredScopes),
    state: Buffer.from(createSecret(deps.random)).toString("base64url"),
    merchant_hint: merchantId,
  });
}

/** Adds parameters to a URL without changing its existing query. */
function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  const [beforeHash = "", ...hash] = url.split("#");
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const separator = beforeHash.includes("?") ? (/[?&]$/.test(beforeHash) ? "" : "&") : "?";
  return [beforeHash + separator + added.join("&"), ...hash].join("#");
}

function merchantMissing(): RequestError {
  const description = "Required if the account may connect apps to several merchants.";
  return new RequestError("invalid_argument", "MERCHANT_MISSING", "Choose the merchant to install the app for.", {
    violations: [{ field: "merchant_id", description }],
  });
}

function onlyAtApp(): RequestError {
  return new RequestError("failed_precondition", "START_AT_APP", "This app is installed from its own website.");
}
