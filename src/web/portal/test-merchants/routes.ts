import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { inTeamOf, teamIn } from "../team/current.ts";
import { startAtAppPage, testMerchantsPage } from "./view.ts";

const PATH = "/portal/test-merchants";

const PAGE_SIZE = 20;

/** The maximum number of apps in the select. */
const APPS_MAX = 200;

const MERCHANT_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** `/portal/test-merchants`: the developer's test merchants. */
export function addTestMerchantRoutes(router: PageRouter): void {
  router.page(PATH, (context) => show(context, { name: "", errors: [] }));
  router.form(PATH, {
    basePath: () => PATH,
    handle: create,
    done: ({ t }) => t.portal.testMerchants.created,
  });
  router.form(`${PATH}/:merchantId/install`, { basePath: () => PATH, handle: install });
}

interface NewMerchant {
  name: string;
  errors: FieldError[];
}

async function show(context: PageContext, filled: NewMerchant): Promise<Page> {
  const { web, call, query } = context;
  const { teamId } = currentTeam(context);
  const search = { q: query.one("q")?.trim() ?? "", token: query.one("page") ?? "" };
  const [{ merchants, nextPageToken }, apps] = await Promise.all([
    web.clients.accounts.listMerchants(
      { search: search.q, pageSize: PAGE_SIZE, pageToken: search.token, ownTest: true, teamAccountId: teamId },
      call,
    ),
    findApps(context),
  ]);
  const view = { merchants, apps, ...search, next: nextPageToken, ...filled };
  return {
    title: context.t.portal.testMerchants.title,
    body: testMerchantsPage(context, view),
    team: teamId,
    status: filled.errors.length > 0 ? 400 : 200,
    // The form that starts an install redirects to the app.
    target: { kind: "any-app" },
  };
}

async function findApps(context: PageContext): Promise<App[]> {
  const { teamId: developerAccountId } = currentTeam(context);
  const { web, call } = context;
  const { apps } = await web.clients.apps.listApps({ developerAccountId, pageSize: APPS_MAX }, call);
  const ended: AppState[] = [AppState.ARCHIVED, AppState.REJECTED, AppState.SUSPENDED];
  return apps.filter(({ state }) => !ended.includes(state));
}

async function create(sent: PageContext, fields: Fields): Promise<Page | string> {
  const context = inTeamOf(sent, fields);
  const { t, web, call } = context;
  const name = fields.one("name")?.trim() ?? "";
  const { nameInvalid, limit } = t.portal.testMerchants;
  const refused = (text: string): Promise<Page> => show(context, { name, errors: [{ field: "name", text }] });
  if (name === "") return refused(nameInvalid);
  try {
    await web.clients.accounts.createMerchant({ name, test: true, ownerAccountId: teamIn(context, fields) }, call);
    return PATH;
  } catch (failure) {
    const refusal = requestErrorOf(failure);
    if (refusal?.reason === "TEST_MERCHANT_LIMIT") return refused(limit(context.platformName));
    if (refusal?.violations.some(({ field }) => field === "name")) return refused(nameInvalid);
    throw failure;
  }
}

/** Starts an install in the same way as the install link of an approved app. */
async function install(context: PageContext, fields: Fields): Promise<Page | string> {
  const { merchantId = "" } = context.params;
  const clientId = fields.one("client_id") ?? "";
  const app = (await findApps(inTeamOf(context, fields))).find((one) => one.clientId === clientId);
  if (app === undefined || !MERCHANT_ID.test(merchantId)) throw new PageError(404, "not_found");
  try {
    const request = { clientId, merchantId, test: true };
    return (await context.web.clients.consent.startInstall(request, context.call)).redirectTo;
  } catch (failure) {
    if (requestErrorOf(failure)?.reason !== "START_AT_APP") throw failure;
    return startAtAppPage(context, app, merchantId);
  }
}
