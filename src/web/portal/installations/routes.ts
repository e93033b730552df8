import { InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import { findOwnApp } from "../own-app.ts";
import type { Desk, PortalPage, PortalVisit } from "../page-router.ts";
import { type InstallationView, installationPage } from "./installation-view.ts";
import { installationsPage } from "./view.ts";

const PAGE_SIZE = 20;

const MERCHANT_ID = /^[A-Za-z0-9._-]{1,64}$/;

const STATES = {
  active: InstallationState.ACTIVE,
  suspended: InstallationState.SUSPENDED,
  ended: InstallationState.UNINSTALLED,
};

/** `/portal/apps/{client_id}/installations`: where the app is installed, how it does there, and a pause. */
export function addInstallationRoutes(desk: Desk): void {
  desk.page("/portal/apps/:clientId/installations", show);
  desk.page(ONE, async (visit) => showOne(visit, await findOwn(visit)));
  desk.form(`${ONE}/pause`, { home, act: pause });
  desk.form(`${ONE}/resume`, {
    home,
    async act(visit) {
      const { installationId } = (await findOwn(visit)).installation;
      await visit.web.clients.installations.resumeInstallation({ installationId, party }, visit.call);
      return home(visit.params);
    },
  });
}

const ONE = "/portal/apps/:clientId/installations/:installationId";

const INSTALLATION_ID = /^[0-9a-f-]{36}$/;

// Whoever is a member of the merchant or an operator too acts here for the app all the same.
const party = Party.APP;

function home({ clientId = "", installationId = "" }: Readonly<Record<string, string>>): string {
  return `/portal/apps/${clientId}/installations/${installationId}`;
}

/** @throws PageError 404 for an installation of another app */
async function findOwn(visit: PortalVisit) {
  const { app } = await findOwnApp(visit);
  const { installationId = "" } = visit.params;
  if (!INSTALLATION_ID.test(installationId)) throw new PageError(404, "not_found");
  const { installation } = await visit.web.clients.installations.getInstallation({ installationId }, visit.call);
  if (installation === undefined || installation.clientId !== app.clientId) throw new PageError(404, "not_found");
  return { app, installation };
}

type Shown = Pick<InstallationView, "app" | "installation"> & Partial<Pick<InstallationView, "reason" | "faults">>;

async function showOne(visit: PortalVisit, { reason = "", faults = [], ...own }: Shown): Promise<PortalPage> {
  const { scopes } = await visit.web.clients.apps.listScopes({ includeRetired: true }, visit.call);
  const body = installationPage(visit, { ...own, catalogue: scopes, reason, faults });
  return { title: own.installation.merchantName, body, status: faults.length > 0 ? 400 : 200 };
}

async function pause(visit: PortalVisit, fields: Fields): Promise<PortalPage | string> {
  const own = await findOwn(visit);
  const { installationId } = own.installation;
  const reason = fields.one("reason_text")?.replaceAll("\r\n", "\n").trim() ?? "";
  const asked = { installationId, party, reasonCode: "PAUSED", reasonText: reason };
  try {
    await visit.web.clients.installations.suspendInstallation(asked, visit.call);
    return home(visit.params);
  } catch (failure) {
    const about = requestErrorOf(failure)?.violations.some(({ field }) => field === "reason_text");
    if (!about) throw failure;
    const faults = [{ field: "reason_text", text: visit.t.portal.installations.whyWrong }];
    return showOne(visit, { ...own, reason, faults });
  }
}

async function show(visit: PortalVisit): Promise<PortalPage> {
  const { app, installationCount } = await findOwnApp(visit);
  const { query, web, call } = visit;
  const filter = { merchant: query.one("merchant")?.trim() ?? "", state: query.one("state") ?? "" };
  const token = query.one("page") ?? "";
  const state = Object.entries(STATES).find(([key]) => key === filter.state)?.[1] ?? InstallationState.UNSPECIFIED;
  const asked = { clientId: app.clientId, merchantId: filter.merchant, state, pageSize: PAGE_SIZE, pageToken: token };
  // What cannot be an id names no merchant.
  const possible = filter.merchant === "" || MERCHANT_ID.test(filter.merchant);
  const { installations, nextPageToken } = possible
    ? await web.clients.installations.listInstallations(asked, call)
    : { installations: [], nextPageToken: "" };
  const view = { app, installations, installationCount, filter, token, next: nextPageToken };
  return { title: visit.t.portal.installations.title, body: installationsPage(visit, view) };
}
