import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { beforeEach, describe, expect, test } from "vitest";
import { createSite, csrfIn, FORGED, type Site, Visitor } from "./site.ts";

const NEW = "a new and long password";
let site: Site;
let guest: Visitor;
let member: Visitor;
beforeEach(async () => {
  site = await createSite();
  const { world } = site;
  guest = new Visitor(site);
  member = new Visitor(site);
  const account = world.addAccount({ email: "mia@x.example", operator: true, hasPassword: true }, "old password here");
  member.cookies.set("__Host-latchkey", world.signIn(account));
  return () => site.app.close();
});

describe("a forgotten password", () => {
  test("is reset by a link from the sign-in page on", async () => {
    expect((await guest.get("/sign-in")).body).toContain('href="/forgot-password"');
    const sent = await guest.submit("/forgot-password", { email: "mia@x.example" });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, "/forgot-password?sent=yes"]);
    expect(site.world.requested).toEqual(["mia@x.example"]);
    const shown = (await guest.get("/forgot-password?sent=yes")).body;
    expect(statusIn(shown)).toMatch(/^If an account has the address mia@x\.example, a link is on its way\./);
    const again = (await guest.get("/forgot-password?sent=yes")).body;
    expect(statusIn(again)).toMatch(/^If an account has this address, a link is on its way\./);
    site.world.links.add("reset");
    const form = "/reset-password?token=reset";
    const short = await guest.submit(form, { token: "reset", new_password: "short" });
    expect(short.statusCode).toBe(400);
    const fields = { csrf_token: csrfIn(await guest.get(form)), token: "reset", new_password: NEW };
    const done = await guest.post("/reset-password", fields);
    expect([done.statusCode, done.headers.location]).toEqual([303, "/reset-password?done=yes"]);
    expect(site.world.accounts[0]!.password).toBe(NEW);
    for (const used of [await guest.get(form), await guest.post("/reset-password", fields)]) {
      expect(used.statusCode).toBe(404);
      expect(used.body).toContain('href="/forgot-password"');
      expect(used.body).not.toContain("new_password");
    }
  });

  test("the sign-in after it continues with the page that the password was asked for", async () => {
    const next = "/install/app_1?allow=orders:read";
    const query = new URLSearchParams({ next });
    expect((await guest.get(`/sign-in?${query}`)).body).toContain(`href="/forgot-password?${query}"`);
    const form = await guest.get(`/forgot-password?${query}`);
    expect(form.body).toContain(`href="/sign-in?${query}">Back to sign-in`);
    const fields = { csrf_token: csrfIn(form), email: "mia@x.example", next };
    expect((await guest.post("/forgot-password", fields)).headers.location).toBe(`/forgot-password?sent=yes&${query}`);
    site.world.links.add("reset");
    const done = await guest.submit("/reset-password?token=reset", { token: "reset", new_password: NEW });
    expect(done.headers.location).toBe(`/reset-password?done=yes&${query}`);
    expect((await guest.get(done.headers.location!)).body).toContain(`href="/sign-in?${query}">Sign in</a>`);
    // The page is forgotten afterwards.
    expect((await guest.get("/reset-password?token=none")).body).toContain('href="/forgot-password"');
  });

  test("another link in place of an expired one leads to that page as well, until a link is requested for none", async () => {
    const next = "/install/app_1";
    const query = new URLSearchParams({ next });
    const sent = await guest.submit("/forgot-password", { email: "mia@x.example", next });
    const lifetime = [sent.headers["set-cookie"]].flat().find((cookie) => cookie?.includes("latchkey-next="));
    expect(lifetime).toContain("Max-Age=86400");
    expect((await guest.get("/reset-password?token=expired")).body).toContain(`href="/forgot-password?${query}"`);
    await guest.submit("/forgot-password", { email: "mia@x.example" });
    expect((await guest.get("/reset-password?token=expired")).body).toContain('href="/forgot-password"');
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example"])("never leads to %s", async (next) => {
    const query = new URLSearchParams({ next });
    for (const path of [`/forgot-password?${query}`, `/reset-password?done=yes&${query}`])
      expect((await guest.get(path)).body).not.toContain("evil.example");
    guest.cookies.set("__Host-latchkey-next", Buffer.from(next).toString("base64url"));
    expect((await guest.get("/reset-password?token=none")).body).not.toContain("evil.example");
    await guest.submit("/forgot-password", { email: "mia@x.example", next });
    site.world.links.add("reset");
    const done = await guest.submit("/reset-password?token=reset", { token: "reset", new_password: NEW });
    expect(done.headers.location).toBe("/reset-password?done=yes");
  });

  test("the pages look the same for known and unknown addresses, and say when to wait", async () => {
    const [known, unknown] = [
      await guest.submit("/forgot-password", { email: "mia@x.example" }),
      await guest.submit("/forgot-password", { email: "who@x.example" }),
    ];
    expect([unknown.statusCode, unknown.headers.location]).toEqual([known.statusCode, known.headers.location]);
    await guest.submit("/forgot-password", { email: "mia@x.example" });
    const limited = await guest.submit("/forgot-password", { email: "mia@x.example" });
    expect([limited.statusCode, limited.headers["retry-after"]]).toEqual([429, "720"]);
  });

  test("without mail, the page refers to the operators", async () => {
    site.world.sendsMail = false;
    const { body } = await guest.get("/forgot-password");
    expect(body).toContain("Latchkey does not send e-mail.");
    expect(body).not.toContain('action="/forgot-password"');
  });

  test.each(FORGED)("a form with %s is refused", async (_name, fields, headers) => {
    site.world.links.add("reset");
    const { body } = await guest.get("/reset-password?token=reset");
    const token = /name="csrf_token" value="([^"]*)"/.exec(body)![1]!;
    const given = fields ?? { csrf_token: token };
    const answer = await guest.post("/reset-password", { ...given, token: "reset", new_password: NEW }, headers);
    expect(answer.statusCode).toBe(403);
    expect(site.world.links.has("reset")).toBe(true);
  });
});

const textOf = (body: string) => body.replaceAll(/<[^>]*>/g, "");
const statusIn = (body: string) => textOf(/role="status">(.*?)<\/div>/s.exec(body)?.[1] ?? "").trim();

describe("an e-mail address", () => {
  test("is confirmed by a button, after sign-in", async () => {
    site.world.links.add("verify");
    const signIn = await guest.get("/verify-email?token=verify");
    expect(signIn.headers.location).toBe("/sign-in?next=%2Fverify-email%3Ftoken%3Dverify");
    expect((await guest.get(signIn.headers.location!)).body).toContain(
      "Sign in with your Latchkey account to confirm your e-mail address.",
    );
    const page = await member.get("/verify-email?token=verify");
    expect(page.body).toContain("Confirm that mia@x.example belongs to you");
    expect(site.world.links.has("verify")).toBe(true);
    const fields = { csrf_token: csrfIn(page), token: "verify" };
    const done = await member.post("/verify-email", fields);
    expect([done.statusCode, done.headers.location]).toEqual([303, "/account?changed=email"]);
    expect((await member.post("/verify-email", fields)).statusCode).toBe(404);
    const used = await member.get("/verify-email?token=verify");
    expect(used.body).toContain("belongs to another account, or was replaced by a newer one.");
    expect(used.statusCode).toBe(404);
    expect(textOf(used.body)).toContain("You are signed in as mia@x.example.");
    expect(used.body).not.toContain('csrf_token" value');
  });

  test("is confirmed with another account, which signs in and continues at the link", async () => {
    const wrong = await member.get("/verify-email?token=of-nora");
    const [, other = ""] = /href="([^"]*)">Use another account</.exec(wrong.body) ?? [];
    expect(other).toBe("/sign-out?next=%2Fverify-email%3Ftoken%3Dof-nora");
    const next = "/verify-email?token=of-nora";
    expect((await member.get(other)).body).toContain(`name="next" value="${next}"`);
    const out = await member.submit(other, { next }, "/sign-out");
    expect(out.headers.location).toBe("/sign-in?next=%2Fverify-email%3Ftoken%3Dof-nora");
    expect((await member.get("/sign-out?next=/verify-emails?a")).body).not.toContain('name="next"');
  });

  test("is not confirmed by a link for a new password", async () => {
    site.world.links.add("reset");
    expect((await member.get("/verify-email?token=reset")).statusCode).toBe(404);
    site.world.links.add("verify");
    expect((await member.get("/reset-password?token=verify")).statusCode).toBe(404);
  });

  test("is changed with the password, by a link to the new address", async () => {
    const wrong = { new_email: "new@x.example", email_password: "wrong" };
    const refused = await member.submit("/account", wrong, "/account/email");
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('href="#email_password"');
    const right = { ...wrong, email_password: "old password here" };
    const sent = await member.submit("/account", right, "/account/email");
    expect(sent.headers.location).toBe("/account?changed=sent");
    expect(site.world.requested).toEqual(["new@x.example"]);
    const { body } = await member.get("/account?changed=sent");
    expect(statusIn(body)).toContain("We sent a link to new@x.example.");
  });

  test("that waits for its confirmation is on the profile, which sends the link again and cancels the change", async () => {
    const before = await member.get("/account");
    expect(before.body).not.toContain("Waiting for confirmation");
    site.world.waitingEmail = "new@x.example";
    const page = await member.get("/account");
    expect(textOf(page.body)).toContain("Waiting for confirmation of new@x.example.");
    const cancel = '<button type="submit" class="secondary" formaction="/account/email/cancel">';
    expect(page.body).toContain(`${cancel}Cancel change</button>`);
    const german = await member.get("/account", { "accept-language": "de" });
    expect(german.body).toContain(`${cancel}Änderung abbrechen</button>`);
    const sent = await member.submit("/account", {}, "/account/email/resend");
    expect(sent.headers.location).toBe("/account?changed=sent");
    expect(site.world.requested).toEqual(["new@x.example"]);
    const cancelled = await member.submit("/account", {}, "/account/email/cancel");
    const after = await member.get(cancelled.headers.location!);
    expect(statusIn(after.body)).toBe("The change was cancelled. Your address is still mia@x.example.");
    expect(after.body).not.toContain("Waiting for confirmation");
    for (const step of ["resend", "cancel"]) {
      const late = await member.submit("/account", {}, `/account/email/${step}`);
      const { body } = await member.get(late.headers.location!);
      expect(statusIn(body)).toBe("No change is waiting. Your address is mia@x.example.");
    }
  });

  test("is named once it is confirmed", async () => {
    site.world.waitingEmail = "new@x.example";
    site.world.links.add("verify");
    const done = await member.submit("/verify-email?token=verify", { token: "verify" }, "/verify-email");
    expect(statusIn((await member.get(done.headers.location!)).body)).toBe("Your address is now new@x.example.");
  });

  test("is not changed to itself", async () => {
    const fields = { new_email: "mia@x.example", email_password: "old password here" };
    const refused = await member.submit("/account", fields, "/account/email");
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("This is already your address.");
  });

  test("that is not verified gets a new link from the account page", async () => {
    const { account } = site.world.accounts[0]!;
    account.emailVerifiedAt = undefined;
    const page = await member.get("/account");
    expect(page.body).toContain('action="/account/verify-email"');
    expect(page.body).toContain("Open the link in our e-mail. If you have none, send a link now.");
    await member.submit("/account", {}, "/account/verify-email");
    expect(site.world.requested).toEqual(["mia@x.example"]);
    account.emailVerifiedAt = timestampFromDate(new Date());
    expect((await member.get("/account")).body).not.toContain('action="/account/verify-email"');
  });
});
