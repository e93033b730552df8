import { secretMatches } from "../../credential/digest.ts";
import type { Token } from "../../credential/token.ts";
import { OAuthError } from "../../oauth/errors.ts";
import { decideActive, type IntrospectedToken } from "../../oauth/introspection.ts";
import type { IntrospectionRow } from "../../store/introspection.ts";
import { Refusal } from "../errors.ts";
import type { TokenDependencies } from "./dependencies.ts";
import type { BatchIntrospectRequest, Introspection, IntrospectRequest } from "./operations.ts";
import { surroundingsOf } from "./surroundings.ts";

const INACTIVE: Introspection = { active: false };
const BATCH_MAX = 1000;

/** Tells what one token is good for at this moment. */
export async function introspect(deps: TokenDependencies, request: IntrospectRequest): Promise<Introspection> {
  if (request.token === "") throw new OAuthError("token_missing");
  const [answer] = await look(deps, [request.token], request.tokenTypeHint);
  return answer!;
}

/** Tells it of many access tokens, in their order, by one select. */
export async function batchIntrospect(
  deps: TokenDependencies,
  request: BatchIntrospectRequest,
): Promise<Introspection[]> {
  const { length } = request.tokens;
  if (length === 0 || length > BATCH_MAX) {
    throw new Refusal("invalid_argument", "BATCH_SIZE", `tokens must hold 1 to ${BATCH_MAX} tokens.`);
  }
  return look(deps, request.tokens, "");
}

/** Asks the database only for what can be active: texts with the right checksum, and refresh tokens only where the hint says so. */
async function look(deps: TokenDependencies, texts: readonly string[], hint: string): Promise<Introspection[]> {
  const kind = hint === "refresh_token" ? "refresh" : "access";
  const parsed = texts.map((text) => deps.format.parse(text, "at", "rt"));
  // An access token is looked at whatever the hint says: a hint only helps to find (RFC 7662 §2.1).
  const found = new Map<string, IntrospectionRow>();
  const asked = { access: idsOf(parsed, "at"), refresh: kind === "refresh" ? idsOf(parsed, "rt") : [] };
  for (const which of ["access", "refresh"] as const) {
    if (asked[which].length === 0) continue;
    for (const row of await deps.store.readTokens(which, asked[which])) found.set(`${which} ${row.id}`, row);
  }
  return parsed.map((token) => {
    if (token.kind !== "token") return INACTIVE;
    const row = found.get(`${kindOf(token)} ${token.id}`);
    return row === undefined ? INACTIVE : judge(deps, { token, row, hint });
  });
}

type Parsed = ReturnType<TokenDependencies["format"]["parse"]>;

function idsOf(parsed: readonly Parsed[], type: "at" | "rt"): string[] {
  return [...new Set(parsed.flatMap((token) => (token.kind === "token" && token.type === type ? [token.id] : [])))];
}

function kindOf(token: Token): "access" | "refresh" {
  return token.type === "at" ? "access" : "refresh";
}

interface Looked {
  token: Token;
  row: IntrospectionRow;
  hint: string;
}

function judge(deps: TokenDependencies, { token, row, hint }: Looked): Introspection {
  const kind = kindOf(token);
  const facts: IntrospectedToken =
    kind === "access"
      ? { kind, expiresAt: row.expiresAt, revokedAt: row.revokedAt, scopes: row.scopes }
      : { kind, id: row.id, expiresAt: row.expiresAt };
  const { currentId, endedAt, authorizedAt, familyScopes: scopes } = row;
  const surroundings = { ...surroundingsOf(row), family: { currentId, endedAt, authorizedAt, scopes } };
  const matches = secretMatches(token.secret, row.digest);
  const decision = decideActive({ secretMatches: matches, hint, token: facts, surroundings }, row.now);
  if (decision.kind === "inactive") return INACTIVE;
  if (kind === "access") {
    const known = { lastUsedAt: row.installationLastUsedAt, now: row.now };
    deps.store.lastUse.note("installation", row.installationId, known);
  }
  return {
    active: true,
    scopes: decision.scopes,
    clientId: row.clientId,
    merchantId: row.merchantId,
    installationId: row.installationId,
    installationVersion: row.installationVersion,
    accountId: row.accountId,
    familyId: row.familyId,
    tokenId: row.id,
    tokenKind: kind,
    issuedAt: row.issuedAt,
    expiresAt: row.expiresAt,
    validFor: decision.validFor,
    issuer: deps.issuer,
    test: row.merchantTest,
  };
}
