import { isMerchantId } from "../../oauth/parameters.ts";
import type { MerchantSummaries } from "../../store/installations/merchant-summaries.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { InstallationDependencies } from "./dependencies.ts";

const MERCHANTS_MAX = 100;

/**
 * The connected apps of the signed-in account's merchants: the given ones, or with `ofAccount` its first 100. Merchants that the account
 * does not belong to are left out, also for operators.
 * @throws RequestError SESSION without a session; INVALID for too many merchants
 */
export async function summarizeMerchants(
  { installations }: Pick<InstallationDependencies, "installations">,
  { merchantIds, ofAccount = false }: { merchantIds: readonly string[]; ofAccount?: boolean },
  call: Call,
): Promise<MerchantSummaries> {
  const { accountId } = requireActor(call);
  if (merchantIds.length > MERCHANTS_MAX) {
    const description = `At most ${MERCHANTS_MAX} merchants.`;
    throw new RequestError("invalid_argument", "INVALID", "Too many merchants.", {
      violations: [{ field: "merchant_ids", description }],
    });
  }
  const asked = ofAccount ? null : merchantIds.filter(isMerchantId);
  return installations.summarizeMerchants({ accountId, merchantIds: asked });
}
