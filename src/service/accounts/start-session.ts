import { createSessionToken } from "../../credential/secret.ts";
import type { Account } from "../../model/account.ts";
import { SESSION_TIMEOUTS } from "../../oauth/session.ts";
import { setLanguage } from "../../store/accounts/accounts.ts";
import { endSession, openSession } from "../../store/accounts/sessions.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import { actingAs } from "./authorization.ts";

export interface NewSession {
  account: Account;
  /** The hash that the password was verified against; null for a sign-in without a password. */
  passwordHash: string | null;
  /** The authentication method, for the audit. */
  by: "password" | "external" | "sign_up" | "invitation" | "passkey";
  /** The verified second factor; absent if none was verified. */
  secondFactor?: SecondFactorMethod;
  /** True if no stored session of the account began in this browser and network. */
  newDevice?: boolean;
}

export const SECOND_FACTOR_METHODS = ["totp", "recovery_code", "passkey"] as const;

export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

/** A session with its token, which is returned only once. */
export interface StartedSession {
  token: string;
  /** Microseconds. */
  expiresAt: number;
  account: Account;
}

/**
 * Starts a session with a new id and ends the call's own session, against session fixation. Null if the account was suspended or its
 * password changed concurrently, or if a required second factor was not verified.
 */
export async function startSession(
  tx: ManagementTransaction,
  call: Call,
  { account, passwordHash, by, secondFactor, newDevice = false }: NewSession,
): Promise<StartedSession | null> {
  const { token, digest } = createSessionToken();
  const lifetime = SESSION_TIMEOUTS.absolute;
  const { id: accountId } = account;
  if (call.language && call.language !== account.language) await setLanguage(tx.query, accountId, call.language);
  const { address, userAgent = null } = call;
  const authenticatedBy = secondFactor === undefined ? [by] : [...new Set([by, secondFactor])];
  // The identity provider decides how its accounts authenticate.
  const isEnough = secondFactor !== undefined || by === "external";
  const proof = { passwordHash, authenticatedBy, secondFactor: isEnough };
  const opened = await openSession(tx.query, { accountId, digest, lifetime, address, userAgent, ...proof });
  if (opened === null) return null;
  if (call.actor !== null) await endSession(tx.query, call.actor.sessionId);
  recordSecurityEvent(tx, actingAs(call, account), {
    action: "session.start",
    accountId,
    detail: { by, second_factor: secondFactor, new_device: newDevice || undefined },
  });
  return { token, expiresAt: opened.expiresAt, account };
}
