import { isUuid } from "../../credential/uuid.ts";
import { renamePasskeyOfAccount } from "../../store/accounts/passkeys.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { findPasskeyNameError, requireValid } from "./fields.ts";

export interface RenamePasskeyRequest {
  passkeyId: string;
  name: string;
}

/** Changes the name of a passkey of the signed-in account. The name has no effect on sign-ins. @throws RequestError PASSKEY_NOT_FOUND */
export async function renamePasskey(
  { management }: AccountDependencies,
  { passkeyId, name }: RenamePasskeyRequest,
  call: Call,
): Promise<void> {
  const { accountId } = requireActor(call);
  requireValid({ name: findPasskeyNameError(name) });
  if (!isUuid(passkeyId)) throw notFound("passkey");
  await management.transactional(async (tx) => {
    const renamed = { accountId, id: passkeyId, name: name.trim() };
    if (!(await renamePasskeyOfAccount(tx.query, renamed))) throw notFound("passkey");
    recordSecurityEvent(tx, call, { action: "account.rename_passkey", accountId, detail: { passkey: renamed.name } });
  });
}
