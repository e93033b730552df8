import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Account, MerchantRole, MerchantState } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { InstallationAction, InstallationState, Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { World } from "../../unit/web/fakes/world.ts";
import { logo } from "./logo.ts";

const DAY = 86_400_000;

/** Names of apps, and of their developers. */
const APPS = [
  ["Parcel Pilot", "Parcel Pilot GmbH"],
  ["Ledger Lark", "Lark Ltd"],
  ["Rating Redstart", "Redstart Software"],
  ["Shelf Swift", "Swift Systems"],
  ["Post Puffin", "Puffin & Sons"],
  ["Tax Tern", "Tern Tools AG"],
  ["Return Raven", "Raven Returns"],
  ["Gift Goose", "Goose Labs"],
  ["Invoice Ibis", "Ibis Office"],
  ["Loyalty Loon", "Loon Loyalty"],
] as const;

const KINDS = ["", " Pro", " Analytics"] as const;

/** Creates a merchant with 30 apps in all states, and returns the ids of one that works, of a suspended and of an uninstalled one. */
export function addManyApps(world: World, owner: Account) {
  const merchantId = "harbour-market";
  const merchantName = "Harbour Market";
  world.addMerchant(merchantId, merchantName, [[owner, MerchantRole.OWNER]]);
  const idOf = (at: number) => `00000000-0000-7000-8000-${`${at}`.padStart(12, "0")}`;
  const names = KINDS.flatMap((kind) => APPS.map(([name, developer]) => [`${name}${kind}`, developer] as const));
  names.forEach(([appName, developerName], at) => {
    const logoDigest = at === 0 ? "pilot" : "";
    const picture = at === 0 ? { logo: { image: logo(), mediaType: "image/png" } } : {};
    const { app } = world.addApp(
      { name: appName, developerName, website: "https://apps.example", logoDigest },
      picture,
    );
    world.installations.push({
      ...{
        installationId: idOf(at),
        clientId: app.clientId,
        appName,
        logoDigest,
        developerName,
        merchantId,
        merchantName,
      },
      ...{ website: "https://apps.example", supportContact: "help@apps.example" },
      ...{ state: InstallationState.ACTIVE, appState: AppState.APPROVED, merchantState: MerchantState.ACTIVE },
      ...{ grantedScopes: ["orders:read", "customers:read"], declinedScopes: ["products:read"] },
      removableScopes: ["customers:read"],
      connectedByName: owner.name,
      connectedByAccountId: owner.accountId,
      connectedAt: timestampFromMs(Date.now() - (40 + 11 * at) * DAY),
      lastUsedAt: timestampFromMs(Date.now() - (at % 9) * DAY),
      tokensExpireAt: timestampFromMs(Date.now() + 30 * DAY),
      ...stateOf(at),
    });
  });
  world.histories.set(idOf(0), historyOf(owner));
  const suspended = { action: InstallationAction.SUSPENDED, party: Party.OPERATOR, reasonCode: "ABUSE" };
  const gone = { action: InstallationAction.UNINSTALLED, party: Party.MERCHANT };
  world.histories.set(idOf(27), [
    { at: timestampFromMs(Date.now() - 12 * DAY), ...gone, accountId: owner.accountId, accountName: owner.name },
  ]);
  world.histories.set(idOf(8), [{ at: timestampFromMs(Date.now() - 12 * DAY), ...suspended }]);
  return { merchantId, installationId: idOf(0), stoppedId: idOf(8), uninstalledId: idOf(27) };
}

/** The events of an app over some months: by the owner, by a colleague, by the developer and by the platform. */
function historyOf({ accountId, name }: Account) {
  const at = (days: number) => timestampFromMs(Date.now() - days * DAY);
  const [owner, colleague] = [
    { accountId, accountName: name },
    { accountId: "acc-colleague", accountName: "Jonas Lindqvist" },
  ];
  const { INSTALLED, CONNECTED_AGAIN, SCOPES_REMOVED, SUSPENDED, RESUMED, UNINSTALLED } = InstallationAction;
  const allowed = ["orders:read", "customers:read"];
  const ofMerchant = { party: Party.MERCHANT };
  return [
    { at: at(2), action: SCOPES_REMOVED, ...ofMerchant, ...colleague, removedScopes: ["products:read"] },
    { at: at(9), action: CONNECTED_AGAIN, ...owner, scopes: allowed, addedScopes: ["products:read"] },
    { at: at(12), action: RESUMED, party: Party.OPERATOR },
    { at: at(14), action: SUSPENDED, party: Party.OPERATOR, reasonCode: "ABUSE" },
    { at: at(21), action: RESUMED, ...ofMerchant, ...owner },
    { at: at(23), action: SUSPENDED, ...ofMerchant, ...colleague, reasonCode: "PAUSED" },
    { at: at(40), action: INSTALLED, ...owner, scopes: allowed, version: 2 },
    {
      at: at(61),
      action: UNINSTALLED,
      ...ofMerchant,
      ...colleague,
      reasonCode: "OTHER",
      reasonText: "We use another app now.",
    },
    { at: at(88), action: SUSPENDED, party: Party.APP, reasonCode: "OTHER" },
    { at: at(120), action: INSTALLED, ...colleague, scopes: ["orders:read"], version: 1 },
  ];
}

/** The exceptions from an active app. */
function stateOf(at: number) {
  const day = timestampFromMs(Date.now() - 12 * DAY);
  const lastUsedAt = timestampFromMs(Date.now() - 13 * DAY);
  const paused = { state: InstallationState.SUSPENDED, suspendedAt: day, lastUsedAt };
  if (at === 3) return { tokensExpireAt: timestampFromMs(Date.now() - 2 * DAY) };
  if (at === 8)
    return {
      ...paused,
      suspendedByParties: [Party.OPERATOR],
      reasonCode: "ABUSE",
      reasonText: "Far too many calls a minute.",
    };
  if (at === 12 || at === 20) return { ...paused, suspendedByParties: [Party.MERCHANT] };
  if (at >= 27) return { state: InstallationState.UNINSTALLED, lastUsedAt: day, endedAt: day, endedBy: Party.MERCHANT };
  return {};
}
