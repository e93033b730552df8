import { checkServerIdentity } from "node:tls";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

/**
 * A connection that checks the server's certificate against the URL's host. For an IP address, node-postgres passes no name to TLS,
 * and Node would check `localhost`.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(withServerIdentity(config));
  }
}

/** Parses the URL for each connection, so that a replaced `sslrootcert` file takes effect without a restart. */
function withServerIdentity({ connectionString, ...rest }: pg.ClientConfig): pg.ClientConfig {
  if (connectionString === undefined) return rest;
  const { ssl, ...parsed } = parseIntoClientConfig(connectionString);
  const config = { ...rest, ...parsed };
  if (ssl === undefined || ssl === false) return { ...config, ssl };
  const check = { checkServerIdentity: checkOf(config.host || "localhost") };
  return { ...config, ssl: { ...check, ...(ssl === true ? {} : ssl) } };
}

type CheckServerIdentity = typeof checkServerIdentity;

function checkOf(host: string): CheckServerIdentity {
  return (_name, certificate) => checkServerIdentity(host, certificate);
}
