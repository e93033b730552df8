import { secretMatches } from "../../credential/digest.ts";
import type { Token } from "../../credential/token.ts";
import { reject } from "../../oauth/errors.ts";
import { decideRevoke, type RevokeDecision } from "../../oauth/revocation.ts";
import type { LockedToken } from "../../store/tokens/revocations.ts";
import type { TokenTransaction } from "../../store/tokens/token-transaction.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Client, judgeClient, noteSecretUse } from "./client.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { clockOf, isCancelled, type Member, type Outcome, settle, toMember } from "./member.ts";
import type { RevokeRequest, TokenOperations } from "./operations.ts";

interface RevokeMember extends Member<RevokeRequest> {
  /** The presented access or refresh token; null if it is none of ours. */
  token: Token | null;
}

/** Ends an access token, or the family of a refresh token. Answers the same where there is nothing left to end. */
export function createRevoke(deps: TokenDependencies): TokenOperations["revoke"] {
  const join = deps.store.batch<RevokeMember, Outcome<void>>(
    { name: "revoke", pool: "reserved", isCancelled },
    (tx, members) => revokeTogether(deps, tx, members),
  );
  return async (request, call) => {
    const parsed = deps.format.parse(request.token, "at", "rt");
    const member = { ...(await toMember(deps, request, call)), token: parsed.kind === "token" ? parsed : null };
    return settle(deps, await join(member), member);
  };
}

/** What the members before have left behind. */
interface Group {
  tx: TokenTransaction;
  now: number;
  endedFamilies: Map<string, number>;
  revokedTokens: Map<string, number>;
}

/** Decides all members in one transaction, each against the state that the ones before it left. */
async function revokeTogether(
  deps: TokenDependencies,
  tx: TokenTransaction,
  members: readonly RevokeMember[],
): Promise<Outcome<void>[]> {
  const rows = await tx.lockForRevoke(
    members.map(({ token, presented }) => ({
      ...presented.key,
      accessId: token?.type === "at" ? token.id : null,
      refreshId: token?.type === "rt" ? token.id : null,
    })),
  );
  const group: Group = { tx, now: clockOf(rows), endedFamilies: new Map(), revokedTokens: new Map() };
  const outcomes = members.map((member, at) => revokeOne(deps, group, { member, row: rows[at]! }));
  tx.revokeAccessTokens([...group.revokedTokens].map(([id, at]) => ({ id, at })));
  tx.endFamilies([...group.endedFamilies].map(([id, at]) => ({ id, at, reason: "revoked" })));
  return outcomes;
}

interface Presentation {
  member: RevokeMember;
  row: LockedToken;
}

function revokeOne(deps: TokenDependencies, group: Group, { member, row }: Presentation): Outcome<void> {
  const judged = judgeClient(member.presented, row, { now: group.now, purpose: "revoke" });
  if (judged.kind === "reject") return judged;
  noteSecretUse(deps, member.presented, row);
  if (member.request.token === "") return reject("token_missing");
  const decision = decide(group, { member, row }, judged.client);
  if (decision.kind === "reject") return decision;
  if (decision.kind === "revoke_token") {
    group.revokedTokens.set(row.id, group.now);
    group.tx.publish({ subject: "TOKEN", subjectId: row.id, kind: "REVOKED" });
    tell(group, { member, row }, judged.client);
  } else if (decision.kind === "end_family") {
    group.endedFamilies.set(row.familyId, group.now);
    group.tx.publish({ subject: "FAMILY", subjectId: row.familyId, kind: "REVOKED" });
    tell(group, { member, row }, judged.client);
  } else {
    // For unknown tokens too: the time of a commit would tell them from revoked ones.
    group.tx.confirm();
  }
  return { kind: "answer", answer: undefined };
}

function decide(group: Group, { member, row }: Presentation, { appId }: Client): RevokeDecision {
  const { token } = member;
  if (token === null || row.kind === null) {
    return decideRevoke({ appId, secretMatches: false, token: null, family: null }, group.now);
  }
  const revokedAt = group.revokedTokens.get(row.id) ?? row.revokedAt;
  const endedAt = group.endedFamilies.get(row.familyId) ?? row.familyEndedAt;
  return decideRevoke(
    {
      appId,
      secretMatches: secretMatches(token.secret, row.digest),
      token: row.kind === "access" ? { kind: "access", expiresAt: row.expiresAt, revokedAt } : { kind: "refresh" },
      family: { appId: row.appId, endedAt },
    },
    group.now,
  );
}

function tell(group: Group, { member, row }: Presentation, { clientId }: Client): void {
  recordAudit(group.tx, member.call, {
    action: "token.revoke",
    actorClientId: clientId,
    clientId,
    installationId: row.installationId,
    merchantId: row.merchantId,
    accountId: row.accountId,
    detail: { family_id: row.familyId, ...(row.kind === "access" ? { token_id: row.id } : {}) },
  });
}
