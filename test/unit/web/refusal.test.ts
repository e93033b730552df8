import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { beforeEach, expect, test } from "vitest";
import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { InstallationState } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { createConnectSite, signIn } from "./connect-site.ts";
import type { FakeApp, FakeMerchant } from "./fakes/world.ts";
import type { Site, Visitor } from "./site.ts";

const { OWNER, MANAGER, MEMBER } = MerchantRole;

let site: Site;
let mia: Account;
let coffee: FakeMerchant;
let app: FakeApp;
let sam: Account;
let visitor: Visitor;
beforeEach(async () => {
  ({ site, mia, coffee, app } = await createConnectSite());
  sam = site.world.addAccount({ email: "sam@shop.example", name: "Sam" });
  visitor = signIn(site, sam);
  return () => site.app.close();
});

/** The refusals of the consent page and of the install page. */
async function refusals(): Promise<string[]> {
  const pages = [
    await visitor.get(`/interactions/${site.world.begin(app).id}`),
    await visitor.get(`/install/${app.app.clientId}`),
  ];
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
  return pages.map(({ body }) => body.split("<main")[1]!.split("</main>")[0]!);
}

const at = (seconds: number) => timestampFromDate(new Date(Date.now() + seconds * 1000));

const textOf = (body: string) => body.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("a MEMBER reads the shop, the role, and who can connect the app", async () => {
  coffee.roles.set(sam.accountId, MEMBER);
  coffee.roles.set(site.world.addAccount({ email: "max@shop.example", name: "Max" }).accountId, MANAGER);
  const [consent = "", install = ""] = await refusals();
  for (const [body, verb] of [
    [consent, "connect"],
    [install, "install"],
  ] as const) {
    expect(textOf(body)).toContain(
      `Harbour Coffee Your role: Member Only owners and managers can ${verb} apps. Ask Mia or Max.`,
    );
    expect(body).not.toContain("suspended");
    expect(body.match(/Use another account/g)).toHaveLength(1);
  }
  expect(consent).toContain("<h1>You cannot connect Parcel Pilot</h1>");
  expect(consent).toMatch(/value="deny"[^>]*>Back to Parcel Pilot without connecting<\/button>/);
  expect(install).toContain('value="https://login.example/install/app_1" readonly');
});

test("a MEMBER opens an app that is connected, and cannot change it", async () => {
  coffee.roles.set(sam.accountId, MEMBER);
  const of = { installationId: "1", clientId: "app_1", merchantId: coffee.merchantId };
  site.world.installations.push({ ...of, state: InstallationState.ACTIVE, tokensExpireAt: at(3600) });
  const install = (await refusals())[1]!;
  expect(install).toContain("<h1>Parcel Pilot is connected to Harbour Coffee</h1>");
  expect(textOf(install)).toContain("The app is connected. Only owners and managers can change what it may access.");
  expect(install).toMatch(/<a class="button" href="https:\/\/parcels\.example"[^>]*>Open app<\/a>/);
  expect(install).not.toContain("install-link");
  site.world.installations[0]!.tokensExpireAt = at(-3600);
  const expired = (await refusals())[1]!;
  expect(expired).toContain("<h1>You cannot install Parcel Pilot</h1>");
  expect(expired).not.toContain("Open app");
});

test("the owner of a suspended shop reads that the platform can resume it, and gets no link to send", async () => {
  coffee.roles.set(sam.accountId, OWNER);
  coffee.suspended = true;
  const [consent = "", install = ""] = await refusals();
  for (const [body, effect] of [
    [consent, "connected to it"],
    [install, "installed for it"],
  ] as const) {
    const reason = `Latchkey suspended this shop, so no app can be ${effect}. Ask Latchkey for the reason.`;
    expect(textOf(body)).toContain(`Harbour Coffee Suspended ${reason}`);
    for (const absent of ["Only owners", "Ask Mia", "install-link"]) expect(body).not.toContain(absent);
  }
});

test("a membership that ends meanwhile names no one to ask", async () => {
  coffee.roles.set(sam.accountId, MEMBER);
  site.world.membershipsGone = true;
  for (const body of await refusals()) {
    expect(body).toContain("Harbour Coffee");
    expect(body).not.toContain("Ask Mia");
  }
});

test("lists three shops, those that are not suspended first, and counts the others", async () => {
  coffee.roles.set(sam.accountId, OWNER);
  coffee.suspended = true;
  for (const name of ["A", "B", "C", "D"]) {
    site.world.addMerchant(`shop-${name}`, `Shop ${name}`, [
      [mia, OWNER],
      [sam, MEMBER],
    ]);
  }
  for (const body of await refusals()) {
    const shops = [...body.matchAll(/<span dir="auto">([^<]*)</g)].map(([, name]) => name);
    expect(shops).toEqual(["Shop A", "Shop B", "Shop C"]);
    expect(body).toContain("The same holds for 2 more shops.");
  }
});

test("an account without a shop reads whom to ask for an invitation", async () => {
  const [consent = "", install = ""] = await refusals();
  for (const [body, shop] of [
    [consent, "connected to"],
    [install, "installed for"],
  ] as const) {
    expect(textOf(body)).toContain(
      `Your account does not belong to a shop that this app can be ${shop}. Ask an owner of your shop, or Latchkey, for an invitation.`,
    );
    expect(body).toContain("sam@shop.example");
    expect(body).not.toContain("<li>");
  }
});

test("an account whose shop was closed reads so", async () => {
  const closedAt = timestampFromDate(new Date("2026-11-29T08:00:00Z"));
  site.world.closedMerchants = [{ merchantId: "shop-closed", name: "Closed Coffee", closedAt }];
  for (const body of await refusals()) {
    expect(textOf(body)).toMatch(/Closed Coffee was closed on 29 Nov 2026 ?\. Its apps were uninstalled\./);
    expect(body).not.toContain("does not belong to a shop");
  }
});

test("an app that is not reviewed reaches only its developer's test merchants, so no shop is named", async () => {
  app.app.verified = false;
  coffee.roles.set(sam.accountId, MEMBER);
  const { statusCode, body } = await visitor.get(`/interactions/${site.world.begin(app).id}`);
  expect(statusCode).toBe(403);
  expect(body).toContain("only works with its developer’s test shops. Your account has none of them.");
  expect(body).not.toContain("Harbour Coffee");
});
