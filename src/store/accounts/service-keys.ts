import { inKeyset, keysetValues } from "../connection/keyset.ts";
import { micros, type Query, type Statement, timestamp } from "../connection/query.ts";
import { pageOfScan, rowNumber, type Scanned, scanLimit } from "../connection/scan.ts";
import { nameKey } from "../connection/search.ts";

/** A service key's row. Timestamps in microseconds. */
export interface ServiceKeyRow {
  id: string;
  digest: Buffer;
  hint: string;
  name: string;
  permissions: string[];
  createdBy: string | null;
  createdByName: string | null;
  /** The name of the key that created this one; null if a session created it. */
  creatorName: string | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  /** The database's clock. */
  now: number;
}

/** `creatorTeams` are the ids of the teams of other developers that `createdBy` is a member of, inactive ones included. */
export type FoundServiceKey = Omit<ServiceKeyRow, "createdByName"> & { creatorTeams: string[] };

const COLUMNS = `id, digest, hint, name, permissions, created_by_id as "createdBy", creator_name as "creatorName",
  ${micros("created_at")} as "createdAt", ${micros("expires_at")} as "expiresAt",
  ${micros("revoked_at")} as "revokedAt", ${micros("last_used_at")} as "lastUsedAt", ${micros("clock_timestamp()")} as now`;

const WITH_CREATOR = `${COLUMNS}, (select a.name from account a where a.id = created_by_id) as "createdByName"`;

const FIND: Statement = {
  name: "find-service-key",
  text: `
    select ${COLUMNS}, array(select team_id from team_member where account_id = service_key.created_by_id) as "creatorTeams"
    from service_key where id = $1`,
};

/** A key in any state, to authenticate a caller; null if it is unknown. */
export async function findServiceKey(query: Query, id: string): Promise<FoundServiceKey | null> {
  const [found] = await query<FoundServiceKey>(FIND, [id]);
  return found ?? null;
}

const READ: Statement = {
  name: "read-service-key",
  text: `select ${WITH_CREATOR} from service_key where id = $1`,
};

/** A key in any state, with the name of its creator; null if it is unknown. */
export async function readServiceKey(query: Query, id: string): Promise<ServiceKeyRow | null> {
  const [found] = await query<ServiceKeyRow>(READ, [id]);
  return found ?? null;
}

const FRESH: Statement = {
  name: "fresh-service-key-id",
  text: `select uuidv7() as id, ${micros("clock_timestamp()")} as now`,
};

/** The id of a new key, which the key contains, and the database's clock in microseconds. */
export async function newServiceKeyId(query: Query): Promise<{ id: string; now: number }> {
  const [row] = await query<{ id: string; now: number }>(FRESH, []);
  return row!;
}

export interface NewServiceKey {
  id: string;
  digest: Buffer;
  hint: string;
  name: string;
  permissions: readonly string[];
  expiresAt: number | null;
  /** The account that created the key, directly or through a chain of keys; null if none did. */
  createdBy: string | null;
  /** The name of the key that created this one; null if a session created it. */
  creatorName: string | null;
}

const INSERT: Statement = {
  name: "insert-service-key",
  text: `
    insert into service_key (id, digest, hint, name, permissions, expires_at, created_by_id, creator_name)
    values ($1, $2, $3, $4, $5, ${timestamp("$6::float8")}, $7, $8) returning ${WITH_CREATOR}`,
};

export async function insertServiceKey(query: Query, key: NewServiceKey): Promise<ServiceKeyRow> {
  const { id, digest, hint, name, permissions, expiresAt, createdBy, creatorName } = key;
  const values = [id, digest, hint, name, permissions, expiresAt, createdBy, creatorName];
  const [row] = await query<ServiceKeyRow>(INSERT, values);
  return row!;
}

const NAME = nameKey("k");
const IS_VALID = "revoked_at is null and (expires_at is null or expires_at > clock_timestamp())";

const LISTED = WITH_CREATOR.replace("id,", "s.id,");

const MATCHES = `(($5 or (${IS_VALID})) and strpos(k.sort_name, fold_name($7)) > 0)`;

const LIST: Statement = {
  name: "list-service-keys",
  text: `
    select ${LISTED}, k.sort_name as "sortName", ${MATCHES} as matches, k.n = $4 as last
    from (select k.*, ${rowNumber("sort_name, id")} as n
      from (select ${NAME} as sort_name, k.id from service_key k where ${inKeyset({ text: NAME, id: "k.id", prefix: "fold_name($1)" })} order by ${NAME}, k.id limit $4) k) k
    cross join lateral (select * from service_key where id = k.id offset 0) s
    where ${MATCHES} or k.n = $4 order by k.sort_name, k.id limit $6`,
};

export interface ServiceKeyListQuery {
  /** Empty for all. */
  prefix: string;
  /** A part of the name; empty for all. */
  search: string;
  /** True includes revoked and expired keys. */
  ended: boolean;
  limit: number;
  /** The sort name and id of the previous page's last row. */
  after: string[] | null;
}

export type ListedServiceKey = ServiceKeyRow & Scanned & { sortName: string };

/** One page of keys, ordered by name. */
export async function listServiceKeys(query: Query, options: ServiceKeyListQuery) {
  const { prefix, search, ended, limit, after } = options;
  const values = keysetValues({ prefix, after, limit: scanLimit(limit, !ended || search !== "") });
  return pageOfScan(await query<ListedServiceKey>(LIST, [...values, ended, limit + 1, search]), limit);
}

const REVOKE: Statement = {
  name: "revoke-service-key",
  text: "update service_key set revoked_at = clock_timestamp() where id = $1 and revoked_at is null returning id",
};

/** Revokes a key; false if it is unknown or already revoked. */
export async function revokeServiceKey(query: Query, id: string): Promise<boolean> {
  return (await query(REVOKE, [id])).length > 0;
}

const NEXT_EXPIRY: Statement = {
  name: "next-service-key-expiry",
  text: `
    select extract(epoch from min(expires_at))::float8 as "expiresAt" from service_key
    where revoked_at is null and expires_at > now() and last_used_at > now() - interval '7 days'`,
};

/** The next expiry of a key that was used in the last seven days, in seconds since 1970; null if no such key expires. */
export async function nextServiceKeyExpiry(query: Query): Promise<number | null> {
  const [row] = await query<{ expiresAt: number | null }>(NEXT_EXPIRY, []);
  return row!.expiresAt;
}
