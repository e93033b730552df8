import {
  type App,
  type AppProfile,
  type AuthorizeUrlFinding,
  FindingWeight,
  type ValidateAuthorizeUrlResponse,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { correctedUrl } from "./corrected-url.ts";
import { hasScopeError, shownFindings } from "./findings.ts";
import { checkPage, UNREGISTERED } from "./view.ts";

const PATH = "/portal/check";

/** `/portal/check`: checks an authorization URL. */
export function addCheckRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => page(context, { ...EMPTY, url: "" }));
  // POST, because the pasted URL may contain tokens.
  router.form(PATH, { basePath: () => PATH, handle: check });
}

const EMPTY = { result: null, findings: [], missing: false, registered: [], correction: null };

async function check(context: PageContext, fields: Fields): Promise<Page> {
  const url = withoutLineBreaks(fields.one("url") ?? "");
  if (url === "") return page(context, { ...EMPTY, url, missing: true });
  const result = await context.web.clients.apps.validateAuthorizeUrl({ url }, context.call);
  const app = await appFor(context, result);
  const profile = app?.profile;
  // The redirect URIs of the app, if the link has another one.
  const registered = result.findings.some(({ code }) => code === UNREGISTERED) ? (profile?.redirectUris ?? []) : [];
  const [correction, findings] = await Promise.all([
    profile === undefined ? null : correct(context, result, profile),
    toShown(context, result, app),
  ]);
  return page(context, { ...EMPTY, url, result, findings, registered, correction });
}

/** The URL as one line. A mail or an editor wraps long URLs; the spaces between scopes stay, because browsers send them as well. */
function withoutLineBreaks(text: string): string {
  return text.trim().replace(/ *\r\n\s*/g, "");
}

/** The app, if the link has errors. */
async function appFor({ web, call }: PageContext, { clientId, findings }: ValidateAuthorizeUrlResponse) {
  if (clientId === "" || !findings.some(isFault)) return undefined;
  return (await web.clients.apps.getApp({ clientId }, call)).app;
}

async function toShown({ web, call }: PageContext, result: ValidateAuthorizeUrlResponse, app: App | undefined) {
  const { scopes } = hasScopeError(result)
    ? await web.clients.apps.listScopes({ includeRetired: true }, call)
    : { scopes: [] };
  return shownFindings(result.findings, app, scopes);
}

/** The URL with fewer errors; null if none can be corrected here. */
async function correct({ web, call }: PageContext, result: ValidateAuthorizeUrlResponse, profile: AppProfile) {
  const url = correctedUrl(result, profile, web.publicUrl);
  const { findings } = await web.clients.apps.validateAuthorizeUrl({ url }, call);
  const [before, left] = [result.findings, findings].map((all) => all.filter(isFault).length);
  return left! < before! ? { url, left: left! } : null;
}

function isFault({ weight }: AuthorizeUrlFinding): boolean {
  return weight === FindingWeight.FAULT;
}

function page(context: PageContext, view: Parameters<typeof checkPage>[1]): Page {
  const { title } = context.t.portal.check;
  return { title, body: checkPage(context, view), status: view.missing ? 400 : 200 };
}
