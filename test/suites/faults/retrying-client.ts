import { type Agent, request } from "node:http";
import { credentialsOf, type Platform, type RegisteredApp } from "../conformance/platform.ts";

export interface Pair {
  access_token: string;
  refresh_token: string;
}

export interface Sending {
  /** The replica. If it does not answer in time, the client turns to the other one. */
  origin: string;
  agent: Agent;
  /** Milliseconds after which the client closes its connection. */
  timeoutMs: number;
}

/** Sends a request to the token endpoint. Null if the answer is 503 or does not come in time. */
export async function send(at: Sending, body: Record<string, string>): Promise<Pair | null> {
  const { status, text } = await exchange(at, new URLSearchParams(body).toString());
  if (status === 0 || status === 503) return null;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return JSON.parse(text);
}

/** Status 0: the client gave up and closed its connection. */
function exchange({ origin, agent, timeoutMs }: Sending, body: string): Promise<{ status: number; text: string }> {
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const sent = request(new URL("/oauth/token", origin), { method: "POST", agent, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => resolve({ status: answer.statusCode!, text }));
      answer.on("error", () => resolve({ status: 0, text: "" }));
    });
    const timer = setTimeout(() => sent.destroy(), timeoutMs);
    sent.on("close", () => clearTimeout(timer));
    sent.on("error", () => resolve({ status: 0, text: "" }));
    sent.end(body);
  });
}

/** Repeats the request at the replica that is not paused, until it succeeds. */
export async function insist(at: Sending, body: Record<string, string>): Promise<Pair> {
  for (;;) {
    const pair = await send(at, body);
    if (pair !== null) return pair;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export function refreshBody(app: RegisteredApp, refresh_token: string): Record<string, string> {
  return { grant_type: "refresh_token", refresh_token, ...credentialsOf(app) };
}

export async function exchangeBody({ issue, app }: Platform): Promise<Record<string, string>> {
  const code = await issue(app);
  return { grant_type: "authorization_code", code, redirect_uri: app.redirectUri, ...credentialsOf(app) };
}
