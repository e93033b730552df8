import { LockMode, type RequiredEntityData } from "@mikro-orm/core";
import { Account } from "../../model/account.ts";
import { App } from "../../model/app.ts";
import { AppHistory } from "../../model/app-history.ts";
import { AppInstallationCount } from "../../model/app-installation-count.ts";
import { AppLogo } from "../../model/app-logo.ts";
import { worksInTeam } from "../accounts/team-members.ts";
import type { Management, ManagementTransaction } from "../connection/management.ts";
import type { Statement } from "../connection/query.ts";
import { type AppChange, createAppChange } from "./app-change.ts";
import { type AppDetails, loadDetails } from "./app-details.ts";
import { type AppOwner, findAppOwner } from "./app-owner.ts";
import { type EndedSecret, findEndedSecret } from "./ended-secret.ts";
import {
  findSimilarNames,
  listOutdatedNames,
  type NamedRow,
  type OutdatedName,
  type SimilarNamesQuery,
} from "./similar-names.ts";

export type NewApp = Omit<RequiredEntityData<App>, "developer"> & { developerId: string };

export interface InstallationCounts {
  /** The number of active and suspended installations: exact up to 1,000, at most two minutes old above that. */
  count: number;
  /** The number of active installations whose tokens have all expired; null for more than 1,000 installations. */
  expired: number | null;
}

export interface AppStore {
  /** Creates an app and runs `work` in the same transaction. Null if the account is not an active developer. */
  create<T>(app: NewApp, work: (change: AppChange) => Promise<T>): Promise<T | null>;
  /** Locks the app and changes it in one transaction, which an error of `work` rolls back. Null for an unknown app. */
  change<T>(clientId: string, work: (change: AppChange) => Promise<T>): Promise<T | null>;
  find(clientId: string): Promise<AppDetails | null>;
  findOwner(clientId: string): Promise<AppOwner | null>;
  /** Newest first. */
  history(appId: string, limit: number): Promise<AppHistory[]>;
  /** True if a member of the developer's team has archived the app. */
  isArchivedByTeam(appId: string): Promise<boolean>;
  countInstallations(appId: string): Promise<InstallationCounts>;
  /** A secret of the app that has stopped working; null if there is none. */
  findEndedSecret(appId: string, secretId: string): Promise<EndedSecret | null>;
  /** The names that have one of the skeletons. */
  findSimilarNames(query: SimilarNamesQuery): Promise<NamedRow[]>;
  /** The newest names that `findSimilarNames` cannot find, because their skeletons are outdated. */
  listOutdatedNames(except: SimilarNamesQuery["except"]): Promise<OutdatedName[]>;
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
    create: (app, work) => management.transactional((tx) => insertApp(tx, app, work)),
    change: (clientId, work) =>
      management.transactional(async (tx) => {
        const app = await tx.em.findOne(App, { clientId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (app === null) return null;
        // Reads the rest in separate statements after the lock, because the snapshot of the locking statement may be older than the lock.
        await tx.em.populate(app, ["developer"]);
        const [details] = await loadDetails(tx.em, [app]);
        return work(await createAppChange(tx, details!));
      }),
    find: (clientId) =>
      management.read(async (em) => {
        const app = await em.findOne(App, { clientId }, { populate: ["developer"] });
        return app === null ? null : (await loadDetails(em, [app]))[0]!;
      }),
    findOwner: (clientId) => management.read((_, query) => findAppOwner(query, clientId)),
    history: (appId, limit) =>
      management.read((em) =>
        em.find(AppHistory, { app: appId }, { populate: ["actor"], orderBy: { id: "desc" }, limit }),
      ),
    isArchivedByTeam: (appId) =>
      management.read(async (_, query) => (await query(IS_ARCHIVED_BY_TEAM, [appId])).length === 1),
    countInstallations: (appId) =>
      management.read(async (_, query) => {
        const [row] = await query<InstallationCounts>(COUNT, [appId]);
        return row!;
      }),
    findEndedSecret: (appId, secretId) => management.read((_, query) => findEndedSecret(query, { appId, secretId })),
    findSimilarNames: (search) => management.read((_, query) => findSimilarNames(query, search)),
    listOutdatedNames: (except) => management.read((_, query) => listOutdatedNames(query, except)),
    hasTestMerchant: (developerId) =>
      management.read(async (_, query) => (await query(TEST_MERCHANT, [developerId])).length > 0),
    async uninstallEverywhere(appId) {
      for (let count = BATCH; count === BATCH; ) {
        count = await management.transactional(async (tx) => {
          const ended = await tx.query<{ id: string }>(UNINSTALL_BATCH, [appId, BATCH]);
          for (const { id } of ended) tx.emit({ type: "installation.uninstalled", installationId: id });
          return ended.length;
        });
      }
    },
    listArchivedInstalled: () =>
      management.read(async (_, query) => (await query<{ id: string }>(ARCHIVED_INSTALLED, [])).map(({ id }) => id)),
    findLogo: (clientId, digest) =>
      management.read((em) => em.findOne(AppLogo, { app: { clientId }, digest }, { populate: ["image"] })),
  };
}

/** Inserts an app of an active developer and runs `work` on it; null if there is no such developer. */
async function insertApp<T>(
  tx: ManagementTransaction,
  { developerId, ...fields }: NewApp,
  work: (change: AppChange) => Promise<T>,
): Promise<T | null> {
  const active = { id: developerId, developer: true, state: "ACTIVE" as const };
  // Locked, so that concurrent creations count each other.
  const developer = await tx.em.findOne(Account, active, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (developer === null) return null;
  const created = tx.em.create(App, { ...fields, developer });
  await tx.em.flush();
  tx.em.create(AppInstallationCount, { appId: created.id });
  return work(await createAppChange(tx, { app: created, pending: null, secrets: [] }));
}

const EXACT_UP_TO = 1000;

const INSTALLED = "from installation where app_id = a.id and state in ('ACTIVE', 'SUSPENDED')";

/**
 * SQL: the first installations of the app in a state. The order makes the scan of the index end at the limit; a bitmap scan would read all
 * rows.
 */
const first = (columns: string, state: string): string =>
  `(select ${columns} from installation where app_id = a.id and state = '${state}' order by id limit ${EXACT_UP_TO + 1})`;

// Reads about 1,000 rows at most. An app that the previous release created has no stored count for up to a minute.
const COUNT: Statement = {
  name: "count-installations",
  prepared: true,
  text: `
    select case
        when a.state = 'ARCHIVED' then 0
        when few.count <= ${EXACT_UP_TO} then few.count
        else coalesce((select installations from app_installation_count where app_id = a.id), (select count(*) ${INSTALLED}))
      end::int as count,
      case
        when a.state = 'ARCHIVED' then 0
        when few.count <= ${EXACT_UP_TO} then (
          select count(*) from ${first("tokens_expire_at", "ACTIVE")} active where tokens_expire_at < clock_timestamp()
        )
      end::int as expired
    from app a cross join lateral (
      select count(*) as count from (${first("", "ACTIVE")} union all ${first("", "SUSPENDED")}) installed
    ) few
    where a.id = $1`,
};

const TEST_MERCHANT: Statement = {
  name: "has-test-merchant",
  text: "select 1 from merchant where developer_id = $1 and state = 'ACTIVE' limit 1",
};

/** SQL: true if a member of the team of the app `a` has archived it. The history tells which party did. */
const ARCHIVED_BY_TEAM = `exists (
  select from app_history h where h.app_id = a.id and h.action = 'archive' and ${worksInTeam("h.actor_id", "a.developer_id")}
)`;

const IS_ARCHIVED_BY_TEAM: Statement = {
  name: "is-archived-by-team",
  text: `select 1 from app a where a.id = $1 and ${ARCHIVED_BY_TEAM}`,
};

const BATCH = 1000;

// Locks in id order, like all statements that lock several rows. Publishes no feed events, because the event of the app covers all.
const UNINSTALL_BATCH: Statement = {
  name: "uninstall-app",
  text: `
    with l as materialized (
      select id from installation where app_id = $1 and state in ('ACTIVE', 'SUSPENDED') order by id limit $2 for update
    ), t as materialized (
      select a.archived_at, clock_timestamp() as at, case when ${ARCHIVED_BY_TEAM} then 'APP' else 'OPERATOR' end as by
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
