import { hashPassword } from "../credential/password.ts";
import { Account } from "../model/account.ts";
import { recordAudit } from "../service/audit/record.ts";
import { endSessions } from "../store/accounts/sessions.ts";
import type { Management } from "../store/connection/management.ts";
import { DEMO_START } from "./demo-start.ts";

/** Gives an account the password that `demo.json` will say, and ends its sessions. */
export async function giveDemoPassword(management: Management, accountId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await management.transactional(async (tx) => {
    const account = await tx.em.findOneOrFail(Account, { id: accountId });
    account.passwordHash = passwordHash;
    const ended = await endSessions(tx.query, accountId, null);
    recordAudit(tx, DEMO_START, { action: "account.change_password", accountId, detail: { ended_sessions: ended } });
  });
}
