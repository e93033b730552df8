import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { actionRow, rowFacts } from "../../components/action-row.ts";
import { badge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { setting } from "../setting.ts";
import { REMOVE_APP, SET_UP_APP } from "./paths.ts";
import { nextField } from "./set-up.ts";

export interface FactorsView {
  factors: GetSecondFactorsResponse;
  csrfToken: string;
  /** The label of the external login's button; empty if the platform has none. */
  externalLabel: string;
  /** The page to continue with after the set-up of a second factor; null for the security page. */
  next: string | null;
}

/** The external login as its button on the sign-in page names it. An account can outlive the login. */
export function loginName({ t, platformName }: Frame, label: string): string {
  return label === "" ? t.security.loginOf(platformName) : t.security.quoted(label);
}

/** True if the account has an authenticator app or a passkey. */
export function hasSecondFactor({ totpAt, passkeys }: Pick<GetSecondFactorsResponse, "totpAt" | "passkeys">): boolean {
  return totpAt !== undefined || passkeys.length > 0;
}

/** Whether a sign-in with the password needs a second step, and the authenticator app. */
export function twoStepSetting(frame: Frame, view: FactorsView): Html {
  const { security } = frame.t;
  const { factors } = view;
  const title = { id: "two-step", title: security.twoStep };
  if (factors.external) return setting({ ...title, value: security.external(loginName(frame, view.externalLabel)) });
  const on = hasSecondFactor(factors);
  return setting({
    ...title,
    state: badge(on ? "good" : "warn", on ? security.on : security.off),
    purpose: on ? security.twoStepOn : security.twoStepHint,
    action: factors.totpAt === undefined && setUpAppForm(frame, view),
    content: factors.totpAt !== undefined && appRow(frame, view),
  });
}

/** The button that starts the set-up of an authenticator app. It is primary if it is the only way to a second factor. */
function setUpAppForm({ t }: Pick<Frame, "t">, view: FactorsView): Html {
  const { factors } = view;
  const isOnlyWay = !hasSecondFactor(factors) && !factors.passkeysAvailable;
  const button = html`<button type="submit" class="${!isOnlyWay && "secondary"}">${t.security.setUpApp}</button>`;
  return setUpForm(view, html`${nextField(view.next)}${button}`);
}

/** Starts the set-up of an authenticator app. @param content the button, and the fields before it */
function setUpForm({ csrfToken }: { csrfToken: string }, content: Html): Html {
  return html`<form method="post" action="${SET_UP_APP}" data-once>${csrfField(csrfToken)}
${content}</form>`;
}

function appRow(frame: Frame, view: FactorsView): Html {
  const { security } = frame.t;
  const move = html`<input type="hidden" name="replace" value="yes">
<button type="submit" class="secondary button-small">${security.moveApp}</button>`;
  const row = actionRow({
    icon: "phone",
    title: security.app,
    details: rowFacts([html`${security.appSince} ${formatDay(frame, view.factors.totpAt)}`]),
    action: html`${setUpForm(view, move)}
<a class="button danger outline button-small" href="${REMOVE_APP}" aria-label="${security.removeApp}">${security.remove} …</a>`,
  });
  return html`<ul class="rows"><li>${row}</li></ul>`;
}
