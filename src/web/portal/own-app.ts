import { type App, type AppProfile, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { requestErrorOf } from "../../rpc/errors.ts";
import type { Crumb } from "../components/page-header.ts";
import { PageError } from "../errors/page-error.ts";
import { teamsOf } from "../layout/teams.ts";
import type { PageContext } from "../router/page-router.ts";

const CLIENT_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** The app of the URL, if the account works in the team of its developer. Operators cannot open other apps here. @throws PageError 404 */
export async function findOwnApp(context: PageContext, { withLastChange = false } = {}) {
  const request = { clientId: clientIdOf(context), withLastChange };
  const found = await context.web.clients.apps.getApp(request, context.call).catch(orNoAccess);
  const { app, history, installationCount, expiredInstallationCount, lastChange } = found;
  const teams = teamsOf(context.account);
  if (!app || !teams.some(({ teamId }) => teamId === app.developerAccountId)) throw new PageError(404, "own_app");
  return { app, history, installationCount, expiredInstallationCount, lastChange };
}

/**
 * The app of the URL, and the result of `read`, which runs at the same time. If both fail, the error of the app is thrown. @throws as
 * `findOwnApp`
 */
export async function readWithOwnApp<T>(context: PageContext, read: (app: Pick<App, "clientId">) => Promise<T>) {
  const reading = read({ clientId: clientIdOf(context) });
  // `reading` is awaited only if the app is found, so a failure needs a handler here.
  reading.catch(() => undefined);
  return { ownApp: await findOwnApp(context), result: await reading };
}

/** @throws PageError 404 for a malformed client id */
function clientIdOf({ params }: Pick<PageContext, "params">): string {
  const { clientId = "" } = params;
  if (!CLIENT_ID.test(clientId)) throw new PageError(404, "own_app");
  return clientId;
}

/** Answers unknown apps as those of others. */
function orNoAccess(failure: unknown): never {
  if (requestErrorOf(failure)?.reason === "NOT_FOUND") throw new PageError(404, "own_app", { cause: failure });
  throw failure;
}

/** The breadcrumbs of the pages below an app. */
export function appCrumbs({ t }: Pick<PageContext, "t">, app: Pick<App, "clientId" | "profile">): Crumb[] {
  return [
    { href: "/portal", label: t.portal.sections.apps },
    { href: pathOf(app), label: app.profile?.name || t.app.unnamed },
  ];
}

export function pathOf({ clientId }: Pick<App, "clientId">): string {
  return `/portal/apps/${clientId}`;
}

/** The path of the form of an app. @param app null for a new app */
export function formPath(app: Pick<App, "clientId"> | null): string {
  return app === null ? "/portal/apps/new" : `${pathOf(app)}/edit`;
}

/** The place of the launch URL in the form of the app. */
export function launchUrlPath(app: Pick<App, "clientId">): string {
  return `${pathOf(app)}/edit#section-start`;
}

/** The states in which a revision can be submitted. */
const SUBMITTABLE: readonly AppState[] = [AppState.DRAFT, AppState.CHANGES_REQUESTED, AppState.REJECTED];

/** True if the app, or the pending revision of a live app, can be submitted. */
export function isSubmittable(app: App): boolean {
  return SUBMITTABLE.includes((app.pending ?? app).state);
}

/** True if the install link cannot start the connection, because the app has no launch URL and the platform must not start it. */
export function startsAtApp({ profile, confidential }: App): boolean {
  return !profile?.launchUrl && !(profile?.platformStart && confidential);
}

/** True if merchants find no way from the install link to the app: it cannot start the connection, and the app has no website. */
export function leadsNowhere(
  { website, launchUrl, platformStart }: Pick<AppProfile, "website" | "launchUrl" | "platformStart">,
  { confidential }: Pick<App, "confidential">,
): boolean {
  return website === "" && launchUrl === "" && !(platformStart && confidential);
}

/** True if the next step is about installations that need attention: they come before new merchants, but after a revision. */
export function isUrgent({ state, pending }: App, needsAttention: number): boolean {
  return state === AppState.APPROVED && pending === undefined && needsAttention > 0;
}

/** True if the app has been approved once. Before that, only its developer's test merchants can install it. */
export function wasApproved({ state }: App): boolean {
  return state === AppState.APPROVED || state === AppState.SUSPENDED || state === AppState.ARCHIVED;
}

/** The installations of the app that need attention. */
export function attentionPath(app: Pick<App, "clientId">): string {
  return `${pathOf(app)}/installations?health=needs_attention`;
}

/** True if the profile cannot be edited. */
export function isLocked(app: App): boolean {
  return app.state === AppState.ARCHIVED || isUnderReview(app);
}

/** True if the app or its revision is under review and cannot be edited. */
export function isUnderReview({ state, pending }: App): boolean {
  const at = pending?.state ?? state;
  return at === AppState.SUBMITTED || at === AppState.IN_REVIEW;
}
