import type { ConsentMerchant } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages.en.ts";
import { badgeRow } from "./badges.ts";
import type { FieldError } from "./form.ts";
import { type Html, html } from "./html.ts";
import { isStopped, stopWord } from "./stopped-connection.ts";

/** The maximum number of merchants shown as radio buttons; more are shown as a select. */
const RADIOS_MAX = 6;

interface MerchantChoice {
  merchants: readonly ConsentMerchant[];
  /** The id of the chosen merchant; empty if none is chosen. */
  chosen: string;
  errors: readonly FieldError[];
  /** True if the page asks for more than the merchant. */
  isFirst?: boolean;
  /** True if the page has no summary of its errors, so that the first choice gets the focus, with the error as its description. */
  focusError?: boolean;
}

/** A choice between several merchants; for the only one, which the heading of the page names, what sets it apart. */
export function merchantChoice(t: Messages, choice: MerchantChoice): Html {
  const [only] = choice.merchants;
  if (choice.merchants.length === 1 && only !== undefined)
    return html`${markLine(t, only, choice)}${stateHint(t, only, choice)}`;
  const error = choice.errors.find(({ field }) => field === "merchant_id");
  return html`<fieldset class="merchants" ${error && html`aria-describedby="merchant-fault"`}>
<legend>${legendOf(t, choice)}</legend>
${error && html`<p class="fault" id="merchant-fault" ${choice.focusError && html`role="alert"`}>${error.text}</p>`}
${choice.merchants.length > RADIOS_MAX ? list(t, choice) : radios(t, choice)}
${choice.merchants.some(isStopped) && html`<p class="muted"><small>${t.merchant.stoppedHintMany}</small></p>`}
${choice.merchants.some((one) => one.connectionExpired) && html`<p class="muted"><small>${t.merchant.expiredHintMany}</small></p>`}
</fieldset>`;
}

/** The name again, with a label and its marks: a test, or the state of the connection unless the page is about it; null without marks. */
function markLine(t: Messages, merchant: ConsentMerchant, { isFirst }: MerchantChoice): Html | null {
  return merchant.test || merchant.connectionExpired || (!isFirst && connection(t, merchant) !== null)
    ? html`<p class="merchant-line">${t.connected.shops.label}: <strong dir="auto">${merchant.name}</strong> ${marks(t, merchant)}</p>`
    : null;
}

/** Why the only merchant has to allow the app once more; null for other states. */
function stateHint({ merchant: texts }: Messages, merchant: ConsentMerchant, { isFirst }: MerchantChoice): Html | null {
  const { connectionExpired, connectionRevoked, connectionPending } = merchant;
  if (connectionExpired)
    return html`<p class="notice">${connectionRevoked ? texts.revokedHint : texts.expiredHint}</p>`;
  return connectionPending && !isFirst ? html`<p class="notice">${texts.pendingHint}</p>` : null;
}

function legendOf(t: Messages, { chosen, isFirst, errors }: MerchantChoice): string {
  // The error below it asks for the choice.
  if (errors.some(({ field }) => field === "merchant_id")) return t.connected.shops.label;
  if (!isFirst) return t.merchant.choose;
  return chosen === "" ? t.merchant.chooseFirst : t.merchant.chosen;
}

/** Lets the script of the page focus the first input. Its place in the tab order stays. */
function focusOf({ errors, focusError }: MerchantChoice): Html | false {
  const isFaulty = errors.some(({ field }) => field === "merchant_id");
  return isFaulty && focusError === true && html`tabindex="0" data-focus aria-describedby="merchant-fault"`;
}

/** The id of a merchant that shares its name with another of the choice; null for other merchants. */
function distinctId(merchants: readonly ConsentMerchant[], { merchantId, name }: ConsentMerchant): string | null {
  const isNamesake = (other: ConsentMerchant) => other.name === name && other.merchantId !== merchantId;
  return merchants.some(isNamesake) ? merchantId : null;
}

function radios(t: Messages, choice: MerchantChoice): Html[] {
  const { merchants, chosen } = choice;
  const first = Math.max(
    0,
    merchants.findIndex((merchant) => !isStopped(merchant)),
  );
  return merchants.map((merchant, index) => {
    const distinct = distinctId(merchants, merchant);
    // The error summary links by this id to the first button that can be chosen.
    const id = index === first ? "merchant_id" : `merchant_id-${index}`;
    return html`<label class="merchant-option" for="${id}">
<input type="radio" id="${id}" name="merchant_id" value="${merchant.merchantId}" required ${merchant.merchantId === chosen && "checked"} ${isStopped(merchant) && "disabled"} ${index === first && focusOf(choice)}>
<span><strong dir="auto">${merchant.name}</strong> ${distinct && html`<span class="merchant-id">${distinct}</span>`} ${marks(t, merchant)}</span>
</label>`;
  });
}

function list(t: Messages, choice: MerchantChoice): Html {
  const { merchants, chosen, errors } = choice;
  const isFaulty = errors.some(({ field }) => field === "merchant_id");
  const options = merchants.map(
    (merchant) =>
      html`<option value="${merchant.merchantId}" ${merchant.merchantId === chosen && "selected"} ${isStopped(merchant) && "disabled"}>${describe(t, merchants, merchant)}</option>`,
  );
  return html`<select id="merchant_id" name="merchant_id" required aria-label="${t.merchant.pick}" ${isFaulty && html`aria-invalid="true"`} ${focusOf(choice)}>
<option value="">${t.merchant.pick}</option>${options}</select>`;
}

function describe(t: Messages, merchants: readonly ConsentMerchant[], merchant: ConsentMerchant): string {
  const marks = [distinctId(merchants, merchant), merchant.test && t.merchant.test, connection(t, merchant)];
  const shown = marks.filter(Boolean);
  return shown.length === 0 ? merchant.name : `${merchant.name} (${shown.join(", ")})`;
}

function marks(t: Messages, merchant: ConsentMerchant): Html {
  const state = connection(t, merchant);
  return badgeRow([
    merchant.test && html`<span class="badge">${t.merchant.test}</span>`,
    state !== null &&
      html`<span class="badge ${(merchant.connectionExpired || isStopped(merchant)) && "badge-warn"}">${state}</span>`,
  ]);
}

/** How the app is connected to the merchant; null if it is not installed there. */
function connection(t: Messages, merchant: ConsentMerchant): string | null {
  const { connectionExpired, connectionRevoked, grantedScopes } = merchant;
  if (isStopped(merchant)) return stopWord(t, merchant);
  if (connectionExpired) return connectionRevoked ? t.merchant.revoked : t.merchant.expired;
  if (merchant.connectionPending) return t.merchant.pending;
  return grantedScopes.length > 0 ? t.merchant.connected : null;
}
