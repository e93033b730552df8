import { micros, type Query, type Statement } from "../connection/query.ts";

const FRESH: Statement = { name: "fresh-install-token-id", text: "select uuidv7() as id" };

/** Creates the id of a new token. The text of the token contains the id. */
export async function newInstallTokenId(query: Query): Promise<string> {
  const [row] = await query<{ id: string }>(FRESH, []);
  return row!.id;
}

export interface NewInstallToken {
  id: string;
  digest: Uint8Array;
  appId: string;
  accountId: string;
  merchantId: string;
  /** Seconds. */
  lifetime: number;
}

const ISSUE: Statement = {
  name: "issue-install-token",
  text: `
    insert into install_token (id, digest, app_id, account_id, merchant_id, expires_at)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 second')`,
};

export async function issueInstallToken(query: Query, token: NewInstallToken): Promise<void> {
  const { id, digest, appId, accountId, merchantId, lifetime } = token;
  await query(ISSUE, [id, digest, appId, accountId, merchantId, lifetime]);
}

/** An install token. Timestamps are microseconds of the database's clock. */
export interface InstallTokenRow {
  id: string;
  digest: Buffer;
  appId: string;
  accountId: string;
  merchantId: string | null;
  expiresAt: number;
  usedAt: number | null;
  now: number;
}

const LOCK: Statement = {
  name: "lock-install-token",
  text: `
    with l as materialized (select * from install_token where id = $1 for update)
    select id, digest, app_id as "appId", account_id as "accountId", merchant_id as "merchantId",
      ${micros("expires_at")} as "expiresAt", ${micros("used_at")} as "usedAt", ${micros("clock_timestamp()")} as now from l`,
};

/** Locks an install token; null if there is none. */
export async function lockInstallToken(query: Query, id: string): Promise<InstallTokenRow | null> {
  const [row] = await query<InstallTokenRow>(LOCK, [id]);
  return row ?? null;
}

const USE: Statement = {
  name: "use-install-token",
  text: "update install_token set used_at = clock_timestamp() where id = $1 and used_at is null returning id",
};

/** Marks an install token as used; false if it was used before. */
export async function useInstallToken(query: Query, id: string): Promise<boolean> {
  return (await query(USE, [id])).length > 0;
}

const MERCHANT: Statement = {
  name: "find-install-merchant",
  text: `select merchant_id as "merchantId" from install_token where id = $1`,
};

/** The merchant chosen at the install link; null if none was chosen. */
export async function findInstallMerchant(query: Query, id: string): Promise<string | null> {
  const [row] = await query<{ merchantId: string | null }>(MERCHANT, [id]);
  return row?.merchantId ?? null;
}
