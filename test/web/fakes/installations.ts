import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import {
  type GetInstallationRequest,
  type Installation,
  InstallationSchema,
  InstallationSide,
  InstallationState,
  type ListInstallationsRequest,
  type UninstallRequest,
} from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Session } from "./clients.ts";
import { type FakeApp, type FakeMerchant, refuse, type World } from "./world.ts";

/** A page of the fake is as long as this, so that few installations are several pages. */
const PAGE = 3;

export function installationFake(world: World) {
  const find = (id: string, session: Session): { installation: Installation; role: MerchantRole } => {
    const account = world.accountOf(session);
    const installation = world.installations.find(({ installationId }) => installationId === id);
    const merchant = world.merchants.find(({ merchantId }) => merchantId === installation?.merchantId);
    const role = merchant?.roles.get(account.accountId);
    if (installation === undefined || role === undefined) throw refuse("not_found", "INSTALLATION_NOT_FOUND");
    return { installation, role };
  };
  return {
    getInstallation: ({ installationId }: GetInstallationRequest, session: Session) => {
      return { installation: find(installationId, session).installation };
    },
    listInstallations: ({ merchantId, state, pageToken }: ListInstallationsRequest, session: Session) => {
      const { accountId } = world.accountOf(session);
      const merchant = world.merchants.find((one) => one.merchantId === merchantId);
      if (!merchant?.roles.has(accountId)) throw refuse("permission_denied", "MERCHANT");
      const all = world.installations.filter((one) => one.merchantId === merchantId && one.state === state);
      const from = Number(pageToken);
      const nextPageToken = all.length > from + PAGE ? String(from + PAGE) : "";
      return { installations: all.slice(from, from + PAGE), nextPageToken };
    },
    uninstall: ({ installationId, side }: UninstallRequest, session: Session) => {
      const { installation, role } = find(installationId, session);
      if (role === MerchantRole.MEMBER || side !== InstallationSide.MERCHANT) throw refuse("permission_denied", "ROLE");
      installation.state = InstallationState.ENDED;
      return { installation };
    },
  };
}

/** As an exchanged code leaves it. */
export function install(world: World, { app }: FakeApp, { merchantId, name }: FakeMerchant): Installation {
  const installation = create(InstallationSchema, {
    installationId: `inst-${world.installations.length + 1}`,
    state: InstallationState.ACTIVE,
    clientId: app.clientId,
    appName: app.name,
    logoDigest: app.logoDigest,
    merchantId,
    merchantName: name,
    grantedScopes: ["orders:read", "products:read"],
    connectedByName: "Mia",
    connectedAt: timestampFromDate(new Date("2026-03-04T05:06:07Z")),
    lastUsedAt: timestampFromDate(new Date("2026-11-20T10:00:00Z")),
  });
  world.installations.push(installation);
  return installation;
}
