import { isUuid } from "../../credential/uuid.ts";
import { buildRedirect } from "../../oauth/authorize-response.ts";
import { OAuthError, type Rejection, reject } from "../../oauth/errors.ts";
import { decideIssue, type IssueDecision } from "../../oauth/issue.ts";
import { expiryAfter, lifetimesOf } from "../../oauth/lifetimes.ts";
import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import { findChallengeError } from "../../oauth/pkce.ts";
import type { LockedForIssue, NewCode } from "../../store/tokens/issue.ts";
import type { TokenTransaction } from "../../store/tokens/token-transaction.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { clockOf, isCancelled, orNull } from "./member.ts";
import type { IssuedCode, IssueRequest, TokenOperations } from "./operations.ts";

/** What is to be issued, and by which kind of consent. */
export interface IssueMember {
  request: IssueRequest;
  call: Call;
  /** Consent from before, without a page: the exchange leaves the installation's granted scopes as they are. */
  remembered: boolean;
}

/** Issues a code for a consent given on a page of the platform's own. */
export function createIssue(deps: TokenDependencies): TokenOperations["issue"] {
  const join = deps.store.batch<IssueMember, IssueOutcome>(
    { name: "issue", pool: "ordinary", isCancelled },
    (tx, members) => issueTogether(deps, tx, members),
  );
  return async (request, call) => {
    if (lacksName(request)) throw new OAuthError("parameter_missing");
    const settled = await join({ request, call, remembered: false });
    if (settled.kind === "fault") throw settled.fault;
    if (settled.decision.kind === "reject") throw new OAuthError(settled.decision.reason);
    return settled.decision;
  };
}

/** Who is meant was left out: the caller's own slip, to be told apart from an app or account that there is not. */
function lacksName({ clientId, redirectUri, merchantId, accountId }: IssueRequest): boolean {
  return [clientId, redirectUri, merchantId, accountId].includes("");
}

export type IssueOutcome = ({ kind: "issued"; installationId: string } & IssuedCode) | Rejection;

/**
 * Decides and writes codes in the transaction that `tx` stands for: that of Issue, or the one in which the consent page's approval uses its
 * interaction up. A rejection has written nothing.
 */
export async function issueTogether(
  deps: Pick<TokenDependencies, "format" | "lifetimes" | "issuer" | "random">,
  tx: TokenTransaction,
  members: readonly IssueMember[],
): Promise<IssueOutcome[]> {
  const rows = await lockRows(tx, members);
  const now = clockOf(rows);
  const codes: NewCode[] = [];
  const outcomes = members.map((member, at): IssueOutcome => {
    const row = rows[at]!;
    const decision = decide(member, row);
    if (decision.kind === "reject") return decision;
    const { code, text } = mint(deps, { member, row, now, scopes: decision.scopes });
    codes.push(code);
    tell(tx, member, code);
    const { redirectUri, state } = member.request;
    const redirectTo = buildRedirect(redirectUri, { code: text, state, iss: deps.issuer });
    return { kind: "issued", installationId: code.installationId, code: text, expiresAt: code.expiresAt, redirectTo };
  });
  tx.insertCodes(codes);
  return outcomes;
}

/** Locks the installations; where a first Issue needs a row, it is made and everything read again, for then it can be locked. */
async function lockRows(tx: TokenTransaction, members: readonly IssueMember[]): Promise<LockedForIssue[]> {
  const keys = members.map(({ request }) => ({
    clientId: isClientId(request.clientId) ? request.clientId : "",
    merchantId: isMerchantId(request.merchantId) ? request.merchantId : "",
    accountId: isUuid(request.accountId) ? request.accountId : null,
  }));
  const rows = await tx.lockForIssue(keys);
  const missing = members.flatMap((member, at) => {
    const row = rows[at]!;
    if (row.installationId !== null || decide(member, row).kind === "reject") return [];
    return [{ appId: row.appId!, merchantId: row.merchantId! }];
  });
  if (missing.length === 0) return rows;
  await tx.createInstallations(missing);
  return tx.lockForIssue(keys);
}

function decide({ request }: IssueMember, row: LockedForIssue): IssueDecision {
  const decision = decideIssue({
    request: {
      redirectUri: request.redirectUri,
      scopes: request.scopes,
      state: request.state,
      codeChallenge: orNull(request.codeChallenge),
    },
    app: row.appId === null ? null : row,
    merchant:
      row.merchantId === null
        ? null
        : { state: row.merchantState, test: row.merchantTest, developerId: row.merchantDeveloperId },
    account: row.accountId === null ? null : { state: row.accountState, role: row.role },
    installation: row.installationId === null ? null : { state: row.installationState, suspendedBy: row.suspendedBy },
  });
  if (decision.kind === "reject") return decision;
  const fault = findChallengeError(challengeOf(request), false);
  return fault === null ? decision : reject(fault);
}

function challengeOf({ codeChallenge, codeChallengeMethod }: IssueRequest): Map<string, string> {
  const given = [
    ["code_challenge", codeChallenge],
    ["code_challenge_method", codeChallengeMethod],
  ] as const;
  return new Map(given.filter(([, value]) => value !== ""));
}

interface Mintable {
  member: IssueMember;
  row: LockedForIssue;
  now: number;
  scopes: string[];
}

function mint(
  deps: Pick<TokenDependencies, "format" | "lifetimes" | "random">,
  { member, row, now, scopes }: Mintable,
): { code: NewCode; text: string } {
  const { request, remembered } = member;
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
    scopes,
    codeChallenge: orNull(request.codeChallenge),
    replacesGrant: !remembered,
    issuedAt: now,
    expiresAt: expiryAfter(now, ttl),
  };
  return { code, text };
}

function tell(tx: TokenTransaction, { request, call, remembered }: IssueMember, code: NewCode): void {
  recordAudit(tx, call, {
    action: "token.issue",
    clientId: request.clientId,
    installationId: code.installationId,
    merchantId: code.merchantId,
    accountId: code.accountId,
    detail: { family_id: code.id, scopes: code.scopes, remembered },
  });
}
