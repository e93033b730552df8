import { expect, test } from "vitest";
import { useCoreSite } from "../core-site.ts";
import { type Page, Visitor } from "../site.ts";

const COMMON = "passwordpassword";
const TEXT = "This password is easy to guess. Use several words that do not belong together.";

const site = useCoreSite();
const guest = () => new Visitor({ app: site.app as never });

function expectError({ statusCode, body }: Page, field: string): void {
  expect(statusCode).toBe(400);
  expect(body).toContain(`<a href="#${field}">${TEXT}</a>`);
  expect(body).toMatch(new RegExp(`<input id="${field}"[^>]*aria-invalid="true"`));
}

test("sign-up shows the error of a common password at the field", async () => {
  const fields = { name: "Dev", email: "common@people.example", password: COMMON };
  expectError(await guest().submit("/sign-up", fields), "password");
});

test("an invitation shows it", async () => {
  const { url } = await site.core.accounts.createInvitation({ email: "invited@people.example" }, site.byKey);
  expectError(await guest().submit(new URL(url).pathname, { name: "Ida", password: COMMON }), "password");
});

test("a link for a new password shows it, and still works", async () => {
  const { account } = await site.person("Resi");
  const { url } = await site.core.accounts.createPasswordResetLink({ accountId: account.accountId }, site.byKey);
  const token = new URL(url).searchParams.get("token")!;
  const path = `/reset-password?token=${token}`;
  const browser = guest();
  expectError(await browser.submit(path, { token, new_password: COMMON }, "/reset-password"), "new_password");
  const done = await browser.submit(path, { token, new_password: "another horse battery" }, "/reset-password");
  expect(done.headers.location).toBe("/reset-password?done=yes");
});

test("a change of the password shows it", async () => {
  const { browser } = await site.person("Ute");
  const fields = { current_password: "correct horse battery staple", new_password: COMMON };
  expectError(await browser.submit("/account/security", fields, "/account/security/password"), "new_password");
});
