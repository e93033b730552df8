import type { App, RefreshMode } from "../../model/app.ts";
import { refreshModeOf } from "../../oauth/refresh-token.ts";
import type { FieldViolation } from "../errors.ts";

/**
 * Settings that take effect without review. Lifetimes are in seconds; 0 selects the service's lifetime. Null keeps the value; in a new app,
 * null selects the service's lifetime.
 */
export interface AppSettings {
  refreshMode: RefreshMode | null;
  accessTokenTtl: number | null;
  refreshTokenTtl: number | null;
}

/** The service's lifetimes in seconds, which are an app's maximum. */
export interface ServiceLifetimes {
  access: number;
  refresh: number;
}

// Shorter lifetimes cause constant refreshes, or make merchants reinstall within a working day.
const MINIMUM = { access: 60, refresh: 3600 } as const;

/** All violations of an app's settings. `confidential` is true if the app has a secret. */
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
    { field: "access_token_ttl", seconds: settings.accessTokenTtl, longest: service.access, shortest: MINIMUM.access },
    {
      field: "refresh_token_ttl",
      seconds: settings.refreshTokenTtl,
      longest: service.refresh,
      shortest: MINIMUM.refresh,
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

export function settingsAfter(before: Settings, change: AppSettings): Settings {
  const after = (seconds: number | null, was: number | null | undefined) => (seconds === null ? was : seconds || null);
  return {
    refreshMode: change.refreshMode ?? before.refreshMode,
    accessTokenTtl: after(change.accessTokenTtl, before.accessTokenTtl) ?? null,
    refreshTokenTtl: after(change.refreshTokenTtl, before.refreshTokenTtl) ?? null,
  };
}

export const NO_CHANGE: AppSettings = { refreshMode: null, accessTokenTtl: null, refreshTokenTtl: null };
