import {
  type App,
  type AppProfile,
  type AuthorizeUrlFinding,
  FindingWeight,
  type ValidateAuthorizeUrlResponse,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { pathWith } from "../../components/list.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { correctedUrl } from "./corrected-url.ts";
import { hasScopeError, type ShownFinding, shownFindings, withDifference } from "./findings.ts";
import { checkPage, UNREGISTERED } from "./view.ts";

const PATH = "/portal/check";

/** `/portal/check`: checks an authorization URL. */
export function addCheckRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => page(context, { ...EMPTY, url: "" }));
  // POST, because the pasted URL may contain tokens.
  router.form(PATH, { basePath: () => PATH, handle: check });
}

const EMPTY = {
  ...{ result: null, findings: [], missing: false, registered: [], correction: null },
  ...{ isInstallLink: false, installed: null },
};

async function check(context: PageContext, fields: Fields): Promise<Page> {
  const url = withoutLineBreaks(fields.one("url") ?? "");
  if (url === "") return page(context, { ...EMPTY, url, missing: true });
  const link = installLinkIn(url);
  if (link !== null) return checkInstallLink(context, url, link);
  const asSent = await validate(context, url);
  const plain = url.replaceAll(AMPERSAND, "&");
  const isEscaped = plain !== url && asSent.findings.some(isFault);
  const result = isEscaped ? await validate(context, plain) : asSent;
  const app = await appFor(context, result);
  const profile = app?.profile;
  // The redirect URIs of the app, if the link has another one.
  const registered = result.findings.some(({ code }) => code === UNREGISTERED) ? (profile?.redirectUris ?? []) : [];
  const [correction, findings] = await Promise.all([
    profile === undefined ? null : correct(context, result, profile),
    toShown(context, result, app),
  ]);
  if (!isEscaped) return page(context, { ...EMPTY, url, result, findings, registered, correction });
  const unescaped = correction ?? { url: plain, left: result.findings.filter(isFault).length };
  return page(context, { ...EMPTY, url, result, findings: [ESCAPED, ...findings], registered, correction: unescaped });
}

/** An ampersand in HTML. */
const AMPERSAND = "&amp;";

const ESCAPED = { weight: FindingWeight.FAULT, code: "url_escaped", parameter: "", detail: "", error: "" };

function validate({ web, call }: PageContext, url: string): Promise<ValidateAuthorizeUrlResponse> {
  return web.clients.apps.validateAuthorizeUrl({ url }, call);
}

/** The origin and the client_id of an install link; null for other links. */
function installLinkIn(url: string): { origin: string; clientId: string } | null {
  const { origin = "", pathname = "" } = URL.parse(url) ?? {};
  const [, clientId] = /^\/install\/(\w+)\/?$/.exec(pathname) ?? [];
  return clientId === undefined ? null : { origin, clientId };
}

async function checkInstallLink(
  context: PageContext,
  url: string,
  { origin, clientId }: NonNullable<ReturnType<typeof installLinkIn>>,
): Promise<Page> {
  const { web, call } = context;
  const result = await validate(context, authorizeUrlOf(context, clientId));
  const { app } = result.appName === "" ? {} : await web.clients.apps.getApp({ clientId }, call);
  const sent = { ...ORIGIN, detail: origin };
  const findings = origin === web.publicUrl ? [] : [withDifference(sent, [web.publicUrl])];
  return page(context, { ...EMPTY, url, result, findings, isInstallLink: true, installed: app ?? null });
}

const ORIGIN: ShownFinding = { weight: FindingWeight.FAULT, code: "url_origin", parameter: "", detail: "", error: "" };

/** An authorization URL by which the check finds the app of a client_id. */
function authorizeUrlOf({ web }: PageContext, clientId: string): string {
  return pathWith(`${web.publicUrl}/oauth/authorize`, { client_id: clientId });
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
  return shownFindings(result.findings, { app, catalogue: scopes, publicUrl: web.publicUrl });
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
