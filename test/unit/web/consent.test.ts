import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { beforeEach, describe, expect, test } from "vitest";
import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { RequestError } from "../../../src/service/errors.ts";
import { createConnectSite, signIn } from "./connect-site.ts";
import { formTokenOf } from "./fakes/consent.ts";
import { type FakeApp, type FakeMerchant, OLDER_KEY, PASSWORD } from "./fakes/world.ts";
import { csrfIn, type Page, type Site, Visitor } from "./site.ts";

const COOKIE = "__Host-latchkey";
const { OWNER, MANAGER, MEMBER } = MerchantRole;

let site: Site;
let visitor: Visitor;
let mia: Account;
let app: FakeApp;
let coffee: FakeMerchant;
beforeEach(async () => {
  ({ site, mia, coffee, app, visitor } = await createConnectSite());
  return () => site.app.close();
});

const signedIn = (account: Account) => signIn(site, account);

const begin = (values = {}) => `/interactions/${site.world.begin(app, values).id}`;
const linkIn = ({ body }: Page, text: string) => new RegExp(`href="([^"]*)">${text}</a>`).exec(body)?.[1] ?? "";
const approve: [string, string] = ["decision", "approve"];
const mainIn = (body: string) => body.split("<main")[1]!.split("</main>")[0]!;

describe("the page", () => {
  test("shows the app, merchant, scopes with reasons, redirect target, and how to revoke access", async () => {
    const page = await visitor.get(begin());
    expect(page.statusCode).toBe(200);
    for (const text of [
      "<h1>Connect Parcel Pilot to Harbour Coffee</h1>",
      "by Pilot GmbH",
      "Reviewed by Latchkey",
      '<p class="app-purpose" dir="auto">Prints labels.</p>',
      "See your orders",
      "To know which parcels need a label.",
      "Allow sensitive permissions only if you trust Pilot GmbH.",
      '<p class="scopes-count"><span>Asks for 3 permissions</span> <span class="badge badge-warn">1 sensitive</span></p>',
      "https://parcels.example",
      '<a href="https://parcels.example/privacy" rel="noopener noreferrer nofollow" target="_blank">Privacy policy</a>',
      "Uninstall at any time under",
      "Signed in as</span> <bdi>mia@shop.example</bdi>",
    ]) {
      expect(page.body).toContain(text);
    }
    const main = mainIn(page.body);
    expect(main.indexOf("Use another account")).toBeLessThan(main.indexOf("<h1>"));
  });

  test("says in the fold of the review since when the platform has the app, unless the core does not say it", async () => {
    expect((await visitor.get(begin())).body).not.toContain("On Latchkey since");
    app.app.createdAt = timestampFromDate(new Date("2026-03-31T23:30:00Z"));
    expect((await visitor.get(begin())).body).toMatch(
      /<details class="review">[\s\S]*?On Latchkey since March 2026\.<\/p><\/details>/,
    );
    expect((await visitor.get(begin(), { "accept-language": "de" })).body).toContain("Seit März 2026 bei Latchkey.");
  });

  test("says what a refusal does, where both answers lead, and that the app gives no privacy policy", async () => {
    app.app.privacyPolicy = "";
    const text = mainIn((await visitor.get(begin())).body);
    expect(text).toContain("If you do not allow this, nothing is shared.");
    expect(text).toContain("Either way, you return to https://parcels.example.");
    expect(text).toContain("The developer gives no privacy policy.");
  });

  test("names website, privacy policy and support contact, as links in one line", async () => {
    Object.assign(app.app, { website: "https://parcels.example", supportContact: "https://parcels.example/help" });
    const [, links = ""] = /<p class="links">([\s\S]*?)<\/p>/.exec((await visitor.get(begin())).body)!;
    const named = [...links.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, href, text]) => [text, href]);
    expect(named).toEqual([
      ["Website", "https://parcels.example"],
      ["Privacy policy", "https://parcels.example/privacy"],
      ["Support", "https://parcels.example/help"],
    ]);
  });

  test("says what a review covers, folded into the badge", async () => {
    const { body } = await visitor.get(begin());
    expect(body).toMatch(
      /<details class="review"><summary> <span class="badge badge-good">Reviewed by Latchkey<\/span>/,
    );
    expect(body).toContain("It did not check the app’s code");
    app.app.verified = false;
    expect((await visitor.get(begin({}))).body).not.toContain('class="review"');
  });

  test("names the shop and not its id", async () => {
    const visible = (await visitor.get(begin())).body.replaceAll(/<input[^>]*>/g, "");
    expect(visible).toContain("Harbour Coffee");
    for (const absent of ["harbour-coffee", "erchant"]) expect(mainIn(visible)).not.toContain(absent);
  });

  test("shows one line for each scope, and folds its description and reason", async () => {
    const { body } = await visitor.get(begin());
    const folded = (body.match(/<details class="scope-more">[\s\S]*?<\/details>/g) ?? []).join();
    expect(folded).toContain('aria-label="Details: See your orders">Details</summary>');
    for (const text of ["To know which parcels need a label.", "To print the address", "Order numbers, items"]) {
      expect(folded).toContain(text);
      expect(body.replaceAll(/<details class="scope-more">[\s\S]*?<\/details>/g, "")).not.toContain(text);
    }
  });

  test("groups the scopes as required and optional, sensitive ones first and marked", async () => {
    const { body } = await visitor.get(begin());
    const [required = "", optional = ""] = body.split('<legend class="scopes-group"><strong>Optional</strong>');
    expect(required).toContain('<p class="scopes-group"><strong>Required</strong> The app needs this.</p>');
    expect(required).toContain("See your orders");
    expect(optional).toMatch(/^\s*You can leave these out\.<\/legend>/);
    for (const text of ["See your products", "See your customers", "Sensitive"]) expect(required).not.toContain(text);
    const rows = optional.match(/<li class="scope scope-choice">[\s\S]*?<\/li>/g) ?? [];
    expect(rows.map((row) => /See your \w+/.exec(row)?.[0])).toEqual(["See your customers", "See your products"]);
    expect(rows[0]).toMatch(/id="scope-0"[^>]*aria-describedby="scope-0-mark"/);
    expect(rows[0]).toContain('<span id="scope-0-mark"> <span class="badge badge-warn">Sensitive</span></span>');
    expect(rows[1]).not.toMatch(/Sensitive|scope-1-mark/);
    for (const text of ["Ticked because", "untick"]) expect(body).not.toContain(text);
    app.scopes[2]!.sensitivity = ScopeSensitivity.RESTRICTED;
    expect((await visitor.get(begin())).body).toContain(
      '<span class="badge badge-warn badge-strong">Highly sensitive</span>',
    );
    app.scopes = [app.scopes[0]!, app.scopes[1]!];
    expect((await visitor.get(begin())).body).not.toContain("Sensitive");
    app.scopes = [app.scopes[0]!];
    expect((await visitor.get(begin())).body).not.toMatch(/Optional|Required/);
  });

  test("names the developer whom the merchant must trust with sensitive data, once for all scopes", async () => {
    app.scopes[1]!.sensitivity = ScopeSensitivity.SENSITIVE;
    app.app.developerName = "C# Pilot GmbH";
    const { body } = await visitor.get(begin());
    expect(body.split("Allow sensitive permissions only if you trust C# Pilot GmbH.")).toHaveLength(2);
    expect(body).toContain(">2 sensitive</span>");
    app.app.developerName = "Pilot Gesellschaft für Logistik mbH";
    expect((await visitor.get(begin())).body).toContain("only if you trust the developer.");
  });

  test("shows the steps of the connection, of which the permissions are the current one", async () => {
    const stepsOf = (body: string) =>
      /<ol class="flow-steps" aria-label="Steps"[\s\S]*?<\/ol>/.exec(body)?.[0].match(/(?<=<li )[^<]*/g);
    const permissions = 'aria-current="step">Permissions';
    expect(stepsOf((await visitor.get(begin())).body)).toEqual(['class="past">Sign in', permissions, ">Go to the app"]);
    const installed = site.world.begin(app, { startedByInstall: true });
    const { body } = await visitor.get(`/interactions/${installed.id}`);
    expect(stepsOf(body)).toEqual(['class="past">Sign in', 'class="past">The app', permissions, ">Go to the app"]);
    expect(body).toContain('data-position="Step 3 of 4:"');
  });

  test("has checked boxes for optional scopes and none for required ones", async () => {
    const { body } = await visitor.get(begin());
    const boxes = body.match(/<input type="checkbox"[^>]*>/g) ?? [];
    expect(boxes.map((box) => /value="([^"]*)"/.exec(box)?.[1])).toEqual(["customers:read", "products:read"]);
    expect(boxes.every((box) => /\bchecked\b/.test(box))).toBe(true);
  });

  test("the deny button is in the same form and comes first, so that Enter denies", async () => {
    const { body } = await visitor.get(begin());
    const buttons = body.match(/<button[^>]*>/g) ?? [];
    expect(buttons.map((button) => /value="([^"]*)"/.exec(button)?.[1])).toEqual(["deny", "approve"]);
    expect(body.match(/<form/g)).toHaveLength(1);
  });

  test("marks an app in test as not reviewed", async () => {
    app.app.verified = false;
    coffee.test = true;
    const { body } = await visitor.get(begin());
    expect(body).toContain("<h1>Connect Parcel Pilot to Harbour Coffee</h1>");
    expect(body).toContain("Latchkey has not reviewed this app yet");
    expect(body).toMatch(/<p class="merchant-line">Shop: <strong[^>]*>Harbour Coffee<\/strong> <span/);
  });

  test("lists new scopes first and granted scopes separately", async () => {
    coffee.grants.set(app.app.clientId, ["orders:read", "products:read"]);
    const { body } = await visitor.get(begin());
    expect(body).toContain("<h1>Parcel Pilot asks for more access to Harbour Coffee</h1>");
    expect(body).toContain("<title>Parcel Pilot asks for more access to Harbour Coffee");
    const [asked = "", known = ""] = body.split('<h2 id="known">Already allowed</h2>');
    for (const text of ["See your orders", "See your products"]) expect(known).toContain(text);
    expect(known).not.toContain("See your customers");
    expect(asked).toContain(
      "is already connected. “Allow” gives the app exactly the ticked permissions, “Do not allow” changes nothing.</p>",
    );
    expect(known).not.toContain("changes nothing");
    expect(asked).toContain("See your customers");
    expect(asked).not.toContain("See your products");
  });

  test("says in the heading that all scopes are granted, without a mark at each", async () => {
    coffee.grants.set(app.app.clientId, ["orders:read", "products:read", "customers:read"]);
    const { body } = await visitor.get(begin());
    expect(body).toMatch(
      /<p class="scopes-reason">Parcel Pilot is already connected and asks for nothing new\. “Allow” keeps only the ticked permissions, “Do not allow” changes nothing\.<\/p>\s*<h2 id="asks">Already allowed<\/h2>/,
    );
    expect(body).toContain("Untick what you want to remove.");
    expect(body).not.toContain("nothing is shared");
  });

  test("calls an app whose connection has expired not connected, and says that approval connects it again", async () => {
    coffee.grants.set(app.app.clientId, ["orders:read", "products:read"]);
    coffee.expired.add(app.app.clientId);
    const { body } = await visitor.get(begin());
    expect(body).toContain("The connection has expired, so the app has no access. Allow it to connect again.");
    expect(body).toContain('<h2 id="asks">Parcel Pilot wants to</h2>');
    expect(body).toContain('<h2 id="known">Allowed before</h2>');
    for (const text of ["already connected", "Already allowed", "changes nothing"]) expect(body).not.toContain(text);
  });

  test("offers no approval while the app is stopped for the only shop, and leads back to the app", async () => {
    coffee.grants.set(app.app.clientId, ["orders:read"]);
    coffee.stops.set(app.app.clientId, { suspendedByMerchant: true });
    const path = begin();
    const page = await visitor.get(path);
    expect(page.statusCode).toBe(403);
    expect(page.body).toContain("<h1>Parcel Pilot is paused for Harbour Coffee</h1>");
    expect(page.body).not.toContain('value="approve"');
    expect(page.body.indexOf("Resume</button>")).toBeLessThan(page.body.indexOf("Back to Parcel Pilot"));
    const answer = await visitor.post(path, { csrf_token: csrfIn(page), decision: "deny" });
    expect(answer.headers.location).toContain("error=access_denied");
  });

  test("leaves an optional scope unticked that the merchant declined before", async () => {
    coffee.grants.set(app.app.clientId, ["orders:read", "products:read"]);
    const { body } = await visitor.get(begin());
    expect(body).toMatch(/value="products:read" checked/);
    expect(body).not.toMatch(/value="customers:read" checked/);
    expect(body).toContain("Tick what you want to allow.");
    expect(body).toContain('<legend class="scopes-group"><strong>Optional</strong>');
    expect(body.split('id="known"')[0]).not.toContain("untick");
    expect(body).not.toContain("Ticked because");
  });

  test("ticks a declined scope that the merchant came to allow, until an answer to the app", async () => {
    coffee.grants.set(app.app.clientId, ["orders:read"]);
    const isTicked = async (values = {}) => (await visitor.get(begin(values))).body.match(/value="[^"]+" checked/g);
    expect(await isTicked()).toBeNull();
    const field = '<input type="hidden" name="allow" value="customers:read">';
    expect((await visitor.get("/install/app_1?allow=customers%3Aread")).body).toContain(field);
    expect(await isTicked()).toBeNull();
    await visitor.submit("/install/app_1", { allow: "customers:read" });
    expect(await isTicked()).toEqual(['value="customers:read" checked']);
    expect(await isTicked({ requested: ["orders:read", "products:read"] })).toBeNull();
    await visitor.submit(begin(), { decision: "deny" });
    expect(await isTicked()).toBeNull();
  });

  test("does not tick a scope that another account on the same browser came to allow", async () => {
    coffee.grants.set(app.app.clientId, ["orders:read"]);
    await visitor.submit("/install/app_1", { allow: "customers:read" });
    const sam = site.world.addAccount({ email: "sam@shop.example" });
    coffee.roles.set(sam.accountId, OWNER);
    const other = signedIn(sam);
    other.cookies.set(`${COOKIE}-allow`, visitor.cookies.get(`${COOKIE}-allow`)!);
    expect((await other.get(begin())).body).not.toMatch(/value="[^"]+" checked/);
  });

  test("leaves a scope unticked that any of several merchants declined", async () => {
    const tea = site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MANAGER]]);
    tea.grants.set(app.app.clientId, ["orders:read", "customers:read"]);
    for (const preselected of ["", "harbour-coffee", "harbour-tea"]) {
      const { body } = await visitor.get(begin({ preselected }));
      expect(body).toMatch(/value="customers:read" checked/);
      expect(body).not.toMatch(/value="products:read" checked/);
    }
  });

  test("speaks the browser's language", async () => {
    const page = await visitor.get(begin(), { "accept-language": "de" });
    expect(page.body).toContain("Parcel Pilot mit Harbour Coffee verbinden");
    expect(page.headers["content-language"]).toBe("de");
  });
});

describe("before the page", () => {
  test("a signed-out browser signs in and returns", async () => {
    const page = await new Visitor(site).get(begin());
    expect([page.statusCode, page.headers.location]).toEqual([303, "/sign-in?next=%2Finteractions%2Fint-1"]);
  });

  test("the cookie of an ended session is cleared by the redirect to sign-in", async () => {
    visitor.cookies.set(COOKIE, "gone");
    const page = await visitor.get(begin());
    expect(page.headers.location).toBe("/sign-in?next=%2Finteractions%2Fint-1");
    expect(visitor.cookies.has(COOKIE)).toBe(false);
  });

  test("an app that requires a new sign-in gets one, without a redirect loop", async () => {
    const address = begin({ loginAfter: site.world.tick() });
    expect((await visitor.get(address)).headers.location).toBe("/sign-in?next=%2Finteractions%2Fint-1&prompt=login");
    visitor.cookies.set(COOKIE, site.world.signIn(mia));
    expect((await visitor.get(address)).statusCode).toBe(200);
  });

  test("a request that needs no consent redirects to the app", async () => {
    const redirectTo = "https://parcels.example/callback?code=remembered";
    const page = await visitor.get(begin({ redirectTo }));
    expect([page.statusCode, page.headers.location]).toEqual([303, redirectTo]);
  });
});

describe("the answer", () => {
  test("approval redirects to the app with a code for all checked scopes", async () => {
    const scopes: [string, string][] = [
      ["scope", "products:read"],
      ["scope", "customers:read"],
    ];
    const answer = await visitor.submit(begin(), [approve, ...scopes]);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe("https://parcels.example/callback?code=c0de&state=st4te&iss=x");
    expect(site.world.approvals).toEqual([
      { merchantId: "harbour-coffee", scopes: ["orders:read", "products:read", "customers:read"] },
    ]);
  });

  test("approval without optional scopes grants the required ones", async () => {
    await visitor.submit(begin(), [approve]);
    expect(site.world.approvals[0]?.scopes).toEqual(["orders:read"]);
  });

  test("naming a required scope, as programs do, changes nothing", async () => {
    await visitor.submit(begin(), [approve, ["scope", "orders:read"]]);
    expect(site.world.approvals[0]?.scopes).toEqual(["orders:read"]);
  });

  test("approval without any scope shows the form with an error", async () => {
    for (const scope of app.scopes) scope.required = false;
    const page = await visitor.submit(begin(), [approve]);
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('<a href="#scope-0">Allow at least one permission');
    expect(site.world.approvals).toEqual([]);
  });

  test("C4 denial redirects to the app with access_denied, whatever the other fields contain", async () => {
    const answer = await visitor.submit(begin(), [
      ["decision", "deny"],
      ["scope", "products:read"],
    ]);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      "https://parcels.example/callback?error=access_denied&state=st4te&iss=x",
    ]);
    expect(site.world.approvals).toEqual([]);
  });

  test("a second approval shows a page and issues no code", async () => {
    const address = begin();
    const csrf_token = csrfIn(await visitor.get(address));
    await visitor.post(address, [["csrf_token", csrf_token], approve]);
    const again = await visitor.post(address, [["csrf_token", csrf_token], approve]);
    expect([again.statusCode, again.headers.location]).toEqual([409, undefined]);
    expect(again.body).toContain("<h1>You allowed Parcel Pilot for Harbour Coffee</h1>");
    expect(again.body).toContain('href="/connected-apps">View connected apps</a>');
    expect(site.world.approvals).toHaveLength(1);
  });

  test.each([
    ["an unknown decision", [["decision", "maybe"]]],
    ["nothing", []],
    ["yes and no", [approve, ["decision", "deny"]]],
    ["two merchants", [approve, ["merchant_id", "a"], ["merchant_id", "b"]]],
    ["a list of merchants", [approve, ["merchant_id[]", "a"]]],
    ["the same scope twice", [approve, ["scope", "products:read"], ["scope", "products:read"]]],
  ] as [string, [string, string][]][])("%s is refused", async (_name, fields) => {
    const answer = await visitor.submit(begin(), fields);
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    expect(site.world.approvals).toEqual([]);
  });
});

describe("C1 C12 a forged answer", () => {
  test.each([
    ["no token", undefined],
    ["an empty token", ""],
    ["a foreign token", "x".repeat(43)],
  ])("with %s is refused for approval and denial", async (_name, token) => {
    const address = begin();
    await visitor.get(address);
    for (const decision of ["approve", "deny"]) {
      const fields: Record<string, string> = token === undefined ? { decision } : { decision, csrf_token: token };
      const answer = await visitor.post(address, fields);
      expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
    }
    expect(site.world.approvals).toEqual([]);
    expect(site.world.interactions[0]?.over).toBe(false);
  });

  test("a token from before a rotation of TOKEN_KEY, or from a replica with the older key, is valid", async () => {
    for (const decision of ["approve", "deny"]) {
      const address = begin();
      const interaction = site.world.interactions.at(-1)!;
      const csrf_token = formTokenOf(site.world, interaction, visitor.cookies.get(COOKIE)!, OLDER_KEY);
      const answer = await visitor.post(address, { decision, csrf_token });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringContaining("st4te")]);
    }
    expect(site.world.approvals).toHaveLength(1);
  });

  test.each([
    ["no merchant chosen", approve],
    ["an unknown decision", ["decision", "maybe"]],
  ] as [string, [string, string]][])("with a foreign token and %s is refused for the token", async (_name, field) => {
    site.world.addMerchant("second", "Second", [[mia, OWNER]]);
    const address = begin();
    const answer = await visitor.post(address, [["csrf_token", "x".repeat(43)], field]);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain(`href="${address}"`);
  });

  test("with the token of another session of the same account is refused", async () => {
    const address = begin();
    const csrf_token = csrfIn(await visitor.get(address));
    const answer = await signedIn(mia).post(address, { decision: "approve", csrf_token });
    expect(answer.statusCode).toBe(403);
  });

  test.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
  ])("of a page with %j is refused, even with the right token", async (headers) => {
    const address = begin();
    const csrf_token = csrfIn(await visitor.get(address));
    const answer = await visitor.post(address, { decision: "approve", csrf_token }, headers);
    expect(answer.statusCode).toBe(403);
    expect(site.world.approvals).toEqual([]);
  });

  test("a GET never decides", async () => {
    const address = begin();
    const csrf_token = csrfIn(await visitor.get(address));
    await visitor.get(`${address}?decision=approve&csrf_token=${csrf_token}`);
    expect(site.world.approvals).toEqual([]);
  });
});

describe("C2 C3 a tampered form", () => {
  test("more scopes than requested are refused", async () => {
    const address = begin({ requested: ["orders:read"] });
    const answer = await visitor.submit(address, [approve, ["scope", "customers:read"]]);
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    expect(site.world.approvals).toEqual([]);
  });

  test("client, redirect and state in the form change nothing", async () => {
    const answer = await visitor.submit(begin(), [
      approve,
      ["client_id", "app_9"],
      ["redirect_uri", "https://evil.example"],
      ["state", "evil"],
    ]);
    expect(answer.headers.location).toBe("https://parcels.example/callback?code=c0de&state=st4te&iss=x");
  });

  test("a merchant of another account is refused", async () => {
    site.world.addMerchant("other", "Other", [[site.world.addAccount({ email: "x@x.example" }), OWNER]]);
    const answer = await visitor.submit(begin(), [approve, ["merchant_id", "other"]]);
    expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
  });

  test("another account's interaction is 404 with a link to sign in with another account", async () => {
    const page = await visitor.get(begin({ accountId: "acc-99" }));
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain("/sign-in?next=%2Finteractions%2Fint-1");
    expect(page.body).toContain("<strong>It belongs to another account.</strong> Sign in with the account");
    expect((await visitor.post("/interactions/int-1", [approve])).statusCode).toBe(404);
  });

  test.each(["no-such", "a%2Fb", "a.b", "x".repeat(65), "%00"])("an id like %s is 404", async (id) => {
    expect((await visitor.get(`/interactions/${id}`)).statusCode).toBe(404);
  });
});

describe("an outdated consent page", () => {
  /** The fields of a form, boxes as they are ticked, without its buttons. */
  const fieldsOf = ({ body }: { body: string }): [string, string][] => {
    const inputs = [...body.matchAll(/<input [^>]*>/g)].map(([tag]) => tag);
    const sent = inputs.filter((tag) => !/type="(checkbox|radio)"/.test(tag) || /\bchecked\b/.test(tag));
    return sent.map((tag) => [/name="([^"]*)"/.exec(tag)![1]!, /value="([^"]*)"/.exec(tag)![1]!]);
  };
  const without = (fields: [string, string][], ...names: string[]) => fields.filter(([name]) => !names.includes(name));
  const untick = (fields: [string, string][], scope: string) => fields.filter(([, value]) => value !== scope);
  const hidden = ["shown_required", "shown_merchant"];

  test("an unticked scope that has become required shows the page again with the change", async () => {
    const address = begin();
    const fields = untick(fieldsOf(await visitor.get(address)), "customers:read");
    app.scopes.find(({ name }) => name === "customers:read")!.required = true;
    for (const sent of [fields, without(fields, ...hidden)]) {
      const again = await visitor.post(address, [approve, ...sent]);
      expect([again.statusCode, again.headers.location]).toEqual([409, undefined]);
      expect(again.body).toContain("Something changed while this page was open");
      expect(again.body).toContain('name="decision" value="approve"');
    }
    const again = await visitor.post(address, [approve, ...fields]);
    expect(again.body).toContain("“See your customers” is now required");
    expect(site.world.approvals).toEqual([]);
    await visitor.post(address, [approve, ...fieldsOf(again)]);
    expect(site.world.approvals[0]?.scopes).toContain("customers:read");
  });

  test("unticked scopes stay unticked on the page that is shown again", async () => {
    const address = begin();
    const fields = untick(fieldsOf(await visitor.get(address)), "customers:read");
    app.scopes.find(({ name }) => name === "orders:read")!.required = false;
    const again = await visitor.post(address, [approve, ...fields]);
    expect(again.body).toContain("“See your orders” is now optional");
    await visitor.post(address, [approve, ...fieldsOf(again)]);
    expect(site.world.approvals).toEqual([{ merchantId: "harbour-coffee", scopes: ["orders:read", "products:read"] }]);
  });

  test("a change of the only merchant shows the page again with the change", async () => {
    const address = begin();
    const fields = fieldsOf(await visitor.get(address));
    coffee.roles.clear();
    site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, OWNER]]);
    for (const sent of [without(fields, ...hidden), fields]) {
      const again = await visitor.post(address, [approve, ...sent]);
      expect([again.statusCode, again.headers.location]).toEqual([409, undefined]);
      expect(again.body).toContain("Something changed while this page was open");
      if (sent === fields) expect(again.body).toContain("now for Harbour Tea. It was for harbour-coffee before.");
    }
    expect(site.world.approvals).toEqual([]);
  });

  test("a new merchant does not change the merchant of the submitted page", async () => {
    const address = begin();
    const fields = fieldsOf(await visitor.get(address));
    site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, OWNER]]);
    await visitor.post(address, [approve, ...fields]);
    expect(site.world.approvals[0]?.merchantId).toBe("harbour-coffee");
  });

  test("the only remaining merchant is not taken for a choice", async () => {
    const tea = site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, OWNER]]);
    const address = begin();
    const fields = fieldsOf(await visitor.get(address));
    tea.roles.clear();
    for (const sent of [without(fields, ...hidden), fields]) {
      const again = await visitor.post(address, [approve, ...sent]);
      expect([again.statusCode, again.headers.location]).toEqual([409, undefined]);
    }
    expect(site.world.approvals).toEqual([]);
  });

  test("without any merchant the page shows the reason and issues no code", async () => {
    const address = begin();
    const fields = fieldsOf(await visitor.get(address));
    coffee.roles.clear();
    const page = await visitor.post(address, [approve, ...fields]);
    expect([page.statusCode, page.headers.location]).toEqual([403, undefined]);
  });

  test("a token of another session is refused", async () => {
    const address = begin();
    const fields = fieldsOf(await visitor.get(address));
    app.app.name = "Parcel Pilot Pro";
    expect((await signedIn(mia).post(address, [approve, ...fields])).statusCode).toBe(403);
  });

  test("an outdated page can be denied", async () => {
    const address = begin();
    const fields = fieldsOf(await visitor.get(address));
    app.app.name = "Parcel Pilot Pro";
    const answer = await visitor.post(address, [["decision", "deny"], ...fields]);
    expect(answer.headers.location).toContain("error=access_denied");
  });
});

describe("C5 a completed interaction", () => {
  test("a denial that is sent twice leads to the app both times, and an approval after it does not", async () => {
    const address = begin();
    const csrf_token = csrfIn(await visitor.get(address));
    const send = (decision: string) => visitor.post(address, { decision, csrf_token });
    const [first, second] = [await send("deny"), await send("deny")];
    expect(second.headers.location).toBe(first.headers.location);
    expect(second.headers.location).toContain("error=access_denied");
    const approval = await send("approve");
    expect([approval.statusCode, approval.headers.location]).toEqual([409, undefined]);
    expect(approval.body).toContain("This request was already answered");
    expect(approval.body).toContain('href="/connected-apps"');
    expect((await visitor.post(address, { decision: "deny", csrf_token: "z" })).statusCode).toBe(409);
  });

  test("shows a page with a link and does not redirect", async () => {
    const page = await visitor.get(begin({ over: true }));
    expect([page.statusCode, page.headers.location]).toEqual([409, undefined]);
    expect(page.body).toContain('href="/install/app_1">Connect again</a>');
    expect(page.body).toContain('class="who" href="/account"');
  });

  test.each([
    ["INTERACTION_EXPIRED", 410, "expired after ten minutes"],
    ["INTERACTION_USED", 409, "If you allowed the app, it is listed under your connected apps."],
    ["APP_REFUSED", 409, "cannot be connected at the moment"],
    ["INSTALL_TOKEN", 400, "install link is no longer valid"],
  ])("refused as %s is %i and says so", async (reason, status, text) => {
    const address = begin();
    site.world.outage = new RequestError("failed_precondition", reason, "an answer of the core");
    const page = await visitor.get(address);
    expect([page.statusCode, page.headers.location]).toEqual([status, undefined]);
    expect(page.body).toContain(text);
  });

  test.each([
    ["approve", true],
    ["deny", false],
  ])("that was answered with %s has a picture with a tick: %s", async (decision, ticked) => {
    const address = begin();
    const metadata = { client_id: "app_1", decision };
    site.world.outage = new RequestError("failed_precondition", "INTERACTION_USED", "an answer", { metadata });
    expect((await visitor.get(address)).body.includes('d="M55 49l8 8 15-17"')).toBe(ticked);
  });

  test("of an app that was suspended while its page was open says so", async () => {
    const address = begin();
    const csrf_token = csrfIn(await visitor.get(address));
    const metadata = { app_state: "suspended", app_name: "Parcel Pilot", developer_name: "Parcel Pilot GmbH" };
    site.world.outage = new RequestError("failed_precondition", "APP_REFUSED", "an answer", { metadata });
    const page = await visitor.post(address, { decision: "approve", csrf_token });
    expect([page.statusCode, page.headers.location]).toEqual([409, undefined]);
    expect(page.body).toContain("<h1>Parcel Pilot is suspended</h1>");
    expect(page.body).toContain("Latchkey has suspended Parcel Pilot by Parcel Pilot GmbH");
    expect(page.body).toContain('href="/connected-apps">View connected apps</a>');
    expect(page.body).not.toContain("may be suspended");
  });

  test.each([
    ["approve", "<h1>You allowed this app</h1>", "The app is listed under your connected apps."],
    ["deny", "<h1>You did not allow this app</h1>", "The app got no access from this request."],
    ["refuse", "<h1>This request was already answered</h1>", "If you allowed the app"],
  ])("that was answered with %s says so and links to the next step", async (decision, title, text) => {
    const address = begin();
    const metadata = { client_id: "app_1", decision };
    site.world.outage = new RequestError("failed_precondition", "INTERACTION_USED", "an answer", { metadata });
    const page = await visitor.get(address);
    expect(page.statusCode).toBe(409);
    for (const shown of [title, text, 'href="/install/app_1">Connect again</a>']) expect(page.body).toContain(shown);
    const [, first] = /<a class="button" href="[^"]*">([^<]*)</.exec(mainIn(page.body)) ?? [];
    expect(first).toBe(decision === "approve" ? "View connected apps" : "Connect again");
    expect(page.body).toContain("If you ask for help, quote this request ID: <code>");
  });

  test.each([
    ["INTERACTION_USED", "approve", "You allowed Parcel Pilot"],
    ["INTERACTION_USED", "deny", "You did not allow Parcel Pilot"],
    ["INTERACTION_USED", "remember", "This request of Parcel Pilot was already answered"],
    ["INTERACTION_EXPIRED", "", "The request of Parcel Pilot has expired"],
  ])("that ended as %s %s names the app", async (reason, decision, title) => {
    const address = begin();
    const metadata = { client_id: "app_1", app_name: "Parcel Pilot", decision };
    site.world.outage = new RequestError("failed_precondition", reason, "an answer", { metadata });
    expect((await visitor.get(address)).body).toContain(`<h1>${title}</h1>`);
  });

  test("that was approved names the shop, and leads to the app and to its place in the list", async () => {
    const address = begin();
    const shop = { merchant_name: "Harbour Coffee", website: "https://parcels.example" };
    const metadata = { client_id: "app_1", app_name: "Parcel Pilot", decision: "approve", ...shop };
    site.world.outage = new RequestError("failed_precondition", "INTERACTION_USED", "an answer", { metadata });
    const { body } = await visitor.get(address);
    expect(body).toContain("<h1>You allowed Parcel Pilot for Harbour Coffee</h1>");
    expect(body).toMatch(/<a class="button" href="https:\/\/parcels\.example"[^>]*>Open Parcel Pilot<\/a>/);
    expect(body).toContain('<a  href="/connected-apps">View connected apps</a>');
    expect(body).toContain('Is it missing there? <a href="/install/app_1">Connect again</a>');
  });

  test.each([
    ["Harbour Coffee", "Parcel Pilot stays connected to Harbour Coffee"],
    ["", "Parcel Pilot stays connected"],
  ])("that was denied for a connected app says that it stays connected (%s)", async (merchant_name, title) => {
    const address = begin();
    const facts = { merchant_name, website: "https://parcels.example", connected: "true" };
    const metadata = { client_id: "app_1", app_name: "Parcel Pilot", decision: "deny", ...facts };
    site.world.outage = new RequestError("failed_precondition", "INTERACTION_USED", "an answer", { metadata });
    const { body } = await visitor.get(address);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain("so nothing changed.");
    expect(body).toContain('href="/connected-apps">View connected apps</a>');
    expect(body).not.toContain("Connect again");
    expect(body).not.toContain("got no access");
  });

  test.each(["INTERACTION_EXPIRED", "INTERACTION_USED"])("refused as %s links to the install page", async (reason) => {
    const address = begin();
    const metadata = { client_id: "app_1" };
    site.world.outage = new RequestError("failed_precondition", reason, "an answer of the core", { metadata });
    const page = await visitor.get(address);
    expect(page.body).toContain('<a class="button" href="/install/app_1">Connect again</a>');
    expect(page.body).toContain('href="/connected-apps"');
  });

  test("is 404 for another account, without a redirect loop", async () => {
    const address = begin();
    await visitor.get(address);
    const other = site.world.addAccount({ email: "zoe@shop.example", name: "Zoe" });
    expect((await signedIn(other).get(address)).statusCode).toBe(404);
  });
});

describe("another account", () => {
  const zoeSignsIn = async (path: string) => {
    const zoe = site.world.addAccount({ email: "zoe@shop.example", name: "Zoe" });
    site.world.addMerchant("pier-books", "Pier Books", [[zoe, OWNER]]);
    return visitor.submit(path, { email: "zoe@shop.example", password: PASSWORD });
  };

  test("answers the same request after a sign-out from the page", async () => {
    const address = begin();
    const away = linkIn(await visitor.get(address), "Use another account");
    expect(away).toBe(`/sign-out?next=${encodeURIComponent(address)}`);
    const question = await visitor.get(away);
    expect(question.body).toContain("Parcel Pilot");
    expect(mainIn(question.body).split("mia@shop.example")).toHaveLength(2);
    expect(question.body).toContain("Sign out, then continue with the other account.");
    const signedOut = await visitor.submit(away, { next: address }, "/sign-out");
    expect(signedOut.headers.location).toBe(`/sign-in?next=${encodeURIComponent(address)}`);
    expect(visitor.cookies.has(COOKIE)).toBe(false);
    const signInPage = (await visitor.get(String(signedOut.headers.location))).body;
    expect(signInPage).toContain("<h1>Sign in to Latchkey to connect Parcel Pilot</h1>");
    await zoeSignsIn(`/sign-in?next=${encodeURIComponent(address)}`);
    const page = await visitor.get(address);
    expect(page.body).toContain("<h1>Connect Parcel Pilot to Pier Books</h1>");
    expect(page.body).toContain("zoe@shop.example");
  });

  test.each([
    ["of another site", "https://evil.example/"],
    ["outside the connection of an app", "/portal"],
    ["that leads out of the connection of an app", "/interactions/../portal"],
  ])("is not offered for a next path %s", async (_name, next) => {
    const answer = await visitor.submit("/sign-out", { next });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/"]);
  });

  test.each([
    ["is over", { over: true }],
    ["belongs to another account", { accountId: "acc-99" }],
  ])("signs in after a sign-out from a request that %s", async (_name, values) => {
    const address = begin(values);
    const answer = await visitor.submit(
      `/sign-out?next=${encodeURIComponent(address)}`,
      { next: address },
      "/sign-out",
    );
    expect(answer.headers.location).toBe(`/sign-in?next=${encodeURIComponent(address)}`);
    expect(visitor.cookies.has(COOKIE)).toBe(false);
  });

  test("C12 does not get the request by a form without the session's token", async () => {
    const address = begin();
    await visitor.get(address);
    for (const csrf_token of ["", "forged"]) {
      expect((await visitor.post("/sign-out", { next: address, csrf_token })).statusCode).toBe(403);
    }
    expect(visitor.cookies.has(COOKIE)).toBe(true);
    expect(site.world.interactions.at(-1)?.accountId).toBe(mia.accountId);
  });

  test("signs in after a sign-out with a core of the previous release, which keeps the request with its account", async () => {
    const address = begin({ accountId: mia.accountId });
    site.world.previousCore = true;
    const away = `/sign-out?next=${encodeURIComponent(address)}`;
    const answer = await visitor.submit(away, { next: address }, "/sign-out");
    expect(answer.headers.location).toBe(`/sign-in?next=${encodeURIComponent(address)}`);
    expect(visitor.cookies.has(COOKIE)).toBe(false);
    expect((await zoeSignsIn(`/sign-in?next=${encodeURIComponent(address)}`)).statusCode).toBe(303);
    expect((await visitor.get(address)).statusCode).toBe(404);
  });
});

describe("C9 several merchants", () => {
  beforeEach(() => {
    site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MANAGER]]);
    site.world.addMerchant("pier-books", "Pier Books", [[mia, MEMBER]]);
  });

  test("the choice precedes the scopes, and ids tell shops of the same name apart", async () => {
    const { body } = await visitor.get(begin());
    expect(body).toContain("<h1>Connect Parcel Pilot to one of your shops</h1>");
    expect(body.indexOf("<legend>Choose a shop first</legend>")).toBeLessThan(body.indexOf('id="asks"'));
    expect(body).not.toContain('class="merchant-id"');
    site.world.addMerchant("harbour-tea-2", "Harbour Tea", [[mia, OWNER]]);
    const ids = [...(await visitor.get(begin())).body.matchAll(/class="merchant-id">([^<]*)</g)].map(([, id]) => id);
    expect(ids).toEqual(["harbour-tea", "harbour-tea-2"]);
  });

  test("the choice contains the merchants that the account can connect apps to", async () => {
    const { body } = await visitor.get(begin());
    const values = [...body.matchAll(/type="radio"[^>]*value="([^"]*)"[^>]*>/g)].map(([, value]) => value);
    expect(values).toEqual(["harbour-coffee", "harbour-tea"]);
    expect(body).not.toMatch(/type="radio"[^>]*\bchecked/);
  });

  test("the code is for the chosen one", async () => {
    await visitor.submit(begin(), [approve, ["merchant_id", "harbour-tea"]]);
    expect(site.world.approvals[0]?.merchantId).toBe("harbour-tea");
  });

  test("without a choice the form is shown again with the unticked scopes", async () => {
    const page = await visitor.submit(begin(), [approve, ["scope", "products:read"]]);
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('id="merchant-fault" role="alert">Choose the shop');
    // The script focuses the first choice.
    expect(page.body.match(/data-focus/g)).toHaveLength(1);
    expect(page.body).toMatch(/id="merchant_id" [^>]+ tabindex="0" data-focus aria-describedby="merchant-fault">/);
    expect(page.body.split("Choose the shop")).toHaveLength(2);
    expect(page.body).toContain("<legend>Shop</legend>");
    expect(page.body).toMatch(/value="products:read" checked/);
    expect(page.body).not.toMatch(/value="customers:read" checked/);
    expect(site.world.approvals).toEqual([]);
  });

  test("the merchant of the request or the install link is preselected", async () => {
    const { body } = await visitor.get(begin({ preselected: "harbour-tea" }));
    expect(body).toMatch(/value="harbour-tea" required checked/);
    expect(body).toContain("<legend>Connect to this shop</legend>");
    expect(body).toContain("<h1>Connect Parcel Pilot to your shop</h1>");
  });

  test("the heading names the shop if the others cannot be chosen", async () => {
    const coffee = site.world.merchants.find(({ merchantId }) => merchantId === "harbour-coffee")!;
    coffee.stops.set(app.app.clientId, { suspendedByMerchant: true });
    expect((await visitor.get(begin({ preselected: "harbour-tea" }))).body).toContain(
      "<h1>Connect Parcel Pilot to Harbour Tea</h1>",
    );
  });

  test("the number of scopes stands above the buttons, because the scopes may be below them", async () => {
    const { body } = await visitor.get(begin());
    expect(body).toMatch(
      /<div class="decision"><p class="scopes-count"><span>Asks for 3 permissions<\/span> <span[^>]*>1 sensitive</,
    );
    app.scopes = app.scopes.slice(0, 2);
    const { body: harmless } = await visitor.get(begin());
    expect(harmless).toMatch(/<p class="scopes-count"><span>Asks for 2 permissions<\/span> <\/p>/);
    expect(harmless).not.toMatch(/[0-9] sensitive|sensitive permissions/);
  });

  test("a scope granted by one of them shows the merchant's name", async () => {
    coffee.grants.set(app.app.clientId, ["orders:read"]);
    expect((await visitor.get(begin())).body).toContain("Already allowed for Harbour Coffee");
  });

  test("a scope granted by more than three of them shows their number", async () => {
    for (let i = 0; i < 3; i++)
      site.world.addMerchant(`m${i}`, `Shop ${i}`, [[mia, OWNER]]).grants.set(app.app.clientId, ["orders:read"]);
    coffee.grants.set(app.app.clientId, ["orders:read"]);
    expect((await visitor.get(begin())).body).toContain("Allowed for 4 shops");
  });

  test("many merchants are shown as a select", async () => {
    for (let i = 0; i < 8; i++) site.world.addMerchant(`m${i}`, `Shop ${i}`, [[mia, OWNER]]);
    const { body } = await visitor.get(begin());
    expect(body).toContain('<select id="merchant_id" name="merchant_id" required');
    expect(body.match(/<option /g)).toHaveLength(11);
  });
});

describe("a MEMBER", () => {
  test("sees the reason and a link back to the app, and gets no code", async () => {
    coffee.roles.set(mia.accountId, MEMBER);
    const address = begin();
    const page = await visitor.get(address);
    expect(page.statusCode).toBe(403);
    expect(page.body).toContain("Only owners and managers");
    const csrf_token = csrfIn(page);
    expect((await visitor.post(address, { decision: "approve", csrf_token })).headers.location).toBeUndefined();
    expect((await visitor.post(address, { decision: "deny", csrf_token })).headers.location).toContain("access_denied");
    expect(site.world.approvals).toEqual([]);
  });

  test("can use another account for the same request", async () => {
    coffee.roles.set(mia.accountId, MEMBER);
    const address = begin();
    const away = linkIn(await visitor.get(address), "Use another account");
    expect(away).toBe(`/sign-out?next=${encodeURIComponent(address)}`);
  });

  test("without any merchant sees another reason", async () => {
    const guest = signedIn(site.world.addAccount({ email: "guest@x.example" }));
    const page = await guest.get(begin());
    expect(page.statusCode).toBe(403);
    expect(page.body).toContain(
      "Your account does not belong to a shop that this app can be connected to. Ask an owner of your shop, or Latchkey, for an invitation.",
    );
  });
});

const FORGED_RESTORE: [string, Record<string, string>][] = [
  ["no token", {}],
  ["a foreign token", { csrf_token: "z".repeat(43) }],
];

describe("an approval that comes after the session has ended", () => {
  const TICKED: [string, string][] = [["scope", "products:read"], approve];
  const SCOPES = ["customers:read", "orders:read", "products:read"].map((name) => `value="${name}"`);
  const isTicked = ({ body }: Page) =>
    SCOPES.map((value) => new RegExp(`<input [^>]*${value}[^>]*\\bchecked`).test(body.replaceAll("\n", " ")));

  /** Sends the form without a session, and signs in again. */
  async function signInAgain(address: string, fields: [string, string][]) {
    const form = await visitor.get(address);
    const owner = /name="form_owner" value="([^"]*)"/.exec(form.body)![1]!;
    expect(owner).toBe(mia.accountId);
    visitor.cookies.set(COOKIE, "gone");
    const lost = await visitor.post(address, [["csrf_token", csrfIn(form)], ["form_owner", owner], ...fields]);
    const kept = /name="kept" value="([^"]*)"/.exec(lost.body)?.[1]?.replaceAll("&quot;", '"') ?? "";
    const credentials = { email: mia.email, password: PASSWORD, next: address };
    return { lost, signedIn: await visitor.post("/sign-in", { csrf_token: csrfIn(lost), ...credentials, kept }) };
  }

  async function restore(address: string, page: Page): Promise<Page> {
    expect(page.body).toContain(`action="${address}/restore"`);
    const inputs = [...page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    return visitor.post(
      `${address}/restore`,
      inputs.map(([, name, value]) => [name!, value!]),
    );
  }

  test("keeps the ticks through the sign-in, and allows nothing", async () => {
    const address = begin();
    expect(isTicked(await visitor.get(address))).toEqual([true, false, true]);
    const { lost, signedIn } = await signInAgain(address, TICKED);
    expect(lost.statusCode).toBe(403);
    const back = await restore(address, signedIn);
    expect(back.statusCode).toBe(200);
    expect(back.body).toContain("Your choice is back. Nothing has been allowed yet.");
    expect(isTicked(back)).toEqual([false, false, true]);
    expect(site.world.approvals).toEqual([]);
  });

  test("shows the page afresh if the request has changed meanwhile", async () => {
    const address = begin();
    const { signedIn } = await signInAgain(address, TICKED);
    app.app.name = "Parcel Pilot 2";
    app.scopes[0]!.title = "See all your orders";
    const back = await restore(address, signedIn);
    expect(back.body).not.toContain("Your choice is back.");
    expect(isTicked(back)).toEqual([true, false, true]);
  });

  test("a denial keeps nothing", async () => {
    const { lost, signedIn } = await signInAgain(begin(), [["decision", "deny"]]);
    expect(lost.statusCode).toBe(303);
    expect(signedIn.headers.location).toBeUndefined();
  });

  test.each(FORGED_RESTORE)("with %s is not restored", async (_name, fields) => {
    const address = begin();
    await visitor.get(address);
    expect((await visitor.post(`${address}/restore`, fields)).statusCode).toBe(403);
  });
});
