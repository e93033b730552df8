import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import { freshFamilies } from "../data/fill.ts";
import { tokenOf } from "../data/tokens.ts";
import { type Service, startService } from "../infrastructure.ts";
import { atMost, type Bench, type Measurement } from "./bench.ts";
import { openTokenCheck } from "./calls.ts";

const TRIES = 20;
const READY_FOR_QUERY = "Z".charCodeAt(0);

/** A proxy for PostgreSQL that counts round trips by ReadyForQuery messages. */
interface CountingDoor {
  url: string;
  count(): number;
  close(): Promise<void>;
}

async function openDoor(databaseUrl: string): Promise<CountingDoor> {
  const target = new URL(databaseUrl);
  let count = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((inside) => {
    const outside = connect(Number(target.port), target.hostname);
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => void [inside.destroy(), outside.destroy(), sockets.delete(socket)]);
    }
    inside.pipe(outside);
    outside.pipe(inside);
    const countIn = messageReader((type) => {
      if (type === READY_FOR_QUERY) count += 1;
    });
    outside.on("data", countIn);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { port: `${port}` }).href,
    count: () => count,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Calls `on` with the type of each message from PostgreSQL, however the messages are split into chunks. */
function messageReader(on: (type: number) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= 5) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) return;
      on(rest[0]!);
      rest = rest.subarray(length);
    }
  };
}

/** Measures the round trips of one request on an idle service. */
export const roundTrips: Measurement = {
  name: "round trips",
  async run(bench) {
    const { main, infrastructure } = bench;
    const door = await openDoor(main.databaseUrl);
    const service = await startService(infrastructure.directory, {
      ...infrastructure.settings,
      DATABASE_URL: door.url,
    });
    try {
      const families = await freshFamilies(main.pool, TRIES + 2);
      const check = openTokenCheck({ ...main, service });
      const introspect = async (at: number) =>
        (await check.isActive(tokenOf("at", families[at]!.accessId), { fullyConsistent: true })) ? null : "not active";
      const refresh = (at: number) => refreshOnce(bench, service, tokenOf("rt", families[at]!.refreshId));
      const rows = [
        { ...(await countTrips(door, introspect)), name: "round trips of an uncached introspection", goal: atMost(1) },
        { ...(await countTrips(door, refresh)), name: "round trips of a refresh", goal: atMost(4) },
      ];
      check.close();
      const notes = ["the fewest of 20 tries: what runs by the clock adds to some"];
      return rows.map(({ trips, answers, ...row }) => ({
        ...row,
        unit: "",
        measured: [trips],
        limit: null,
        answers,
        notes,
      }));
    } finally {
      await service.stop();
      await door.close();
    }
  },
};

async function countTrips(door: CountingDoor, once: (at: number) => Promise<string | null>) {
  const answers = { checked: 0, wrong: 0, firstWrong: null as string | null };
  const trips: number[] = [];
  // The first one opens a connection and prepares the statements.
  for (let at = 0; at <= TRIES; at++) {
    const before = door.count();
    const fault = await once(at);
    if (at > 0) trips.push(door.count() - before);
    answers.checked += 1;
    if (fault !== null) Object.assign(answers, { wrong: answers.wrong + 1, firstWrong: fault });
  }
  return { trips: Math.min(...trips), answers };
}

async function refreshOnce({ main }: Bench, service: Service, token: string): Promise<string | null> {
  const { clientId, clientSecret } = main.platform;
  const body = { grant_type: "refresh_token", refresh_token: token, client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${service.origin}/api/v1/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return answer.status === 200 ? null : text;
}
