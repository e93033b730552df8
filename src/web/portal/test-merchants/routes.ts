import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { Desk, PortalPage, PortalVisit } from "../page-router.ts";
import { startAtAppPage, testMerchantsPage } from "./view.ts";

const PATH = "/portal/test-merchants";

const PAGE_SIZE = 20;

/** As many apps as anybody looks through in a list to choose from. */
const APPS_MAX = 200;

const MERCHANT_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** `/portal/test-merchants`: where an app works before anybody has reviewed it. */
export function addTestMerchantRoutes(desk: Desk): void {
  desk.page(PATH, (visit) => show(visit, { name: "", faults: [] }));
  desk.form(PATH, { home: () => PATH, act: create });
  desk.form(`${PATH}/:merchantId/install`, { home: () => PATH, act: install });
}

interface NewMerchant {
  name: string;
  faults: FieldError[];
}

async function show(visit: PortalVisit, filled: NewMerchant): Promise<PortalPage> {
  const { web, call, query } = visit;
  const asked = { q: query.one("q")?.trim() ?? "", token: query.one("page") ?? "" };
  const [{ merchants, nextPageToken }, apps] = await Promise.all([
    web.clients.accounts.listMerchants(
      { namePrefix: asked.q, pageSize: PAGE_SIZE, pageToken: asked.token, ownTest: true },
      call,
    ),
    findApps(visit),
  ]);
  const view = { merchants, apps, ...asked, next: nextPageToken, ...filled };
  return {
    title: visit.t.portal.testMerchants.title,
    body: testMerchantsPage(visit, view),
    status: filled.faults.length > 0 ? 400 : 200,
    // An install goes on at the app.
    target: { kind: "any-app" },
  };
}

async function findApps({ web, call, account }: PortalVisit): Promise<App[]> {
  const { accountId: developerAccountId } = account;
  const { apps } = await web.clients.apps.listApps({ developerAccountId, pageSize: APPS_MAX }, call);
  const ended: AppState[] = [AppState.ARCHIVED, AppState.REJECTED, AppState.SUSPENDED];
  return apps.filter(({ state }) => !ended.includes(state));
}

async function create(visit: PortalVisit, fields: Fields): Promise<PortalPage | string> {
  const { t, web, call } = visit;
  const name = fields.one("name")?.trim() ?? "";
  const refused = (): Promise<PortalPage> =>
    show(visit, { name, faults: [{ field: "name", text: t.portal.testMerchants.nameWrong }] });
  if (name === "") return refused();
  try {
    await web.clients.accounts.createMerchant({ name, test: true }, call);
    return PATH;
  } catch (failure) {
    if (requestErrorOf(failure)?.violations.some(({ field }) => field === "name")) return refused();
    throw failure;
  }
}

/** Sends the developer to the app as an install link would, though there is none yet. */
async function install(visit: PortalVisit, fields: Fields): Promise<PortalPage | string> {
  const { merchantId = "" } = visit.params;
  const clientId = fields.one("client_id") ?? "";
  const app = (await findApps(visit)).find((one) => one.clientId === clientId);
  if (app === undefined || !MERCHANT_ID.test(merchantId)) throw new PageError(404, "not_found");
  try {
    const request = { clientId, merchantId, test: true };
    return (await visit.web.clients.consent.startInstall(request, visit.call)).redirectTo;
  } catch (failure) {
    if (requestErrorOf(failure)?.reason !== "START_AT_APP") throw failure;
    return startAtAppPage(visit, app, merchantId);
  }
}
