import { accessSync, constants, readFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { join } from "node:path";
import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import { type Clients, type ClientTls, clients, connectCore } from "../rpc/client.ts";
import { CliError } from "./errors.ts";

/** The core as the commands speak to it. */
export interface Core extends Clients {
  /** The error of a call, told with the core's address where nothing answered. */
  toError(error: unknown): unknown;
  /** Ends the connection, so that the process can end. */
  close(): void;
}

/** Long enough for any command; a core that does not answer is told apart from one that works. */
export const callOptions: CallOptions = { timeoutMs: 15_000 };

/**
 * `CORE_URL` and `SERVICE_KEY`, or those of the demo that runs from `DATA_DIR`.
 * @throws CliError where there is none, or one that is wrong
 */
export function openCore(env: NodeJS.ProcessEnv): Core {
  const { url, key } = findCore(env);
  const connection = connectCore({ url, key, tls: readTls(env) });
  return {
    ...clients(connection.transport),
    toError: (error) => (isUnreachable(error) ? new CliError(explainSilence(url, error)) : error),
    close: () => connection.close(),
  };
}

function findCore(env: NodeJS.ProcessEnv): { url: string; key: string } {
  const [url, key] = [env.CORE_URL || undefined, env.SERVICE_KEY || undefined];
  // A demo's key goes to that demo and nowhere else.
  if (url !== undefined && key === undefined) throw new CliError("CORE_URL is set; set SERVICE_KEY (lk_sk_…) too.");
  const demo = url === undefined ? readDemo(env.DATA_DIR || ".latchkey") : null;
  const found = { url: url ?? demo?.url, key: key ?? demo?.key };
  if (found.url === undefined || found.key === undefined) {
    throw new CliError(
      "Where is the core? Set CORE_URL (such as http://127.0.0.1:50051) and SERVICE_KEY (lk_sk_…),\n" +
        "  or run this where a demo was started with `npm start`, with the same DATA_DIR.",
    );
  }
  checkUrl(found.url, env.ALLOW_PLAINTEXT_INTERNAL === "1");
  if (!/^[A-Za-z][A-Za-z0-9]{0,15}_sk_[0-9A-Za-z]{71}$/.test(found.key)) {
    throw new CliError("SERVICE_KEY is no service key: those are lk_sk_ and 71 letters or digits.");
  }
  return { url: found.url, key: found.key };
}

function checkUrl(url: string, allowPlaintext: boolean): void {
  if (!URL.canParse(url) || !/^https?:\/\//.test(url) || new URL(url).origin !== url.replace(/\/$/, "")) {
    throw new CliError(`CORE_URL is "${url}": it must be the core's gRPC port, such as http://127.0.0.1:50051.`);
  }
  if (url.startsWith("http:") && !isLoopback(new URL(url).hostname) && !allowPlaintext) {
    throw new CliError(
      "CORE_URL is no loopback URL, so the service key would cross a network in plain text:\n" +
        "  begin it with https://, or set ALLOW_PLAINTEXT_INTERNAL=1 where something else encrypts.",
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

function readDemo(dataDir: string): { url: string; key: string } | null {
  try {
    const { urls, service_key: key } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
    return typeof urls.grpc === "string" && typeof key === "string" ? { url: `http://${urls.grpc}`, key } : null;
  } catch {
    return null;
  }
}

/** No answer at all, as against a core that answers that it cannot. */
function isUnreachable(error: unknown): error is ConnectError {
  return error instanceof ConnectError && error.code === Code.Unavailable && /connect|resol/i.test(error.rawMessage);
}

function explainSilence(url: string, { rawMessage }: ConnectError): string {
  const cause = rawMessage
    .split("Last error: ")
    .at(-1)
    ?.replace(/ ?Resolution note:.*$/, "");
  return (
    `No core answers at ${url} (${cause?.replace(/\.+$/, "")}).\n` +
    "  Is it running, and is this its gRPC port (50051 unless GRPC_PORT says otherwise)? With TLS the address begins with https://."
  );
}
