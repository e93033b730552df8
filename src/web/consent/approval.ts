import type { GetResponse } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Fields } from "../http/fields.ts";
import type { Messages } from "../messages/en.ts";
import type { FieldFault } from "../view/form-parts.ts";

export interface Choice {
  /** Empty: none chosen yet. */
  merchantId: string;
  scopes: string[];
}

/**
 * What the merchant chose on the form. Required scopes have no box and are part of every yes. What the form names beyond the request
 * is passed on, for the core to refuse (cases C2, C3).
 */
export function readApproval(t: Messages, consent: GetResponse, fields: Fields): Choice & { faults: FieldFault[] } {
  const [only] = consent.merchants;
  const merchantId = fields.one("merchant_id") || (consent.merchants.length === 1 ? (only?.merchantId ?? "") : "");
  const scopes = [...new Set([...consent.requiredScopes, ...fields.all("scope")])];
  const faults: FieldFault[] = [];
  if (merchantId === "") faults.push({ field: "merchant_id", text: t.merchant.missing });
  if (scopes.length === 0) faults.push({ field: "scope-0", text: t.scopes.none });
  return { merchantId, scopes, faults };
}
