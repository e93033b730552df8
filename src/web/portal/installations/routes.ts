import { InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Desk, PortalPage, PortalVisit } from "../desk.ts";
import { findOwnApp } from "../desk.ts";
import { installationsPage } from "./view.ts";

const PAGE_SIZE = 20;
const MERCHANT_ID = /^[A-Za-z0-9._-]{1,64}$/;
const STATES = {
  active: InstallationState.ACTIVE,
  suspended: InstallationState.SUSPENDED,
  ended: InstallationState.ENDED,
};

/** `/portal/apps/{client_id}/installations`: where the app is installed, and how it does there. */
export function addInstallationRoutes(desk: Desk): void {
  desk.page("/portal/apps/:clientId/installations", show);
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
