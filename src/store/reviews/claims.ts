import { micros, type Query, type Statement } from "../connection/query.ts";

/** The operator who reviews an app. Timestamps in microseconds. */
export interface ClaimRow {
  clientId: string;
  /** The name of the revision in review, or of an app that has not been live. */
  appName: string;
  accountId: string;
  accountName: string;
  claimedAt: number;
  expiresAt: number;
}

const COLUMNS = `
  a.client_id as "clientId", coalesce(r.name, a.name) as "appName", c.account_id as "accountId", h.name as "accountName", ${micros("c.claimed_at")} as "claimedAt",
  ${micros("c.expires_at")} as "expiresAt"`;
const CLAIMS = `
  review_claim c join app a on a.id = c.app_id join account h on h.id = c.account_id
  left join app_revision r on r.app_id = a.id and r.state = 'IN_REVIEW'`;

/** SQL: true if the claim `c` is valid. A claim ends early if its account is suspended or loses the operator role. */
export const IS_VALID_CLAIM = `c.expires_at > clock_timestamp()
  and exists (select from account o where o.id = c.account_id and o.operator and o.state = 'ACTIVE')`;

const FIND: Statement = {
  name: "find-review-claim",
  prepared: true,
  text: `
    select ${COLUMNS} from ${CLAIMS}
    where c.app_id = $1 and ${IS_VALID_CLAIM}`,
};

/** The valid claim of an app; null if there is none. */
export async function findClaim(query: Query, appId: string): Promise<ClaimRow | null> {
  const [row = null] = await query<ClaimRow>(FIND, [appId]);
  return row;
}

const LIST: Statement = {
  name: "list-review-claims",
  prepared: true,
  text: `
    select ${COLUMNS} from ${CLAIMS}
    where ${IS_VALID_CLAIM} order by c.claimed_at limit $1`,
};

/** The valid claims of all apps, oldest first. */
export function listClaims(query: Query, limit: number): Promise<ClaimRow[]> {
  return query<ClaimRow>(LIST, [limit]);
}

// One statement compares and sets, so that the second of two concurrent operators finds the row of the first.
const TAKE: Statement = {
  name: "take-review-claim",
  text: `
    insert into review_claim as c (app_id, account_id, expires_at)
    values ($1, $2, clock_timestamp() + $3 * interval '1 second')
    on conflict (app_id) do update set account_id = excluded.account_id, expires_at = excluded.expires_at,
      claimed_at = case when c.account_id = excluded.account_id and c.expires_at > clock_timestamp() then c.claimed_at
        else clock_timestamp() end
    where c.account_id = excluded.account_id or not (${IS_VALID_CLAIM})
    returning 1`,
};

/** Claims an app for an account, or extends its claim. @returns false if another account has a valid claim */
export async function takeClaim(
  query: Query,
  { appId, accountId, seconds }: { appId: string; accountId: string; seconds: number },
): Promise<boolean> {
  return (await query(TAKE, [appId, accountId, seconds])).length === 1;
}

const END: Statement = {
  name: "end-review-claim",
  text: "delete from review_claim where app_id = $1 and ($2::uuid is null or account_id = $2) returning 1",
};

/** Ends the claim of an app. @param accountId ends only a claim of this account @returns whether there was one */
export async function endClaim(query: Query, appId: string, accountId: string | null): Promise<boolean> {
  return (await query(END, [appId, accountId])).length === 1;
}
