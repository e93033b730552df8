import { Code, ConnectError } from "@connectrpc/connect";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { type Person, useCoreSite } from "./core-site.ts";
import { csrfIn, FORGED } from "./site.ts";

const SCOPE = "customers:read";
const site = useCoreSite();
let developer: Person;
let owner: Person;
let member: Person;
let stranger: Person;
let clientId: string;
let merchantId: string;
let accessToken: string;
let page: string;
let removal: string;

beforeAll(async () => {
  developer = await site.person("Dana Developer", { developer: true });
  owner = await site.person("Mia Owner");
  member = await site.person("Sam Staff");
  stranger = await site.person("Nora Neighbour");
  clientId = await site.draft(developer, { name: "Parcel <i>Pilot</i>", platformStart: true });
  await site.approve(clientId);
});

let shops = 0;
beforeEach(async () => {
  shops += 1;
  merchantId = `removal-${shops}`;
  const { accountId } = owner.account;
  await site.core.accounts.createMerchant({ merchantId, name: `Shop ${shops}`, ownerAccountId: accountId }, site.byKey);
  const staff = { merchantId, accountId: member.account.accountId, role: MerchantRole.MEMBER };
  await site.core.accounts.upsertMembership(staff, site.byKey);
  const installed = await site.install(clientId, merchantId, owner, ["orders:read", SCOPE]);
  accessToken = installed.accessToken;
  page = `/connected-apps/${installed.installationId}`;
  removal = `${page}/permissions/remove`;
});

const question = (scope = SCOPE) => `${removal}?${new URLSearchParams({ scope })}`;
const scopesOf = async () =>
  (await site.core.tokens.introspect({ token: accessToken, consistency: 2 }, site.byKey)).scopes;
const send = (scope = SCOPE) => owner.browser.submit(question(), { scope }, removal);

describe("the page of an app", () => {
  test("offers the removal of each optional permission, and calls the others required", async () => {
    const { body } = await owner.browser.get(page);
    expect(body).toContain(`href="${question()}" aria-label="Remove: See your customers">Remove …</a>`);
    expect(body).toMatch(/See your orders (?:(?!<li>).)*<span class="muted">Required<\/span>/s);
    expect(body).toContain("You can remove each optional permission.");
    expect(body).not.toContain("Change permissions");
  });

  test("offers to allow each permission that is not allowed, beside it", async () => {
    const scope = { name: "products:read", title: "See your products", sensitivity: ScopeSensitivity.NORMAL };
    await site.core.apps.upsertScope({ scope }, site.byKey);
    const scopes = ["orders:read", SCOPE, "products:read"].map((name) => ({
      name,
      reason: "To ship.",
      optional: name !== "orders:read",
    }));
    const made = await site.draft(developer, { name: "Post Puffin", platformStart: true, scopes });
    await site.approve(made);
    const { installationId } = await site.install(made, merchantId, owner, ["orders:read", SCOPE]);
    const at = `/connected-apps/${installationId}`;
    expect((await owner.browser.get(at)).body).toMatch(
      new RegExp(
        `Not allowed</h3><ul class="crosses removable"><li>.*href="/install/${made}\\?merchant=${merchantId}&amp;allow=products%3Aread" aria-label="Allow: [^"]+">Allow …</a></li></ul>`,
        "s",
      ),
    );
    expect((await member.browser.get(at)).body).not.toContain("Allow …");
    const list = (await owner.browser.get(`/connected-apps?merchant=${merchantId}`)).body;
    expect(list).toContain(
      `href="/install/${made}?merchant=${merchantId}&amp;allow=products%3Aread" aria-label="Allow: See your products">Allow …</a>`,
    );
    const other = await site.draft(developer, { name: "Sea Seal", platformStart: true, scopes });
    await site.approve(other);
    await site.install(other, merchantId, owner);
    expect((await owner.browser.get(`/connected-apps?merchant=${merchantId}`)).body).toContain(
      `href="/install/${other}?merchant=${merchantId}" aria-label="Allow: See your customers and See your products">Allow …</a>`,
    );
  });

  test("offers members none, and no removal of the only permission", async () => {
    expect((await member.browser.get(page)).body).not.toContain("Remove");
    await send();
    const { body } = await owner.browser.get(page);
    expect(body).not.toContain("Remove …");
    expect(body).toContain(`href="/install/${clientId}?merchant=${merchantId}"`);
    const allow = `href="/install/${clientId}?merchant=${merchantId}&amp;allow=customers%3Aread" aria-label="Allow: See your customers">Allow …</a>`;
    expect(body).toContain(allow);
    const list = `/connected-apps?merchant=${merchantId}`;
    expect((await owner.browser.get(list)).body).toContain(allow);
  });
});

describe("the confirmation", () => {
  test("says what the app can no longer do, and what stays", async () => {
    const { statusCode, body } = await owner.browser.get(question());
    expect(statusCode).toBe(200);
    for (const text of [
      "Remove “See your customers” from Parcel &lt;i&gt;Pilot",
      `immediately loses this permission for Shop ${shops}:`,
      '<ul class="crosses permissions"><li>See your customers',
      "<li>See your orders</li>",
      `action="${removal}"`,
      "Keep permission</a>",
    ])
      expect(body).toContain(text);
    expect(body).not.toMatch(/<[biu]>/);
  });

  test("leads back to the app for a required permission and for one that is not allowed", async () => {
    for (const scope of ["orders:read", "payouts:write", ""]) {
      const { statusCode, headers } = await owner.browser.get(question(scope));
      expect([statusCode, headers.location], scope).toEqual([303, page]);
    }
  });

  test("needs a session, and is 403 for members and 404 for other accounts", async () => {
    const signedOut = await site.app.inject({ url: question() });
    expect(signedOut.headers.location).toBe(`/sign-in?next=${encodeURIComponent(question())}`);
    expect((await member.browser.get(question())).statusCode).toBe(403);
    for (const { browser } of [stranger, developer]) expect((await browser.get(question())).statusCode).toBe(404);
  });
});

describe("the removal", () => {
  test("takes the permission from tokens that were issued before, and says so", async () => {
    expect(await scopesOf()).toEqual([SCOPE, "orders:read"]);
    const answer = await send();
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    expect(await scopesOf()).toEqual(["orders:read"]);
    const { body } = await owner.browser.get(page);
    expect(body).toContain("no longer has the permission “See your customers”.");
    expect(body).toMatch(/Not allowed<\/h3>.*See your customers/s);
  });

  test("sent twice is answered with the same page, which says that nothing was removed the second time", async () => {
    const fields = { csrf_token: csrfIn(await owner.browser.get(question())), scope: SCOPE };
    const answers = [await owner.browser.post(removal, fields), await owner.browser.post(removal, fields)];
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
      [303, page],
      [303, page],
    ]);
    expect((await owner.browser.get(page)).body).toMatch(
      /Nothing was removed: Parcel [^“]* did not have the permission “See your customers”\./,
    );
  });

  test("of a required permission is refused with the reason", async () => {
    const answer = await send("orders:read");
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    expect((await owner.browser.get(page)).body).toContain("The app requires this permission.");
    expect(await scopesOf()).toEqual([SCOPE, "orders:read"]);
  });

  test.each(FORGED)("C1 with %s is 403", async (_name, fields, headers) => {
    const csrf_token = csrfIn(await owner.browser.get(question()));
    const answer = await owner.browser.post(removal, { scope: SCOPE, ...(fields ?? { csrf_token }) }, headers);
    expect(answer.statusCode).toBe(403);
    expect(await scopesOf()).toEqual([SCOPE, "orders:read"]);
  });

  test("by a member is 403, by another account 404", async () => {
    for (const [person, status] of [
      [member, 403],
      [stranger, 404],
      [developer, 404],
    ] as const) {
      const csrf_token = csrfIn(await person.browser.get("/sign-out"));
      expect((await person.browser.post(removal, { csrf_token, scope: SCOPE })).statusCode).toBe(status);
    }
    expect(await scopesOf()).toEqual([SCOPE, "orders:read"]);
  });

  test("with a core that does not return the removed scopes uses those granted before", async () => {
    const { removeScopes } = site.core.installations;
    const old = vi.spyOn(site.core.installations, "removeScopes");
    old.mockImplementation(async (...args) => ({ ...(await removeScopes(...args)), removedScopes: [] }));
    await send();
    old.mockRestore();
    expect((await owner.browser.get(page)).body).toContain("no longer has the permission “See your customers”.");
  });

  test("with a core of the previous release changes nothing, and says so", async () => {
    const old = vi.spyOn(site.core.installations, "removeScopes");
    old.mockRejectedValue(new ConnectError("not served", Code.Unimplemented));
    const answer = await send();
    old.mockRestore();
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    expect((await owner.browser.get(page)).body).toContain(
      "while the service is being updated. This permission is still granted.",
    );
  });
});
