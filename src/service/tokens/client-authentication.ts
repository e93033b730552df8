import { randomBytes } from "node:crypto";
import type { BatchResult } from "../../concurrency/batcher.ts";
import { digestsEqual } from "../../credential/digest.ts";
import { digestSecret } from "../../credential/secret.ts";
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

/** The credentials of an app as received. An empty `clientId` counts as absent. */
export interface Credentials {
  clientId: string;
  proof: { kind: "secret"; secret: string } | { kind: "public" } | { kind: "none" };
}

/** Well-formed credentials, not yet verified. */
interface ParsedCredentials {
  kind: "credentials";
  key: ClientKey;
  proof: Credentials["proof"]["kind"];
  /** SHA-256 of the secret part of the presented secret; a random digest if no secret was presented. */
  secretDigest: Buffer;
}

/** An authenticated app. */
export interface Client extends AppLifetimes {
  appId: string;
  clientId: string;
  confidential: boolean;
  refreshMode: RefreshMode;
}

/** A request of an app, as an item of a batch. */
export interface AppItem<R> {
  request: R;
  call: Call;
  credentials: ParsedCredentials;
  /** The installation of which the call revoked a token family; null for none. */
  endsFamilyOf: string | null;
}

/** The outcome of one item, decided in the transaction and returned after its commit. */
export type Outcome<T> = { kind: "answer"; answer: T } | Rejection | { kind: "failure"; failure: unknown };

/** Parses the credentials of a request. @throws OAuthError for malformed credentials */
export async function toItem<R extends { credentials: Credentials }>(
  deps: TokenDependencies,
  request: R,
  call: Call,
): Promise<AppItem<R>> {
  const { clientId } = request.credentials;
  const credentials = parseCredentials(deps.format, request.credentials);
  if (credentials.kind === "reject") throw await toOAuthError(deps, credentials, { call, clientId });
  return { request, call, credentials, endsFamilyOf: null };
}

function parseCredentials(format: TokenFormat, { clientId, proof }: Credentials): ParsedCredentials | Rejection {
  if (clientId === "") return reject("client_missing");
  if (!isClientId(clientId)) return reject("client_malformed");
  const parsed = { kind: "credentials", proof: proof.kind } as const;
  const token = proof.kind === "secret" ? format.parse(proof.secret, "cs") : null;
  if (token?.kind !== "token") return { ...parsed, key: { clientId, secretId: null }, secretDigest: NO_DIGEST };
  return { ...parsed, key: { clientId, secretId: token.id }, secretDigest: digestSecret(token.secret) };
}

// Compared if no row has a digest, so that an unknown app takes as long as a wrong secret.
const NO_DIGEST = digestSecret(randomBytes(32));

/** Verifies an item's credentials against the app's row, and records the use of the secret. `now` is microseconds. */
export function authenticateClient(
  deps: TokenDependencies,
  { credentials }: AppItem<unknown>,
  { row, now, purpose }: { row: ClientRow; now: number; purpose: ClientPurpose },
): { kind: "client"; client: Client } | Rejection {
  const isLive = row.secretDigest !== null && isSecretLive({ retiresAt: row.secretRetiresAt }, now);
  const matches = digestsEqual(credentials.secretDigest, row.secretDigest ?? NO_DIGEST);
  const app = row.clientAppId === null ? null : { state: row.clientState, confidential: row.clientConfidential };
  const secretMatches = isLive && matches;
  const decision = decideClientAuthentication({ app, proof: credentials.proof, secretMatches, purpose });
  if (decision.kind === "reject") return decision;
  const { clientId, secretId } = credentials.key;
  if (secretId !== null && row.secretDigest !== null) {
    deps.store.lastUse.note("app_secret", secretId, { lastUsedAt: row.secretLastUsedAt, now });
  }
  return { kind: "client", client: toClient(clientId, row) };
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

/** The outcome of a cancelled or late request: 503, without tokens or changes. */
export function late(): Outcome<never> {
  return { kind: "failure", failure: new OAuthError("request_late", { retryAfter: 1 }) };
}

/** The answer of an item whose transaction has committed. @throws OAuthError for a rejection; for a failure, the error of the item itself */
export async function respond<T>(
  deps: TokenDependencies,
  { call, credentials, endsFamilyOf }: AppItem<unknown>,
  result: BatchResult<Outcome<T>>,
): Promise<T> {
  if (endsFamilyOf !== null) deps.store.health.ended(endsFamilyOf);
  const outcome = result.kind === "decided" ? result.decision : result;
  if (outcome.kind === "answer") return outcome.answer;
  if (outcome.kind === "failure") throw outcome.failure;
  throw await toOAuthError(deps, outcome, { call, clientId: credentials.key.clientId });
}

/**
 * The error of a rejection. Counts a failed authentication and applies the rate limit. The limit comes last, so that a correct secret
 * is never rejected because of the failures of others.
 */
async function toOAuthError(
  { limits }: TokenDependencies,
  { reason }: Rejection,
  { call, clientId }: { call: Call; clientId: string },
): Promise<OAuthError> {
  if (limits === undefined || publicAnswerOf(reason).code !== "invalid_client") return new OAuthError(reason);
  const counted = await limits.countAppFailure({ clientId: clientId || null, address: call.address });
  if (counted.kind === "allow") return new OAuthError(reason);
  return new OAuthError("rate_limited", { retryAfter: counted.retryAfter });
}

/**
 * Authenticates an app for an operation without a token, such as an uninstall by the app.
 * @throws OAuthError `invalid_client`; `temporarily_unavailable` after too many failures; `unauthorized_client` for a public app
 */
export async function authenticateApp(
  deps: TokenDependencies,
  credentials: Credentials,
  { call, purpose }: { call: Call; purpose: ClientPurpose },
): Promise<{ appId: string; clientId: string }> {
  const item = await toItem(deps, { credentials }, call);
  const row = await deps.store.readClient(item.credentials.key);
  const result = authenticateClient(deps, item, { row, now: row.now, purpose });
  if (result.kind === "reject") throw await toOAuthError(deps, result, { call, clientId: credentials.clientId });
  return { appId: result.client.appId, clientId: result.client.clientId };
}
