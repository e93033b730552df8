import { isUuid } from "../../credential/uuid.ts";
import { buildRedirect } from "../../oauth/authorize-response.ts";
import { findChallengeError } from "../../oauth/challenge-parameters.ts";
import { OAuthError, type Rejection, reject } from "../../oauth/errors.ts";
import { decideIssue, type IssueDecision } from "../../oauth/issue.ts";
import { expiryAfter, lifetimesOf } from "../../oauth/lifetimes.ts";
import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { TransactionContext } from "../../store/connection/transaction-context.ts";
import {
  createInstallations,
  insertCodes,
  type LockedForIssue,
  lockForIssue,
  type NewCode,
  notePendingAgain,
} from "../../store/tokens/issue.ts";
import { clockOf } from "../../store/tokens/token-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import type { TokenDependencies } from "./dependencies.ts";

/** Empty texts count as absent. */
export interface IssueRequest {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  /** The scopes of the app's request; empty if all of them were granted. */
  requestedScopes: string[];
  state: string;
  merchantId: string;
  accountId: string;
  codeChallenge: string;
  codeChallengeMethod: string;
}

export interface IssuedCode {
  code: string;
  /** Microseconds. */
  expiresAt: number;
  /** The redirect URI with `code`, `state` and `iss`. */
  redirectTo: string;
}

/**
 * Issues an authorization code for a consent given outside of Latchkey's own pages.
 * @see RFC 6749 §4.1.2
 * @throws OAuthError for a rejection; StorageError if nothing was decided or the outcome is unknown
 */
export async function issue(deps: TokenDependencies, request: IssueRequest, call: Call): Promise<IssuedCode> {
  const { clientId, redirectUri, merchantId, accountId } = request;
  if ([clientId, redirectUri, merchantId, accountId].includes("")) throw new OAuthError("parameter_missing");
  const item: IssueItem = { request, call, remembered: false };
  const operation = { name: "issue", pool: "ordinary" } as const;
  const result = await deps.store.batch(operation, item, (tx, items) => issueCodes(deps, tx, items));
  await deps.store.syncFeed(item);
  if (result.kind === "failure") throw result.failure;
  if (result.decision.kind === "reject") throw new OAuthError(result.decision.reason);
  return result.decision;
}

export interface IssueItem {
  request: IssueRequest;
  call: Call;
  /** True for a remembered consent, which leaves the installation's granted scopes unchanged. */
  remembered: boolean;
}

export type IssueOutcome = ({ kind: "issued"; installationId: string } & IssuedCode) | Rejection;

/** Issues codes in the caller's transaction: of the RPC Issue, or of an approval on the consent page. A rejection writes nothing. */
export async function issueCodes(
  deps: Pick<TokenDependencies, "format" | "lifetimes" | "issuer" | "random">,
  tx: TransactionContext,
  items: readonly IssueItem[],
): Promise<IssueOutcome[]> {
  const rows = await lockInstallations(tx, items);
  const now = clockOf(rows);
  const codes: NewCode[] = [];
  const again: NewCode[] = [];
  const outcomes = items.map((item, at): IssueOutcome => {
    const row = rows[at]!;
    const decision = decide(item, row);
    if (decision.kind === "reject") return decision;
    const { code, text } = createCode(deps, { item, row, now, decision });
    codes.push(code);
    if (row.installationState === "UNINSTALLED") again.push(code);
    auditCode(tx, item, code);
    const { redirectUri, state } = item.request;
    const redirectTo = buildRedirect(redirectUri, { code: text, state, iss: deps.issuer });
    return { kind: "issued", installationId: code.installationId, code: text, expiresAt: code.expiresAt, redirectTo };
  });
  tx.write(insertCodes, codes);
  tx.write(notePendingAgain, again);
  return outcomes;
}

/** Locks the installations. Inserts missing installations first, because only an existing row can be locked. */
async function lockInstallations(tx: TransactionContext, items: readonly IssueItem[]): Promise<LockedForIssue[]> {
  const keys = items.map(({ request }) => ({
    clientId: isClientId(request.clientId) ? request.clientId : "",
    merchantId: isMerchantId(request.merchantId) ? request.merchantId : "",
    accountId: isUuid(request.accountId) ? request.accountId : null,
  }));
  const rows = await lockForIssue(tx.query, keys);
  const missing = items.flatMap((item, at) => {
    const row = rows[at]!;
    if (row.installationId !== null || decide(item, row).kind === "reject") return [];
    return [{ appId: row.appId!, merchantId: row.merchantId! }];
  });
  if (missing.length === 0) return rows;
  await createInstallations(tx.query, missing);
  return lockForIssue(tx.query, keys);
}

function decide({ request }: IssueItem, row: LockedForIssue): IssueDecision {
  const { redirectUri, scopes, requestedScopes, state } = request;
  const decision = decideIssue({
    request: { redirectUri, scopes, requestedScopes, state, codeChallenge: request.codeChallenge || null },
    app: row.appId === null ? null : row,
    merchant:
      row.merchantId === null
        ? null
        : { state: row.merchantState, test: row.merchantTest, developerId: row.merchantDeveloperId },
    account: row.accountId === null ? null : { state: row.accountState, role: row.role },
    installation: row.installationId === null ? null : { state: row.installationState, suspendedBy: row.suspendedBy },
  });
  if (decision.kind === "reject") return decision;
  const reason = findChallengeError(challengeOf(request), false);
  return reason === null ? decision : reject(reason);
}

function challengeOf({ codeChallenge, codeChallengeMethod }: IssueRequest): Map<string, string> {
  const parameters = [
    ["code_challenge", codeChallenge],
    ["code_challenge_method", codeChallengeMethod],
  ] as const;
  return new Map(parameters.filter(([, value]) => value !== ""));
}

interface Issuable {
  item: IssueItem;
  row: LockedForIssue;
  now: number;
  decision: Extract<IssueDecision, { kind: "issue" }>;
}

function createCode(
  deps: Pick<TokenDependencies, "format" | "lifetimes" | "random">,
  { item, row, now, decision }: Issuable,
): { code: NewCode; text: string } {
  const { request, remembered } = item;
  const { text, digest } = deps.format.create("ac", row.newCodeId, deps.random);
  const ttl = lifetimesOf(deps.lifetimes, { codeTtl: row.codeTtl, accessTokenTtl: null, refreshTokenTtl: null }).code;
  const code: NewCode = {
    id: row.newCodeId,
    digest,
    appId: row.appId!,
    merchantId: row.merchantId!,
    accountId: row.accountId!,
    installationId: row.installationId!,
    redirectUri: request.redirectUri,
    scopes: decision.scopes,
    ungrantedScopes: decision.ungranted,
    codeChallenge: request.codeChallenge || null,
    replacesGrant: !remembered,
    issuedAt: now,
    expiresAt: expiryAfter(now, ttl),
  };
  return { code, text };
}

function auditCode(tx: TransactionContext, { request, call, remembered }: IssueItem, code: NewCode): void {
  recordAudit(tx, call, {
    action: "token.issue",
    clientId: request.clientId,
    installationId: code.installationId,
    merchantId: code.merchantId,
    accountId: code.accountId,
    detail: { family_id: code.id, scopes: code.scopes, remembered },
  });
}
