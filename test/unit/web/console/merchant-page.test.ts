import { beforeAll, describe, expect, test } from "vitest";
import { MerchantRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Person, useCoreSite } from "../core-site.ts";
import { csrfIn } from "../site.ts";

const site = useCoreSite();
let olga: Person;
let developer: Person;
let owner: Person;
let installationId: string;
beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true });
  developer = await site.person("Dana Developer", { developer: true });
  owner = await site.person("Mia Owner");
  const clientId = await site.draft(developer, { name: "Zebra Labels" });
  await site.approve(clientId);
  const { accountId: ownerAccountId } = owner.account;
  for (const merchantId of ["corner-1", "corner-2"])
    await site.core.accounts.createMerchant({ merchantId, name: merchantId, ownerAccountId }, site.byKey);
  ({ installationId } = await site.install(clientId, "corner-1", owner));
});

const at = async (path: string) => (await olga.browser.get(path)).body;

describe("the page of a merchant", () => {
  test("has its installations with state, app and count, and leads to all if there are more", async () => {
    const body = await at("/console/merchants/view?id=corner-1");
    const section = /<section class="card" aria-labelledby="installations">.*?<\/section>/s.exec(body)?.[0] ?? "";
    expect(section).toContain('<span class="list-count">1</span>');
    expect(section).toMatch(new RegExp(`href="/console/installations/${installationId}"[^>]*><strong>Zebra Labels<`));
    expect(section).not.toContain("All installations of this merchant");
    expect(await at("/console/merchants/view?id=corner-2")).toContain("No app has been installed yet.");
    for (let n = 0; n < 10; n++) {
      const more = await site.draft(developer, { name: `More ${n}` });
      await site.approve(more);
      await site.install(more, "corner-1", owner);
    }
    const full = await at("/console/merchants/view?id=corner-1");
    expect(full).toContain('<span class="list-count">10+</span>');
    expect(full).toContain('href="/console/installations?merchant=corner-1">All installations of this merchant</a>');
  });

  test("says before a suspension how many apps lose access", async () => {
    const effectOf = async (id: string) =>
      /<summary>Suspend<\/summary>\s*<p>(.*?)<\/p>\s*<form /s.exec(await at(`/console/merchants/view?id=${id}`))?.[1];
    expect(await effectOf("corner-1")).toBe("11 apps lose access until you resume the merchant.");
    expect(await effectOf("corner-2")).toBe("No app is installed.");
  });

  test("says who sees the reason of a suspension, and offers reasons that fit a merchant", async () => {
    const body = await at("/console/merchants/view?id=corner-2");
    expect(body).toContain("Members see that it is suspended. Only operators see the reason and the explanation.");
    expect(body).toContain(">Unpaid invoice</option>");
    expect(body).not.toContain("Developer unreachable");
  });

  test("says that it was suspended before, and keeps the text of a second suspension to copy", async () => {
    const view = "/console/merchants/view?id=corner-2";
    const csrf_token = csrfIn(await olga.browser.get(view));
    const otto = await site.person("Otto Operator", { operator: true });
    const suspend = (by: Person, token: string, text: string) => {
      const fields = { csrf_token: token, merchant_id: "corner-2", reason_code: "ABUSE", reason_text: text };
      return by.browser.post("/console/merchants/suspend", fields);
    };
    expect((await suspend(otto, csrfIn(await otto.browser.get(view)), "First.")).statusCode).toBe(303);
    const { body } = await suspend(olga, csrf_token, "Second.");
    expect(body).toMatch(/Already suspended by <a [^>]+>Otto Operator<\/a>, .*Your reason was not saved\./);
    expect(body).toMatch(/<textarea id="unsent-text"[^>]*>\nSecond\.<\/textarea>/);
    expect(body).not.toContain("No app can access its data");
    await site.core.accounts.resumeMerchant({ merchantId: "corner-2" }, site.byKey);
  });

  test("offers no removal of the only owner", async () => {
    const body = await at("/console/merchants/view?id=corner-2");
    expect(body).toContain("Only owner: add another owner first.");
    expect(body).not.toContain("Remove …");
    // Its role cannot be changed either.
    expect(body).toMatch(
      /<select disabled aria-label="Role of Mia Owner, [^"]*" aria-describedby="only-owner"><option>Owner<\/option><\/select>.*<small id="only-owner">Only owner/s,
    );
    expect(body).not.toContain("/console/merchants/role");
    const { accountId } = (await site.person("Otto Owner")).account;
    const second = { merchantId: "corner-2", accountId, role: MerchantRole.OWNER };
    await site.core.accounts.upsertMembership(second, site.byKey);
    const two = await at("/console/merchants/view?id=corner-2");
    expect(two.match(/Remove …</g)).toHaveLength(2);
    expect(two.match(/action="\/console\/merchants\/role">/g)).toHaveLength(2);
    expect(
      two.match(/<\/select>\s*<button type="submit" class="secondary outline button-small">Save role</g),
    ).toHaveLength(2);
  });

  test("says above each step what it does; steps that ask first end with an ellipsis", async () => {
    const body = await at("/console/merchants/view?id=corner-2");
    expect(body).toMatch(/Stops the access of all apps[^<]*<\/small><\/p><details[^>]*><summary>Suspend<\/summary>/);
    expect(body).toContain('<button type="submit" class="danger button-small">Suspend merchant</button>');
    expect(body).toMatch(/must ask for permission again\.<\/small><\/p><a [^>]*>Revoke all tokens …<\/a>/);
    expect(body).toMatch(/cannot be undone\.<\/small><\/p><a [^>]*>Close permanently …<\/a>/);
    const account = await at(`/console/accounts/${owner.account.accountId}`);
    expect(account).toMatch(/Signs the account out[^<]*<\/small><\/p><details[^>]*><summary>Suspend<\/summary>/);
    expect(account).toContain(">Suspend account</button>");
  });
});

test("the forms of a new merchant and of an invitation say what is optional, who gets mail, and how long a link works", async () => {
  const merchant = await at("/console/merchants/new");
  expect(merchant).toContain("ID (optional)</label>");
  expect(merchant).toMatch(
    /An existing account\. No mail is sent\. <a href="\/console\/accounts\/invite">Invite someone without an account<\/a>/,
  );
  expect(await at("/console/accounts/invite")).toContain(
    "It works once and expires after 7 days. No e-mail is sent: pass the link on yourself.",
  );
});

describe("the details of an app, an account, a merchant and an installation", () => {
  const details = async (path: string) =>
    /<section class="card" aria-labelledby="facts">.*?<\/section>/s.exec(await at(path))![0];

  test("begin with the ID and end with the times", async () => {
    const { clientId } = (await site.core.installations.getInstallation({ installationId }, site.byKey)).installation!;
    const found = await Promise.all(
      [
        `/console/apps/${clientId}`,
        `/console/accounts/${owner.account.accountId}`,
        "/console/merchants/view?id=corner-1",
        `/console/installations/${installationId}`,
      ].map(details),
    );
    const names = found.map((text) =>
      [...text.split("<details")[0]!.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name]) => name),
    );
    expect(names.map(([first]) => first)).toEqual(["Client ID", "Account ID", "ID", "Installation ID"]);
    expect(names.map((all) => all.at(-1))).toEqual(["Changed", "Created", "Created", "Connected"]);
    const copies = (text: string) => text.split("data-copy=").length - 1;
    expect(found.map(copies)).toEqual([2, 1, 1, 3]);
  });
});

test("the page of a closed merchant says who closed it and when, and offers no filter that is not there", async () => {
  const { accountId: ownerAccountId } = owner.account;
  await site.core.accounts.createMerchant({ merchantId: "gone", name: "Gone", ownerAccountId }, site.byKey);
  const form = { csrf_token: csrfIn(await olga.browser.get("/console/merchants/close?id=gone")), merchant_id: "gone" };
  expect((await olga.browser.post("/console/merchants/close", { ...form, confirm: "yes" })).statusCode).toBe(303);
  const body = await at("/console/merchants/view?id=gone");
  expect(body).toMatch(/<p class="notice">Closed by <a [^>]*>Olga Operator<\/a>, <time[^>]*>now<\/time><\/p>/);
  expect(body).toContain("All members were removed when the merchant was closed.");
  expect(body).not.toContain("Change or clear the filters");
  const german = await olga.browser.get("/console/merchants/view?id=gone", { "accept-language": "de" });
  expect(german.body).toMatch(/Geschlossen von <a /);
  expect(await at("/console/merchants/view?id=corner-1")).not.toContain("Closed by");
});
