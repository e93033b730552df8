import type { AuditDetail } from "../../model/audit-detail.ts";
import type { Merchant } from "../../model/merchant.ts";
import { suspendMerchant as suspend } from "../../store/accounts/merchants.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { findReasonViolations } from "../reason.ts";
import { requireNoViolations } from "../violations.ts";
import { requirePlatform } from "./authorization.ts";
import { changeMerchantState, requireNotClosed } from "./change-merchant-state.ts";
import type { AccountDependencies } from "./dependencies.ts";

export interface SuspendMerchantRequest {
  merchantId: string;
  reasonCode: string;
  reasonText: string | null;
}

/** Suspends a merchant, which makes its tokens inactive. A merchant that is already suspended keeps its first reason. */
export async function suspendMerchant(
  deps: AccountDependencies,
  request: SuspendMerchantRequest,
  call: Call,
): Promise<{ merchant: Merchant; alreadySuspended: boolean }> {
  requirePlatform(call, "accounts:write");
  const { merchantId, reasonCode, reasonText } = request;
  requireNoViolations(findReasonViolations({ code: reasonCode, text: reasonText ?? "" }, { textOptional: true }));
  let alreadySuspended = false;
  const merchant = await changeMerchantState(deps, merchantId, async (tx) => {
    alreadySuspended = !(await suspend(tx.query, request));
    if (alreadySuspended) return;
    tx.publish({ subject: "MERCHANT", subjectId: merchantId, kind: "SUSPENDED" });
    const detail: AuditDetail = { reason_code: reasonCode, reason_text: reasonText };
    recordAudit(tx, call, { action: "merchant.suspend", merchantId, detail });
  });
  requireNotClosed(merchant);
  return { merchant, alreadySuspended };
}
