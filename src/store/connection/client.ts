import { checkServerIdentity } from "node:tls";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

/**
 * A connection whose certificate must name the URL's host. node-postgres passes no name on for an IP address, so Node would ask the certificate
 * for `localhost`.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(withServerIdentity(config));
  }
}

/** Parsed for each connection, so that a new file of `sslrootcert` counts from the next connection on. */
function withServerIdentity({ connectionString, ...own }: pg.ClientConfig): pg.ClientConfig {
  if (connectionString === undefined) return own;
  const { ssl, ...parsed } = parseIntoClientConfig(connectionString);
  const config = { ...own, ...parsed };
  if (ssl === undefined || ssl === false) return { ...config, ssl };
  const identity = { checkServerIdentity: identityOf(config.host || "localhost") };
  return { ...config, ssl: { ...identity, ...(ssl === true ? {} : ssl) } };
}

type CheckServerIdentity = typeof checkServerIdentity;

function identityOf(host: string): CheckServerIdentity {
  return (_name, certificate) => checkServerIdentity(host, certificate);
}
