import { Code, ConnectError } from "@connectrpc/connect";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { useCoreSite } from "../../core-site.ts";
import { csrfIn, Visitor } from "../../site.ts";

const COOKIE = "__Host-latchkey";
const PASSWORD = "correct horse battery staple";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

const site = useCoreSite();

/** Signs the account in with another browser. */
async function signInElsewhere(email: string): Promise<Visitor> {
  const other = new Visitor({ app: site.app as never });
  const csrf_token = csrfIn(await other.get("/sign-in"));
  await other.post("/sign-in", { email, password: PASSWORD, csrf_token }, { "user-agent": FIREFOX });
  expect(other.cookies.has(COOKIE)).toBe(true);
  return other;
}

test("the page names each device and signs one out", async () => {
  const { account, browser } = await site.person("Mia");
  const other = await signInElsewhere(account.email);
  const page = await browser.get("/account/devices");
  expect(page.body).toContain("Firefox on Linux");
  expect(page.body.match(/This device/g)).toHaveLength(1);
  expect(page.body.match(/Active now/g)).toHaveLength(2);
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const age =
    "update session set last_seen_at = now() - interval '5 minutes' where account_id = $1 and user_agent = $2";
  await client.query(age, [account.accountId, FIREFOX]);
  await client.end();
  const later = await browser.get("/account/devices");
  expect(later.body.match(/Active now/g)).toHaveLength(1);
  expect(later.body).toContain("Active a few minutes ago");
  expect(page.body).toMatch(
    /signs out the other device at once\. Connected apps keep working\.<\/p>[\s\S]*<button[^>]*>Sign out everywhere else</,
  );
  expect(page.body).toMatch(/Is one of these devices not yours\?[\s\S]*<section class="card devices"/);
  const german = await browser.get("/account/devices", { "accept-language": "de" });
  expect(german.body).toMatch(/Melden Sie es ab, und <a [^>]*>ändern Sie danach Ihr Passwort<\/a>\./);
  expect((await browser.get("/sign-out")).body).toContain(
    "Only this device is signed out. Connected apps keep working.",
  );
  expect(page.body).toMatch(/Signed in<\/span> <time [^>]+ data-exact="zone">[^<]+ UTC<\/time>/);
  const [, session_id] = /name="session_id" value="([^"]+)"/.exec(page.body)!;
  const form = { session_id: session_id!, csrf_token: csrfIn(page) };
  const answer = await browser.post("/account/security/sessions/end", form);
  expect(answer.headers.location).toBe("/account/devices?done=ended");
  expect((await browser.get("/account/devices?done=ended")).body).toContain("The device is signed out.");
  expect((await other.get("/account/devices")).headers.location).toContain("/sign-in");
  // The event names the device that was signed out, and not only the one that acted.
  expect((await browser.get("/account/activity")).body).toContain("Signed out Firefox on Linux");
  expect((await browser.get("/account/activity", { "accept-language": "de" })).body).toContain(
    "Firefox auf Linux abgemeldet",
  );
  const again = await browser.post("/account/security/sessions/end", form);
  expect(again.headers.location).toBe("/account/devices?done=endedBefore");
  expect((await browser.get(again.headers.location!)).body).toContain("The device was already signed out.");
});

test("two sessions of one device and minute have the second of their sign-in, and no others", async () => {
  const { account, browser } = await site.person("Mia Twice");
  for (let n = 0; n < 3; n++) await signInElsewhere(account.email);
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  for (const [n, at] of ["10:05:03", "10:05:58", "10:06:01"].entries())
    await client.query(
      `update session set created_at = $3 where id =
         (select id from session where account_id = $1 and user_agent = $2 order by id offset $4 limit 1)`,
      [account.accountId, FIREFOX, `2026-11-30T${at}Z`, n],
    );
  await client.end();
  const { body } = await browser.get("/account/devices");
  const times = [...body.matchAll(/data-exact="(\w+)">30 Nov 2026, (10:[^<]*)</g)].map(([, exact, at]) => [exact, at]);
  expect(times.sort()).toEqual([
    ["seconds", "10:05:03 UTC"],
    ["seconds", "10:05:58 UTC"],
    ["zone", "10:06 UTC"],
  ]);
});

test("a session that was not used for hours says since when", async () => {
  const { account, browser } = await site.person("Ida");
  await signInElsewhere(account.email);
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const age =
    "update session set last_seen_at = now() - interval '3 hours 5 minutes' where account_id = $1 and user_agent = $2";
  await client.query(age, [account.accountId, FIREFOX]);
  await client.end();
  expect((await browser.get("/account/devices")).body).toMatch(/Last active<\/span> <time [^>]+>3 hours ago<\/time>/);
  const german = await browser.get("/account/devices", { "accept-language": "de" });
  expect(german.body).toMatch(/Zuletzt aktiv<\/span> <time [^>]+>vor 3 Stunden<\/time>/);
});

test("the security page names the last other devices, and counts the rest", async () => {
  const { account, browser } = await site.person("Una");
  const summary = async () =>
    /<a href="\/account\/devices">Devices<\/a> <\/h2><small>([^<]*)/.exec(
      (await browser.get("/account/security")).body,
    )?.[1];
  expect(await summary()).toBe("You are signed in on this device only.");
  await signInElsewhere(account.email);
  expect(await summary()).toBe("This device and Firefox on Linux");
  await signInElsewhere(account.email);
  expect(await summary()).toBe("This device, Firefox on Linux and 1 more device");
});

test("one button signs out all other devices", async () => {
  const { account, browser } = await site.person("Max");
  expect((await browser.get("/account/devices")).body).not.toContain("sessions/end-others");
  const other = await signInElsewhere(account.email);
  const csrf_token = csrfIn(await browser.get("/account/devices"));
  await browser.post("/account/security/sessions/end-others", { csrf_token });
  expect((await other.get("/account/security")).statusCode).toBe(303);
  expect((await browser.get("/account/security")).statusCode).toBe(200);
});

test("C12 a form without its token ends nothing", async () => {
  const { account, browser } = await site.person("Tom");
  const other = await signInElsewhere(account.email);
  expect((await browser.post("/account/security/sessions/end-others", {})).statusCode).toBe(403);
  expect((await other.get("/account/security")).statusCode).toBe(200);
});

test("the account page changes the language of the pages and of the mails", async () => {
  const { browser, account } = await site.person("Lea");
  const page = await browser.get("/account", { "accept-language": "de" });
  const section = page.body.slice(page.body.indexOf('id="own-language"'), page.body.indexOf("</main>"));
  expect(section).toMatch(/<option value="en"[^>]*>English<[\s\S]*<option value="de" selected>Deutsch/);
  const form = { language: "de", csrf_token: csrfIn(page) };
  expect((await browser.post("/account/language", { language: "de" })).statusCode).toBe(403);
  const answer = await browser.post("/account/language", form);
  expect(answer.headers.location).toBe("/account?changed=language");
  expect((await browser.get("/account?changed=language")).body).toContain("Ihre Sprache wurde geändert.");
  expect((await browser.post("/account/language", { ...form, language: "xx" })).headers.location).toBe("/account");
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select language from account where id = $1", [account.accountId]);
  await client.end();
  expect(rows).toEqual([{ language: "de" }]);
});

test("the account page does not confirm a language that a core of the previous release does not store", async () => {
  const { browser } = await site.person("Eva");
  const csrf_token = csrfIn(await browser.get("/account"));
  const set = vi.spyOn(site.core.accounts, "setAccountLanguage");
  set.mockRejectedValue(new ConnectError("there is no such RPC", Code.Unimplemented));
  const { headers, cookies } = await browser.post("/account/language", { language: "de", csrf_token });
  set.mockRestore();
  expect(headers.location).toBe("/account");
  expect(cookies.map(({ value }) => value)).toContain("de");
});

test("the account page changes the name", async () => {
  const { browser } = await site.person("Zoe");
  const csrf_token = csrfIn(await browser.get("/account"));
  const answer = await browser.post("/account/name", { name: "Zoe Zander", csrf_token });
  expect(answer.headers.location).toBe("/account?changed=name");
  expect((await browser.get("/account?changed=name")).body).toMatch(/Your name was changed\.[\s\S]*value="Zoe Zander"/);
  const empty = await browser.post("/account/name", { name: " ", csrf_token });
  expect([empty.statusCode, empty.body.includes('<a href="#name">')]).toEqual([400, true]);
  const hidden = await browser.post("/account/name", { name: "Zoe\u202e Zander", csrf_token });
  expect(hidden.body).toContain("Remove control characters and characters that change the text direction.");
});

test("the account page lists the messages that the account gets, and says how it is closed", async () => {
  const { browser } = await site.person("Kim");
  const { body } = await browser.get("/account");
  expect(body).toMatch(/<h2 id="messages">Messages<[\s\S]+Latchkey sends no e-mail\./);
  expect(body).toMatch(
    /<h2 id="close-account">Close account<[\s\S]+This cannot be undone\.[\s\S]+<a class="button danger outline" href="\/account\/close">Close account …</,
  );
});
