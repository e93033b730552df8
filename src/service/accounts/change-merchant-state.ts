import { Merchant, type MerchantState } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";

/** Runs `change` in a transaction and returns the merchant. @throws RequestError MERCHANT_NOT_FOUND */
export async function changeMerchantState(
  deps: AccountDependencies,
  merchantId: string,
  change: (tx: ManagementTransaction) => Promise<void>,
): Promise<Merchant> {
  if (!isMerchantId(merchantId)) throw notFound("merchant");
  return deps.management.transactional(async (tx) => {
    await change(tx);
    const merchant = await tx.em.findOne(Merchant, { id: merchantId });
    if (merchant === null) throw notFound("merchant");
    return merchant;
  });
}

/** @throws RequestError MERCHANT_CLOSED; a closed merchant is final */
export function requireNotClosed(merchant: { state: MerchantState }): void {
  if (merchant.state !== "CLOSED") return;
  throw new RequestError("failed_precondition", "MERCHANT_CLOSED", "This merchant is closed.");
}
