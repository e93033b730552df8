import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { createLog } from "../../../src/observe/log.ts";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { readOptions } from "../../support/options.ts";
import { DEPLOYED, startLatchkey } from "../start/latchkey.ts";
import { findPorts } from "../start/ports.ts";
import { type Amounts, type Filled, fill, isFilled, lookAround } from "./pages/fill.ts";
import { fillRecent, fillSkeletons } from "./pages/fill-recent.ts";
import { type Measured, measure } from "./pages/measure.ts";
import { BOUND_MS, describeMachine, findErrors, type Report, toText } from "./pages/report.ts";
import { VISITS } from "./pages/visits.ts";

const USAGE = `npm run bench:pages -- [--short] [--json] [--assert] [--requests 30] [--only "audit|console, app"] [--data DIRECTORY]
Measures each page on a full database (docs/performance.md). --assert fails above the bound; --data names a database that is filled once and kept.`;

const values = readOptions(USAGE, {
  short: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  assert: { type: "boolean", default: false },
  requests: { type: "string" },
  only: { type: "string", default: "" },
  data: { type: "string" },
});

const FULL: Amounts = { apps: 100_000, installations: 1_000_000, auditEvents: 10_000_000 };
const SHORT: Amounts = { apps: 1_000, installations: 10_000, auditEvents: 100_000 };

// The service has a process group of its own, which a terminal's Ctrl-C does not reach.
process.once("SIGINT", () => process.exit(130));

const amounts = values.short ? SHORT : FULL;
const timed = !values.short || values.assert;
// Where timings mean nothing, one request shows that a page is right.
const requests = Number(values.requests ?? (timed ? 30 : 1));
// As in a service that has run for a while, whose code is compiled. The bound of the short form needs less.
const longWarmUp = values.short ? 3 : 20;
const warmUp = timed ? longWarmUp : 0;
const logProgress = (text: string) => void process.stderr.write(`${text}\n`);

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), "latchkey-bench-")));
// Standard output contains only the report.
const log = createLog({ level: "warn", readable: true, destination: pino.destination({ fd: 2, sync: true }) });
const loadBefore = loadavg()[0]!;
const database = await startEmbedded({ dataDir, log, durable: false });
try {
  const { filled, version } = await prepare(database.url);
  const pages = await visitAll(database.url, filled);
  const report: Report = { machine: describeMachine(version, loadBefore), amounts, requests, boundMs: BOUND_MS, pages };
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : toText(report));
  const faults = findErrors(report, values);
  for (const fault of faults) logProgress(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await database.stop();
  if (values.data === undefined) await rm(dataDir, { recursive: true, force: true });
}

async function prepare(url: string): Promise<{ filled: Filled; version: string }> {
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await isFilled(client))) await fill(client, amounts, logProgress);
    await fillRecent(client);
    const began = performance.now();
    const names = await fillSkeletons(client);
    logProgress(`skeletons of ${names} names: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const filled = await lookAround(client);
    const { rows } = await client.query("select 'PostgreSQL ' || current_setting('server_version') as version");
    return { filled, version: rows[0].version };
  } finally {
    await client.end();
  }
}

async function visitAll(url: string, filled: Filled): Promise<Measured[]> {
  const ports = await findPorts();
  const origin = `http://127.0.0.1:${ports.HTTP_PORT}`;
  const service = startLatchkey({
    node: [...DEPLOYED],
    env: {
      // Where timings mean nothing, what comes late is right, too.
      ...(timed ? {} : LONG_TIMEOUT_SETTINGS),
      ...ports,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      TOKEN_KEY: randomBytes(32).toString("base64url"),
      HOST: "127.0.0.1",
      PUBLIC_URL: origin,
      LOG_LEVEL: "warn",
    },
  });
  process.once("exit", () => service.child.kill("SIGKILL"));
  try {
    await service.ready();
    const pages: Measured[] = [];
    for (const visit of VISITS.filter(({ name }) => values.only.split("|").some((part) => name.includes(part)))) {
      pages.push(await measure(origin, visit, { filled, requests, warmUp }));
      logProgress(`${visit.name}: ${pages.at(-1)!.median.toFixed(1)} ms`);
    }
    return pages;
  } finally {
    service.signalGroup("SIGINT");
    await service.ended();
  }
}
