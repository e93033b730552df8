import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { codeOf } from "../../support/world/second-factors.ts";
import { OWNER, type Platform } from "./platform.ts";
import { type Answer, csrfIn, Visitor } from "./visitor.ts";

const SECURITY = "/account/security";
const STEP = "/sign-in/second-factor";
const SESSION = "latchkey";

/** The second step of a sign-in and the confirmation of identity, with a stolen password or a stolen session. */
export function secondFactorAttacks(platform: () => Platform): void {
  /** An account with an authenticator app. The current code is used up. */
  const withApp = async () => {
    const person = { email: `${randomUUID()}@second.example`, password: OWNER.password };
    const { account } = await platform().service.core.accounts.createAccount({ ...person, name: "Second" });
    const visitor = new Visitor(platform());
    await visitor.signIn(person);
    const csrf_token = csrfIn(await visitor.get(SECURITY));
    await visitor.post(`${SECURITY}/set-up-app`, { csrf_token });
    const page = await visitor.get(`${SECURITY}/app`);
    const secret = /name="secret" value="([^"]+)"/.exec(page.html)![1]!;
    const form = { csrf_token, secret, uri: "otpauth://totp/x", code: codeOf(secret) };
    expect((await visitor.post(`${SECURITY}/app`, form)).location).toBe(`${SECURITY}/recovery-codes`);
    return { ...person, accountId: account!.accountId, visitor, secret };
  };
  const enterPassword = async (person: { email: string; password: string }) => {
    const thief = new Visitor(platform());
    expect((await thief.signIn(person)).location).toMatch(/^\/sign-in\/second-factor/);
    return thief;
  };
  /** A code that is wrong now and in the neighbouring time steps. */
  const wrongCode = (secret: string) => {
    const right = new Set([-1, 0, 1].map((step) => codeOf(secret, step)));
    return ["000000", "000001", "000002", "000003"].find((code) => !right.has(code))!;
  };
  const isSignedIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;
  const enter = async (visitor: Visitor, code: string, fields: Record<string, string> = {}): Promise<Answer> =>
    visitor.post(STEP, { csrf_token: csrfIn(await visitor.get(STEP)), code, ...fields });

  describe("RFC 6749 §10.10, RFC 6238 §5.2 the second step of a sign-in", () => {
    test("C13 the password alone opens no page; the step needs its token, this site and the browser of the password", async () => {
      const person = await withApp();
      const thief = await enterPassword(person);
      expect(thief.cookies.has(SESSION)).toBe(false);
      for (const path of ["/account", SECURITY, "/connected-apps", `${SECURITY}/confirm`]) {
        expect([path, (await thief.get(path)).location]).toEqual([path, expect.stringMatching(/^\/sign-in/)]);
      }
      const code = codeOf(person.secret, 1);
      expect((await thief.post(STEP, { code })).status).toBe(403);
      const csrf_token = csrfIn(await thief.get(STEP));
      for (const origin of ["null", "https://evil.example"]) {
        expect((await thief.post(STEP, { csrf_token, code }, { origin })).status).toBe(403);
      }
      const other = new Visitor(platform());
      const elsewhere = await other.post(STEP, { csrf_token: csrfIn(await other.get("/sign-in")), code });
      expect([elsewhere.status, other.cookies.has(SESSION)]).toEqual([400, false]);
      expect((await enter(thief, code, { next: "//evil.example" })).location).toBe("/");
      expect(await isSignedIn(thief)).toBe(true);
    });

    test("C14 a code works once, also for two browsers, and five wrong codes end the sign-in", async () => {
      const person = await withApp();
      const [first, second] = [await enterPassword(person), await enterPassword(person)];
      const code = codeOf(person.secret, 1);
      await Promise.all([enter(first, code), enter(second, code)]);
      expect([await isSignedIn(first), await isSignedIn(second)].toSorted()).toEqual([false, true]);
      const guesser = await enterPassword(person);
      const form = { csrf_token: csrfIn(await guesser.get(STEP)), code: wrongCode(person.secret) };
      for (let attempt = 0; attempt < 5; attempt++) expect((await guesser.post(STEP, form)).status).toBe(400);
      const late = await guesser.post(STEP, { ...form, code: codeOf(person.secret, 1) });
      expect([late.status, await isSignedIn(guesser)]).toEqual([400, false]);
      expect(late.html).toContain("Start again");
    });
  });

  describe("RFC 9700 §4.7 a session that was stolen", () => {
    test("C16 changes nothing about the sign-in without a new proof of identity, which the password is not", async () => {
      const { accountId, visitor, secret } = await withApp();
      await platform().service.query(
        "update session set verified_at = verified_at - interval '16 minutes' where account_id = $1",
        [accountId],
      );
      const csrf_token = csrfIn(await visitor.get(SECURITY));
      const password = { current_password: OWNER.password, new_password: "another horse battery staple" };
      const changes: [string, Record<string, string>][] = [
        [`${SECURITY}/remove-app`, {}],
        [`${SECURITY}/new-codes`, {}],
        ["/account", password],
      ];
      for (const [path, fields] of changes) {
        const { location } = await visitor.post(path, { csrf_token, ...fields });
        expect([path, location]).toEqual([path, expect.stringMatching(/^\/account\/security\/confirm\?next=/)]);
      }
      const confirm = (fields: Record<string, string>) =>
        visitor.post(`${SECURITY}/confirm`, { csrf_token, ...fields });
      expect((await confirm({ password: OWNER.password })).status).toBe(400);
      expect((await confirm({ code: wrongCode(secret) })).status).toBe(400);
      expect((await confirm({ code: codeOf(secret, 1), next: "https://evil.example/" })).location).toBe(SECURITY);
      expect((await visitor.post("/account", { csrf_token, ...password })).location).toBe("/account?changed=yes");
    });
  });
}
