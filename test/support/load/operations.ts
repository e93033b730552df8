import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Answer, Given, History, OperationKind, Outcome, Recorder } from "../history/recorder.ts";
import type { LoadPlatform } from "./platform.ts";

/** Where a service listens; origins without a trailing slash. */
export interface Target {
  /** The public port. */
  origin: string;
  /** The Connect port. */
  connectUrl: string;
}

/** Milliseconds after which a client without an answer closes its connection. */
const CLIENT_TIMEOUT_MS = 15_000;

export interface OperationPlan {
  /** Requests are distributed over these targets; a retry goes to the next target. */
  targets: readonly Target[];
  platform: LoadPlatform;
  recorder: Recorder;
}

export interface Result extends Given {
  outcome: Outcome;
}

/** Operations without retries, each recorded in the history. */
export interface Operations {
  issue(history: History): Promise<Result>;
  exchange(history: History, code: string): Promise<Result>;
  refresh(history: History, token: string): Promise<Result>;
  revoke(history: History, token: string): Promise<Result>;
  /** The answer may come from a cache. */
  introspect(history: History, token: string): Promise<Result>;
  introspectConsistent(history: History, token: string): Promise<Result>;
  close(): void;
}

export function createOperations({ targets, platform, recorder }: OperationPlan): Operations {
  const agent = new Agent({ keepAlive: true });
  const { clientId, clientSecret, redirectUri, serviceKey } = platform;
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const authorization = `Bearer ${serviceKey}`;
  let turn = 0;
  const nextTarget = () => targets[turn++ % targets.length]!;

  interface Attempt {
    kind: OperationKind;
    presented: string;
    via: Answer["via"];
    path: string;
    body: Record<string, unknown>;
    headers?: Record<string, string>;
    read?(body: Record<string, unknown>): Given;
  }
  async function send(history: History, attempt: Attempt): Promise<Result> {
    const { kind, presented, via, path, body, headers, read = () => ({}) } = attempt;
    const { origin, connectUrl } = nextTarget();
    const end = recorder.invoke(history, { kind, presented });
    const response = await post(new URL(path, via === "rpc" ? connectUrl : origin), { agent, headers, body });
    const parsed = response === null ? null : parseResponse(response.text);
    // A response with 200 whose body is no JSON was cut off.
    if (response === null || parsed === null) return { outcome: end(null) };
    const errorCode = via === "rpc" ? parsed.code : parsed.error;
    const answer: Answer = {
      status: response.status,
      error: typeof errorCode === "string" && response.status >= 400 ? errorCode : null,
      retryAfter: response.headers["retry-after"] !== undefined,
      via,
    };
    const given = response.status === 200 ? read(parsed) : {};
    return { outcome: end(answer, given), ...given };
  }

  const readPair = (body: Record<string, unknown>): Given => ({
    access: String(body.access_token),
    refresh: String(body.refresh_token),
  });
  const readActive = (body: Record<string, unknown>): Given => ({ active: body.active === true });
  return {
    issue: (history) =>
      send(history, {
        kind: "issue",
        presented: "",
        via: "rpc",
        path: "/latchkey.v1.TokenService/Issue",
        headers: { authorization },
        body: {
          clientId,
          redirectUri,
          scopes: platform.scopes,
          state: "s",
          merchantId: platform.merchantIds[turn % platform.merchantIds.length],
          accountId: platform.accountId,
        },
        read: ({ code }) => ({ code: String(code) }),
      }),
    exchange: (history, code) =>
      send(history, {
        kind: "exchange",
        presented: code,
        via: "oauth",
        path: "/oauth/token",
        body: { grant_type: "authorization_code", code, redirect_uri: redirectUri, ...credentials },
        read: readPair,
      }),
    refresh: (history, token) =>
      send(history, {
        kind: "refresh",
        presented: token,
        via: "oauth",
        path: "/oauth/token",
        body: { grant_type: "refresh_token", refresh_token: token, ...credentials },
        read: readPair,
      }),
    revoke: (history, token) =>
      send(history, {
        kind: "revoke",
        presented: token,
        via: "oauth",
        path: "/oauth/revoke",
        body: { token, ...credentials },
      }),
    introspect: (history, token) =>
      send(history, {
        kind: "introspect",
        presented: token,
        via: "oauth",
        path: "/oauth/introspect",
        headers: { authorization },
        body: { token },
        read: readActive,
      }),
    introspectConsistent: (history, token) =>
      send(history, {
        kind: "introspect_consistent",
        presented: token,
        via: "rpc",
        path: "/latchkey.v1.TokenService/Introspect",
        headers: { authorization },
        body: { token, consistency: "CONSISTENCY_FULLY_CONSISTENT" },
        read: readActive,
      }),
    close: () => agent.destroy(),
  };
}

/** Parses a body: null for text that is no JSON, an empty record for an empty body. */
function parseResponse(text: string): Record<string, unknown> | null {
  try {
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return null;
  }
}

interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A POST with a JSON body; null if no complete response arrives in time. */
function post(
  url: URL,
  { agent, headers, body }: { agent: Agent; headers?: Record<string, string> | undefined; body: unknown },
): Promise<Response | null> {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return new Promise((resolve) => {
    const options = { "content-type": "application/json", "content-length": length, ...headers };
    const sent = request(url, { method: "POST", agent, headers: options }, (response) => {
      let received = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
      response.on("end", () => {
        const complete = { status: response.statusCode!, headers: response.headers, text: received };
        resolve(response.complete ? complete : null);
      });
      response.on("error", () => resolve(null));
    });
    const timer = setTimeout(() => sent.destroy(), CLIENT_TIMEOUT_MS);
    sent.on("close", () => {
      clearTimeout(timer);
      resolve(null);
    });
    sent.on("error", () => resolve(null));
    sent.end(text);
  });
}
