import { micros, type Query, type Statement } from "../connection/query.ts";

export interface NewInteraction {
  appId: string;
  /** The validated request; it holds no secret. */
  request: Readonly<Record<string, unknown>>;
  /** What is answered after the sign-in, where that is known already. */
  outcome: Readonly<Record<string, unknown>> | null;
  /** Whom it belongs to; null until somebody has signed in for it. */
  accountId: string | null;
  sessionId: string | null;
  installTokenId: string | null;
  /** Seconds. */
  lifetime: number;
  /** The key of the outside client's address; null: not known. */
  address: string | null;
  /** How many may be open for the account, or without one for the address; null: any number. */
  most: number | null;
}

const OPEN = "o.used_at is null and o.expires_at > clock_timestamp()";
const OF_ACCOUNT = `o.account_id = $4 and ${OPEN}`;
const OF_ADDRESS = `o.account_id is null and o.address = $8 and ${OPEN}`;

// Counted up to the limit and no further. Requests at the same moment may each find room: the limit bounds a flood, not the last row.
const open = (name: string, counted: string): Statement => ({
  name,
  text: `
    insert into interaction (app_id, request, outcome, account_id, session_id, install_token_id, expires_at, address)
    select $1, $2, $3, $4, $5, $6, clock_timestamp() + $7::float8 * interval '1 second', $8
    where $9::int is null or (select count(*) from (
      select from interaction o where ${counted} limit $9) n) < $9
    returning id`,
});

// The app with the most gives way, so that a flood for one app keeps nobody from another. Each request deletes a row of its own, so the
// number does not grow.
const makeRoom = (name: string, counted: (value: string) => string): Statement => ({
  name,
  text: `
    delete from interaction where id = (
      select o.id from interaction o
      where ${counted("$1")} and o.app_id = (
        select o.app_id from interaction o where ${counted("$1")} group by o.app_id order by count(*) desc limit 1)
      order by o.expires_at limit 1 for update skip locked)
    returning id`,
});

const ACCOUNT = {
  open: open("open-interaction", OF_ACCOUNT),
  makeRoom: makeRoom("make-room-of-account", (value) => OF_ACCOUNT.replace("$4", value)),
};
const ADDRESS = {
  open: open("open-anonymous-interaction", OF_ADDRESS),
  makeRoom: makeRoom("make-room-of-address", (value) => OF_ADDRESS.replace("$8", value)),
};

/** Keeps an authorize request until it is answered; past the limit, in place of the oldest. Its id; null where the others change meanwhile. */
export async function openInteraction(query: Query, interaction: NewInteraction): Promise<string | null> {
  const { appId, request, outcome, accountId, sessionId, installTokenId, lifetime, address, most } = interaction;
  const before = [appId, JSON.stringify(request), outcome && JSON.stringify(outcome), accountId, sessionId];
  const values = [...before, installTokenId, lifetime, address];
  const limit = accountId === null ? ADDRESS : ACCOUNT;
  const [row] = await query<{ id: string }>(limit.open, [...values, most]);
  if (row !== undefined) return row.id;
  if ((await query(limit.makeRoom, [accountId ?? address])).length === 0) return null;
  const [instead] = await query<{ id: string }>(limit.open, [...values, null]);
  return instead!.id;
}

/** An interaction's row, locked; moments are microseconds, `now` of the database's clock, read after the lock was had. */
export interface LockedInteraction {
  id: string;
  clientId: string;
  request: Record<string, unknown>;
  outcome: Record<string, unknown> | null;
  accountId: string | null;
  installTokenId: string | null;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
  now: number;
}

const LOCK: Statement = {
  name: "lock-interaction",
  text: `
    with l as materialized (select * from interaction where id = $1 for update)
    select l.id, a.client_id as "clientId", l.request, l.outcome, l.account_id as "accountId",
      l.install_token_id as "installTokenId", ${micros("l.created_at")} as "createdAt", ${micros("l.expires_at")} as "expiresAt",
      ${micros("l.used_at")} as "usedAt", ${micros("clock_timestamp()")} as now
    from l join app a on a.id = l.app_id`,
};

/** Locks an interaction until the transaction ends, before any installation is; null if there is none. */
export async function lockInteraction(query: Query, id: string): Promise<LockedInteraction | null> {
  const [row] = await query<LockedInteraction>(LOCK, [id]);
  return row ?? null;
}

const BIND: Statement = {
  name: "bind-interaction",
  text: "update interaction set account_id = $2, session_id = $3 where id = $1 and account_id is null returning id",
};

/** Gives an interaction to the account that signed in for it; false if it belongs to one. */
export async function bindInteraction(
  query: Query,
  step: { id: string; accountId: string; sessionId: string },
): Promise<boolean> {
  return (await query(BIND, [step.id, step.accountId, step.sessionId])).length > 0;
}

export type InteractionEnd = "approve" | "deny" | "refuse" | "remember";

const USE: Statement = {
  name: "use-interaction",
  text: `
    update interaction set used_at = clock_timestamp(), decision = $2 where id = $1 and used_at is null returning id`,
};

/** Uses an interaction up, once: false if it was. In the transaction of the code that it yields. */
export async function useInteraction(query: Query, id: string, decision: InteractionEnd): Promise<boolean> {
  return (await query(USE, [id, decision])).length > 0;
}
