import { freshCodes, freshFamilies, type Platform } from "../data/fill.ts";
import { tokenOf } from "../data/tokens.ts";
import { type Deployment, type Infrastructure, writeLines } from "../infrastructure.ts";
import { runPgbench } from "../load/pgbench.ts";
import { responseLimit } from "../load/programs.ts";
import { type LoadResult, runWrk } from "../load/wrk.ts";

/** The number of families beyond the number of connections, so that a family is always free. */
const SPARE = 8;
/** The number of codes per second: more than any service on two processor cores exchanges. */
const CODES_PER_SECOND = 20_000;

/** Codes for an exchange load, and some for requests that the end of the load cuts off. */
function countCodes({ seconds, connections }: Pick<Load, "seconds" | "connections">): number {
  const limit = responseLimit();
  return limit === null ? seconds * CODES_PER_SECOND : limit + 2 * connections;
}

interface Load {
  deployment: Deployment;
  infrastructure: Infrastructure;
  connections: number;
  seconds: number;
}

/** Refreshes over HTTP JSON. Each connection uses an unused family of its own. @param pauseMs between the requests of a connection */
export async function refreshByHttp(
  { deployment, infrastructure, connections, seconds }: Load,
  pauseMs = 0,
): Promise<LoadResult> {
  const families = await freshFamilies(deployment.pool, connections + SPARE);
  return refreshThese(
    { deployment, infrastructure, connections, seconds },
    { refreshIds: families.map((family) => family.refreshId), pauseMs },
  );
}

/** The same load, with given families. */
export async function refreshThese(
  { deployment, infrastructure, connections, seconds }: Load,
  { refreshIds, pauseMs }: { refreshIds: string[]; pauseMs: number },
): Promise<LoadResult> {
  const file = await writeLines(
    infrastructure.directory,
    refreshIds.map((id) => tokenOf("rt", id)),
  );
  const { clientId, clientSecret } = deployment.platform;
  const args = [file, clientId, clientSecret, `${pauseMs}`, "/api/v1/oauth/token", "json"];
  return runWrk({ origin: deployment.service.origin, script: "refresh", args, connections, seconds });
}

/** Exchanges each code once, over HTTP JSON. */
export async function exchangeByHttp({ deployment, infrastructure, connections, seconds }: Load): Promise<LoadResult> {
  const codes = await freshCodes(deployment.pool, countCodes({ seconds, connections }));
  const file = await writeLines(
    infrastructure.directory,
    codes.map((id) => tokenOf("ac", id)),
  );
  const { clientId, clientSecret, redirectUri } = deployment.platform;
  const args = [file, clientId, clientSecret, redirectUri];
  return runWrk({ origin: deployment.service.origin, script: "exchange", args, connections, seconds });
}

type DatabaseLoad = Omit<Load, "infrastructure"> & { rate?: number; script?: "refresh" | "refresh-audited" };

/** Refreshes by one prepared statement. `wrong` counts the transactions that did not rotate one token. */
export async function refreshByStatement(load: DatabaseLoad): Promise<LoadResult> {
  const { deployment, connections, seconds, rate, script = "refresh" } = load;
  const { pool } = deployment;
  const families = await freshFamilies(pool, connections);
  await pool.query(
    "create table if not exists bench_family (slot int primary key, family_id uuid, refresh_id uuid); truncate bench_family",
  );
  await pool.query(
    "insert into bench_family select n - 1, f, r from unnest($1::uuid[], $2::uuid[]) with ordinality as u(f, r, n)",
    [families.map((family) => family.familyId), families.map((family) => family.refreshId)],
  );
  const variables = variablesOf(deployment.platform, await secretId(deployment));
  const ran = await runPgbench({
    ...{ url: deployment.databaseUrl, script, variables, connections, seconds },
    ...(rate === undefined ? {} : { rate }),
  });
  const { rows } = await pool.query<{ n: number }>(
    "select sum(generation - 1)::int as n from token_family f join bench_family b on b.family_id = f.id",
  );
  return checked(ran, rows[0]!.n);
}

/** Exchanges by one prepared statement. */
export async function exchangeByStatement({ deployment, connections, seconds }: DatabaseLoad): Promise<LoadResult> {
  const { pool } = deployment;
  const codes = await freshCodes(pool, countCodes({ seconds, connections }));
  await pool.query("create table if not exists bench_code (slot int primary key, code_id uuid); truncate bench_code");
  await pool.query("insert into bench_code select n - 1, c from unnest($1::uuid[]) with ordinality as u(c, n)", [
    codes,
  ]);
  const variables = {
    ...variablesOf(deployment.platform, await secretId(deployment)),
    uri: deployment.platform.redirectUri,
  };
  const ran = await runPgbench({ url: deployment.databaseUrl, script: "exchange", variables, connections, seconds });
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from authorization_code c join bench_code b on b.code_id = c.id where c.used_at is not null",
  );
  return checked(ran, rows[0]!.n);
}

function checked(ran: Awaited<ReturnType<typeof runPgbench>>, done: number): LoadResult {
  const wrong = Math.abs(ran.transactions - done);
  const firstWrong = wrong > 0 ? `${ran.transactions} transactions did ${done} times what they should` : null;
  return { ...ran, checked: ran.transactions, wrong, firstWrong };
}

const variablesOf = ({ clientId }: Platform, secret: string) => ({ client: clientId, secret_id: secret });

async function secretId({ pool }: Deployment): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("select id from app_secret");
  return rows[0]!.id;
}
