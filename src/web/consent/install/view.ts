import { create } from "@bufbuild/protobuf";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import {
  ConsentAppSchema,
  type GetInstallPageResponse,
  InstallStart,
} from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { appHeader, appLinks, notReviewed } from "../../components/app-card.ts";
import { accountLine } from "../../components/consent/account-view.ts";
import { stepsLine } from "../../components/consent/steps-view.ts";
import { csrfField, type FieldError } from "../../components/form.ts";
import { type Html, html, safeLink } from "../../components/html.ts";
import { merchantChoice } from "../../components/merchant-choice.ts";
import { scopeItem } from "../../components/scope-list.ts";
import { scopeSummary } from "../../components/scope-summary.ts";
import { otherAccountPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";

export interface InstallView {
  install: GetInstallPageResponse;
  clientId: string;
  csrfToken: string;
  errors: readonly FieldError[];
  account: Account;
}

export function installPage(frame: Frame, view: InstallView): Html {
  const { t } = frame;
  const { install, account } = view;
  const app = install.app ?? create(ConsentAppSchema);
  const refused = isForbidden(install);
  return html`<article class="card consent install">
<div class="card-top">${!refused && stepsLine(t, "review")}
${accountLine(t, account, refused ? null : `/install/${view.clientId}`)}</div>
${appHeader(frame, app, refused ? t.install.refused(app.name) : t.install.heading(app.name))}
${refused && forbidden(frame, view)}
${notReviewed(frame, app)}
${app.purpose && html`<p class="lines" dir="auto">${app.purpose}</p>`}
${scopesAndNextStep(frame, view)}
<div class="after">
${appLinks(frame, app)}
</div>
</article>`;
}

/** The titles of the scopes as on the sign-in page. The rest is folded, because the consent page lists the requested scopes. */
function scopesOf({ t }: Frame, { app, scopes }: GetInstallPageResponse): Html | null {
  if (scopes.length === 0) return null;
  const below = html`<details><summary>${t.install.showAll}</summary>
<ul class="scopes">${scopes.map((scope) => scopeItem(t, scope))}</ul></details>`;
  return scopeSummary(t, { heading: t.signIn.asks(app?.name ?? ""), below, scopes });
}

/** The shop or the way to the app, which the page is about, and then the scopes. */
function scopesAndNextStep(frame: Frame, view: InstallView): Html | null {
  if (isForbidden(view.install)) return scopesOf(frame, view.install);
  if (view.install.start !== InstallStart.AT_APP) return form(frame, view);
  return html`${atTheApp(frame, view)}
${scopesOf(frame, view.install)}`;
}

/** True if the account cannot install the app for any merchant. */
export function isForbidden({ start, merchants }: GetInstallPageResponse): boolean {
  return start !== InstallStart.AT_APP && merchants.length === 0;
}

/** Why the account cannot install the app, and the sign-in with another account. */
function forbidden({ t }: Frame, { clientId }: InstallView): Html {
  return html`<div class="notice notice-warn"><p>${t.consent.forbidden.member}</p>
<p><a href="${otherAccountPath(`/install/${clientId}`)}">${t.signOut.otherAccount}</a></p></div>`;
}

function atTheApp({ t }: Frame, { install: { app } }: InstallView): Html {
  const href = safeLink(app?.website ?? "");
  return html`<div class="notice"><p>${t.install.startsInApp(app?.name ?? "")}</p></div>
${href !== null && html`<p class="actions"><a class="button" href="${href}" rel="noopener noreferrer">${t.install.openWebsite}</a></p>`}`;
}

function form(frame: Frame, { install, clientId, csrfToken, errors }: InstallView): Html {
  const { t } = frame;
  const next = install.start === InstallStart.PLATFORM ? t.install.platform : t.install.launch(install.launchOrigin);
  return html`<form method="post" action="${`/install/${clientId}`}" novalidate data-once>
${csrfField(csrfToken)}
${merchantChoice(t, { merchants: install.merchants, chosen: "", errors, focusError: true })}
${scopesOf(frame, install)}
<p class="next">${next} ${t.install.nothingYet}</p>
<div class="decision"><button type="submit">${t.install.submit}</button></div>
</form>`;
}
