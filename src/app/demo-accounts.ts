import { hashPassword } from "../credential/password.ts";
import { Account } from "../model/account.ts";
import { createServiceKey } from "../service/accounts/create-service-key.ts";
import type { AccountDependencies } from "../service/accounts/dependencies.ts";
import { recordAudit } from "../service/audit/record-audit.ts";
import { type Call, PERMISSIONS } from "../service/call.ts";
import { endSessions } from "../store/accounts/sessions.ts";
import type { Management } from "../store/connection/management.ts";

/** The audited caller of the operations that the start of the demo performs without an RPC. */
const DEMO_START: Call = {
  caller: { kind: "key", keyId: null, name: "demo setup", permissions: new Set(PERMISSIONS) },
  actor: null,
  address: null,
  requestId: "start",
};

/** Creates the first service key, with every permission except `web:act`, without an RPC. */
export async function createFirstServiceKey(accounts: AccountDependencies): Promise<string> {
  const permissions = PERMISSIONS.filter((permission) => permission !== "web:act");
  const created = await createServiceKey(accounts, { name: "demo", permissions, expiresAt: null }, DEMO_START);
  return created.secret;
}

/** Sets an account's password to the one in `demo.json`, and ends its sessions. */
export async function setDemoPassword(management: Management, accountId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await management.transactional(async (tx) => {
    const account = await tx.em.findOneOrFail(Account, { id: accountId });
    account.passwordHash = passwordHash;
    const ended = await endSessions(tx.query, accountId, null);
    recordAudit(tx, DEMO_START, { action: "account.change_password", accountId, detail: { ended_sessions: ended } });
  });
}
