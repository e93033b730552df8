/** `Bearer lk_sk_…`: the service key of the caller. */
export const AUTHORIZATION = "authorization";

/** The session token of the signed-in account; accepted only from callers with the permission `web:act`. */
export const SESSION = "latchkey-session";

/** The client's IP address at the gateway; accepted only from callers with `tokens:forward` or `web:act`. */
export const ADDRESS = "latchkey-address";

/** The browser's User-Agent at the gateway, in printable ASCII; accepted only from callers with `web:act`. */
export const USER_AGENT = "latchkey-user-agent";

/** The language of the page, such as `en`; accepted only from callers with `web:act`. */
export const LANGUAGE = "latchkey-language";

/**
 * Set by a gateway whose process was paused while the request may have waited. Such a call revokes nothing. Accepted only from callers with
 * `tokens:forward`.
 */
export const MAY_BE_LATE = "latchkey-may-be-late";

/** `[A-Za-z0-9._-]{1,128}`; generated if missing or invalid, and returned in the headers of every call. */
export const REQUEST_ID = "x-request-id";

/** Reads one metadata value by its lower-case name; null if absent. */
export type Metadata = (name: string) => string | null;
