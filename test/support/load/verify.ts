import type { QueryResult } from "pg";
import { sha256 } from "../../../src/credential/digest.ts";
import { createTokenFormat, type TokenType } from "../../../src/credential/token.ts";
import { type CheckOptions, checkHistory, type Violation } from "../history/checker.ts";
import type { Grant, Load } from "./load.ts";
import type { Operations } from "./operations.ts";

/** The rules that are checked in the tables. */
export const TABLE_RULES = {
  "missing row": "the row of every answered code and token exists",
  "torn redemption": "a used code, its family, its tokens and its audit event exist together",
  "unanswered tokens": "after a rejected exchange, nothing of the code is active",
} as const;

export type TableViolation = { rule: keyof typeof TABLE_RULES; detail: string };

export type QueryDatabase = (text: string, values?: unknown[]) => Promise<Pick<QueryResult, "rows">>;

export interface Verification {
  load: Load;
  operations: Operations;
  query: QueryDatabase;
  check?: CheckOptions;
}

const format = createTokenFormat();
/** The number of concurrent consistent introspections. */
const CONCURRENCY = 32;

/**
 * Between two faults: pauses the load, introspects the newest token of each grant, compares all answers with the tables, checks the
 * histories of finished grants, and resumes the load.
 */
export async function verify({
  load,
  operations,
  query,
  check,
}: Verification): Promise<(Violation | TableViolation)[]> {
  await load.pause();
  const grants = load.grants();
  const queue = [...grants];
  const introspectNext = async () => {
    for (let grant = queue.pop(); grant !== undefined; grant = queue.pop()) {
      const newest = grant.history.findLast(({ given }) => given.access !== undefined)?.given.access;
      if (newest !== undefined) await operations.introspectConsistent(grant.history, newest);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, introspectNext));
  const tableViolations = [...(await findMissingRows(query, grants)), ...(await findUnanswered(query, grants))];
  const done = load.takeDone();
  load.resume();
  return [...tableViolations, ...done.flatMap(({ history }) => checkHistory(history, check))];
}

const TABLES = { ac: "authorization_code", at: "access_token", rt: "refresh_token" } as const;

/** Finds codes and tokens that a response contained, but that have no row with their id and digest. */
async function findMissingRows(query: QueryDatabase, grants: readonly Grant[]): Promise<TableViolation[]> {
  const given = grants.flatMap(({ history }) => history.map((operation) => operation.given));
  const answered = {
    ac: given.map(({ code }) => code),
    at: given.map(({ access }) => access),
    rt: given.map(({ refresh }) => refresh),
  };
  const found = Object.entries(TABLES).map(async ([type, table]): Promise<TableViolation[]> => {
    const texts = new Set(answered[type as keyof typeof TABLES].filter((text) => text !== undefined));
    const keys = [...texts].map((text) => keyOf(text, type as TokenType));
    const { rows } = await query(
      `select q.id from unnest($1::uuid[], $2::bytea[]) as q(id, digest)
       where not exists (select from ${table} t where t.id = q.id and t.digest = q.digest)`,
      [keys.map(({ id }) => id), keys.map(({ digest }) => digest)],
    );
    return rows.map(({ id }) => ({ rule: "missing row", detail: `${table} ${id}` }));
  });
  return (await Promise.all(found)).flat();
}

function keyOf(text: string, type: TokenType): { id: string; digest: Buffer } {
  const token = format.parse(text, type);
  if (token.kind === "malformed") throw new Error(`the service answered a malformed token: ${token.reason}`);
  return { id: token.id, digest: sha256(token.secret) };
}

/** Finds live families of codes whose exchange was rejected and never answered with tokens. */
async function findUnanswered(query: QueryDatabase, grants: readonly Grant[]): Promise<TableViolation[]> {
  const codes = grants.flatMap(({ history }) => {
    const exchanges = history.filter(({ kind }) => kind === "exchange");
    const isRejected = exchanges.at(-1)?.outcome === "fail" && exchanges.every(({ outcome }) => outcome !== "ok");
    return isRejected ? [keyOf(exchanges[0]!.presented, "ac").id] : [];
  });
  const { rows } = await query("select id from token_family where id = any($1::uuid[]) and ended_at is null", [codes]);
  return rows.map(({ id }) => ({ rule: "unanswered tokens", detail: `token_family ${id}` }));
}

/** Finds used codes without their tokens or audit event, and the reverse, over all rows. For the end of a scenario. */
export async function findTornRedemptions(query: QueryDatabase): Promise<TableViolation[]> {
  const { rows } = await query(`
    with audited as (select distinct detail ->> 'family_id' as id from audit_event where action = 'token.exchange'),
      access as (select distinct family_id as id from access_token),
      refresh as (select distinct family_id as id from refresh_token)
    select c.id, c.used_at is not null as used, f.id is not null as family, a.id is not null as access,
      r.id is not null as refresh, e.id is not null as audited
    from authorization_code c left join token_family f on f.id = c.id left join access a on a.id = c.id
      left join refresh r on r.id = c.id left join audited e on e.id = c.id::text
    where num_nulls(c.used_at, f.id, a.id, r.id, e.id) not in (0, 5) limit 10`);
  return rows.map(({ id, ...row }) => ({ rule: "torn redemption", detail: `${id}: ${JSON.stringify(row)}` }));
}
