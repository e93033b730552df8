import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import fastify from "fastify";
import pino from "pino";
import type { WebDeps } from "../../../src/web/deps.ts";
import { webPlugin } from "../../../src/web/plugin.ts";
import { fakeClients } from "./fakes/clients.ts";
import { World } from "./fakes/world.ts";

export const PUBLIC_URL = "https://login.example";

export interface Site {
  app: FastifyInstance;
  world: World;
}

/** The pages over fakes. */
export async function createSite({
  publicUrl = PUBLIC_URL,
  world = new World(),
  mailbox,
  countDocsFeedback,
  docsApiUrl,
}: {
  publicUrl?: string;
  world?: World;
  mailbox?: WebDeps["mailbox"];
  countDocsFeedback?: WebDeps["countDocsFeedback"];
  docsApiUrl?: WebDeps["docsApiUrl"];
} = {}): Promise<Site> {
  const app = fastify({ genReqId: () => "req-1", exposeHeadRoutes: false });
  const log = pino({ level: "silent" });
  const clients = fakeClients(world);
  await app.register(webPlugin, { clients, publicUrl, log, mailbox, countDocsFeedback, docsApiUrl });
  app.setNotFoundHandler((_request, reply) => {
    return reply.errorPage(404, { reason: "invalid_request", message: "There is no resource at this URL." });
  });
  app.get("/oauth/authorize", (_request, reply) => {
    return reply.errorPage(400, { reason: "app", message: "an answer of the core" });
  });
  app.get("/away", (_request, reply) => reply.errorPage(503, { reason: "temporarily_unavailable", message: "Later." }));
  await app.ready();
  return { app, world };
}

/** A browser as far as headers go: keeps cookies, sends its origin with forms, follows nothing by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #origin: string;

  constructor({ app }: Pick<Site, "app">, origin = PUBLIC_URL) {
    this.#app = app;
    this.#origin = origin;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send({ method: "GET", url, headers });
  }

  head(url: string): Promise<Page> {
    return this.#send({ method: "HEAD", url, headers: {} });
  }

  post(url: string, body: string | Record<string, string> | [string, string][], headers = {}): Promise<Page> {
    const payload = typeof body === "string" ? body : new URLSearchParams(body).toString();
    const own = { origin: this.#origin, "sec-fetch-site": "same-origin" };
    const type = { "content-type": "application/x-www-form-urlencoded" };
    return this.#send({ method: "POST", url, headers: { ...type, ...own, ...headers }, payload });
  }

  /** Opens a page and sends its form with these fields. */
  async submit(url: string, fields: Record<string, string> | [string, string][], action?: string): Promise<Page> {
    const page = await this.get(url);
    return this.post(action ?? url.split("?")[0]!, [["csrf_token", csrfIn(page)], ...pairsOf(fields)]);
  }

  async #send(request: {
    method: "GET" | "HEAD" | "POST";
    url: string;
    headers: object;
    payload?: string;
  }): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie === "" ? {} : { cookie }), ...request.headers };
    const answer = await this.#app.inject({ ...request, headers });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

/** Forged forms: their fields, or null for a form with the right token, and their headers. */
export const FORGED: [name: string, fields: Record<string, string> | null, headers: Record<string, string>][] = [
  ["no token", {}, {}],
  ["a foreign token", { csrf_token: "z".repeat(43) }, {}],
  ["a foreign origin", null, { origin: "https://evil.example" }],
  ["a hidden origin", null, { origin: "null" }],
];

export type Page = LightMyRequestResponse;

function pairsOf(fields: Record<string, string> | [string, string][]): [string, string][] {
  return Array.isArray(fields) ? fields : Object.entries(fields);
}

export function csrfIn({ body }: Page): string {
  return /name="csrf_token" value="([^"]*)"/.exec(body)?.[1] ?? "";
}

/** The hidden fields with the state that a form was filled from. */
export function openedIn({ body }: Page): { revision: string; opened: string } {
  const read = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "";
  return { revision: read("revision"), opened: read("opened").replaceAll("&amp;", "&") };
}
