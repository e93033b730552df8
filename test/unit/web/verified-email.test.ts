import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { perFile } from "../../support/world/fixtures.ts";
import { useCoreSite } from "./core-site.ts";
import { Visitor } from "./site.ts";

const PASSWORD = "correct horse battery staple";
const MARK = "Mark as verified";

const site = useCoreSite();
const olga = perFile(() => site.person("Olga Operator", { operator: true }));
let email: string;
let stranger: Visitor;

beforeEach(async () => {
  email = `stranger-${randomBytes(4).toString("hex")}@people.example`;
  stranger = visitor();
  await stranger.submit("/sign-up", { name: "Stranger", email, password: PASSWORD });
});

const visitor = () => new Visitor({ app: site.app as never });
const accountOf = async (address: string) =>
  (await site.core.accounts.getAccount({ email: address }, site.byKey)).account!;

async function invite(): Promise<string> {
  const { url } = await site.core.accounts.createInvitation({ email }, site.byKey);
  return new URL(url).pathname;
}

describe("a developer whose address is not verified", () => {
  test("sees a notice on the account page and the form of an app, which saves without submitting", async () => {
    expect((await stranger.get("/account")).body).toContain(
      "Your e-mail address is not verified yet. Ask Latchkey to verify it or to invite you. Until then you cannot get new roles or submit apps. If another person accepts an invitation to this address, the address moves to their account.",
    );
    const form = (await stranger.get("/portal/apps/new")).body;
    expect(form).toMatch(
      /verify your e-mail address first <span class="email"[^>]*>\([^<]+\)\.<\/span>[^<]*<a href="\/account">Verify e-mail address<\/a>/,
    );
    expect(form).not.toContain("Submit for review");
  });

  test("an operator can mark the address as verified, once", async () => {
    const page = `/console/accounts/${(await accountOf(email)).accountId}`;
    const shown = (await olga.browser.get(page)).body;
    expect(shown).toContain("not verified");
    expect(shown).toContain(MARK);
    expect((await olga.browser.get(`/console/accounts?email=${email}`)).body).toContain("not verified");
    const refused = await olga.browser.submit(page, { developer: "yes", operator: "yes" }, `${page}/roles`);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("The e-mail address of this account is not verified.");
    const other = await olga.browser.submit(page, { email: "other@people.example" }, `${page}/verify-email`);
    expect([other.statusCode, (await accountOf(email)).emailVerifiedAt]).toEqual([409, undefined]);
    expect((await olga.browser.submit(page, { email }, `${page}/verify-email`)).statusCode).toBe(303);
    expect((await olga.browser.get(page)).body).not.toContain(MARK);
    expect((await stranger.get("/account")).body).not.toContain(
      "Your e-mail address is not verified yet. Ask Latchkey to verify it or to invite you. Until then you cannot get new roles or submit apps. If another person accepts an invitation to this address, the address moves to their account.",
    );
    expect((await stranger.get("/portal/apps/new")).body).toContain("Submit for review");
  });
});

describe("the platform's invitation to an address that is held unverified", () => {
  test("moves the address to a new account and shows that on the former holder's account page", async () => {
    const path = await invite();
    const owner = visitor();
    expect((await owner.get(path)).body).toContain(
      "exists, but the address is not verified. If it is yours, sign in to keep it. Otherwise create an account here. The address then belongs to the new account.",
    );
    const accepted = await owner.submit(path, { name: "Owner", password: `${PASSWORD} 2` });
    expect([accepted.statusCode, accepted.headers.location]).toEqual([303, "/"]);
    expect(await accountOf(email)).toMatchObject({ name: "Owner", emailVerifiedAt: expect.anything() });
    const lost = (await stranger.get("/account")).body;
    expect(lost).toContain(
      "This account no longer has an e-mail address: the address was verified for another account. You cannot sign in to this account again after this session ends. To continue, sign up with an address of your own.",
    );
    expect(lost).not.toContain("current_password");
  });

  test("verifies it for the holder who is signed in, with one button", async () => {
    const path = await invite();
    expect((await stranger.get(path)).body).toContain("Accept invitation");
    expect((await stranger.submit(path, {})).statusCode).toBe(303);
    expect(await accountOf(email)).toMatchObject({ name: "Stranger", emailVerifiedAt: expect.anything() });
  });
});
