import type { Merchant } from "../../model/merchant.ts";
import { closeMerchant as close } from "../../store/accounts/merchants.ts";
import { markNotBefore } from "../../store/tokens/marks.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { requirePlatform } from "./authorization.ts";
import { changeMerchantState } from "./change-merchant-state.ts";
import type { AccountDependencies } from "./dependencies.ts";

export interface CloseMerchantRequest {
  merchantId: string;
}

/** Closes a merchant permanently. One not-before mark revokes its tokens; its installations, memberships and invitations end. */
export async function closeMerchant(
  deps: AccountDependencies,
  { merchantId }: CloseMerchantRequest,
  call: Call,
): Promise<Merchant> {
  requirePlatform(call, "accounts:write");
  return changeMerchantState(deps, merchantId, async (tx) => {
    if (!(await close(tx, merchantId))) return;
    const marked = await markNotBefore(tx.query, { kind: "MERCHANT", subjectId: merchantId, at: null });
    const notBefore = marked.kind === "marked" ? marked.notBefore : null;
    tx.publish({ subject: "MERCHANT", subjectId: merchantId, kind: "REVOKED", notBefore });
    recordAudit(tx, call, { action: "merchant.close", merchantId });
  });
}
