import { beforeAll, describe, expect, test } from "vitest";
import { MerchantRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Person, useCoreSite } from "../core-site.ts";
import { csrfIn, FORGED } from "../site.ts";

const site = useCoreSite();
let olga: Person;
beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true });
  const { accountId: ownerAccountId } = (await site.person("Mia Owner")).account;
  await site.core.accounts.createMerchant({ merchantId: "corner-1", name: "Corner One", ownerAccountId }, site.byKey);
});

const LIST = "/console/invitations";
const SEVERAL = `${LIST}/revoke-several`;
const invite = async (email: string, offer: object = { developer: true }) =>
  site.core.accounts.createInvitation({ email, ...offer }, site.byKey);
const post = async (fields: [string, string][], language = "en") => {
  const csrf: [string, string] = ["csrf_token", csrfIn(await olga.browser.get(LIST))];
  return olga.browser.post(SEVERAL, [csrf, ...fields], { "accept-language": language });
};
const chosen = (...ids: string[]) => ids.map((id): [string, string] => ["invitation", id]);
const isOpen = async (email: string) =>
  (await olga.browser.get(`${LIST}?email=${email}`)).body.includes(`<strong dir="auto">${email}</strong></div>`);

describe("several invitations", () => {
  test("are chosen in the list, listed in a question, and revoked with a result for each", async () => {
    const one = await invite("ann@batch.example", { merchantId: "corner-1", role: MerchantRole.MANAGER });
    const two = await invite("bob@batch.example");
    await invite("cleo@batch.example");
    const list = await olga.browser.get(`${LIST}?email=&merchant=`);
    expect(list.body).toContain(
      `<label class="choose"><input type="checkbox" name="invitation" value="${two.invitationId}" form="invitation" aria-label="Select the invitation for bob@batch.example">`,
    );
    expect(list.body).toMatch(
      /<form id="invitation"[^>]*action="\/console\/invitations\/revoke-several" data-choose-all="Select all open/,
    );
    const ids = chosen(one.invitationId, two.invitationId);
    const question = await post(ids);
    expect(question.statusCode).toBe(200);
    expect(question.body).toContain('<h1 dir="auto">Withdraw 2 invitations?</h1>');
    for (const text of ["ann@batch.example", "Corner One", "bob@batch.example"]) expect(question.body).toContain(text);
    expect(question.body).not.toContain("cleo@batch.example");
    expect(await isOpen("ann@batch.example")).toBe(true);
    const result = await post([...ids, ["confirm", "yes"]]);
    expect(result.body).toContain('<h1 dir="auto">2 invitations withdrawn</h1>');
    expect([
      await isOpen("ann@batch.example"),
      await isOpen("bob@batch.example"),
      await isOpen("cleo@batch.example"),
    ]).toEqual([false, false, true]);
    const trail = await olga.browser.get("/console/audit?action=invitation.revoke");
    for (const email of ["ann@batch.example", "bob@batch.example"]) expect(trail.body).toContain(email);
  });

  test("keep one that ended between the question and the answer", async () => {
    const one = await invite("dan@batch.example");
    const two = await invite("eve@batch.example");
    const guest = await site.person("Dan Guest");
    const accepted = await invite(guest.account.email);
    const ids = chosen(one.invitationId, two.invitationId, accepted.invitationId);
    expect((await post(ids, "de")).body).toContain("3 Einladungen zurückziehen?");
    await guest.browser.submit(accepted.url.replace("https://login.example", ""), {});
    await site.core.accounts.revokeInvitation({ invitationId: two.invitationId }, site.byKey);
    const result = await post([...ids, ["confirm", "yes"]], "de");
    expect(result.body).toContain("1 Einladung zurückgezogen</h1>");
    expect(result.body).toContain("dan@batch.example");
  });

  test("that were accepted lead to the account, as a button with its name", async () => {
    const guest = await site.person("Eli Guest");
    const { url } = await invite(guest.account.email);
    await guest.browser.submit(url.replace("https://login.example", ""), {});
    const { body } = await olga.browser.get(`${LIST}?ended=yes&email=${guest.account.email}`);
    const { accountId, email } = guest.account;
    expect(body).toContain(
      `<a class="button secondary outline button-small" href="/console/accounts/${accountId}" aria-label="Open account: ${email}">Open account</a>`,
    );
    expect(body).not.toContain('data-label="Withdraw"');
  });

  test("that a service key has revoked say when, and show no expiry", async () => {
    const { invitationId } = await invite("ida@batch.example");
    await site.core.accounts.revokeInvitation({ invitationId }, site.byKey);
    const { body } = await olga.browser.get(`${LIST}?ended=yes&email=ida`);
    expect(body).toMatch(/>Withdrawn<\/span><small class="row-note"><span class="phone-word">Withdrawn<\/span> <time/);
    expect(body).toMatch(/data-label="Expires"[^>]*><div><\/div>/);
  });

  test("are revoked one at a time only after the effect is stated, and can be replaced", async () => {
    const { invitationId } = await invite("jo@batch.example");
    const { body } = await olga.browser.get(`${LIST}?email=jo@`);
    expect(body).toMatch(
      /<details class="more row-confirm"><summary aria-label="Withdraw the invitation for jo@batch.example">Withdraw<\/summary>\s*<div class="row-panel"><p>The link stops working\. You can invite again\.<\/p>\s*<form method="post" action="[^"]+\/revoke"/,
    );
    // The lost link of an open invitation is revoked in the list first.
    const shown = await olga.browser.get(`${LIST}/${invitationId}/made`);
    expect(shown.body).toContain(`<a class="button" href="${LIST}?email=jo%40batch.example">View invitations</a>`);
    await site.core.accounts.revokeInvitation({ invitationId }, site.byKey);
    const href = "/console/accounts/invite?email=jo%40batch.example";
    const ended = await olga.browser.get(`${LIST}/${invitationId}/made`);
    expect(ended.body).toContain(`<a class="button" href="${href}">Invite again</a>`);
    const list = await olga.browser.get(`${LIST}?ended=yes&email=jo@`);
    expect(list.body).toContain(`href="${href}" aria-label="Invite again: jo@batch.example">Invite again</a>`);
    const form = await olga.browser.get(`${href}&operator=yes`);
    expect(form.body).toMatch(/name="email"[^>]* value="jo@batch.example"/);
    expect(form.body).not.toMatch(/<input[^>]* checked/);
  });

  test("to a merchant are repeated on the page of the merchant", async () => {
    const offer = { merchantId: "corner-1", role: MerchantRole.MANAGER };
    const { invitationId } = await invite("kim@batch.example", offer);
    await site.core.accounts.revokeInvitation({ invitationId }, site.byKey);
    const { body } = await olga.browser.get(`${LIST}/${invitationId}/made`);
    expect(body).toContain('<a class="button" href="/console/merchants/view?id=corner-1#members">Invite again</a>');
  });

  test("need at least one open invitation, and the list stays filtered", async () => {
    await invite("fay@batch.example");
    await invite("fred@batch.example");
    await invite("gus@other.example");
    const none = await post([["email", "f"]]);
    expect(none.statusCode).toBe(400);
    expect(none.body).toContain('<a href="#invitation">Select at least one open invitation.</a>');
    expect(none.body).toContain("fay@batch.example");
    expect(none.body).not.toContain("gus@other.example");
    const unknown = await post([...chosen("00000000-0000-4000-8000-000000000000"), ["confirm", "yes"]]);
    expect(unknown.statusCode).toBe(400);
  });

  test("are no choice for a single open invitation", async () => {
    await invite("lonely@single.example");
    const { body } = await olga.browser.get(`${LIST}?email=lonely`);
    expect(body).toContain("lonely@single.example");
    expect(body).not.toContain('type="checkbox"');
    expect(body).not.toContain("revoke-several");
  });

  test("are for operators", async () => {
    const outsider = await site.person("Nobody");
    const csrf_token = csrfIn(await outsider.browser.get("/sign-out"));
    expect((await outsider.browser.post(SEVERAL, { csrf_token, confirm: "yes" })).statusCode).toBe(403);
  });

  test.each(FORGED)("a forged form with %s is refused", async (_name, fields, headers) => {
    const { invitationId } = await invite(`forged-${Math.random()}@batch.example`);
    const csrf_token = csrfIn(await olga.browser.get(LIST));
    const form = { ...(fields ?? { csrf_token }), invitation: invitationId, confirm: "yes" };
    expect((await olga.browser.post(SEVERAL, form, headers)).statusCode).toBe(403);
    const { invitations } = await site.core.accounts.listInvitations({}, site.byKey);
    expect(invitations.some((one) => one.invitationId === invitationId)).toBe(true);
  });
});

test("a new invitation says that its address has another open one, or an account", async () => {
  const guest = (await site.person("Gus Guest")).account;
  const sent = async (email: string, roles: object) => {
    const form = await olga.browser.get("/console/accounts/invite");
    const fields = { csrf_token: csrfIn(form), email, ...roles };
    const { headers } = await olga.browser.post("/console/accounts/invite", fields);
    return (await olga.browser.get(String(headers.location))).body;
  };
  const first = await sent("Twice@hint.example", { developer: "yes" });
  expect([first.includes("another open invitation"), first.includes("already has an account")]).toEqual([false, false]);
  await sent("twice@hint.example.org", { developer: "yes" });
  expect(await sent("twice@hint.example", { operator: "yes" })).toContain(
    'twice@hint.example has another open invitation. <a href="/console/invitations?email=twice%40hint.example">',
  );
  expect(await sent(guest.email, { operator: "yes" })).toContain(
    `${guest.email} already has an account. You can change its roles without an invitation. <a href="/console/accounts/${guest.accountId}">`,
  );
});
