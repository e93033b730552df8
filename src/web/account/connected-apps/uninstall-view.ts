import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState, type Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo, privacyFact } from "../../components/app-card.ts";
import { areaField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Frame } from "../../layout/frame.ts";
import { bySensitivity, permission } from "./permissions-view.ts";
import { copiedData } from "./reasons-view.ts";
import { appCrumbs } from "./row-view.ts";

/** The states in which an app works for no merchant, not even for test merchants. */
const STOPPED: readonly AppState[] = [AppState.SUSPENDED, AppState.REJECTED, AppState.ARCHIVED];

/** True if something blocks a new connection. The merchant's own pause does not, because the uninstall ends it. */
function isHeld({ appState, merchantState, suspendedByParties }: Installation): boolean {
  const byOthers = suspendedByParties.some((party) => party !== Party.MERCHANT);
  return byOthers || STOPPED.includes(appState) || merchantState !== MerchantState.ACTIVE;
}

interface UninstallView {
  one: Installation;
  /** The scopes by name. */
  scopes: ReadonlyMap<string, Scope>;
  csrfToken: string;
  /** The reason of a rejected form. */
  reason?: string;
  errors?: readonly FieldError[];
}

/** The confirmation before an app is uninstalled: what stops, and what stays. */
export function uninstallPage(frame: Frame, { one, scopes, csrfToken, reason = "", errors = [] }: UninstallView): Html {
  const { confirm } = frame.t.connected;
  const { installationId, appName, merchantName, grantedScopes, clientId, logoDigest } = one;
  const back = `/connected-apps?installation=${installationId}`;
  const privacy = privacyFact(frame, one);
  const image = appLogo(frame, { clientId, name: appName, logoDigest });
  return html`${pageHeader(frame, { crumbs: appCrumbs(frame, one), image, title: confirm.heading(appName, merchantName) })}
<article class="card question uninstall">${errorSummary(frame.t, errors)}
<section><h2>${confirm.stops}</h2><p>${confirm.effect(appName)}</p>
${grantedScopes.length > 0 && html`<ul class="crosses">${bySensitivity({ scopes }, grantedScopes).map((name) => permission(frame, { scopes }, name))}</ul>`}</section>
<section><h2>${confirm.stays}</h2><p>${copiedData(frame, one)}</p>${privacy && html`<p>${privacy[0]}: ${privacy[1]}</p>`}</section>
<p class="muted">${isHeld(one) ? confirm.reconnectSuspended : confirm.reconnect}</p>
<form method="post" action="${`/connected-apps/${installationId}/disconnect`}" data-once>
${csrfField(csrfToken)}
${areaField({ name: "reason_text", label: confirm.reason, hint: confirm.reasonHint(frame.platformName), value: reason, optional: true, rows: 2 }, errors)}
<div class="buttons"><button type="submit" class="danger">${confirm.submit}</button>
<a class="button secondary outline" href="${back}">${confirm.cancel}</a></div>
</form></article>`;
}
