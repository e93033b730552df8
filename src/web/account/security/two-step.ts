import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";

export interface TwoStepView {
  factors: GetSecondFactorsResponse;
  csrfToken: string;
}

/** The second factors of the account. */
export function twoStepSection(frame: Frame, view: TwoStepView): Html {
  const { security } = frame.t;
  const { factors } = view;
  const on = factors.totpAt !== undefined;
  return html`<section class="card" aria-labelledby="two-step">
<h2 id="two-step">${security.twoStep} ${!factors.external && badge(on ? "good" : "plain", on ? security.on : security.off)}</h2>
${factors.external ? html`<p>${security.external}</p>` : methods(frame, view)}
</section>`;
}

function methods(frame: Frame, view: TwoStepView): Html {
  const { factors } = view;
  return html`<p class="muted">${frame.t.security.twoStepHint}</p>
<ul class="rows">${appRow(frame, view)}${factors.totpAt !== undefined && codesRow(frame, view)}</ul>`;
}

function appRow(frame: Frame, { factors, csrfToken }: TwoStepView): Html {
  const { security } = frame.t;
  const has = factors.totpAt !== undefined;
  return html`<li class="row-with-action"><div><strong>${security.app}</strong>
<p class="muted"><small>${has ? html`${security.appSince}: ${formatTimestamp(frame, factors.totpAt)}` : security.appHint}</small></p></div>
${
  has
    ? action(
        { name: "remove-app", label: security.remove, full: security.removeApp, tone: "danger outline" },
        csrfToken,
      )
    : action({ name: "set-up-app", label: security.setUpApp }, csrfToken)
}</li>`;
}

function codesRow({ t }: Frame, { factors, csrfToken }: TwoStepView): Html {
  const { security } = t;
  return html`<li class="row-with-action"><div><strong>${security.codes}</strong> ${factors.recoveryCodes === 0 && badge("warn", "0")}
<p class="muted"><small>${security.codesLeft(factors.recoveryCodes)}</small></p></div>
${action({ name: "new-codes", label: security.newCodes, tone: "secondary" }, csrfToken)}</li>`;
}

interface Action {
  name: string;
  label: string;
  /** The label for screen readers, if `label` is ambiguous. */
  full?: string;
  tone?: "secondary" | "danger outline";
}

function action({ name, label, full, tone }: Action, csrfToken: string): Html {
  return html`<form method="post" action="${`/account/security/${name}`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="${tone}" ${full && html`aria-label="${full}"`}>${label}</button></form>`;
}
