import { randomUUID } from "node:crypto";
import type { MikroORM } from "@mikro-orm/postgresql";
import { createTokenFormat } from "../../../src/credential/token.ts";
import { Account } from "../../../src/model/account.ts";
import { approveApp } from "../../../src/service/apps/approve-app.ts";
import { createApp } from "../../../src/service/apps/create-app.ts";
import type { AppDependencies } from "../../../src/service/apps/dependencies.ts";
import type { AppProfile } from "../../../src/service/apps/profile.ts";
import { NO_CHANGE } from "../../../src/service/apps/settings.ts";
import { startReview } from "../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../src/service/apps/submit-app.ts";
import { upsertScope } from "../../../src/service/apps/upsert-scope.ts";
import { type Call, PERMISSIONS } from "../../../src/service/call.ts";
import { RequestError } from "../../../src/service/errors.ts";
import { createAppList } from "../../../src/store/apps/app-list.ts";
import { type AppDetails, createAppStore } from "../../../src/store/apps/apps.ts";
import { createScopeStore, type ScopeValues } from "../../../src/store/apps/scopes.ts";
import { createManagement, type Management } from "../../../src/store/connection/management.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { PATIENT_POOL } from "../../support/patience.ts";

/** A database with a small scope catalogue, and the dependencies of AppService. */
export interface Fixture {
  database: TestDatabase;
  orm: MikroORM;
  management: Management;
  apps: AppDependencies;
  close(): Promise<void>;
}

export const PUBLIC_URL = "https://platform.example";

/** @param hear as `createManagement` takes it */
export async function createFixture(given?: TestDatabase, hear?: () => Promise<void>): Promise<Fixture> {
  const database = given ?? (await createTestDatabase());
  const orm = await createOrm({ url: database.url, poolSize: 10, ...PATIENT_POOL });
  const management = createManagement(orm, hear);
  const apps: AppDependencies = {
    apps: createAppStore(management),
    list: createAppList(management),
    scopes: createScopeStore(management),
    format: createTokenFormat(),
    publicUrl: PUBLIC_URL,
    publicUrlIsLoopback: false,
    lifetimes: { access: 3600, refresh: 7_776_000 },
    appsPerDeveloper: null,
  };
  for (const name of ["orders.read", "orders.write", "products.read"])
    await upsertScope(apps, scopeNamed(name), keyCall());
  await upsertScope(apps, { ...scopeNamed("payouts.write"), sensitivity: "RESTRICTED" }, keyCall());
  const close = async () => {
    await orm.close();
    await database.drop();
  };
  return { database, orm, management, apps, close };
}

export function scopeNamed(name: string): ScopeValues {
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

/** A draft of the developer who calls. */
export async function createDraft(
  { apps }: Fixture,
  call: Call,
  changes: Partial<AppProfile> = {},
): Promise<AppDetails> {
  const request = { profile: profile(changes), confidential: true, settings: NO_CHANGE, developerAccountId: null };
  return createApp(apps, request, call);
}

/** An approved app of the developer who calls. */
export async function createApproved(
  fixture: Fixture,
  call: Call,
  changes: Partial<AppProfile> = {},
): Promise<AppDetails> {
  const { app } = await createDraft(fixture, call, changes);
  return approve(fixture, app.clientId, call);
}

/** Submits an app, or its pending revision, and approves it. */
export async function approve({ apps }: Fixture, clientId: string, call: Call): Promise<AppDetails> {
  await submitApp(apps, { clientId }, call);
  await startReview(apps, { clientId }, keyCall());
  return approveApp(apps, { clientId, revision: null, restrictedScopesAllowed: [] }, keyCall());
}

/** Kind and reason of the rejection. */
export async function requestErrorOf(promise: Promise<unknown>): Promise<Pick<RequestError, "kind" | "reason">> {
  const error = await promise.then(
    () => new Error("the promise was not rejected"),
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
