import type { AuditAction } from "../../model/audit-action.ts";
import { listSecurityEvents as listRows, type SecurityEventRow } from "../../store/audit/security-events.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { toDisplayedNetwork } from "../limits/address-key.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import type { AccountDependencies } from "./dependencies.ts";

const DEFAULT_SIZE = 10;

/** Failed attempts to sign in to the account. Their actor, if any, is the account that the browser was signed in to before. */
const ATTEMPTS: readonly AuditAction[] = ["account.lock_out", "session.refuse"];

const FAILED_SIGN_INS: readonly AuditAction[] = [...ATTEMPTS, "session.acknowledge"];

const SIGN_INS: readonly AuditAction[] = [...FAILED_SIGN_INS, "session.end", "session.start"];

const SECURITY: readonly AuditAction[] = [
  "account.add_second_factor",
  "account.change_password",
  "account.create_recovery_codes",
  "account.create_reset_link",
  "account.remove_second_factor",
  "account.rename_passkey",
  "account.replace_second_factor",
  "account.reset_password",
  "account.reset_second_factor",
];

const ACCOUNT: readonly AuditAction[] = [
  "account.change_email",
  "account.release_email",
  "account.resume",
  "account.roles",
  "account.set_roles",
  "account.sign_up",
  "account.suspend",
  "account.verify_email",
];

const GROUPS = {
  SIGN_INS,
  FAILED_SIGN_INS,
  SECURITY,
  ACCOUNT,
};

const ALL: readonly AuditAction[] = [...SIGN_INS, ...SECURITY, ...ACCOUNT];

export interface SecurityEventsRequest extends PageRequest {
  /** Only the events of this group; null for all. */
  group: keyof typeof GROUPS | null;
}

/** An event that concerns the sign-in of the signed-in account. */
export interface SecurityEvent {
  id: string;
  /** Microseconds. */
  at: number;
  action: AuditAction;
  /** How the account signed in, or the kind of the second factor; null if neither applies. */
  method: string | null;
  /** The second step of a sign-in; null if there was none. */
  secondFactor: string | null;
  endedSessions: number;
  /** The device of the one other session that the event ended; null if unknown. */
  endedBrowser: string | null;
  endedSystem: string | null;
  /** The name of the passkey after the event; null if the event is about none, or if an earlier release recorded it. */
  passkeyName: string | null;
  /** The addresses before and after a change of the e-mail address; null for other events, or if an earlier release recorded it. */
  formerEmail: string | null;
  newEmail: string | null;
  /** The failed sign-in that the account acknowledged; null for other events. */
  acknowledgedEventId: string | null;
  browser: string | null;
  system: string | null;
  /** The network of the client; null if unknown. */
  network: string | null;
  /** True for a sign-in whose browser or network was in none of the stored sessions of the account. */
  newDevice: boolean;
  /** True if another account or a service key acted. The browser and network of the actor are then not shown. */
  byOther: boolean;
}

/** Lists the events that concern the sign-in of the signed-in account, or one group of them, newest first. A page size of 0 means 10. */
export async function listSecurityEvents(
  { management }: AccountDependencies,
  { pageSize, pageToken, group }: SecurityEventsRequest,
  call: Call,
): Promise<Page<SecurityEvent>> {
  const { accountId } = requireActor(call);
  const { limit, after } = readPageRequest({ pageSize: pageSize || DEFAULT_SIZE, pageToken }, ["id"]);
  const actions = group === null ? ALL : GROUPS[group];
  const request = { accountId, actions, limit, after: after?.[0] ?? null };
  const { shown, next } = await management.read((_em, query) => listRows(query, request));
  const items = shown.map((row) => toSecurityEvent(row, accountId));
  return { items, nextPageToken: toPageToken(next && [next.id]) };
}

function toSecurityEvent({ detail, ...row }: SecurityEventRow, accountId: string): SecurityEvent {
  const { id, at, action, actorId, address } = row;
  const byOther = actorId !== accountId && !ATTEMPTS.includes(action);
  const device = byOther ? { browser: null, system: null, network: null } : deviceOf(detail, address);
  const method = textOf(detail.method) ?? (action === "session.start" ? textOf(detail.by) : null);
  const secondFactor = textOf(detail.second_factor);
  const endedSessions = Number(detail.ended_sessions ?? (detail.session_id === undefined ? 0 : 1));
  const [endedBrowser, endedSystem] = [textOf(detail.ended_browser), textOf(detail.ended_system)];
  const passkeyName = textOf(detail.passkey);
  const acknowledgedEventId = action === "session.acknowledge" ? textOf(detail.event_id) : null;
  const [formerEmail, newEmail] =
    action === "account.change_email" ? [textOf(detail.from), textOf(detail.to)] : [null, null];
  const newDevice = detail.new_device === true;
  const ended = { endedSessions, endedBrowser, endedSystem };
  return {
    id,
    at,
    action,
    method,
    secondFactor,
    ...ended,
    passkeyName,
    formerEmail,
    newEmail,
    acknowledgedEventId,
    newDevice,
    ...device,
    byOther,
  };
}

function deviceOf({ browser, system }: Record<string, unknown>, address: string | null) {
  const network = address === null ? null : toDisplayedNetwork(address);
  return { browser: textOf(browser), system: textOf(system), network };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
