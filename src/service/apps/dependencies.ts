import type { TokenFormat } from "../../credential/token.ts";
import type { AppList } from "../../store/apps/app-list.ts";
import type { AppStore } from "../../store/apps/apps.ts";
import type { ScopeStore } from "../../store/apps/scopes.ts";
import type { AuditList } from "../../store/audit/audit-list.ts";
import type { AppDays } from "../../store/statistics/app-days.ts";
import type { HostChecks } from "../reviews/host-checks.ts";
import type { ServiceLifetimes } from "./settings.ts";

export interface AppDependencies {
  apps: AppStore;
  list: AppList;
  scopes: ScopeStore;
  days: AppDays;
  audit: AuditList;
  /** Looks up the hosts of redirect URIs. */
  hosts: HostChecks;
  /** The format of client secrets. */
  format: TokenFormat;
  /** PUBLIC_URL, without trailing slash. */
  publicUrl: string;
  /** True if PUBLIC_URL is a loopback address. */
  publicUrlIsLoopback: boolean;
  lifetimes: ServiceLifetimes;
  /** The maximum number of apps of a developer, for apps created in a session; null means no limit. */
  appsPerDeveloper: number | null;
}
