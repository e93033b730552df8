import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Fields } from "../../http/fields.ts";
import type { Messages } from "../../messages.en.ts";
import { type Html, html } from "../html.ts";

/** The values of the form's hidden fields. A value is null if its field is absent, for example in a request from a script. */
export interface DisplayedValues {
  requiredScopes: string[] | null;
  /** Empty if the form had a choice of merchants. */
  merchantId: string | null;
}

/** Hidden fields with the contents of the page, by which the submission detects changes. */
export function displayedFields(consent: GetInteractionResponse): Html {
  return html`<input type="hidden" name="shown_required" value="${consent.requiredScopes.join(" ")}">
<input type="hidden" name="shown_merchant" value="${onlyMerchant(consent)?.merchantId ?? ""}">`;
}

export function readDisplayed(fields: Fields): DisplayedValues {
  const required = fields.one("shown_required");
  const requiredScopes = required === null ? null : required.split(" ").filter((name) => name !== "");
  return { requiredScopes, merchantId: fields.one("shown_merchant") };
}

/** The only merchant of the page; undefined if the page offers several. */
export function onlyMerchant({ merchants }: GetInteractionResponse) {
  return merchants.length === 1 ? merchants[0] : undefined;
}

/** True if the submitted page equals the current one. */
export function isUnchanged({ csrfToken: now }: GetInteractionResponse, answered: string): boolean {
  return pageDigest(answered) !== "" && pageDigest(answered) === pageDigest(now);
}

/** The digest in a CSRF token, with the dot before it; empty if there is none. */
export function pageDigest(csrfToken: string): string {
  return csrfToken.includes(".") ? csrfToken.slice(csrfToken.indexOf(".")) : "";
}

/** The changes since the submitted page was shown, as sentences. */
export function describeChanges(t: Messages, before: DisplayedValues, now: GetInteractionResponse): string[] {
  const changes = [...scopeChanges(t, before, now), ...merchantChanges(t, before, now)];
  return changes.length > 0 ? changes : [t.consent.changed.other];
}

function scopeChanges(t: Messages, { requiredScopes }: DisplayedValues, now: GetInteractionResponse): string[] {
  if (requiredScopes === null) return [];
  return now.scopes.flatMap(({ name, title }) => {
    const [was, is] = [requiredScopes.includes(name), now.requiredScopes.includes(name)];
    if (was === is) return [];
    return [is ? t.consent.changed.required(title || name) : t.consent.changed.optional(title || name)];
  });
}

function merchantChanges(t: Messages, { merchantId: before }: DisplayedValues, now: GetInteractionResponse): string[] {
  const only = onlyMerchant(now);
  if (before === null || before === (only?.merchantId ?? "")) return [];
  const name = now.merchants.find(({ merchantId }) => merchantId === before)?.name ?? before;
  if (only === undefined) return [t.consent.changed.choice(name)];
  return [before === "" ? t.consent.changed.only(only.name) : t.consent.changed.merchant(name, only.name)];
}
