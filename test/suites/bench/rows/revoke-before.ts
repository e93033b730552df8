import { createIntrospector } from "../../../../src/client/introspector.ts";
import { clients, connectCore } from "../../../../src/rpc/client.ts";
import { insertKey } from "../../../support/start-service.ts";
import { freshFamilies } from "../data/fill.ts";
import { tokenOf } from "../data/tokens.ts";
import { type Deployment, type Service, startService } from "../infrastructure.ts";
import type { RowResult } from "../report.ts";
import { percentile } from "../statistics.ts";
import { atMost, type Bench, type Measurement } from "./bench.ts";
import { type PolledCache, pollCache, untilRefused } from "./revocation.ts";

/** Tokens of the revoked app, cached by both replicas and both clients. */
const TOKENS = 20;
const TIMEOUT_MS = 10_000;

interface Replica {
  service: Service;
  caches: PolledCache[];
  close(): void;
}

/** A replica and an API service, whose caches hold the tokens. */
function openReplica(deployment: Deployment, service: Service): Replica {
  const { serviceKey: key } = deployment.platform;
  const connection = connectCore({ url: `http://${service.grpc}`, key });
  const { tokens } = clients(connection.transport);
  const introspector = createIntrospector({ url: service.grpc, key, timeoutMs: TIMEOUT_MS });
  return {
    service,
    caches: [
      pollCache(async (token) => (await tokens.introspect({ token })).active === true),
      pollCache(async (token) => (await introspector.introspect(token)) !== null),
    ],
    close() {
      connection.close();
      introspector.close();
    },
  };
}

/**
 * Measures the time from the response to RevokeBefore for an app until the last cache of two replicas and two API services refuses the last
 * token.
 */
export const revokeBefore: Measurement = {
  name: "RevokeBefore",
  async run(bench) {
    const deployment = await bench.infrastructure.open(1_000);
    const second = await startService(bench.infrastructure.directory, {
      ...bench.infrastructure.settings,
      DATABASE_URL: deployment.databaseUrl,
    });
    const replicas = [deployment.service, second].map((service) => openReplica(deployment, service));
    try {
      return [await measure(bench, deployment, replicas)];
    } finally {
      for (const replica of replicas) replica.close();
      await second.stop();
      await deployment.stop();
    }
  },
};

async function measure(
  { rounds, warmsUp, amounts, logProgress }: Bench,
  deployment: Deployment,
  replicas: Replica[],
): Promise<RowResult> {
  const measured: number[] = [];
  const all: number[] = [];
  const answers = { checked: 0, wrong: 0, firstWrong: null as string | null };
  const connection = connectCore({
    url: `http://${deployment.service.grpc}`,
    key: await insertKey(deployment.pool, ["tokens:revoke"]),
  });
  const { tokens: core } = clients(connection.transport);
  const revokeApp = () => core.revokeBefore({ subject: { case: "clientId", value: deployment.platform.clientId } });
  try {
    for (let round = warmsUp ? 0 : 1; round <= rounds; round++) {
      const delays: number[] = [];
      for (let time = 0; time < amounts.revocations; time++) {
        const families = await freshFamilies(deployment.pool, TOKENS);
        const tokens = families.map(({ accessId }) => tokenOf("at", accessId));
        const delay = await revoke(
          revokeApp,
          tokens,
          replicas.flatMap(({ caches }) => caches),
        );
        answers.checked += 1;
        if (typeof delay === "string") Object.assign(answers, { wrong: answers.wrong + 1, firstWrong: delay });
        else delays.push(delay);
      }
      if (delays.length === 0 || round === 0) continue;
      measured.push(percentile(delays, 99));
      all.push(...delays);
      logProgress(
        `  round ${round}: p50 ${percentile(delays, 50).toFixed(1)} ms, p99 ${percentile(delays, 99).toFixed(1)} ms`,
      );
    }
  } finally {
    connection.close();
  }
  const of = `p50 ${percentile(all, 50).toFixed(1)} ms, max ${Math.max(...all).toFixed(1)} ms of ${all.length} revocations`;
  return {
    ...{ name: "RevokeBefore answered -> refused everywhere, p99", unit: "ms", goal: atMost(1_000), measured },
    ...{
      limit: null,
      answers,
      notes: [`an app with ${TOKENS} tokens in the caches of two replicas and two clients: ${of}`],
    },
  };
}

/** Milliseconds from the response until the last refusal; an error text if a good token was refused or a revoked one remains accepted. */
async function revoke(
  revokeApp: () => Promise<unknown>,
  tokens: string[],
  caches: PolledCache[],
): Promise<number | string> {
  // Asks twice, so that the token is in the cache.
  for (const token of tokens)
    for (const cache of caches)
      if (!((await cache.accepts(token)) && (await cache.accepts(token)))) return "a good token was refused";
  await revokeApp();
  const answered = performance.now();
  const waits = tokens.flatMap((token) => caches.map((cache) => untilRefused(cache, token, answered)));
  const ends = await Promise.all(waits);
  return ends.includes(null) ? "a revoked token was still accepted after 5 s" : Math.max(...(ends as number[]));
}
