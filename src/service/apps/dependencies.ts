import type { TokenFormat } from "../../credential/token.ts";
import type { AppList } from "../../store/apps/app-list.ts";
import type { AppStore } from "../../store/apps/apps.ts";
import type { ScopeStore } from "../../store/apps/scopes.ts";
import type { ServiceLifetimes } from "./settings.ts";

/** What the operations on apps work with. */
export interface AppDependencies {
  apps: AppStore;
  list: AppList;
  scopes: ScopeStore;
  /** The format of client secrets. */
  tokens: TokenFormat;
  /** PUBLIC_URL, without trailing slash. */
  publicUrl: string;
  /** PUBLIC_URL is a loopback address. */
  publicUrlIsLoopback: boolean;
  lifetimes: ServiceLifetimes;
  /** How many apps a developer may make in their own session; null: any number. */
  appsPerDeveloper: number | null;
}
