import { setTimeout } from "node:timers/promises";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createClient,
  createRouterTransport,
  type HandlerContext,
} from "@connectrpc/connect";
import { AccountService, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppService, AppState, type ListAppsRequest } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { AuditService } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { ConsentService } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import {
  type GetInstallationRequest,
  InstallationService,
  InstallationState,
  type ListInstallationHistoryRequest,
  type ListInstallationsRequest,
  type SummarizeMerchantsRequest,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { PlatformService } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { ReviewService } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { WebhookService } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { toConnectError } from "../../../../src/rpc/errors.ts";
import { SESSION } from "../../../../src/rpc/metadata.ts";
import type { WebClients } from "../../../../src/web/deps.ts";
import { accountFake } from "./accounts.ts";
import { listScopes } from "./catalogue.ts";
import { connectedAppsOf } from "./connected-apps.ts";
import { consentFake } from "./consent.ts";
import type { World } from "./world.ts";

/** The caller: the session token in the call's metadata. */
export type Session = string | null;

type Handlers = Record<string, (request: never, session: Session) => unknown>;

/** Clients of fakes that behave: they keep sessions, limits and interactions, and refuse in the core's own words. */
export function fakeClients(world: World): WebClients {
  const transport = createRouterTransport((router) => {
    mount(router, world, AccountService, accountFake(world));
    mount(router, world, ConsentService, consentFake(world));
    mount(router, world, AppService, {
      getLogo: logoOf(world),
      listScopes,
      listApps: returnedBy(world),
    });
    mount(router, world, InstallationService, {
      summarizeMerchants: summariesOf(world),
      countInstallations() {
        if (world.health === null) throw new ConnectError("not implemented", Code.Unimplemented);
        return world.health;
      },
      listInstallations: installationsOf(world),
      listConnectedApps: connectedAppsOf(world),
      getInstallation: ({ installationId }: GetInstallationRequest) => ({
        installation: world.installations.find((one) => one.installationId === installationId),
      }),
      listInstallationHistory: ({ installationId, pageToken, pageSize }: ListInstallationHistoryRequest) => {
        const [all, from] = [world.histories.get(installationId) ?? [], Number(pageToken)];
        const to = from + (pageSize || all.length);
        return { entries: all.slice(from, to), nextPageToken: to < all.length ? `${to}` : "" };
      },
    });
    mount(router, world, ReviewService, { getReviewQueue: () => world.queue });
    mount(router, world, PlatformService, {
      getBrand: () => ({ brand: world.brand }),
      getDashboard() {
        if (world.dashboard === null) throw new ConnectError("not implemented", Code.Unimplemented);
        return world.dashboard;
      },
    });
  });
  return {
    accounts: createClient(AccountService, transport),
    consent: createClient(ConsentService, transport),
    apps: createClient(AppService, transport),
    installations: createClient(InstallationService, transport),
    audit: createClient(AuditService, transport),
    platform: createClient(PlatformService, transport),
    reviews: createClient(ReviewService, transport),
    tokens: createClient(TokenService, transport),
    webhooks: createClient(WebhookService, transport),
  };
}

function mount(
  router: ConnectRouter,
  world: World,
  service: Parameters<ConnectRouter["service"]>[0],
  handlers: Handlers,
) {
  const wrapped = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (request: never, context: HandlerContext) => {
      try {
        if (world.outage !== null) throw world.outage;
        const answer = await handler(request, context.requestHeader.get(SESSION));
        if (world.answerDelay > 0) await setTimeout(world.answerDelay);
        return answer;
      } catch (error) {
        throw toConnectError(error);
      }
    },
  ]);
  router.service(service, Object.fromEntries(wrapped));
}

/** Each app that a merchant has granted scopes is installed. Those with expired tokens need attention. */
function summariesOf(world: World) {
  return ({ merchantIds }: SummarizeMerchantsRequest) => {
    // Like a core of the previous release, it does not know the merchants of the account.
    if (world.previousCore) throw new ConnectError("not implemented", Code.Unimplemented);
    const merchants = world.merchants.filter(({ merchantId }) => merchantIds.includes(merchantId));
    return {
      merchants: merchants.map(({ merchantId, grants, expired }) => ({
        ...{ merchantId, connected: grants.size, needsAttention: expired.size },
      })),
      attention: merchants.flatMap(({ merchantId, expired, revoked }) =>
        [...expired].map((clientId) => ({
          ...{ installationId: `${merchantId}-${clientId}`, merchantId, clientId },
          appName: world.apps.find(({ app }) => app.clientId === clientId)?.app.name ?? "",
          state: InstallationState.ACTIVE,
          appState: AppState.APPROVED,
          merchantState: MerchantState.ACTIVE,
          tokensExpireAt: timestampFromMs(Date.now() - 2 * 86_400_000),
          tokensRevoked: revoked.has(clientId),
        })),
      ),
    };
  };
}

/** The installations of a merchant; those in state PENDING only on request. */
function installationsOf({ installations }: World) {
  return ({ merchantId, clientId, state }: ListInstallationsRequest) => ({
    installations: installations
      .filter((one) => one.merchantId === merchantId && (clientId === "" || one.clientId === clientId))
      .filter((one) => (one.state === InstallationState.PENDING) === (state === InstallationState.PENDING)),
  });
}

/** Only the list of returned apps is implemented. */
function returnedBy(world: World) {
  return ({ state }: ListAppsRequest) => {
    if (state !== AppState.CHANGES_REQUESTED) throw new ConnectError("not implemented", Code.Unimplemented);
    return { apps: world.returned };
  };
}

function logoOf(world: World) {
  return ({ clientId, digest }: { clientId: string; digest: string }) => {
    const app = world.apps.find((one) => one.app.clientId === clientId && one.app.logoDigest === digest);
    if (app?.logo == null) throw toConnectError(new Error("no such logo"));
    return app.logo;
  };
}
