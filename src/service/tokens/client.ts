import { randomBytes } from "node:crypto";
import { digestsEqual, sha256 } from "../../credential/digest.ts";
import type { TokenFormat } from "../../credential/token.ts";
import { type ClientPurpose, decideClientAuthentication } from "../../oauth/client-authentication.ts";
import { isSecretLive } from "../../oauth/client-secret.ts";
import { OAuthError, publicAnswerOf, type Rejection, reject } from "../../oauth/errors.ts";
import type { AppLifetimes } from "../../oauth/lifetimes.ts";
import { isClientId } from "../../oauth/parameters.ts";
import type { RefreshMode } from "../../oauth/refresh-token.ts";
import type { ClientKey, ClientRow } from "../../store/tokens/token-rows.ts";
import type { Call } from "../call.ts";
import type { TokenDependencies } from "./dependencies.ts";
import type { Credentials } from "./operations.ts";

/** An app's credentials, read; nothing is proven yet. */
export interface Presented {
  kind: "presented";
  key: ClientKey;
  proof: Credentials["proof"]["kind"];
  /** SHA-256 of the presented secret's secret part; of nothing in particular where none was presented. */
  secretDigest: Buffer;
}

/** An app that proved who it is. */
export interface Client extends AppLifetimes {
  appId: string;
  clientId: string;
  confidential: boolean;
  refreshMode: RefreshMode;
}

// Compared where there is no secret, so that an unknown app takes the time of a wrong secret.
const NO_DIGEST = sha256(randomBytes(32));

/** Reads credentials without a look at the database; a rejection is the answer to an app that does not even name itself. */
export function readCredentials(format: TokenFormat, { clientId, proof }: Credentials): Presented | Rejection {
  if (clientId === "") return reject("client_missing");
  if (!isClientId(clientId)) return reject("client_malformed");
  const token = proof.kind === "secret" ? format.parse(proof.secret, "cs") : null;
  if (token?.kind !== "token") {
    return { kind: "presented", key: { clientId, secretId: null }, proof: proof.kind, secretDigest: NO_DIGEST };
  }
  return {
    kind: "presented",
    key: { clientId, secretId: token.id },
    proof: proof.kind,
    secretDigest: sha256(token.secret),
  };
}

/** Whether a looked-up app is the one that it says. `now` is microseconds of the database's clock. */
export function judgeClient(
  presented: Presented,
  row: ClientRow,
  at: { now: number; purpose: ClientPurpose },
): { kind: "client"; client: Client } | Rejection {
  const live = row.secretDigest !== null && isSecretLive({ retiresAt: row.secretRetiresAt }, at.now);
  const matches = digestsEqual(presented.secretDigest, row.secretDigest ?? NO_DIGEST);
  const app = row.clientAppId === null ? null : { state: row.clientState, confidential: row.clientConfidential };
  const secretMatches = live && matches;
  const decision = decideClientAuthentication({ app, proof: presented.proof, secretMatches, purpose: at.purpose });
  if (decision.kind === "reject") return decision;
  return { kind: "client", client: toClient(presented.key.clientId, row) };
}

function toClient(clientId: string, row: ClientRow): Client {
  return {
    appId: row.clientAppId!,
    clientId,
    confidential: row.clientConfidential,
    refreshMode: row.clientRefreshMode,
    codeTtl: row.clientCodeTtl,
    accessTokenTtl: row.clientAccessTokenTtl,
    refreshTokenTtl: row.clientRefreshTokenTtl,
  };
}

/** Notes the use of a secret, off the path of the request. */
export function noteSecretUse(deps: TokenDependencies, presented: Presented, row: ClientRow & { now: number }): void {
  const { secretId } = presented.key;
  if (secretId === null || row.secretDigest === null) return;
  deps.store.lastUse.note("app_secret", secretId, { lastUsedAt: row.secretLastUsedAt, now: row.now });
}

/**
 * The error for a rejection. A failed authentication is counted, and answered by the limit where there were too many: only now, so that a right
 * secret is never refused for the failures of others.
 */
export async function toAnswer(
  deps: TokenDependencies,
  rejection: Rejection,
  { call, clientId }: { call: Call; clientId: string },
): Promise<OAuthError> {
  if (publicAnswerOf(rejection.reason).code !== "invalid_client" || deps.limits === undefined) {
    return new OAuthError(rejection.reason);
  }
  const counted = await deps.limits.countAppFailure({ clientId: clientId || null, address: call.address });
  if (counted.kind === "allow") return new OAuthError(rejection.reason);
  return new OAuthError("rate_limited", { retryAfter: counted.retryAfter });
}

/**
 * Authenticates an app for an operation that is not about a token, such as an uninstall by the app.
 * @throws OAuthError `invalid_client`, `temporarily_unavailable` where too many failed, `unauthorized_client` for an app that cannot prove it
 */
export async function authenticateApp(
  deps: TokenDependencies,
  credentials: Credentials,
  { call, purpose }: { call: Call; purpose: ClientPurpose },
): Promise<{ appId: string; clientId: string }> {
  const asked = { call, clientId: credentials.clientId };
  const presented = readCredentials(deps.format, credentials);
  if (presented.kind === "reject") throw await toAnswer(deps, presented, asked);
  const row = await deps.store.readClient(presented.key);
  const judged = judgeClient(presented, row, { now: row.now, purpose });
  if (judged.kind === "reject") throw await toAnswer(deps, judged, asked);
  noteSecretUse(deps, presented, row);
  return { appId: judged.client.appId, clientId: judged.client.clientId };
}
