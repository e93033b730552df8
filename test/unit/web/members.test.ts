import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Person, useCoreSite } from "./core-site.ts";
import { csrfIn, Visitor } from "./site.ts";

const PATH = "/connected-apps/members";

const site = useCoreSite();
let mia: Person;
let sam: Person;
let merchantId: string;
let page: string;
beforeAll(async () => {
  mia = await site.person("Mia Owner");
  sam = await site.person("Sam Staff");
  merchantId = `shop-${randomUUID()}`;
  page = `${PATH}?merchant=${merchantId}`;
  const shop = { merchantId, name: "Harbour Coffee", ownerAccountId: mia.account.accountId };
  await site.core.accounts.createMerchant(shop, site.byKey);
  const staff = { merchantId, accountId: sam.account.accountId, role: MerchantRole.MEMBER };
  await site.core.accounts.upsertMembership(staff, site.byKey);
});

const send = async ({ browser }: Person, step: string, fields: Record<string, string>) => {
  const csrf_token = csrfIn(await browser.get("/sign-out"));
  return browser.post(`${PATH}/${step}`, { csrf_token, merchant: merchantId, ...fields });
};
const rolesOf = async () => {
  const { memberships } = await site.core.accounts.listMemberships({ merchantId }, site.byKey);
  return Object.fromEntries(memberships.map(({ accountName, role }) => [accountName, role]));
};

test("an owner invites a member, sees the link once and the open invitation, and revokes it", async () => {
  const answer = await send(mia, "invite", { email: "ana@shop.example", invited_role: "manager" });
  expect(answer.statusCode).toBe(303);
  const { body } = await mia.browser.get(answer.headers.location!);
  const link = /id="invitation-link"[^>]*value="([^"]*\/invitations\/[\w-]{43})"/.exec(body)?.[1];
  expect(link).toBeDefined();
  expect(body).toContain("Invitation created. Send this link to ana@shop.example.");
  expect((await mia.browser.get(page)).body).not.toContain(link);
  const invitation_id = /name="invitation_id" value="([^"]*)"/.exec(body)![1]!;
  await send(mia, "revoke", { invitation_id });
  const after = (await mia.browser.get(page)).body;
  expect(after).toContain("Invitation withdrawn. The link for ana@shop.example no longer works.");
  expect((await mia.browser.get(page)).body).not.toContain("ana@shop.example");
});

/** A shop of a new owner, so that its invitations do not appear elsewhere. */
async function otherShop(name: string): Promise<{ olive: Person; shop: string }> {
  const olive = await site.person(name);
  const shop = `shop-${randomUUID()}`;
  const ownerAccountId = olive.account.accountId;
  await site.core.accounts.createMerchant({ merchantId: shop, name: "Olive Bar", ownerAccountId }, site.byKey);
  return { olive, shop };
}

test("a second invitation of an address says that the earlier link no longer works", async () => {
  const { olive, shop } = await otherShop("Olive One");
  const invite = async (email: string) => {
    const { headers } = await send(olive, "invite", { merchant: shop, email, invited_role: "member" });
    return (await olive.browser.get(headers.location!)).body;
  };
  const REPLACED = "The earlier link no longer works.";
  expect(await invite("pia@shop.example")).not.toContain(REPLACED);
  expect(await invite("pi@shop.example")).not.toContain(REPLACED);
  const again = await invite("Pia@shop.example");
  expect(again).toMatch(/role="status"><p>Invitation created\. [^<]*The earlier link no longer works\./);
});

test("the form of an invitation keeps its fields through a sign-in", async () => {
  const { olive, shop } = await otherShop("Olive Two");
  const guest = new Visitor(site as never);
  const input = {
    merchant: shop,
    email: "ana@olive.example",
    invited_role: "owner",
    form_owner: olive.account.accountId,
  };
  const lost = await guest.post(`${PATH}/invite`, input);
  const kept = /name="kept" value="([^"]*)"/.exec(lost.body)![1]!.replaceAll("&quot;", '"');
  const credentials = { email: olive.account.email, password: "correct horse battery staple" };
  const signedIn = await guest.post("/sign-in", { csrf_token: csrfIn(lost), ...credentials, kept });
  const back = await guest.post(`${PATH}/invite/restore`, { csrf_token: csrfIn(signedIn), ...input });
  expect(back.body).toContain("Your input is back in the form and is not saved yet.");
  expect(back.body).toMatch(/name="email"[^>]*value="ana@olive.example"/);
  expect(back.body).toMatch(/<option value="owner" selected/);
  const { invitations } = await site.core.accounts.listInvitations({ merchantId: shop }, site.byKey);
  expect(invitations).toEqual([]);
});

test("an owner sees that an invitation was declined, until it is sent again", async () => {
  const invite = async () => {
    const { headers } = await send(mia, "invite", { email: "dee@shop.example", invited_role: "member" });
    return (await mia.browser.get(headers.location!)).body;
  };
  const rowIn = (body: string) => body.split("<li>").find((row) => row.includes('value="dee@shop.example"')) ?? "";
  const token = /\/invitations\/([\w-]{43})"/.exec(await invite())![1]!;
  expect(rowIn((await mia.browser.get(page)).body)).not.toContain("Declined");
  await site.core.accounts.declineInvitation({ token });
  const row = rowIn((await mia.browser.get(page)).body);
  expect([row.includes(">Declined</span>"), row.includes("New link"), row.includes("Withdraw")]).toEqual([
    true,
    true,
    false,
  ]);
  const body = await invite();
  expect(body).not.toContain("Declined");
  await send(mia, "revoke", { invitation_id: /name="invitation_id" value="([^"]*)"/.exec(body)![1]! });
  expect(rowIn((await mia.browser.get(page)).body)).toBe("");
});

test("an owner sees that an invitation has expired, until it is sent again", async () => {
  const age = async (interval: string) => {
    const client = new pg.Client({ connectionString: site.databaseUrl });
    await client.connect();
    const expire =
      "update invitation set expires_at = clock_timestamp() - $1::interval where email = 'eve@shop.example'";
    await client.query(expire, [interval]).finally(() => client.end());
  };
  const row = async () => {
    const { body } = await mia.browser.get(page);
    return body.split("<li>").find((one) => one.includes('value="eve@shop.example"')) ?? "";
  };
  const invite = () => send(mia, "invite", { email: "eve@shop.example", invited_role: "member" });
  await invite();
  expect(await row()).toMatch(/Expires: <time[^>]*data-day>/);
  await age("1 day");
  const expired = await row();
  expect([">Expired</span>", "New link", "Withdraw", "Expires:"].map((text) => expired.includes(text))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  await age("31 days");
  expect(await row()).toBe("");
  await age("1 day");
  await mia.browser.get((await invite()).headers.location!);
  const open = await row();
  expect(open).not.toContain("Expired");
  await send(mia, "revoke", { invitation_id: /name="invitation_id" value="([^"]*)"/.exec(open)![1]! });
});

test("an owner changes a role and removes a member; the last owner stays", async () => {
  const accountId = sam.account.accountId;
  const saved = await send(mia, "role", { account_id: accountId, role: "manager" });
  const shown = (await mia.browser.get(saved.headers.location!)).body;
  expect(shown).toContain("Role saved. The role of Sam Staff is now Manager.");
  // The script shows the button after a change.
  expect(shown).toMatch(/<form class="cell-form" data-unchanged[^>]*>[\s\S]*?>Save role<\/button><\/form>/);
  expect(await rolesOf()).toEqual({ "Mia Owner": MerchantRole.OWNER, "Sam Staff": MerchantRole.MANAGER });
  const refused = await send(mia, "remove", { account_id: mia.account.accountId });
  expect([refused.statusCode, refused.body.includes("A shop needs at least one owner.")]).toEqual([409, true]);
  // The second removal comes from another window.
  for (const text of ["Member removed. Sam Staff has no access any more.", "Member removed.<"]) {
    const { headers } = await send(mia, "remove", { account_id: accountId });
    expect((await mia.browser.get(headers.location!)).body).toContain(text);
  }
  expect(await rolesOf()).toEqual({ "Mia Owner": MerchantRole.OWNER });
  const again = { merchantId, accountId, role: MerchantRole.MEMBER };
  await site.core.accounts.upsertMembership(again, site.byKey);
});

test("the only owner has no forms but a reason, until there is another owner", async () => {
  const forms = (body: string) => [...body.matchAll(/name="account_id" value="([^"]*)"/g)].map(([, id]) => id);
  const why = "You are the only owner. Make another member an owner before you leave or change your role.";
  const alone = (await mia.browser.get(page)).body;
  expect(alone).toContain(why);
  expect(forms(alone)).toEqual([sam.account.accountId]);
  await send(mia, "role", { account_id: sam.account.accountId, role: "owner" });
  const both = (await mia.browser.get(page)).body;
  expect(both).not.toContain(why);
  // The own row has the step to leave in place of the one to remove.
  expect(alone).not.toContain("Leave shop …");
  expect(both.match(/>Leave shop …</g)).toHaveLength(1);
  expect(both).not.toContain('aria-label="Remove Mia Owner"');
  expect(forms(both)).toHaveLength(2);
  await send(mia, "role", { account_id: sam.account.accountId, role: "member" });
});

test("roles and invitations are explained", async () => {
  await send(mia, "invite", { email: "ana@shop.example", invited_role: "manager" });
  const { body } = await mia.browser.get(page);
  for (const text of [
    "<strong>Manager:</strong> can connect, pause and uninstall apps",
    '<option value="manager" selected>Manager</option>',
    "The invitation is a link that works once and expires after 7 days.",
    "The link of an invitation is shown only once.",
    'Invited by <span dir="auto">Mia Owner</span>',
  ])
    expect(body).toContain(text);
  expect(body).toMatch(/ana@shop\.example.*Expires: <time/s);
  await send(mia, "revoke", { invitation_id: /name="invitation_id" value="([^"]*)"/.exec(body)![1]! });
});

test("an owner sends an open invitation again: the earlier link ends, and the role stays", async () => {
  await send(mia, "invite", { email: "ana@shop.example", invited_role: "owner" });
  const first = (await mia.browser.get(page)).body;
  const form =
    /<form[^>]*\/invite"[^>]*>(?:(?!<\/form>)[\s\S])*name="email" value="ana@shop\.example"[\s\S]*?<\/form>/.exec(
      first,
    )![0];
  const invited_role = /name="invited_role" value="([^"]*)"/.exec(form)![1]!;
  expect([invited_role, form.includes("New link")]).toEqual(["owner", true]);
  await send(mia, "invite", { email: "ana@shop.example", invited_role });
  const { invitations } = await site.core.accounts.listInvitations({ merchantId }, site.byKey);
  expect(invitations.map(({ email, role }) => [email, role])).toEqual([["ana@shop.example", MerchantRole.OWNER]]);
  const { body } = await mia.browser.get(page);
  const invitation_id = /name="invitation_id" value="([^"]*)"/.exec(body)![1]!;
  expect(first).not.toContain(invitation_id);
  await send(mia, "revoke", { invitation_id });
});

test("the form of an invitation is folded while the shop has several members; people stand before the roles", async () => {
  const { body } = await mia.browser.get(page);
  expect(body).toContain('<details class="more invite" >');
  expect(body.indexOf("Sam Staff")).toBeLessThan(body.indexOf("What each role can do"));
  const refused = await send(mia, "invite", { email: "no address", invited_role: "manager" });
  expect(refused.body).toContain('<details class="more invite" open>');
});

test("a removal asks first, and names the member and the effect", async () => {
  const account_id = sam.account.accountId;
  const list = (await mia.browser.get(page)).body;
  expect(list).not.toContain(`action="${PATH}/remove"`);
  const href = `${PATH}/remove?merchant=${merchantId}&amp;account_id=${account_id}`;
  expect(list).toContain(`href="${href}" aria-label="Remove Sam Staff">Remove …</a>`);
  const question = (await mia.browser.get(href.replace("&amp;", "&"))).body;
  expect(question).toContain("Remove Sam Staff from Harbour Coffee?");
  expect(question).toContain("Sam Staff loses access at once, and needs a new invitation to return.");
  expect(question).toContain(`action="${PATH}/remove"`);
  expect(await rolesOf()).toHaveProperty("Sam Staff");
  const own = `${PATH}/remove?merchant=${merchantId}&account_id=${mia.account.accountId}`;
  expect((await mia.browser.get(own)).body).toContain("Leave Harbour Coffee?");
  const unknown = await mia.browser.get(`${PATH}/remove?merchant=${merchantId}&account_id=${randomUUID()}`);
  expect([unknown.statusCode, unknown.headers.location]).toEqual([303, page]);
  expect((await mia.browser.get(`${PATH}/remove?merchant=other&account_id=${account_id}`)).statusCode).toBe(404);
});

test("the links beside the question keep its merchant", async () => {
  const list = (await mia.browser.get(page)).body;
  const [, question = ""] = new RegExp(`href="([^"]*/remove[^"]*${sam.account.accountId})"`).exec(list) ?? [];
  const { body } = await mia.browser.get(question.replace("&amp;", "&"));
  for (const path of ["/connected-apps", PATH]) expect(body).toContain(`href="${path}?merchant=${merchantId}"`);
});

test.each(["account_id=ID", "account_id=ID&merchant="])(
  "a question without a merchant leads to the list: %s",
  async (query) => {
    const answer = await mia.browser.get(`${PATH}/remove?${query.replace("ID", mia.account.accountId)}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, PATH]);
  },
);

test("a question about a member that the reader may not remove leads to the list", async () => {
  const dev = await site.person("Dev Tester", { developer: true });
  const { accountId } = dev.account;
  const shop = { name: "Test shop", test: true, ownerAccountId: accountId };
  const { merchant } = await site.core.accounts.createMerchant(shop, site.byKey);
  const testId = merchant!.merchantId;
  for (const [{ browser }, merchant, account_id] of [
    [sam, merchantId, mia.account.accountId],
    [dev, testId, accountId],
  ] as const) {
    const answer = await browser.get(`${PATH}/remove?${new URLSearchParams({ merchant, account_id })}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${PATH}?merchant=${merchant}`]);
  }
});

test("an owner who removes their own account sees the connected apps, and that they have left", async () => {
  const ines = await site.person("Ines Second");
  const second = { merchantId, accountId: ines.account.accountId, role: MerchantRole.OWNER };
  await site.core.accounts.upsertMembership(second, site.byKey);
  const { headers } = await send(ines, "remove", { account_id: second.accountId });
  const left = await ines.browser.get(headers.location!);
  expect([left.statusCode, left.body.includes("You have left the shop.")]).toEqual([200, true]);
  expect(left.body).toContain("Your account does not belong to a shop yet");
});

test("a member without the role of an owner leaves after a question", async () => {
  const { account, browser } = await site.person("Lea Leaver");
  const member = { merchantId, accountId: account.accountId, role: MerchantRole.MEMBER };
  await site.core.accounts.upsertMembership(member, site.byKey);
  const href = /href="([^"]*)">Leave shop …</.exec((await browser.get(page)).body)![1]!.replaceAll("&amp;", "&");
  expect((await browser.get(href)).body).toMatch(/<h1[^>]*>Leave Harbour Coffee\?<\/h1>/);
  await send({ account, browser }, "remove", { account_id: account.accountId });
  expect(await rolesOf()).not.toHaveProperty("Lea Leaver");
});

test("the questions say that a membership of the platform's login returns with it, and others with an invitation", async () => {
  const { account, browser } = await site.person("Clea Claim");
  const member = { merchantId, accountId: account.accountId, role: MerchantRole.MEMBER };
  await site.core.accounts.upsertMembership(member, site.byKey);
  const question = `${PATH}/remove?${new URLSearchParams({ merchant: merchantId, account_id: account.accountId })}`;
  const effects = async () => [(await browser.get(question)).body, (await mia.browser.get(question)).body];
  for (const body of await effects()) expect(body).toContain("new invitation");
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const grant = "update membership set by_claim = true where account_id = $1";
  await client.query(grant, [account.accountId]).finally(() => client.end());
  const [leaves, removes] = await effects();
  expect(leaves).toContain("It returns at your next sign-in as long as Latchkey assigns you to this shop.");
  expect(removes).toContain("It returns at their next sign-in as long as Latchkey assigns them to this shop.");
  for (const body of [leaves, removes]) expect(body).not.toContain("new invitation");
  await send(mia, "remove", { account_id: account.accountId });
});

test("a member sees names without forms and e-mail addresses, and may change nothing", async () => {
  const { body } = await sam.browser.get(page);
  expect(body).toContain("Mia Owner");
  expect(body).toContain("Only owners can invite, change and remove members. Ask Mia Owner.");
  expect(body).not.toContain(mia.account.email);
  expect(body).not.toContain(`action="${PATH}`);
  const before = await rolesOf();
  for (const [step, fields] of [
    ["role", { account_id: sam.account.accountId, role: "owner" }],
    ["remove", { account_id: mia.account.accountId }],
    ["invite", { email: "ana@shop.example", invited_role: "owner" }],
  ] as const) {
    const { statusCode, body } = await send(sam, step, fields);
    expect([step, statusCode]).toEqual([step, 403]);
    expect(body).toMatch(/Your role in Harbour Coffee is now \w+\. Only owners can invite,/);
  }
  expect(await rolesOf()).toEqual(before);
});

test("an account with more merchants than a page has sees the members of the last one", async () => {
  const { account, browser } = await site.person("Max Many");
  const prefix = randomUUID();
  const idOf = (number: number) => `many-${prefix}-${String(number).padStart(3, "0")}`;
  const create = (number: number) =>
    site.core.accounts.createMerchant(
      { merchantId: idOf(number), name: "Kiosk", ownerAccountId: account.accountId },
      site.byKey,
    );
  for (let number = 0; number <= 100; number++) await create(number);
  expect((await browser.get(`${PATH}?merchant=${idOf(100)}`)).body).toContain(
    "People with access to Kiosk and its connected apps.",
  );
});

test("another account gets 404, also an operator", async () => {
  const olga = await site.person("Olga Operator", { operator: true });
  expect((await olga.browser.get(page)).statusCode).toBe(404);
  const question = `${PATH}/remove?merchant=${merchantId}&account_id=${sam.account.accountId}`;
  expect((await olga.browser.get(question)).statusCode).toBe(404);
  expect((await olga.browser.get(PATH)).body).toContain("Your account does not belong to a shop yet");
});

test("without a merchant in the URL, the members and the choice of the shop are those of the same merchant", async () => {
  const olga = await site.person("Olga Owner");
  const ownerAccountId = olga.account.accountId;
  for (const name of ["Zebra Books", "Anchor Books"]) {
    await site.core.accounts.createMerchant({ merchantId: `shop-${randomUUID()}`, name, ownerAccountId }, site.byKey);
  }
  const { body } = await olga.browser.get(PATH);
  const shown = /People with access to ([^<]*) and its/.exec(body)?.[1];
  expect(/<option value="[^"]*" selected>([^<]*)</.exec(body)?.[1]).toBe(shown);
});

test("the former owner of a closed shop reads on each page without a shop when it was closed", async () => {
  const rita = await site.person("Rita Retired");
  const shop = { merchantId: `shop-${randomUUID()}`, name: "Closed Coffee", ownerAccountId: rita.account.accountId };
  await site.core.accounts.createMerchant(shop, site.byKey);
  await site.core.accounts.closeMerchant({ merchantId: shop.merchantId }, site.byKey);
  for (const path of ["/", "/connected-apps", PATH]) {
    const { body } = await rita.browser.get(path);
    expect(body, path).toMatch(/Closed Coffee was closed on <time [^>]*>[^<]*<\/time>\. Its apps were uninstalled\./);
    expect(body, path).not.toContain("does not belong to a shop");
  }
});

test("an invitation that raises the role of a member says so to the owner and to the member", async () => {
  const eve = await site.person("Eve Staff");
  const staff = { merchantId, accountId: eve.account.accountId, role: MerchantRole.MEMBER };
  await site.core.accounts.upsertMembership(staff, site.byKey);
  const { email } = eve.account;
  const made = await send(mia, "invite", { email, invited_role: "manager" });
  const { body } = await mia.browser.get(made.headers.location!);
  expect(body).toContain(`${email} is a member already; the invitation raises the role to Manager.`);
  const path = /\/invitations\/[\w-]{43}/.exec(body)![0];
  await eve.browser.submit(path, {});
  expect((await eve.browser.get("/")).body).toContain("You are now a manager of Harbour Coffee.");
});

test("an invitation that was withdrawn or accepted in another window is not sent again", async () => {
  const guest = await site.person("Gil Guest");
  const { email } = guest.account;
  const made = await send(mia, "invite", { email, invited_role: "member" });
  const { body } = await mia.browser.get(made.headers.location!);
  const row = body.split("<li>").find((one) => one.includes(`value="${email}"`))!;
  const invitation_id = /name="invitation_id" value="([^"]*)"/.exec(row)![1]!;
  await send(mia, "revoke", { invitation_id });
  const again = { invitation_id, email, invited_role: "member" };
  const refused = await send(mia, "invite", again);
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain("This invitation was withdrawn, or a newer one has replaced it.");
  const { invitations } = await site.core.accounts.listInvitations({ merchantId }, site.byKey);
  expect(invitations.filter((one) => one.email === email)).toEqual([]);
});
