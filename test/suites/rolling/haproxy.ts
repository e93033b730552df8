import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Identity } from "../../support/certificates.ts";

const CONFIGURATION = "deploy/haproxy/haproxy.cfg";

/** The ports of one replica. */
export interface ReplicaPorts {
  http: number;
  grpc: number;
  connect: number;
}

export interface LoadBalancer {
  /** The state of each server by `backend/server`, such as UP or DOWN. */
  states(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

interface HaproxyOptions {
  certificate: Identity;
  publicPort: number;
  grpcPort: number;
  replicas: Record<"a" | "b", ReplicaPorts>;
  /** The checkout whose configuration HAProxy uses; default: this checkout. */
  root?: string;
}

const ROOT = join(import.meta.dirname, "../../..");

/** Starts HAProxy with the configuration of `deploy`, with other addresses, files and ports. */
export async function startHaproxy(options: HaproxyOptions): Promise<LoadBalancer> {
  const directory = await mkdtemp(join(tmpdir(), "latchkey-haproxy-"));
  const [configuration, certificate, socket] = ["haproxy.cfg", "latchkey.pem", "admin.sock"].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  const { certFile, keyFile } = options.certificate;
  await writeFile(certificate, `${await readFile(certFile, "utf8")}\n${await readFile(keyFile, "utf8")}`);
  await writeFile(
    configuration,
    substitute(await readFile(join(options.root ?? ROOT, CONFIGURATION), "utf8"), { ...options, certificate, socket }),
  );
  const child = spawn("haproxy", ["-db", "-f", configuration], { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => void child.kill("SIGKILL");
  process.on("exit", kill);
  child.on("exit", () => process.off("exit", kill));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  await waitForSocket(child, socket, () => output);
  return {
    states: async () => parseStates(await command(socket, "show stat")),
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Substitutes extends Omit<HaproxyOptions, "certificate"> {
  certificate: string;
  socket: string;
}

/** Replaces each address of the configuration. @throws Error if an address is missing, because the test would not use the real file */
function substitute(
  configuration: string,
  { certificate, socket, publicPort, grpcPort, replicas }: Substitutes,
): string {
  const { a, b } = replicas;
  const server = (name: string, port: number, check: number) => `server ${name} 127.0.0.1:${port} port ${check}`;
  // Older checkouts do not have this address.
  const grpcBind = /bind \S*:50051/.exec(configuration)?.[0] ?? "bind";
  const pairs: [string, string][] = [
    ["/run/haproxy/admin.sock", socket],
    ["bind :443 ssl crt /etc/haproxy/latchkey.pem", `bind 127.0.0.1:${publicPort} ssl crt ${certificate}`],
    [grpcBind, `bind 127.0.0.1:${grpcPort}`],
    ["server a 10.0.0.11:8080 port 8081", server("a", a.http, a.connect)],
    ["server b 10.0.0.12:8080 port 8081", server("b", b.http, b.connect)],
    ["server a 10.0.0.11:50051 port 8081", server("a", a.grpc, a.connect)],
    ["server b 10.0.0.12:50051 port 8081", server("b", b.grpc, b.connect)],
  ];
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`deploy/haproxy/haproxy.cfg does not contain: ${from}`);
    return result.replace(from, to);
  }, configuration);
}

async function waitForSocket(child: ChildProcess, socket: string, output: () => string): Promise<void> {
  while (!(await command(socket, "show info").catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`haproxy ended:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function command(socket: string, line: string): Promise<string> {
  const connection = connect(socket);
  await once(connection, "connect");
  connection.write(`${line}\n`);
  return text(connection);
}

/** @see https://docs.haproxy.org/2.6/management.html#9.1 columns `pxname`, `svname` and `status` */
function parseStates(csv: string): Record<string, string> {
  const [head = "", ...rows] = csv.trim().split("\n");
  const columns = head.replace(/^# /, "").split(",");
  const status = columns.indexOf("status");
  const servers = rows.map((row) => row.split(",")).filter(([, server]) => server === "a" || server === "b");
  return Object.fromEntries(servers.map((cells) => [`${cells[0]}/${cells[1]}`, cells[status]!]));
}
