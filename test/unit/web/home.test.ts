import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { beforeEach, expect, test } from "vitest";
import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { ErrorClass } from "../../../gen/latchkey/v1/platform_service_pb.ts";
import { createSite, type Site, Visitor } from "./site.ts";

const COOKIE = "__Host-latchkey";

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  return () => site.app.close();
});

const startPage = async (account: Account) => {
  visitor.cookies.set(COOKIE, site.world.signIn(account));
  return (await visitor.get("/")).body;
};
const OPEN = ">View connected apps</a>";

test("offers connected apps to an operator only with a shop", async () => {
  const olga = site.world.addAccount({ email: "olga@x.example", name: "Olga", operator: true });
  expect(await startPage(olga)).not.toContain(OPEN);
  site.world.addMerchant("shop-1", "Harbour Coffee", [[olga, MerchantRole.OWNER]]);
  expect(await startPage(olga)).toContain(OPEN);
});

test("leads from each of several shops to its apps, and says where an install link comes from", async () => {
  const max = site.world.addAccount({ email: "max@x.example", name: "Max" });
  site.world.addMerchant("shop-1", "Harbour Coffee", [[max, MerchantRole.OWNER]]);
  site.world.addMerchant("shop-2", "Test shop", [[max, MerchantRole.OWNER]]).test = true;
  const body = await startPage(max);
  for (const id of ["shop-1", "shop-2"]) expect(body).toContain(`href="/connected-apps?merchant=${id}"`);
  expect(body).not.toContain(OPEN);
  expect(body).toMatch(/Test shop<\/strong><\/a> <span class="badge[^"]*">Test<\/span>/);
  expect(body).toContain("You get the link from the app’s developer.");
});

test("shows an operator the apps that wait, or that none does", async () => {
  const olga = site.world.addAccount({ email: "olga@x.example", name: "Olga", operator: true });
  expect(await startPage(olga)).toMatch(/No open tasks[\s\S]*No apps are waiting for review\./);
  const submittedAt = timestampFromMs(Date.now() - 3 * 86_400_000);
  const expiresAt = timestampFromMs(Date.now() + 100.5 * 60_000);
  const of = { accountId: olga.accountId, claimedAt: submittedAt, expiresAt };
  const claim = { ...of, clientId: "app_7", appName: "Ledger Lark" };
  const others = { ...claim, clientId: "app_8", accountId: "acc-99" };
  // A core of the previous release names no apps.
  const unnamed = { ...of, clientId: "app_6" };
  site.world.queue = { waiting: 2, oldest: { clientId: "app_9", submittedAt }, claims: [claim, others, unnamed] };
  const body = await startPage(olga);
  expect(body).toContain('Open tasks <span class="list-count">3</span>');
  expect(body).toMatch(
    /<strong dir="auto">2 apps are waiting for review<\/strong><small>Longest wait: <time[^>]*>3 days<\/time>. 3 apps are being reviewed\.<\/small><a class="row-act" href="\/console">Open the queue</,
  );
  expect(body).toMatch(
    /<strong dir="auto">Finish the review of Ledger Lark<\/strong><small>Claim ends <time[^>]*>in 1 h 40 min<\/time><\/small><a class="row-act" href="\/console\/apps\/app_7">Open the review</,
  );
  expect(body).toContain(">Finish the review of app_6</strong>");
  expect(body).not.toContain("app_8");
});

test("marks apps that wait for review only once they wait as long as the queue marks", async () => {
  const olga = site.world.addAccount({ email: "olga@x.example", name: "Olga", operator: true });
  const waitingFor = (days: number) => {
    const submittedAt = timestampFromMs(Date.now() - days * 86_400_000);
    site.world.queue = { waiting: 2, oldest: { clientId: "app_9", submittedAt } };
    return startPage(olga);
  };
  const fresh = await waitingFor(2);
  expect(fresh).toMatch(/<li class="row-link task-plain">.*2 apps are waiting/);
  expect(await waitingFor(4)).toMatch(/<li class="row-link task-warn">.*2 apps are waiting/);
});

test("shows an operator the anomalies of the platform and one link to the dashboard, and counts no installations", async () => {
  const olga = site.world.addAccount({ email: "olga@x.example", name: "Olga", operator: true });
  const period = (errors: number, hour = 0) => ({
    start: timestampFromMs(Date.UTC(2026, 0, 31, hour)),
    exchanges: BigInt(1000 - errors),
    errors: [{ errorClass: ErrorClass.CLIENT, count: BigInt(errors) }],
  });
  const days = [period(10), period(20)];
  const links = (body: string) => body.match(/<a [^>]*href="\/console\/dashboard"[^>]*>[^<]*/g);
  const link = '<a class="button secondary" href="/console/dashboard">Open the dashboard';
  site.world.health = { healthy: 635, needsAttention: 59 };
  site.world.dashboard = { hours: [period(10)], days };
  const quiet = await startPage(olga);
  expect(quiet).toContain("No open tasks");
  expect(links(quiet)).toEqual([link]);
  site.world.dashboard = { hours: [10, 30, 30, 0].map(period), days };
  const body = await startPage(olga);
  expect(body).toMatch(
    /Error rate up since 01:00 UTC: 2.0%, usually 1.0%<\/strong><small>60 of 3,000 requests\. Most frequent error: App not authenticated\.</,
  );
  expect(links(body)).toEqual([link]);
  expect(body).not.toContain("59 installations");
});

test("has no link to the dashboard for an account that is no operator", async () => {
  const max = site.world.addAccount({ email: "max@x.example", name: "Max", developer: true });
  site.world.returned = [{ clientId: "app_7", profile: { name: "Ledger Lark" } }];
  expect(await startPage(max)).not.toContain("/console/dashboard");
});

test("shows each site of an account in a card with its button beside its name", async () => {
  const bo = site.world.addAccount({ email: "bo@x.example", name: "Bo", operator: true, developer: true });
  const heads = (await startPage(bo)).match(/<div class="site-head">[\s\S]*?<\/a><\/div>/g)!;
  expect(heads.map((head) => />([^<]+)<\/h2>[\s\S]*href="([^"]+)"/.exec(head)?.slice(1))).toEqual([
    ["Console", "/console"],
    ["Developer portal", "/portal"],
  ]);
});

test("tells an operator without a required second factor to set it up, and reads no queue", async () => {
  const olga = site.world.addAccount({ email: "olga@x.example", name: "Olga", operator: true });
  site.world.secondFactorRequired = true;
  site.world.queue = { waiting: 2 };
  const body = await startPage(olga);
  expect(body).toContain(
    '<a class="row-whole" href="/account/security?required=yes" dir="auto">Set up two-step verification</a>',
  );
  expect(body).not.toContain("waiting for review");
});

test("shows developers the apps that a review returned", async () => {
  const dev = site.world.addAccount({ email: "dev@x.example", name: "Dev", developer: true });
  site.world.returned = [{ clientId: "app_7", profile: { name: "Ledger <b>Lark" } }];
  expect(await startPage(dev)).toContain(
    '<a class="row-whole" href="/portal/apps/app_7" dir="auto">Change Ledger &lt;b&gt;Lark and submit it again</a>',
  );
});

test("shows the state of each shop, and what its owners and managers can solve", async () => {
  const max = site.world.addAccount({ email: "max@x.example", name: "Max" });
  const staff = site.world.addAccount({ email: "staff@x.example", name: "Sam" });
  const { app } = site.world.addApp({ name: "Ledger Lark" });
  const coffee = site.world.addMerchant("shop-1", "Harbour Coffee", [
    [max, MerchantRole.OWNER],
    [staff, MerchantRole.MEMBER],
  ]);
  coffee.grants.set(app.clientId, ["orders:read"]);
  expect(await startPage(max)).toMatch(/Owner · 1 connected app<\/small>[\s\S]*badge-good">All apps active</);
  coffee.expired.add(app.clientId);
  const body = await startPage(max);
  expect(body).toMatch(
    new RegExp(
      `<a class="row-whole" href="/install/${app.clientId}\\?merchant=shop-1" dir="auto">Connect Ledger Lark again</a><small>.*Harbour Coffee</span> · access expired on <time`,
    ),
  );
  expect(body).toContain('badge-warn">Needs attention<');
  expect(await startPage(staff)).not.toContain("Connect Ledger Lark again");
  coffee.revoked.add(app.clientId);
  expect(await startPage(max)).toMatch(/Harbour Coffee<\/span> · access revoked on <time/);
});

test("shows the shops without their states with a core of the previous release", async () => {
  const max = site.world.addAccount({ email: "max@x.example", name: "Max" });
  site.world.addMerchant("shop-1", "Harbour Coffee", [[max, MerchantRole.OWNER]]);
  site.world.previousCore = true;
  const body = await startPage(max);
  expect(body).toMatch(/Harbour Coffee<\/strong><\/a>\s*<small>Owner<\/small>/);
});

test("shows the ID of a shop only beside a shop of the same name", async () => {
  const max = site.world.addAccount({ email: "max@x.example", name: "Max" });
  for (const [id, name] of [
    ["shop-1", "Harbour Coffee"],
    ["shop-2", "Harbour Tea"],
    ["shop-3", "Harbour Tea"],
  ] as const) {
    site.world.addMerchant(id, name, [[max, MerchantRole.OWNER]]);
  }
  const ids = [...(await startPage(max)).matchAll(/<code>(shop-\d)<\/code>/g)].map(([, id]) => id);
  expect(ids).toEqual(["shop-2", "shop-3"]);
});

test("tells merchants and developers apart, and does not lead people to documents for machines", async () => {
  const { body } = await visitor.get("/");
  expect(body).toMatch(/<h2 id="shops">I run a shop<[\s\S]*href="\/sign-in\?next=%2Fconnected-apps">Sign in<\/a>/);
  expect(body).toMatch(/<h2 id="developers">I build apps<[\s\S]*href="\/docs">Read the documentation<\/a>/);
  expect(body).toContain('href="/sign-in?next=%2Fportal">Sign in to the developer portal</a>');
  expect(body).not.toContain(".well-known");
});
