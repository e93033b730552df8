/** Lifetimes in seconds: the service's own (CODE_TTL, ACCESS_TOKEN_TTL, REFRESH_TOKEN_TTL). */
export interface Lifetimes {
  code: number;
  access: number;
  refresh: number;
}

/** An app's own lifetimes in seconds; null where it has none. */
export interface AppLifetimes {
  codeTtl: number | null;
  accessTokenTtl: number | null;
  refreshTokenTtl: number | null;
}

/** The lifetimes that hold for an app, in seconds: it may have shorter ones than the service, never longer. */
export function lifetimesOf(service: Lifetimes, app: AppLifetimes): Lifetimes {
  return {
    code: Math.min(service.code, app.codeTtl ?? service.code),
    access: Math.min(service.access, app.accessTokenTtl ?? service.access),
    refresh: Math.min(service.refresh, app.refreshTokenTtl ?? service.refresh),
  };
}

/** The retry windows in seconds (REFRESH_RETRY_WINDOW, REFRESH_RETRY_WINDOW_PUBLIC). */
export interface RetryWindows {
  confidential: number;
  public: number;
}

/** How long after its first rotation a refresh token may be sent again by this app, in seconds. */
export function retryWindowOf(windows: RetryWindows, app: { confidential: boolean }): number {
  return app.confidential ? windows.confidential : windows.public;
}

/** `expires_in` at `now`: whole seconds left until `expiresAt`, never below 0. Both in microseconds. @see RFC 6749 §5.1 */
export function secondsLeft(expiresAt: number, now: number): number {
  return Math.max(0, Math.floor((expiresAt - now) / 1_000_000));
}

/** The end of something that lives `seconds` from `now` (microseconds), in microseconds. */
export function expiryAfter(now: number, seconds: number): number {
  return now + seconds * 1_000_000;
}
