import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { FakeApp, FakeMerchant } from "./fakes/world.ts";
import { createSite, type Site, Visitor } from "./site.ts";

/** A site with an app, and with a shop whose owner, Mia, is signed in. */
export interface ConnectSite {
  site: Site;
  mia: Account;
  coffee: FakeMerchant;
  app: FakeApp;
  /** Mia's browser. */
  visitor: Visitor;
}

export async function createConnectSite(): Promise<ConnectSite> {
  const site = await createSite();
  const mia = site.world.addAccount({ email: "mia@shop.example", name: "Mia" });
  const coffee = site.world.addMerchant("harbour-coffee", "Harbour Coffee", [[mia, MerchantRole.OWNER]]);
  const app = site.world.addApp({
    name: "Parcel Pilot",
    developerName: "Pilot GmbH",
    purpose: "Prints labels.",
    website: "https://parcels.example",
    privacyPolicy: "https://parcels.example/privacy",
  });
  return { site, mia, coffee, app, visitor: signIn(site, mia) };
}

/** A browser in which the account is signed in. */
export function signIn(site: Site, account: Account): Visitor {
  const visitor = new Visitor(site);
  visitor.cookies.set("__Host-latchkey", site.world.signIn(account));
  return visitor;
}
