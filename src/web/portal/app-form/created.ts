import type { Page, PageContext } from "../../router/page-router.ts";
import { findSameName } from "../app/same-name.ts";
import { findOwnApp, isSubmittable, pathOf } from "../own-app.ts";
import { appCreatedPage } from "./created-view.ts";
import { formOf } from "./form.ts";
import { checkComplete } from "./save.ts";

/** The page of a new app; redirects to the app after the secret was shown. */
export async function created(context: PageContext): Promise<Page | string> {
  const { app } = await findOwnApp(context);
  if (context.flash === null) return pathOf(app);
  const { clientSecret = "", left = "[]", note = "" } = context.flash;
  const { scopes } = await context.web.clients.apps.listScopes({ includeRetired: true }, context.call);
  const [missing, sameName] = await Promise.all([
    isSubmittable(app) ? checkComplete(context, app, formOf(app, scopes)) : [],
    findSameName(context, app),
  ]);
  return appCreatedPage(context, { app, clientSecret, missing, left: JSON.parse(left), note, sameName });
}
