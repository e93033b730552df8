import { type App, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { PageError } from "../errors/page-error.ts";
import type { PageContext } from "../router/page-router.ts";

const CLIENT_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** The app that the address names, if it is the developer's own: an operator's right to read others has no place here. */
export async function findOwnApp(context: PageContext) {
  const clientId = clientIdOf(context);
  const { app, history, installationCount } = await context.web.clients.apps.getApp({ clientId }, context.call);
  if (app === undefined || app.developerAccountId !== context.account.accountId) throw new PageError(404, "not_found");
  return { app, history, installationCount };
}

/** @throws PageError 404 for an address that no app can have */
function clientIdOf({ params }: Pick<PageContext, "params">): string {
  const { clientId = "" } = params;
  if (!CLIENT_ID.test(clientId)) throw new PageError(404, "not_found");
  return clientId;
}

export function pathOf({ clientId }: Pick<App, "clientId">): string {
  return `/portal/apps/${clientId}`;
}

/** What was written is being read by a reviewer, so it cannot be changed. */
export function isUnderReview({ state, pending }: App): boolean {
  const at = pending?.state ?? state;
  return at === AppState.SUBMITTED || at === AppState.IN_REVIEW;
}
