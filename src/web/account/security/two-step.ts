import type { GetSecondFactorsResponse, Passkey } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { rowIcon } from "../../components/icon.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { PASSKEY, PATH, REMOVE_APP, REMOVE_PASSKEY } from "./paths.ts";

export interface TwoStepView {
  factors: GetSecondFactorsResponse;
  csrfToken: string;
}

/** Whether the account confirms its sign-ins: it has an authenticator app or a passkey. */
export function hasSecondFactor({ totpAt, passkeys }: Pick<GetSecondFactorsResponse, "totpAt" | "passkeys">): boolean {
  return totpAt !== undefined || passkeys.length > 0;
}

/** The second factors of the account. */
export function twoStepSection(frame: Frame, view: TwoStepView): Html {
  const { security } = frame.t;
  const { factors } = view;
  const on = hasSecondFactor(factors);
  return html`<section class="card" aria-labelledby="two-step">
<h2 id="two-step">${security.twoStep} ${!factors.external && badge(on ? "good" : "plain", on ? security.on : security.off)}</h2>
${factors.external ? html`<p>${security.external}</p>` : methods(frame, view)}
</section>`;
}

function methods(frame: Frame, view: TwoStepView): Html {
  const { factors } = view;
  return html`${!hasSecondFactor(factors) && html`<p class="muted">${frame.t.security.twoStepHint}</p>`}
<ul class="rows">${passkeyRows(frame, view)}${appRow(frame, view)}
${hasSecondFactor(factors) && codesRow(frame, view)}</ul>`;
}

/** A passkey also signs in alone, so it comes first and has the primary button. */
function passkeyRows(frame: Frame, view: TwoStepView): Html | null {
  const { security } = frame.t;
  const { passkeys, passkeysAvailable } = view.factors;
  if (!passkeysAvailable && passkeys.length === 0) return null;
  const add = html`<p class="muted" data-without-passkeys><small>${security.passkeysUnsupported}</small></p>`;
  const tone = passkeys.length > 0 ? "secondary" : "";
  return html`<li><div class="row-with-action">${rowIcon("key")}<div><strong>${security.passkeys}</strong>
<p class="muted"><small>${security.passkeysHint}</small></p>${passkeysAvailable && add}</div>
${passkeysAvailable && html`<a class="button button-small ${tone}" href="${PASSKEY}" aria-label="${security.addPasskey}" data-needs-passkeys hidden>${security.add}</a>`}</div>
${passkeys.length > 0 && html`<ul class="rows sub-rows">${passkeys.map((passkey) => passkeyRow(frame, passkey))}</ul>`}</li>`;
}

function passkeyRow(frame: Frame, { passkeyId, name, createdAt, lastUsedAt }: Passkey): Html {
  const { security } = frame.t;
  const used =
    lastUsedAt === undefined ? security.neverUsed : html`${security.lastUsed}: ${formatTimestamp(frame, lastUsedAt)}`;
  return html`<li class="row-with-action"><div><strong>${name}</strong>
<p class="row-facts"><span>${security.passkeySince}: ${formatTimestamp(frame, createdAt)}</span> <span>${used}</span></p></div>
${removeLink(`${REMOVE_PASSKEY}?${new URLSearchParams({ passkey_id: passkeyId })}`, { label: security.remove, full: security.removePasskey(name) })}</li>`;
}

function appRow(frame: Frame, { factors, csrfToken }: TwoStepView): Html {
  const { security } = frame.t;
  const has = factors.totpAt !== undefined;
  return html`<li class="row-with-action">${rowIcon("phone")}<div><strong>${security.app}</strong>
<p class="muted"><small>${has ? html`${security.appSince}: ${formatTimestamp(frame, factors.totpAt)}` : security.appHint}</small></p></div>
${
  has
    ? removeLink(REMOVE_APP, { label: security.remove, full: security.removeApp })
    : action({ name: "set-up-app", label: security.setUp, full: security.setUpApp }, csrfToken)
}</li>`;
}

function codesRow({ t }: Frame, { factors, csrfToken }: TwoStepView): Html {
  const { security } = t;
  return html`<li class="row-with-action">${rowIcon("audit")}<div><strong>${security.codes}</strong> ${factors.recoveryCodes === 0 && badge("warn", "0")}
<p class="muted"><small>${security.codesLeft(factors.recoveryCodes)}</small></p></div>
${action({ name: "new-codes", label: security.create, full: security.newCodes }, csrfToken)}</li>`;
}

function removeLink(href: string, { label, full }: { label: string; full: string }): Html {
  return html`<a class="button danger outline button-small" href="${href}" aria-label="${full}">${label} …</a>`;
}

function action({ name, label, full }: { name: string; label: string; full: string }, csrfToken: string): Html {
  return html`<form method="post" action="${`${PATH}/${name}`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary button-small" aria-label="${full}">${label}</button></form>`;
}
