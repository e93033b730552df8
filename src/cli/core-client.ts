import { accessSync, constants, readFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { join } from "node:path";
import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import { type Clients, type ClientTls, clients, connectCore } from "../rpc/client.ts";
import { readSecrets } from "./database.ts";
import { CliError } from "./errors.ts";

/** The core's RPC clients and their connection. */
export interface Core extends Clients {
  /** Adds the address of the core and a hint to the error of an unreachable core. Returns other errors unchanged. */
  toError(error: unknown): unknown;
  /** True if the core reports SERVING; false if it does not answer within a second. */
  isServing(): Promise<boolean>;
  /** Closes the connection, so that the process can exit. */
  close(): void;
}

/** The deadline of a call, long enough for any command. */
export const callOptions: CallOptions = { timeoutMs: 15_000 };

/**
 * Connects to `CORE_URL` with `SERVICE_KEY`, or to the demo in `DATA_DIR`.
 * @throws CliError if a setting is missing or invalid
 */
export function openCore(env: NodeJS.ProcessEnv): Core {
  const { url, key } = findCore(env);
  const connection = connectCore({ url, key, tls: readTls(env) });
  return {
    ...clients(connection.transport),
    toError: (error) => (isUnreachable(error) ? new CliError(explainUnreachable(url, error)) : error),
    isServing: () => connection.isServing(),
    close: () => connection.close(),
  };
}

function findCore(env: NodeJS.ProcessEnv): { url: string; key: string } {
  const [url, key] = [env.CORE_URL || undefined, readSecrets(env, ["SERVICE_KEY"]).SERVICE_KEY || undefined];
  // The demo's key must not be sent to another core.
  if (url !== undefined && key === undefined) throw new CliError("CORE_URL is set; set SERVICE_KEY (lk_sk_…) too.");
  const demo = url === undefined ? readDemo(env.DATA_DIR || ".latchkey") : null;
  const found = { url: url ?? demo?.url, key: key ?? demo?.key };
  if (found.url === undefined || found.key === undefined) {
    throw new CliError(
      "No core is configured. Set CORE_URL (such as http://127.0.0.1:50051) and SERVICE_KEY (lk_sk_…),\n" +
        "  or set DATA_DIR to that of a running demo (`npm start`).",
    );
  }
  checkUrl(found.url, env.ALLOW_PLAINTEXT_INTERNAL === "1");
  if (!/^[A-Za-z][A-Za-z0-9]{0,15}_sk_[0-9A-Za-z]{71}$/.test(found.key)) {
    throw new CliError("SERVICE_KEY is not a service key: lk_sk_ and 71 letters or digits.");
  }
  return { url: found.url, key: found.key };
}

function checkUrl(url: string, allowPlaintext: boolean): void {
  if (!URL.canParse(url) || !/^https?:\/\//.test(url) || new URL(url).origin !== url.replace(/\/$/, "")) {
    throw new CliError(`CORE_URL is "${url}": it must be the core's gRPC port, such as http://127.0.0.1:50051.`);
  }
  if (url.startsWith("http:") && !isLoopback(new URL(url).hostname) && !allowPlaintext) {
    throw new CliError(
      "CORE_URL is not a loopback URL, so the service key would cross a network in plain text:\n" +
        "  use https://, or set ALLOW_PLAINTEXT_INTERNAL=1 if the network encrypts.",
    );
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

function readTls(env: NodeJS.ProcessEnv): ClientTls {
  const file = (name: "TLS_CORE_CA" | "TLS_CORE_CERT" | "TLS_CORE_KEY") => {
    const path = env[name] || null;
    try {
      if (path !== null) accessSync(path, constants.R_OK);
      return path;
    } catch {
      throw new CliError(`${name} names a file that cannot be read: ${path}.`);
    }
  };
  return { caFile: file("TLS_CORE_CA"), certFile: file("TLS_CORE_CERT"), keyFile: file("TLS_CORE_KEY") };
}

/** The address and key of the demo that runs on this directory; null if there is no demo. */
export function readDemo(dataDir: string): { url: string; key: string } | null {
  try {
    const { urls, service_key: key } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
    return typeof urls.grpc === "string" && typeof key === "string" ? { url: `http://${urls.grpc}`, key } : null;
  } catch {
    return null;
  }
}

/** True if the connection failed. A core that responds UNAVAILABLE is reachable. */
function isUnreachable(error: unknown): error is ConnectError {
  return error instanceof ConnectError && error.code === Code.Unavailable && /connect|resol/i.test(error.rawMessage);
}

function explainUnreachable(url: string, { rawMessage }: ConnectError): string {
  const cause = rawMessage
    .split("Last error: ")
    .at(-1)
    ?.replace(/ ?Resolution note:.*$/, "");
  return (
    `The core at ${url} is unreachable (${cause?.replace(/\.+$/, "")}).\n` +
    "  Check that it runs and that this is its gRPC port (GRPC_PORT, default 50051). With TLS, CORE_URL begins with https://."
  );
}
