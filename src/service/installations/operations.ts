import type { InstallationState } from "../../model/installation.ts";
import type { Party } from "../../model/merchant.ts";
import type { Call } from "../call.ts";
import type { Page, PageRequest } from "../page.ts";
import type { Credentials } from "../tokens/operations.ts";
import type { InstallationRecord } from "./records.ts";

export interface InstallationFilter {
  clientId: string | null;
  merchantId: string | null;
  state: InstallationState | null;
  /** Microseconds; those that changed then or later, the oldest change first. Null: all, the newest installation first. */
  changedSince: number | null;
}

/** What one side does to an installation. `side` null: told by who acts. */
export interface PartyStep {
  installationId: string;
  party: Party | null;
}

export interface SuspendInstallation extends PartyStep {
  reasonCode: string;
  reasonText: string;
}

/**
 * Installations as the sides around them see and change them: members of the merchant, the app's developer, the operator. Whoever is on
 * none of these sides does not find them.
 *
 * @throws RequestError NOT_FOUND; SIDE for a side that the account is not on; INVALID with every violation
 */
export interface InstallationOperations {
  get(installationId: string, call: Call): Promise<InstallationRecord>;
  list(filter: InstallationFilter, page: PageRequest, call: Call): Promise<Page<InstallationRecord>>;
  suspend(request: SuspendInstallation, call: Call): Promise<InstallationRecord>;
  resume(request: PartyStep, call: Call): Promise<InstallationRecord>;
  uninstall(request: PartyStep, call: Call): Promise<InstallationRecord>;
  /** @throws OAuthError for credentials that are not the app's */
  uninstallByApp(request: UninstallByApp, call: Call): Promise<void>;
}

export interface UninstallByApp {
  credentials: Credentials;
  merchantId: string;
}
