import { setTimeout as sleep } from "node:timers/promises";
import { createIntrospector } from "../../../../src/client/introspector.ts";
import { freshFamilies } from "../data/fill.ts";
import { tokenOf } from "../data/tokens.ts";
import type { Deployment } from "../infrastructure.ts";
import type { RowResult } from "../report.ts";
import { percentile } from "../statistics.ts";
import { atMost, type Bench, type Measurement } from "./bench.ts";
import { openTokenCheck } from "./calls.ts";

const WORKERS = 4;
/** The ports assign connections to workers in turn, so these connections reach every worker twice. */
const CONNECTIONS = 2 * WORKERS;
const POLL_MS = 1;
const GIVE_UP_MS = 5_000;
const TRIES = 5;
const RETRY_AFTER_MS = 1_000;
const TIMEOUT_MS = 10_000;

/** A cache that holds a token as active and is polled until it refuses the token. */
export interface PolledCache {
  accepts(token: string): Promise<boolean>;
}

/** Measures the time from the response to a revocation until the last process and the last client cache refuse the token. */
export const revocation: Measurement = {
  name: "revocation",
  async run(bench) {
    const deployment = await bench.infrastructure.open(1_000, { settings: { WORKERS: `${WORKERS}` } });
    const checks = Array.from({ length: CONNECTIONS }, () => openTokenCheck(deployment));
    const { serviceKey: key } = deployment.platform;
    const introspector = createIntrospector({ url: deployment.service.grpc, key, timeoutMs: TIMEOUT_MS });
    try {
      const caches: PolledCache[] = [
        ...checks.map(({ isActive }) => pollCache((token) => isActive(token))),
        pollCache(async (token) => (await introspector.introspect(token)) !== null),
      ];
      return [await measure(bench, deployment, caches)];
    } finally {
      introspector.close();
      for (const check of checks) check.close();
      await deployment.stop();
    }
  },
};

/** Retries if a process does not respond in time, because a timeout is not a refusal. */
export function pollCache(ask: PolledCache["accepts"]): PolledCache {
  return {
    async accepts(token) {
      for (const until = performance.now() + TIMEOUT_MS; ; await sleep(POLL_MS)) {
        try {
          return await ask(token);
        } catch (fault) {
          if (performance.now() > until) throw fault;
        }
      }
    },
  };
}

async function measure(
  { rounds, warmsUp, amounts, logProgress }: Bench,
  deployment: Deployment,
  caches: PolledCache[],
): Promise<RowResult> {
  const measured: number[] = [];
  const answers = { checked: 0, wrong: 0, firstWrong: null as string | null };
  for (let round = warmsUp ? 0 : 1; round <= rounds; round++) {
    const families = await freshFamilies(deployment.pool, amounts.revocations);
    const delays: number[] = [];
    for (const { accessId } of families) {
      const delay = await revoke(deployment, tokenOf("at", accessId), caches);
      answers.checked += 1;
      if (typeof delay === "string") Object.assign(answers, { wrong: answers.wrong + 1, firstWrong: delay });
      else delays.push(delay);
    }
    if (delays.length === 0) continue;
    const p99 = percentile(delays, 99);
    logProgress(
      `  ${round === 0 ? "warming up" : `round ${round}`}: p50 ${percentile(delays, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
    if (round > 0) measured.push(p99);
  }
  return {
    ...{
      name: "revoke answered -> refused everywhere, p99",
      unit: "ms",
      goal: atMost(100),
      measured,
      limit: null,
      answers,
    },
    notes: [
      `${WORKERS} processes, ${CONNECTIONS} connections and a client cache, ${amounts.revocations} tokens a round`,
    ],
  };
}

/** Milliseconds until the last cache refuses the token; an error text if a cache refused it before, or never refuses it. */
async function revoke(
  { service, platform }: Deployment,
  token: string,
  caches: PolledCache[],
): Promise<number | string> {
  for (const cache of caches) {
    // Asks twice, so that the token is in the cache.
    if (!((await cache.accepts(token)) && (await cache.accepts(token)))) return "a good token was refused";
  }
  const body = JSON.stringify({ token, client_id: platform.clientId, client_secret: platform.clientSecret });
  const headers = { "content-type": "application/json" };
  const ask = () => fetch(`${service.origin}/api/v1/oauth/revoke`, { method: "POST", headers, body });
  let answer = await ask();
  // The service may answer 503 on a busy machine; the measurement starts with the confirmed revocation.
  for (let again = 0; answer.status === 503 && again < TRIES; again++) {
    await sleep(RETRY_AFTER_MS);
    answer = await ask();
  }
  const answered = performance.now();
  await answer.arrayBuffer();
  if (answer.status !== 200) return `revoke answered ${answer.status}`;
  const ends = await Promise.all(caches.map((cache) => untilRefused(cache, token, answered)));
  return ends.includes(null) ? "a revoked token was still accepted after 5 s" : Math.max(...(ends as number[]));
}

export async function untilRefused({ accepts }: PolledCache, token: string, since: number): Promise<number | null> {
  for (;;) {
    const sentAt = performance.now();
    if (!(await accepts(token))) return performance.now() - since;
    if (sentAt - since > GIVE_UP_MS) return null;
    await sleep(POLL_MS);
  }
}
