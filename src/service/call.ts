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
  /** The service key's id; null for the in-process gateway, whose key is created at startup and not stored. */
  keyId: string | null;
  name: string;
  permissions: ReadonlySet<Permission>;
  /** The account that created the key, directly or through keys that it created; null or absent if none did. */
  createdBy?: string | null;
  /** The ids of the teams of other developers that `createdBy` is a member of, inactive ones included; absent without any. */
  creatorTeams?: readonly string[];
}

/** The signed-in account on whose behalf a caller with `web:act` calls. */
export interface Actor {
  accountId: string;
  sessionId: string;
  operator: boolean;
  developer: boolean;
  /** The teams of other developers that the account works in, read again with each call; absent without any. */
  teams?: readonly TeamMembership[];
  /** The ids of its teams whose developer is suspended or has lost the role: no access, and no reviews either. */
  inactiveTeams?: readonly string[];
  /** The account is an operator, but its role does not work in this session without a second factor. */
  needsSecondFactor?: boolean;
}

/** The origin of a call. `actor` is null if a service key acts with its own permissions, on all resources that they cover. */
export interface Call {
  caller: Caller;
  actor: Actor | null;
  /** The address of the outside client, from the gateway; null if unknown. */
  address: string | null;
  requestId: string;
  /** The User-Agent of the browser, from the gateway; null or absent if unknown. */
  userAgent?: string | null;
  /** The language of the page, from the gateway; null or absent if unknown. */
  language?: MailLanguage | null;
  signal?: AbortSignal;
  /** True once the call is cancelled or its deadline has passed; cheaper than `signal`. */
  readonly ended?: boolean;
  /** True if the caller may have retried elsewhere before this process read the call. Such a call revokes nothing. */
  readonly mayBeLate?: boolean;
}
