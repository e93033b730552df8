import type { Merchant } from "../../model/merchant.ts";
import { resumeMerchant as resume } from "../../store/accounts/merchants.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { requirePlatform } from "./authorization.ts";
import { changeMerchantState, requireNotClosed } from "./change-merchant-state.ts";
import type { AccountDependencies } from "./dependencies.ts";

export interface ResumeMerchantRequest {
  merchantId: string;
}

/** Resumes a suspended merchant, which makes its tokens active again. */
export async function resumeMerchant(
  deps: AccountDependencies,
  { merchantId }: ResumeMerchantRequest,
  call: Call,
): Promise<Merchant> {
  requirePlatform(call, "accounts:write");
  const merchant = await changeMerchantState(deps, merchantId, async (tx) => {
    if (!(await resume(tx.query, merchantId))) return;
    tx.publish({ subject: "MERCHANT", subjectId: merchantId, kind: "RESUMED" });
    recordAudit(tx, call, { action: "merchant.resume", merchantId });
  });
  requireNotClosed(merchant);
  return merchant;
}
