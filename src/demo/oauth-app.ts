import type { DemoFile } from "./demo-file.ts";

/** One request that the demo app made and what came back, as its page shows it: secrets cut short. */
export interface Step {
  title: string;
  request: string;
  status: number;
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

/** What one call gave: the step to show, and the JSON that came. */
export interface Outcome {
  step: Step;
  ok: boolean;
  body: Record<string, unknown>;
}

interface Ask {
  method: string;
  url: string;
  headers?: Record<string, string>;
  json?: Record<string, string>;
}

/** The requests of a third-party app, as its developer would write them after reading Latchkey's README. */
export class OAuthApp {
  readonly #demo: DemoFile;

  constructor(demo: DemoFile) {
    this.#demo = demo;
  }

  /** Where the merchant's browser goes to authorize. */
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

  #post(path: string, json: Record<string, string>): Ask {
    return { method: "POST", url: this.#demo.urls.http + path, json };
  }
}

async function perform(title: string, ask: Ask): Promise<Outcome> {
  const headers = { ...ask.headers, ...(ask.json === undefined ? {} : { "content-type": "application/json" }) };
  const body = ask.json === undefined ? null : JSON.stringify(ask.json);
  const response = await fetch(ask.url, { method: ask.method, headers, body, signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  const answer = toRecord(text);
  const step = {
    title,
    request: cutSecrets(describe(ask, headers)),
    status: response.status,
    response: cutSecrets(text === "" ? "(empty)" : JSON.stringify(answer, null, 2)),
  };
  return { step, ok: response.ok, body: answer };
}

function toRecord(text: string): Record<string, unknown> {
  if (text === "") return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { not_json: text };
  }
}

function describe(ask: Ask, headers: Record<string, string>): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${ask.method} ${ask.url}`, ...head];
  if (ask.json !== undefined) lines.push("", JSON.stringify(ask.json, null, 2));
  return lines.join("\n");
}

/** Tokens and secrets with all but their first characters left out, fit for a screen. */
export function cutSecrets(text: string): string {
  return text.replace(/\b([a-z]+_(?:at|rt|ac|cs|it)_[0-9A-Za-z]{4})[0-9A-Za-z]{67}\b/g, "$1…");
}
