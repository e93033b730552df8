import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { APP_STYLE, appPage, type Visit } from "./app-page.ts";
import { DEMO_APP } from "./catalogue.ts";
import type { DemoFile } from "./demo-file.ts";
import { OAuthApp, type Outcome, type Tokens } from "./oauth-app.ts";

const cookieName = "parcel_pilot";
const mostVisits = 1_000;
/** The maximum number of open authorizations of one browser, in several tabs. */
const mostOpen = 10;
const pageHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/** The demo's third-party app. It knows only its client id, its secret and the public routes. */
export function createDemoApp(demo: DemoFile): FastifyInstance {
  const server = Fastify();
  const oauth = new OAuthApp(demo);
  const visits = new Map<string, Visit>();
  const show = (reply: FastifyReply, visit: Visit, status = 200) =>
    reply
      .code(status)
      .headers(pageHeaders)
      .type("text/html; charset=utf-8")
      .send(String(appPage(DEMO_APP.name, visit)));
  const depart = (request: FastifyRequest, reply: FastifyReply, installToken?: string) => {
    const visit = visitOf(visits, request, reply);
    const state = randomBytes(16).toString("base64url");
    visit.states = [...visit.states.slice(1 - mostOpen), state];
    return reply.redirect(oauth.authorizeUrl(state, installToken), 303);
  };

  server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  server.get("/style.css", (_request, reply) => reply.type("text/css").send(APP_STYLE));
  server.get("/", (request, reply) => show(reply, visitOf(visits, request, reply)));
  server.get("/connect", (request, reply) => depart(request, reply));
  server.get<{ Querystring: Query }>("/launch", (request, reply) => {
    const [iss, install_token] = [one(request.query.iss), one(request.query.install_token)];
    if (iss === demo.urls.http) return depart(request, reply, install_token);
    return show(reply, refusedVisit("This link comes from an unknown platform."), 400);
  });
  server.get<{ Querystring: Query }>("/callback", async (request, reply) => {
    const visit = visitOf(visits, request, reply);
    await handleCallback(oauth, demo, { visit, query: request.query });
    return reply.redirect("/", 303);
  });
  server.post<{ Body: Record<string, string> | null }>("/actions", async (request, reply) => {
    const visit = visitOf(visits, request, reply);
    if (visit.tokens !== null) await runAction(oauth, visit, request.body?.action ?? "");
    return reply.redirect("/", 303);
  });
  return server;
}

function refusedVisit(error: string): Visit {
  return { states: [], tokens: null, steps: [], error };
}

function visitOf(visits: Map<string, Visit>, request: FastifyRequest, reply: FastifyReply): Visit {
  const id = new RegExp(`(?:^|; )${cookieName}=([A-Za-z0-9_-]{22})`).exec(request.headers.cookie ?? "")?.[1];
  const known = id === undefined ? undefined : visits.get(id);
  if (known !== undefined) return known;
  const made: Visit = { states: [], tokens: null, steps: [], error: null };
  const newId = randomBytes(16).toString("base64url");
  const oldest = visits.keys().next().value;
  if (visits.size >= mostVisits && oldest !== undefined) visits.delete(oldest);
  visits.set(newId, made);
  reply.header("set-cookie", `${cookieName}=${newId}; Path=/; HttpOnly; SameSite=Lax`);
  return made;
}

/** A Fastify query: repeated parameters are lists. */
type Query = Record<string, string | string[] | undefined>;

interface Return {
  visit: Visit;
  query: Query;
}

/** The value of a parameter; undefined if missing or repeated. */
const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? undefined : value);

/** Handles the redirect from the platform: checks `state` (RFC 6749 §10.12) and `iss` (RFC 9207). */
async function handleCallback(oauth: OAuthApp, demo: DemoFile, { visit, query }: Return): Promise<void> {
  const state = one(query.state) ?? "";
  const isOpen = visit.states.some((expected) => equal(state, expected));
  visit.states = visit.states.filter((expected) => expected !== state);
  visit.error = null;
  if (!isOpen) {
    visit.error = "This response does not match a request of this browser (state). Please connect again.";
  } else if (one(query.iss) !== demo.urls.http) {
    visit.error = "This response comes from another server (iss).";
  } else if (query.error !== undefined) {
    visit.error = reasonOf(query, visit.tokens !== null);
  } else {
    keepTokens(visit, await oauth.exchange(one(query.code) ?? ""));
  }
}

function reasonOf(query: Query, connected: boolean): string {
  const [error, description] = [one(query.error) ?? "unknown", one(query.error_description)];
  if (error === "access_denied") {
    return connected ? "Nothing was changed: access was denied." : "The merchant was not connected: access was denied.";
  }
  return `Not connected: ${error}${description === undefined ? "" : ` (${description})`}.`;
}

/** Compares in constant time. */
function equal(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}

function keepTokens(visit: Visit, outcome: Outcome): void {
  visit.steps.push(outcome.step);
  if (outcome.ok) visit.tokens = outcome.body as unknown as Tokens;
}

async function runAction(oauth: OAuthApp, visit: Visit, action: string): Promise<void> {
  const tokens = visit.tokens!;
  visit.error = null;
  if (action === "orders" || action === "customers") {
    visit.steps.push((await oauth.callApi(`/${action}`, tokens.access_token)).step);
  } else if (action === "refresh") {
    keepTokens(visit, await oauth.refresh(tokens.refresh_token));
  } else if (action === "revoke-access") {
    visit.steps.push((await oauth.revoke(tokens.access_token)).step);
  } else if (action === "revoke") {
    visit.steps.push((await oauth.revoke(tokens.refresh_token)).step);
    visit.steps.push((await oauth.callApiWithEnded("/orders", tokens.access_token)).step);
    visit.tokens = null;
  }
}
