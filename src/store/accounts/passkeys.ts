import type { Query, Statement } from "../connection/query.ts";

const INSERT: Statement = {
  name: "insert-passkey",
  text: `
    insert into passkey (account_id, credential_id, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6)
    on conflict (credential_id) do nothing returning 1`,
};

export interface NewPasskey {
  accountId: string;
  credentialId: Uint8Array;
  /** COSE key. */
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  name: string;
}

/** Stores a passkey; false if an account has already registered it. */
export async function insertPasskey(query: Query, passkey: NewPasskey): Promise<boolean> {
  const { accountId, credentialId, publicKey, counter, transports, name } = passkey;
  return (await query(INSERT, [accountId, credentialId, publicKey, counter, transports, name])).length > 0;
}

/** The data that verifies a response of a passkey. */
export interface PasskeyKey {
  id: string;
  accountId: string;
  publicKey: Buffer;
  counter: number;
}

const FIND_OWNER: Statement = {
  name: "find-owner-of-passkey",
  text: `select account_id as "accountId" from passkey where credential_id = $1`,
};

/** The account of a passkey; null if unknown. */
export async function findPasskeyOwner(query: Query, credentialId: Uint8Array): Promise<string | null> {
  return (await query<{ accountId: string }>(FIND_OWNER, [credentialId]))[0]?.accountId ?? null;
}

const LOCK: Statement = {
  name: "lock-passkey",
  text: `
    select id, account_id as "accountId", public_key as "publicKey", counter::float8 as counter
    from passkey where credential_id = $1 for update`,
};

/** Locks a passkey, so that its counter is compared with one response at a time; null if it is unknown. */
export async function lockPasskey(query: Query, credentialId: Uint8Array): Promise<PasskeyKey | null> {
  return (await query<PasskeyKey>(LOCK, [credentialId]))[0] ?? null;
}

const USE: Statement = {
  name: "use-passkey",
  text: "update passkey set counter = $2, last_used_at = clock_timestamp() where id = $1",
};

/** Records the use of a passkey and its signature counter. */
export async function usePasskey(query: Query, id: string, counter: number): Promise<void> {
  await query(USE, [id, counter]);
}

const RENAME: Statement = {
  name: "rename-passkey",
  text: "update passkey set name = $3 where id = $2 and account_id = $1 returning 1",
};

/** Renames a passkey of an account; false if it has no such passkey. */
export async function renamePasskeyOfAccount(
  query: Query,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<boolean> {
  return (await query(RENAME, [accountId, id, name])).length > 0;
}

const REMOVE: Statement = {
  name: "remove-passkey",
  text: "delete from passkey where id = $2 and account_id = $1 returning name",
};

/** Removes a passkey of an account and returns its name; null if the account has no such passkey. */
export async function removePasskeyOfAccount(query: Query, accountId: string, id: string): Promise<string | null> {
  return (await query<{ name: string }>(REMOVE, [accountId, id]))[0]?.name ?? null;
}

const USE_CHALLENGE: Statement = {
  name: "use-challenge",
  text: `
    insert into used_challenge (digest, expires_at)
    select $1, to_timestamp($2::float8) where to_timestamp($2::float8) > clock_timestamp()
    on conflict (digest) do nothing returning 1`,
};

/**
 * Marks a challenge as used; false if it was used before, or has expired by the database's clock. @param expiresAt seconds since the epoch
 */
export async function useChallenge(query: Query, digest: Uint8Array, expiresAt: number): Promise<boolean> {
  return (await query(USE_CHALLENGE, [digest, expiresAt])).length > 0;
}
