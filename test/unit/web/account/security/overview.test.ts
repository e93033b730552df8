import pg from "pg";
import { expect, test } from "vitest";
import { codeOf } from "../../../../support/world/second-factors.ts";
import { type Person, useCoreSite } from "../../core-site.ts";
import { csrfIn, Visitor } from "../../site.ts";

const PATH = "/account/security";
const PASSWORD = "correct horse battery staple";
const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0" };

const site = useCoreSite();

/** The settings of the page, each with its state. The state and the name stand only there. */
async function overviewOf({ browser }: Person): Promise<string[]> {
  const { body } = await browser.get(PATH);
  const setting =
    /<section class="setting" aria-labelledby="([^"]+)">.*?<h2 id="\1">([^<]+)<.*?class="setting-state"><span class="badge([^"]*)">([^<]+)/gs;
  return [...body.matchAll(setting)].map(([, , label, tone, state]) => {
    expect(body.split(`>${label}<`)).toHaveLength(2);
    return `${label}: ${state}${tone!.replace("badge-", "").trimEnd()}`;
  });
}

async function setUpApp({ browser }: Person): Promise<void> {
  const csrf_token = csrfIn(await browser.get(PATH));
  await browser.post(`${PATH}/set-up-app`, { csrf_token });
  const { body } = await browser.get(`${PATH}/app`);
  const [secret, uri] = ["secret", "uri"].map((name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(body)![1]!);
  await browser.post(`${PATH}/app`, { csrf_token, secret: secret!, uri: uri!, code: codeOf(secret!) });
}

test("each setting shows its state once", async () => {
  const person = await site.person("Mia");
  expect(await overviewOf(person)).toEqual([
    "Password: Set good",
    "Passkeys: None plain",
    "Two-step verification: Off plain",
  ]);
  expect((await person.browser.get(PATH)).body).toMatch(/<h2 id="sessions">Devices<[\s\S]+<h2 id="activity">/);
  await setUpApp(person);
  const on = await overviewOf(person);
  expect(on.slice(2, 4)).toEqual(["Two-step verification: On good", "Recovery codes: 10 left good"]);
});

test("with three recovery codes or fewer, the page asks for new ones", async () => {
  const person = await site.person("Max");
  await setUpApp(person);
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const use = `update recovery_code set used_at = now() where id in (
    select id from recovery_code where account_id = $1 and used_at is null limit $2)`;
  await client.query(use, [person.account.accountId, 6]);
  expect(await overviewOf(person)).toContain("Recovery codes: 4 left good");
  expect((await person.browser.get(PATH)).body).not.toContain("Create new codes before");
  await client.query(use, [person.account.accountId, 1]);
  await client.end();
  expect(await overviewOf(person)).toContain("Recovery codes: 3 left warn");
  expect((await person.browser.get(PATH)).body).toContain("Create new codes before you run out.");
});

test("the password is changed on the security page; the profile leads there", async () => {
  const { account, browser } = await site.person("Ute");
  const profile = await browser.get("/account");
  expect(profile.body).not.toContain("current_password");
  expect(profile.body.match(/href="\/account\/security"/g)).toHaveLength(1);
  const csrf_token = csrfIn(await browser.get(PATH));
  const change = (fields: object, path = `${PATH}/password`) => browser.post(path, { csrf_token, ...fields });
  const short = await change({ current_password: PASSWORD, new_password: "short" });
  expect([short.statusCode, short.body.includes('<a href="#new_password">')]).toEqual([400, true]);
  expect(short.body).toContain('<details class="more" open>');
  const wrong = await change({ current_password: "wrong horse battery", new_password: "another horse battery" });
  expect([wrong.statusCode, wrong.body.includes('<a href="#current_password">')]).toEqual([400, true]);
  const done = await change({ current_password: PASSWORD, new_password: "another horse battery" });
  expect(done.headers.location).toBe(`${PATH}?done=passwordChanged`);
  expect((await browser.get(done.headers.location!)).body).toContain("All other devices were signed out.");
  expect((await browser.get(PATH)).body).toMatch(/Set<\/span> <small>Changed <time[^>]+>now</);
  const earlier = { current_password: "another horse battery", new_password: PASSWORD };
  expect((await change(earlier, "/account")).headers.location).toBe("/account?changed=yes");
  expect((await browser.get("/account?changed=yes")).body).toContain("Your password was changed.");
  const visitor = new Visitor({ app: site.app as never });
  const signIn = await visitor.submit("/sign-in", { email: account.email, password: PASSWORD });
  expect(signIn.headers.location).toBe("/");
});

test.each(["/account", `${PATH}/password`])("C12 %s changes no password without the form's token", async (path) => {
  const { browser } = await site.person("Tom");
  const fields = { current_password: PASSWORD, new_password: "another horse battery" };
  expect((await browser.post(path, fields)).statusCode).toBe(403);
});

test("the page lists what happened, on which device, and what to do", async () => {
  const { account } = await site.person("Zoe");
  const visitor = new Visitor({ app: site.app as never });
  const csrf_token = csrfIn(await visitor.get("/sign-in"));
  await visitor.post("/sign-in", { email: account.email, password: PASSWORD, csrf_token }, FIREFOX);
  const { body } = await visitor.get(PATH);
  const activity = body.slice(body.indexOf('<h2 id="activity">'));
  expect(activity).toMatch(
    /Sign-in[\s\S]+With your password[\s\S]+Firefox on Linux[\s\S]+IP address<\/span> 127\.0\.0\.x/,
  );
  expect(activity).toMatch(/Not you\?[\s\S]+href="#current_password"/);
  const german = (await visitor.get(PATH, { "accept-language": "de" })).body;
  expect(german).toContain("Mit Ihrem Passwort");
});
