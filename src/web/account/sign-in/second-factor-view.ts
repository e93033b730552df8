import type { PendingSignIn } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { startOf, stepsLine } from "../../components/consent/steps-view.ts";
import { emailAddress } from "../../components/email-address.ts";
import { csrfField, errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { letterTile } from "../../components/letter-tile.ts";
import { supportLink } from "../../components/support-link.ts";
import { isConnectPath, signInPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { codeField } from "../security/code-field.ts";
import { passkeyForm, withoutPasskeys } from "../security/passkey-form.ts";
import { type Destination, destinationFields } from "./continue.ts";

export const PATH = "/sign-in/second-factor";

export function pathOf(next: string | null, recovery: boolean): string {
  const query = new URLSearchParams({ ...(next !== null && { next }), ...(recovery && { with: "recovery" }) });
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

export interface Step extends Destination {
  recovery: boolean;
  /** True if the form was sent with a passkey. */
  passkey: boolean;
}

export interface StepView extends Step {
  errors: readonly FieldError[];
  /** How long to wait, in words; null if no rate limit was exceeded. */
  wait: string | null;
  pending: PendingSignIn | undefined;
  csrfToken: string;
}

export function expiredPage({ t }: Frame, next: string | null): Html {
  return html`<article class="card narrow">${icon("shield")}<h1>${t.signIn.secondTitle}</h1>
<div class="notice notice-fault" role="alert"><p>${t.signIn.secondExpired}</p></div>
<p><a class="button" href="${signInPath(next)}">${t.signIn.startAgain}</a></p></article>`;
}

export function stepPage(frame: Frame, view: StepView): Html {
  const { t } = frame;
  const { recovery, next, errors, wait, pending } = view;
  const canRecover = !recovery && pending?.recoveryCodes;
  return html`<article class="card narrow">${isConnectPath(next) ? stepsLine(t, startOf(next), "signIn") : icon("shield")}
<h1>${t.signIn.secondTitle}</h1>
${whoSignsIn(frame, view)}
<p>${leadOf(frame, view)}</p>
${wait !== null && html`<div class="notice notice-fault" role="alert"><p>${t.signIn.throttled(wait)}</p></div>`}
${errorSummary(t, errors)}
${(recovery || pending?.totp) && codeForm(frame, view)}
${!recovery && !pending?.totp && withoutPasskeys(frame)}
${!recovery && passkeyStep(frame, view)}
${canRecover && html`<p class="after"><a href="${pathOf(next, true)}">${t.security.useRecoveryCode}</a></p>`}
${recovery && pending?.totp && html`<p class="after"><a href="${pathOf(next, false)}">${t.security.useApp}</a></p>`}
${recovery && pending?.passkeyOptions && html`<p class="after"><a href="${pathOf(next, false)}">${t.security.usePasskeyInstead}</a></p>`}
${(recovery || !pending?.recoveryCodes) && html`<p class="after"><small>${t.signIn.secondLost(frame.platformName)} ${supportLink(frame)}</small></p>`}
</article>`;
}

/** The account whose password was correct. A core of the previous release does not send its address. */
function whoSignsIn({ t }: Frame, { pending, next }: StepView): Html | null {
  const email = pending?.email ?? "";
  if (email === "") return null;
  return html`<div class="signed-in-account">${letterTile(email, "person")}
<p><small>${t.signIn.signingInAs}</small><br><strong>${emailAddress(email)}</strong></p>
<a href="${signInPath(next)}">${t.signIn.notYou}</a></div>`;
}

function leadOf({ t }: Frame, { recovery, pending }: StepView): string {
  if (recovery) return t.signIn.secondRecovery;
  return pending?.totp ? t.signIn.secondApp : t.signIn.secondPasskey;
}

function codeForm(frame: Frame, view: StepView): Html {
  const { recovery, errors, csrfToken } = view;
  return html`<form method="post" action="${PATH}" novalidate>${csrfField(csrfToken)}
${destinationFields(view)}
${recovery && html`<input type="hidden" name="with" value="recovery">`}
${codeField(frame, recovery ? "recovery" : "totp", errors)}
<button type="submit">${frame.t.signIn.submit}</button></form>`;
}

function passkeyStep(frame: Frame, view: StepView): Html | null {
  const { errors, pending, csrfToken } = view;
  const { t } = frame;
  const options = pending?.passkeyOptions ?? "";
  if (options === "") return null;
  const fields = html`<input type="hidden" name="with" value="passkey">${destinationFields(view)}`;
  const form = { action: PATH, csrfToken, kind: "get", options, label: t.security.usePasskey, fields, errors } as const;
  if (!pending?.totp) return passkeyForm(frame, form);
  return html`<p class="or" data-needs-passkeys hidden><span>${t.signIn.or}</span></p>
${passkeyForm(frame, { ...form, tone: "secondary" })}`;
}
