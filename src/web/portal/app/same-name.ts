import { create } from "@bufbuild/protobuf";
import { type App, AppState, ListAppsRequestSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { notice } from "../../components/notice.ts";
import type { PageContext } from "../../router/page-router.ts";
import { draftOf } from "../app-form/form.ts";
import { pathOf } from "../own-app.ts";

/** Another app of the team with the name of a draft in any case, which may have been created by mistake; null for apps in other states. */
export async function findSameName({ web, call }: PageContext, app: App): Promise<App | null> {
  const { name } = draftOf(app);
  if (app.state !== AppState.DRAFT || name === "") return null;
  const request = { developerAccountId: app.developerAccountId, namePrefix: name, pageSize: 10 };
  const { apps } = await web.clients.apps.listApps(create(ListAppsRequestSchema, request), call);
  return apps.find((other) => other.clientId !== app.clientId && isNamed(other, name)) ?? null;
}

function isNamed(app: App, name: string): boolean {
  return app.state !== AppState.ARCHIVED && draftOf(app).name.toLowerCase() === name.toLowerCase();
}

/** The warning with a link to the other app. */
export function sameNameNotice({ t }: PageContext, other: App | null): Html | null {
  if (other === null) return null;
  const { sameName, openOther } = t.portal.app;
  return notice("warn", html`${sameName} <a href="${pathOf(other)}">${openOther(draftOf(other).name)}</a>`);
}
