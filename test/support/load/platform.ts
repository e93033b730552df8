import pg from "pg";
import { fillPlatform } from "../../suites/bench/data/fill.ts";
import { insertKey } from "../start-service.ts";

/** The app, merchants and service key that a load uses. */
export interface LoadPlatform {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  scopes: string[];
  merchantIds: string[];
  /** The account that owns every merchant. */
  accountId: string;
  /** A service key with `tokens:issue` and `tokens:introspect`. */
  serviceKey: string;
}

/** Writes an approved app, a thousand merchants and their owner into a migrated, empty database. */
export async function createLoadPlatform(url: string): Promise<LoadPlatform> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  const { clientId, clientSecret, redirectUri } = await fillPlatform(client);
  const memberships = "select account_id, merchant_id from membership";
  const { rows } = await client.query<{ account_id: string; merchant_id: string }>(memberships);
  client.release();
  const serviceKey = await insertKey(pool, ["tokens:issue", "tokens:introspect"]);
  await pool.end();
  return {
    clientId,
    clientSecret,
    redirectUri,
    scopes: ["orders:read", "products:read"],
    merchantIds: rows.map(({ merchant_id }) => merchant_id),
    accountId: rows[0]!.account_id,
    serviceKey,
  };
}
