import { expect, test } from "vitest";
import { Authenticator } from "../../../../support/world/authenticator.ts";
import { type Person, useCoreSite } from "../../core-site.ts";
import { csrfIn, PUBLIC_URL, Visitor } from "../../site.ts";

const COOKIE = "__Host-latchkey";
const PASSWORD = "correct horse battery staple";
const PATH = "/account/security";
const HERE = { origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname };

const site = useCoreSite();

/** The options in the form of the page. */
function optionsIn({ body }: { body: string }): string {
  const found = /data-options="([^"]+)"/.exec(body)?.[1] ?? "";
  return found.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

interface Holder extends Person {
  authenticator: Authenticator;
}

/** An account that has registered a passkey on the pages. */
async function setUp(name: string): Promise<Holder> {
  const person = await site.person(name);
  const authenticator = new Authenticator();
  const page = await person.browser.get(`${PATH}/passkey`);
  const csrf_token = csrfIn(page);
  // The effect of the first passkey stands in the form, above its button.
  expect(page.body).toMatch(
    /name="name"[\s\S]+your other devices are signed out\.<\/p>[\s\S]+<button type="submit" id="passkey"/,
  );
  const late = await person.browser.post(`${PATH}/passkey`, { csrf_token, name: "Key", credential: "" });
  expect([late.statusCode, late.body.includes("open for too long")]).toEqual([400, true]);
  const credential = authenticator.register(optionsIn(page), HERE);
  const unnamed = await person.browser.post(`${PATH}/passkey`, { csrf_token, name: "", credential });
  expect([unnamed.statusCode, unnamed.body.includes('<a href="#name">')]).toEqual([400, true]);
  const done = await person.browser.post(`${PATH}/passkey`, { csrf_token, name: "Mia's <Laptop>", credential });
  expect(done.headers.location).toBe(`${PATH}/recovery-codes`);
  expect((await person.browser.get(`${PATH}/recovery-codes`)).body).toMatch(/role="status"><p>The passkey was added\./);
  return { ...person, authenticator };
}

test("the page lists passkeys by name, and removes one", async () => {
  const { browser } = await setUp("Mia");
  const page = await browser.get(PATH);
  expect(page.body).toContain("Mia&#39;s &lt;Laptop&gt;");
  expect(page.body).toContain("Not used yet");
  const passkey_id = /passkey_id=([^"]+)"/.exec(page.body)![1]!;
  const question = await browser.get(`${PATH}/remove-passkey?passkey_id=${passkey_id}`);
  expect(question.body).toContain("Remove passkey Mia&#39;s &lt;Laptop&gt;");
  expect(question.body).toContain("This is your only second factor");
  const form = { csrf_token: csrfIn(question), passkey_id };
  const removed = await browser.post(`${PATH}/remove-passkey`, form);
  expect(removed.headers.location).toBe(`${PATH}?done=passkeyRemoved`);
  expect((await browser.get(PATH)).body).not.toContain("passkey_id");
  const again = await browser.get(`${PATH}/remove-passkey?passkey_id=${passkey_id}`);
  expect([again.statusCode, again.headers.location]).toEqual([303, PATH]);
  // In another window, the passkey is still shown.
  for (const [act, fields] of [
    ["remove", form],
    ["rename", { ...form, name: "Laptop" }],
  ] as const) {
    const gone = await browser.post(`${PATH}/${act}-passkey`, fields);
    expect(gone.headers.location).toBe(`${PATH}?done=passkeyGone`);
  }
  expect((await browser.get(`${PATH}?done=passkeyGone`)).body).toContain("The passkey was already removed.");
});

test("the confirmation for an act of the profile stands below the profile, in its back link and its menu", async () => {
  const { browser } = await setUp("Pia");
  const marked = async (next: string) => {
    const { body } = await browser.get(`${PATH}/confirm?${new URLSearchParams({ next })}`);
    const [nav = ""] = /<nav class="sections[\s\S]+?<\/nav>/.exec(body) ?? [];
    const crumb = /<nav class="crumbs[\s\S]+?<a href="([^"]+)"/.exec(body)?.[1];
    return [crumb, /<a href="([^"]+)"[^>]*aria-current/.exec(nav)?.[1]];
  };
  expect(await marked("/account")).toEqual(["/account", "/account"]);
  expect(await marked(PATH)).toEqual([PATH, PATH]);
});

test("a new passkey is suggested the device and the day as its name, and is renamed", async () => {
  const { browser } = await setUp("Rolf");
  const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0 Safari/537.36" };
  const suggested = (await browser.get(`${PATH}/passkey`, agent)).body;
  expect(suggested).toMatch(/value="Chrome on Linux, \d{1,2} \w{3,4} \d{4}"/);
  const rename = /href="([^"]+rename-passkey[^"]+)"/.exec((await browser.get(PATH)).body)![1]!;
  const page = await browser.get(rename);
  expect(page.body).toContain('value="Mia&#39;s &lt;Laptop&gt;"');
  expect(page.body).toMatch(/<h1[^>]*>Rename passkey Mia&#39;s &lt;Laptop&gt;<\/h1>/);
  const next = `${PATH}/remove-passkey?${rename.split("?")[1]}`;
  const confirm = await browser.get(`${PATH}/confirm?${new URLSearchParams({ next })}`);
  expect(confirm.body).toMatch(
    /<h1[^>]*>Confirm that it is you to remove the passkey “Mia&#39;s &lt;Laptop&gt;”<\/h1>/,
  );
  const form = { csrf_token: csrfIn(page), passkey_id: /passkey_id=([^"]+)/.exec(rename)![1]! };
  const empty = await browser.post(`${PATH}/rename-passkey`, { ...form, name: " " });
  expect([empty.statusCode, empty.body.includes('<a href="#name">')]).toEqual([400, true]);
  const renamed = await browser.post(`${PATH}/rename-passkey`, { ...form, name: "Old laptop" });
  expect(renamed.headers.location).toBe(`${PATH}?done=passkeyRenamed`);
  expect((await browser.get(PATH)).body).toContain("Old laptop");
  const unknown = await browser.get(`${PATH}/rename-passkey?passkey_id=${form.passkey_id.replace(/.$/, "x")}`);
  expect([unknown.statusCode, unknown.headers.location]).toEqual([303, PATH]);
});

test("after the password the passkey signs in; a refused one shows the page with new options", async () => {
  const { account, authenticator } = await setUp("Max");
  const visitor = new Visitor({ app: site.app as never });
  await visitor.submit("/sign-in", { email: account.email, password: PASSWORD, next: "/connected-apps" });
  expect(visitor.cookies.has(COOKIE)).toBe(false);
  const page = await visitor.get("/sign-in/second-factor?next=%2Fconnected-apps");
  expect(page.body).not.toContain('id="code"');
  expect(page.body).toContain("Use a recovery code instead");
  const form = { csrf_token: csrfIn(page), next: "/connected-apps", with: "passkey" };
  const refused = await visitor.post("/sign-in/second-factor", { ...form, credential: "{}" });
  expect([refused.statusCode, refused.body.includes('<a href="#passkey">')]).toEqual([400, true]);
  const credential = authenticator.sign(optionsIn(refused), HERE);
  const answer = await visitor.post("/sign-in/second-factor", { ...form, credential });
  expect(answer.headers.location).toBe("/connected-apps");
  expect((await visitor.get(PATH)).statusCode).toBe(200);
});

test("a recovery code still signs in an account with passkeys only", async () => {
  const { account } = await setUp("Tom");
  const visitor = new Visitor({ app: site.app as never });
  await visitor.submit("/sign-in", { email: account.email, password: PASSWORD });
  const page = await visitor.get("/sign-in/second-factor?with=recovery");
  expect(page.body).toContain('id="code"');
  expect(page.body).toContain("Use a passkey instead");
});

test("R5 C12 a passkey signs in without a password: with the form's token, and to this origin only", async () => {
  const { authenticator } = await setUp("Ria");
  const visitor = new Visitor({ app: site.app as never });
  const page = await visitor.get("/sign-in?next=%2F%2Fevil.example");
  // The password form comes first; the link for a forgotten password stands between the password and its button.
  expect(page.body).toMatch(
    /id="email"[\s\S]+id="password"[\s\S]+href="\/forgot-password"[\s\S]+<button[\s\S]+action="\/sign-in\/passkey"/,
  );
  const credential = authenticator.sign(optionsIn(page), HERE);
  expect((await visitor.post("/sign-in/passkey", { credential })).statusCode).toBe(403);
  const form = { csrf_token: csrfIn(page), next: "//evil.example" };
  const late = await visitor.post("/sign-in/passkey", { ...form, credential: "" });
  expect([late.statusCode, late.body.includes("open for too long")]).toEqual([400, true]);
  const answer = await visitor.post("/sign-in/passkey", { ...form, credential });
  expect(answer.headers.location).toBe("/");
  expect(visitor.cookies.has(COOKIE)).toBe(true);
  const again = await new Visitor({ app: site.app as never }).submit("/sign-in", { email: "", password: "" });
  expect(again.statusCode).toBe(400);
  const replay = await visitor.post("/sign-in/passkey", { ...form, credential });
  expect([replay.statusCode, replay.body.includes("could not be verified")]).toEqual([400, true]);
});

test("the confirmation asks an account with passkeys for one, and then returns to the security page", async () => {
  const { browser, authenticator } = await setUp("Pia");
  const page = await browser.get(`${PATH}/confirm`);
  expect(page.body).not.toContain('type="password"');
  const form = { csrf_token: csrfIn(page), with: "passkey" };
  const wrong = await browser.post(`${PATH}/confirm`, { ...form, credential: "{}" });
  expect([wrong.statusCode, wrong.body.includes('<a href="#passkey">')]).toEqual([400, true]);
  const done = await browser.post(`${PATH}/confirm`, {
    ...form,
    credential: authenticator.sign(optionsIn(wrong), HERE),
  });
  expect(done.headers.location).toBe(PATH);
});
