import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { type KeySet, parseKeySet } from "../../../src/credential/derive.ts";
import { createClientId } from "../../../src/credential/secret.ts";
import { createTokenFormat } from "../../../src/credential/token.ts";
import type { AppState, RefreshMode } from "../../../src/model/app.ts";
import { OAuthError } from "../../../src/oauth/errors.ts";
import type { Call, Permission } from "../../../src/service/call.ts";
import type { Credentials } from "../../../src/service/tokens/client-authentication.ts";
import type { Introspection } from "../../../src/service/tokens/introspection.ts";
import type { TokenPair } from "../../../src/service/tokens/token-pair.ts";
import type { TokenOperations } from "../token-operations.ts";
import type { World } from "./world.ts";

export const REDIRECT_URI = "https://app.example/callback";
export const format = createTokenFormat("lk");

export function createKeys(count = 1): string[] {
  return Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
}

export function toKeySet(...keys: string[]): KeySet {
  const parsed = parseKeySet(keys.join(","));
  if (parsed.kind !== "keys") throw new Error(parsed.reason);
  return parsed.keys;
}

/** A service key with `tokens:introspect`, and on request `tokens:introspect_test`. */
export function introspector({ test }: { test: boolean }): Call {
  const permissions = new Set<Permission>([
    "tokens:introspect",
    ...(test ? (["tokens:introspect_test"] as const) : []),
  ]);
  return createCall({ caller: { kind: "key", keyId: randomUUID(), name: "an API", permissions } });
}

export function createCall(given: Partial<Call> = {}): Call {
  return {
    caller: { kind: "gateway", keyId: null, name: "gateway", permissions: new Set(["tokens:forward"]) },
    actor: null,
    address: "203.0.113.7",
    requestId: randomUUID(),
    ...given,
  };
}

export interface TestApp {
  id: string;
  clientId: string;
  developerId: string;
  credentials: Credentials;
}

export interface AppOptions {
  state?: AppState;
  confidential?: boolean;
  refreshMode?: RefreshMode;
  scopes?: string[];
  accessTokenTtl?: number;
  refreshTokenTtl?: number;
  developerId?: string;
}

/** Rows that token tests need, inserted without the services. */
export interface Seeds {
  account(): Promise<string>;
  app(options?: AppOptions): Promise<TestApp>;
  secret(appId: string): Promise<{ id: string; text: string }>;
  merchant(options?: { test?: boolean; developerId?: string }): Promise<{ id: string; ownerId: string }>;
}

export function createSeeds(sql: pg.Pool): Seeds {
  const insert = async (text: string, values: unknown[]): Promise<string> => (await sql.query(text, values)).rows[0].id;
  const account = () => insert("insert into account (name, developer) values ('Ada', true) returning id", []);
  const secret = async (appId: string) => {
    const id = randomUUID();
    const { text, digest } = format.create("cs", id);
    await insert("insert into app_secret (id, app_id, digest, hint) values ($1, $2, $3, $4) returning id", [
      id,
      appId,
      digest,
      text.slice(-4),
    ]);
    return { id, text };
  };
  return {
    account,
    secret,
    async app(options = {}) {
      const { state = "APPROVED", confidential = true, refreshMode = "ROTATE" } = options;
      const scopes = options.scopes ?? ["orders.read", "orders.write", "products.read"];
      const developerId = options.developerId ?? (await account());
      const clientId = createClientId();
      const id = await insert(
        `insert into app (client_id, developer_id, state, confidential, refresh_mode, name, redirect_uris, scopes,
           registered_scopes, access_token_ttl, refresh_token_ttl)
         values ($1, $2, $3, $4, $5, 'App', $6, $7, $8, $9, $10) returning id`,
        [
          clientId,
          developerId,
          state,
          confidential,
          refreshMode,
          [REDIRECT_URI],
          JSON.stringify(scopes.map((name) => ({ name, reason: "to work", required: true }))),
          scopes,
          options.accessTokenTtl ?? null,
          options.refreshTokenTtl ?? null,
        ],
      );
      const proof: Credentials["proof"] = confidential
        ? { kind: "secret", secret: (await secret(id)).text }
        : { kind: "public" };
      return { id, clientId, developerId, credentials: { clientId, proof } };
    },
    async merchant({ test = false, developerId } = {}) {
      const ownerId = developerId ?? (await account());
      const id = `m-${randomBytes(6).toString("hex")}`;
      await sql.query("insert into merchant (id, name, test, developer_id) values ($1, 'Shop', $2, $3)", [
        id,
        test,
        test ? ownerId : null,
      ]);
      await sql.query("insert into membership (account_id, merchant_id, role) values ($1, $2, 'OWNER')", [ownerId, id]);
      return { id, ownerId };
    },
  };
}

export interface Installed {
  app: TestApp;
  merchant: { id: string; ownerId: string };
  pair: TokenPair;
}

/** A code for an app and a merchant, issued as a platform's own consent page would. */
export async function issueCode(
  world: World,
  { app, merchant }: Pick<Installed, "app" | "merchant">,
  changes: { scopes?: string[]; requestedScopes?: string[]; codeChallenge?: string } = {},
): Promise<string> {
  const { code } = await world.tokens.issue(
    {
      clientId: app.clientId,
      redirectUri: REDIRECT_URI,
      scopes: changes.scopes ?? ["orders.read", "orders.write"],
      requestedScopes: changes.requestedScopes ?? [],
      state: "xyz",
      merchantId: merchant.id,
      accountId: merchant.ownerId,
      codeChallenge: changes.codeChallenge ?? "",
      codeChallengeMethod: changes.codeChallenge === undefined ? "" : "S256",
    },
    createCall(),
  );
  return code;
}

export function exchangeCode(
  tokens: TokenOperations,
  app: TestApp,
  request: { code: string; codeVerifier?: string; redirectUri?: string },
): Promise<TokenPair> {
  const { code, codeVerifier = "", redirectUri = REDIRECT_URI } = request;
  return tokens.exchange({ credentials: app.credentials, code, redirectUri, codeVerifier }, createCall());
}

export function refreshWith(
  tokens: TokenOperations,
  app: TestApp,
  refreshToken: string | null,
  scopes: string[] = [],
): Promise<TokenPair> {
  return tokens.refresh({ credentials: app.credentials, refreshToken: refreshToken ?? "", scopes }, createCall());
}

/** An app installed on a merchant, with the first pair of tokens. */
export async function install(world: World, options: AppOptions & { scopes?: string[] } = {}): Promise<Installed> {
  const app = await world.app(options);
  const merchant = await world.merchant();
  const pkce = options.confidential === false ? { codeChallenge: CHALLENGE } : {};
  const code = await issueCode(world, { app, merchant }, pkce);
  const verifier = options.confidential === false ? { codeVerifier: VERIFIER } : {};
  return { app, merchant, pair: await exchangeCode(world.tokens, app, { code, ...verifier }) };
}

/** RFC 7636 appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

export function look(
  tokens: TokenOperations,
  token: string,
  tokenTypeHint = "",
  call = introspector({ test: true }),
): Promise<Introspection> {
  return tokens.introspect({ token, tokenTypeHint, consistency: "fully_consistent" }, call);
}

export async function isActive(tokens: TokenOperations, token: string, hint = ""): Promise<boolean> {
  return (await look(tokens, token, hint)).active;
}

/** The internal reason of a rejection; "none" without an error; the name of any other error. */
export async function reasonOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return "none";
  } catch (error) {
    if (error instanceof OAuthError) return error.reason;
    return error instanceof Error ? error.name : String(error);
  }
}

export async function count(sql: pg.Pool, table: string, where = "true", values: unknown[] = []): Promise<number> {
  const { rows } = await sql.query(`select count(*)::int as n from ${table} where ${where}`, values);
  return rows[0].n;
}

/** Resolves when this many transactions of the world's database wait for a row lock. */
export async function untilWaiting(world: World, transactions: number): Promise<void> {
  for (;;) {
    const { rows } = await world.sql.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows[0].n >= transactions) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The token with another last character, so that its checksum is wrong. */
export function tamper(text: string): string {
  return text.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
}

/** The id inside a token. */
export function idOf(text: string): string {
  const parsed = format.parse(text, "at", "rt", "ac", "cs");
  if (parsed.kind !== "token") throw new Error(parsed.reason);
  return parsed.id;
}
