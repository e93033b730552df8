import type { App, RefreshMode } from "../../model/app.ts";
import { refreshModeOf } from "../../oauth/refresh-token.ts";
import type { FieldViolation } from "../errors.ts";

/** What takes effect without review. Null: as it was, for a new app the service's. Lifetimes in seconds, 0 the service's. */
export interface AppSettings {
  refreshMode: RefreshMode | null;
  accessTokenTtl: number | null;
  refreshTokenTtl: number | null;
}

/** The service's own lifetimes in seconds: an app may have shorter ones. */
export interface ServiceLifetimes {
  access: number;
  refresh: number;
}

// Shorter ones would make apps ask all the time, and a refresh token that is gone before a working day ends makes merchants reinstall.
const SHORTEST = { access: 60, refresh: 3600 } as const;

/** Everything about an app's settings that has to change. `confidential`: the app has a secret. */
export function findSettingViolations(
  settings: AppSettings,
  confidential: boolean,
  service: ServiceLifetimes,
): FieldViolation[] {
  const { refreshMode } = settings;
  const violations: FieldViolation[] = [];
  if (refreshMode !== null && refreshModeOf({ confidential, refreshMode }) !== refreshMode) {
    violations.push({ field: "refresh_mode", description: "A public app rotates its refresh tokens." });
  }
  const lifetimes = [
    { field: "access_token_ttl", seconds: settings.accessTokenTtl, longest: service.access, shortest: SHORTEST.access },
    {
      field: "refresh_token_ttl",
      seconds: settings.refreshTokenTtl,
      longest: service.refresh,
      shortest: SHORTEST.refresh,
    },
  ];
  for (const { field, seconds, longest, shortest } of lifetimes) {
    const least = Math.min(shortest, longest);
    if (seconds === null || seconds === 0 || (seconds >= least && seconds <= longest)) continue;
    violations.push({ field, description: `Between ${least} and ${longest} seconds, or 0 for the service's own.` });
  }
  return violations;
}

type Settings = Pick<App, "refreshMode" | "accessTokenTtl" | "refreshTokenTtl">;

/** The settings after a change: what it leaves out is as it was, and 0 is the service's own lifetime. */
export function settingsAfter(before: Settings, change: AppSettings): Settings {
  const after = (seconds: number | null, was: number | null | undefined) => (seconds === null ? was : seconds || null);
  return {
    refreshMode: change.refreshMode ?? before.refreshMode,
    accessTokenTtl: after(change.accessTokenTtl, before.accessTokenTtl) ?? null,
    refreshTokenTtl: after(change.refreshTokenTtl, before.refreshTokenTtl) ?? null,
  };
}
