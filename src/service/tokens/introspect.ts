import { secretMatches } from "../../credential/digest.ts";
import type { ParsedToken, Token } from "../../credential/token.ts";
import { OAuthError } from "../../oauth/errors.ts";
import { decideActive, type IntrospectedToken } from "../../oauth/introspection.ts";
import type { IntrospectionRow } from "../../store/tokens/introspection.ts";
import { contextOf } from "../../store/tokens/token-rows.ts";
import type { Call, Caller } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { TokenDependencies } from "./dependencies.ts";
import type { Introspection } from "./introspection.ts";
import { createIntrospectionLoader, type IntrospectionLoader, type LoadedTokens } from "./introspection-loader.ts";
import { padResponseTime } from "./response-time-padding.ts";

export type Consistency = "minimize_latency" | "fully_consistent";

export interface IntrospectRequest {
  token: string;
  tokenTypeHint: string;
  consistency: Consistency;
}

export interface BatchIntrospectRequest {
  /** 1 to 1,000. */
  tokens: string[];
  consistency: Consistency;
}

const INACTIVE: Introspection = { active: false };
/** The most tokens of one BatchIntrospect. */
const BATCH_MAX = 1000;

type Kind = "access" | "refresh";

interface Context {
  deps: TokenDependencies;
  loaders: Record<Kind, IntrospectionLoader>;
}

/** How the tokens of one call are introspected. */
interface Options {
  consistency: Consistency;
  /** `token_type_hint`; may be empty. */
  hint: string;
  /** Whether tokens of test merchants are visible: their apps may be unreviewed. */
  seesTest: boolean;
}

interface IntrospectOperations {
  introspect(request: IntrospectRequest, call: Call): Promise<Introspection>;
  batchIntrospect(request: BatchIntrospectRequest, call: Call): Promise<Introspection[]>;
}

/** Introspect and BatchIntrospect: from the cache if the consistency allows it, else by one select. */
export function createIntrospect(deps: TokenDependencies): IntrospectOperations {
  const startRead = () => deps.cache?.startRead() ?? { tick: 0, at: 0 };
  const loaderOf = (kind: Kind) =>
    createIntrospectionLoader({
      read: (ids) => deps.store.readTokens(kind, ids),
      startRead,
      timeoutMs: deps.lookUpTimeoutMs,
    });
  const context: Context = { deps, loaders: { access: loaderOf("access"), refresh: loaderOf("refresh") } };
  return {
    async introspect({ token, tokenTypeHint: hint, consistency }, { caller }) {
      if (token === "") throw new OAuthError("token_missing");
      const [introspection] = await introspectAll(context, [token], { consistency, hint, seesTest: seesTest(caller) });
      return introspection!;
    },
    async batchIntrospect({ tokens, consistency }, { caller }) {
      if (tokens.length === 0 || tokens.length > BATCH_MAX) {
        throw new RequestError("invalid_argument", "BATCH_SIZE", `tokens must hold 1 to ${BATCH_MAX} tokens.`);
      }
      return introspectAll(context, tokens, { consistency, hint: "", seesTest: seesTest(caller) });
    },
  };
}

function seesTest({ permissions }: Caller): boolean {
  return permissions.has("tokens:introspect_test");
}

/** The introspections of `tokens`, in their order. */
async function introspectAll(context: Context, tokens: readonly string[], options: Options): Promise<Introspection[]> {
  const cache = options.consistency === "minimize_latency" ? context.deps.cache : undefined;
  const cached = tokens.map((token) => cache?.find(token, options.seesTest) ?? null);
  const misses = tokens.filter((_, at) => cached[at] === null);
  const loaded = misses.length === 0 ? [] : await load(context, misses, options);
  let next = 0;
  return cached.map((introspection) => introspection ?? loaded[next++]!);
}

/** Loads tokens from the database. The latency does not reveal why a token is inactive. */
const load = (...given: Parameters<typeof loadTokens>) =>
  padResponseTime(
    () => loadTokens(...given),
    (introspections) => introspections.some(({ active }) => !active),
  );

/** Queries only well-formed tokens: access tokens always, refresh tokens if the hint says so (RFC 7662 §2.1). */
async function loadTokens(
  { deps, loaders }: Context,
  texts: readonly string[],
  options: Options,
): Promise<Introspection[]> {
  const parsed = texts.map((text) => deps.format.parse(text, "at", "rt"));
  const [access, refresh] = await Promise.all([
    loadIds(loaders.access, idsOf(parsed, "at")),
    loadIds(loaders.refresh, options.hint === "refresh_token" ? idsOf(parsed, "rt") : []),
  ]);
  return parsed.map((token, at) => {
    if (token.kind !== "token") return INACTIVE;
    const loaded = kindOf(token) === "access" ? access : refresh;
    const row = loaded?.rows.get(token.id);
    if (loaded === null || row === undefined) return INACTIVE;
    const introspection = decideIntrospection(deps, { token, row, ...options });
    if (introspection.active) deps.cache?.put(texts[at]!, introspection, loaded.start);
    return introspection;
  });
}

function loadIds(loader: IntrospectionLoader, ids: readonly string[]): Promise<LoadedTokens> | null {
  return ids.length === 0 ? null : loader(ids);
}

function idsOf(parsed: readonly ParsedToken[], type: "at" | "rt"): string[] {
  return [...new Set(parsed.flatMap((token) => (token.kind === "token" && token.type === type ? [token.id] : [])))];
}

function kindOf(token: Token): Kind {
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
  };
}
