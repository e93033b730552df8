import { ConnectedAppSort, type InstallationService } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { countInstallations } from "../../service/installations/count-installations.ts";
import type { InstallationDependencies } from "../../service/installations/dependencies.ts";
import { getInstallationWithHistory } from "../../service/installations/get-installation.ts";
import { listConnectedApps } from "../../service/installations/list-connected-apps.ts";
import { listInstallationHistory } from "../../service/installations/list-installation-history.ts";
import { listInstallations } from "../../service/installations/list-installations.ts";
import { removeScopes } from "../../service/installations/remove-scopes.ts";
import { resumeInstallation } from "../../service/installations/resume-installation.ts";
import { summarizeMerchants } from "../../service/installations/summarize-merchants.ts";
import { suspendInstallation } from "../../service/installations/suspend-installation.ts";
import { uninstall } from "../../service/installations/uninstall.ts";
import { uninstallByApp } from "../../service/installations/uninstall-by-app.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromCredentials } from "./credentials-messages.ts";
import {
  fromChangeInstallation,
  fromListConnectedApps,
  fromListInstallations,
  toConnectedAppCount,
  toHistoryEntry,
  toInstallation,
  toMerchantHistoryEntry,
} from "./installation-messages.ts";

export function installationService(deps: InstallationDependencies): Implementation<typeof InstallationService> {
  return {
    async getInstallation(request, call) {
      const { view, history } = await getInstallationWithHistory(deps, request, call);
      return { installation: toInstallation(view), history: history.map(toHistoryEntry) };
    },
    async listInstallationHistory({ installationId, ...page }, call) {
      const { items, nextPageToken } = await listInstallationHistory(deps, { installationId, page }, call);
      return { entries: items.map(toMerchantHistoryEntry), nextPageToken };
    },
    countInstallations: (request, call) => countInstallations(deps, request, call),
    async summarizeMerchants(request, call) {
      const { merchants, attention } = await summarizeMerchants(deps, request, call);
      return { merchants, attention: attention.map(toInstallation) };
    },
    async listInstallations(request, call) {
      const { items, nextPageToken } = await listInstallations(deps, fromListInstallations(request), call);
      return { installations: items.map(toInstallation), nextPageToken };
    },
    async listConnectedApps(request, call) {
      const asked = fromListConnectedApps(request);
      const { items, counts, ...page } = await listConnectedApps(deps, asked, call);
      const sort = ConnectedAppSort[asked.sort];
      return { ...page, sort, installations: items.map(toInstallation), counts: counts.map(toConnectedAppCount) };
    },
    async suspendInstallation(message, call) {
      const { reasonCode, reasonText } = message;
      const request = { ...fromChangeInstallation(message), reasonCode, reasonText };
      return { installation: toInstallation(await suspendInstallation(deps, request, call)) };
    },
    async resumeInstallation(request, call) {
      return { installation: toInstallation(await resumeInstallation(deps, fromChangeInstallation(request), call)) };
    },
    async uninstall(message, call) {
      const { reasonCode, reasonText } = message;
      const request = { ...fromChangeInstallation(message), reasonCode, reasonText };
      return { installation: toInstallation(await uninstall(deps, request, call)) };
    },
    async removeScopes(request, call) {
      const { view, removed } = await removeScopes(deps, request, call);
      return { installation: toInstallation(view), removedScopes: removed };
    },
    async uninstallByApp({ credentials, merchantId }, call) {
      await uninstallByApp(deps, { credentials: fromCredentials(credentials), merchantId }, call);
      return {};
    },
  };
}
