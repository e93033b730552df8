import type { Query, Statement } from "../connection/query.ts";

/** An encrypted secret. */
export interface SealedSecret {
  keyId: string;
  sealed: Buffer;
}

/** A TOTP factor with its encrypted secret. */
export interface TotpRow extends SealedSecret {
  id: string;
  confirmed: boolean;
  /** The unconfirmed secret that replaces a confirmed one; null if there is none. */
  next: SealedSecret | null;
  lastStep: number | null;
  /** The database's clock, in seconds. */
  now: number;
}

const LOCK: Statement = {
  name: "lock-totp-factor",
  text: `
    select id, key_id as "keyId", sealed, confirmed_at is not null as confirmed, last_step::float8 as "lastStep",
      next_key_id as "nextKeyId", next_sealed as "nextSealed", extract(epoch from clock_timestamp())::float8 as now
    from totp_factor where account_id = $1 for update`,
};

/** Locks the account's TOTP factor, so that a code is accepted only once; null if the account has none. */
export async function lockTotpFactor(query: Query, accountId: string): Promise<TotpRow | null> {
  type Row = Omit<TotpRow, "next"> & { nextKeyId: string | null; nextSealed: Buffer | null };
  const [row] = await query<Row>(LOCK, [accountId]);
  if (row === undefined) return null;
  const { nextKeyId: keyId, nextSealed: sealed, ...factor } = row;
  return { ...factor, next: keyId === null || sealed === null ? null : { keyId, sealed } };
}

const START: Statement = {
  name: "start-totp-factor",
  text: `
    insert into totp_factor (account_id, key_id, sealed) values ($1, $2, $3)
    on conflict (account_id) do update
      set key_id = excluded.key_id, sealed = excluded.sealed, last_step = null, created_at = clock_timestamp()
      where totp_factor.confirmed_at is null
    returning id`,
};

export interface NewTotpFactor extends SealedSecret {
  accountId: string;
}

/** Stores an unconfirmed factor, which replaces an earlier unconfirmed one; false if the account has a confirmed factor. */
export async function startTotpFactor(query: Query, factor: NewTotpFactor): Promise<boolean> {
  const { accountId, keyId, sealed } = factor;
  return (await query(START, [accountId, keyId, sealed])).length > 0;
}

const REPLACE: Statement = {
  name: "start-totp-replacement",
  text: `
    update totp_factor set next_key_id = $2, next_sealed = $3 where account_id = $1 and confirmed_at is not null
    returning 1`,
};

/** Stores the secret that replaces the one of a confirmed factor when it is confirmed; false if the account has no confirmed factor. */
export async function startTotpReplacement(query: Query, factor: NewTotpFactor): Promise<boolean> {
  const { accountId, keyId, sealed } = factor;
  return (await query(REPLACE, [accountId, keyId, sealed])).length > 0;
}

const ACCEPT: Statement = {
  name: "accept-totp-step",
  text: "update totp_factor set last_step = $2 where id = $1",
};

/** Records the time step of an accepted code. */
export async function acceptTotpStep(query: Query, id: string, step: number): Promise<void> {
  await query(ACCEPT, [id, step]);
}

const CONFIRM: Statement = {
  name: "confirm-totp-factor",
  text: `
    update totp_factor set confirmed_at = clock_timestamp(), last_step = $2, key_id = coalesce(next_key_id, key_id),
      sealed = coalesce(next_sealed, sealed), next_key_id = null, next_sealed = null
    where id = $1`,
};

/** Confirms a factor or its replacement, whose first code has this time step. */
export async function confirmTotpFactor(query: Query, id: string, step: number): Promise<void> {
  await query(CONFIRM, [id, step]);
}

const REMOVE: Statement = {
  name: "remove-totp-factor",
  text: "delete from totp_factor where account_id = $1 returning 1",
};

/** Removes the account's TOTP factor; false if the account has none. */
export async function removeTotpFactor(query: Query, accountId: string): Promise<boolean> {
  return (await query(REMOVE, [accountId])).length > 0;
}

const LOCK_OTHER_KEYS: Statement = {
  name: "lock-totp-factors-of-other-keys",
  text: `
    select account_id as "accountId", key_id as "keyId", sealed from totp_factor where key_id = any ($1::text[])
    order by id limit $2 for update skip locked`,
};

/** Locks up to `limit` factors whose secrets are encrypted with one of these keys. */
export async function lockFactorsOfOtherKeys(
  query: Query,
  keyIds: readonly string[],
  limit: number,
): Promise<NewTotpFactor[]> {
  return query(LOCK_OTHER_KEYS, [keyIds, limit]);
}

const RESEAL: Statement = {
  name: "reseal-totp-factor",
  text: "update totp_factor set key_id = $2, sealed = $3, next_key_id = null, next_sealed = null where account_id = $1",
};

/** Stores a secret that was encrypted again with another key. Ends a replacement in progress, whose secret has the old key. */
export async function resealTotpFactor(query: Query, { accountId, keyId, sealed }: NewTotpFactor): Promise<void> {
  await query(RESEAL, [accountId, keyId, sealed]);
}
