import { micros, type Query, type Statement } from "../connection/query.ts";
import { pageOfScan, rowNumber, type Scanned, scanLimit, toRange } from "../connection/scan.ts";
import { FIRST_ID, LAST_ID } from "../connection/uuid-range.ts";
import { inviterIsAuthorized, type Offer } from "./invitations.ts";

export type InvitationState = "OPEN" | "ACCEPTED" | "REVOKED" | "EXPIRED" | "DECLINED";

/** An invitation for display, with the names of its subjects. Timestamps in microseconds. */
export interface InvitationView extends Offer {
  id: string;
  merchantName: string | null;
  teamName: string | null;
  state: InvitationState;
  createdAt: number;
  expiresAt: number;
  invitedByAccountId: string | null;
  invitedByName: string | null;
  /** True if the creator is an operator. */
  invitedByOperator: boolean;
  acceptedByAccountId: string | null;
  /** Null also for an invitation that its creator may no longer offer. */
  revokedAt: number | null;
  revokedByAccountId: string | null;
  revokedByName: string | null;
}

/** SQL: the state of an invitation. @param of its alias in the statement */
export function stateOf(of: string): string {
  return `case when ${of}.accepted_at is not null then 'ACCEPTED' when ${of}.declined_at is not null then 'DECLINED'
    when ${of}.revoked_at is not null then 'REVOKED' when ${of}.expires_at <= clock_timestamp() then 'EXPIRED'
    when ${inviterIsAuthorized(of)} then 'OPEN' else 'REVOKED' end`;
}

const STATE = stateOf("i");

const COLUMNS = `
  i.id, i.email, i.merchant_id as "merchantId", m.name as "merchantName", i.role, i.developer, i.operator, ${STATE} as state,
  ${micros("i.created_at")} as "createdAt", ${micros("i.expires_at")} as "expiresAt", i.invited_by_id as "invitedByAccountId",
  b.name as "invitedByName", coalesce(b.operator, false) as "invitedByOperator", i.team_id as "teamId", o.name as "teamName", i.team_role as "teamRole", i.accepted_by_id as "acceptedByAccountId",
  case when i.declined_at is null then ${micros("i.revoked_at")} end as "revokedAt", i.revoked_by_id as "revokedByAccountId",
  r.name as "revokedByName"`;

const NAMES = `
  left join lateral (select name from merchant where id = i.merchant_id offset 0) m on true
  left join lateral (select name, operator from account where id = i.invited_by_id offset 0) b on true
  left join lateral (select name from account where id = i.team_id offset 0) o on true
  left join lateral (select name from account where id = i.revoked_by_id offset 0) r on true`;

const FIND: Statement = {
  name: "find-invitation-view",
  text: `select ${COLUMNS} from invitation i ${NAMES} where i.id = $1`,
};

/** One invitation in any state; null if unknown. */
export async function findInvitationView(query: Query, id: string): Promise<InvitationView | null> {
  const [found] = await query<InvitationView>(FIND, [id]);
  return found ?? null;
}

const FIND_SOME: Statement = {
  name: "find-invitation-views",
  text: `
    select ${COLUMNS} from unnest($1::uuid[]) with ordinality g(id, n) join invitation i on i.id = g.id ${NAMES} order by g.n`,
};

/** Invitations in the order of `ids`. */
export async function findInvitationViews(query: Query, ids: readonly string[]): Promise<InvitationView[]> {
  return query<InvitationView>(FIND_SOME, [ids]);
}

export interface InvitationListQuery {
  merchantId: string | null;
  /** Null or absent: invitations to all teams. */
  teamId?: string | null;
  /** Lower case; empty for all. */
  emailPrefix: string;
  /** True includes accepted, revoked and expired invitations. */
  ended: boolean;
  limit: number;
  /** The key of the previous page's last row: the id, or the e-mail and the id if a prefix is given. */
  after: string[] | null;
}

export type ListedInvitation = InvitationView & Scanned;

/** One page of invitations: newest first, or by e-mail if a prefix is given. */
export async function listInvitations(query: Query, options: InvitationListQuery) {
  const { statement, values } = toStatement(options);
  const { shown, next } = pageOfScan(await query<ListedInvitation>(statement, values), options.limit);
  return { shown, next: next && (options.emailPrefix === "" ? [next.id] : [next.email, next.id]) };
}

const EMAIL = `k.email collate "C"`;

/** The statement of one page and its values. */
export function toStatement(options: InvitationListQuery): { statement: Statement; values: unknown[] } {
  const { merchantId, teamId = null, emailPrefix, ended, limit, after } = options;
  const values = [limit + 1, scanLimit(limit, true), ended, merchantId ?? teamId];
  if (emailPrefix !== "") {
    const statement = teamId === null ? page("by-email", BY_EMAIL) : page("of-team-by-email", BY_EMAIL, IN_TEAM);
    return { statement, values: [...values, after?.[0] ?? emailPrefix, after?.[1] ?? FIRST_ID, emailPrefix] };
  }
  const anyTeam = merchantId === null ? page("newest", NEWEST) : page("of-merchant", OF_MERCHANT);
  const statement = teamId === null ? anyTeam : page("of-team", OF_TEAM, IN_TEAM);
  return { statement, values: [...values, after?.[0] ?? LAST_ID] };
}

// Scans keys in the index, then looks the rows up one by one. For a plain select, the planner misestimates the row count of a range and may
// fetch and sort all rows.
const NEWEST = {
  key: "k.id",
  ...toRange({ fixed: [], key: ["k.id"], after: ["$5::uuid"], descending: true }),
};
const OF_MERCHANT = {
  key: "k.merchant_id, k.id",
  ...toRange({
    fixed: [{ column: "k.merchant_id", value: "$4" }],
    key: ["k.id"],
    after: ["$5::uuid"],
    descending: true,
  }),
};
const OF_TEAM = {
  key: "k.team_id, k.id",
  ...toRange({
    fixed: [{ column: "k.team_id", value: "$4::uuid" }],
    key: ["k.id"],
    after: ["$5::uuid"],
    descending: true,
  }),
};
const AFTER_EMAIL = toRange({ fixed: [], key: [EMAIL, "k.id"], after: ["$5", "$6::uuid"], descending: false });
const BY_EMAIL = {
  key: "k.email, k.id",
  order: AFTER_EMAIL.order,
  where: `${AFTER_EMAIL.where} and ${EMAIL} >= $7 and ${EMAIL} < $7 || chr(1114111)`,
};

const IN_MERCHANT = "($4::text is null or i.merchant_id = $4)";
const IN_TEAM = "i.team_id = $4::uuid";

interface Scan {
  key: string;
  where: string;
  order: string;
}

function page(name: string, { key, where, order }: Scan, filter = IN_MERCHANT): Statement {
  const matches = `(($3 or ${STATE} = 'OPEN') and ${filter})`;
  return {
    name: `list-invitations-${name}`,
    prepared: true,
    text: `
    select ${COLUMNS}, ${matches} as matches, k.n = $2 as last
    from (select k.*, ${rowNumber(order)} as n
      from (select ${key} from invitation k where ${where} order by ${order} limit $2) k) k
    cross join lateral (select * from invitation where id = k.id offset 0) i
    ${NAMES}
    where ${matches} or k.n = $2 order by ${order} limit $1`,
  };
}
