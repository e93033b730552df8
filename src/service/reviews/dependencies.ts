import type { AppStore } from "../../store/apps/apps.ts";
import type { Management } from "../../store/connection/management.ts";
import type { HostChecks } from "./host-checks.ts";

export interface ReviewDependencies {
  apps: AppStore;
  management: Management;
  hosts: HostChecks;
  platformName(): Promise<string>;
}

/** The error message for callers that are not operators. */
export const OPERATORS_ONLY = "Only operators review apps.";
