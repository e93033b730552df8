import type { Clients } from "../rpc/client.ts";
import { DEMO_PEOPLE, DEMO_SCOPES, DEMO_SHOP, DEMO_TEMPLATES } from "./catalogue.ts";
import { type Core, orNull } from "./core.ts";
import type { DemoFile, DemoPasswords } from "./demo-file.ts";
import { seedApp } from "./seed-app.ts";

export interface SeedOptions {
  clients: Clients;
  /** A key with every permission except `web:act`. */
  serviceKey: string;
  /** A key with `tokens:introspect`; null to create one. */
  introspectKey: string | null;
  passwords: DemoPasswords;
  urls: DemoFile["urls"];
  /** The demo.json of an earlier start; its client secret is kept if valid. */
  previous: DemoFile | null;
  /** Resets the password of each existing account; null if the known passwords are right. */
  setPassword: ((accountId: string, password: string) => Promise<void>) | null;
}

/**
 * Creates the demo's scopes, decision templates, accounts, merchant and approved app through the public RPCs. Idempotent, so that an interrupted
 * seed can continue.
 */
export async function seedDemo(seed: SeedOptions): Promise<DemoFile> {
  const core = { clients: seed.clients, options: { headers: { authorization: `Bearer ${seed.serviceKey}` } } };
  const { operator, developer, merchant } = DEMO_PEOPLE;
  await ensureScopes(core);
  // On later starts with the same database, an operator may have deleted or renamed them.
  if (seed.serviceKey !== seed.previous?.service_key) await ensureTemplates(core);
  const account = (wanted: NewAccount) => ensureAccount(core, wanted, seed.setPassword);
  await account({ ...operator, password: seed.passwords.operator, operator: true });
  const developerId = await account({ ...developer, password: seed.passwords.developer, developer: true });
  const merchantId = await account({ ...merchant, password: seed.passwords.merchant });
  await ensureMerchant(core, merchantId);
  const app = await seedApp(core, { developerId, urls: seed.urls, previous: seed.previous });
  return {
    urls: seed.urls,
    service_key: seed.serviceKey,
    introspect_key: seed.introspectKey ?? (await makeIntrospectKey(core)),
    operator: { email: operator.email, password: seed.passwords.operator },
    developer: { email: developer.email, password: seed.passwords.developer },
    merchant: {
      email: merchant.email,
      password: seed.passwords.merchant,
      account_id: merchantId,
      merchant_id: DEMO_SHOP.merchantId,
    },
    app,
  };
}

async function ensureScopes(core: Core): Promise<void> {
  const { scopes } = await core.clients.apps.listScopes({ includeRetired: true }, core.options);
  const known = new Set(scopes.map((scope) => scope.name));
  for (const { texts, ...scope } of DEMO_SCOPES) {
    if (!known.has(scope.name))
      await core.clients.apps.upsertScope({ scope: { ...scope, texts: [...texts] } }, core.options);
  }
}

async function ensureTemplates(core: Core): Promise<void> {
  const { templates } = await core.clients.reviews.listDecisionTemplates({}, core.options);
  const known = new Set(templates.map((template) => template.name));
  for (const template of DEMO_TEMPLATES) {
    if (!known.has(template.name)) await core.clients.reviews.upsertDecisionTemplate({ template }, core.options);
  }
}

interface NewAccount {
  email: string;
  name: string;
  password: string;
  operator?: boolean;
  developer?: boolean;
}

async function ensureAccount(
  core: Core,
  account: NewAccount,
  setPassword: SeedOptions["setPassword"],
): Promise<string> {
  const found = await orNull(core.clients.accounts.getAccount({ email: account.email }, core.options));
  if (found?.account === undefined) {
    const made = await core.clients.accounts.createAccount(account, core.options);
    return made.account!.accountId;
  }
  const { accountId } = found.account;
  await setPassword?.(accountId, account.password);
  return accountId;
}

async function ensureMerchant(core: Core, ownerAccountId: string): Promise<void> {
  const { accounts } = core.clients;
  const found = await orNull(accounts.getMerchant({ merchantId: DEMO_SHOP.merchantId }, core.options));
  if (found === null) await accounts.createMerchant({ ...DEMO_SHOP, ownerAccountId }, core.options);
}

async function makeIntrospectKey(core: Core): Promise<string> {
  const made = await core.clients.accounts.createServiceKey(
    { name: "demo API", permissions: ["tokens:introspect"] },
    core.options,
  );
  return made.secret;
}
