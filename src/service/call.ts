/** What a service key may be allowed to do (docs/architecture.md, "Who calls and who acts"). */
export const PERMISSIONS = [
  "tokens:issue",
  "tokens:forward",
  "tokens:introspect",
  "tokens:introspect_test",
  "tokens:revoke",
  "web:act",
  "apps:read",
  "apps:write",
  "apps:review",
  "installations:read",
  "installations:write",
  "accounts:read",
  "accounts:write",
  "keys:write",
  "audit:read",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The internal service that calls: the holder of a service key, or the gateway of this very process. */
export interface Caller {
  kind: "key" | "gateway";
  /** The service key's id; null for the in-process gateway, whose key is made at start and stored nowhere. */
  keyId: string | null;
  name: string;
  permissions: ReadonlySet<Permission>;
  /** The account that created the key, directly or through keys that it created; absent or null where none did. */
  createdBy?: string | null;
}

/** The signed-in account on whose behalf a caller with `web:act` calls. */
export interface Actor {
  accountId: string;
  sessionId: string;
  operator: boolean;
  developer: boolean;
}

/** Who asks, for whom, from where. `actor` is null when a service key acts by its own permissions, over everything they name. */
export interface Call {
  caller: Caller;
  actor: Actor | null;
  /** The outside client's address as the gateway saw it; null when the caller told none. */
  address: string | null;
  requestId: string;
  signal?: AbortSignal;
  /** True once the caller has left or the deadline has passed, without the cost of a signal. */
  readonly ended?: boolean;
  /** True if the caller may have turned elsewhere before this process read the call: nothing may be revoked for it. */
  readonly mayBeLate?: boolean;
}
