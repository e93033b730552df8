import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { isUnchanged, onlyMerchant, readDisplayed } from "../../components/consent/displayed-fields.ts";
import type { Choice } from "../../components/consent/facts.ts";
import type { FieldError } from "../../components/form.ts";
import type { Fields } from "../../http/fields.ts";
import type { Messages } from "../../messages.en.ts";

/**
 * The choice made on the form. Required scopes have no checkbox and are always included. If the page's contents have changed since, only
 * the scopes and merchants of the form are used, and the core rejects those that the request does not include.
 */
export function readApproval(
  t: Messages,
  consent: GetInteractionResponse,
  fields: Fields,
): Choice & { errors: FieldError[] } {
  const shown = readDisplayed(fields);
  const isSame = isUnchanged(consent, fields.one("csrf_token") ?? "");
  const only = isSame ? onlyMerchant(consent)?.merchantId : undefined;
  const merchantId = fields.one("merchant_id") || shown.merchantId || (only ?? "");
  const required = shown.requiredScopes ?? (isSame ? consent.requiredScopes : []);
  const scopes = [...new Set([...required, ...fields.all("scope")])];
  const errors: FieldError[] = [];
  if (!isSame) return { merchantId, scopes, errors };
  if (merchantId === "") errors.push({ field: "merchant_id", text: t.merchant.missing });
  if (scopes.length === 0) errors.push({ field: "scope-0", text: t.scopes.none });
  return { merchantId, scopes, errors };
}
