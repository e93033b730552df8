import type { AccountState } from "../../model/account.ts";
import type { MemberRole, MerchantState } from "../../model/merchant.ts";
import type { InvitationView } from "../../store/accounts/invitation-list.ts";
import type { Permission } from "../call.ts";

/** What the operations on accounts return. Moments are microseconds since the epoch, by the database's clock. */
export interface AccountRecord {
  accountId: string;
  /** Lower case; null for an external sign-in without one. */
  email: string | null;
  /** Null: nobody has verified the e-mail, or there is none. */
  emailVerifiedAt: number | null;
  name: string;
  operator: boolean;
  developer: boolean;
  state: AccountState;
  createdAt: number;
  /** It signs in with the password only while it has an e-mail. */
  hasPassword: boolean;
}

export interface MerchantRecord {
  merchantId: string;
  name: string;
  state: MerchantState;
  test: boolean;
  createdAt: number;
  reasonCode: string | null;
  reasonText: string | null;
}

export interface MembershipRecord {
  merchantId: string;
  merchantName: string;
  merchantState: MerchantState;
  accountId: string;
  accountName: string;
  /** Null where it has none, or where whoever asks may not read it. */
  accountEmail: string | null;
  role: MemberRole;
}

/** A session just begun. */
export interface SessionRecord {
  /** For the browser's cookie; shown once. */
  token: string;
  expiresAt: number;
  account: AccountRecord;
}

/** A service key without its value. */
export interface ServiceKeyRecord {
  serviceKeyId: string;
  name: string;
  permissions: Permission[];
  hint: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

/** What an invitation offers to whoever holds its token. */
export interface InvitationRecord {
  email: string;
  merchantName: string | null;
  role: MemberRole | null;
  /** There is an account of this e-mail that can sign in: it has to. */
  accountExists: boolean;
  developer: boolean;
  operator: boolean;
  /** An account holds the e-mail without having verified it. */
  heldUnverified: boolean;
  /** What the platform called the account that gets its first password; empty for a new account. */
  accountName: string;
}

/** An invitation as those see it who look after it; without its link. */
export type KeptInvitation = InvitationView;

/** An account with the merchants it belongs to, 100 at most. */
export interface AccountWithMemberships {
  account: AccountRecord;
  memberships: MembershipRecord[];
}
