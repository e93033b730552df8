import type { MessageInitShape } from "@bufbuild/protobuf";
import { MerchantState } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import {
  ConnectedAppGroup,
  ConnectedAppSort,
  InstallationAction,
  InstallationHealth,
  type InstallationHistoryEntrySchema,
  type InstallationSchema,
  InstallationSort,
  InstallationState,
  type ListConnectedAppsRequest as ListConnectedAppsMessage,
  type ListInstallationsRequest as ListInstallationsMessage,
  Party,
  RefreshFailure,
} from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { ChangeInstallationRequest } from "../../service/installations/change-installation.ts";
import type { ListConnectedAppsRequest } from "../../service/installations/list-connected-apps.ts";
import type { MerchantHistoryEntry } from "../../service/installations/list-installation-history.ts";
import type { ListInstallationsRequest } from "../../service/installations/list-installations.ts";
import type { ConnectedAppCount } from "../../store/installations/connected-apps.ts";
import type { HistoryAction, InstallationHistoryRow } from "../../store/installations/installation-history.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import { fromTimestamp, nameOf, orNull, toTimestamp } from "./fields.ts";

export function fromListInstallations(request: ListInstallationsMessage): ListInstallationsRequest {
  return {
    clientId: orNull(request.clientId),
    merchantId: orNull(request.merchantId),
    state: nameOf(InstallationState, request.state, "state"),
    search: orNull(request.search),
    health: nameOf(InstallationHealth, request.health, "health"),
    changedSince: fromTimestamp(request.changedSince),
    sort: nameOf(InstallationSort, request.sort, "sort"),
    descending: request.descending,
    page: request,
  };
}

export function fromListConnectedApps(request: ListConnectedAppsMessage): ListConnectedAppsRequest {
  return {
    merchantId: request.merchantId,
    search: orNull(request.search),
    group: nameOf(ConnectedAppGroup, request.group, "group"),
    withoutUninstalled: request.withoutUninstalled,
    sort: nameOf(ConnectedAppSort, request.sort, "sort") ?? "GROUP",
    descending: request.descending,
    page: request,
  };
}

export function toConnectedAppCount({ group, apps, found }: ConnectedAppCount) {
  return { group: ConnectedAppGroup[group], apps, found };
}

export function fromChangeInstallation(request: { installationId: string; party: Party }): ChangeInstallationRequest {
  return { installationId: request.installationId, party: nameOf(Party, request.party, "party") };
}

/** The order of `suspended_by_parties`; `suspended_by` is the first. */
const PRECEDENCE = ["OPERATOR", "MERCHANT", "APP"] as const;

export function toInstallation(view: InstallationView): MessageInitShape<typeof InstallationSchema> {
  const suspendedBy = PRECEDENCE.filter((party) => view.suspendedBy.includes(party)).map((party) => Party[party]);
  return {
    installationId: view.installationId,
    version: view.version,
    state: InstallationState[view.state],
    clientId: view.clientId,
    appName: view.appName,
    merchantId: view.merchantId,
    merchantName: view.merchantName,
    test: view.test,
    grantedScopes: view.grantedScopes,
    connectedByAccountId: view.connectedByAccountId ?? "",
    connectedByName: view.connectedByName ?? "",
    connectedAt: toTimestamp(view.connectedAt),
    lastUsedAt: toTimestamp(view.lastUsedAt),
    suspendedBy: suspendedBy[0] ?? Party.UNSPECIFIED,
    reasonCode: view.reasonCode ?? "",
    reasonText: view.reasonText ?? "",
    suspendedAt: toTimestamp(view.suspendedAt),
    endedAt: toTimestamp(view.endedAt),
    endedBy: Party[view.endedBy ?? "UNSPECIFIED"],
    pendingSince: toTimestamp(view.pendingSince),
    changedAt: toTimestamp(view.changedAt),
    logoDigest: view.logoDigest ?? "",
    lastRefreshedAt: toTimestamp(view.lastRefreshedAt),
    tokensExpireAt: toTimestamp(view.tokensExpireAt),
    tokensRevoked: view.tokensRevoked,
    lastFailedAt: toTimestamp(view.lastFailedAt),
    lastFailure: RefreshFailure[view.lastFailure ?? "UNSPECIFIED"],
    appState: AppState[view.appState],
    merchantState: MerchantState[view.merchantState],
    merchantSuspendedAt: toTimestamp(view.merchantSuspendedAt),
    suspendedByParties: suspendedBy,
    developerName: view.developerName,
    website: view.website ?? "",
    supportContact: view.supportContact ?? "",
    privacyPolicy: view.privacyPolicy ?? "",
    declinedScopes: view.declinedScopes,
    removableScopes: view.removableScopes ?? [],
  };
}

const ACTIONS: Readonly<Record<HistoryAction, InstallationAction>> = {
  "token.exchange": InstallationAction.CONNECTED_AGAIN,
  "token.reuse": InstallationAction.REFRESH_TOKEN_REUSED,
  "token.code_replay": InstallationAction.CODE_REUSED,
  "token.revoke": InstallationAction.TOKEN_REVOKED,
  "installation.remove_scopes": InstallationAction.SCOPES_REMOVED,
  "installation.suspend": InstallationAction.SUSPENDED,
  "installation.resume": InstallationAction.RESUMED,
  "installation.uninstall": InstallationAction.UNINSTALLED,
};

export function toHistoryEntry(row: InstallationHistoryRow): MessageInitShape<typeof InstallationHistoryEntrySchema> {
  return {
    at: toTimestamp(row.at),
    action: row.installed ? InstallationAction.INSTALLED : ACTIONS[row.action],
    party: Party[row.party ?? "UNSPECIFIED"],
    reasonCode: row.reasonCode ?? "",
    reasonText: row.reasonText ?? "",
    scopes: row.scopes,
    version: row.version ?? 0,
  };
}

export function toMerchantHistoryEntry(
  entry: MerchantHistoryEntry,
): MessageInitShape<typeof InstallationHistoryEntrySchema> {
  const { accountId, accountName, addedScopes, removedScopes } = entry;
  const named = { accountId: accountId ?? "", accountName: accountName ?? "" };
  return { ...toHistoryEntry(entry), ...named, addedScopes, removedScopes };
}
