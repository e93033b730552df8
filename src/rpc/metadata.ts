/** `Bearer lk_sk_…`: the service key of the caller. */
export const AUTHORIZATION = "authorization";

/** The session token of the signed-in account; believed only from callers with the permission `web:act`. */
export const SESSION = "latchkey-session";

/** The outside client's IP address as the gateway saw it; believed only from callers with `tokens:forward` or `web:act`. */
export const ADDRESS = "latchkey-address";

/** Set by a gateway that stood still while the request may have waited; accepted only from callers with `tokens:forward`. Such a call revokes nothing. */
export const MAY_BE_LATE = "latchkey-may-be-late";

/** `[A-Za-z0-9._-]{1,128}`, made where there is none or another; answered in the headers of every call. */
export const REQUEST_ID = "x-request-id";

/** One value of the call's metadata by its lower-case name; null if it was not sent. */
export type Metadata = (name: string) => string | null;
