import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import type { App } from "../../gen/latchkey/v1/app_service_pb.ts";
import { AppState, RefreshMode } from "../../gen/latchkey/v1/app_service_pb.ts";
import type { Clients } from "../rpc/client.ts";
import { DEMO_APP, DEMO_PEOPLE, DEMO_SCOPES } from "./catalogue.ts";
import type { DemoFile, DemoPasswords } from "./demo-file.ts";

/** What the seed is told. */
export interface SeedOptions {
  clients: Clients;
  /** A key with every right but `web:act`. */
  serviceKey: string;
  passwords: DemoPasswords;
  urls: DemoFile["urls"];
  /** What an earlier start seeded; its secrets are kept. */
  previous: DemoFile | null;
}

interface Core {
  clients: Clients;
  options: CallOptions;
}

/** Every right but `web:act`: what the demo's service key may. */
export const DEMO_KEY_RIGHTS = [
  "tokens:issue",
  "tokens:forward",
  "tokens:introspect",
  "tokens:end",
  "apps:read",
  "apps:write",
  "apps:review",
  "installations:read",
  "installations:write",
  "accounts:read",
  "accounts:write",
  "keys:write",
  "audit:read",
];

/**
 * Brings the demo's scopes, people, shop and approved app into being through the same RPCs that everybody uses. What is there already
 * stays, so a seed that was cut short goes on where it ended.
 */
export async function seedDemo(seed: SeedOptions): Promise<DemoFile> {
  const core = { clients: seed.clients, options: { headers: { authorization: `Bearer ${seed.serviceKey}` } } };
  await ensureScopes(core);
  await ensureAccount(core, { ...DEMO_PEOPLE.operator, password: seed.passwords.operator, operator: true });
  const developer = await ensureAccount(core, {
    ...DEMO_PEOPLE.developer,
    password: seed.passwords.developer,
    developer: true,
  });
  const { email, name } = DEMO_PEOPLE.merchant;
  const merchant = await ensureAccount(core, { email, name, password: seed.passwords.merchant });
  await ensureMerchant(core, merchant);
  const app = await ensureApp(core, seed, developer);
  return {
    urls: seed.urls,
    service_key: seed.serviceKey,
    introspect_key: seed.previous?.introspect_key ?? (await makeIntrospectKey(core)),
    operator: { email: DEMO_PEOPLE.operator.email, password: seed.passwords.operator },
    developer: { email: DEMO_PEOPLE.developer.email, password: seed.passwords.developer },
    merchant: {
      email,
      password: seed.passwords.merchant,
      account_id: merchant,
      merchant_id: DEMO_PEOPLE.merchant.merchantId,
    },
    app,
  };
}

async function ensureScopes(core: Core): Promise<void> {
  const { scopes } = await core.clients.apps.listScopes({ includeRetired: true }, core.options);
  const known = new Set(scopes.map((scope) => scope.name));
  for (const scope of DEMO_SCOPES) {
    if (!known.has(scope.name)) await core.clients.apps.putScope({ scope }, core.options);
  }
}

interface NewAccount {
  email: string;
  name: string;
  password: string;
  operator?: boolean;
  developer?: boolean;
}

async function ensureAccount(core: Core, account: NewAccount): Promise<string> {
  const found = await orNull(core.clients.accounts.getAccount({ email: account.email }, core.options));
  if (found?.account !== undefined) return found.account.accountId;
  const made = await core.clients.accounts.createAccount(account, core.options);
  return made.account!.accountId;
}

async function ensureMerchant(core: Core, ownerAccountId: string): Promise<void> {
  const { merchantId, shop } = DEMO_PEOPLE.merchant;
  const found = await orNull(core.clients.accounts.getMerchant({ merchantId }, core.options));
  if (found === null)
    await core.clients.accounts.createMerchant({ merchantId, name: shop, ownerAccountId }, core.options);
}

async function makeIntrospectKey(core: Core): Promise<string> {
  const made = await core.clients.accounts.createServiceKey(
    { name: "demo API", rights: ["tokens:introspect"] },
    core.options,
  );
  return made.secret;
}

async function ensureApp(core: Core, seed: SeedOptions, developerAccountId: string): Promise<DemoFile["app"]> {
  const profile = demoProfile(seed.urls.demo_app);
  const found = await findApp(core, developerAccountId);
  const made = found === null ? await createApp(core, developerAccountId, profile) : null;
  const clientId = (found ?? made!.app).clientId;
  const approved = await approve(core, clientId, profile);
  return {
    client_id: clientId,
    client_secret: made?.secret ?? (await secretOf(core, seed.previous, approved)),
    redirect_uri: profile.redirectUris[0]!,
    scopes: profile.scopes.map((scope) => scope.name),
    install_url: approved.installUrl,
  };
}

function demoProfile(demoApp: string) {
  return {
    name: DEMO_APP.name,
    purpose: DEMO_APP.purpose,
    website: "https://parcel-pilot.example",
    supportContact: "help@parcel-pilot.example",
    redirectUris: [`${demoApp}/callback`],
    scopes: [...DEMO_APP.scopes],
    launchUrl: `${demoApp}/launch`,
  };
}

type DemoProfile = ReturnType<typeof demoProfile>;

async function findApp(core: Core, developerAccountId: string): Promise<App | null> {
  const { apps } = await core.clients.apps.listApps({ developerAccountId, namePrefix: DEMO_APP.name }, core.options);
  return apps.find((app) => app.state !== AppState.ARCHIVED) ?? null;
}

async function createApp(core: Core, developerAccountId: string, profile: DemoProfile) {
  const made = await core.clients.apps.createApp(
    { profile, confidential: true, refreshMode: RefreshMode.ROTATE, developerAccountId },
    core.options,
  );
  return { app: made.app!, secret: made.clientSecret };
}

/** Takes the app, or a revision with this start's addresses, through the review that every app goes through. */
async function approve(core: Core, clientId: string, profile: DemoProfile): Promise<App> {
  const { apps } = core.clients;
  let app = (await apps.getApp({ clientId }, core.options)).app!;
  if (app.state === AppState.APPROVED && app.pending === undefined) {
    if (app.profile?.redirectUris[0] === profile.redirectUris[0]) return app;
    app = (await apps.updateApp({ clientId, profile }, core.options)).app!;
  }
  const state = () => app.pending?.state ?? app.state;
  if (state() === AppState.DRAFT) app = (await apps.submitApp({ clientId }, core.options)).app!;
  if (state() === AppState.SUBMITTED) app = (await apps.startReview({ clientId }, core.options)).app!;
  if (state() === AppState.IN_REVIEW) app = (await apps.approveApp({ clientId }, core.options)).app!;
  return app;
}

/** The secret of an earlier start, or a new one where that start was cut short before it was written down. */
async function secretOf(core: Core, previous: DemoFile | null, app: App): Promise<string> {
  if (previous !== null && previous.app.client_id === app.clientId) return previous.app.client_secret;
  const [first, second] = app.secrets;
  if (first !== undefined && second !== undefined) {
    const lost = { clientId: app.clientId, secretId: first.secretId, immediately: true };
    await core.clients.apps.retireSecret(lost, core.options);
  }
  return (await core.clients.apps.addSecret({ clientId: app.clientId }, core.options)).clientSecret;
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConnectError && error.code === Code.NotFound) return null;
    throw error;
  }
}
