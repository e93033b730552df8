import { randomBytes } from "node:crypto";
import fastify from "fastify";
import pino from "pino";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { App } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { createFirstServiceKey } from "../../../src/app/demo-accounts.ts";
import { openInfrastructure } from "../../../src/app/infrastructure.ts";
import { createServices } from "../../../src/app/services.ts";
import { parseConfig } from "../../../src/config/load-config.ts";
import { createMetrics } from "../../../src/observe/metrics.ts";
import { type Clients, clients } from "../../../src/rpc/client.ts";
import { AUTHORIZATION } from "../../../src/rpc/metadata.ts";
import { createDirectTransport } from "../../../src/rpc/transports/direct.ts";
import { createDispatcher } from "../../../src/rpc/transports/dispatcher.ts";
import { allRoutes } from "../../../src/rpc/transports/routes.ts";
import { findServiceKey } from "../../../src/service/accounts/find-service-key.ts";
import { resolveSession } from "../../../src/service/accounts/resolve-session.ts";
import { webPlugin } from "../../../src/web/plugin.ts";
import { createTestDatabase } from "../../support/database.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { useOpened } from "../../support/world/fixtures.ts";
import { PUBLIC_URL, Visitor } from "./site.ts";
import { warmUp } from "./warm-up.ts";

const PASSWORD = "correct horse battery staple";

const REDIRECT_URI = "https://parcels.example/callback";

/** The pages over the real core on a database of their own, in this process. */
export interface CoreSite {
  app: Awaited<ReturnType<typeof openPages>>;
  /** The core with a service key of every right but `web:act`. */
  core: Clients;
  databaseUrl: string;
  /** Call options that carry that key. */
  byKey: { headers: Record<string, string> };
  person(name: string, roles?: { operator?: boolean; developer?: boolean }): Promise<Person>;
  /** An app as the developer wrote it: a DRAFT. */
  draft(developer: Person, profile?: object): Promise<string>;
  /** Takes it through the review. */
  approve(clientId: string): Promise<App>;
  /** An approved app on a merchant; gives the installation's id and a token. */
  install(
    clientId: string,
    merchantId: string,
    by: Person,
    scopes?: string[],
  ): Promise<{ installationId: string; accessToken: string }>;
  close(): Promise<void>;
}

/** An account and a browser in which it is signed in. */
export interface Person {
  account: Account;
  browser: Visitor;
}

export async function createCoreSite(): Promise<CoreSite> {
  const database = await createTestDatabase();
  const disposables = new AsyncDisposableStack();
  const log = pino({ level: "silent" });
  const infrastructure = await openInfrastructure({
    config: configOver(database.url),
    log,
    database: { url: database.url, directUrl: database.url },
    metrics: createMetrics(),
    disposables,
  });
  const { accounts, format, implementations } = createServices(infrastructure);
  const dispatcher = createDispatcher({
    routes: allRoutes(implementations),
    async findServiceKey(text) {
      const token = format.parse(text, "sk");
      return token.kind === "token" ? findServiceKey(accounts, token) : null;
    },
    resolveSession: (token) => resolveSession(accounts, token),
    log,
  });
  const core = clients(createDirectTransport(dispatcher));
  const byKey = { headers: { [AUTHORIZATION]: `Bearer ${await createFirstServiceKey(accounts)}` } };
  const app = await openPages(core);
  await warmUp(() => core.apps.listScopes({}, byKey));
  for (const scope of SCOPES) await core.apps.upsertScope({ scope }, byKey);
  const site = { app, core, byKey };
  return {
    ...site,
    databaseUrl: database.url,
    person: (name, roles = {}) => makePerson(site, name, roles),
    draft: (developer, profile = {}) => draft(site, developer, profile),
    approve: (clientId) => approve(site, clientId),
    install: (clientId, merchantId, by, scopes = ["orders:read"]) =>
      install(site, { clientId, merchantId, accountId: by.account.accountId, scopes }),
    async close() {
      await app.close();
      await disposables.disposeAsync();
      await database.drop();
    },
  };
}

export const useCoreSite = () => useOpened(createCoreSite);

type Made = Pick<CoreSite, "app" | "core" | "byKey">;

function configOver(url: string) {
  const TOKEN_KEY = randomBytes(32).toString("base64url");
  const settings = {
    ...LONG_TIMEOUT_SETTINGS,
    DATABASE_URL: url,
    PUBLIC_URL,
    TRUSTED_PROXIES: "none",
    TOKEN_KEY,
    POOL_SIZE: "4",
  };
  const parsed = parseConfig(settings, () => []);
  if (parsed.kind === "invalid") throw new Error(parsed.errors.join("\n"));
  return parsed.config;
}

async function openPages(core: Clients) {
  const app = fastify({ exposeHeadRoutes: false });
  await app.register(webPlugin, { clients: core, publicUrl: PUBLIC_URL, log: pino({ level: "silent" }) });
  app.setNotFoundHandler((_request, reply) => reply.errorPage(404, { reason: "", message: "" }));
  await app.ready();
  return app;
}

async function makePerson({ app, core, byKey }: Made, name: string, roles: object): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-${randomBytes(3).toString("hex")}@people.example`;
  const { account } = await core.accounts.createAccount({ email, name, password: PASSWORD, ...roles }, byKey);
  const { session } = await core.accounts.signIn({ email, password: PASSWORD });
  const browser = new Visitor({ app: app as never });
  browser.cookies.set("__Host-latchkey", session!.sessionToken);
  return { account: account!, browser };
}

async function draft({ core, byKey }: Made, developer: Person, profile: object): Promise<string> {
  const made = await core.apps.createApp(
    {
      profile: {
        name: "Parcel Pilot",
        purpose: "Prints shipping labels.",
        redirectUris: [REDIRECT_URI],
        scopes: [
          { name: "orders:read", reason: "To know what to ship." },
          { name: "customers:read", reason: "To print the address.", optional: true },
        ],
        ...profile,
      },
      confidential: true,
      developerAccountId: developer.account.accountId,
    },
    byKey,
  );
  secrets.set(made.app!.clientId, made.clientSecret);
  return made.app!.clientId;
}

const secrets = new Map<string, string>();

async function approve({ core, byKey }: Made, clientId: string): Promise<App> {
  await core.apps.submitApp({ clientId }, byKey);
  await core.apps.startReview({ clientId }, byKey);
  return (await core.apps.approveApp({ clientId }, byKey)).app!;
}

async function install(
  { core, byKey }: Made,
  {
    clientId,
    merchantId,
    accountId,
    scopes,
  }: Record<"clientId" | "merchantId" | "accountId", string> & {
    scopes: string[];
  },
) {
  const redirectUri = REDIRECT_URI;
  const { code } = await core.tokens.issue({ clientId, redirectUri, scopes, state: "s", merchantId, accountId }, byKey);
  const proof = { case: "clientSecret", value: secrets.get(clientId) ?? "" } as const;
  const { installationId, accessToken } = await core.tokens.exchange(
    { credentials: { clientId, proof }, code, redirectUri },
    byKey,
  );
  return { installationId, accessToken };
}

const SCOPES = [
  { name: "orders:read", title: "See your orders", sensitivity: ScopeSensitivity.NORMAL },
  { name: "customers:read", title: "See your customers", sensitivity: ScopeSensitivity.SENSITIVE },
  { name: "payouts:write", title: "Move your money", sensitivity: ScopeSensitivity.RESTRICTED },
];
