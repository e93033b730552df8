import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { openInfrastructure } from "../../../../src/app/infrastructure.ts";
import { createServices } from "../../../../src/app/services.ts";
import { parseConfig } from "../../../../src/config/load-config.ts";
import { createHttpServer } from "../../../../src/gateway/server.ts";
import { createMetrics } from "../../../../src/observe/metrics.ts";
import { type Clients, clients } from "../../../../src/rpc/client.ts";
import { createDirectTransport } from "../../../../src/rpc/transports/direct.ts";
import { createDispatcher } from "../../../../src/rpc/transports/dispatcher.ts";
import { allRoutes } from "../../../../src/rpc/transports/routes.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { PERMISSIONS } from "../../../../src/service/call.ts";
import { webPlugin } from "../../../../src/web/plugin.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../../support/long-timeouts.ts";
import { useOpened } from "../../../support/world/fixtures.ts";
import { csrfIn, type Page, PUBLIC_URL, Visitor } from "../site.ts";
import { warmUp } from "../warm-up.ts";

export const KEY = "a-key-with-every-right-but-web:act";

export const PASSWORD = "correct horse battery staple";

/** The gateway and its pages over the core itself, in this process, on a database of their own. */
export interface PortalSite {
  app: FastifyInstance;
  /** The core by a service key: what operators and the platform do. */
  core: Clients;
  /** The core as the pages call it. */
  pageClients: Clients;
  databaseUrl: string;
  close(): Promise<void>;
}

/** @param limits settings of quotas */
async function createPortalSite(limits: Record<string, string> = {}): Promise<PortalSite> {
  const database = await createTestDatabase();
  const log = pino({ level: "silent" });
  const TOKEN_KEY = randomBytes(32).toString("base64url");
  const settings = {
    ...LONG_TIMEOUT_SETTINGS,
    DATABASE_URL: database.url,
    TOKEN_KEY,
    PUBLIC_URL,
    TRUSTED_PROXIES: "none",
    POOL_SIZE: "4",
    ...limits,
  };
  const parsed = parseConfig(settings, () => []);
  if (parsed.kind === "invalid") throw new Error(parsed.errors.join("\n"));
  const disposables = new AsyncDisposableStack();
  const located = { url: database.url, directUrl: database.url };
  const infrastructure = await openInfrastructure({
    config: parsed.config,
    log,
    database: located,
    metrics: createMetrics(),
    disposables,
  });
  const { implementations, accounts } = createServices(infrastructure);
  const dispatcher = createDispatcher({
    routes: allRoutes(implementations),
    findServiceKey: (text) => {
      if (text !== KEY) return null;
      return {
        kind: "key",
        keyId: KEY_ID,
        name: "test",
        permissions: new Set(PERMISSIONS.filter((right) => right !== "web:act")),
      };
    },
    resolveSession: (token) => resolveSession(accounts, token),
    log,
  });
  const transport = createDirectTransport(dispatcher);
  const pageClients = clients(transport);
  const deps = { clients: pageClients, publicUrl: PUBLIC_URL, log };
  const pages = async (instance: FastifyInstance) => instance.register(webPlugin, deps);
  const app = await createHttpServer({ ...deps, trustedProxies: [], pages });
  const core = withKey(clients(transport));
  await warmUp(() => core.apps.listScopes({}));
  await fillCatalogue(core);
  return {
    app,
    core,
    pageClients,
    databaseUrl: database.url,
    close: async () => {
      await app.close();
      await disposables.disposeAsync();
      await database.drop();
    },
  };
}

export const usePortalSite = (limits: Record<string, string> = {}) => useOpened(() => createPortalSite(limits));

const KEY_ID = randomUUID();

/** Every call with the key, as over the network. */
function withKey(all: Clients): Clients {
  const keyed = (client: object) =>
    new Proxy(client, {
      get: (target, name) => (request: unknown) =>
        (target as Record<string | symbol, (request: unknown, options: object) => unknown>)[name]!(request, {
          headers: { authorization: `Bearer ${KEY}` },
        }),
    });
  return Object.fromEntries(Object.entries(all).map(([name, client]) => [name, keyed(client)])) as unknown as Clients;
}

/** A new developer with an unverified e-mail, in a browser of their own. */
export async function signUpUnverified(site: PortalSite, name = "Ada"): Promise<Developer> {
  const visitor = new Developer(site);
  await visitor.submit("/sign-up", { name, email: visitor.email, password: PASSWORD });
  return visitor;
}

/** A new developer in a browser of their own, who may submit apps. */
export async function signUp(site: PortalSite, name = "Ada"): Promise<Developer> {
  const visitor = await signUpUnverified(site, name);
  await verifyEmail(site, visitor.email);
  return visitor;
}

/** Marks an account's e-mail as verified, as an operator does. */
export async function verifyEmail({ core }: PortalSite, email: string): Promise<void> {
  const { account } = await core.accounts.getAccount({ email });
  await core.accounts.markEmailVerified({ accountId: account!.accountId, email });
}

/** A visitor who also sends forms with files. */
export class Developer extends Visitor {
  readonly email = `${randomUUID()}@example.com`;
  readonly #app: FastifyInstance;

  constructor(site: PortalSite) {
    super(site as never);
    this.#app = site.app;
  }

  /** Opens a page and sends its form as multipart, the way a browser does. */
  async upload(url: string, fields: Record<string, string>, file?: Uint8Array, headers = {}): Promise<Page> {
    const page = await this.get(url);
    const answer = await this.send(url, { csrf_token: csrfIn(page), ...fields }, file, headers);
    return this.follow(answer);
  }

  /** The page behind a redirect to what is shown only once; every other answer as it is. */
  follow(answer: Page): Page | Promise<Page> {
    const { location = "" } = answer.headers;
    return /\/(created|secret-made)$/.test(location) ? this.get(location) : answer;
  }

  async send(url: string, fields: Record<string, string>, file: Uint8Array | undefined, headers = {}): Promise<Page> {
    const boundary = "----latchkey";
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="logo"; filename="${file ? "a.png" : ""}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const payload = Buffer.concat([
      Buffer.from(parts.join("") + head),
      Buffer.from(file ?? []),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = { origin: PUBLIC_URL, "sec-fetch-site": "same-origin", cookie };
    const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const answer = await this.#app.inject({ method: "POST", url, headers: { ...type, ...own, ...headers }, payload });
    for (const { name, value } of answer.cookies) this.cookies.set(name, value);
    return answer;
  }
}

export const ORDERS = Buffer.from("orders:read").toString("base64url");

/** A catalogue with one scope of each kind. */
async function fillCatalogue(core: Clients): Promise<void> {
  const scope = {
    name: "orders:read",
    title: "See your orders",
    description: "Numbers and items.",
    sensitivity: ScopeSensitivity.NORMAL,
  };
  await core.apps.upsertScope({ scope });
  await core.apps.upsertScope({
    scope: { ...scope, name: "payouts", title: "Pay out money", sensitivity: ScopeSensitivity.RESTRICTED },
  });
}

/** Everything that a review takes. */
export const COMPLETE = {
  name: "Parcel Pilot",
  purpose: "Prints labels for new orders.",
  website: "https://parcel.example",
  privacy_policy: "https://parcel.example/privacy",
  support_contact: "help@parcel.example",
  confidential: "yes",
  "redirect_uri-0": "https://parcel.example/callback",
  [`scope-${ORDERS}`]: "yes",
  [`why-${ORDERS}`]: "To know what to ship.",
  refresh_mode: "rotate",
};

/** The client_id on a page of an app. */
export function clientIdIn({ body }: Page): string {
  return /app_[0-9A-Za-z]{22}/.exec(body)?.[0] ?? "";
}

/** The one secret on a page; empty without one. */
export function secretIn({ body }: Page): string {
  return /lk_cs_[0-9A-Za-z]{71}/.exec(body)?.[0] ?? "";
}

/** Takes an app through its review. */
export async function approve({ core }: PortalSite, clientId: string): Promise<void> {
  await core.apps.startReview({ clientId });
  await core.apps.approveApp({ clientId });
}
