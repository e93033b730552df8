import { LockMode, type RequiredEntityData, raw } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Account } from "../../model/account.ts";
import { App, type AppState } from "../../model/app.ts";
import { AppHistory } from "../../model/app-history.ts";
import { AppLogo } from "../../model/app-logo.ts";
import { AppRevision } from "../../model/app-revision.ts";
import { AppSecret } from "../../model/app-secret.ts";
import { Scope } from "../../model/scope.ts";
import type { AuditRow } from "../audit/audit.ts";
import type { Management, ManagementTransaction } from "../connection/management.ts";
import { micros, type Statement } from "../connection/query.ts";
import type { FeedEvent } from "../feed/feed.ts";
import { type AppNames, listAppNames } from "./app-names.ts";

/** An app with its parts. Inside a transaction, changes of the entities are written when it ends. */
export interface AppDetails {
  app: App;
  /** The pending revision. */
  pending: AppRevision | null;
  /** The valid ones, oldest first. */
  secrets: AppSecret[];
}

export interface NewHistory {
  revision: number;
  action: string;
  fromState: AppState | null;
  toState: AppState;
  actorId: string | null;
  callerName: string | null;
  reasonCode: string | null;
  reasonText: string | null;
}

export type NewRevision = Omit<RequiredEntityData<AppRevision>, "app" | "createdBy"> & { createdBy: string | null };

/** A change of one app. Its row is locked, which serializes all changes of the app, its revisions and its secrets. */
export interface AppChange extends AppDetails {
  /** Microseconds of the database's clock, read after the lock. */
  now: number;
  /** A new UUIDv7 of the database's clock. */
  freshId: string;
  /** Creates the pending revision and assigns it to `pending`. */
  addRevision(revision: NewRevision): void;
  /** Adds a secret to `secrets`. */
  addSecret(secret: { id: string; digest: Uint8Array; hint: string; createdBy: string | null }): AppSecret;
  addHistory(step: NewHistory): void;
  /** The catalogue entries of these names, share-locked until the transaction ends. */
  catalogue(names: readonly string[]): Promise<Scope[]>;
  /** Stores a logo by its digest, once. */
  addLogo(logo: { digest: string; image: Uint8Array; mediaType: string }): Promise<void>;
  /** Deletes logos that neither the app nor `pending` references. */
  dropLogos(): Promise<void>;
  /** Revokes everything authorized for the app until now; returns the `not_before` time in microseconds. */
  markNotBefore(): Promise<number>;
  /** The number of apps of the developer, this one included. Apps archived within a day count, which limits the rate of new rows. */
  countApps(): Promise<number>;
  /** The highest revision number so far; discarded revisions count. */
  lastRevision(): Promise<number>;
  audit(row: AuditRow): void;
  publish(event: FeedEvent): void;
}

export type NewApp = Omit<RequiredEntityData<App>, "developer"> & { developerId: string };

export interface AppStore {
  /** Creates an app. Null if the account is not an active developer. */
  create<T>(app: NewApp, work: (change: AppChange) => Promise<T>): Promise<T | null>;
  /** Locks the app and changes it in one transaction, which an error of `work` rolls back. Null for an unknown app. */
  change<T>(clientId: string, work: (change: AppChange) => Promise<T>): Promise<T | null>;
  find(clientId: string): Promise<AppDetails | null>;
  /** In the order of `ids` (`app.id`, not client ids). */
  findAll(ids: readonly string[]): Promise<AppDetails[]>;
  /** Newest first. */
  history(appId: string, limit: number): Promise<AppHistory[]>;
  /** The number of active and suspended installations. */
  countInstallations(appId: string): Promise<number>;
  /** The names of all other apps and their developers. */
  listNames(but: { appId: string; developerId: string }): Promise<AppNames[]>;
  /** True if the developer has an active test merchant. */
  hasTestMerchant(developerId: string): Promise<boolean>;
  /** Uninstalls an archived app everywhere, in batches with one transaction each. */
  uninstallEverywhere(appId: string): Promise<void>;
  /** The ids of at most 100 archived apps that are not uninstalled everywhere yet. */
  listArchivedInstalled(): Promise<string[]>;
  findLogo(clientId: string, digest: string): Promise<AppLogo | null>;
}

export function createAppStore(management: Management): AppStore {
  return {
    create: (app, work) =>
      management.transactional(async (tx) => {
        const { developerId, ...fields } = app;
        const active = { id: developerId, developer: true, state: "ACTIVE" as const };
        // Locked, so that concurrent creations count each other.
        const developer = await tx.em.findOne(Account, active, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (developer === null) return null;
        const created = tx.em.create(App, { ...fields, developer });
        await tx.em.flush();
        return work(await toChange(tx, { app: created, pending: null, secrets: [] }));
      }),
    change: (clientId, work) =>
      management.transactional(async (tx) => {
        const app = await tx.em.findOne(App, { clientId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (app === null) return null;
        // Separate statements after the lock: the snapshot of the locking statement may be older.
        await tx.em.populate(app, ["developer"]);
        const [details] = await withParts(tx.em, [app]);
        return work(await toChange(tx, details!));
      }),
    find: (clientId) =>
      management.read(async (em) => {
        const app = await em.findOne(App, { clientId }, { populate: ["developer"] });
        return app === null ? null : (await withParts(em, [app]))[0]!;
      }),
    findAll: (ids) =>
      management.read(async (em) => {
        const apps = await em.find(App, { id: { $in: [...ids] } }, { populate: ["developer"] });
        const byId = new Map((await withParts(em, apps)).map((details) => [details.app.id, details]));
        return ids.flatMap((id) => byId.get(id) ?? []);
      }),
    history: (appId, limit) =>
      management.read((em) =>
        em.find(AppHistory, { app: appId }, { populate: ["actor"], orderBy: { id: "desc" }, limit }),
      ),
    countInstallations: (appId) =>
      management.read(async (_, query) => {
        const [row] = await query<{ count: number }>(COUNT, [appId]);
        return row!.count;
      }),
    listNames: (but) => management.read((_, query) => listAppNames(query, but)),
    hasTestMerchant: (developerId) =>
      management.read(async (_, query) => (await query(TEST_MERCHANT, [developerId])).length > 0),
    async uninstallEverywhere(appId) {
      for (let count = BATCH; count === BATCH; ) {
        count = await management.transactional(async (tx) => (await tx.query(UNINSTALL_BATCH, [appId, BATCH])).length);
      }
    },
    listArchivedInstalled: () =>
      management.read(async (_, query) => (await query<{ id: string }>(ARCHIVED_INSTALLED, [])).map(({ id }) => id)),
    findLogo: (clientId, digest) =>
      management.read((em) => em.findOne(AppLogo, { app: { clientId }, digest }, { populate: ["image"] })),
  };
}

const OPEN: AppState[] = ["DRAFT", "SUBMITTED", "IN_REVIEW", "CHANGES_REQUESTED", "REJECTED"];

async function withParts(em: SqlEntityManager, apps: readonly App[]): Promise<AppDetails[]> {
  if (apps.length === 0) return [];
  const ids = apps.map((app) => app.id);
  const revisions = await em.find(AppRevision, { app: { $in: ids }, state: { $in: OPEN } });
  const live = { $or: [{ retiresAt: null }, { retiresAt: { $gt: raw("clock_timestamp()") } }] };
  const secrets = await em.find(AppSecret, { app: { $in: ids }, ...live }, { orderBy: { id: "asc" } });
  return apps.map((app) => ({
    app,
    pending: revisions.find((revision) => revision.app.id === app.id) ?? null,
    secrets: secrets.filter((secret) => secret.app.id === app.id),
  }));
}

const FRESH: Statement = {
  name: "fresh-id",
  text: `select uuidv7() as "freshId", ${micros("clock_timestamp()")} as now`,
};

const COUNT: Statement = {
  name: "count-installations",
  text: `
    select count(*)::int as count from installation i join app a on a.id = i.app_id
    where i.app_id = $1 and i.state in ('ACTIVE', 'SUSPENDED') and a.state <> 'ARCHIVED'`,
};

const COUNT_APPS: Statement = {
  name: "count-apps",
  text: `
    select count(*)::int as count from app
    where developer_id = $1 and (state <> 'ARCHIVED' or archived_at > clock_timestamp() - interval '1 day')`,
};

const TEST_MERCHANT: Statement = {
  name: "has-test-merchant",
  text: "select 1 from merchant where developer_id = $1 and state = 'ACTIVE' limit 1",
};

const BATCH = 1000;

// Locks in id order, like all statements that lock several rows. No events: the app has one. The history tells the archiving party.
const UNINSTALL_BATCH: Statement = {
  name: "uninstall-app",
  text: `
    with l as materialized (
      select id from installation where app_id = $1 and state in ('ACTIVE', 'SUSPENDED') order by id limit $2 for update
    ), t as materialized (
      select a.archived_at, clock_timestamp() as at, case when exists (
        select from app_history h where h.app_id = a.id and h.action = 'archive' and h.actor_id = a.developer_id
      ) then 'APP' else 'OPERATOR' end as by
      from app a where a.id = $1 and a.state = 'ARCHIVED' and (select count(*) from l) > 0
    )
    update installation i set state = 'UNINSTALLED', ended_at = t.archived_at, ended_by = t.by, not_before = t.at, changed_at = t.at
    from l, t where i.id = l.id returning i.id`,
};

const ARCHIVED_INSTALLED: Statement = {
  name: "list-archived-installed-apps",
  text: `
    select id from app a where state = 'ARCHIVED' and exists (
      select from installation where app_id = a.id and state in ('ACTIVE', 'SUSPENDED')
    ) order by updated_at, id limit 100`,
};

const LAST_REVISION: Statement = {
  name: "last-revision",
  text: "select coalesce(max(number), 0) as number from app_revision where app_id = $1",
};

async function toChange(tx: ManagementTransaction, details: AppDetails): Promise<AppChange> {
  const { app } = details;
  const [fresh] = await tx.query<{ freshId: string; now: number }>(FRESH, []);
  const { freshId, now } = fresh!;
  const writtenAt = new Date(now / 1000);
  const account = (id: string | null) => (id === null ? null : tx.em.getReference(Account, id));
  const change: AppChange = {
    ...details,
    freshId,
    now,
    addRevision({ createdBy, ...revision }) {
      const by = account(createdBy);
      change.pending = tx.em.create(AppRevision, { ...revision, createdBy: by, app, updatedAt: writtenAt });
    },
    addSecret({ createdBy, ...secret }) {
      const row = { ...secret, digest: Buffer.from(secret.digest), createdBy: account(createdBy), app };
      const created = tx.em.create(AppSecret, { ...row, createdAt: writtenAt });
      change.secrets.push(created);
      return created;
    },
    addHistory: ({ actorId, ...step }) => void tx.em.create(AppHistory, { ...step, actor: account(actorId), app }),
    catalogue: (names) =>
      tx.em.find(
        Scope,
        { name: { $in: [...names] } },
        { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { name: "asc" } },
      ),
    async addLogo({ digest, image, mediaType }) {
      const kept = await tx.em.findOne(AppLogo, { app, digest });
      if (kept === null) tx.em.create(AppLogo, { app, digest, image: Buffer.from(image), mediaType });
    },
    async dropLogos() {
      const named = [app.logoDigest, change.pending?.logoDigest].filter((digest) => digest != null);
      await tx.em.nativeDelete(AppLogo, { app, digest: { $nin: named } });
    },
    async markNotBefore() {
      const marked = await tx.markNotBefore({ kind: "APP", subjectId: app.id, at: null });
      return marked.kind === "marked" ? marked.notBefore : now;
    },
    async lastRevision() {
      const [row] = await tx.query<{ number: number }>(LAST_REVISION, [app.id]);
      return Math.max(app.revision, row!.number);
    },
    async countApps() {
      const [row] = await tx.query<{ count: number }>(COUNT_APPS, [app.developer.id]);
      return row!.count;
    },
    audit: tx.audit,
    publish: tx.publish,
  };
  return change;
}
