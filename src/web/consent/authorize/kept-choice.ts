import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { defaultChoice } from "../../components/consent/default-choice.ts";
import { isUnchanged, pageDigest } from "../../components/consent/displayed-fields.ts";
import type { ConsentView } from "../../components/consent/facts.ts";
import type { Fields } from "../../http/fields.ts";
import { type TypedField, typedFields } from "../../http/kept-input.ts";
import type { Messages } from "../../messages.en.ts";

/** The choice of an approval that came without a session, and the digest of its page. A denial needs no choice. */
export function choiceFields(fields: Fields): TypedField[] {
  if (fields.one("decision") !== "approve") return [];
  return [["page", pageDigest(fields.one("csrf_token") ?? "")], ...typedFields(fields, ["merchant_id", "scope"])];
}

/** The page with the kept choice, if it still shows the same app, scopes and shop; else with the note that it has changed. */
export function restoredChoice(
  t: Messages,
  consent: GetInteractionResponse,
  fields: Fields,
): Partial<Pick<ConsentView, "choice" | "changes" | "restored">> {
  if (!isUnchanged(consent, fields.one("page") ?? "")) return { changes: [t.consent.changed.other] };
  const merchantId = fields.one("merchant_id") ?? defaultChoice(consent).merchantId;
  return { choice: { merchantId, scopes: [...consent.requiredScopes, ...fields.all("scope")] }, restored: true };
}
