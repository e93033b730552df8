import { micros, type Query, type Statement } from "../connection/query.ts";

export interface NewInteraction {
  appId: string;
  /** The validated request; it holds no secret. */
  request: Readonly<Record<string, unknown>>;
  /** An error that is redirected to the app after the sign-in; null for a valid request. */
  outcome: Readonly<Record<string, unknown>> | null;
  /** The owner; null until the first sign-in. */
  accountId: string | null;
  sessionId: string | null;
  installTokenId: string | null;
  /** Seconds. */
  lifetime: number;
  /** The key of the client address; null if unknown. */
  address: string | null;
  /** The maximum number of open interactions of the account or, without an account, of the address; null means unlimited. */
  limit: number | null;
}

const OPEN = "o.used_at is null and o.expires_at > clock_timestamp()";
const OF_ACCOUNT = `o.account_id = $4 and ${OPEN}`;
const OF_ADDRESS = `o.account_id is null and o.address = $8 and ${OPEN}`;

// Stops counting at the limit. Concurrent requests may exceed the limit by a few rows.
const open = (name: string, counted: string): Statement => ({
  name,
  text: `
    insert into interaction (app_id, request, outcome, account_id, session_id, install_token_id, expires_at, address)
    select $1, $2, $3, $4, $5, $6, clock_timestamp() + $7::float8 * interval '1 second', $8
    where $9::int is null or (select count(*) from (
      select from interaction o where ${counted} limit $9) n) < $9
    returning id`,
});

// Deletes a row of the app with the most rows, so that a flood for one app does not block others. Concurrent requests delete different
// rows, so the count does not grow.
const evict = (name: string, counted: (value: string) => string, condition = "true"): Statement => ({
  name,
  text: `
    delete from interaction where ${condition} and id = (
      select o.id from interaction o
      where ${counted("$1")} and o.app_id = (
        select o.app_id from interaction o where ${counted("$1")} group by o.app_id order by count(*) desc limit 1)
      order by o.expires_at limit 1 for update skip locked)
    returning id`,
});

const ACCOUNT = {
  open: open("open-interaction", OF_ACCOUNT),
  evict: evict("evict-interaction-of-account", (value) => OF_ACCOUNT.replace("$4", value)),
};
const ofAddress = (value: string): string => OF_ADDRESS.replace("$8", value);
const ADDRESS = {
  open: open("open-anonymous-interaction", OF_ADDRESS),
  evict: evict("evict-interaction-of-address", ofAddress),
};

/**
 * Stores an authorization request and returns its id. At the limit, it replaces an open interaction; null if concurrent requests have
 * locked all of them.
 */
export async function openInteraction(query: Query, interaction: NewInteraction): Promise<string | null> {
  const { appId, request, outcome, accountId, sessionId, installTokenId, lifetime, address, limit } = interaction;
  const head = [appId, JSON.stringify(request), outcome && JSON.stringify(outcome), accountId, sessionId];
  const values = [...head, installTokenId, lifetime, address];
  const statements = accountId === null ? ADDRESS : ACCOUNT;
  const [row] = await query<{ id: string }>(statements.open, [...values, limit]);
  if (row !== undefined) return row.id;
  if ((await query(statements.evict, [accountId ?? address])).length === 0) return null;
  const [replacing] = await query<{ id: string }>(statements.open, [...values, null]);
  return replacing!.id;
}

/** A locked interaction. Timestamps are microseconds of the database's clock; `now` is read under the lock. */
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
  /** The key of the client address; null if unknown. */
  address: string | null;
  /** Null until it is used. */
  decision: InteractionEnd | null;
  now: number;
}

const LOCK: Statement = {
  name: "lock-interaction",
  text: `
    with l as materialized (select * from interaction where id = $1 for update)
    select l.id, a.client_id as "clientId", l.request, l.outcome, l.account_id as "accountId",
      l.install_token_id as "installTokenId", ${micros("l.created_at")} as "createdAt", ${micros("l.expires_at")} as "expiresAt",
      ${micros("l.used_at")} as "usedAt", l.address, l.decision, ${micros("clock_timestamp()")} as now
    from l join app a on a.id = l.app_id`,
};

/** Locks an interaction; null if there is none. Must precede the lock of an installation. */
export async function lockInteraction(query: Query, id: string): Promise<LockedInteraction | null> {
  const [row] = await query<LockedInteraction>(LOCK, [id]);
  return row ?? null;
}

const FIND_OPEN: Statement = {
  name: "find-open-interaction",
  text: `
    select a.client_id as "clientId", o.request from interaction o join app a on a.id = o.app_id
    where o.id = $1 and ${OPEN} and (o.account_id is null or $2::uuid is null or o.account_id = $2)`,
};

/**
 * The app and the request of an open interaction; null if there is none. @param of.accountId the interaction must not be that of another
 * account; null for any interaction
 */
export async function findOpenInteraction(
  query: Query,
  of: { id: string; accountId: string | null },
): Promise<Pick<LockedInteraction, "clientId" | "request"> | null> {
  const [row] = await query<Pick<LockedInteraction, "clientId" | "request">>(FIND_OPEN, [of.id, of.accountId]);
  return row ?? null;
}

const BIND: Statement = {
  name: "bind-interaction",
  text: "update interaction set account_id = $2, session_id = $3 where id = $1 and account_id is null returning id",
};

/** Binds an interaction to an account; false if it is already bound. */
export async function bindInteraction(
  query: Query,
  to: { id: string; accountId: string; sessionId: string },
): Promise<boolean> {
  return (await query(BIND, [to.id, to.accountId, to.sessionId])).length > 0;
}

const RELEASE: Statement = {
  name: "release-interaction",
  text: `
    update interaction set account_id = null, session_id = null, install_token_id = null, request = $2
    where id = $1 and used_at is null`,
};

const AT_LIMIT = `(select count(*) from (select from interaction o where ${ofAddress("$1")} limit $2) n) >= $2::int`;
const MAKE_ROOM = evict("evict-interaction-at-limit", ofAddress, AT_LIMIT);

interface Released {
  id: string;
  request: Readonly<object>;
  address: string | null;
  /** The maximum number of open interactions without an account of the address; null means unlimited. */
  limit: number | null;
}

/**
 * Unbinds an open interaction from its account and install token, and replaces the request. It then counts for its address: at the limit,
 * another open interaction of the address is deleted.
 */
export async function releaseInteraction(query: Query, { id, request, address, limit }: Released): Promise<void> {
  if (limit !== null && address !== null) await query(MAKE_ROOM, [address, limit]);
  await query(RELEASE, [id, JSON.stringify(request)]);
}

export type InteractionEnd = "approve" | "deny" | "refuse" | "remember";

const USE: Statement = {
  name: "use-interaction",
  text: `
    update interaction set used_at = clock_timestamp(), decision = $2 where id = $1 and used_at is null returning id`,
};

/** Marks an interaction as used; false if it was used before. Call it in the transaction that inserts the interaction's code. */
export async function useInteraction(query: Query, id: string, decision: InteractionEnd): Promise<boolean> {
  return (await query(USE, [id, decision])).length > 0;
}
