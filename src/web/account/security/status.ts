import type { GetSecondFactorsResponse, SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { rowFacts } from "../../components/action-row.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { linkButton } from "../../components/page-header.ts";
import { statusPanel } from "../../components/status-panel.ts";
import { formatZoned } from "../../components/timestamp.ts";
import { confirmPath } from "../../http/next-path.ts";
import type { PageContext } from "../../router/page-router.ts";
import { addressRange, deviceName } from "./device.ts";
import { hasRisk, isChangeable, isExplained } from "./password-risk.ts";
import { ACKNOWLEDGE, ACTIVITY, CHANGE_PASSWORD, PATH } from "./paths.ts";
import { FEW_CODES, newCodesButton } from "./recovery-codes.ts";
import { hasSecondFactor } from "./two-step.ts";

interface Protection {
  factors: GetSecondFactorsResponse;
  /** True if the account needs a second factor for the page that the browser asked for. */
  required: boolean;
  /** True if a change of the password first needs a proof by the second factor. */
  locked: boolean;
  /** The newest events of the account. */
  events: readonly SecurityEvent[];
  /** True if the browser came for recovery codes that were shown once already. */
  codesShown: boolean;
}

/** How well the account is protected, and the step that the page recommends. Null if the external login protects the account. */
export function securityStatus(context: PageContext, protection: Protection): Html | null {
  const { factors, required, locked, events, codesShown } = protection;
  if (factors.external) return null;
  if (!hasSecondFactor(factors)) return passwordOnly(context, required);
  const risks = isChangeable(context.account) ? events.filter((event) => hasRisk(events, event)) : [];
  const unexplained = risks.find((event) => !isExplained(events, event));
  const known = unexplained !== undefined;
  const shown = unexplained ?? risks[0];
  return html`${shown !== undefined && passwordRisk(context, { event: shown, known, locked })}
${codesStatus(context, { left: factors.recoveryCodes, codesShown }) ?? (shown === undefined && wellProtected(context, factors.recoveryCodes))}`;
}

/** The step that the recovery codes need; null if they need none. */
function codesStatus(
  context: PageContext,
  { left, codesShown }: { left: number } & Pick<Protection, "codesShown">,
): Html | null {
  if (left <= FEW_CODES) return fewCodes(context, left);
  return codesShown ? storedCodes(context, left) : null;
}

/** After a reload of the page that shows new codes once, it is not known whether they were stored. */
function storedCodes(context: PageContext, left: number): Html {
  const { security } = context.t;
  return statusPanel({
    tone: "warn",
    mark: icon("warning"),
    title: security.codesShown,
    content: html`<p>${security.codesShownText}</p>
<div class="verdict-actions">${newCodesButton(context, left, "primary")} ${linkButton(PATH, security.codesStoredBefore, "secondary")}</div>`,
  });
}

/** A sign-in, `event`, had the correct password. @param risk `known`: no later sign-in of the same browser explains it */
function passwordRisk(context: PageContext, risk: { event: SecurityEvent; known: boolean; locked: boolean }): Html {
  const { security } = context.t;
  const { event, known, locked } = risk;
  const shown = [formatZoned(context, event.at), deviceName(context, event), addressRange(event.network)];
  const facts = shown.map((fact) => fact && html`<strong>${fact}</strong>`);
  const href = locked ? confirmPath(PATH) : CHANGE_PASSWORD;
  return statusPanel({
    id: "password-risk",
    tone: "warn",
    mark: icon("warning"),
    title: known ? security.known : security.wasItYou,
    content: html`<p>${security.knownRisk}${known && ` ${security.wasItYou}`}</p>
<p class="row-details">${rowFacts(facts)}</p>
<div class="verdict-actions">${linkButton(href, security.notMe)} ${acknowledgeForm(context, event)} <a href="${ACTIVITY}">${security.viewActivity}</a></div>`,
  });
}

function acknowledgeForm({ t, csrfToken }: PageContext, { eventId }: SecurityEvent): Html {
  return html`<form method="post" action="${ACKNOWLEDGE}" data-once>${csrfField(csrfToken)}<input type="hidden" name="event_id" value="${eventId}">
<button type="submit" class="secondary">${t.security.itWasMe}</button></form>`;
}

function fewCodes(context: PageContext, left: number): Html {
  const { security } = context.t;
  return statusPanel({
    tone: "warn",
    mark: icon("warning"),
    title: security.codesLeft(left),
    content: html`<p>${left === 0 ? security.noCodes : security.fewCodes}</p>
<div class="verdict-actions">${newCodesButton(context, left, "primary")}</div>`,
  });
}

function wellProtected({ t }: PageContext, codes: number): Html {
  const { security } = t;
  const content = html`<p>${security.protectedBy(codes)}</p>`;
  return statusPanel({ tone: "good", mark: icon("shield"), title: security.protected, content });
}

/** Without buttons: the settings for a first factor follow at once, each with its own. */
function passwordOnly({ t, account }: PageContext, required: boolean): Html {
  const { security } = t;
  return statusPanel({
    tone: "warn",
    mark: icon("warning"),
    title: account.hasPassword ? security.passwordOnly : security.oneStepOnly,
    content: html`<p>${required ? security.required : security.passwordOnlyRisk}</p>`,
  });
}
