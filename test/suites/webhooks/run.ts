import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readOptions } from "../../support/options.ts";
import { startVictim, type Victim } from "./processes.ts";
import { openStage, type Stage } from "./stage.ts";
import { type Findings, verifyLog } from "./verify.ts";

const USAGE = `npm run test:webhooks -- [options]: kill workers and receivers during deliveries; no event may be lost or out of order

  --release          1,000 kills during 100,000 deliveries (default: 20 during 2,000)
  --kills N
  --deliveries N     a multiple of 800`;
const values = readOptions(USAGE, {
  release: { type: "boolean", default: false },
  kills: { type: "string" },
  deliveries: { type: "string" },
});
const kills = Number(values.kills ?? (values.release ? 1_000 : 20));
const deliveries = Number(values.deliveries ?? (values.release ? 100_000 : 2_000));
/** The number of receivers. Each of them gets every event. */
const RECEIVERS = 2;
const INSTALLATIONS = 50;
const WORKERS = 3;
/** The maximum of undelivered events while more are added, so that kills occur throughout the run. */
const BACKLOG = 400;
/** Milliseconds without progress after which the run fails. */
const STALLED_MS = 60_000;

const events = Math.ceil(deliveries / RECEIVERS / INSTALLATIONS);
const directory = await mkdtemp(join(tmpdir(), "latchkey-webhooks-"));
const key = randomBytes(32).toString("base64url");
const logs = Array.from({ length: RECEIVERS }, (_, at) => join(directory, `received-${at}`));
const began = performance.now();
const stage = await openStage({ directory, key, installations: INSTALLATIONS });
const victims: Victim[] = [];
try {
  for (const [at, file] of logs.entries()) {
    const port = await stage.addEndpoint();
    victims.push(await startVictim(`receiver ${at}`, { script: "receiver.ts", args: [`${port}`, file] }));
  }
  const env = { DATABASE_URL: stage.url, TOKEN_KEY: key };
  for (let at = 0; at < WORKERS; at++) victims.push(await startVictim(`worker ${at}`, { script: "worker.ts", env }));
  const killed = await deliverAndKill(stage);
  const findings = await Promise.all(
    logs.map(async (file) => verifyLog(await readFile(file, "utf8"), stage.installations, events)),
  );
  report(findings, killed);
} finally {
  await Promise.all(victims.map((victim) => victim.stop()));
  await stage.close();
  await rm(directory, { recursive: true });
}

/** Adds events and kills processes until both counts are reached, then waits until everything is delivered. */
async function deliverAndKill(stage: Stage): Promise<Map<string, number>> {
  const killed = new Map<string, number>();
  const total = events * INSTALLATIONS * RECEIVERS;
  let added = 0;
  let count = 0;
  let progressAt = performance.now();
  for (let done = 0, last = -1; done < total || count < kills; last = done) {
    done = await stage.delivered();
    if (done !== last || count < kills) progressAt = performance.now();
    if (performance.now() > progressAt + STALLED_MS) throw new Error(`no delivery for a minute: ${done} of ${total}`);
    // Events and kills are distributed evenly over the run.
    while (added < events && added <= (count * events) / kills && added * INSTALLATIONS * RECEIVERS - done < BACKLOG) {
      await stage.addEvents();
      added++;
    }
    if (count < kills && done >= (count * total) / kills - BACKLOG) {
      const victim = victims[Math.floor(Math.random() * victims.length)]!;
      await victim.replace();
      killed.set(victim.name, (killed.get(victim.name) ?? 0) + 1);
      count++;
    } else await sleep(20);
  }
  return killed;
}

function report(findings: Findings[], killed: Map<string, number>): void {
  const sum = (name: keyof Findings) => findings.reduce((total, found) => total + found[name], 0);
  const [lost, disordered] = [sum("lost"), sum("disordered")];
  const seconds = Math.round((performance.now() - began) / 1000);
  const counts = [...killed].map(([name, count]) => `${name}: ${count}`).join(", ");
  console.log(`${kills} kills in ${seconds} s (${counts})`);
  console.log(
    `${sum("accepted")} webhooks accepted, ${sum("repeated")} of them repeated, ${lost} lost, ${disordered} out of order`,
  );
  if (lost > 0 || disordered > 0) process.exitCode = 1;
}
