import { Code, ConnectError } from "@connectrpc/connect";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import {
  ConnectedAppGroup,
  ConnectedAppSort,
  InstallationState,
  Party,
} from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { emailAddress } from "../../../src/web/components/email-address.ts";
import { type Person, useCoreSite } from "./core-site.ts";
import { csrfIn, FORGED } from "./site.ts";

const site = useCoreSite();
let developer: Person;
let owner: Person;
let member: Person;
let clientId: string;
let merchantId: string;
let installationId: string;
let accessToken: string;
let path: string;
beforeAll(async () => {
  developer = await site.person("Dana Developer", { developer: true });
  owner = await site.person("Mia <b>Owner</b>");
  member = await site.person("Sam Staff");
  clientId = await site.draft(developer, { name: "Parcel <i>Pilot</i>" });
  await site.approve(clientId);
});

let shops = 0;
beforeEach(async () => {
  shops += 1;
  merchantId = `shop-${shops}`;
  const { accountId } = owner.account;
  const merchant = { merchantId, name: `Shop ${shops} & <u>Sons</u>`, ownerAccountId: accountId };
  await site.core.accounts.createMerchant(merchant, site.byKey);
  const staff = { merchantId, accountId: member.account.accountId, role: MerchantRole.MEMBER };
  await site.core.accounts.upsertMembership(staff, site.byKey);
  ({ installationId, accessToken } = await site.install(clientId, merchantId, owner));
  path = `/connected-apps?merchant=${merchantId}`;
});

async function expire(connectionString: string, id: string, within = "-1 hour"): Promise<void> {
  const sql = new pg.Client({ connectionString });
  await sql.connect();
  // The expiry of an exchange's tokens is written after the response.
  const unwritten = "select from installation where id = $1 and tokens_expire_at is null";
  await expect.poll(async () => (await sql.query(unwritten, [id])).rowCount).toBe(0);
  await sql.query(
    "update installation set tokens_expire_at = now() + $2::interval, tokens_revoked_at = null where id = $1",
    [id, within],
  );
  await sql.end();
}

/** Revokes the tokens of an installation an hour ago. */
async function revoke(connectionString: string, id: string): Promise<void> {
  await expire(connectionString, id);
  const sql = new pg.Client({ connectionString });
  await sql.connect();
  await sql.query("update installation set tokens_revoked_at = tokens_expire_at where id = $1", [id]);
  await sql.end();
}

const isActive = async () => {
  const consistency = 2;
  return (await site.core.tokens.introspect({ token: accessToken, consistency }, site.byKey)).active;
};
const found = async () => (await site.core.installations.getInstallation({ installationId }, site.byKey)).installation!;
const click = (person: Person, step: string, page = path, id = installationId) =>
  person.browser.submit(page, {}, `/connected-apps/${id}/${step}`);

test.each(["pause", "disconnect"])(
  "a manager who was removed meanwhile reads that the app stays as it is after %s",
  async (step) => {
    const manager = await site.person(`Mo Manager ${step}`);
    const seat = { merchantId, accountId: manager.account.accountId };
    await site.core.accounts.upsertMembership({ ...seat, role: MerchantRole.MANAGER }, site.byKey);
    const csrf_token = csrfIn(await manager.browser.get(path));
    await site.core.accounts.removeMembership(seat, site.byKey);
    const answer = await manager.browser.post(`/connected-apps/${installationId}/${step}`, { csrf_token });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain("<h1>You have no access to this app</h1>");
    expect(answer.body).toContain(
      "<p>Your account has no access to the shop of this app. If you were a member before,",
    );
    expect((await found()).state).toBe(InstallationState.ACTIVE);
  },
);

test("a member who was removed has no access to the shop, on a page that names no app", async () => {
  const { browser, account } = await site.person("Rita Removed");
  const seat = { merchantId, accountId: account.accountId };
  await site.core.accounts.upsertMembership({ ...seat, role: MerchantRole.MEMBER }, site.byKey);
  expect((await browser.get(path)).statusCode).toBe(200);
  await site.core.accounts.removeMembership(seat, site.byKey);
  const { statusCode, body } = await browser.get(path);
  expect(statusCode).toBe(404);
  expect(body).toContain("<h1>You have no access to this shop</h1>");
  expect(body).not.toContain("The app stays");
});

describe("the list", () => {
  test("shows each app with connection, last use and scope titles", async () => {
    const { statusCode, body } = await owner.browser.get(path);
    expect(statusCode).toBe(200);
    for (const text of [
      "See your orders",
      "What it may do</h3>",
      `href="/connected-apps/${installationId}#permissions" aria-label="Change permissions: Parcel`,
      '</a></div><ul class="ticks"><li>See your orders',
      "<span>Connected <time",
      "<span>Last used: <time",
      `id="${installationId}"`,
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain("orders:read");
  });

  test("names the developer and the permissions that were not allowed, with a way to allow them", async () => {
    const { body } = await owner.browser.get(path);
    expect(body).toMatch(/<p class="maker app-facts"><span>by Dana[^<]*<\/span>/);
    expect(body).toMatch(
      /Not allowed<\/h3><div class="declined"><ul class="crosses"><li>[^<]*customers[^<]*<span class="badge badge-warn">Sensitive<\/span><\/li>/i,
    );
    expect(body).toContain(
      `href="/install/${clientId}?merchant=${merchantId}&amp;allow=customers%3Aread" aria-label="Allow: See your customers">`,
    );
    const staff = (await member.browser.get(path)).body;
    expect(staff).toContain("Not allowed");
    expect(staff).not.toContain(`href="/install/`);
  });

  test("C7 names are text", async () => {
    const { body } = await owner.browser.get(path);
    expect(body).not.toMatch(/<[biu]>/);
    for (const text of ["Parcel &lt;i&gt;Pilot", 'by <span dir="auto">Mia &lt;b&gt;Owner', "&lt;u&gt;Sons"])
      expect(body).toContain(text);
  });

  test("redirects to sign-in and back to the row", async () => {
    const answer = await site.app.inject({ url: `/connected-apps?installation=${installationId}` });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `/sign-in?next=%2Fconnected-apps%3Finstallation%3D${installationId}`,
    ]);
  });

  test("a permalink shows the row of any merchant of the account", async () => {
    const { body } = await owner.browser.get(`/connected-apps?installation=${installationId}`);
    expect(body).toContain(`<li id="${installationId}" class="card app-item marked"`);
    expect(body).toContain(`<option value="${merchantId}" selected>`);
  });

  test("of another merchant is 404: the list, the row, the confirmation and every form", async () => {
    const stranger = await site.person("Nora Neighbour");
    const operator = await site.person("Olga Operator", { operator: true });
    for (const person of [stranger, operator, developer]) {
      const row = `/connected-apps/${installationId}`;
      for (const url of [path, `/connected-apps?installation=${installationId}`, `${row}/disconnect`]) {
        expect((await person.browser.get(url)).statusCode, url).toBe(404);
      }
      // Their own page has a token that fits their session.
      const csrf_token = csrfIn(await person.browser.get("/sign-out"));
      for (const step of ["pause", "resume", "disconnect"]) {
        expect((await person.browser.post(`${row}/${step}`, { csrf_token })).statusCode, step).toBe(404);
      }
    }
    expect(await isActive()).toBe(true);
  });

  test("offers to connect an expired app again, and nothing to pause", async () => {
    await expire(site.databaseUrl, installationId);
    const { body } = await owner.browser.get(path);
    expect(body).toContain(">Connect again</a>");
    expect(body).toContain('<span class="badge badge-warn">Access expired</span>');
    expect(body).not.toContain(`/connected-apps/${installationId}/pause`);
    expect(body).toContain(`/connected-apps/${installationId}/disconnect`);
  });

  test("says when the access expires only in the last 30 days", async () => {
    const texts = ["<dt>Access expires</dt>", "unless the app renews it"];
    for (const [within, shown] of [
      ["31 days", false],
      ["29 days", true],
      ["-1 hour", false],
    ] as const) {
      await expire(site.databaseUrl, installationId, within);
      const { body } = await owner.browser.get(`/connected-apps/${installationId}`);
      expect(
        texts.map((text) => body.includes(text)),
        within,
      ).toEqual([shown, shown]);
    }
    await expire(site.databaseUrl, installationId, "29 days");
    const german = await owner.browser.get(`/connected-apps/${installationId}`, { "accept-language": "de" });
    expect(german.body).toContain("<dt>Zugriff läuft ab</dt>");
  });

  test("says when the access expired, and to members who can connect the app again", async () => {
    await expire(site.databaseUrl, installationId);
    const { body } = await owner.browser.get(path);
    expect(body).toMatch(/Access expired on <time[^<]*<\/time>\. The app gets none of your data\.\s*<\/p>/);
    const staff = (await member.browser.get(path)).body;
    expect(staff).toMatch(
      /Access expired on <time[^<]*<\/time>\. The app gets none of your data\. An owner or manager can connect the app again\./,
    );
    expect(staff).not.toContain(">Connect again</a>");
  });

  test("says that the access was revoked, and not that it expired", async () => {
    await revoke(site.databaseUrl, installationId);
    for (const url of [path, `/connected-apps/${installationId}`]) {
      const { body } = await owner.browser.get(url);
      expect(body).toContain('<span class="badge badge-warn">Access revoked</span>');
      expect(body).toMatch(/Access revoked on <time[^<]*<\/time>\. The app gets none of your data\.\s*<\/p>/);
      expect(body).not.toContain("xpired");
    }
    const german = await owner.browser.get(path, { "accept-language": "de" });
    expect(german.body).toMatch(/Der Zugriff wurde am <time[^<]*<\/time> widerrufen\./);
  });

  test("offers to finish a connection that was allowed but not completed", async () => {
    const waiting = await site.draft(developer, { name: "Review Robin", launchUrl: "https://parcels.example/launch" });
    await site.approve(waiting);
    const accountId = owner.account.accountId;
    const redirectUri = "https://parcels.example/callback";
    const asked = { clientId: waiting, redirectUri, scopes: ["orders:read"], state: "s", merchantId, accountId };
    await site.core.tokens.issue(asked, site.byKey);
    const { body } = await owner.browser.get(path);
    expect(body).toContain(
      "You allowed this app, but it did not finish connecting, so it gets none of your data. Finish connecting to use it.",
    );
    expect(body).toContain(
      `href="/install/${waiting}?merchant=${merchantId}" aria-label="Finish connecting Review Robin">Finish connecting</a>`,
    );
    expect((await owner.browser.get(`/install/${waiting}`)).body).toContain("not completed");
    const [, id = ""] = /href="(\/connected-apps\/[^"]+)"><strong[^>]*>Review Robin/.exec(body) ?? [];
    const page = (await owner.browser.get(id)).body;
    expect(page).toMatch(
      /<h2 id="permissions">What it asks for<\/h2>\s*<ul class="ticks asked">.*See your customers.*See your orders/,
    );
    for (const untrue of ["No permissions left", "Not allowed", "Allowed<"]) expect(page).not.toContain(untrue);
  });

  test("an uninstalled app that is allowed again reads as waiting, for merchant, developer and operator", async () => {
    const operator = await site.person("Olga Operator", { operator: true });
    const accountId = owner.account.accountId;
    const redirectUri = "https://parcels.example/callback";
    const asked = { clientId, redirectUri, scopes: ["orders:read"], state: "s", merchantId, accountId };
    await site.core.installations.uninstall({ installationId, party: Party.MERCHANT }, site.byKey);
    await site.core.tokens.issue(asked, site.byKey);
    const text = async (person: Person, address: string) =>
      (await person.browser.get(address)).body.replaceAll(/<[^>]*>/g, "");
    const own = async () => `${await text(owner, path)}${await text(owner, `/connected-apps/${installationId}`)}`;
    const waiting = await own();
    expect(waiting.match(/You allowed this app, but it did not finish connecting/g)).toHaveLength(2);
    expect(waiting).toContain("Not completed");
    for (const untrue of ["You uninstalled it", "Uninstalled apps", "Connect again"])
      expect(waiting).not.toContain(untrue);
    expect(await text(owner, "/")).toContain("Finish connecting Parcel");
    const others = [
      [developer, `/portal/apps/${clientId}/installations`],
      [operator, "/console/installations"],
    ] as const;
    for (const [person, list] of others) {
      expect(await text(person, `${list}?state=uninstalled`)).toMatch(/erchant · [^·]* · Not completed/);
      expect(await text(person, `${list}/${installationId}`)).toContain(
        "The merchant allowed the app again, but the app has not exchanged the code yet.",
      );
    }

    await site.core.installations.uninstall({ installationId, party: Party.MERCHANT }, site.byKey);
    expect((await own()).match(/You uninstalled it/g)).toHaveLength(2);
    for (const [person, list] of others)
      expect(await text(person, `${list}/${installationId}`)).toContain("The merchant can connect the app again.");
  });

  test("names the developer and its support in the rows of apps that wait or were uninstalled", async () => {
    const contact = { website: "https://robin.example", supportContact: "help@robin.example" };
    const made = await site.draft(developer, { name: "Review Robin", ...contact });
    await site.approve(made);
    const { accountId } = owner.account;
    const redirectUri = "https://parcels.example/callback";
    const asked = { clientId: made, redirectUri, scopes: ["orders:read"], state: "s", merchantId, accountId };
    const facts = (support: string) =>
      `<p class="row-details"><span>by ${developer.account.name}</span> <span>${support}</span> </p>`;
    const address = 'rel="noopener noreferrer nofollow" target="_blank"';
    const support = facts(`Developer support: <a href="mailto:help@robin.example" ${address}>help@robin.example</a>`);
    await site.core.tokens.issue(asked, site.byKey);
    const section = async (id: string) => (await owner.browser.get(path)).body.split(`<h2 id="${id}">`)[1];
    expect(await section("waiting")).toContain(support);
    const { installationId: id } = await site.install(made, merchantId, owner);
    await site.core.installations.uninstall({ installationId: id }, site.byKey);
    expect(await section("past")).toContain(support);
  });

  test("keeps the uninstall as the last action of a card; its page says what stays at the developer", async () => {
    const [, card = ""] = (await owner.browser.get(path)).body.split(`<li id="${installationId}"`);
    const end = card.slice(0, card.indexOf("</li>\n</ul>"));
    expect(end.lastIndexOf("Uninstall …")).toBeGreaterThan(end.lastIndexOf(">Pause<"));
    const page = (await owner.browser.get(`/connected-apps/${installationId}`)).body;
    for (const html of [end, page])
      expect(html).toMatch(/class="button danger outline button-small" href="[^"]*" aria-label="Uninstall [^"]*">/);
    const question = (await owner.browser.get(`/connected-apps/${installationId}/disconnect`)).body;
    expect(question.indexOf("What stays")).toBeGreaterThan(question.indexOf("What stops"));
    expect(question).toMatch(/<ul class="crosses"><li>See your orders <\/li><\/ul>/);
    expect(question).toMatch(
      /Data that the app has already copied stays with Dana [^.]*\. To have it deleted, contact them\./,
    );
  });

  test("an uninstall keeps the reason in the history, if one is given", async () => {
    for (const reason of ["We use another app now.", ""]) {
      const clientId = await site.draft(developer, { name: "Brief Finch" });
      await site.approve(clientId);
      const { installationId: id } = await site.install(clientId, merchantId, owner);
      const page = await owner.browser.get(`/connected-apps/${id}/disconnect`);
      expect(page.body).toMatch(/<label for="reason_text">Why are you uninstalling it\? \(optional\)/);
      const long = await owner.browser.post(`/connected-apps/${id}/disconnect`, {
        csrf_token: csrfIn(page),
        reason_text: "x".repeat(2_001),
      });
      expect([long.statusCode, long.body.includes('<a href="#reason_text">')]).toEqual([400, true]);
      expect(long.body).toContain(`${"x".repeat(2_001)}</textarea>`);
      const fields = { csrf_token: csrfIn(page), reason_text: ` ${reason} ` };
      await owner.browser.post(`/connected-apps/${id}/disconnect`, fields);
      const { body } = await owner.browser.get(`/connected-apps/${id}`);
      expect(body.includes("Reason given:")).toBe(reason !== "");
      expect(body).toContain(reason);
    }
  });

  test("the pages before an uninstall and before a removal mark sensitive permissions, and name the address for copied data", async () => {
    const made = await site.draft(developer, { name: "Mail Martin", supportContact: "help@mail.example" });
    await site.approve(made);
    const scopes = ["orders:read", "customers:read"];
    const { installationId: id } = await site.install(made, merchantId, owner, scopes);
    for (const step of ["disconnect", "permissions/remove?scope=customers%3Aread"]) {
      const { body } = await owner.browser.get(`/connected-apps/${id}/${step}`);
      expect(body).toMatch(
        /<ul class="crosses[^>]*><li>See your customers <span class="badge badge-warn">Sensitive<\/span>/,
      );
      expect(body).toMatch(
        /To have it deleted, write to <a href="mailto:help@mail\.example"[^>]*>help@mail\.example<\/a>\./,
      );
    }
  });

  test("the page before an uninstall leads back to the app, and the navigation marks the connected apps", async () => {
    const { body } = await owner.browser.get(`/connected-apps/${installationId}/disconnect`);
    const list = String.raw`<li><a href="/connected-apps\?merchant=${merchantId}"[^>]*>Connected apps</a></li>`;
    const app = `<li><a href="/connected-apps/${installationId}"[^>]*>Parcel`;
    for (const step of ["disconnect", "history"]) {
      const page = await owner.browser.get(`/connected-apps/${installationId}/${step}`);
      expect(page.body).toMatch(new RegExp(`class="crumbs"[^>]*><ol>${list}${app}`));
    }
    const [, navigation = ""] = /<nav class="sections"([\s\S]*?)<\/nav>/.exec(body) ?? [];
    expect(navigation.match(/aria-current="true"/g)).toHaveLength(1);
    expect(navigation).toMatch(/href="\/connected-apps\?merchant=[^"]*" aria-current="true"/);
  });

  test("of an account without a merchant shows a notice with a next step", async () => {
    const loner = await site.person("Lone Lou");
    const { statusCode, body } = await loner.browser.get("/connected-apps");
    expect(statusCode).toBe(200);
    expect(body).toContain("does not belong to a shop");
    expect(body).toContain(`You are signed in as ${emailAddress(`${loner.account.email}.`)}`);
    expect(body).toContain('href="/sign-out">Use another account</a>');
    const maker = await site.person("Mara Maker", { developer: true });
    expect((await maker.browser.get("/connected-apps")).body).toContain(
      'href="/portal/test-merchants">Create a test merchant</a>',
    );
  });
});

describe("the page of an app", () => {
  const page = () => `/connected-apps/${installationId}`;
  const openLink = (id: string) =>
    new RegExp(
      `<a class="button[^"]*" href="https://apps\\.example/${id}" rel="noopener noreferrer nofollow" target="_blank" aria-label="Open app: [^"]*">Open app</a>`,
    );

  test("opens the website of an active app, also for members, and so does the card in the list", async () => {
    const made = await site.draft(developer, { name: "Open Otter", website: "https://apps.example/otter" });
    await site.approve(made);
    const { installationId: id } = await site.install(made, merchantId, owner);
    for (const url of [`/connected-apps/${id}`, path]) {
      for (const person of [owner, member])
        expect((await person.browser.get(url)).body, url).toMatch(openLink("otter"));
    }
    await click(owner, "pause", path, id);
    expect((await owner.browser.get(`/connected-apps/${id}`)).body).not.toContain("Open app");
    expect((await owner.browser.get(page())).body).not.toContain("Open app");
  });

  test("is what the name in the list leads to: permissions with their descriptions, the connection, and the actions", async () => {
    expect((await owner.browser.get(path)).body).toContain(`<h2><a href="${page()}" dir="auto">Parcel`);
    const { statusCode, body } = await owner.browser.get(page());
    expect(statusCode).toBe(200);
    for (const text of [
      `href="/connected-apps?merchant=${merchantId}" dir="auto">Connected apps</a>`,
      "What it may do</h2>",
      "<li>See your orders",
      "<h3>Not allowed</h3>",
      "Why: <q>To know what to ship.</q></small>",
      '<span class="badge badge-good">Reviewed by Latchkey</span>',
      "<dt>Privacy policy</dt><dd>None given</dd>",
      "<small>Pause stops the app until you resume it. Uninstall ends its access.</small>",
      `action="/connected-apps/${installationId}/pause"`,
      `href="/connected-apps/${installationId}/disconnect"`,
    ])
      expect(body).toContain(text);
    expect(body).not.toContain("<dt>Shop</dt>");
    expect(body).toMatch(/<dt>Last used<\/dt><dd><time [^>]*>Today</);
    expect(body).not.toMatch(/<[biu]>/);
  });

  test("shows members the app without actions, and is 404 for other accounts", async () => {
    const { statusCode, body } = await member.browser.get(page());
    expect(statusCode).toBe(200);
    expect(body).not.toContain(`/connected-apps/${installationId}/`);
    expect(body).not.toContain('href="/install/');
    expect(body).not.toContain("Change permissions");
    expect(body).not.toContain("Pause stops the app");
    expect((await developer.browser.get(page())).statusCode).toBe(404);
    expect((await owner.browser.get("/connected-apps/nothing")).statusCode).toBe(404);
    const signedOut = await site.app.inject({ url: page() });
    expect(signedOut.headers.location).toBe(`/sign-in?next=${encodeURIComponent(page())}`);
  });

  test("leads to the consent page to change the permissions, unless the app starts its connections itself", async () => {
    const pageOf = async (profile: object) => {
      const made = await site.draft(developer, { name: "Mail Martin", ...profile });
      await site.approve(made);
      const { installationId: id } = await site.install(made, merchantId, owner);
      return { made, body: (await owner.browser.get(`/connected-apps/${id}`)).body };
    };
    const atApp = (await owner.browser.get(page())).body;
    expect(atApp).toContain("To allow fewer of them, uninstall it and connect it again.");
    expect(atApp).not.toContain("Change permissions");
    const { made, body } = await pageOf({ platformStart: true });
    expect(body).toContain(
      `href="/install/${made}?merchant=${merchantId}" aria-label="Change permissions: Mail Martin">Change permissions …</a>`,
    );
    expect(body).toContain("You choose again which optional permissions to allow.");
    expect((await owner.browser.get(`/install/${made}`)).body).toMatch(/On Latchkey since \w+ 20\d\d\.<\/p>/);
    const scopes = [{ name: "orders:read", reason: "To know what to ship." }];
    const fixed = (await pageOf({ platformStart: true, scopes })).body;
    expect(fixed).toContain("The app requires all of these permissions.");
    expect(fixed).not.toContain("Change permissions");
  });

  test("the list leads to the change of permissions, unless the app requires all of them", async () => {
    const scopes = [{ name: "orders:read", reason: "To know what to ship." }];
    const fixed = await site.draft(developer, { name: "Fixed Finch", platformStart: true, scopes });
    const open = await site.draft(developer, { name: "Open Otter", platformStart: true });
    for (const made of [fixed, open]) await site.approve(made);
    await site.install(fixed, merchantId, owner);
    await site.install(open, merchantId, owner, ["orders:read", "customers:read"]);
    const { body } = await owner.browser.get(path);
    expect(body).toContain('aria-label="Change permissions: Open Otter"');
    expect(body).toContain(">Fixed Finch</a>");
    expect(body).not.toContain("Change permissions: Fixed Finch");
  });

  test("says why the platform uninstalled the app, and the list leads to the reason", async () => {
    const removal = { installationId, party: Party.OPERATOR, reasonCode: "POLICY", reasonText: "" };
    await site.core.installations.uninstall(removal, site.byKey);
    const { body } = await owner.browser.get(page());
    expect(body).toMatch(
      /class="notice "><p>Latchkey uninstalled it on <time[^<]*<\/time>\.<\/p><p>Reason given: Violates the rules of Latchkey<\/p>/,
    );
  });

  test("says what happened to an app that was uninstalled", async () => {
    await click(owner, "disconnect", `${page()}/disconnect`);
    const { body } = await owner.browser.get(page());
    expect(body).toMatch(/class="notice "><p>You uninstalled it on <time/);
    expect(body).toMatch(/Data that the app has already copied stays with Dana/);
    expect(body).toContain(">Connect again</a>");
    expect(body).not.toContain(`/connected-apps/${installationId}/disconnect`);
  });
});

describe("the history of an app", () => {
  const page = () => `/connected-apps/${installationId}`;
  const eventsIn = (body: string) =>
    [...body.matchAll(/<li class="event-\w+">.*?<span><strong>(.*?)<\/strong> ?(.*?)<\/span> <small/gs)].map(
      ([, title, by]) => `${title} ${by?.replaceAll(/<[^>]*>/g, "")}`,
    );

  test("says what happened and who did it, newest first, on the page of the app", async () => {
    await click(owner, "pause", page());
    await click(owner, "resume", page());
    const stop = { installationId, party: Party.OPERATOR, reasonCode: "ABUSE", reasonText: "" };
    await site.core.installations.suspendInstallation(stop, site.byKey);
    const { body } = await owner.browser.get(page());
    const mia = "by Mia &lt;b&gt;Owner&lt;/b&gt; (you)";
    expect(eventsIn(body)).toEqual(["Suspended by Latchkey", `Resumed ${mia}`, `Paused ${mia}`, `Installed ${mia}`]);
    expect(body).toContain("<small>Reason given: Abuse</small>");
    expect(body).toContain("<small>Allowed: See your orders</small>");
    expect(body).toMatch(
      /<small class="muted"><time [^>]*data-exact="zone">\d+ \w+ \d{4}, \d\d:\d\d UTC<\/time><\/small>/,
    );
    expect(body).not.toContain("Full history");
    const staff = (await member.browser.get(page())).body;
    expect(eventsIn(staff)).toContain("Paused by Mia &lt;b&gt;Owner&lt;/b&gt;");
  });

  test("has 8 events, and a page with all of them", async () => {
    for (let time = 0; time < 11; time++) {
      await site.core.installations.suspendInstallation({ installationId, reasonCode: "RISK" }, site.byKey);
      await site.core.installations.resumeInstallation({ installationId }, site.byKey);
    }
    const { body } = await member.browser.get(page());
    expect(eventsIn(body)).toHaveLength(8);
    expect(body).toContain(`href="${page()}/history">Full history</a>`);
    const all = await member.browser.get(`${page()}/history`);
    expect([all.statusCode, eventsIn(all.body).length]).toEqual([200, 23]);
    expect(all.body).toContain(`href="${page()}"`);
  });

  test("is 404 for other accounts, and needs a session", async () => {
    for (const { browser } of [developer, await site.person("Nora Neighbour")])
      expect((await browser.get(`${page()}/history`)).statusCode).toBe(404);
    const signedOut = await site.app.inject({ url: `${page()}/history` });
    expect(signedOut.headers.location).toBe(`/sign-in?next=${encodeURIComponent(`${page()}/history`)}`);
  });

  test("is absent with a core of the previous release", async () => {
    const old = vi.spyOn(site.core.installations, "listInstallationHistory");
    old.mockRejectedValue(new ConnectError("not served", Code.Unimplemented));
    const [one, all] = [await owner.browser.get(page()), await owner.browser.get(`${page()}/history`)];
    old.mockRestore();
    expect([one.statusCode, one.body.includes('id="history"')]).toEqual([200, false]);
    expect([all.statusCode, all.headers.location]).toEqual([303, page()]);
  });
});

describe("a shop with many apps", () => {
  const SHOP = "many-apps";
  const list = `/connected-apps?merchant=${SHOP}`;
  const rowsOf = (body: string) =>
    [...body.matchAll(/<tr role="row"><td[^>]*><div>.*?<strong[^>]*>([^<]*)/gs)].map(([, name]) => name);
  let first: string;

  beforeAll(async () => {
    const merchant = { merchantId: SHOP, name: "Many & Sons", ownerAccountId: owner.account.accountId };
    await site.core.accounts.createMerchant(merchant, site.byKey);
    const installed: string[] = [];
    for (let at = 1; at <= 9; at++) {
      const made = await site.draft(developer, { name: `Tool ${at}`, website: `https://apps.example/${at}` });
      await site.approve(made);
      installed.push((await site.install(made, SHOP, owner)).installationId);
    }
    first = installed[0]!;
    const [, second, third] = installed as [string, string, string];
    await site.core.installations.uninstall({ installationId: second }, site.byKey);
    const pause = { installationId: third, party: Party.OPERATOR, reasonCode: "RISK", reasonText: "Too many calls." };
    await site.core.installations.suspendInstallation(pause, site.byKey);
  });

  test("is a list with a row for each installed app, those that need attention first", async () => {
    const { body } = await owner.browser.get(list);
    expect(rowsOf(body)).toEqual([3, 1, 4, 5, 6, 7, 8, 9].map((n) => `Tool ${n}`));
    expect(body).toContain('aria-current="true">Installed <span class="list-count">8</span>');
    expect(body).toContain(`href="/connected-apps/${first}"`);
    expect((await owner.browser.get(`/connected-apps/${first}`)).body).toContain(
      `href="/connected-apps/${first}/disconnect"`,
    );
    expect(body).toContain("8 in total");
  });

  test("has one action in each row: the step that fits the state, or the way to the page with all actions", async () => {
    const actionsIn = async (name: string, state = "", person = owner) => {
      const { body } = await person.browser.get(`${list}&state=${state}`);
      const row = body.split('<tr role="row">').find((one) => one.includes(`>${name}</strong>`)) ?? "";
      const [, action = ""] = /<td[^>]*class="action"[^>]*><div>(.*?)<\/div><\/td>/s.exec(row) ?? [];
      return [...action.matchAll(/>([^<>]+)<\/(?:button|a)>/g)].map(([, label]) => label);
    };
    expect(await actionsIn("Tool 1")).toEqual(["Manage"]);
    expect(await actionsIn("Tool 2", "uninstalled")).toEqual(["Connect again"]);
    expect(await actionsIn("Tool 3")).toEqual(["See why"]);
    await site.core.accounts.upsertMembership(
      { merchantId: SHOP, accountId: member.account.accountId, role: MerchantRole.MEMBER },
      site.byKey,
    );
    expect(await actionsIn("Tool 1", "", member)).toEqual(["Details"]);
    await click(owner, "pause", `/connected-apps/${first}`, first);
    expect(await actionsIn("Tool 1")).toEqual(["Resume"]);
    const resume = async (url: string) =>
      / class="([^"]*)" aria-label="Resume/.exec((await owner.browser.get(url)).body)?.[1];
    expect([await resume(list), await resume(`/connected-apps/${first}`)]).toEqual([
      "secondary outline button-small",
      "button-small",
    ]);
    await click(owner, "resume", `/connected-apps/${first}`, first);
    const { body } = await owner.browser.get(list);
    expect(body).toContain("Open one to see what it may do, to pause it or to uninstall it.");
    expect(body).toContain(`<a class="button quiet button-small manage" href="/connected-apps/${first}"`);
  });

  test("leads to uninstalled apps if only they match, or if no app is installed", async () => {
    const { body } = await owner.browser.get(`${list}&q=tool+2`);
    expect(body).toContain("No results for “tool 2” in “Installed”");
    const href = `${list}&q=tool+2&state=uninstalled`.replaceAll("&", "&amp;");
    expect(body).toContain(`href="${href}">Show uninstalled apps</a>`);
    expect(rowsOf((await owner.browser.get(href.replaceAll("&amp;", "&"))).body)).toEqual(["Tool 2"]);
    const core = vi.spyOn(site.core.installations, "listConnectedApps");
    const counts = [{ group: ConnectedAppGroup.UNINSTALLED, apps: 9, found: 9 }];
    core.mockResolvedValue({ installations: [], nextPageToken: "", counts, partial: false, sort: 1 } as never);
    const none = (await owner.browser.get(list)).body;
    core.mockRestore();
    expect(none).toContain("No app is connected to Many &amp; Sons");
    expect(none).toContain(">Show uninstalled apps</a>");
  });

  test("finds an app by its name, and by its developer", async () => {
    expect(rowsOf((await owner.browser.get(`${list}&q=tool+7`)).body)).toEqual(["Tool 7"]);
    expect(rowsOf((await owner.browser.get(`${list}&q=dana`)).body)).toHaveLength(8);
    expect((await owner.browser.get(`${list}&q=%3Cb%3E`)).body).toContain("No results");
    const { body } = await owner.browser.get(`${list}&q=attention&state=attention`);
    const links = [...body.matchAll(/<a class="button secondary" href="([^"]*)">(Clear [^<]*)</g)].map(
      ([, ...link]) => link,
    );
    expect(links).toEqual([
      [`/connected-apps?merchant=${SHOP}&amp;state=attention`, "Clear search"],
      [`/connected-apps?merchant=${SHOP}&amp;q=attention`, "Clear filters"],
    ]);
    const unfiltered = (await owner.browser.get(`${list}&q=none`)).body;
    expect(unfiltered).toContain(`href="/connected-apps?merchant=${SHOP}">Clear search</a>`);
    expect(unfiltered).not.toContain("Clear filters");
  });

  test("has a tab with a count for each state that occurs", async () => {
    const { body } = await owner.browser.get(list);
    const tabs = /<nav class="tabs list-tabs".*?<\/nav>/s.exec(body)?.[0] ?? "";
    expect(tabs.match(/state=\w+/g)).toEqual(["state=attention", "state=active", "state=uninstalled"]);
    expect(rowsOf((await owner.browser.get(`${list}&state=attention`)).body)).toEqual(["Tool 3"]);
    expect(rowsOf((await owner.browser.get(`${list}&state=uninstalled`)).body)).toEqual(["Tool 2"]);
    expect(rowsOf((await owner.browser.get(`${list}&state=unknown`)).body)).toHaveLength(8);
  });

  test("is sorted by links that keep the search, the state and the shop", async () => {
    const heads = (body: string) => [...body.matchAll(/<a class="sort" href="([^"]*)">([^<]*)</g)];
    const { body } = await owner.browser.get(`${list}&q=tool&state=active`);
    expect(body).toMatch(/aria-sort="ascending"><a class="sort" href="[^"]*sort=state-desc">State</);
    const kept = `${list}&q=tool&state=active`.replaceAll("&", "&amp;");
    expect(heads(body).map(([, href]) => href!.replace(kept, ""))).toEqual(
      ["name", "state-desc", "used-desc", "connected-desc"].map((sort) => `&amp;sort=${sort}`),
    );
    const byName = (await owner.browser.get(`${list}&sort=name-desc`)).body;
    expect(rowsOf(byName)).toEqual([9, 8, 7, 6, 5, 4, 3, 1].map((n) => `Tool ${n}`));
    expect(byName).toContain('state=active&amp;sort=name-desc"');
    expect(byName).toMatch(/<option value="name-desc" selected>Name</);
    expect(rowsOf((await owner.browser.get(`${list}&sort=unknown`)).body)[0]).toBe("Tool 3");
  });

  test("is the same list with a core of the previous release", async () => {
    const old = vi.spyOn(site.core.installations, "listConnectedApps");
    old.mockRejectedValue(new ConnectError("not served", Code.Unimplemented));
    const pages = [list, `${list}&q=tool+7`, `${list}&state=attention`];
    const names = await Promise.all(pages.map(async (page) => rowsOf((await owner.browser.get(page)).body)));
    old.mockRestore();
    expect([names[0]!.length, names[0]![0], names[0]!.at(-1)]).toEqual([8, "Tool 3", "Tool 9"]);
    expect(names.slice(1)).toEqual([["Tool 7"], ["Tool 3"]]);
    const listed = await site.core.installations.listConnectedApps({ merchantId: SHOP }, site.byKey);
    const unsorted = vi.spyOn(site.core.installations, "listConnectedApps");
    unsorted.mockResolvedValue({ ...listed, sort: ConnectedAppSort.UNSPECIFIED });
    const { body } = await owner.browser.get(`${list}&sort=name-desc`);
    unsorted.mockRestore();
    expect([rowsOf(body)[0], body.includes("sort=")]).toEqual(["Tool 3", false]);
  });

  test("leads from an app that the platform stopped to its reason, also for members", async () => {
    const { accountId } = member.account;
    await site.core.accounts.upsertMembership({ merchantId: SHOP, accountId, role: MerchantRole.MEMBER }, site.byKey);
    for (const { browser } of [owner, member]) {
      const links = [...(await browser.get(list)).body.matchAll(/href="([^"]*)" aria-label="See why: ([^"]*)"/g)];
      expect(links.map(([, , name]) => name)).toEqual(["Tool 3"]);
      const { body } = await browser.get(links[0]![1]!);
      expect(body).toContain("Too many calls.");
      // The uninstall stands beside the name, as for apps that work.
      if (browser === owner.browser) expect(body.split("Too many calls.")[0]).toContain("Uninstall …");
      expect(body).not.toContain("Something wrong?");
    }
  });

  test("has a chip that ends the search and keeps the shop and the state", async () => {
    const { body } = await owner.browser.get(`${list}&q=tool&state=active`);
    const address = `${list}&state=active`.replace("&", "&amp;");
    expect(body).toContain(
      `Search: <strong dir="auto">tool</strong><a class="chip-x" href="${address}" aria-label="Remove filter Search">`,
    );
  });

  test("says which apps a page has, and that only the newest ones are searched", async () => {
    const all = await site.core.installations.listConnectedApps({ merchantId: SHOP }, site.byKey);
    const core = vi.spyOn(site.core.installations, "listConnectedApps");
    const counts = [{ group: ConnectedAppGroup.ACTIVE, apps: 520, found: 520 }];
    core.mockResolvedValue({ ...all, counts, nextPageToken: "more", partial: true } as never);
    const first = (await owner.browser.get(list)).body;
    core.mockResolvedValue({ ...all, counts, nextPageToken: "most" } as never);
    const middle = (await owner.browser.get(`${list}&page=more&page_trail=50`)).body;
    core.mockResolvedValue({ ...all, counts } as never);
    const last = (await owner.browser.get(`${list}&page=more`)).body;
    core.mockRestore();
    expect(first).toContain("<small>1–9 of 520</small>");
    expect(first).toContain("Only the newest 1,000 are listed and searched.");
    expect(last).toContain("<small>512–520 of 520</small>");
    expect(middle).toContain("<small>51–59 of 520</small>");
    expect(middle).toMatch(/rel="prev" href="\/connected-apps\?merchant=many-apps">Previous page</);
    expect(middle).not.toContain("First page");
    expect(last).not.toContain("newest 1,000");
  });

  test("shows the page of the app that a permalink names", async () => {
    const { body } = await owner.browser.get(`/connected-apps?installation=${first}`);
    expect(body).toContain('<h1 dir="auto">Tool 1</h1>');
  });
});

describe("the shop of the page", () => {
  const switchIn = (body: string) => /<(?:p|form) class="shop-switch".*?<\/(?:p|form)>/s.exec(body)?.[0] ?? "";

  test("is a choice on every page, which keeps the page", async () => {
    const members = `/connected-apps/members?merchant=${merchantId}`;
    for (const [page, action] of [
      [path, "/connected-apps"],
      [`/connected-apps?installation=${installationId}`, "/connected-apps"],
      [`/connected-apps/${installationId}/disconnect`, "/connected-apps"],
      [members, "/connected-apps/members"],
      [
        `/connected-apps/members/remove?merchant=${merchantId}&account_id=${member.account.accountId}`,
        "/connected-apps/members",
      ],
    ] as const) {
      const shown = switchIn((await owner.browser.get(page)).body);
      expect(shown, page).toContain(`method="get" action="${action}"`);
      expect(shown, page).toContain(`<option value="${merchantId}" selected>`);
      expect(shown, page).toContain('<option value="shop-1"');
    }
  });

  test("of a test merchant is marked, also in the choice and on the start page", async () => {
    const tester = await site.person("Tess Tester", { developer: true });
    const open = async (url: string) => (await tester.browser.get(url)).body;
    const ownerAccountId = tester.account.accountId;
    await site.core.accounts.createMerchant({ name: "Try & Out", test: true, ownerAccountId }, site.byKey);
    expect(switchIn(await open("/connected-apps"))).toMatch(/Try &amp; Out<.*<span class="badge[^"]*">Test<\/span>/s);
    expect(await open("/")).toMatch(/Try &amp; Out<\/strong><\/a> <span class="badge[^"]*">Test<\/span>/);
    await site.core.accounts.createMerchant({ name: "Real & Co", ownerAccountId }, site.byKey);
    const choice = switchIn(await open("/connected-apps"));
    expect(choice).toContain(">Try &amp; Out · Test</option>");
    expect(choice).toContain(">Real &amp; Co</option>");
  });

  test("is a name for an account with one shop", async () => {
    const sole = await site.person("Sol Sole");
    const merchant = { merchantId: `sole-${merchantId}`, name: "Sole Shoes", ownerAccountId: sole.account.accountId };
    await site.core.accounts.createMerchant(merchant, site.byKey);
    for (const page of ["/connected-apps", "/connected-apps/members"]) {
      const shown = switchIn((await sole.browser.get(page)).body);
      expect(shown, page).toContain("Sole Shoes");
      expect(shown, page).not.toContain("<select");
    }
  });
});

describe("uninstalling", () => {
  test("shows the result of a step once, in the list and on the page of the app", async () => {
    for (const page of [path, `/connected-apps/${installationId}`]) {
      const { headers } = await click(owner, "pause", page);
      const target = String(headers.location);
      const { body } = await owner.browser.get(target);
      // In a list of cards, the result stands in the card that gets the focus.
      expect(body).toMatch(
        /class="card app-item marked" tabindex="-1" data-focus>(?:(?!<\/li>)[\s\S])*role="status"><p>[^<]* is paused\. You can resume it at any time\./,
      );
      expect((await owner.browser.get(target)).body).not.toContain('role="status"');
      await owner.browser.get(String((await click(owner, "resume", page)).headers.location));
    }
  });

  test("asks for confirmation, revokes the tokens, and shows the app as uninstalled", async () => {
    const question = await owner.browser.get(`/connected-apps/${installationId}/disconnect`);
    expect(question.body).toContain("loses access to your data immediately.");
    expect(await isActive()).toBe(true);
    const answer = await click(owner, "disconnect", `/connected-apps/${installationId}/disconnect`);
    expect(answer.headers.location).toBe(`/connected-apps?installation=${installationId}`);
    expect(await isActive()).toBe(false);
    const { body } = await owner.browser.get(answer.headers.location!);
    expect(body).toContain("Uninstalled apps");
    // The row may stand far below, so the message stands above the list, and gets the focus as the only candidate.
    expect(body).toMatch(
      /<\/header><div class="notice notice-good" role="status"><p>Parcel .* is uninstalled and has no access\./,
    );
    expect(body).not.toContain("data-focus");
    expect((await owner.browser.get(answer.headers.location!)).body).toContain("data-focus");
    expect(body).toMatch(
      new RegExp(
        `href="/install/${clientId}\\?merchant=${merchantId}" aria-label="Connect again: [^"]*">Connect again`,
      ),
    );
    expect(body).toMatch(
      new RegExp(
        `<li id="${installationId}"[^>]*>\\s*<div[^>]*>[^]*?<strong[^>]*>[^<]*</strong></a>\\s*<p class="muted"><small>You uninstalled it on <time`,
      ),
    );
  });

  test("names the party that uninstalled the app, and the time of a suspension until it ends", async () => {
    const { installations } = site.core;
    const fresh = await found();
    expect([fresh.endedBy, fresh.suspendedAt]).toEqual([Party.UNSPECIFIED, undefined]);
    await click(owner, "pause");
    expect((await found()).suspendedAt).toBeDefined();
    await installations.uninstall({ installationId, party: Party.APP }, site.byKey);
    expect(await found()).toMatchObject({ endedBy: Party.APP });
    expect((await owner.browser.get(path)).body).toMatch(/The developer uninstalled it on <time/);
    await click(owner, "resume");
    expect((await found()).suspendedAt).toBeUndefined();
    // An uninstall by the merchant lifts its own pause.
    await site.install(clientId, merchantId, owner);
    await click(owner, "pause");
    await installations.uninstall({ installationId, party: Party.MERCHANT }, site.byKey);
    const gone = await found();
    expect([gone.endedBy, gone.suspendedAt]).toEqual([Party.MERCHANT, undefined]);
  });

  test("a second time redirects", async () => {
    const csrf_token = csrfIn(await owner.browser.get(path));
    for (let time = 0; time < 2; time++) {
      const answer = await owner.browser.post(`/connected-apps/${installationId}/disconnect`, { csrf_token });
      expect(answer.statusCode).toBe(303);
    }
    expect((await owner.browser.get(`/connected-apps/${installationId}/disconnect`)).statusCode).toBe(303);
  });

  test("by a MEMBER, who sees the list without buttons, is 403 and changes nothing", async () => {
    const list = await member.browser.get(path);
    expect(list.statusCode).toBe(200);
    expect(list.body).toContain(
      "Only owners and managers of the shop can pause and uninstall apps. Ask Mia &lt;b&gt;Owner&lt;/b&gt;.",
    );
    expect(list.body).not.toContain(`/connected-apps/${installationId}/`);
    expect((await member.browser.get(`/connected-apps/${installationId}/disconnect`)).statusCode).toBe(403);
    const csrf_token = csrfIn(await member.browser.get("/sign-out"));
    for (const step of ["disconnect", "pause", "resume"]) {
      const answer = await member.browser.post(`/connected-apps/${installationId}/${step}`, { csrf_token });
      expect(answer.statusCode, step).toBe(403);
    }
    expect(await isActive()).toBe(true);
  });

  test.each(FORGED)("C12 with %s is refused", async (_name, fields, headers) => {
    const csrf_token = csrfIn(await owner.browser.get(path));
    for (const step of ["disconnect", "pause"]) {
      const answer = await owner.browser.post(
        `/connected-apps/${installationId}/${step}`,
        fields ?? { csrf_token },
        headers,
      );
      expect(answer.statusCode).toBe(403);
    }
    expect(await isActive()).toBe(true);
  });
});

describe("pausing", () => {
  test("deactivates the tokens until the merchant resumes", async () => {
    expect((await click(owner, "pause")).statusCode).toBe(303);
    expect(await isActive()).toBe(false);
    const { body } = await owner.browser.get(path);
    expect(body).toMatch(/You paused this app on <time[^<]*<\/time>\. It has no access until you resume it\./);
    expect(body).toContain('Allowed once it is resumed</h3></div><ul class="ticks stopped"><li>');
    expect(body).not.toContain("What it may do");
    expect(body).toContain(`/connected-apps/${installationId}/resume`);
    expect((await member.browser.get(path)).body).toMatch(/An owner or manager of your shop paused this app on <time/);
    expect((await click(owner, "resume")).statusCode).toBe(303);
    expect(await isActive()).toBe(true);
  });

  test("by the operator is shown and cannot be resumed by the merchant", async () => {
    const party = Party.OPERATOR;
    const stop = { installationId, party, reasonCode: "ABUSE", reasonText: "Too many <b>calls</b>." };
    await site.core.installations.suspendInstallation(stop, site.byKey);
    const { body } = await owner.browser.get(path);
    expect(body).toMatch(
      /<p>This app gets none of your data until Latchkey resumes it\. Latchkey suspended it for your shop on <time[^<]*<\/time>\. <\/p><p>Reason given: Abuse – <q [^>]*>Too many.*<\/q><\/p><p>Contact the developer\.<\/p>/,
    );
    expect(body).not.toContain(`/connected-apps/${installationId}/pause`);
    expect(body).toContain("Too many &lt;b&gt;calls");
    const csrf_token = csrfIn(await owner.browser.get("/sign-out"));
    const answer = await owner.browser.post(`/connected-apps/${installationId}/resume`, { csrf_token });
    expect(answer.statusCode).toBe(409);
    expect((await found()).state).toBe(InstallationState.SUSPENDED);
  });

  test("is shown next to the operator's suspension, and each party resumes its own", async () => {
    await click(owner, "pause");
    const step = { installationId, party: Party.OPERATOR };
    const stop = { ...step, reasonCode: "ABUSE", reasonText: "Too many calls." };
    await site.core.installations.suspendInstallation(stop, site.byKey);
    const { body } = await owner.browser.get(path);
    expect(body).toMatch(
      /class="notice notice-fault"><p>This app gets none of your data until Latchkey resumes it\. Latchkey suspended it for your shop\..*Too many calls\..*<\/div>\n<div class="notice"><div class="notice-step"><p>You also paused this app\. It stays paused until you resume it\.<\/p><form [^>]*>.*Resume<\/button><\/form><\/div><\/div>\n<div class="buttons"><a [^>]*>Uninstall …<\/a><\/div>/s,
    );
    expect(body).not.toContain("You paused this app");
    expect(body).toContain("Uninstall ends the access of an app.");
    expect(body).toMatch(/aria-label="Resume Parcel [^"]*">Resume<\/button>/);
    const resumed = await click(owner, "resume");
    const after = await owner.browser.get(resumed.headers.location!);
    expect(after.body).toMatch(/role="status"><p>You resumed Parcel .*\. It still has no access\./);
    expect(await isActive()).toBe(false);
    await click(owner, "pause");
    expect((await owner.browser.get(path)).body).toContain("Too many calls.");
    await click(owner, "resume");
    await site.core.installations.resumeInstallation(step, site.byKey);
    expect(await isActive()).toBe(true);
  });

  test("outlives a disconnection: the row shows the parties and the merchant resumes its own", async () => {
    await click(owner, "pause");
    const stop = { installationId, party: Party.APP, reasonCode: "UNPAID" };
    await site.core.installations.suspendInstallation(stop, site.byKey);
    await site.core.installations.uninstall({ installationId, party: Party.OPERATOR }, site.byKey);
    const { body } = await owner.browser.get(path);
    expect(body).toContain("You paused it before. Resume it to connect it again.");
    expect(body).toContain("The developer paused it before. You can connect it again after they resume it.");
    expect(body).toMatch(/Latchkey uninstalled it on <time/);
    expect((await member.browser.get(path)).body).not.toContain(`/connected-apps/${installationId}/`);
    expect((await click(owner, "resume")).headers.location).toBe(`/connected-apps?installation=${installationId}`);
    expect((await found()).suspendedByParties).toEqual([Party.APP]);
    expect((await owner.browser.get(path)).body).not.toContain("You paused it before");
    await site.core.installations.resumeInstallation({ installationId, party: Party.APP }, site.byKey);
    expect((await site.install(clientId, merchantId, owner)).installationId).toBe(installationId);
  });

  const resultOf = async ({ headers }: Awaited<ReturnType<typeof click>>) =>
    (await owner.browser.get(headers.location!)).body.match(/role="status"><p>([^<]*)/)?.[1];

  test("of an app whose access expired meanwhile does not end in an active app", async () => {
    await click(owner, "pause");
    await expire(site.databaseUrl, installationId);
    expect(await resultOf(await click(owner, "resume"))).toMatch(/^You resumed Parcel .*\. It still has no access\.$/);
  });

  test("in a shop that was suspended meanwhile promises no access", async () => {
    const csrf_token = csrfIn(await owner.browser.get(path));
    await site.core.accounts.suspendMerchant({ merchantId, reasonCode: "OTHER", reasonText: "Unpaid." }, site.byKey);
    const paused = await owner.browser.post(`/connected-apps/${installationId}/pause`, { csrf_token });
    expect(await resultOf(paused)).toMatch(
      /^Parcel .* is paused\. You can resume it as soon as the shop is resumed\.$/,
    );
    const resumed = await owner.browser.post(`/connected-apps/${installationId}/resume`, { csrf_token });
    expect(await resultOf(resumed)).toMatch(/It still has no access\.$/);
  });

  test("of an app that was uninstalled meanwhile names the app and leads to the list", async () => {
    const csrf_token = csrfIn(await owner.browser.get(path));
    await site.core.installations.uninstall({ installationId, party: Party.APP }, site.byKey);
    const { statusCode, body } = await owner.browser.post(`/connected-apps/${installationId}/pause`, { csrf_token });
    expect(statusCode).toBe(409);
    expect(body).toMatch(/<p>Parcel &lt;i&gt;Pilot&lt;\/i&gt; is no longer installed in Shop [^<]*\.<\/p>/);
    expect(body).toContain('<a class="button" href="/connected-apps">Connected apps</a>');
  });

  test("next to a suspension says only once that the app gets no data", async () => {
    await click(owner, "pause");
    const stop = { installationId, party: Party.OPERATOR, reasonCode: "ABUSE", reasonText: "" };
    await site.core.installations.suspendInstallation(stop, site.byKey);
    expect((await owner.browser.get(path)).body).toMatch(
      /<p>This app gets none of your data until Latchkey resumes it\. Latchkey suspended it for your shop\.\s*<\/p><p>Reason given: Abuse<\/p><(?:p|\/div)>/,
    );
  });

  test("of the shop by the platform says since when", async () => {
    await site.core.accounts.suspendMerchant({ merchantId, reasonCode: "OTHER", reasonText: "Unpaid." }, site.byKey);
    for (const url of [path, `/connected-apps/${installationId}`]) {
      const { body } = await owner.browser.get(url);
      expect(body, url).toMatch(/Latchkey suspended Shop [^<]*<time[^<]*<\/time>\. No app has access to its data/);
    }
  });

  test("ends when the merchant disconnects the app", async () => {
    await click(owner, "pause");
    await click(owner, "disconnect", `/connected-apps/${installationId}/disconnect`);
    const { body } = await owner.browser.get(path);
    expect(body).not.toContain("paused it before");
    expect(body).not.toContain(`/connected-apps/${installationId}/resume`);
  });
});
