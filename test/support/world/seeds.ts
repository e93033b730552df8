import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { createClientId } from "../../../src/credential/secret.ts";
import type { AppState, RefreshMode } from "../../../src/model/app.ts";
import type { Credentials } from "../../../src/service/tokens/client-authentication.ts";
import type { TokenOperations } from "../token-operations.ts";
import { CHALLENGE, format, type Installed, REDIRECT_URI, type TestApp, VERIFIER } from "./tokens.ts";

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
  merchant(options?: { test?: boolean; developerId?: string }): Promise<Installed["merchant"]>;
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

export type Queries = ReturnType<typeof createQueries>;

/** Queries of the tests. */
export function createQueries(sql: pg.Pool) {
  return {
    /** The number of rows of a table. */
    async count(table: string, where = "true", values: unknown[] = []): Promise<number> {
      const { rows } = await sql.query(`select count(*)::int as n from ${table} where ${where}`, values);
      return rows[0].n;
    },
    /** Resolves when this many transactions of the database wait for a row lock. */
    async untilWaiting(transactions: number): Promise<void> {
      for (;;) {
        const { rows } = await sql.query(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (rows[0].n >= transactions) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

/** Installs a new app on a new merchant, by an authorization code. */
export function createInstall({ app: addApp, merchant: addMerchant }: Seeds, tokens: TokenOperations) {
  return async (options: AppOptions = {}): Promise<Installed> => {
    const app = await addApp(options);
    const merchant = await addMerchant();
    const pkce = options.confidential === false ? { codeChallenge: CHALLENGE } : {};
    const code = await tokens.issueCode({ app, merchant }, pkce);
    const verifier = options.confidential === false ? { codeVerifier: VERIFIER } : {};
    return { app, merchant, pair: await tokens.exchangeCode(app, { code, ...verifier }) };
  };
}
