export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The service's lifetimes in seconds (CODE_TTL, ACCESS_TOKEN_TTL, REFRESH_TOKEN_TTL). */
export interface Lifetimes {
  code: number;
  access: number;
  refresh: number;
}

/** An app's own lifetimes in seconds; null means the service's. */
export interface AppLifetimes {
  codeTtl: number | null;
  accessTokenTtl: number | null;
  refreshTokenTtl: number | null;
}

/** The effective lifetimes of an app in seconds: never longer than the service's. */
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

/** How long this app may retry a refresh token after the token was rotated, in seconds. */
export function retryWindowOf(windows: RetryWindows, app: { confidential: boolean }): number {
  return app.confidential ? windows.confidential : windows.public;
}

/** Lifetimes in seconds that no setting changes. */
export const LIFETIMES = {
  /** An authorization request that waits for sign-in and consent. */
  interaction: 10 * MINUTE,
  installToken: 10 * MINUTE,
  /** A sign-in that waits for its second factor, or for the identity provider. */
  pendingSignIn: 10 * MINUTE,
  passkeyChallenge: 10 * MINUTE,
  invitation: 7 * DAY,
  /** The claim of a review without a decision. */
  claim: 2 * HOUR,
  /** The service key that `latchkey bootstrap` creates, unless it is given another lifetime. */
  bootstrapKey: 90 * DAY,
  /** The link that an operator creates and hands over. */
  passwordLink: DAY,
  /** The links of mails. */
  mailedLink: { reset_password: 30 * MINUTE, verify_email: DAY, change_email: DAY },
};

/** `expires_in`: whole seconds from `now` to `expiresAt` (microseconds), at least 0. @see RFC 6749 §5.1 */
export function secondsLeft(expiresAt: number, now: number): number {
  return Math.max(0, Math.floor((expiresAt - now) / 1_000_000));
}

/** `now` (microseconds) plus `seconds`, in microseconds. */
export function expiryAfter(now: number, seconds: number): number {
  return now + seconds * 1_000_000;
}
