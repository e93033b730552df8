import { secretMatches } from "../../credential/digest.ts";
import type { Token } from "../../credential/token.ts";
import { OAuthError } from "../../oauth/errors.ts";
import { decideActive, type IntrospectedToken } from "../../oauth/introspection.ts";
import type { IntrospectionRow } from "../../store/tokens/introspection.ts";
import type { Caller } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { createLookUp, type Looked, type LookUp } from "./introspection-loader.ts";
import type { Introspection, TokenOperations } from "./operations.ts";
import { atEvenPace } from "./response-time-padding.ts";
import { surroundingsOf } from "./token-context.ts";

const INACTIVE: Introspection = { active: false };
/** Tokens of one BatchIntrospect at most. */
export const BATCH_MAX = 1000;

type Kind = "access" | "refresh";

/** What introspection is done with: what is known, and who asks the database about the rest. */
interface Looking {
  deps: TokenDependencies;
  lookUps: Record<Kind, LookUp>;
}

/** Introspection of one token and of many: from the cache where the caller allows it and the cache may speak, else by one select. */
export function createIntrospect(
  deps: TokenDependencies,
): Pick<TokenOperations, "recall" | "introspect" | "batchIntrospect"> {
  const sending = () => deps.cache?.sending() ?? { tick: 0, at: 0 };
  const timeoutMs = deps.lookUpTimeoutMs;
  const lookUpOf = (kind: Kind) =>
    createLookUp({ read: (ids) => deps.store.readTokens(kind, ids), sending, timeoutMs });
  const looking = { deps, lookUps: { access: lookUpOf("access"), refresh: lookUpOf("refresh") } };
  return {
    recall: (tokens, caller) => deps.cache?.findAll(tokens, seesTestTokens(caller)) ?? null,
    async introspect({ token, tokenTypeHint, consistency }, { caller }) {
      if (token === "") throw new OAuthError("token_missing");
      const seesTest = seesTestTokens(caller);
      const known = consistency === "minimize_latency" ? deps.cache?.find(token, seesTest) : null;
      return known ?? (await look(looking, [token], { hint: tokenTypeHint, seesTest }))[0]!;
    },
    async batchIntrospect({ tokens, consistency }, { caller }) {
      if (tokens.length === 0 || tokens.length > BATCH_MAX) {
        throw new RequestError("invalid_argument", "BATCH_SIZE", `tokens must hold 1 to ${BATCH_MAX} tokens.`);
      }
      const { cache } = deps;
      const asked = { hint: "", seesTest: seesTestTokens(caller) };
      if (cache === undefined || consistency === "fully_consistent") return look(looking, tokens, asked);
      const known = tokens.map((token) => cache.find(token, asked.seesTest));
      return lookFor(looking, { tokens, known }, asked);
    },
  };
}

/** Tokens of test merchants may belong to apps that no one has reviewed: a key needs a permission of its own to see them. */
function seesTestTokens({ permissions }: Caller): boolean {
  return permissions.has("tokens:introspect_test");
}

/** How the tokens of one call are judged. */
interface Asked {
  hint: string;
  seesTest: boolean;
}

interface PartlyKnown {
  tokens: readonly string[];
  known: readonly (Introspection | null)[];
}

/** Fills the gaps among the answers that are known. */
async function lookFor(looking: Looking, { tokens, known }: PartlyKnown, asked: Asked): Promise<Introspection[]> {
  const unknown = tokens.filter((_, at) => known[at] === null);
  const answers = unknown.length === 0 ? [] : await look(looking, unknown, asked);
  let next = 0;
  return known.map((answer) => answer ?? answers[next++]!);
}

type Parsed = ReturnType<TokenDependencies["format"]["parse"]>;

/** Asks the database, which nobody hears of sooner for one inactive token than for another. */
const look = atEvenPace(ask, (answers) => answers.some(({ active }) => !active));

/** Asks only for what can be active: texts with the right checksum, and refresh tokens only where the hint says so. */
async function ask({ deps, lookUps }: Looking, texts: readonly string[], asked: Asked): Promise<Introspection[]> {
  const { hint } = asked;
  const parsed = texts.map((text) => deps.format.parse(text, "at", "rt"));
  // An access token is looked at whatever the hint says: a hint only helps to find (RFC 7662 §2.1).
  const [access, refresh] = await Promise.all([
    askFor(lookUps.access, idsOf(parsed, "at")),
    askFor(lookUps.refresh, hint === "refresh_token" ? idsOf(parsed, "rt") : []),
  ]);
  return parsed.map((token, at) => {
    if (token.kind !== "token") return INACTIVE;
    const looked = kindOf(token) === "access" ? access : refresh;
    const row = looked?.rows.get(token.id);
    if (looked === null || row === undefined) return INACTIVE;
    const answer = judge(deps, { token, row, ...asked });
    if (answer.active) deps.cache?.keep(texts[at]!, answer, looked.sent);
    return answer;
  });
}

function askFor(lookUp: LookUp, ids: readonly string[]): Promise<Looked> | null {
  return ids.length === 0 ? null : lookUp(ids);
}

function idsOf(parsed: readonly Parsed[], type: "at" | "rt"): string[] {
  return [...new Set(parsed.flatMap((token) => (token.kind === "token" && token.type === type ? [token.id] : [])))];
}

function kindOf(token: Token): Kind {
  return token.type === "at" ? "access" : "refresh";
}

interface Found extends Asked {
  token: Token;
  row: IntrospectionRow;
}

function judge(deps: TokenDependencies, { token, row, hint, seesTest }: Found): Introspection {
  const kind = kindOf(token);
  const facts: IntrospectedToken =
    kind === "access"
      ? { kind, expiresAt: row.expiresAt, revokedAt: row.revokedAt, scopes: row.scopes }
      : { kind, id: row.id, expiresAt: row.expiresAt };
  const { currentId, endedAt, authorizedAt, familyScopes: scopes } = row;
  const context = { ...surroundingsOf(row), family: { currentId, endedAt, authorizedAt, scopes } };
  const matches = secretMatches(token.secret, row.digest);
  const decision = decideActive({ secretMatches: matches, hint, seesTest, token: facts, context }, row.now);
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
