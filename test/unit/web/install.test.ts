import { beforeEach, describe, expect, test } from "vitest";
import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { InstallStart } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { createConnectSite } from "./connect-site.ts";
import type { FakeApp, FakeMerchant } from "./fakes/world.ts";
import { csrfIn, FORGED, type Site, Visitor } from "./site.ts";

let site: Site;
let visitor: Visitor;
let mia: Account;
let coffee: FakeMerchant;
let app: FakeApp;
beforeEach(async () => {
  ({ site, mia, coffee, app, visitor } = await createConnectSite());
  return () => site.app.close();
});

describe("the install link", () => {
  test("redirects to sign-in and back", async () => {
    const page = await new Visitor(site).get("/install/app_1");
    expect([page.statusCode, page.headers.location]).toEqual([303, "/sign-in?next=%2Finstall%2Fapp_1"]);
    const signIn = await new Visitor(site).get("/sign-in?next=%2Finstall%2Fapp_1");
    for (const text of [
      "<h1>Sign in to Latchkey to connect Parcel Pilot</h1>",
      "by Pilot GmbH",
      "Reviewed by Latchkey",
      'class="logo',
      '<li aria-current="step">Sign in</li>',
      "Use your Latchkey account, not your Parcel Pilot account. Nothing is shared until you allow it.",
    ]) {
      expect(signIn.body).toContain(text);
    }
    const steps = signIn.body.match(/<ol class="flow-steps"[\s\S]*?<\/ol>/)?.[0].match(/(?<=<li[^>]*>)[^<]*/g);
    expect(steps).toEqual(["Sign in", "The app", "Permissions", "Go to the app"]);
    expect(signIn.body).toContain('data-position="Step 1 of 4:"');
    const unknown = await new Visitor(site).get("/sign-in?next=%2Finstall%2Fapp_9");
    expect([unknown.statusCode, unknown.body.includes("<h1>Sign in to Latchkey to connect an app</h1>")]).toEqual([
      200,
      true,
    ]);
  });

  test("folds the permissions, which the consent page lists, and says how many are sensitive", async () => {
    const read = async () => {
      const { body } = await visitor.get("/install/app_1");
      const [before = "", after = ""] = body.split('<details class="scope-fold">');
      // The page asks for the shop before it.
      expect(before).toContain("Harbour Coffee");
      const [fold = ""] = after.split("</details>");
      return fold
        .replaceAll(/<li>/g, "|")
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll(/\s+/g, " ")
        .trim();
    };
    expect(await read()).toBe(
      "The app asks for 3 permissions 1 sensitive permission |See your orders Required|See your customers Optional Sensitive|See your products Optional",
    );
    app.scopes = [app.scopes[0]!];
    expect(await read()).toBe("The app asks for 1 permission |See your orders");
  });

  test("shows the app, its scopes, the merchant and the next step", async () => {
    const page = await visitor.get("/install/app_1");
    expect(page.statusCode).toBe(200);
    for (const text of [
      "Install Parcel Pilot",
      "See your orders",
      "Harbour Coffee",
      "Next, you go to the app at https://parcels.example",
    ]) {
      expect(page.body).toContain(text);
    }
  });

  test("says how to allow the permission that the merchant came for", async () => {
    const how = "To allow “See your customers”, continue. It is ticked when";
    const { body } = await visitor.get("/install/app_1?allow=customers%3Aread");
    expect(body).toContain(how);
    expect(body).toMatch(/<h1[^>]*>Another permission for Parcel Pilot</);
    for (const query of ["", "?allow=", "?allow=none", "?allow=%3Cimg%3E"])
      expect((await visitor.get(`/install/app_1${query}`)).body).not.toContain("To allow “");
  });

  test("says to tick the permission at an app that is installed from its own website", async () => {
    app.start = InstallStart.AT_APP;
    const { body } = await visitor.get("/install/app_1?allow=customers%3Aread");
    expect(body).toContain("To allow “See your customers”, continue, and tick it");
  });

  test("links to the privacy policy of the app, if it has one", async () => {
    const link = '<a href="https://parcels.example/privacy" rel="noopener noreferrer nofollow"';
    expect((await visitor.get("/install/app_1")).body).toContain(link);
    app.app.privacyPolicy = "";
    expect((await visitor.get("/install/app_1")).body).not.toContain("Privacy policy");
  });

  test("says that the app was allowed before and did not finish connecting", async () => {
    const hint = '<p class="notice">This app was allowed before, but it did not finish connecting.';
    expect((await visitor.get("/install/app_1")).body).not.toContain(hint);
    coffee.pending.add("app_1");
    expect((await visitor.get("/install/app_1")).body).toContain(hint);
  });

  test("has a way out beside the button, which changes nothing", async () => {
    const { body } = await visitor.get("/install/app_1");
    expect(body).toMatch(/<a class="button secondary" href="\/">Not now<\/a><button type="submit">Continue</);
  });

  test("redirects to the app with a new install token after the button", async () => {
    const answer = await visitor.submit("/install/app_1", {});
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      "https://parcels.example/launch?install_token=lk_it_harbour-coffee",
    ]);
  });

  test("of an unknown or unapproved app is an HTML 404", async () => {
    app.app.verified = false;
    for (const id of ["app_1", "app_9", "..%2f", "x".repeat(99)]) {
      for (const person of [visitor, new Visitor(site)]) {
        const page = await person.get(`/install/${id}`);
        expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      }
    }
  });

  test("of an app without a launch URL has no form", async () => {
    app.start = InstallStart.AT_APP;
    const { statusCode, body } = await visitor.get("/install/app_1");
    expect(statusCode).toBe(200);
    expect(body).toContain("<h1>Install Parcel Pilot from its website</h1>");
    expect(body).toContain(
      "Parcel Pilot is installed from its own website, parcels.example. Open it and choose to connect your shop there.",
    );
    expect(body).not.toContain("<form");
  });

  test("of an app that the platform starts explains the next step", async () => {
    app.start = InstallStart.PLATFORM;
    expect((await visitor.get("/install/app_1")).body).toContain("Next, you see what the app wants to access");
  });
});

test("a connection that has expired is not called connected, and the page says how to renew it", async () => {
  const [coffee] = site.world.merchants;
  coffee!.grants.set("app_1", ["orders:read"]);
  expect((await visitor.get("/install/app_1")).body).toContain("already connected");
  expect((await visitor.get("/install/app_1")).body).toContain("<h1>Parcel Pilot is connected to Harbour Coffee</h1>");
  expect((await visitor.get("/install/app_1")).body).toContain('<button type="submit">Continue</button>');
  coffee!.expired.add("app_1");
  const one = (await visitor.get("/install/app_1")).body;
  expect(one).toContain("<h1>Connect Parcel Pilot to Harbour Coffee again</h1>");
  expect(one).toContain('<span class="badge badge-warn">access expired</span>');
  expect(one).toContain("Allow it to connect again.");
  expect(one).not.toContain("already connected");
  for (let more = 0; more < 7; more++)
    site.world.addMerchant(`harbour-${more}`, `Harbour ${more}`, [[mia, MerchantRole.OWNER]]);
  const many = (await visitor.get("/install/app_1")).body;
  expect(many).toContain("Harbour Coffee (access expired)</option>");
  expect(many).toContain("Where the access has expired or was revoked, the app gets no data until you allow it again.");
});

test("a connection whose access was revoked is called so, and not expired", async () => {
  const [coffee] = site.world.merchants;
  coffee!.grants.set("app_1", ["orders:read"]);
  coffee!.expired.add("app_1");
  coffee!.revoked.add("app_1");
  const { body } = await visitor.get("/install/app_1");
  expect(body).toContain('<span class="badge badge-warn">access revoked</span>');
  expect(body).toContain("The access was revoked, so the app gets no data. Allow it to connect again.");
  expect(body).not.toContain("expired");
});

test("an app that is stopped for the only shop is not installed again, and the page says who resumes it", async () => {
  const [coffee] = site.world.merchants;
  coffee!.grants.set("app_1", ["orders:read"]);
  coffee!.stops.set("app_1", { suspendedByMerchant: true });
  const paused = (await visitor.get("/install/app_1")).body;
  expect(paused).toContain("<h1>Parcel Pilot is paused for Harbour Coffee</h1>");
  expect(paused).toContain("Your shop paused this app. Resume it in “Connected apps” first.");
  expect(paused).toMatch(/<a [^>]*href="\/connected-apps\?merchant=harbour-coffee"[^>]*>Connected apps<\/a>/);
  expect(paused).not.toContain(">Continue<");
  coffee!.stops.set("app_1", { suspendedByApp: true, suspendedByOperator: true });
  const suspended = (await visitor.get("/install/app_1")).body;
  expect(suspended).toContain("<h1>Parcel Pilot is suspended for Harbour Coffee</h1>");
  expect(suspended).toMatch(
    /<ul class="stop-reasons"><li>The developer paused this app[^<]*<\/li><li>Latchkey suspended this app[^<]*<\/li><\/ul>/,
  );
  site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MerchantRole.OWNER]]);
  const several = (await visitor.get("/install/app_1")).body;
  expect(several).toMatch(/value="harbour-coffee" required +disabled/);
  expect(several).toContain('<span class="badge badge-warn">suspended</span>');
  // An error leads to the first shop that can be chosen.
  expect(several).toMatch(/id="merchant_id" name="merchant_id" value="harbour-tea"/);
  expect(several).toContain("A paused or suspended app cannot be connected until it is resumed.");
});

describe("several merchants", () => {
  beforeEach(() => {
    site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MerchantRole.MANAGER]]);
  });

  test("C9 one is chosen, and the token is for that one", async () => {
    const answer = await visitor.submit("/install/app_1", { merchant_id: "harbour-tea" });
    expect(answer.headers.location).toBe("https://parcels.example/launch?install_token=lk_it_harbour-tea");
  });

  test("without a choice the form is shown again", async () => {
    const page = await visitor.submit("/install/app_1", {});
    expect(page.statusCode).toBe(400);
    expect(page.body.split("Choose the shop that ")).toHaveLength(2);
    expect(page.body).toContain('<p class="fault" id="merchant-fault" role="alert">Choose the shop');
    expect(page.body).toMatch(/id="merchant_id" [^>]+ tabindex="0" data-focus aria-describedby="merchant-fault">/);
  });
});

describe("C12 a forged install", () => {
  test.each(FORGED)("with %s is refused", async (_name, fields, headers) => {
    const csrf_token = csrfIn(await visitor.get("/install/app_1"));
    const answer = await visitor.post("/install/app_1", fields ?? { csrf_token }, headers);
    expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
  });
});

test("a MEMBER gets 403 without a form", async () => {
  site.world.merchants[0]?.roles.set(mia.accountId, MerchantRole.MEMBER);
  const page = await visitor.get("/install/app_1");
  expect(page.statusCode).toBe(403);
  expect(page.body).toContain("<h1>You cannot install Parcel Pilot</h1>");
  expect(page.body).not.toContain("flow-steps");
  expect(page.body).toContain("Only owners and managers can install apps.");
  expect(page.body).toContain(
    '<a class="button secondary" href="/sign-out?next=%2Finstall%2Fapp_1">Use another account</a>',
  );
  expect(page.body).not.toContain("<form");
});
