import { expect, test } from "vitest";
import { Authenticator } from "../../../../support/world/authenticator.ts";
import { codeOf } from "../../../../support/world/second-factors.ts";
import { useCoreSite } from "../../core-site.ts";
import { csrfIn, type Page, PUBLIC_URL, type Visitor } from "../../site.ts";

const PATH = "/account/security";
const AUDIT = "/console/audit?action=app.approve";
const NEXT = "next=%2Fconsole%2Faudit%3Faction%3Dapp.approve";
const START = `${PATH}?required=yes&${NEXT}`;
const HIDDEN = `<input type="hidden" name="next" value="${AUDIT}">`;

const site = useCoreSite();

const valueIn = ({ body }: Page, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(body)![1]!.replaceAll("&amp;", "&");

/** The response of a new authenticator to the options in the form of the page. */
function registerIn({ body }: Page): string {
  const options = /data-options="([^"]+)"/.exec(body)![1]!.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return new Authenticator().register(options, { origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname });
}

/** Confirms that the recovery codes are stored. */
async function storeCodes(browser: Visitor): Promise<Page> {
  const shown = await browser.get(`${PATH}/recovery-codes?${NEXT}`);
  const form = { csrf_token: csrfIn(shown), codes: valueIn(shown, "codes"), outcome: "added", next: AUDIT };
  const unticked = await browser.post(`${PATH}/recovery-codes`, form);
  expect([unticked.statusCode, unticked.body.includes(HIDDEN)]).toEqual([400, true]);
  return browser.post(`${PATH}/recovery-codes`, { ...form, stored: "yes" });
}

test("an operator who opened a page of the console returns to it after the set-up of an authenticator app", async () => {
  const { browser } = await site.person("Olga", { operator: true });
  const start = await browser.get(START);
  expect(start.body).toContain(HIDDEN);
  const form = { csrf_token: csrfIn(start), next: AUDIT };
  expect((await browser.post(`${PATH}/set-up-app`, form)).headers.location).toBe(`${PATH}/app?${NEXT}`);
  const page = await browser.get(`${PATH}/app?${NEXT}`);
  expect(page.body).toContain(`href="${START.replaceAll("&", "&amp;")}">Cancel</a>`);
  const proof = { ...form, secret: valueIn(page, "secret"), uri: valueIn(page, "uri") };
  const wrong = await browser.post(`${PATH}/app`, { ...proof, code: "000000" });
  expect([wrong.statusCode, wrong.body.includes(HIDDEN)]).toEqual([400, true]);
  const done = await browser.post(`${PATH}/app`, { ...proof, code: codeOf(proof.secret) });
  expect(done.headers.location).toBe(`${PATH}/recovery-codes?${NEXT}`);
  expect((await storeCodes(browser)).headers.location).toBe(AUDIT);
  const audit = await browser.get(AUDIT);
  expect([audit.statusCode, audit.body.includes("Two-step verification is on.")]).toEqual([200, true]);
});

test("of two windows that set up an app, the older one says so and shows a new key, whose code works", async () => {
  const { browser } = await site.person("Tina", { operator: true });
  const csrf_token = csrfIn(await browser.get(PATH));
  const open = async () => {
    await browser.post(`${PATH}/set-up-app`, { csrf_token });
    return keyIn(await browser.get(`${PATH}/app`));
  };
  const keyIn = (page: Page) => ({ secret: valueIn(page, "secret"), uri: valueIn(page, "uri") });
  const send = (key: ReturnType<typeof keyIn>) =>
    browser.post(`${PATH}/app`, { csrf_token, ...key, code: codeOf(key.secret) });
  const [older, newer] = [await open(), await open()];
  const replaced = await send(older);
  expect([replaced.statusCode, replaced.body.includes("A newer key was made in another window.")]).toEqual([409, true]);
  const current = keyIn(replaced);
  expect([older.secret, newer.secret]).not.toContain(current.secret);
  expect((await send(current)).headers.location).toBe(`${PATH}/recovery-codes`);
  expect((await send(newer)).headers.location).toBe(PATH);
  expect((await browser.get(PATH)).body).toContain("An authenticator app was set up in another window.");
});

test("so does one who added a passkey", async () => {
  const { browser } = await site.person("Otto", { operator: true });
  expect((await browser.get(START)).body).toContain(`href="${PATH}/passkey?${NEXT}"`);
  const page = await browser.get(`${PATH}/passkey?${NEXT}`);
  expect(page.body).toContain(HIDDEN);
  expect(page.body).toContain(`href="${START.replaceAll("&", "&amp;")}">Cancel</a>`);
  const credential = registerIn(page);
  const form = { csrf_token: csrfIn(page), name: "Laptop", credential, next: AUDIT };
  const done = await browser.post(`${PATH}/passkey`, form);
  expect(done.headers.location).toBe(`${PATH}/recovery-codes?${NEXT}`);
  expect((await storeCodes(browser)).headers.location).toBe(AUDIT);
});

test("one who has a second factor confirms it and returns; the confirmation for a passkey leads back to the set-up", async () => {
  const { browser } = await site.person("Olaf", { operator: true });
  const page = await browser.get(`${PATH}/passkey`);
  const credential = registerIn(page);
  await browser.post(`${PATH}/passkey`, { csrf_token: csrfIn(page), name: "Laptop", credential });
  expect((await browser.get(START)).body).toContain(`<a href="${PATH}/confirm?${NEXT}">Continue</a>`);
  const confirm = await browser.get(`${PATH}/confirm?${new URLSearchParams({ next: `${PATH}/passkey?${NEXT}` })}`);
  expect(confirm.body).toContain(`href="${START.replaceAll("&", "&amp;")}">Cancel</a>`);
});

test.each(["//evil.example", "https://evil.example/", "/\\evil.example"])(
  "R5 the set-up does not continue at %s",
  async (next) => {
    const { browser } = await site.person("Ria", { operator: true });
    const page = await browser.get(`${PATH}?${new URLSearchParams({ required: "yes", next })}`);
    expect(page.body).not.toContain('name="next"');
    const form = { csrf_token: csrfIn(page), next, stored: "yes", outcome: "added" };
    expect((await browser.post(`${PATH}/recovery-codes`, form)).headers.location).toBe(`${PATH}?done=added`);
    expect((await browser.post(`${PATH}/set-up-app`, form)).headers.location).toBe(`${PATH}/app`);
  },
);
