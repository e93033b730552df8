import { Code, ConnectError } from "@connectrpc/connect";
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { toConnectError } from "../../../src/rpc/errors.ts";
import { RequestError } from "../../../src/service/errors.ts";
import { type Person, useCoreSite } from "./core-site.ts";

const site = useCoreSite();
let olga: Person;
let owner: Person;
let clientId: string;

beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true });
  owner = await site.person("Mia Owner");
  clientId = await site.draft(await site.person("Dana", { developer: true }));
  await site.approve(clientId);
});

async function installed(merchantId = "shop-1") {
  const ownerAccountId = owner.account.accountId;
  await site.core.accounts.createMerchant({ merchantId, name: "Shop", ownerAccountId }, site.byKey);
  return { merchantId, ...(await site.install(clientId, merchantId, owner)) };
}

test("the list has a tab for each health with its count, and stopped ones of suspended merchants", async () => {
  const { merchantId, installationId } = await installed();
  const tabs = async (query = "") => {
    const { body } = await olga.browser.get(`/console/installations${query}`);
    const nav = /<nav class="tabs list-tabs"[\s\S]*?<\/nav>/.exec(body)![0];
    return [...nav.matchAll(/<li(?: class="apart")?>([\s\S]*?)<\/li>/g)].map(([, item]) =>
      item!.replaceAll(/<[^>]*>/g, ""),
    );
  };
  const countOf = (texts: string[], name: string) =>
    Number(texts.find((text) => text.startsWith(name))!.slice(name.length));
  const before = await tabs();
  const names = [
    "All",
    "Needs attention",
    "Expires soon",
    "Active",
    "Paused or suspended",
    "Uninstalled",
    "Not completed",
  ];
  expect(before.map((text) => text.replace(/ \d+$/, ""))).toEqual(names);
  // The list of all has no connections that were not completed.
  const all = names.slice(1, -1).reduce((sum, name) => sum + countOf(before, name), 0);
  expect(countOf(before, "All")).toBe(all);
  const listed = (await olga.browser.get("/console/installations?health=healthy")).body;
  expect(listed).toMatch(/badge-good">Active<\/span>/);
  expect(listed).not.toContain(">Healthy<");
  const stopped = "/console/installations?health=stopped";
  expect((await olga.browser.get(stopped)).body).not.toContain(installationId);
  await site.core.accounts.suspendMerchant({ merchantId, reasonCode: "SECURITY" }, site.byKey);
  for (const address of [stopped, "/console/installations?state=suspended"]) {
    const { body } = await olga.browser.get(address);
    expect(body).toContain(installationId);
    expect(body).toMatch(/aria-current="true">Paused or suspended/);
  }
  const after = await tabs();
  expect(countOf(after, "Paused or suspended")).toBe(countOf(before, "Paused or suspended") + 1);
  expect(countOf(after, "Active")).toBe(countOf(before, "Active") - 1);
  // A merchant has few installations, which are not counted.
  expect((await tabs(`?merchant=${merchantId}`)).every((text) => !/\d/.test(text))).toBe(true);
  await site.core.accounts.resumeMerchant({ merchantId }, site.byKey);
  const empty = (await olga.browser.get("/console/installations?health=expires_soon")).body;
  expect(empty).toContain("No access expires in the next 7 days");
});

test("the list shows installations without counts while the core is of the previous release", async () => {
  const count = vi.spyOn(site.core.installations, "countInstallations");
  for (const failure of [
    new ConnectError("there is no such RPC", Code.Unimplemented),
    toConnectError(new RequestError("not_found", "NOT_FOUND", "There is no such app.")),
  ]) {
    count.mockRejectedValue(failure);
    const page = await olga.browser.get("/console/installations");
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain("list-count");
  }
  count.mockRestore();
});

test("the list of all installations leads to those that need attention", async () => {
  const count = vi.spyOn(site.core.installations, "countInstallations");
  const counts = { expiresSoon: 0, healthy: 9, suspended: 0, pending: 4, uninstalled: 0, partial: false };
  const bodyOf = async (query: string, needsAttention: number) => {
    count.mockResolvedValue({ $typeName: "latchkey.v1.CountInstallationsResponse", ...counts, needsAttention });
    return (await olga.browser.get(`/console/installations${query}`)).body;
  };
  expect(await bodyOf("", 59)).toMatch(
    /59 installations need attention\. <a href="\/console\/installations\?health=needs_attention">/,
  );
  expect(await bodyOf(`?app=${clientId}`, 1)).toContain(
    `1 installation needs attention. <a href="/console/installations?app=${clientId}&amp;health=needs_attention">`,
  );
  const calm = await bodyOf("", 0);
  expect(calm).not.toContain("notice-warn");
  expect(calm).toMatch(/All <span class="list-count">9<[\s\S]*Not completed <span class="list-count">4</);
  expect(await bodyOf("?health=needs_attention", 59)).not.toContain("notice-warn");
  count.mockRestore();
});

test("the page of an app says how many are installed, in the word of the portal", async () => {
  expect((await olga.browser.get(`/console/apps/${clientId}`)).body).toMatch(
    />\d+ installed(, access expired or revoked for \d+)?<\/a>/,
  );
});

test("a pause by the merchant leads to the merchant's page", async () => {
  const { merchantId, installationId } = await installed("shop-2");
  const path = `/connected-apps/${installationId}`;
  expect((await owner.browser.submit(path, {}, `${path}/pause`)).statusCode).toBe(303);
  const { body } = await olga.browser.get(`/console/installations/${installationId}`);
  const actions = /<div class="verdict-actions">.*?<\/div>/s.exec(body)![0];
  expect(actions).toMatch(new RegExp(`href="/console/merchants/view\\?id=${merchantId}"[^>]*>Open the merchant<`));
});

test("a search that several merchants match leads to all installations of those that have more than five", async () => {
  const developer = await site.person("Paula Pier", { developer: true });
  for (const merchantId of ["pier-full", "pier-small"])
    await site.core.accounts.createMerchant(
      { merchantId, name: `Pier ${merchantId}`, ownerAccountId: owner.account.accountId },
      site.byKey,
    );
  for (let at = 0; at < 6; at++) {
    const app = await site.draft(developer, { name: `Pier app ${at}` });
    await site.approve(app);
    await site.install(app, "pier-full", owner);
    if (at < 5) await site.install(app, "pier-small", owner);
  }
  const { body } = await olga.browser.get("/console/installations?merchant=pier&state=active");
  expect(body.match(/All installations of [^<]+/g)).toEqual(["All installations of Pier pier-full"]);
  expect(body).toContain('href="/console/installations?merchant=pier-full&amp;state=active">All installations of');
});

test("a search that several merchants match lists the newest installations of each below the choice", async () => {
  const [one, two] = await Promise.all(
    ["quay-one", "quay-two"].map(async (merchantId) => {
      const ownerAccountId = owner.account.accountId;
      await site.core.accounts.createMerchant({ merchantId, name: `Quay ${merchantId}`, ownerAccountId }, site.byKey);
      return site.install(clientId, merchantId, owner);
    }),
  );
  const { body } = await olga.browser.get("/console/installations?merchant=quay");
  expect(body).toContain('href="/console/installations?merchant=quay-one"');
  for (const { installationId } of [one!, two!])
    expect(body).toContain(`href="/console/installations/${installationId}"`);
  expect(body).toContain("The newest installations of these matches, at most five of each.");
  expect(body).not.toContain("installations.csv");
  const none = await olga.browser.get("/console/installations?merchant=quay&state=uninstalled");
  expect(none.body).not.toContain("The newest installations of these matches");
});

test("the events tell the first install of an app from a later one, in the words of the portal", async () => {
  const { merchantId, installationId } = await installed("shop-twice");
  const removal = { installationId, party: Party.OPERATOR, reasonCode: "OTHER", reasonText: "" };
  await site.core.installations.uninstall(removal, site.byKey);
  await site.install(clientId, merchantId, owner);
  const { body } = await olga.browser.get(`/console/installations/${installationId}`);
  const [events = ""] = /aria-labelledby="events".*?<\/section>/s.exec(body) ?? [];
  const titles = events.match(/Installed again|Uninstalled[^<]*|Installed/g);
  expect(titles).toEqual(["Installed again", "Uninstalled by Latchkey", "Installed"]);
});

test("a revocation of all tokens is among the events, in the words of the other pages", async () => {
  const { installationId } = await installed("shop-revoked");
  const page = async () => (await olga.browser.get(`/console/installations/${installationId}`)).body;
  const sql = new pg.Client({ connectionString: site.databaseUrl });
  await sql.connect();
  const unwritten = "select from installation where id = $1 and tokens_expire_at is null";
  await expect.poll(async () => (await sql.query(unwritten, [installationId])).rowCount).toBe(0);
  const end = "tokens_expire_at = now() - interval '3 hours', tokens_revoked_at = now() - interval '3 hours'";
  await sql.query(`update installation set ${end} where id = $1`, [installationId]);
  await sql.end();
  const body = await page();
  const [events = ""] = /aria-labelledby="events".*?<\/section>/s.exec(body) ?? [];
  expect(events).toContain("Access revoked");
  expect(body).toContain("The access was revoked");
  expect(body).not.toContain("expired");
});
