import { randomUUID } from "node:crypto";
import type { MikroORM } from "@mikro-orm/postgresql";
import { createTokenFormat } from "../../../src/credential/token.ts";
import { Account } from "../../../src/model/account.ts";
import { createAppOperations } from "../../../src/service/apps/create.ts";
import type { AppDependencies } from "../../../src/service/apps/dependencies.ts";
import type { AppOperations } from "../../../src/service/apps/operations.ts";
import type { AppProfile, AppRecord, ScopeRecord } from "../../../src/service/apps/records.ts";
import { type Call, PERMISSIONS } from "../../../src/service/call.ts";
import { RequestError } from "../../../src/service/errors.ts";
import { createAppList } from "../../../src/store/apps/app-list.ts";
import { createAppStore } from "../../../src/store/apps/apps.ts";
import { createScopeStore } from "../../../src/store/apps/scopes.ts";
import { createManagement, type Management } from "../../../src/store/connection/management.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { PATIENT_POOL } from "../../support/patience.ts";

/** A database with a small catalogue and everything that the management operations need. */
export interface Fixture {
  database: TestDatabase;
  orm: MikroORM;
  management: Management;
  dependencies: AppDependencies;
  apps: AppOperations;
  close(): Promise<void>;
}

export const PUBLIC_URL = "https://platform.example";

/** @param hear as `createManagement` takes it */
export async function createFixture(given?: TestDatabase, hear?: () => Promise<void>): Promise<Fixture> {
  const database = given ?? (await createTestDatabase());
  const orm = await createOrm({ url: database.url, poolSize: 10, ...PATIENT_POOL });
  const management = createManagement(orm, hear);
  const dependencies: AppDependencies = {
    apps: createAppStore(management),
    list: createAppList(management),
    scopes: createScopeStore(management),
    tokens: createTokenFormat(),
    publicUrl: PUBLIC_URL,
    publicUrlIsLoopback: false,
    lifetimes: { access: 3600, refresh: 7_776_000 },
    appsPerDeveloper: null,
  };
  const apps = createAppOperations(dependencies);
  for (const name of ["orders.read", "orders.write", "products.read"])
    await apps.upsertScope(scopeNamed(name), keyCall());
  await apps.upsertScope({ ...scopeNamed("payouts.write"), sensitivity: "RESTRICTED" }, keyCall());
  const close = async () => {
    await orm.close();
    await database.drop();
  };
  return { database, orm, management, dependencies, apps, close };
}

export function scopeNamed(name: string): ScopeRecord {
  return { name, title: `May ${name}`, description: "", sensitivity: "NORMAL", retired: false };
}

interface NewAccount {
  operator?: boolean;
  developer?: boolean;
  emailVerifiedAt?: Date | null;
  passwordHash?: string | null;
  email?: string | null;
}

export async function addAccount({ orm }: Fixture, roles: NewAccount = {}): Promise<string> {
  const em = orm.em.fork();
  const account = em.create(Account, {
    name: "Ada",
    email: `${randomUUID()}@example.com`,
    emailVerifiedAt: new Date(),
    ...roles,
  });
  await em.flush();
  return account.id;
}

/** A service key that acts by its permissions. */
export function keyCall(): Call {
  const caller = { kind: "key", keyId: randomUUID(), name: "platform", permissions: new Set(PERMISSIONS) } as const;
  return { caller, actor: null, address: "192.0.2.7", requestId: "req-key" };
}

/** A signed-in account. */
export function callOf(accountId: string, roles: NewAccount = {}): Call {
  const { operator = false, developer = false } = roles;
  const caller = { kind: "gateway", keyId: null, name: "gateway", permissions: new Set(["web:act"] as const) } as const;
  const actor = { accountId, sessionId: randomUUID(), operator, developer };
  return { caller, actor, address: "192.0.2.8", requestId: "req-web" };
}

/** A developer's account, signed in. */
export async function developerCall(fixture: Fixture): Promise<Call> {
  return callOf(await addAccount(fixture, { developer: true }), { developer: true });
}

/** An operator's account, signed in. */
export async function operatorCall(fixture: Fixture): Promise<Call> {
  return callOf(await addAccount(fixture, { operator: true }), { operator: true });
}

export function profile(changes: Partial<AppProfile> = {}): AppProfile {
  return {
    name: "Parcel Pilot",
    purpose: "Prints labels for new orders.",
    website: null,
    supportContact: "help@parcel.example",
    redirectUris: ["https://parcel.example/callback"],
    scopes: [
      { name: "orders.read", reason: "To know what to ship.", required: true },
      { name: "products.read", reason: "To know how heavy it is.", required: false },
    ],
    launchUrl: null,
    webhookUrl: null,
    platformStart: false,
    ...changes,
  };
}

export const NO_SETTINGS = { refreshMode: null, accessTokenTtl: null, refreshTokenTtl: null };

/** A draft of the developer who calls. */
export async function createDraft(
  { apps }: Fixture,
  call: Call,
  changes: Partial<AppProfile> = {},
): Promise<AppRecord> {
  const request = { profile: profile(changes), confidential: true, settings: NO_SETTINGS, developerAccountId: null };
  return (await apps.create(request, call)).app;
}

/** An approved app of the developer who calls. */
export async function createApproved(
  fixture: Fixture,
  call: Call,
  changes: Partial<AppProfile> = {},
): Promise<AppRecord> {
  const { clientId } = await createDraft(fixture, call, changes);
  return approve(fixture, clientId, call);
}

/** Submits an app, or its pending revision, and approves it. */
export async function approve({ apps }: Fixture, clientId: string, call: Call): Promise<AppRecord> {
  await apps.submit(clientId, call);
  await apps.startReview(clientId, keyCall());
  return apps.approve({ clientId, revision: null, restrictedScopesAllowed: [] }, keyCall());
}

/** The reason and kind of a refusal; fails if the promise was kept. */
export async function requestErrorOf(promise: Promise<unknown>): Promise<Pick<RequestError, "kind" | "reason">> {
  const error = await promise.then(
    () => new Error("it was not refused"),
    (thrown) => thrown,
  );
  if (!(error instanceof RequestError)) throw error;
  return { kind: error.kind, reason: error.reason };
}

/** The feed's events from the first on. */
export async function feedOf({ management }: Fixture): Promise<{ kind: string; subject: string; subjectId: string }[]> {
  const text = `select kind, subject, subject_id as "subjectId", installation_version as version from revocation_event order by cursor`;
  return management.read((_, query) => query({ name: "feed", text }, []));
}
