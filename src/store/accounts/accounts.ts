import { inKeyset, type KeysetRead, keysetValues } from "../connection/keyset.ts";
import type { Query, Statement } from "../connection/query.ts";

const EMAIL = `coalesce(email, '') collate "C"`;

const LIST: Statement = {
  name: "list-accounts",
  text: `select id from account where ${inKeyset({ text: EMAIL })} order by ${EMAIL}, id limit $4`,
};

/** The ids of accounts, ordered by e-mail; accounts without an e-mail come first. */
export async function listAccountIds(query: Query, read: KeysetRead): Promise<string[]> {
  return (await query<{ id: string }>(LIST, keysetValues(read))).map(({ id }) => id);
}

const SUSPEND: Statement = {
  name: "suspend-account",
  text: `
    update account set state = 'SUSPENDED', reason_code = $2, reason_text = $3, suspended_at = clock_timestamp(), codes_ended_at = clock_timestamp()
    where id = $1 and state = 'ACTIVE' returning id`,
};

const END_INTERACTIONS: Statement = {
  name: "end-interactions-of-account",
  text: "delete from interaction where account_id = $1 and used_at is null",
};

/** Suspends an account and ends its codes and interactions; false if it is already suspended. The caller must end the sessions. */
export async function suspendAccount(
  query: Query,
  step: { accountId: string; reasonCode: string; reasonText: string | null },
): Promise<boolean> {
  const rows = await query(SUSPEND, [step.accountId, step.reasonCode, step.reasonText]);
  if (rows.length > 0) await query(END_INTERACTIONS, [step.accountId]);
  return rows.length > 0;
}

const FIND_PASSWORD: Statement = {
  name: "find-password",
  text: 'select id, password_hash as "passwordHash" from account where email = $1 and password_hash is not null',
};

/**
 * The account with this e-mail and a password. Returns no entity, because creating one takes long enough to reveal that the account exists.
 */
export async function findPassword(
  query: Query,
  email: string,
): Promise<{ id: string; passwordHash: string } | undefined> {
  return (await query<{ id: string; passwordHash: string }>(FIND_PASSWORD, [email]))[0];
}

const CHANGE_PASSWORD: Statement = {
  name: "change-password",
  text: "update account set password_hash = $3 where id = $1 and password_hash = $2 returning id",
};

/** Replaces a password hash; false if the stored hash no longer equals `from`. */
export async function changePasswordHash(
  query: Query,
  step: { accountId: string; from: string; to: string },
): Promise<boolean> {
  return (await query(CHANGE_PASSWORD, [step.accountId, step.from, step.to])).length > 0;
}

const VERIFY_EMAIL: Statement = {
  name: "verify-email",
  text: `
    update account set email_verified_at = clock_timestamp()
    where id = $1 and email is not null and email_verified_at is null returning id`,
};

/** Marks an account's e-mail as verified; false if it was verified before, or the account has no e-mail. */
export async function verifyEmail(query: Query, accountId: string): Promise<boolean> {
  return (await query(VERIFY_EMAIL, [accountId])).length > 0;
}

const RELEASE_EMAIL: Statement = {
  name: "release-email",
  text: "update account set email = null where email = $1 and email_verified_at is null returning id",
};

/** Removes an unverified e-mail from its account; returns the account's id, or null if no account has the e-mail unverified. */
export async function releaseEmail(query: Query, email: string): Promise<string | null> {
  const [held] = await query<{ id: string }>(RELEASE_EMAIL, [email]);
  return held?.id ?? null;
}

// Memberships accepted by a link stay with the account. All others were granted to the address.
const MOVE_MEMBERSHIPS: Statement = {
  name: "move-memberships",
  text: `
    update membership m set account_id = $2
    where m.account_id = $1 and not m.by_claim and not m.by_link and not exists (select from merchant t where t.id = m.merchant_id and t.test)
      and not exists (select from membership h where h.account_id = $2 and h.merchant_id = m.merchant_id)
    returning m.merchant_id as "merchantId"`,
};

/** Moves memberships that were granted to an e-mail address from its former account to the new one; returns the ids of the merchants. */
export async function moveMemberships(query: Query, { from, to }: { from: string; to: string }): Promise<string[]> {
  const rows = await query<{ merchantId: string }>(MOVE_MEMBERSHIPS, [from, to]);
  return rows.map(({ merchantId }) => merchantId);
}

// Runs before the session takes a share lock on the row, so that two concurrent sign-ins cannot deadlock.
const SET_LANGUAGE: Statement = {
  name: "set-account-language",
  text: "update account set language = $2 where id = $1 and language is distinct from $2",
};

/** Stores the language of an account's mails. */
export async function setLanguage(query: Query, accountId: string, language: string): Promise<void> {
  await query(SET_LANGUAGE, [accountId, language]);
}
