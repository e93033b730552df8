import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { isStopped } from "../stopped-connection.ts";
import { onlyMerchant } from "./displayed-fields.ts";
import type { Choice } from "./facts.ts";

/**
 * The initial choice: the only or preselected merchant, and all scopes except those that a merchant with the app has declined.
 * @param wantedScope a declined scope that the merchant came to allow; empty if there is none
 */
export function defaultChoice(consent: GetInteractionResponse, wantedScope = ""): Choice {
  const { merchants, preselectedMerchantId, requestedScopes } = consent;
  const installed = merchants.filter(({ grantedScopes }) => grantedScopes.length > 0);
  const scopes = requestedScopes.filter(
    (name) => name === wantedScope || installed.every(({ grantedScopes }) => grantedScopes.includes(name)),
  );
  const wanted = onlyMerchant(consent)?.merchantId ?? preselectedMerchantId;
  const isFree = merchants.some((merchant) => merchant.merchantId === wanted && !isStopped(merchant));
  return { merchantId: isFree ? wanted : "", scopes };
}
