import type { ConsentMerchant } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";
import { type Html, html } from "./html.ts";
import { pathWith } from "./list.ts";
import { linkButton } from "./page-header.ts";

/** True if the app is paused or suspended for the merchant, so that it cannot be connected there. */
export function isStopped(merchant: ConsentMerchant): boolean {
  return merchant.suspendedByMerchant || merchant.suspendedByApp || merchant.suspendedByOperator;
}

/** The state of an app that is stopped for the merchant, in one word. */
export function stopWord({ merchant }: Messages, { suspendedByOperator }: ConsentMerchant): string {
  return suspendedByOperator ? merchant.suspended : merchant.paused;
}

/** The heading of the page of an app that is stopped for the only merchant. */
export function stoppedHeading({ t }: Pick<Frame, "t">, app: string, merchant: ConsentMerchant): string {
  return t.merchant.stoppedHeading(app, stopWord(t, merchant), merchant.name);
}

/** Which parties stopped the app for the merchant, and who can lift that. */
export function stopReasons({ t, platformName }: Frame, merchant: ConsentMerchant): Html {
  const texts = t.merchant.stopped(platformName);
  // The stop that the shop itself can lift comes first.
  const reasons = [
    merchant.suspendedByMerchant && texts.shop,
    merchant.suspendedByApp && texts.developer,
    merchant.suspendedByOperator && texts.platform,
  ].filter((reason) => reason !== false);
  if (reasons.length === 1) return html`<p class="lines">${`${reasons[0]}\n${texts.unchanged}`}</p>`;
  return html`<ul class="stop-reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
<p class="lines">${texts.unchanged}</p>`;
}

/** The link to the apps of the merchant, where an owner or manager resumes the app. */
export function toConnectedApps({ t }: Pick<Frame, "t">, { merchantId }: ConsentMerchant): Html {
  return linkButton(pathWith("/connected-apps", { merchant: merchantId }), t.layout.connectedApps);
}
