import type { Query, Statement } from "./query.ts";

/** One page of a list in the order of a text and, where texts are equal, of an id. */
export interface KeysetRead {
  /** Only rows whose text starts with this. */
  prefix: string;
  /** The text and id of the last row already read; null: from the start. */
  after: readonly string[] | null;
  most: number;
}

const LIST: Statement = {
  name: "list-accounts",
  text: `
    select id from account
    where starts_with(coalesce(email, ''), $1) and coalesce(email, '') collate "C" >= $1
      and ($2::text is null or (coalesce(email, '') collate "C", id) > ($2, $3::uuid))
    order by coalesce(email, '') collate "C", id limit $4`,
};

/** Ids of accounts in the order of their e-mails. */
export async function listAccountIds(query: Query, { prefix, after, most }: KeysetRead): Promise<string[]> {
  const rows = await query<{ id: string }>(LIST, [prefix, after?.[0] ?? null, after?.[1] ?? null, most]);
  return rows.map(({ id }) => id);
}

const SUSPEND: Statement = {
  name: "suspend-account",
  text: `
    update account set state = 'SUSPENDED', reason_code = $2, reason_text = $3, suspended_at = clock_timestamp(), codes_ended_at = clock_timestamp()
    where id = $1 and state = 'ACTIVE' returning id`,
};

const END_INTERACTIONS: Statement = {
  name: "end-interactions-of-account",
  text: `delete from interaction where account_id = $1 and used_at is null`,
};

/** Suspends an account, with the codes and interactions that it has open; false if it was suspended already. Its sessions are for the caller. */
export async function suspendAccount(
  query: Query,
  step: { accountId: string; reasonCode: string; reasonText: string | null },
): Promise<boolean> {
  const rows = await query(SUSPEND, [step.accountId, step.reasonCode, step.reasonText]);
  if (rows.length > 0) await query(END_INTERACTIONS, [step.accountId]);
  return rows.length > 0;
}

const CHANGE_PASSWORD: Statement = {
  name: "change-password",
  text: `update account set password_hash = $3 where id = $1 and password_hash is not distinct from $2 returning id`,
};

/** Replaces a password's hash; false if it is another than `from` by now. */
export async function changePasswordHash(
  query: Query,
  step: { accountId: string; from: string | null; to: string },
): Promise<boolean> {
  return (await query(CHANGE_PASSWORD, [step.accountId, step.from, step.to])).length > 0;
}
