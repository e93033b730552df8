import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import {
  type Installation,
  InstallationState,
  Party,
  RefreshFailure,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { type CsvColumns, csvTime } from "../csv-lines.ts";
import { wordOf } from "../enum-names.ts";
import { verdictOf } from "./verdict.ts";

/** The columns of a file of installations of one app. */
export const APP_INSTALLATION_COLUMNS: CsvColumns<Installation> = {
  installation_id: (one) => one.installationId,
  merchant_id: (one) => one.merchantId,
  merchant_name: (one) => one.merchantName,
  test_merchant: (one) => one.test,
  state: (one) => wordOf(InstallationState, one.state),
  suspended_by: (one) => one.suspendedByParties.map((party) => wordOf(Party, party)).join(" "),
  version: (one) => one.version,
  granted_scopes: (one) => one.grantedScopes.join(" "),
  connected_at: (one) => csvTime(one.connectedAt),
  uninstalled_at: (one) => csvTime(one.endedAt),
  last_used_at: (one) => csvTime(one.lastUsedAt),
  last_refreshed_at: (one) => csvTime(one.lastRefreshedAt),
  tokens_expire_at: (one) => csvTime(tokenEnd(one)),
  tokens_revoked: (one) => one.tokensRevoked || isUninstalled(one),
  last_failed_at: (one) => csvTime(one.lastFailedAt),
  last_failure: (one) => (one.lastFailedAt === undefined ? null : wordOf(RefreshFailure, one.lastFailure)),
  health: (one) => verdictOf(one).kind,
};

/** When the tokens expire, or ended with an uninstall before that. */
function tokenEnd(one: Installation): Timestamp | undefined {
  const { tokensExpireAt: expiry, endedAt } = one;
  if (expiry === undefined || endedAt === undefined || !isUninstalled(one)) return expiry;
  return timestampMs(endedAt) < timestampMs(expiry) ? endedAt : expiry;
}

/** An uninstall revokes the tokens. */
function isUninstalled({ state }: Installation): boolean {
  return state === InstallationState.UNINSTALLED;
}

/** The columns of a file of installations of several apps. */
export const INSTALLATION_COLUMNS: CsvColumns<Installation> = {
  installation_id: (one) => one.installationId,
  client_id: (one) => one.clientId,
  app_name: (one) => one.appName,
  ...APP_INSTALLATION_COLUMNS,
};
