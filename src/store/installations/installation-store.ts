import type { MemberRole } from "../../model/merchant.ts";
import { type AppOwner, findAppOwner } from "../apps/app-owner.ts";
import type { Management, ManagementTransaction } from "../connection/management.ts";
import type { Query, Statement } from "../connection/query.ts";
import { type ConnectedApps, type ConnectedAppsQuery, listConnectedApps } from "./connected-apps.ts";
import { countAllByHealth, countByHealth, type HealthCounts } from "./installation-counts.ts";
import { type InstallationHistoryRow, listHistory } from "./installation-history.ts";
import {
  findInstallation,
  type InstallationListQuery,
  type InstallationView,
  type ListedInstallation,
  listInstallations,
} from "./installation-list.ts";
import { findInstallationId } from "./installations.ts";
import { listMerchantHistory, type MerchantHistoryQuery, type MerchantHistoryRow } from "./merchant-history.ts";
import { type MerchantSummaries, summarizeMerchants } from "./merchant-summaries.ts";

/** The reads of installation operations, inside or outside a transaction. */
export interface InstallationReads {
  find(id: string): Promise<InstallationView | null>;
  /** The account's role in the merchant; null if it is not a member. */
  role(accountId: string, merchantId: string): Promise<MemberRole | null>;
}

export interface InstallationStore extends InstallationReads {
  page(options: InstallationListQuery): Promise<{ shown: ListedInstallation[]; next: ListedInstallation | null }>;
  /** One page of a merchant's apps, by group and name. */
  connectedApps(asked: ConnectedAppsQuery): Promise<ConnectedApps>;
  countByHealth(app: Omit<AppOwner, "developerId">): Promise<HealthCounts>;
  countAllByHealth(): Promise<HealthCounts>;
  /** The counts of the account's merchants among the given ones, null for its first ones, and the installations that need attention. */
  summarizeMerchants(of: { accountId: string; merchantIds: readonly string[] | null }): Promise<MerchantSummaries>;
  /** The newest events of an installation, newest first. */
  history(id: string, limit: number): Promise<InstallationHistoryRow[]>;
  /** One page of an installation's events for its merchant; `earlier` are events after the page. */
  merchantHistory(
    asked: MerchantHistoryQuery,
  ): Promise<{ shown: MerchantHistoryRow[]; next: MerchantHistoryRow | null; earlier: MerchantHistoryRow[] }>;
  findAppOwner(clientId: string): Promise<AppOwner | null>;
  findId(of: { appId: string; merchantId: string }): Promise<string | null>;
  /** Runs `work` in one transaction, which is rolled back if `work` throws. */
  change<T>(work: (tx: ManagementTransaction & InstallationReads) => Promise<T>): Promise<T>;
}

const ROLE: Statement = {
  name: "member-role",
  prepared: true,
  text: "select role from membership where account_id = $1 and merchant_id = $2",
};

export function createInstallationStore(management: Management): InstallationStore {
  const read = <T>(work: (query: Query) => Promise<T>) => management.read((_, query) => work(query));
  return {
    find: (id) => read((query) => findInstallation(query, id)),
    role: (accountId, merchantId) => read((query) => findRole(query, accountId, merchantId)),
    page: (options) => read((query) => listInstallations(query, options)),
    connectedApps: (asked) => read((query) => listConnectedApps(query, asked)),
    countByHealth: (app) => read((query) => countByHealth(query, app)),
    countAllByHealth: () => read(countAllByHealth),
    summarizeMerchants: (of) => read((query) => summarizeMerchants(query, of)),
    history: (id, limit) => read((query) => listHistory(query, id, limit)),
    merchantHistory: (asked) => read((query) => listMerchantHistory(query, asked)),
    findId: (of) => read((query) => findInstallationId(query, of)),
    findAppOwner: (clientId) => read((query) => findAppOwner(query, clientId)),
    change: (work) =>
      management.transactional((tx) =>
        work({
          ...tx,
          find: (id) => findInstallation(tx.query, id),
          role: (accountId, merchantId) => findRole(tx.query, accountId, merchantId),
        }),
      ),
  };
}

async function findRole(query: Query, accountId: string, merchantId: string): Promise<MemberRole | null> {
  const [row] = await query<{ role: MemberRole }>(ROLE, [accountId, merchantId]);
  return row?.role ?? null;
}
