import { secretMatches } from "../../credential/secret.ts";
import type { ParsedToken, Token } from "../../credential/token.ts";
import { decideActive, type IntrospectedToken } from "../../oauth/introspection.ts";
import type { IntrospectionRow } from "../../store/tokens/introspection.ts";
import { contextOf } from "../../store/tokens/token-rows.ts";
import type { Caller } from "../call.ts";
import type { TokenDependencies } from "./dependencies.ts";
import type { Introspection } from "./introspection.ts";
import type { IntrospectionCache } from "./introspection-cache.ts";
import { type IntrospectionLoader, type LoadedTokens, loaderOf, type TokenKind } from "./introspection-loader.ts";
import { padResponseTime } from "./response-time-padding.ts";

export type Consistency = "minimize_latency" | "fully_consistent";

export interface TokensRequest {
  tokens: readonly string[];
  /** `token_type_hint`; may be empty. */
  hint: string;
  consistency: Consistency;
}

interface LoadOptions extends Options {
  /** Receives the loaded active tokens. */
  cache: IntrospectionCache | undefined;
}

interface Options {
  hint: string;
  /** True if tokens of test merchants can be active. The apps of such tokens may be unreviewed. */
  seesTest: boolean;
}

const INACTIVE: Introspection = { active: false };

/** Introspects `tokens`, with the results in their order: from the cache if the requested consistency allows it, else by one select. */
export async function introspectTokens(
  deps: TokenDependencies,
  { tokens, hint, consistency }: TokensRequest,
  { permissions }: Caller,
): Promise<Introspection[]> {
  const options = { hint, seesTest: permissions.has("tokens:introspect_test") };
  const cache = consistency === "minimize_latency" ? deps.cache : undefined;
  const cached = tokens.map((token) => cache?.find(token, options.seesTest) ?? null);
  const misses = tokens.filter((_, at) => cached[at] === null);
  const load = () => loadTokens(deps, misses, { ...options, cache });
  // Pads the response time, so that it does not reveal why a token is inactive.
  const loaded = misses.length === 0 ? [] : await padResponseTime(load, hasInactive);
  let next = 0;
  return cached.map((introspection) => introspection ?? loaded[next++]!);
}

const hasInactive = (introspections: readonly Introspection[]) => introspections.some(({ active }) => !active);

/** Queries only well-formed tokens: access tokens always, refresh tokens only if the hint is `refresh_token` (RFC 7662 §2.1). */
async function loadTokens(
  deps: TokenDependencies,
  texts: readonly string[],
  { cache, ...options }: LoadOptions,
): Promise<Introspection[]> {
  const parsed = texts.map((text) => deps.format.parse(text, "at", "rt"));
  const [access, refresh] = await Promise.all([
    loadIds(loaderOf(deps, "access"), idsOf(parsed, "at")),
    loadIds(loaderOf(deps, "refresh"), options.hint === "refresh_token" ? idsOf(parsed, "rt") : []),
  ]);
  return parsed.map((token, at) => {
    if (token.kind !== "token") return INACTIVE;
    const loaded = kindOf(token) === "access" ? access : refresh;
    const row = loaded?.rows.get(token.id);
    if (loaded === null || row === undefined) return INACTIVE;
    const introspection = decideIntrospection(deps, { token, row, ...options });
    if (introspection.active) cache?.put(texts[at]!, introspection, loaded.start);
    return introspection;
  });
}

function loadIds(loader: IntrospectionLoader, ids: readonly string[]): Promise<LoadedTokens> | null {
  return ids.length === 0 ? null : loader(ids);
}

/** The ids of one type. The loader removes duplicates. */
function idsOf(parsed: readonly ParsedToken[], type: "at" | "rt"): string[] {
  return parsed.flatMap((token) => (token.kind === "token" && token.type === type ? [token.id] : []));
}

function kindOf(token: Token): TokenKind {
  return token.type === "at" ? "access" : "refresh";
}

interface FoundToken extends Options {
  token: Token;
  row: IntrospectionRow;
}

function decideIntrospection(deps: TokenDependencies, { token, row, hint, seesTest }: FoundToken): Introspection {
  const kind = kindOf(token);
  const facts: IntrospectedToken =
    kind === "access"
      ? { kind, expiresAt: row.expiresAt, revokedAt: row.revokedAt, scopes: row.scopes }
      : { kind, id: row.id, expiresAt: row.expiresAt };
  const { currentId, endedAt, authorizedAt, familyScopes: scopes } = row;
  const context = { ...contextOf(row), family: { currentId, endedAt, authorizedAt, scopes } };
  const matches = secretMatches(token.secret, row.digest);
  const decision = decideActive({ secretMatches: matches, hint, seesTest, token: facts, context }, row.now);
  if (decision.kind === "inactive") return INACTIVE;
  if (kind === "access") {
    const lastUse = { lastUsedAt: row.installationLastUsedAt, now: row.now };
    deps.store.lastUse.note("installation", row.installationId, lastUse);
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
    encoded: undefined,
  };
}
