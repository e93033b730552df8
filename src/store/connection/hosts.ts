import type pg from "pg";
import { hostUrls, isBalanced } from "../../config/database-url.ts";
import { StorageError } from "../../observe/storage-error.ts";
import { isLoginRejected } from "./errors.ts";
import { toSetupError } from "./setup-error.ts";

export interface PrimarySearch {
  /** A URL with several hosts. */
  url: string;
  /** The timeout for connecting and the check of the role together, in milliseconds. */
  timeoutMs: number | undefined;
  /** Creates a connection to one host. */
  open(config: pg.ClientConfig): pg.Client;
}

/** The state of the search for one URL, shared by all connections of this process. */
interface State {
  /** The primary that was found last. */
  last: string | null;
  found: Promise<string> | null;
}

/** For how long a found primary is used without checking its role again. */
const VALID_MS = 1_000;
const TIMEOUT_MS = 2_000;

const searches = new Map<string, State>();

/**
 * The URL of the first host that accepts writes, beginning with the primary that was found last. All hosts are tried at the same time, so
 * that an unreachable host costs at most half of the timeout.
 * @throws StorageError if a host is a standby and none is a primary; otherwise the errors of the driver
 */
export function findPrimary({ url, timeoutMs = TIMEOUT_MS, open }: PrimarySearch): Promise<string> {
  const search = searches.get(url) ?? { last: null, found: null };
  searches.set(url, search);
  if (search.found !== null) return search.found;
  const attempt = (one: string) => requireWritable(open, one, timeoutMs / 2);
  const found = firstOf(inOrder(url, search).map(attempt));
  search.found = found;
  const forget = () => {
    search.found = null;
  };
  found.then((host) => {
    search.last = host;
    setTimeout(forget, VALID_MS).unref();
  }, forget);
  return found;
}

function inOrder(url: string, { last }: State): string[] {
  const urls = hostUrls(url);
  if (isBalanced(url))
    return urls
      .map((one) => ({ one, key: Math.random() }))
      .sort(byKey)
      .map(({ one }) => one);
  return last === null ? urls : [last, ...urls.filter((one) => one !== last)];
}

const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;

/** The result of the first attempt in the list that succeeds. */
async function firstOf(attempts: readonly Promise<string>[]): Promise<string> {
  const results = Promise.allSettled(attempts);
  for (const attempt of attempts) {
    const url = await attempt.catch(() => null);
    if (url !== null) return url;
  }
  const errors = (await results).map((result) => (result.status === "rejected" ? result.reason : null));
  throw describe(errors);
}

/** @throws StorageError for a standby or a read-only server */
async function requireWritable(open: PrimarySearch["open"], url: string, timeoutMs: number): Promise<string> {
  const client = open({
    connectionString: url,
    application_name: "latchkey hosts",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  try {
    await client.connect();
    const { rows } = await client.query("show transaction_read_only");
    if (rows[0].transaction_read_only === "on") throw new StorageError(`${client.host}:${client.port} is read-only`);
    return url;
  } finally {
    client.end().catch(() => {});
  }
}

/** The error to report: preferably one that a change of configuration fixes. */
function describe(errors: readonly unknown[]): unknown {
  const permanent = errors.find((error) => isLoginRejected(error) || toSetupError(error) !== null);
  if (permanent !== undefined) return permanent;
  const message = errors.map((error) => (error instanceof Error ? error.message : String(error))).join("; ");
  const isReadOnly = errors.some((error) => error instanceof StorageError);
  if (isReadOnly) return new StorageError(`no host of the database URL accepts writes: ${message}`);
  return new AggregateError(errors, `no host of the database URL is reachable: ${message}`);
}
