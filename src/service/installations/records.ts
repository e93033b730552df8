import type { AppState } from "../../model/app.ts";
import type { InstallationState, RefreshFailure } from "../../model/installation.ts";
import type { MerchantState, Party } from "../../model/merchant.ts";

/** One app on one merchant. Moments are microseconds. */
export interface InstallationRecord {
  installationId: string;
  version: number;
  state: InstallationState;
  clientId: string;
  appName: string;
  appState: AppState;
  logoDigest: string | null;
  merchantId: string;
  merchantName: string;
  merchantState: MerchantState;
  test: boolean;
  grantedScopes: string[];
  connectedByAccountId: string | null;
  connectedByName: string | null;
  connectedAt: number | null;
  lastUsedAt: number | null;
  /** The sides that hold it suspended, the weightiest first. */
  suspendedBy: Party[];
  reasonCode: string | null;
  reasonText: string | null;
  endedAt: number | null;
  changedAt: number;
  /** How the app's refreshes go, to the hour. */
  lastRefreshedAt: number | null;
  tokensExpireAt: number | null;
  lastFailedAt: number | null;
  lastFailure: RefreshFailure | null;
}
