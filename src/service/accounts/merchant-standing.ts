import { Merchant, type MerchantState } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import * as store from "../../store/accounts/merchants.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { markNotBefore } from "../../store/tokens/marks.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { findReasonViolations } from "../reason.ts";
import { refuseViolations } from "../violations.ts";
import type { AccountDependencies } from "./dependencies.ts";
import type { MerchantRecord } from "./records.ts";
import { toMerchantRecord } from "./to-record.ts";
import { notFound, requirePlatform } from "./who.ts";

export interface SuspendMerchant {
  merchantId: string;
  reasonCode: string;
  reasonText: string | null;
}

/** Makes every token of a merchant inactive until it is resumed. One that is suspended already keeps its first reason. */
export async function suspendMerchant(
  deps: AccountDependencies,
  request: SuspendMerchant,
  call: Call,
): Promise<MerchantRecord> {
  requirePlatform(call, "accounts:write");
  const { merchantId, reasonCode, reasonText } = request;
  refuseViolations(findReasonViolations({ code: reasonCode, text: reasonText ?? "" }, { wordless: true }));
  const merchant = await changeStanding(deps, merchantId, async (tx) => {
    if (!(await store.suspendMerchant(tx.query, request))) return;
    tx.publish({ subject: "MERCHANT", subjectId: merchantId, kind: "SUSPENDED" });
    const detail = { reason_code: reasonCode, reason_text: reasonText };
    recordAudit(tx, call, { action: "merchant.suspend", merchantId, detail });
  });
  refuseClosed(merchant);
  return merchant;
}

/** Lets a merchant's tokens work again. */
export async function resumeMerchant(
  deps: AccountDependencies,
  merchantId: string,
  call: Call,
): Promise<MerchantRecord> {
  requirePlatform(call, "accounts:write");
  const merchant = await changeStanding(deps, merchantId, async (tx) => {
    if (!(await store.resumeMerchant(tx.query, merchantId))) return;
    tx.publish({ subject: "MERCHANT", subjectId: merchantId, kind: "RESUMED" });
    recordAudit(tx, call, { action: "merchant.resume", merchantId });
  });
  refuseClosed(merchant);
  return merchant;
}

/** Ends everything of a merchant for good: its tokens by one mark, its installations, memberships and invitations with it. */
export async function closeMerchant(
  deps: AccountDependencies,
  merchantId: string,
  call: Call,
): Promise<MerchantRecord> {
  requirePlatform(call, "accounts:write");
  return changeStanding(deps, merchantId, async (tx) => {
    if (!(await store.closeMerchant(tx.query, merchantId))) return;
    const marked = await markNotBefore(tx.query, { kind: "MERCHANT", subjectId: merchantId, at: null });
    const notBefore = marked.kind === "marked" ? marked.notBefore : null;
    tx.publish({ subject: "MERCHANT", subjectId: merchantId, kind: "REVOKED", notBefore });
    recordAudit(tx, call, { action: "merchant.close", merchantId });
  });
}

async function changeStanding(
  deps: AccountDependencies,
  merchantId: string,
  change: (tx: ManagementTransaction) => Promise<void>,
): Promise<MerchantRecord> {
  if (!isMerchantId(merchantId)) throw notFound("merchant");
  return deps.management.transactional(async (tx) => {
    await change(tx);
    const merchant = await tx.em.findOne(Merchant, { id: merchantId });
    if (merchant === null) throw notFound("merchant");
    return toMerchantRecord(merchant);
  });
}

/** Refuses to change anything about a merchant that is closed. */
export function refuseClosed(merchant: { state: MerchantState }): void {
  if (merchant.state === "CLOSED") {
    throw new RequestError("failed_precondition", "MERCHANT_CLOSED", "This merchant is closed for good.");
  }
}
