import { beforeEach, describe, expect, test } from "vitest";
import { type Account, MerchantRole } from "../../gen/latchkey/v1/account_service_pb.ts";
import { InstallationState } from "../../gen/latchkey/v1/installation_service_pb.ts";
import { install } from "./fakes/installations.ts";
import type { FakeApp, FakeMerchant } from "./fakes/world.ts";
import { createSite, csrfIn, type Site, Visitor } from "./site.ts";

let site: Site;
let visitor: Visitor;
let mia: Account;
let coffee: FakeMerchant;
let pilot: FakeApp;
beforeEach(async () => {
  site = await createSite();
  mia = site.world.addAccount({ email: "mia@shop.example", name: "Mia" });
  coffee = site.world.addMerchant("harbour-coffee", "Harbour Coffee", [[mia, MerchantRole.OWNER]]);
  pilot = site.world.addApp({ name: "Parcel Pilot" });
  visitor = new Visitor(site);
  visitor.cookies.set("__Host-latchkey", site.world.signIn(mia));
  return () => site.app.close();
});

describe("the list", () => {
  test("says since when, by whom, last used, and what the app may, in words", async () => {
    install(site.world, pilot, coffee);
    const { statusCode, body } = await visitor.get("/connected-apps");
    expect(statusCode).toBe(200);
    for (const text of ["Parcel Pilot", "4 March 2026 by Mia", "20 November 2026", "See your orders", 'id="inst-1"']) {
      expect(body.replace("March 4, 2026", "4 March 2026").replace("November 20, 2026", "20 November 2026")).toContain(
        text,
      );
    }
  });

  test("leaves out what has ended and names what is suspended", async () => {
    install(site.world, site.world.addApp({ name: "Gone" }), coffee).state = InstallationState.ENDED;
    install(site.world, site.world.addApp({ name: "Paused" }), coffee).state = InstallationState.SUSPENDED;
    const { body } = await visitor.get("/connected-apps");
    expect(body).not.toContain("Gone");
    expect(body).toMatch(/Paused <span class="badge badge-warn">Suspended/);
  });

  test("goes on to the next page", async () => {
    for (let i = 1; i <= 5; i++) install(site.world, site.world.addApp({ name: `App ${i}.` }), coffee);
    const first = await visitor.get("/connected-apps");
    const next = /href="([^"]*page=[^"]*)"/.exec(first.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await visitor.get(next);
    expect([first.body.includes("App 3."), first.body.includes("App 4.")]).toEqual([true, false]);
    expect([second.body.includes("App 3."), second.body.includes("App 5.")]).toEqual([false, true]);
    expect(second.body).not.toContain("More apps");
  });

  test("is of one business at a time, and of none of somebody else's", async () => {
    const tea = site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MerchantRole.MANAGER]]);
    site.world.addMerchant("other", "Other", []);
    install(site.world, pilot, tea);
    expect((await visitor.get("/connected-apps")).body).not.toContain("Parcel Pilot");
    expect((await visitor.get("/connected-apps?merchant_id=harbour-tea")).body).toContain("Parcel Pilot");
    expect((await visitor.get("/connected-apps?merchant_id=other")).statusCode).toBe(404);
  });

  test("says so where there is nothing, and where there is no business", async () => {
    expect((await visitor.get("/connected-apps")).body).toContain("No app is connected to Harbour Coffee.");
    coffee.roles.clear();
    expect((await visitor.get("/connected-apps")).body).toContain("does not belong to a business");
  });

  test("asks who is not signed in to sign in", async () => {
    const page = await new Visitor(site).get("/connected-apps?merchant_id=harbour-tea");
    expect(page.headers.location).toBe("/sign-in?next=%2Fconnected-apps%3Fmerchant_id%3Dharbour-tea");
  });
});

describe("disconnecting", () => {
  const address = "/connected-apps/inst-1/disconnect";
  beforeEach(() => {
    install(site.world, pilot, coffee);
  });
  const state = () => site.world.installations[0]?.state;

  test("asks once, ends the installation, and says so", async () => {
    expect((await visitor.get(address)).body).toContain("Parcel Pilot loses its access to Harbour Coffee at once.");
    const answer = await visitor.submit(address, {});
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      "/connected-apps?merchant_id=harbour-coffee&done=disconnected",
    ]);
    expect(state()).toBe(InstallationState.ENDED);
    expect((await visitor.get(answer.headers.location!)).body).toContain("Its access has ended.");
  });

  test("is not offered to a MEMBER, and refused if sent all the same", async () => {
    const csrf_token = csrfIn(await visitor.get(address));
    coffee.roles.set(mia.accountId, MerchantRole.MEMBER);
    expect((await visitor.get("/connected-apps")).body).not.toContain("/disconnect");
    const answer = await visitor.post(address, { csrf_token });
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain("Only owners and managers");
    expect(state()).toBe(InstallationState.ACTIVE);
  });

  test.each([
    ["no token", {}, {}],
    ["a foreign token", { csrf_token: "z".repeat(43) }, {}],
    ["a foreign origin", null, { origin: "https://evil.example" }],
    ["a hidden origin", null, { origin: "null" }],
  ])("C12 with %s is refused", async (_name, fields, headers) => {
    const csrf_token = csrfIn(await visitor.get(address));
    const answer = await visitor.post(address, fields ?? { csrf_token }, headers);
    expect(answer.statusCode).toBe(403);
    expect(state()).toBe(InstallationState.ACTIVE);
  });

  test("what has ended, is unknown or somebody else's is 404", async () => {
    await visitor.submit(address, {});
    expect((await visitor.get(address)).statusCode).toBe(404);
    expect((await visitor.get("/connected-apps/inst-9/disconnect")).statusCode).toBe(404);
    const stranger = new Visitor(site);
    stranger.cookies.set("__Host-latchkey", site.world.signIn(site.world.addAccount({ email: "x@x.example" })));
    expect((await stranger.get(address)).statusCode).toBe(404);
  });
});
