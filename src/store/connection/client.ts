import { checkServerIdentity } from "node:tls";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { isTracing, traceStatement } from "../../observe/tracing.ts";

/**
 * A connection that checks the server's certificate against the URL's host. For an IP address, node-postgres passes no name to TLS,
 * and Node would check `localhost`.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(withServerIdentity(config));
    if (isTracing()) traceQueries(this);
  }
}

/** Gives every statement a span. The text may contain values, so the span of an unnamed statement has only its first word. */
function traceQueries(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const { name, text } =
      typeof args[0] === "string" ? { text: args[0] } : (args[0] as { name?: string; text?: string });
    return traceStatement(name ?? /^\s*([a-z]{2,16})\b/i.exec(text ?? "")?.[1]?.toLowerCase() ?? "query", () =>
      query(...args),
    );
  }) as typeof client.query;
}

/** By the URL of the start. */
const replacements = new Map<string, string>();

/** New connections to `url`, the URL of the start, use `replacement`, for example with a new password. Open connections stay. */
export function replaceDatabaseUrl(url: string, replacement: string): void {
  replacements.set(url, replacement);
}

/** Parses the URL for each connection, so that a replaced `sslrootcert` file takes effect without a restart. */
function withServerIdentity({ connectionString, ...rest }: pg.ClientConfig): pg.ClientConfig {
  if (connectionString === undefined) return rest;
  const { ssl, ...parsed } = parseIntoClientConfig(replacements.get(connectionString) ?? connectionString);
  const config = { ...rest, ...parsed };
  if (ssl === undefined || ssl === false) return { ...config, ssl };
  const check = { checkServerIdentity: checkOf(config.host || "localhost") };
  return { ...config, ssl: { ...check, ...(ssl === true ? {} : ssl) } };
}

type CheckServerIdentity = typeof checkServerIdentity;

function checkOf(host: string): CheckServerIdentity {
  return (_name, certificate) => checkServerIdentity(host, certificate);
}
