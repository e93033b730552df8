import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badgeRow } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { installPath } from "../../components/installation/install-path.ts";
import { mayChange, mayConnect } from "../../components/installation/merchant-access.ts";
import { sensitivityBadge } from "../../components/scope-list.ts";
import { sentenceList } from "../../components/sentence-list.ts";
import type { Frame } from "../../layout/frame.ts";
import { CONNECTED_APPS } from "../merchant-section.ts";
import type { ConnectedAppsView } from "./read.ts";

/** The number of permissions that are shown without a fold. */
const SHOWN_MAX = 6;

/**
 * The permissions of the app, the sensitive ones first, and those that were not allowed.
 * @param stopped true if the app has no access at present, and so cannot use its permissions
 */
export function permissions(frame: Frame, view: ConnectedAppsView, one: Installation, stopped: boolean): Html {
  const { connected } = frame.t;
  const granted = bySensitivity(view, one.grantedScopes).map((scope) => permission(frame, view, scope));
  const [shown, rest] = [granted.slice(0, SHOWN_MAX), granted.slice(SHOWN_MAX)];
  const look = stopped ? "ticks stopped" : "ticks";
  const list =
    granted.length === 0
      ? html`<p>${connected.nothingAllowed(frame.platformName)}</p>`
      : html`<ul class="${look}">${shown}</ul>`;
  const more =
    rest.length > 0 &&
    html`<details class="more"><summary>${connected.morePermissions(rest.length)}</summary><ul class="${look}">${rest}</ul></details>`;
  const heading = html`<h3 class="allowed">${stopped ? allowedTitle(frame, one) : connected.mayDo}</h3>`;
  // The page of the app says how its permissions can be changed, unless the app requires all of them.
  const change =
    !stopped &&
    one.removableScopes.length + one.declinedScopes.length > 0 &&
    mayConnect(view, one) &&
    html`<a class="button secondary outline button-small" href="${`${CONNECTED_APPS}/${one.installationId}#permissions`}" aria-label="${connected.changeOf(one.appName)}">${connected.changeInList} …</a>`;
  return html`<div class="app-scopes"><div class="scopes-line">${heading}${change}</div>${list}${more}${declined(frame, view, one)}</div>`;
}

/** The heading of the permissions of an app that has no access. */
function allowedTitle({ t: { connected } }: Frame, { state, appState, merchantState }: Installation): string {
  const needsResume =
    state === InstallationState.SUSPENDED ||
    appState === AppState.SUSPENDED ||
    merchantState === MerchantState.SUSPENDED;
  return needsResume ? connected.allowedOnceResumed : connected.allowed;
}

/** The registered scopes that the merchant did not allow. The install link of the app asks for them again. */
function declined(frame: Frame, view: ConnectedAppsView, one: Installation): Html | null {
  if (one.declinedScopes.length === 0) return null;
  const { connected } = frame.t;
  const names = bySensitivity(view, one.declinedScopes);
  const items = names.map((scope) => permission(frame, view, scope));
  const link = mayConnect(view, one) && allowLink(frame, view, one, names);
  return html`<h3 class="allowed">${connected.declined}</h3><div class="declined"><ul class="crosses">${items}</ul>${link}</div>`;
}

/** A permission with its sensitivity. */
export function permission({ t }: Frame, { scopes }: Pick<ConnectedAppsView, "scopes">, name: string): Html {
  const scope = scopes.get(name);
  return html`<li>${scope?.title || name} ${badgeRow([scope && sensitivityBadge(t, scope.sensitivity)])}</li>`;
}

/** Sorts the sensitive permissions first. */
export function bySensitivity({ scopes }: Pick<ConnectedAppsView, "scopes">, names: readonly string[]): string[] {
  const rank = (name: string): number => scopes.get(name)?.sensitivity ?? 0;
  return names.toSorted((one, other) => rank(other) - rank(one));
}

/**
 * How the merchant changes the permissions: on the consent page, which the install link leads to; `all`: the app requires all of them;
 * `again`: only after an uninstall, because the app starts its connections itself; `none`: not at present.
 */
export type PermissionChange = "consent" | "all" | "again" | "none";

interface PermissionsCard {
  stopped: boolean;
  change: PermissionChange;
  /** The app's reasons by scope. */
  reasons: ReadonlyMap<string, string>;
}

/** The permissions on the page of an app, each with its description, and the ways to remove and to allow them. */
export function permissionsCard(
  frame: Frame,
  { scopes, merchant }: Pick<ConnectedAppsView, "scopes" | "merchant">,
  one: Installation,
  { stopped, change, reasons }: PermissionsCard,
): Html {
  const view = { scopes, merchant, reasons };
  const { connected } = frame.t;
  if (one.state === InstallationState.PENDING) return askedCard(frame, view, one);
  const isUninstalled = one.state === InstallationState.UNINSTALLED;
  const removable = mayChange(view.merchant) && !isUninstalled ? one.removableScopes : [];
  const granted = bySensitivity(view, one.grantedScopes).map((name) =>
    described(frame, view, name, removable.length > 0 && removalOf(frame, view, one, name)),
  );
  const look = [stopped ? "ticks stopped" : "ticks", removable.length > 0 && "removable"].filter(Boolean).join(" ");
  const list =
    granted.length === 0
      ? html`<p>${connected.nothingAllowed(frame.platformName)}</p>`
      : html`<ul class="${look}">${granted}</ul>`;
  const button =
    change === "consent" &&
    removable.length === 0 &&
    html`<a class="button secondary outline button-small" href="${installPath(one)}" aria-label="${connected.changeOf(one.appName)}">${connected.change} …</a>`;
  const current = stopped ? allowedTitle(frame, one) : connected.mayDo;
  const title = isUninstalled ? connected.wasAllowed : current;
  const hint = hintOf(frame, { removable: removable.length, granted: granted.length, change });
  return html`<section class="card permissions" aria-labelledby="permissions"><div class="card-head"><h2 id="permissions">${title}</h2>${button}</div>
${hint !== null && html`<p class="muted"><small>${hint}</small></p>`}
${list}
${one.declinedScopes.length > 0 && declinedPart(frame, view, one, change === "again" || change === "consent")}</section>`;
}

/** The permissions of an app that has not finished connecting. The installation has no granted ones yet. */
function askedCard(frame: Frame, view: Described, { declinedScopes }: Installation): Html {
  const rows = bySensitivity(view, declinedScopes).map((name) => described(frame, view, name));
  return html`<section class="card permissions" aria-labelledby="permissions"><h2 id="permissions">${frame.t.connected.asked}</h2>
<ul class="ticks asked">${rows}</ul></section>`;
}

/** How the reader takes permissions back; null if they cannot. */
function hintOf(
  { t: { connected } }: Frame,
  { removable, granted, change }: { removable: number; granted: number; change: PermissionChange },
): string | null {
  if (removable > 0) return removable < granted ? connected.removeHints.some : connected.removeHints.any;
  return change === "none" ? null : connected.changeHints[change];
}

/** The step beside a permission: to the page that asks before the removal, unless the app requires the permission. */
function removalOf({ t: { connected } }: Frame, { scopes }: Described, one: Installation, name: string): Html {
  if (!one.removableScopes.includes(name)) return html`<span class="muted">${connected.required}</span>`;
  const href = removalPath(one.installationId, name);
  return html`<a class="button secondary outline button-small" href="${href}" aria-label="${connected.removeOf(scopes.get(name)?.title || name)}">${connected.remove} …</a>`;
}

/** The page that asks before a permission is removed. */
export function removalPath(installationId: string, scope: string): string {
  return `${CONNECTED_APPS}/${installationId}/permissions/remove?${new URLSearchParams({ scope })}`;
}

function declinedPart(frame: Frame, view: Described, one: Installation, mayAllow: boolean): Html {
  const { connected } = frame.t;
  const rows = bySensitivity(view, one.declinedScopes).map((name) =>
    described(frame, view, name, mayAllow && allowLink(frame, view, one, [name])),
  );
  const look = mayAllow ? "crosses removable" : "crosses";
  return html`<h3>${connected.declined}</h3><ul class="${look}">${rows}</ul>`;
}

/** The step beside permissions that are not allowed: to the consent page, which asks for all of them, and names a single one. */
function allowLink(
  { t: { connected }, language }: Frame,
  { scopes }: Described,
  one: Installation,
  names: readonly string[],
): Html {
  const titles = names.map((name) => scopes.get(name)?.title || name);
  const label = connected.allowPermission(sentenceList(language, titles));
  const [allow = "", ...others] = names;
  const href = installPath(one, others.length === 0 ? allow : "");
  return html`<a class="button secondary outline button-small" href="${href}" aria-label="${label}">${connected.allow} …</a>`;
}

interface Described extends Pick<ConnectedAppsView, "scopes"> {
  reasons?: ReadonlyMap<string, string>;
}

/** A permission with its description and the app's reason. */
export function described(
  { t }: Frame,
  { scopes, reasons }: Described,
  name: string,
  step: Html | false = false,
): Html {
  const scope = scopes.get(name);
  const reason = reasons?.get(name);
  const about = html`${scope?.description && html`<small dir="auto">${scope.description}</small>`}${reason && html`<small dir="auto">${t.scopes.reason} <q>${reason}</q></small>`}`;
  const [title, mark] = [scope?.title || name, scope && sensitivityBadge(t, scope.sensitivity)];
  if (step === false) return html`<li>${title} ${badgeRow([mark])}${about}</li>`;
  // Beside a step, the mark may start a line, where it has no indent.
  return html`<li><div>${mark ? html`<span>${title}</span>` : title} ${badgeRow([mark])}</div>${about}${step}</li>`;
}
