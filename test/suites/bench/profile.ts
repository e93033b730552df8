import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import Table from "cli-table3";
import { readOptions } from "../../support/options.ts";
import { type Deployment, openInfrastructure } from "./infrastructure.ts";
import { runGrpc } from "./load/grpc.ts";
import { missingPackages } from "./load/programs.ts";
import { INSPECTED, profileWhile } from "./profile/inspector.ts";
import { type Share, type Summary, summarise } from "./profile/summary.ts";
import { accessTokenFile, unaryPlan } from "./rows/introspection.ts";
import { exchangeByHttp, refreshByHttp } from "./rows/loads.ts";

const USAGE = `npm run bench:profile -- [--json] [--only refresh] [--seconds 5] [--keep DIRECTORY]
Profiles the CPU of the service under the loads of npm run bench; --keep writes the profiles to a directory.`;

const values = readOptions(USAGE, {
  json: { type: "boolean", default: false },
  only: { type: "string", default: "" },
  seconds: { type: "string", default: "5" },
  keep: { type: "string" },
});

const missing = missingPackages();
if (missing.length > 0) {
  process.stderr.write(`The load generators are missing: apt-get install -y ${missing.join(" ")}\n`);
  process.exit(1);
}
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const TOKENS = 10_000;
const WARM_UP_SECONDS = 2;
const MOST_CONNECTIONS = 128;
const FUNCTIONS = 20;
const LEAST_PERCENT = 1;

const logProgress = (text: string) => void process.stderr.write(`${text}\n`);
const infrastructure = await openInfrastructure(logProgress);
try {
  const deployment = await infrastructure.open(TOKENS, { node: INSPECTED });
  const summaries: Record<string, Summary> = {};
  for (const [name, load] of Object.entries(await loadsOf(deployment)).filter(([text]) => text.includes(values.only))) {
    await load(WARM_UP_SECONDS);
    const profile = await profileWhile(deployment.service, () => load(Number(values.seconds)));
    summaries[name] = summarise(profile);
    if (values.keep !== undefined) {
      await writeFile(join(values.keep, `${name.replaceAll(/\W+/g, "-")}.cpuprofile`), JSON.stringify(profile));
    }
    if (!values.json) process.stdout.write(toText(name, summaries[name]));
  }
  if (values.json) process.stdout.write(`${JSON.stringify(summaries, null, 2)}\n`);
} finally {
  await infrastructure.stop();
}

async function loadsOf(deployment: Deployment): Promise<Record<string, (seconds: number) => Promise<unknown>>> {
  const tokens = await accessTokenFile({ infrastructure }, deployment, TOKENS / 2);
  const plan = (seconds: number) => unaryPlan(deployment, tokens, { seconds, mostConnections: MOST_CONNECTIONS });
  const http = (connections: number, seconds: number) => ({ deployment, infrastructure, connections, seconds });
  return {
    "Introspect, gRPC, cached": (seconds) => runGrpc(plan(seconds)),
    "Introspect, gRPC, FULLY_CONSISTENT": (seconds) => runGrpc({ ...plan(seconds), fullyConsistent: true }),
    "refresh, HTTP, 32 connections": (seconds) => refreshByHttp(http(32, seconds)),
    "refresh, HTTP, 128 connections": (seconds) => refreshByHttp(http(128, seconds)),
    "exchange, HTTP, 64 connections": (seconds) => exchangeByHttp(http(64, seconds)),
  };
}

function toText(name: string, { busyPercent, places, functions }: Summary): string {
  const table = new Table({
    head: ["%", "where", "%", "function"],
    colAligns: ["right", "left", "right", "left"],
    style: { head: [], border: [], compact: true },
  });
  const worth = places.filter(({ percent }) => percent >= LEAST_PERCENT);
  const cells = (share: Share | undefined) => (share ? [share.percent.toFixed(1), share.name] : ["", ""]);
  for (let at = 0; at < Math.max(worth.length, FUNCTIONS); at++) {
    table.push([...cells(worth[at]), ...cells(functions[at])]);
  }
  return `${name}: busy ${busyPercent.toFixed(0)} % of the time\n${table}\n\n`;
}
