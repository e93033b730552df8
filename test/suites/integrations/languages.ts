import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { installPython } from "../../support/python.ts";
import { type Daemon, startDaemon } from "../ha/programs.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** The directory that keeps packages and compiled code between runs. */
const CACHE = join(ROOT, "node_modules/.cache/integrations");

/** A program of docs/integrations that requires an access token with `orders:read` for `GET /orders`. */
export interface Language {
  name: string;
  folder: string;
  /** Installs requirements.txt into the environment `python`. */
  python?: true;
  /** Commands that install and compile the recipe in its directory. */
  build: string[];
  start: string;
}

const { version } = JSON.parse(readFileSync(join(ROOT, "src/client/package.json"), "utf8"));
const CLIENT = join(CACHE, `latchkey-client-${version}.tgz`);
const NODE = `'${process.execPath}' server.mjs`;

/**
 * Installs the client package from its tarball, because no registry has it. Always reinstalls, because its version does not change with its
 * code.
 */
function npmInstall(framework: string): string[] {
  return [
    "rm -rf node_modules",
    `npm install --prefix . --no-save --no-audit --no-fund --prefer-offline '${CLIENT}' ${framework}`,
  ];
}

const WAITRESS = "python/bin/waitress-serve --listen=127.0.0.1:$PORT server:application";
const PROTO = "latchkey/v1/token_service.proto";

const QUICK: readonly Language[] = [
  { name: "Express", folder: "express", build: npmInstall("express@5.3.0"), start: NODE },
  { name: "Fastify", folder: "fastify", build: npmInstall("fastify@5.12.8"), start: NODE },
  { name: "Django", folder: "django", python: true, build: [], start: WAITRESS },
  {
    name: "Python over gRPC",
    folder: "python-grpc",
    python: true,
    build: [`python/bin/python -m grpc_tools.protoc -I proto --python_out=. --grpc_python_out=. proto/${PROTO}`],
    start: WAITRESS,
  },
  { name: "Go", folder: "go", build: ["go build -o orders-api ."], start: "./orders-api" },
];

/** Languages whose first build takes minutes. */
const SLOW: readonly Language[] = [
  {
    name: "Spring Boot",
    folder: "spring-boot",
    build: ["mvn --quiet --batch-mode package"],
    start: "java -jar target/orders-api.jar",
  },
  {
    name: "Java over gRPC",
    folder: "java-grpc",
    build: ["mvn --quiet --batch-mode compile dependency:copy-dependencies"],
    start: "java -cp 'target/classes:target/dependency/*' com.example.OrdersApi",
  },
  { name: "Rust", folder: "rust", build: ["cargo build --quiet"], start: "target/debug/orders-api" },
];

/** `INTEGRATIONS=all` adds the slow ones; other values select by folder, separated by commas. */
export function selectLanguages(selection = process.env.INTEGRATIONS): readonly Language[] {
  if (selection === undefined) return QUICK;
  const all = [...QUICK, ...SLOW];
  return selection === "all" ? all : all.filter(({ folder }) => selection.split(",").includes(folder));
}

/** Builds and packs the client package for the recipes that use it. */
export async function packClient(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await shell(ROOT, "npm run --silent build:client");
  await shell(ROOT, `npm pack --silent --pack-destination '${CACHE}' ./dist/client`);
}

/** Copies the recipe as it stands, with the protos, and builds it; gives its directory. */
export async function build({ folder, python, build }: Language): Promise<string> {
  const directory = join(CACHE, folder);
  await cp(join(ROOT, "docs/integrations", folder), directory, { recursive: true });
  await cp(join(ROOT, "proto"), join(directory, "proto"), { recursive: true });
  const requirements = ["-r", join(directory, "requirements.txt")];
  if (python) await installPython({ directory: join(directory, "python"), requirements });
  for (const command of build) await shell(directory, command);
  return directory;
}

export function start({ start }: Language, directory: string, environment: Record<string, string>): Daemon {
  const logFile = join(directory, "server.log");
  return startDaemon({ command: "/bin/sh", args: ["-c", `cd '${directory}' && exec ${start}`], environment, logFile });
}

const execute = promisify(execFile);

async function shell(cwd: string, command: string): Promise<void> {
  await execute("/bin/sh", ["-c", command], { cwd }).catch(({ message, stdout, stderr }) => {
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  });
}
