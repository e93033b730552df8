import type { GetSecondFactorsResponse, SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { statusPanel } from "../../components/status-panel.ts";
import type { PageContext } from "../../router/page-router.ts";
import { hasRisk, isChangeable, isExplained } from "./password-risk.ts";
import { FEW_CODES, newCodesForm } from "./recovery-codes.ts";
import { hasSecondFactor } from "./two-step.ts";

interface Protection {
  factors: GetSecondFactorsResponse;
  /** True if the account needs a second factor for the page that the browser asked for. */
  required: boolean;
  /** The newest events of the account. */
  events: readonly SecurityEvent[];
}

/** How well the account is protected, and the one step that the page recommends. Null if the external login protects the account. */
export function securityStatus(context: PageContext, { factors, required, events }: Protection): Html | null {
  const { security } = context.t;
  if (factors.external) return null;
  if (!hasSecondFactor(factors)) return passwordOnly(context, factors, required);
  const risks = isChangeable(context.account) ? events.filter((event) => hasRisk(events, event)) : [];
  const risk = risks.length > 0 && html`<p>${security.knownRisk} <a href="#password">${security.knownRemedy}</a>.</p>`;
  if (risks.some((event) => !isExplained(events, event)))
    return statusPanel({ tone: "warn", mark: icon("warning"), title: security.known, content: risk });
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
    content: html`<p>${security.protectedBy(left)}</p>${risk}`,
  });
}

function passwordOnly(
  { t, account }: PageContext,
  { passkeysAvailable }: GetSecondFactorsResponse,
  required: boolean,
): Html {
  const { security } = t;
  return statusPanel({
    tone: "warn",
    mark: icon("warning"),
    title: account.hasPassword ? security.passwordOnly : security.oneStepOnly,
    content: html`<p>${required ? security.required : security.passwordOnlyRisk}</p>
<div class="verdict-actions" ${passkeysAvailable && "data-without-passkeys"}><a class="button" href="#two-step">${security.toApp}</a></div>`,
  });
}
