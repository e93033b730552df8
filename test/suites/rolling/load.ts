import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Consistency } from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { Clients } from "../../../src/rpc/client.ts";

/** The results of a load. */
export interface Tally {
  answered: number;
  /** A line for each request that failed. */
  failures: string[];
}

export interface Load {
  tally: Tally;
  /** Ends the load; resolves when the last requests are answered. */
  stop(): Promise<void>;
}

/** Sends the next request of a sequence. @throws Error if the request fails */
type Client = () => Promise<void>;

/**
 * Runs clients in parallel; each sends its next request when the previous one is answered, after a random pause.
 * @param longestPauseMs longer pauses leave more CPU time to the services
 */
export function startLoad(name: string, clients: Client[], longestPauseMs = 20): Load {
  const tally: Tally = { answered: 0, failures: [] };
  let stopped = false;
  const run = async (client: Client) => {
    while (!stopped) {
      try {
        await client();
        tally.answered++;
      } catch (error) {
        tally.failures.push(`${new Date().toISOString()} ${name}: ${describe(error)}`);
      }
      await sleep(Math.random() * longestPauseMs);
    }
  };
  const running = clients.map(run);
  return {
    tally,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${"code" in error ? error.code : ""} ${error.message}`;
}

export interface HttpTarget {
  port: number;
  /** The proxy's CA, in PEM. */
  ca: Buffer;
}

/** POSTs to the public port over keep-alive connections. Each client has one request at a time. */
export function createSender({ port, ca }: HttpTarget) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
  return async (path: string, parameters: Record<string, string>): Promise<Record<string, string>> => {
    const body = new URLSearchParams(parameters).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) };
    const sent = request({ host: "localhost", port, path, method: "POST", agent, headers });
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const received = await text(response);
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${received}`);
    return JSON.parse(received);
  };
}

export interface RefreshStart {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

/** A client that repeatedly refreshes its newest token. */
export function refresher(target: HttpTarget, { clientId, clientSecret, refreshToken }: RefreshStart): Client {
  const send = createSender(target);
  let newest = refreshToken;
  return async () => {
    const parameters = {
      grant_type: "refresh_token",
      refresh_token: newest,
      client_id: clientId,
      client_secret: clientSecret,
    };
    const { refresh_token } = await send("/oauth/token", parameters);
    newest = refresh_token!;
  };
}

/** A client that introspects a live token, in turn from the cache and from the database. */
export function introspecter({ tokens }: Clients, token: string): Client {
  let count = 0;
  return async () => {
    const consistency = count++ % 2 === 0 ? Consistency.FULLY_CONSISTENT : Consistency.MINIMIZE_LATENCY;
    const { active } = await tokens.introspect({ token, consistency });
    if (!active) throw new Error("a live token is inactive");
  };
}
