import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { statusPanel } from "../../components/status-panel.ts";
import type { PageContext } from "../../router/page-router.ts";
import { PASSKEY } from "./paths.ts";
import { FEW_CODES, newCodesForm } from "./recovery-codes.ts";
import { hasSecondFactor } from "./two-step.ts";

/**
 * How well the account is protected, and the one step that the page recommends. Null if the external login protects the account.
 * @param required true if the account needs a second factor for the page that the browser asked for
 */
export function securityStatus(
  context: PageContext,
  factors: GetSecondFactorsResponse,
  required: boolean,
): Html | null {
  const { security } = context.t;
  if (factors.external) return null;
  if (!hasSecondFactor(factors)) return passwordOnly(context, factors, required);
  const left = factors.recoveryCodes;
  if (left <= FEW_CODES) {
    return statusPanel({
      tone: "warn",
      mark: icon("warning"),
      title: security.codesLeft(left),
      content: html`<p>${left === 0 ? security.noCodes : security.fewCodes}</p>
<div class="verdict-actions">${newCodesForm(context, "primary")}</div>`,
    });
  }
  return statusPanel({
    tone: "good",
    mark: icon("shield"),
    title: security.protected,
    content: html`<p>${security.protectedBy(left)}</p>`,
  });
}

function passwordOnly(
  { t, account }: PageContext,
  { passkeysAvailable }: GetSecondFactorsResponse,
  required: boolean,
): Html {
  const { security } = t;
  const app = html`<a class="button" href="#two-step" ${passkeysAvailable && "data-without-passkeys"}>${security.toApp}</a>`;
  const passkey = html`<a class="button" href="${PASSKEY}" data-needs-passkeys hidden>${security.addPasskey}</a>`;
  return statusPanel({
    tone: "warn",
    mark: icon("warning"),
    title: account.hasPassword ? security.passwordOnly : security.oneStepOnly,
    content: html`<p>${required ? security.required : security.passwordOnlyRisk}</p>
<div class="verdict-actions">${passkeysAvailable && passkey}${app}</div>`,
  });
}
