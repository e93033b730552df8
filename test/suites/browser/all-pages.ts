import { timestampFromDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Page } from "playwright-core";
import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { InstallStart, ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { ErrorClass } from "../../../gen/latchkey/v1/platform_service_pb.ts";
import type { FakeApp, World } from "../../unit/web/fakes/world.ts";
import type { Visit } from "./every-page.ts";
import { logo } from "./logo.ts";
import { addManyApps } from "./many-apps.ts";

const HOUR_MS = 3_600_000;

/** One page to look at. */
export interface Sight extends Visit {
  /** The signed-in account; null: signed out. */
  account: Account | null;
}

/** Creates accounts, apps and installations, and lists every page in every state. */
export function everySight(world: World): Sight[] {
  const mia = world.addAccount({ email: "merchant@example.com", name: "Mia Merchant" });
  const max = world.addAccount({ email: "max@example.com", name: "Maximilian Featherstonehaugh-Cholmondeley" });
  const staff = world.addAccount({ email: "sam@example.com", name: "Sam Staff" });
  const olga = world.addAccount({ email: "olga@example.com", name: "Olga Operator", operator: true, developer: true });
  const coffee = world.addMerchant("harbour-coffee", "Harbour Coffee", [
    [mia, MerchantRole.OWNER],
    [max, MerchantRole.MANAGER],
    [staff, MerchantRole.MEMBER],
  ]);
  const tea = world.addMerchant(
    "harbour-tea-and-very-fine-biscuits",
    "Harbour Tea & Very Fine Biscuits International",
    [[max, MerchantRole.OWNER]],
  );
  world.addMerchant("test-7", "Test shop", [[max, MerchantRole.OWNER]]).test = true;
  const stan = world.addAccount({ email: "stan@example.com", name: "Stan Suspended" });
  world.addMerchant("harbour-books", "Harbour Books", [[stan, MerchantRole.OWNER]]).suspended = true;
  const nora = world.addAccount({ email: "nora@example.com", name: "Nora Newcomer" });
  const pilot = addPilot(world);
  const petra = world.addAccount({ email: "petra@example.com", name: "Petra Paused" });
  const pies = world.addMerchant("harbour-pies", "Harbour Pies", [[petra, MerchantRole.OWNER]]);
  pies.grants.set(pilot.app.clientId, ["orders:read"]);
  pies.stops.set(pilot.app.clientId, { suspendedByMerchant: true });
  const { clientId } = pilot.app;
  world.installations.push({ installationId: "pies-pilot", merchantId: "harbour-pies", clientId });
  const mara = world.addAccount({ email: "mara@example.com", name: "Mara Moved" });
  const plums = world.addMerchant("harbour-plums", "Harbour Plums", [[mara, MerchantRole.OWNER]]);
  plums.grants.set(clientId, ["orders:read"]);
  plums.stops.set(clientId, { suspendedByMerchant: true, suspendedByApp: true });
  const known = addPilot(world);
  coffee.grants.set(known.app.clientId, ["orders:read", "products:read"]);
  const restless = addRestless(world);
  world.external.label = "Sign in with Harbour ID";
  world.passkeyOptions = JSON.stringify({ challenge: "Y2hhbGxlbmdl", rpId: "localhost", timeout: 600_000 });
  invite(world);
  const submittedAt = timestampFromMs(Date.now() - 3 * 86_400_000);
  const waiting = { clientId: "app_w", name: "Ledger Lark", submittedAt };
  world.queue = { waiting: 4, inReview: 1, next: waiting, oldest: waiting };
  world.dashboard = risenErrors();
  world.health = { healthy: 635, expiresSoon: 15, needsAttention: 59, suspended: 47 };
  tea.grants.set(known.app.clientId, ["orders:read"]);
  tea.expired.add(known.app.clientId);

  const lena = world.addAccount({ email: "lena@example.com", name: "Lena Lang" });
  for (const id of ["first", "second"]) {
    const name = `${id}-Rindfleischetikettierungsüberwachungsaufgabenübertragung`;
    world.addMerchant(`long-${id}`, name, [[lena, MerchantRole.OWNER]]).pending.add(pilot.app.clientId);
  }
  const marta = world.addAccount({ email: "marta@example.com", name: "Marta Market" });
  const many = addManyApps(world, marta);

  const consent = (app: FakeApp, values = {}) => `/interactions/${world.begin(app, values).id}`;
  const press = (name: string) => (page: Page) => page.click(name);
  return [
    { name: "home-guest", account: null, path: "/" },
    { name: "home-signed-out", account: max, path: "/sign-out", act: press("main form button") },
    { name: "home-merchant", account: max, path: "/" },
    { name: "home-operator", account: olga, path: "/" },
    { name: "home-operator-quiet", account: olga, path: "/", act: whileQuiet(world, "/") },
    { name: "console-dashboard-risen", account: olga, path: "/console/dashboard" },
    { name: "console-dashboard-quiet", account: olga, path: "/", act: whileQuiet(world, "/console/dashboard") },
    { name: "install-long-names", account: lena, path: `/install/${pilot.app.clientId}` },
    { name: "consent-long-names", account: lena, path: consent(pilot) },
    { name: "connected-apps-many", account: marta, path: `/connected-apps?merchant=${many.merchantId}` },
    { name: "connected-apps-found", account: marta, path: `/connected-apps?merchant=${many.merchantId}&q=parcel` },
    { name: "connected-app", account: marta, path: `/connected-apps/${many.installationId}` },
    { name: "connected-app-history", account: marta, path: `/connected-apps/${many.installationId}/history` },
    { name: "connected-app-suspended", account: marta, path: `/connected-apps/${many.stoppedId}` },
    { name: "connected-app-uninstalled", account: marta, path: `/connected-apps/${many.uninstalledId}` },
    { name: "connected-app-uninstall", account: marta, path: `/connected-apps/${many.installationId}/disconnect` },
    {
      name: "connected-app-remove",
      account: marta,
      path: `/connected-apps/${many.installationId}/permissions/remove?scope=customers%3Aread`,
    },
    { name: "sign-in", account: null, path: "/sign-in?next=%2Finstall%2Fapp_1" },
    { name: "sign-in-faulty", account: null, path: "/sign-in", act: press("button[type=submit]") },
    { name: "sign-in-throttled", account: null, path: "/sign-in", act: exhaust(world) },
    { name: "sign-in-again", account: mia, path: "/sign-in?next=%2Finstall%2Fapp_1&prompt=login" },
    { name: "sign-in-signed-in", account: mia, path: "/sign-in" },
    { name: "sign-in-signed-in-install", account: mia, path: "/sign-in?next=%2Finstall%2Fapp_1" },
    { name: "sign-in-request", account: null, path: `/sign-in?next=${encodeURIComponent(consent(pilot))}` },
    {
      name: "sign-in-request-open",
      account: null,
      path: `/sign-in?next=${encodeURIComponent(consent(pilot))}`,
      act: press(".scope-fold > summary"),
    },
    { name: "sign-out", account: mia, path: "/sign-out" },
    { name: "sign-out-other", account: mia, path: `/sign-out?next=${encodeURIComponent(consent(pilot))}` },
    { name: "sign-up", account: null, path: "/sign-up" },
    { name: "sign-up-faulty", account: null, path: "/sign-up", act: press("button[type=submit]") },
    { name: "invitation-new", account: null, path: "/invitations/new" },
    { name: "invitation-known", account: null, path: "/invitations/known" },
    { name: "invitation-accept", account: mia, path: "/invitations/known" },
    { name: "invitation-other", account: max, path: "/invitations/known" },
    { name: "consent", account: mia, path: consent(pilot) },
    { name: "consent-reviewed", account: mia, path: consent(pilot), act: press(".review > summary") },
    { name: "consent-several", account: max, path: consent(pilot) },
    { name: "consent-several-faulty", account: max, path: consent(pilot), act: press("button[value=approve]") },
    { name: "consent-more", account: mia, path: consent(known) },
    { name: "consent-again", account: mia, path: consent(known, { requested: ["orders:read", "products:read"] }) },
    { name: "consent-in-test-long", account: max, path: consent(restless, { preselected: "test-7" }) },
    { name: "consent-paused", account: petra, path: consent(pilot) },
    { name: "consent-paused-elsewhere", account: mara, path: consent(pilot) },
    { name: "install-paused", account: petra, path: `/install/${pilot.app.clientId}` },
    { name: "consent-forbidden", account: staff, path: consent(pilot) },
    { name: "consent-forbidden-suspended", account: stan, path: consent(pilot) },
    { name: "consent-forbidden-no-shop", account: nora, path: consent(pilot) },
    { name: "consent-over", account: mia, path: consent(pilot, { over: true }) },
    { name: "consent-not-yours", account: mia, path: consent(pilot, { accountId: "acc-99" }) },
    { name: "install", account: mia, path: `/install/${pilot.app.clientId}` },
    { name: "install-several", account: max, path: `/install/${pilot.app.clientId}` },
    { name: "install-forbidden", account: staff, path: `/install/${pilot.app.clientId}` },
    { name: "install-at-app", account: mia, path: `/install/${addAtApp(world).app.clientId}` },
    { name: "install-unknown", account: mia, path: "/install/app_unknown" },
    { name: "install-suspended", account: mia, path: "/install/app_suspended" },
    { name: "docs", account: null, path: "/docs" },
    { name: "docs-quickstart", account: null, path: "/docs/quickstart?code=python" },
    { name: "docs-try", account: null, path: "/docs/try" },
    { name: "docs-errors", account: null, path: "/docs/errors" },
    { name: "docs-endpoints", account: null, path: "/docs/endpoints" },
    { name: "docs-endpoint-authorize", account: null, path: "/docs/endpoints/authorize" },
    { name: "docs-endpoint-token", account: null, path: "/docs/endpoints/token?code=javascript" },
    { name: "docs-endpoint-revoke", account: null, path: "/docs/endpoints/revoke" },
    { name: "docs-endpoint-introspect", account: null, path: "/docs/endpoints/introspect" },
    { name: "docs-endpoint-uninstall", account: null, path: "/docs/endpoints/uninstall" },
    { name: "docs-endpoint-metadata", account: null, path: "/docs/endpoints/metadata" },
    { name: "docs-changelog", account: null, path: "/docs/changelog" },
    { name: "docs-libraries", account: null, path: "/docs/libraries" },
    { name: "docs-authorization", account: null, path: "/docs/authorization" },
    { name: "docs-tokens", account: null, path: "/docs/tokens" },
    { name: "docs-go-live", account: null, path: "/docs/go-live" },
    { name: "docs-retries", account: max, path: "/docs/retries" },
    { name: "docs-scopes", account: null, path: "/docs/scopes" },
    { name: "docs-test-merchants", account: null, path: "/docs/test-merchants" },
    { name: "docs-webhooks", account: null, path: "/docs/webhooks?code=go" },
    { name: "docs-search", account: null, path: "/docs/search?q=redirect_uri" },
    { name: "docs-search-suggestions", account: null, path: "/docs/search", act: searchFor("refresh") },
    { name: "docs-search-corrected", account: null, path: "/docs/search?q=redirct_uri" },
    { name: "docs-search-none", account: null, path: "/docs/search?q=zzzzzz" },
    { name: "not-found", account: null, path: "/nowhere" },
    { name: "not-found-signed-in", account: mia, path: "/nowhere" },
    { name: "error-500", account: null, path: "/sign-in", act: failWith(world, new Error("a defect")) },
    { name: "error-503", account: mia, path: "/", act: failWith(world, new ConnectError("", Code.Unavailable)) },
    { name: "external-failed", account: null, path: "/sign-in/external/callback?error=access_denied" },
  ];
}

/** Counts of a platform whose error rate has risen. */
function risenErrors(): World["dashboard"] {
  const period = (errors: number) => ({
    ...{
      installs: 2n,
      exchanges: BigInt(600 - errors),
      errors: [
        { errorClass: ErrorClass.GRANT, count: BigInt(errors - 1) },
        { errorClass: ErrorClass.CLIENT, count: 1n },
      ],
    },
  });
  const startOf = (at: number, step: number) => timestampFromMs(Date.UTC(2026, 0, 31, 23) - at * step);
  const hours = Array.from({ length: 24 }, (_, at) => ({ ...period(12), start: startOf(23 - at, HOUR_MS) }));
  const days = Array.from({ length: 30 }, (_, at) => ({ ...period(5), start: startOf(29 - at, 24 * HOUR_MS) }));
  const refused = { refreshFailures: 153n, refreshes: 6_977n, refreshFailuresLastDay: 148n, refreshesLastDay: 3_492n };
  const few = { refreshFailures: 2n, refreshes: 24n, refreshFailuresLastDay: 2n, refreshesLastDay: 24n };
  const appFailures2Days = [
    { clientId: "app_s", name: "Stock Swallow", ...refused },
    { clientId: "app_p", name: "Parcel Pilot", ...few },
  ];
  return { days, hours, hoursBefore: { installs: 40n, exchanges: 14_000n }, appFailures2Days };
}

/** Opens a page of a small platform on which nothing needs an operator. */
function whileQuiet(world: World, path: string) {
  return async (page: Page) => {
    const { queue, dashboard, health } = world;
    const hour = (at: number) => ({
      start: timestampFromMs(Date.UTC(2026, 0, 31, at)),
      ...{ installs: at % 9 === 4 ? 1n : 0n, exchanges: BigInt(20 + (at % 7)) },
    });
    const hours = Array.from({ length: 24 }, (_, at) => hour(at));
    const days = Array.from({ length: 30 }, (_, at) => ({ ...hour(0), start: timestampFromMs(Date.UTC(2026, 0, at)) }));
    Object.assign(world, {
      queue: {},
      dashboard: { hours, days, hoursBefore: { ...hour(0), installs: 4n, exchanges: 480n } },
      health: { healthy: 41, suspended: 2 },
    });
    await page.goto(new URL(path, page.url()).href);
    Object.assign(world, { queue, dashboard, health });
  };
}

function exhaust(world: World) {
  return async (page: Page) => {
    world.failures.set("tired@example.com", 99);
    await page.fill("#email", "tired@example.com");
    await page.fill("#password", "no idea");
    await page.click("button[type=submit]");
  };
}

/** Types a query and waits for its suggestions. */
function searchFor(query: string) {
  return async (page: Page) => {
    await page.locator("#docs-query").pressSequentially(query);
    await page.locator("#docs-suggestions [role=option]").first().waitFor();
    await page.keyboard.press("ArrowDown");
  };
}

/** Opens the page while the core fails. */
function failWith(world: World, outage: Error) {
  return async (page: Page) => {
    world.outage = outage;
    await page.reload();
    world.outage = null;
  };
}

function invite(world: World): void {
  const offer = { merchantName: "Harbour Coffee", role: MerchantRole.MANAGER, used: false };
  world.invitations.set("new", { ...offer, email: "new@example.com" });
  world.invitations.set("known", { ...offer, email: "merchant@example.com" });
}

function addPilot(world: World): FakeApp {
  return world.addApp(
    {
      name: "Parcel Pilot",
      purpose: "Prints shipping labels for new orders and tells your customers where their parcel is.",
      developerName: "Parcel Pilot GmbH",
      website: "https://parcels.example",
      supportContact: "help@parcels.example",
      privacyPolicy: "https://parcels.example/privacy",
      logoDigest: "pilot",
      createdAt: timestampFromDate(new Date("2026-03-09T08:00:00Z")),
    },
    { logo: { image: logo(), mediaType: "image/png" } },
  );
}

/** Long words, no logo and every kind of scope, which stress the layout. */
function addRestless(world: World): FakeApp {
  const app = world.addApp(
    {
      name: "Donaudampfschifffahrtsgesellschaftskapitänskajütenbuchhaltung",
      purpose: "A purpose that goes on. ".repeat(12),
      developerName: "Eine Firma mit einem sehr, sehr langen Namen und mehreren Gesellschaftern GmbH & Co. KGaA",
      supportContact: "https://support.a-very-long-host-name.departments.example/how/to/reach/somebody/who/knows",
      verified: false,
    },
    { redirectUri: "http://127.0.0.1:4711/callback" },
  );
  app.scopes[1]!.sensitivity = ScopeSensitivity.RESTRICTED;
  app.scopes[2]!.title = "See your customers, and everything that can be known about them, whether they know it or not";
  app.scopes[2]!.reason = "Because".padEnd(400, " and because");
  return app;
}

function addAtApp(world: World): FakeApp {
  const profile = { name: "Ledger Lark", purpose: "Keeps your books.", website: "https://lark.example" };
  return world.addApp({ ...profile, developerName: "Lark Ltd" }, { start: InstallStart.AT_APP });
}
