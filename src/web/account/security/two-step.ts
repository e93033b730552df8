import type { GetSecondFactorsResponse, Passkey } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { actionRow, rowFacts } from "../../components/action-row.ts";
import { badge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { PASSKEY, PATH, REMOVE_APP, REMOVE_PASSKEY } from "./paths.ts";

export interface TwoStepView {
  factors: GetSecondFactorsResponse;
  csrfToken: string;
}

/** True if the account has an authenticator app or a passkey. */
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

/** The rows of the passkeys. They come first with the primary button, because a passkey can also sign in alone. */
function passkeyRows(frame: Frame, view: TwoStepView): Html | null {
  const { security } = frame.t;
  const { passkeys, passkeysAvailable } = view.factors;
  if (!passkeysAvailable && passkeys.length === 0) return null;
  const tone = passkeys.length > 0 ? "secondary" : "";
  const row = actionRow({
    icon: "key",
    title: security.passkeys,
    details: html`${security.passkeysHint}${passkeysAvailable && html`<span class="alone" data-without-passkeys>${security.passkeysUnsupported}</span>`}`,
    action:
      passkeysAvailable &&
      html`<a class="button button-small ${tone}" href="${PASSKEY}" aria-label="${security.addPasskey}" data-needs-passkeys hidden>${security.add}</a>`,
  });
  return html`<li>${row}
${passkeys.length > 0 && html`<ul class="rows sub-rows">${passkeys.map((passkey) => passkeyRow(frame, passkey))}</ul>`}</li>`;
}

function passkeyRow(frame: Frame, { passkeyId, name, createdAt, lastUsedAt }: Passkey): Html {
  const { security } = frame.t;
  const used =
    lastUsedAt === undefined ? security.neverUsed : html`${security.lastUsed}: ${formatTimestamp(frame, lastUsedAt)}`;
  const path = `${REMOVE_PASSKEY}?${new URLSearchParams({ passkey_id: passkeyId })}`;
  const row = actionRow({
    title: html`<span dir="auto">${name}</span>`,
    details: rowFacts([html`${security.passkeySince}: ${formatTimestamp(frame, createdAt)}`, used]),
    action: removeLink(path, { label: security.remove, full: security.removePasskey(name) }),
  });
  return html`<li>${row}</li>`;
}

function appRow(frame: Frame, { factors, csrfToken }: TwoStepView): Html {
  const { security } = frame.t;
  const has = factors.totpAt !== undefined;
  const row = actionRow({
    icon: "phone",
    title: security.app,
    details: has ? rowFacts([html`${security.appSince}: ${formatTimestamp(frame, factors.totpAt)}`]) : security.appHint,
    action: has
      ? removeLink(REMOVE_APP, { label: security.remove, full: security.removeApp })
      : action({ name: "set-up-app", label: security.setUp, full: security.setUpApp }, csrfToken),
  });
  return html`<li>${row}</li>`;
}

function codesRow({ t }: Frame, { factors, csrfToken }: TwoStepView): Html {
  const { security } = t;
  const row = actionRow({
    icon: "audit",
    title: security.codes,
    badges: factors.recoveryCodes === 0 && badge("warn", "0"),
    details: security.codesLeft(factors.recoveryCodes),
    action: action({ name: "new-codes", label: security.create, full: security.newCodes }, csrfToken),
  });
  return html`<li>${row}</li>`;
}

function removeLink(href: string, { label, full }: { label: string; full: string }): Html {
  return html`<a class="button danger outline button-small" href="${href}" aria-label="${full}">${label} …</a>`;
}

function action({ name, label, full }: { name: string; label: string; full: string }, csrfToken: string): Html {
  return html`<form method="post" action="${`${PATH}/${name}`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary button-small" aria-label="${full}">${label}</button></form>`;
}
