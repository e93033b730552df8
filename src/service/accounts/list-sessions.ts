import { SESSION_TIMEOUTS } from "../../oauth/session.ts";
import { listLiveSessions, type SessionRow } from "../../store/accounts/session-list.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { toDisplayedNetwork } from "../limits/address-key.ts";
import type { AccountDependencies } from "./dependencies.ts";

const LIMIT = 100;

/** A live session of the signed-in account. Timestamps in microseconds. */
export interface AccountSession extends Omit<SessionRow, "address"> {
  /** The network of the address at sign-in; null if unknown. */
  network: string | null;
  /** True for the session of the call. */
  current: boolean;
}

/** Lists the live sessions of the signed-in account, the current one first. */
export async function listSessions({ management }: AccountDependencies, call: Call): Promise<AccountSession[]> {
  const { accountId, sessionId: currentId } = requireActor(call);
  const read = { accountId, idleTimeout: SESSION_TIMEOUTS.idle, currentId, limit: LIMIT };
  const rows = await management.read((_em, query) => listLiveSessions(query, read));
  return rows.map(({ address, ...row }) => ({
    ...row,
    network: address === null ? null : toDisplayedNetwork(address),
    current: row.sessionId === currentId,
  }));
}
