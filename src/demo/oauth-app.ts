import { setTimeout as delay } from "node:timers/promises";
import type { DemoFile } from "./demo-file.ts";

/** A request of the demo app and its response, for the page: secrets are shortened. */
export interface Step {
  title: string;
  request: string;
  /** Null if there was no response. */
  status: number | null;
  response: string;
}

/** The tokens that the app holds for one merchant. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  merchant_id: string;
}

/** The result of a call: the step to show, and the JSON body. */
export interface Outcome {
  step: Step;
  ok: boolean;
  body: Record<string, unknown>;
}

interface AppRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  json?: Record<string, string>;
}

/** How long the demo API may accept a revoked token: its introspector's `maxAgeMs`. */
const API_CACHE_MS = 1_000;

/** The OAuth requests of a third-party app. */
export class OAuthApp {
  readonly #demo: DemoFile;

  constructor(demo: DemoFile) {
    this.#demo = demo;
  }

  authorizeUrl(state: string, installToken?: string): string {
    const { app, urls } = this.#demo;
    const url = new URL("/oauth/authorize", urls.http);
    url.searchParams.set("client_id", app.client_id);
    url.searchParams.set("redirect_uri", app.redirect_uri);
    url.searchParams.set("scope", app.scopes.join(" "));
    url.searchParams.set("state", state);
    if (installToken !== undefined) url.searchParams.set("install_token", installToken);
    return url.href;
  }

  exchange(code: string): Promise<Outcome> {
    const { client_id, client_secret, redirect_uri } = this.#demo.app;
    const json = { grant_type: "authorization_code", code, redirect_uri, client_id, client_secret };
    return perform("Exchange the code for tokens", this.#post("/api/v1/oauth/token", json));
  }

  refresh(refreshToken: string): Promise<Outcome> {
    const { client_id, client_secret } = this.#demo.app;
    const json = { grant_type: "refresh_token", refresh_token: refreshToken, client_id, client_secret };
    return perform("Refresh", this.#post("/api/v1/oauth/token", json));
  }

  revoke(token: string): Promise<Outcome> {
    const { client_id, client_secret } = this.#demo.app;
    return perform("Revoke", this.#post("/oauth/revoke", { token, client_id, client_secret }));
  }

  callApi(path: string, accessToken: string): Promise<Outcome> {
    const headers = { authorization: `Bearer ${accessToken}` };
    return perform(`Call the API: ${path}`, { method: "GET", url: this.#demo.urls.demo_api + path, headers });
  }

  /**
   * Calls the API with a revoked token until the API rejects the token, for at most a second: by then the API's cache has expired. Returns
   * the last outcome.
   */
  async callApiWithEnded(path: string, accessToken: string): Promise<Outcome> {
    const until = performance.now() + API_CACHE_MS;
    for (;;) {
      const isLast = performance.now() > until;
      const outcome = await this.callApi(path, accessToken);
      if (!outcome.ok || isLast) return outcome;
      await delay(API_CACHE_MS / 50);
    }
  }

  #post(path: string, json: Record<string, string>): AppRequest {
    return { method: "POST", url: this.#demo.urls.http + path, json };
  }
}

async function perform(title: string, ask: AppRequest): Promise<Outcome> {
  const headers = { ...ask.headers, ...(ask.json === undefined ? {} : { "content-type": "application/json" }) };
  const request = cutSecrets(describe(ask, headers));
  const answer = await send(ask, headers);
  if (answer instanceof Error) {
    const response = `no response: ${answer.cause instanceof Error ? answer.cause.message : answer.message}`;
    return { step: { title, request, status: null, response }, ok: false, body: {} };
  }
  const { ok, status, text } = answer;
  const body = toRecord(text);
  const response = cutSecrets(text === "" ? "(empty)" : JSON.stringify(body, null, 2));
  return { step: { title, request, status, response }, ok, body };
}

/** The response, or the error. */
async function send({ method, url, json }: AppRequest, headers: Record<string, string>) {
  const body = json === undefined ? null : JSON.stringify(json);
  try {
    const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(10_000) });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function toRecord(text: string): Record<string, unknown> {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // A body that is not JSON is shown as text.
  }
  return { not_an_object: text };
}

function describe(ask: AppRequest, headers: Record<string, string>): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${ask.method} ${ask.url}`, ...head];
  if (ask.json !== undefined) lines.push("", JSON.stringify(ask.json, null, 2));
  return lines.join("\n");
}

/**
 * Shortens tokens, secrets and keys of any prefix for display. Keeps the checksum at the end, which distinguishes the tokens: they begin
 * with a timestamp and look alike there.
 */
export function cutSecrets(text: string): string {
  return text.replace(/(_(?:at|rt|ac|cs|sk|it)_)[0-9A-Za-z]{14,}([0-9A-Za-z]{6})/g, "$1…$2");
}
