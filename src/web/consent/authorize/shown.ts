import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import type { Fields } from "../../http/fields.ts";
import type { Messages } from "../../messages.en.ts";

/** What a form said without a field for the person to fill in. Null: the form does not tell, as programs send it. */
export interface Shown {
  requiredScopes: string[] | null;
  /** Empty where the form let choose. */
  merchantId: string | null;
}

/** Hidden fields with what the page shows, so that an answer to it is read as the page was. */
export function shownFields(consent: GetInteractionResponse): Html {
  return html`<input type="hidden" name="shown_required" value="${consent.requiredScopes.join(" ")}">
<input type="hidden" name="shown_merchant" value="${onlyMerchant(consent)?.merchantId ?? ""}">`;
}

export function readShown(fields: Fields): Shown {
  const required = fields.one("shown_required");
  const requiredScopes = required === null ? null : required.split(" ").filter((name) => name !== "");
  return { requiredScopes, merchantId: fields.one("shown_merchant") };
}

/** The merchant that the page is about where there is no choice. */
export function onlyMerchant({ merchants }: GetInteractionResponse) {
  return merchants.length === 1 ? merchants[0] : undefined;
}

/** True if the page that was answered showed what would be shown now: behind the dot of a form's token is what it is bound to. */
export function showsTheSame({ csrfToken: now }: GetInteractionResponse, answered: string): boolean {
  return answered.includes(".") && answered.slice(answered.indexOf(".")) === now.slice(now.indexOf("."));
}

/** What is another now than on the page that was answered, in sentences. */
export function describeChanges(t: Messages, before: Shown, now: GetInteractionResponse): string[] {
  const changes = [...scopeChanges(t, before, now), ...merchantChanges(t, before, now)];
  return changes.length > 0 ? changes : [t.consent.changed.other];
}

function scopeChanges(t: Messages, { requiredScopes }: Shown, now: GetInteractionResponse): string[] {
  if (requiredScopes === null) return [];
  return now.scopes.flatMap(({ name, title }) => {
    const [was, is] = [requiredScopes.includes(name), now.requiredScopes.includes(name)];
    if (was === is) return [];
    return [is ? t.consent.changed.required(title || name) : t.consent.changed.optional(title || name)];
  });
}

function merchantChanges(t: Messages, { merchantId: before }: Shown, now: GetInteractionResponse): string[] {
  const only = onlyMerchant(now);
  if (before === null || before === (only?.merchantId ?? "")) return [];
  if (only === undefined) return [t.consent.changed.choice(before)];
  return [before === "" ? t.consent.changed.only(only.name) : t.consent.changed.merchant(before, only.name)];
}
