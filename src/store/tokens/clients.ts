import { micros, type Query, type Statement } from "../connection/query.ts";
import { CLIENT_COLUMNS, CLIENT_JOINS, type ClientKey, type ClientRow } from "./token-rows.ts";

const READ: Statement = {
  name: "read-client",
  text: `
    select ${CLIENT_COLUMNS}, ${micros("clock_timestamp()")} as now
    from (select $1::text as client_id, $2::uuid as secret_id) q ${CLIENT_JOINS}`,
};

/** Reads the app of a request that presents no token. `now` is the database's clock in microseconds. */
export async function readClient(query: Query, key: ClientKey): Promise<ClientRow & { now: number }> {
  const [row] = await query<ClientRow & { now: number }>(READ, [key.clientId, key.secretId]);
  return row!;
}

const FIND_APP: Statement = { name: "find-app", text: "select id from app where client_id = $1" };

/** The id of the app with a `client_id`; null if there is none. */
export async function findAppId(query: Query, clientId: string): Promise<string | null> {
  const [row] = await query<{ id: string }>(FIND_APP, [clientId]);
  return row?.id ?? null;
}

const HAS_MERCHANT: Statement = { name: "has-merchant", text: "select 1 from merchant where id = $1" };

/** True if the merchant exists, in any state. */
export async function hasMerchant(query: Query, merchantId: string): Promise<boolean> {
  return (await query(HAS_MERCHANT, [merchantId])).length > 0;
}
