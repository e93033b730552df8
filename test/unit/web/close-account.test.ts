import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Person, useCoreSite } from "./core-site.ts";
import { csrfIn } from "./site.ts";

const PATH = "/account/close";
const PASSWORD = "correct horse battery staple";

const site = useCoreSite();

async function send({ browser }: Person, fields: Record<string, string>) {
  return browser.post(PATH, { csrf_token: csrfIn(await browser.get("/account")), ...fields });
}

test("closes the account with the password and the tick, and ends the session", async () => {
  const person = await site.person("Cleo");
  const { body } = await person.browser.get(PATH);
  expect(body).toMatch(
    /<h2 id="deleted">What is deleted<[\s\S]+Your sign-in[\s\S]+<h2 id="stays">What stays<[\s\S]+name="current_password"/,
  );
  const answer = await send(person, { current_password: PASSWORD, understood: "yes" });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/account/closed"]);
  expect(answer.cookies).toContainEqual(expect.objectContaining({ value: "", path: "/" }));
  const closed = await person.browser.get("/account/closed");
  expect([closed.statusCode, closed.body.includes("<h1>Your account is closed</h1>")]).toEqual([200, true]);
  expect((await person.browser.get("/account")).headers.location).toContain("/sign-in");
});

test.each([
  { name: "the tick", fields: { current_password: PASSWORD }, text: "Confirm that your account is closed for good." },
  { name: "the password", fields: { understood: "yes" }, text: "Enter your current password." },
  {
    name: "the correct password",
    fields: { current_password: "wrong horse battery", understood: "yes" },
    text: "This is not your current password.",
  },
])("needs $name", async ({ fields, text }) => {
  const person = await site.person("Nele");
  const { statusCode, body } = await send(person, fields as Record<string, string>);
  expect([statusCode, body.includes(text)]).toEqual([400, true]);
  expect((await person.browser.get("/account")).statusCode).toBe(200);
});

test("the header marks the way into the account on its pages only, and keeps the way out", async () => {
  const { browser } = await site.person("Ida");
  const pages = await Promise.all([PATH, "/connected-apps"].map((path) => browser.get(path)));
  const isMarked = ({ body }: { body: string }) => /class="who" [^>]*aria-current="true"/.test(body);
  expect(pages.map(isMarked)).toEqual([true, false]);
  for (const { body } of pages) expect(body).toContain('<a class="sign-out" href="/sign-out">');
});

test("needs the token of the form", async () => {
  const { browser } = await site.person("Tim");
  const { statusCode } = await browser.post(PATH, { current_password: PASSWORD, understood: "yes" });
  expect([statusCode, (await browser.get("/account")).statusCode]).toEqual([403, 200]);
});

test("names each obstacle with a link to what settles it, and shows no form", async () => {
  const person = await site.person("Olivia", { developer: true });
  await site.draft(person);
  const shop = { merchantId: `m-${randomUUID()}`, name: "Olivia’s bakery", ownerAccountId: person.account.accountId };
  await site.core.accounts.createMerchant(shop, site.byKey);
  const { body } = await person.browser.get(PATH);
  expect(body).toContain("You cannot close this account yet");
  expect(body).toMatch(
    /Olivia’s bakery[\s\S]+You are its only owner\.[\s\S]+href="\/connected-apps\/members\?merchant=m-/,
  );
  expect(body).toMatch(/1 app in your team[\s\S]+href="\/portal"/);
  expect(body).not.toContain('name="current_password"');
  const refused = await send(person, { current_password: PASSWORD, understood: "yes" });
  expect([refused.statusCode, refused.body.includes("You are its only owner.")]).toEqual([409, true]);
});

test("the page after the closure leads a signed-in account to its own page", async () => {
  const { browser } = await site.person("Ines");
  expect((await browser.get("/account/closed")).headers.location).toBe("/account");
});

test("the console shows a closed account as closed, without an earlier suspension and steps that cannot succeed", async () => {
  const [olga, person] = [await site.person("Olga", { operator: true }), await site.person("Paul")];
  const { accountId } = person.account;
  await site.core.accounts.suspendAccount({ accountId, reasonCode: "FRAUD" }, site.byKey);
  await site.core.accounts.resumeAccount({ accountId }, site.byKey);
  const { session } = await site.core.accounts.signIn({ email: person.account.email, password: PASSWORD });
  person.browser.cookies.set("__Host-latchkey", session!.sessionToken);
  await send(person, { current_password: PASSWORD, understood: "yes" });
  const page = (await olga.browser.get(`/console/accounts/${accountId}`)).body;
  expect(page).toContain('<span class="badge badge-plain">Closed</span>');
  expect(page).toContain("The owner closed this account for good");
  expect(page).not.toMatch(/Suspended by|FRAUD|>Resume<|>Save roles<|Login of the platform/);
  const list = (await olga.browser.get("/console/accounts?group=suspended")).body;
  expect(list).toContain('<span class="badge badge-plain">Closed</span>');
  expect(list).not.toContain("FRAUD");
  const { accounts } = await site.core.accounts.listAccounts({}, site.byKey);
  expect(accounts.filter(({ closed }) => closed).map((one) => one.accountId)).toContain(accountId);
});

test("the name of a closed account is in the language of the page", async () => {
  const [operator, person] = [await site.person("Olga", { operator: true }), await site.person("Carla")];
  const { accountId } = person.account;
  await send(person, { current_password: PASSWORD, understood: "yes" });
  const paths = [`/console/accounts/${accountId}`, "/console/accounts", `/console/audit?account=${accountId}`];
  for (const path of paths) {
    const english = await operator.browser.get(path);
    expect([english.statusCode, english.body.includes("Closed account")]).toEqual([200, true]);
    const { body } = await operator.browser.get(path, { "accept-language": "de" });
    expect([body.includes("Geschlossenes Konto"), body.includes("Closed account")]).toEqual([true, false]);
  }
});
