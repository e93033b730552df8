import type { MessageInitShape } from "@bufbuild/protobuf";
import { MerchantState } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import {
  type InstallationSchema,
  type InstallationService,
  InstallationState,
  Party,
  RefreshFailure,
} from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { InstallationOperations } from "../../service/installations/operations.ts";
import type { InstallationRecord } from "../../service/installations/records.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromCredentials } from "./credentials.ts";
import { fromTimestamp, nameOf, orNull, toTimestamp } from "./fields.ts";

/** InstallationService over the operations on installations. */
export function installationService(installations: InstallationOperations): Implementation<typeof InstallationService> {
  return { ...reading(installations), ...changing(installations) };
}

const answer = (record: InstallationRecord) => ({ installation: toInstallation(record) });

function reading(installations: InstallationOperations) {
  return {
    getInstallation: async (request, call) => answer(await installations.get(request.installationId, call)),
    async listInstallations(request, call) {
      const filter = {
        clientId: orNull(request.clientId),
        merchantId: orNull(request.merchantId),
        state: nameOf(InstallationState, request.state, "state"),
        changedSince: fromTimestamp(request.changedSince),
      };
      const { items, nextPageToken } = await installations.list(filter, request, call);
      return { installations: items.map(toInstallation), nextPageToken };
    },
  } satisfies Partial<Implementation<typeof InstallationService>>;
}

function changing(installations: InstallationOperations) {
  return {
    async suspendInstallation(request, call) {
      const { reasonCode, reasonText } = request;
      return answer(await installations.suspend({ ...stepOf(request), reasonCode, reasonText }, call));
    },
    resumeInstallation: async (request, call) => answer(await installations.resume(stepOf(request), call)),
    uninstall: async (request, call) => answer(await installations.uninstall(stepOf(request), call)),
    async uninstallByApp({ credentials, merchantId }, call) {
      await installations.uninstallByApp({ credentials: fromCredentials(credentials), merchantId }, call);
      return {};
    },
  } satisfies Partial<Implementation<typeof InstallationService>>;
}

function stepOf(request: { installationId: string; party: Party }) {
  return { installationId: request.installationId, party: nameOf(Party, request.party, "side") };
}

function toInstallation(record: InstallationRecord): MessageInitShape<typeof InstallationSchema> {
  const [suspendedBy] = record.suspendedBy;
  return {
    installationId: record.installationId,
    version: record.version,
    state: InstallationState[record.state],
    clientId: record.clientId,
    appName: record.appName,
    merchantId: record.merchantId,
    merchantName: record.merchantName,
    test: record.test,
    grantedScopes: record.grantedScopes,
    connectedByAccountId: record.connectedByAccountId ?? "",
    connectedByName: record.connectedByName ?? "",
    connectedAt: toTimestamp(record.connectedAt),
    lastUsedAt: toTimestamp(record.lastUsedAt),
    suspendedBy: suspendedBy === undefined ? Party.UNSPECIFIED : Party[suspendedBy],
    reasonCode: record.reasonCode ?? "",
    reasonText: record.reasonText ?? "",
    endedAt: toTimestamp(record.endedAt),
    changedAt: toTimestamp(record.changedAt),
    logoDigest: record.logoDigest ?? "",
    lastRefreshedAt: toTimestamp(record.lastRefreshedAt),
    tokensExpireAt: toTimestamp(record.tokensExpireAt),
    lastFailedAt: toTimestamp(record.lastFailedAt),
    lastFailure: RefreshFailure[record.lastFailure ?? "UNSPECIFIED"],
    appState: AppState[record.appState],
    merchantState: MerchantState[record.merchantState],
    suspendedByParties: record.suspendedBy.map((party) => Party[party]),
  };
}
