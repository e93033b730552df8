import { micros, type Query, type Statement } from "../connection/query.ts";

/** A registered passkey. Timestamps in microseconds. */
export interface PasskeyRow {
  id: string;
  name: string;
  credentialId: Buffer;
  transports: string[];
  createdAt: number;
  lastUsedAt: number | null;
}

export interface SecondFactors {
  /** When the authenticator app was confirmed, in microseconds; null if the account has none. */
  totpAt: number | null;
  /** The number of unused recovery codes. */
  recoveryCodes: number;
  /** When the recovery codes were created, in microseconds; null if the account has none, used ones included. */
  recoveryCodesAt: number | null;
  passkeys: PasskeyRow[];
}

const FIND: Statement = {
  name: "find-second-factors",
  text: `
    select (select ${micros("confirmed_at")} from totp_factor where account_id = $1) as "totpAt",
      (select count(*)::int from recovery_code where account_id = $1 and used_at is null) as "recoveryCodes",
      (select ${micros("min(created_at)")} from recovery_code where account_id = $1) as "recoveryCodesAt"`,
};

const PASSKEYS: Statement = {
  name: "list-passkeys",
  text: `
    select id, name, credential_id as "credentialId", transports, ${micros("created_at")} as "createdAt",
      ${micros("last_used_at")} as "lastUsedAt"
    from passkey where account_id = $1 order by id`,
};

/** The confirmed second factors of an account. */
export async function findSecondFactors(query: Query, accountId: string): Promise<SecondFactors> {
  const [found] = await query<Omit<SecondFactors, "passkeys">>(FIND, [accountId]);
  return { ...found!, passkeys: await query<PasskeyRow>(PASSKEYS, [accountId]) };
}

const SET: Statement = {
  name: "set-second-factor",
  text: `
    update account a set second_factor_at = case when f.has then coalesce(a.second_factor_at, clock_timestamp()) end
    from (select exists (select from totp_factor where account_id = $1 and confirmed_at is not null)
        or exists (select from passkey where account_id = $1) as has) f
    where a.id = $1 returning f.has, (select second_factor_at is not null from account where id = $1) as had`,
};

/**
 * Records on the account whether it has a second factor, after one was added or removed in the same transaction. The caller must have
 * locked the account.
 * @returns whether the account has a second factor now (`has`), and had one before (`had`)
 */
export async function recordSecondFactor(query: Query, accountId: string): Promise<{ has: boolean; had: boolean }> {
  return (await query<{ has: boolean; had: boolean }>(SET, [accountId]))[0]!;
}

const LOCK_ACCOUNT: Statement = { name: "lock-account", text: "select id from account where id = $1 for update" };

/** Locks an account. Serializes changes of its second factors, and waits for sign-ins in progress. */
export async function lockAccount(query: Query, accountId: string): Promise<void> {
  await query(LOCK_ACCOUNT, [accountId]);
}

/** The numbers of removed second factors and unused recovery codes. */
export interface RemovedFactors {
  /** 0 or 1. */
  authenticatorApps: number;
  passkeys: number;
  recoveryCodes: number;
}

const REMOVE_ALL: Statement = {
  name: "remove-second-factors",
  text: `
    with totp as (delete from totp_factor where account_id = $1 returning confirmed_at),
      key as (delete from passkey where account_id = $1 returning id),
      code as (delete from recovery_code where account_id = $1 returning used_at)
    select (select count(confirmed_at)::int from totp) as "authenticatorApps", (select count(*)::int from key) as "passkeys",
      (select count(*) filter (where used_at is null)::int from code) as "recoveryCodes"`,
};

/** Removes all second factors and recovery codes of an account. */
export async function removeSecondFactors(query: Query, accountId: string): Promise<RemovedFactors> {
  return (await query<RemovedFactors>(REMOVE_ALL, [accountId]))[0]!;
}
