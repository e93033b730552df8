import pg from "pg";
import { expect, test } from "vitest";
import { codeOf } from "../../../../support/world/second-factors.ts";
import { type Person, useCoreSite } from "../../core-site.ts";
import { csrfIn, Visitor } from "../../site.ts";

const COOKIE = "__Host-latchkey";
const PASSWORD = "correct horse battery staple";
const PATH = "/account/security";

const site = useCoreSite();

interface Protected extends Person {
  secret: string;
  codes: string[];
}

/** An account that has set up an authenticator app on the pages. The current code is used up. */
async function setUp(name: string): Promise<Protected> {
  const person = await site.person(name);
  const { browser } = person;
  const csrf_token = csrfIn(await browser.get(PATH));
  const start = await browser.post(`${PATH}/set-up-app`, { csrf_token });
  expect(start.headers.location).toBe(`${PATH}/app`);
  const page = await browser.get(`${PATH}/app`);
  expect(page.body).toMatch(/<svg class="qr-code" role="img" aria-label="QR code[^"]*" viewBox/);
  const [secret, uri] = ["secret", "uri"].map(
    (field) => new RegExp(`name="${field}" value="([^"]+)"`).exec(page.body)![1]!,
  );
  // On a phone, which cannot scan its own screen, a link opens the app.
  expect(page.body).toContain(`<a class="app-phone button secondary" href="${uri}">Open in authenticator app</a>`);
  const form = { secret: secret!, uri: uri!.replaceAll("&amp;", "&"), csrf_token };
  const wrong = await browser.post(`${PATH}/app`, { ...form, code: "000000" });
  expect([wrong.statusCode, wrong.body.includes('<a href="#code">'), wrong.body.includes("qr-code")]).toEqual([
    400,
    true,
    true,
  ]);
  for (const scheme of ["javascript:alert(1)", "https://evil.example/"]) {
    const forged = await browser.post(`${PATH}/app`, { ...form, uri: scheme, code: "000000" });
    expect(forged.body).not.toContain("app-phone");
  }
  const done = await browser.post(`${PATH}/app`, { ...form, code: codeOf(secret!) });
  expect(done.headers.location).toBe(`${PATH}/recovery-codes`);
  const shown = await browser.get(`${PATH}/recovery-codes`);
  expect(shown.body).toContain('role="status"><p>Two-step verification is on.</p>');
  const codes = [...shown.body.matchAll(/<code>([A-Z2-7-]{19})<\/code>/g)].map(([, code]) => code!);
  expect(codes).toHaveLength(10);
  expect(shown.body).toMatch(
    /download="recovery-codes.txt"[\s\S]+data-copy="codes"[\s\S]+data-print[\s\S]+name="stored" value="yes"\s+required[\s\S]+I have stored these codes/,
  );
  // To store the codes is the step to take; to go on is not.
  expect(shown.body).toMatch(/<a class="button" href="data:text\/plain[^>]+>Download</);
  expect(shown.body).toContain('<button type="submit" class="secondary">Done</button>');
  const stored = { csrf_token, codes: codes.join(" "), outcome: "added" };
  const unticked = await browser.post(`${PATH}/recovery-codes`, stored);
  expect([unticked.statusCode, unticked.body.includes('<a href="#stored">')]).toEqual([400, true]);
  expect(unticked.body).toMatch(
    /<p class="fault" id="stored-fault">Store the codes first, then tick the box\.<\/p>[\s\S]+id="stored"[^>]+aria-describedby="stored-fault" aria-invalid="true">/,
  );
  expect(unticked.body.match(/<code>[A-Z2-7-]{19}<\/code>/g)).toHaveLength(10);
  const ticked = await browser.post(`${PATH}/recovery-codes`, { ...stored, stored: "yes" });
  expect(ticked.headers.location).toBe(`${PATH}?done=added`);
  // Shown once.
  const again = await browser.get(`${PATH}/recovery-codes`);
  expect(again.headers.location).toBe(`${PATH}?codes=shown`);
  const asked = (await browser.get(again.headers.location!)).body;
  expect(asked).toMatch(
    /Have you stored your recovery codes\?[\s\S]+href="\/account\/security\/new-codes">Create new codes/,
  );
  expect(asked).not.toContain("well protected");
  expect((await browser.get(PATH)).body).toContain("Your account is well protected");
  return { ...person, secret: secret!, codes };
}

/** A browser after the correct password. */
async function enterPassword(email: string, next = ""): Promise<Visitor> {
  const visitor = new Visitor({ app: site.app as never });
  const answer = await visitor.submit("/sign-in", { email, password: PASSWORD, ...(next && { next }) });
  expect(visitor.cookies.has(COOKIE)).toBe(false);
  expect(answer.headers.location).toMatch(/^\/sign-in\/second-factor/);
  return visitor;
}

test("sign-in asks for the code and continues with `next`", async () => {
  const { account, secret } = await setUp("Mia");
  const visitor = await enterPassword(account.email, "/connected-apps");
  const page = await visitor.get("/sign-in/second-factor?next=%2Fconnected-apps");
  expect(page.body).not.toContain("flow-steps");
  expect(page.body).toContain(
    `Signing in as</small><br><strong><span class="email" dir="auto">${account.email}</span></strong></p>
<a href="/sign-in?next=%2Fconnected-apps">Not you?</a>`,
  );
  expect((await visitor.get("/sign-in/second-factor?next=%2Finstall%2Fapp_1")).body).toContain('class="flow-steps"');
  expect(page.body).toContain('autocomplete="one-time-code"');
  expect((await visitor.get(PATH)).headers.location).toContain("/sign-in");
  const form = { csrf_token: csrfIn(page), next: "/connected-apps" };
  const wrong = await visitor.post("/sign-in/second-factor", { ...form, code: "000000" });
  expect([wrong.statusCode, wrong.body.includes("The code is wrong")]).toEqual([400, true]);
  const answer = await visitor.post("/sign-in/second-factor", { ...form, code: codeOf(secret, 1) });
  expect(answer.headers.location).toBe("/connected-apps");
  expect((await visitor.get(PATH)).statusCode).toBe(200);
});

test("a recovery code signs in, and the page counts the rest", async () => {
  const { account, codes } = await setUp("Max");
  const visitor = await enterPassword(account.email);
  const page = await visitor.get("/sign-in/second-factor?with=recovery");
  expect(page.body).toMatch(
    /<small id="code-hint">[^<]+<code class="nowrap">ABCD-EFGH-2345-67WX<\/code>.<\/small>[\s\S]+aria-describedby="code-hint"/,
  );
  const form = { csrf_token: csrfIn(page), with: "recovery", code: codes[0]!.toLowerCase().replaceAll("-", "") };
  expect((await visitor.post("/sign-in/second-factor", form)).headers.location).toBe("/");
  expect((await visitor.get(PATH)).body).toMatch(/9 left[\s\S]+?<span class="muted">Created <time[^>]+data-day>/);
});

test("a recovery code in the field for six digits signs in, and a wrong one is named as such", async () => {
  const { account, codes } = await setUp("Rex");
  const visitor = await enterPassword(account.email);
  const form = { csrf_token: csrfIn(await visitor.get("/sign-in/second-factor")) };
  const wrong = await visitor.post("/sign-in/second-factor", { ...form, code: "ABCD-EFGH-2345-67WX" });
  expect([wrong.statusCode, wrong.body.includes("This code is wrong or was already used.")]).toEqual([400, true]);
  expect((await visitor.post("/sign-in/second-factor", { ...form, code: codes[0]! })).headers.location).toBe("/");
  expect((await visitor.get(PATH)).body).toContain("9 left");
});

test("C12 the second step needs its token, this browser and a sign-in in progress", async () => {
  const { account, secret } = await setUp("Tom");
  const visitor = await enterPassword(account.email);
  const code = codeOf(secret, 1);
  expect((await visitor.post("/sign-in/second-factor", { code })).statusCode).toBe(403);
  const other = new Visitor({ app: site.app as never });
  expect((await other.get("/sign-in/second-factor")).headers.location).toBe("/sign-in");
  const csrf_token = csrfIn(await other.get("/sign-in"));
  const answer = await other.post("/sign-in/second-factor", { code, csrf_token });
  expect([answer.statusCode, answer.body.includes("Start again")]).toEqual([400, true]);
  expect(other.cookies.has(COOKIE)).toBe(false);
});

test("R5 the second step continues on this origin only", async () => {
  const { account, secret } = await setUp("Ria");
  const visitor = await enterPassword(account.email);
  const csrf_token = csrfIn(await visitor.get("/sign-in/second-factor?next=%2F%2Fevil.example"));
  const form = { csrf_token, next: "//evil.example", code: codeOf(secret, 1) };
  expect((await visitor.post("/sign-in/second-factor", form)).headers.location).toBe("/");
});

test("the app is removed on the page; new codes replace the old ones", async () => {
  const { browser } = await setUp("Zoe");
  const security = await browser.get(PATH);
  const csrf_token = csrfIn(security);
  // Codes that are not used yet are not lost at one click.
  expect(security.body).toContain(`<a class="button secondary" href="${PATH}/new-codes">Create new codes …</a>`);
  expect((await browser.get(`${PATH}/new-codes`)).body).toMatch(
    /<p>The 10 codes that you have not used yet stop working at once\.<\/p>[\s\S]+<button type="submit" class="danger">Create new codes<\/button>/,
  );
  expect((await browser.post(`${PATH}/new-codes`, { csrf_token })).headers.location).toBe(`${PATH}/recovery-codes`);
  const again = { csrf_token, stored: "yes", outcome: "codesCreated" };
  expect((await browser.post(`${PATH}/recovery-codes`, again)).headers.location).toBe(`${PATH}?done=codesCreated`);
  expect((await browser.get(`${PATH}?done=codesCreated`)).body).toContain("Your new recovery codes are active.");
  const question = await browser.get(`${PATH}/remove-app`);
  expect(question.body).toContain("This is your only second factor");
  const sent = { csrf_token: csrfIn(question) };
  expect((await browser.post(`${PATH}/remove-app`, sent)).headers.location).toBe(`${PATH}?done=removed`);
  expect((await browser.get(`${PATH}/remove-app`)).headers.location).toBe(PATH);
  expect((await browser.get(`${PATH}/new-codes`)).headers.location).toBe(PATH);
  expect((await browser.get(`${PATH}?done=removed`)).body).toContain("Set up authenticator app");
});

test("the app moves to a new phone: the old one works until the new one is confirmed, and the recovery codes stay", async () => {
  const { browser, account, secret } = await setUp("Moe");
  const security = await browser.get(PATH);
  expect(security.body).toMatch(/<input type="hidden" name="replace" value="yes">\s*<button[^>]*>Move to a new phone</);
  const csrf_token = csrfIn(security);
  const start = await browser.post(`${PATH}/set-up-app`, { csrf_token, replace: "yes" });
  expect(start.headers.location).toBe(`${PATH}/app`);
  const page = (await browser.get(`${PATH}/app`)).body;
  expect(page).toMatch(/<h1[^>]*>Move the authenticator app to a new phone<[\s\S]+Codes from the old phone work until/);
  // The phone that shows the page is usually the old one, so that the new one scans the code.
  expect(page).toContain(`<details class="phone-fold" open>`);
  expect(page).not.toContain("Store the recovery codes");
  const [newSecret, uri, replace] = ["secret", "uri", "replace"].map((field) =>
    new RegExp(`name="${field}" value="([^"]+)"`).exec(page)![1]!.replaceAll("&amp;", "&"),
  );
  const form = { csrf_token, secret: newSecret!, uri: uri!, replace: replace! };
  const wrong = await browser.post(`${PATH}/app`, { ...form, code: codeOf(secret, 1) });
  expect([wrong.statusCode, /<h1[^>]*>Move the authenticator app to a new phone</.test(wrong.body)]).toEqual([
    400,
    true,
  ]);
  const done = await browser.post(`${PATH}/app`, { ...form, code: codeOf(newSecret!) });
  expect(done.headers.location).toBe(`${PATH}?done=moved`);
  const after = (await browser.get(`${PATH}?done=moved`)).body;
  expect([after.includes("Codes from the old one no longer work."), after.includes("10 left")]).toEqual([true, true]);
  expect((await browser.get("/account/activity")).body).toContain("Authenticator app moved to a new phone");
  const visitor = await enterPassword(account.email);
  const entry = { csrf_token: csrfIn(await visitor.get("/sign-in/second-factor")) };
  const old = await visitor.post("/sign-in/second-factor", { ...entry, code: codeOf(secret, 1) });
  expect(old.statusCode).toBe(400);
  const signedIn = await visitor.post("/sign-in/second-factor", { ...entry, code: codeOf(newSecret!, 1) });
  expect(signedIn.headers.location).toBe("/");
});

test("C16 a move to a new phone needs a recent proof of identity, and an account without an app sets up its first", async () => {
  const person = await setUp("Ole");
  await expireProofs(person);
  const move = async ({ browser }: Person) =>
    browser.post(`${PATH}/set-up-app`, { csrf_token: csrfIn(await browser.get(PATH)), replace: "yes" });
  expect((await move(person)).headers.location).toBe(`${PATH}/confirm?next=${encodeURIComponent(PATH)}`);
  const plain = await site.person("Ulf");
  expect((await move(plain)).headers.location).toBe(`${PATH}/app`);
  expect((await plain.browser.get(`${PATH}/app`)).body).toMatch(/<h1[^>]*>Set up an authenticator app</);
});

test("the confirmation for a page of the profile leads back to the profile", async () => {
  const { browser } = await setUp("Pia");
  for (const [next, title] of [
    ["/account", "Confirm that it is you to change your e-mail address"],
    ["/account/close", "Confirm that it is you to close your account"],
  ] as const) {
    const { body } = await browser.get(`${PATH}/confirm?${new URLSearchParams({ next })}`);
    expect(body).toMatch(new RegExp(`<nav class="crumbs"[\\s\\S]*?href="/account"[\\s\\S]*?<h1[^>]*>${title}</h1>`));
  }
});

test("the confirmation asks for the code of the app, and in an account without one for the password", async () => {
  const { browser, secret } = await setUp("Pia");
  const page = await browser.get(`${PATH}/confirm`);
  expect(page.body).toContain('id="code"');
  const csrf_token = csrfIn(page);
  const wrong = await browser.post(`${PATH}/confirm`, { csrf_token, code: "000000" });
  expect([wrong.statusCode, wrong.body.includes('<a href="#code">')]).toEqual([400, true]);
  const done = await browser.post(`${PATH}/confirm`, { csrf_token, code: codeOf(secret, 1) });
  expect(done.headers.location).toBe(PATH);
  expect((await browser.get(PATH)).body).toContain("Your identity is confirmed.");
  const plain = await site.person("Pit");
  const form = { csrf_token: csrfIn(await plain.browser.get(`${PATH}/confirm`)), password: PASSWORD };
  expect((await plain.browser.post(`${PATH}/confirm`, form)).headers.location).toBe(PATH);
});

/** Lets the last proofs of identity of an account become 16 minutes old. */
async function expireProofs({ account }: Person): Promise<void> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const update = "update session set verified_at = verified_at - interval '16 minutes' where account_id = $1";
  await client.query(update, [account.accountId]);
  await client.end();
}

test("an account with a second factor is asked for it before a new address or password", async () => {
  const person = await setUp("Ute");
  const { browser, secret } = person;
  await expireProofs(person);
  const locked = await browser.get("/account");
  expect(locked.body).not.toContain("current_password");
  const page = await browser.get(PATH);
  expect(page.body).toContain(`href="${PATH}/confirm?next=%2Faccount%2Fsecurity"`);
  expect(page.body).not.toContain("current_password");
  const form = { csrf_token: csrfIn(locked), current_password: PASSWORD, new_password: "another horse battery" };
  const confirm = `${PATH}/confirm?next=%2Faccount%2Fsecurity`;
  expect((await browser.post(`${PATH}/password`, form)).headers.location).toBe(confirm);
  const proof = { csrf_token: form.csrf_token, next: "/account", code: codeOf(secret, 1) };
  expect((await browser.post(`${PATH}/confirm`, proof)).headers.location).toBe("/account?changed=confirmed");
  expect((await browser.get(PATH)).body).toContain("current_password");
  expect((await browser.post(`${PATH}/password`, form)).headers.location).toBe(`${PATH}?done=passwordChanged`);
});

test("R5 an operator confirms before a link for a password, and continues at the account, on this origin only", async () => {
  const [operator, other] = [await site.person("Otto", { operator: true }), await setUp("Uwe")];
  const { browser } = operator;
  const account = `/console/accounts/${other.account.accountId}`;
  await expireProofs(operator);
  const csrf_token = csrfIn(await browser.get(account));
  const link = () => browser.post(`${account}/reset-link`, { csrf_token });
  const to = `${PATH}/confirm?next=${encodeURIComponent(account)}`;
  expect((await link()).headers.location).toBe(to);
  const proof = { csrf_token: csrfIn(await browser.get(to)), password: PASSWORD };
  const evil = await browser.post(`${PATH}/confirm`, { ...proof, next: "//evil.example" });
  expect(evil.headers.location).toBe(PATH);
  await expireProofs(operator);
  const wrong = await browser.post(`${PATH}/confirm`, { ...proof, next: account, password: "a wrong password" });
  expect([wrong.statusCode, wrong.body.includes(`name="next" value="${account}"`)]).toEqual([400, true]);
  expect((await browser.post(`${PATH}/confirm`, { ...proof, next: account })).headers.location).toBe(account);
  expect((await browser.get(account)).body).toContain("Your identity is confirmed.");
  expect((await link()).headers.location).toBe(`${account}/reset-link`);
  const reset = await browser.post(`${account}/reset-two-step`, { csrf_token });
  expect(reset.headers.location).toBe(account);
  expect((await browser.get(account)).body).toContain("Two-step verification is reset.");
  expect((await other.browser.get(PATH)).headers.location).toContain("/sign-in");
});

test.each([true, false])(
  "after the set-up, only operators find a link to the console (operator: %s)",
  async (operator) => {
    const { browser } = await site.person("Olga", { operator });
    const page = await browser.get(`${PATH}?done=added`);
    expect(page.body).toContain("Two-step verification is on.");
    expect(page.body.includes('<a href="/console">Continue to the console</a>')).toBe(operator);
  },
);
