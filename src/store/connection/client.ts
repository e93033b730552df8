import { checkServerIdentity } from "node:tls";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { hostUrls } from "../../config/database-url.ts";
import { isTracing, traceStatement } from "../../observe/tracing.ts";
import { findPrimary } from "./hosts.ts";

/**
 * A connection that checks the server's certificate against the URL's host, and connects to the primary if the URL has several hosts. For
 * an IP address, node-postgres passes no name to TLS, and Node would check the certificate against `localhost`.
 */
export class DatabaseClient extends pg.Client {
  readonly #url: string | undefined;
  readonly #target: Target;
  readonly #timeoutMs: number | undefined;

  constructor({ connectionString, ...rest }: pg.ClientConfig = {}) {
    const url = connectionString === undefined ? undefined : (replacements.get(connectionString) ?? connectionString);
    const [hostUrl] = url === undefined ? [] : hostUrls(url);
    const target: Target = { host: "localhost" };
    super(withServerIdentity({ ...rest, connectionString: hostUrl }, target));
    this.#url = url;
    this.#target = target;
    this.#timeoutMs = rest.connectionTimeoutMillis;
    // Without a listener, the loss of a connection between two statements would end the process. The next statement reports the loss.
    this.on("error", () => {});
    if (isTracing()) traceQueries(this);
  }

  override connect(): Promise<this>;
  override connect(callback: (error?: Error) => void): void;
  override connect(callback?: (error?: Error) => void): Promise<this> | undefined {
    const choice = this.#chooseHost();
    const connected = choice === null ? super.connect() : choice.then(() => super.connect());
    if (callback === undefined) return connected as Promise<this>;
    connected.then(() => callback(), callback);
    return undefined;
  }

  /** Chooses the primary of several hosts; null if the URL has one host. */
  #chooseHost(): Promise<void> | null {
    if (this.#url === undefined || hostUrls(this.#url).length < 2) return null;
    const search = {
      url: this.#url,
      timeoutMs: this.#timeoutMs,
      open: (config: pg.ClientConfig) => new DatabaseClient(config),
    };
    return findPrimary(search).then((url) => this.#useHost(url));
  }

  #useHost(url: string): void {
    const { host, port = 5432 } = parseIntoClientConfig(url);
    const { connection, connectionParameters, _ending } = this as unknown as Internals;
    // After its own timeout, the pool destroys the current stream only. It would never close a connection that opens later.
    if (_ending || connection.stream.destroyed) throw new Error("timeout expired");
    Object.assign(connectionParameters, { host, port });
    Object.assign(this, { host, port });
    this.#target.host = host || "localhost";
  }
}

/** Gives every statement a span. The span of an unnamed statement has only the first word of the text, which may contain values. */
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

/** The key is the URL at the start of the process. */
const replacements = new Map<string, string>();

/** Makes new connections to `url`, the URL at the start, use `replacement`, for example with a new password. Open connections stay open. */
export function replaceDatabaseUrl(url: string, replacement: string): void {
  replacements.set(url, replacement);
}

/** The host of the connection, against which the certificate is checked. */
interface Target {
  host: string;
}

interface Internals {
  connection: { stream: { destroyed: boolean } };
  connectionParameters: object;
  _ending: boolean;
}

/** Parses the URL for each connection, so that a replaced `sslrootcert` file takes effect without a restart. */
function withServerIdentity({ connectionString, ...rest }: pg.ClientConfig, target: Target): pg.ClientConfig {
  if (connectionString === undefined) return rest;
  const { ssl, ...parsed } = parseIntoClientConfig(connectionString);
  const config = { ...rest, ...parsed };
  if (ssl === undefined || ssl === false) return { ...config, ssl };
  target.host = config.host || target.host;
  const check = { checkServerIdentity: checkOf(target) };
  return { ...config, ssl: { ...check, ...(ssl === true ? {} : ssl) } };
}

type CheckServerIdentity = typeof checkServerIdentity;

function checkOf(target: Target): CheckServerIdentity {
  return (_name, certificate) => checkServerIdentity(target.host, certificate);
}
