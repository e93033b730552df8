import type { MailLanguage } from "../model/mail.ts";
import type { TeamMembership } from "../model/team.ts";

/** The permissions of service keys (docs/grpc-api.md, "Permissions"). */
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
  "events:read",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The calling service: the holder of a service key, or the gateway of this process. */
export interface Caller {
  kind: "key" | "gateway";
  /** The id of the service key; null for the in-process gateway, whose key is not stored. */
  keyId: string | null;
  name: string;
  permissions: ReadonlySet<Permission>;
  /** The account that created the key, directly or through keys that it created; null or absent if none did. */
  createdBy?: string | null;
  /** The ids of the teams of other developers that `createdBy` is a member of, inactive teams included; absent if there are none. */
  creatorTeams?: readonly string[];
}

/** The signed-in account on whose behalf a caller with `web:act` calls. */
export interface Actor {
  accountId: string;
  sessionId: string;
  operator: boolean;
  developer: boolean;
  /** The teams of other developers that the account works in, read again with each call; absent if there are none. */
  teams?: readonly TeamMembership[];
  /**
   * The ids of the account's teams whose developer is suspended or has lost the role. The account has no access to the apps of these teams,
   * and may not review the apps.
   */
  inactiveTeams?: readonly string[];
  /** True for an account with the operator role whose session lacks the required second factor: it has no operator access. */
  needsSecondFactor?: boolean;
}

/**
 * The origin of a call: the caller, the account and the client. `actor` is null if a service key acts with its own permissions, on all
 * resources that they cover.
 */
export interface Call {
  caller: Caller;
  actor: Actor | null;
  /** The IP address of the client at the gateway; null if unknown. */
  address: string | null;
  requestId: string;
  /** The User-Agent of the browser, from the gateway; null or absent if unknown. */
  userAgent?: string | null;
  /** The language of the page, from the gateway; null or absent if unknown. */
  language?: MailLanguage | null;
  signal?: AbortSignal;
  /** True once the call is cancelled or its deadline has passed. Reading it is cheaper than reading `signal`. */
  readonly ended?: boolean;
  /** True if the caller may have retried elsewhere before this process read the call. Such a call revokes nothing. */
  readonly mayBeLate?: boolean;
}
