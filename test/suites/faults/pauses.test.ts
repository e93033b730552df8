import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, post, startPlatform } from "../conformance/platform.ts";
import { ARRANGEMENTS, type Arrangement, type Replica, startReplica, TOKEN_KEY } from "./replica.ts";
import { exchangeBody, insist, type Pair, refreshBody, type Sending, send } from "./retrying-client.ts";
import { COUNTS } from "./settings.ts";

const PAUSES = COUNTS.pauses;
/** The number of pauses for a replica with several processes. */
const FEWER_PAUSES = Math.ceil(PAUSES / 4);
/** The minimum in milliseconds. A pause lasts until no client waits for the paused replica any longer. */
const PAUSE_MS = 6_000;
/** Milliseconds after which a client closes its connection to the paused replica and turns to the other one. */
const SHORT_TIMEOUT_MS = 3_000;
/**
 * Longer, for arrangements in which a running process may still answer. On a busy machine the answer could be late, and a code cannot be
 * exchanged again.
 */
const LONG_TIMEOUT_MS = 15_000;
/** Milliseconds. The other replica always answers, so its timeout is only a safeguard. */
const OTHER_MS = 120_000;
const LONG_TIMEOUT_ARRANGEMENTS: readonly Arrangement[] = ["parent of workers"];
/** The number of clients of each kind in one pause. Half of them use existing connections. */
const CLIENTS = 10;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform("all", { TOKEN_KEY });
});
afterAll(() => platform?.stop());

/** A client sends to the paused replica first and, without an answer in time, to the other one. */
interface Client {
  paused: Sending;
  other: Sending;
}

/** Sends a request to the paused replica and, if it does not answer, again to the other one. */
async function persist({ paused, other }: Client, body: Record<string, string>): Promise<Pair> {
  return (await send(paused, body)) ?? insist(other, body);
}

/** The requests that clients send while the replica is paused. Each function returns the newest tokens of its grant. */
const WORK = {
  async exchange(client: Client) {
    const body = await exchangeBody(platform);
    return () => persist(client, body);
  },
  async refresh(client: Client) {
    const { refresh_token } = await insist(client.other, await exchangeBody(platform));
    return () => persist(client, refreshBody(platform.app, refresh_token));
  },
  async "refresh, and once more"(client: Client) {
    const { refresh_token } = await insist(client.other, await exchangeBody(platform));
    return async () => {
      const pair = await persist(client, refreshBody(platform.app, refresh_token));
      return insist(client.other, refreshBody(platform.app, pair.refresh_token));
    };
  },
} satisfies Record<string, (client: Client) => Promise<() => Promise<Pair>>>;

interface Fleet {
  clients: Client[];
  close(): void;
}

/** The clients of one kind of work. Every second client uses an existing connection. */
function fleetFor({ origin }: Replica, arrangement: Arrangement): Fleet {
  const timeoutMs = LONG_TIMEOUT_ARRANGEMENTS.includes(arrangement) ? LONG_TIMEOUT_MS : SHORT_TIMEOUT_MS;
  const warm = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const cold = new Agent();
  const clients = Array.from({ length: CLIENTS }, (_, at) => ({
    paused: { origin, agent: at % 2 === 0 ? warm : cold, timeoutMs },
    other: { origin: platform.service.origin, agent: cold, timeoutMs: OTHER_MS },
  }));
  return { clients, close: () => warm.destroy() };
}

const pingOf = ({ origin, agent }: Omit<Sending, "timeoutMs">) =>
  new Promise<void>((resolve, reject) => {
    const sent = get(`${origin}/healthz`, { agent }, (answer) => answer.resume().on("end", resolve));
    sent.on("error", reject);
  });

/** Pauses the replica once, with clients of every kind. Returns the newest refresh token of each grant. */
async function pauseOnce(replica: Replica, arrangement: Arrangement): Promise<string[]> {
  const { clients, close } = fleetFor(replica, arrangement);
  const kinds = Object.values(WORK);
  const works = await Promise.all(kinds.flatMap((prepare) => clients.map((client) => prepare(client))));
  await Promise.all(clients.map(({ paused }) => pingOf(paused)));
  replica.pause();
  await delay(100);
  const pause = delay(PAUSE_MS);
  const pairs = await Promise.all(works.map((work) => work())).finally(() => pause.then(() => replica.resume()));
  close();
  // After this time, the replica has processed the requests in its sockets. The caller detects lost grants.
  await pingOf({ origin: replica.origin, agent: new Agent() });
  await delay(1_000);
  return pairs.map(({ refresh_token }) => refresh_token);
}

describe.each(ARRANGEMENTS)("a replica with its %s", (arrangement) => {
  const pauses = arrangement === "only process" ? PAUSES : FEWER_PAUSES;
  let replica: Replica;
  beforeAll(async () => {
    replica = await startReplica(platform, arrangement);
  });
  afterAll(() => replica?.stop());

  test(`paused ${pauses} times: no client that retries elsewhere loses its grant`, async () => {
    const lost: string[] = [];
    for (let pause = 1; pause <= pauses; pause++) {
      const newest = await pauseOnce(replica, arrangement);
      const answers = await Promise.all(newest.map((token) => refreshAgain(token)));
      lost.push(...answers.filter((answer) => answer !== "200").map((answer) => `pause ${pause}: ${answer}`));
    }
    expect(lost).toEqual([]);
    const ended = await platform.service.query(
      "select end_reason, count(*)::int from token_family where ended_at is not null group by 1",
    );
    expect(ended.rows).toEqual([]);
  });
});

/** The status of a refresh with the newest token of a grant. */
async function refreshAgain(token: string): Promise<string> {
  const { status, text } = await post(platform, "/oauth/token", refreshBody(platform.app, token));
  return status === 200 ? "200" : `${status} ${text}`;
}
