import type { LinkPurpose } from "../../model/account-link.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";

export interface NewAccountLink {
  /** SHA-256 of the token's 32 bytes. */
  digest: Uint8Array;
  accountId: string;
  purpose: LinkPurpose;
  /** Lower case. */
  email: string;
  /** True if the link is mailed to `email`, so that its use proves who owns the address. */
  mailed: boolean;
  /** Seconds. */
  lifetime: number;
}

const ISSUE: Statement = {
  name: "issue-account-link",
  text: `
    insert into account_link (digest, account_id, purpose, email, mailed, expires_at)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 second')
    returning ${micros("expires_at")} as "expiresAt"`,
};

/** Stores a link; returns its expiry in microseconds. */
export async function issueAccountLink(query: Query, link: NewAccountLink): Promise<{ expiresAt: number }> {
  const { digest, accountId, purpose, email, mailed, lifetime } = link;
  const [row] = await query<{ expiresAt: number }>(ISSUE, [digest, accountId, purpose, email, mailed, lifetime]);
  return row!;
}

export interface OpenAccountLink {
  id: string;
  accountId: string;
  purpose: LinkPurpose;
  email: string;
  mailed: boolean;
}

const COLUMNS = 'id, account_id as "accountId", purpose, email, mailed';
const IS_OPEN = "digest = $1 and purpose = any($2) and used_at is null and expires_at > clock_timestamp()";

const FIND: Statement = { name: "find-account-link", text: `select ${COLUMNS} from account_link where ${IS_OPEN}` };

/** The open link with this token digest and one of these purposes; null if unknown, used or expired. */
export async function findAccountLink(
  query: Query,
  digest: Uint8Array,
  purposes: readonly LinkPurpose[],
): Promise<OpenAccountLink | null> {
  const [found] = await query<OpenAccountLink>(FIND, [digest, purposes]);
  return found ?? null;
}

// One statement finds the open row and marks it, so that only one of several concurrent uses succeeds.
const USE: Statement = {
  name: "use-account-link",
  text: `update account_link set used_at = clock_timestamp() where ${IS_OPEN} returning ${COLUMNS}`,
};

/** Marks a link as used and returns it; null if `findAccountLink` would find none. */
export async function claimAccountLink(
  query: Query,
  digest: Uint8Array,
  purposes: readonly LinkPurpose[],
): Promise<OpenAccountLink | null> {
  const [used] = await query<OpenAccountLink>(USE, [digest, purposes]);
  return used ?? null;
}

const END: Statement = {
  name: "end-account-links",
  text: "update account_link set used_at = clock_timestamp() where account_id = $1 and used_at is null",
};

export async function endAccountLinks(query: Query, accountId: string): Promise<void> {
  await query(END, [accountId]);
}

/** The key of the job that sends the link of an account's change of address. */
export const emailChangeKey = (accountId: string) => `change_email:${accountId}`;

const WAITING_CHANGE: Statement = {
  name: "find-email-change",
  text: `
    select email from (
      select payload->>'email' as email, created_at from job where kind = 'account_link' and key = $2 and state = 'PENDING'
      union all
      select email, created_at from account_link
      where account_id = $1 and purpose = 'change_email' and used_at is null and expires_at > clock_timestamp()
    ) change order by created_at desc limit 1`,
};

/** The new address of an account while the change waits for its link to be used or sent; null without a change. */
export async function findEmailChange(query: Query, accountId: string): Promise<string | null> {
  const [found] = await query<{ email: string }>(WAITING_CHANGE, [accountId, emailChangeKey(accountId)]);
  return found?.email ?? null;
}

const CANCEL_SENDING: Statement = {
  name: "cancel-email-change-job",
  text: "delete from job where kind = 'account_link' and key = $1 and state = 'PENDING'",
};

/** Does not send the link of an account's change of address, unless it is being sent. */
export async function cancelEmailChangeJob(query: Query, accountId: string): Promise<void> {
  await query(CANCEL_SENDING, [emailChangeKey(accountId)]);
}

const END_CHANGE: Statement = {
  name: "end-email-change",
  text: `
    update account_link set used_at = clock_timestamp()
    where account_id = $1 and purpose = 'change_email' and used_at is null`,
};

/** Ends the links that change the address of an account. */
export async function endEmailChangeLinks(query: Query, accountId: string): Promise<void> {
  await query(END_CHANGE, [accountId]);
}
