import { Code, ConnectError } from "@connectrpc/connect";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { codeOf } from "../../../../support/world/second-factors.ts";
import { type Person, useCoreSite } from "../../core-site.ts";
import { csrfIn, Visitor } from "../../site.ts";

const PATH = "/account/security";
const ACTIVITY = "/account/activity";
const PASSWORD = "correct horse battery staple";
const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0" };

const site = useCoreSite();

/** The settings of the page, each with its state. The state and the name stand only there. */
async function overviewOf({ browser }: Person): Promise<string[]> {
  const { body } = await browser.get(PATH);
  const setting =
    /<section class="setting" aria-labelledby="([^"]+)">.*?<h2 id="\1">([^<]+?) ?<(?:(?!<\/section>).)*?class="setting-state"><span class="badge([^"]*)">([^<]+)/gs;
  return [...body.matchAll(setting)].map(([, , label, tone, state]) => {
    expect(body.split(new RegExp(`>${label} ?<`))).toHaveLength(2);
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
  expect(await overviewOf(person)).toEqual(["Passkeys: None plain", "Two-step verification: Off warn"]);
  const { body } = await person.browser.get(PATH);
  expect(body).toMatch(/<h2 id="passkeys">Passkeys <span class="badge[^"]*">Recommended<\/span><\/h2>/);
  expect(body).toMatch(/<p class="setting-value"><span class="muted">Set<\/span>/);
  expect(body).toMatch(
    /<h2 id="sessions"><a href="\/account\/devices">Devices<[\s\S]+<h2 id="activity"><a href="\/account\/activity">/,
  );
  await setUpApp(person);
  expect(await overviewOf(person)).toEqual([
    "Passkeys: None plain",
    "Two-step verification: On good",
    "Recovery codes: 10 left good",
  ]);
});

test("the status at the top recommends one step", async () => {
  const person = await site.person("Nia");
  const statusOf = async () => {
    const { body } = await person.browser.get(PATH);
    const [status = "", tone, title] =
      /<section class="verdict verdict-(\w+)"[\s\S]+?<h2[^>]*>([^<]+)[\s\S]+?<\/section>/.exec(body)!;
    const actions = [...status.matchAll(/<(?:a class="button ?"|button)[^>]*>([^<]+)</g)].map(([, label]) => label!);
    return { tone, title, actions, times: actions.map((label) => body.split(`>${label}<`).length - 1) };
  };
  expect(await statusOf()).toEqual({
    tone: "warn",
    title: "Your account is protected by a password only",
    actions: [],
    times: [],
  });
  const passkeys = /<h2 id="passkeys">[\s\S]+?<\/section>/;
  const first = (await person.browser.get(PATH)).body;
  // The settings that the status asks for follow it at once, the recommended one first and in the primary tone.
  expect([...first.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id).slice(0, 4)).toEqual([
    "verdict",
    "passkeys",
    "two-step",
    "password",
  ]);
  expect(passkeys.exec(first)![0]).toContain(
    '<a class="button " href="/account/security/passkey" data-needs-passkeys hidden>Add a passkey</a>',
  );
  expect(first.split(">Add a passkey<")).toHaveLength(2);
  expect(first).toContain('<button type="submit" class="secondary">Set up authenticator app</button>');
  await setUpApp(person);
  const second = (await person.browser.get(PATH)).body;
  expect(passkeys.exec(second)![0]).toContain('<a class="button secondary" href="/account/security/passkey"');
  expect(second.split(">Add a passkey<")).toHaveLength(2);
  const good = { tone: "good", title: "Your account is well protected", actions: [], times: [] };
  expect(await statusOf()).toEqual(good);
  await useCodes(person, 7);
  const few = "You have only 3 recovery codes left";
  expect(await statusOf()).toEqual({ tone: "warn", title: few, actions: ["Create new codes …"], times: [1] });
  await useCodes(person, 3);
  expect(await statusOf()).toMatchObject({
    title: "You have no recovery codes left",
    actions: ["Create new codes"],
    times: [1],
  });
});

test("an account of the external login reads the label of its button, or the name of the platform", async () => {
  const { account, browser } = await site.person("Lia");
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query("insert into external_identity (account_id, iss, sub) values ($1, 'https://i.example', 'lia')", [
    account.accountId,
  ]);
  await client.query(
    `insert into audit_event (action, account_id, actor_id, caller_name, request_id, detail)
     values ('session.start', $1, $1, 'web', 'r', '{"by": "external"}')`,
    [account.accountId],
  );
  await client.end();
  expect((await browser.get(PATH)).body).toContain("You sign in with the login of Latchkey. Set up");
  const options = { password: true, signUp: true, externalLabel: "Harbour SSO", mail: false };
  const read = vi.spyOn(site.core.accounts, "getSignInOptions").mockResolvedValue(options as never);
  const bodies = [await browser.get(PATH), await browser.get(PATH, { "accept-language": "de" })].map(
    ({ body }) => body,
  );
  const activity = await browser.get(ACTIVITY);
  read.mockRestore();
  expect(bodies[0]).toContain("You sign in with “Harbour SSO”. Set up two-step verification there.");
  expect(bodies[1]).toContain("Sie melden sich mit „Harbour SSO“ an.");
  expect(activity.body).toContain("With “Harbour SSO”");
});

/** Uses up this number of recovery codes. */
async function useCodes({ account }: Person, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const use = `update recovery_code set used_at = now() where id in (
    select id from recovery_code where account_id = $1 and used_at is null limit $2)`;
  await client.query(use, [account.accountId, count]);
  await client.end();
}

test("with three recovery codes or fewer, the page asks for new ones", async () => {
  const person = await site.person("Max");
  await setUpApp(person);
  await useCodes(person, 6);
  expect(await overviewOf(person)).toContain("Recovery codes: 4 left good");
  expect((await person.browser.get(PATH)).body).not.toContain("Create new codes before");
  await useCodes(person, 1);
  expect(await overviewOf(person)).toContain("Recovery codes: 3 left warn");
  expect((await person.browser.get(PATH)).body).toContain(
    "Create new codes before you run out. They replace the old ones.",
  );
});

test("the password is changed on the security page; the profile leads there", async () => {
  const { account, browser } = await site.person("Ute");
  const profile = await browser.get("/account");
  expect(profile.body).not.toContain("current_password");
  // One link in the menu of the header, one in the navigation of the account.
  expect(profile.body.match(/href="\/account\/security"/g)).toHaveLength(2);
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
  expect((await browser.get(PATH)).body).toMatch(/<span class="muted">Last changed <time[^>]+data-day>/);
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
  expect((await visitor.get(PATH)).body).toMatch(/Activity<\/a>[\s\S]+<small>Sign-in, Firefox on Linux, <time/);
  const { body } = await visitor.get(ACTIVITY);
  expect(body).toMatch(/Sign-in[\s\S]+With your password[\s\S]+Firefox on Linux[\s\S]+IP address<\/span> 127\.0\.0\.x/);
  expect(body).toMatch(/not you\?[\s\S]+href="\/account\/security#current_password"[\s\S]+href="\/account\/devices"/);
  const german = (await visitor.get(ACTIVITY, { "accept-language": "de" })).body;
  expect(german).toContain("Mit Ihrem Passwort");
});

test("a sign-in shows its second step, and a wrong second step asks for another password", async () => {
  const person = await site.person("Ria");
  await setUpApp(person);
  const { accountId } = person.account;
  const add = (id: number, action: string, detail: object, ago: string) =>
    addEvent({ accountId, id, action, detail, ago });
  const firefox = { browser: "Firefox", system: "Linux" };
  await add(1, "session.refuse", { method: "totp", ...firefox }, "2 hours");
  const known = "Your password may be known";
  const link = '<a href="/account/security#current_password">Change your password</a>';
  const open = (await person.browser.get(PATH)).body;
  expect(open).toContain(known);
  expect(open).not.toContain("well protected");
  const risky = (await person.browser.get(ACTIVITY)).body;
  expect(risky).toContain(
    `Correct password, wrong second step. If this was not you, someone else knows your password. ${link}`,
  );
  await add(2, "session.start", { by: "password", second_factor: "totp", ...firefox }, "1 hour");
  await add(3, "session.start", { by: "password", second_factor: "recovery_code" }, "50 minutes");
  const overview = (await person.browser.get(PATH)).body;
  expect(overview).not.toContain("well protected");
  expect(overview).toMatch(
    /verdict-warn" aria-labelledby="password-risk"[\s\S]+?If this was not you[\s\S]+?<time[\s\S]+?Firefox on Linux[\s\S]+?>No, change password<\/a> <form[\s\S]+?>Yes, it was me<\/button><\/form> <a href="\/account\/activity">/,
  );
  expect(overview).not.toContain(known);
  const { body } = await person.browser.get(ACTIVITY);
  expect(body).toMatch(
    /With your password and a recovery code[\s\S]+With your password and a code<[\s\S]+not you, someone/,
  );
  await add(4, "account.change_password", {}, "40 minutes");
  expect((await person.browser.get(ACTIVITY)).body).not.toContain("someone else knows");
  expect((await person.browser.get(PATH)).body).not.toContain("If this was not you");
});

test("a wrong code that the same browser corrects within minutes asks for nothing, another browser's does", async () => {
  const person = await site.person("Typ");
  await setUpApp(person);
  const { accountId } = person.account;
  const add = (id: number, action: string, detail: object, ago: string) =>
    addEvent({ accountId, id, action, detail, ago });
  const firefox = { browser: "Firefox", system: "Linux" };
  await add(1, "session.refuse", { method: "totp", ...firefox }, "30 minutes");
  await add(2, "session.start", { by: "password", second_factor: "totp", ...firefox }, "20 minutes");
  expect((await person.browser.get(PATH)).body).toContain("Your account is well protected");
  expect((await person.browser.get(ACTIVITY)).body).not.toContain("someone else knows");
  await add(3, "session.refuse", { method: "totp", browser: "Opera", system: "Linux" }, "10 minutes");
  await add(4, "session.start", { by: "password", second_factor: "totp", ...firefox }, "5 minutes");
  expect((await person.browser.get(PATH)).body).toContain("Your password may be known");
});

test("“Yes, it was me” ends the notice for the failed sign-ins of that browser until then, and for no others", async () => {
  const person = await site.person("Yes");
  const { browser } = person;
  await setUpApp(person);
  const { accountId } = person.account;
  const refuse = (id: number, from: string, ago: string) =>
    addEvent({
      accountId,
      id,
      action: "session.refuse",
      detail: { method: "totp", browser: from, system: "Linux" },
      ago,
    });
  await refuse(1, "Opera", "4 hours");
  await refuse(2, "Firefox", "3 hours");
  await refuse(3, "Firefox", "2 hours");
  const answer = async () => {
    const page = await browser.get(PATH);
    const [, event_id = ""] =
      /action="\/account\/security\/acknowledge"[^>]*>[\s\S]*?name="event_id" value="([^"]+)"/.exec(page.body)!;
    const { headers } = await browser.post(`${PATH}/acknowledge`, { csrf_token: csrfIn(page), event_id });
    return (await browser.get(headers.location!)).body;
  };
  const first = await answer();
  expect(first).toMatch(/Your password may be known[\s\S]+?Opera on Linux/);
  const list = (await browser.get(ACTIVITY)).body;
  expect(list).toContain("You confirmed a failed sign-in");
  expect(list.split("someone else knows")).toHaveLength(2);
  expect(await answer()).toContain("Your account is well protected");
  expect((await browser.get(`${ACTIVITY}?group=failed`)).body).not.toContain("someone else knows");
  await refuse(4, "Firefox", "1 minute");
  expect((await browser.get(PATH)).body).toContain("Yes, it was me");
});

test("C12 a failed sign-in is acknowledged only with the form's token, and only by its own account", async () => {
  const [mine, other] = [await site.person("Own"), await site.person("Oth")];
  await addEvent({ accountId: mine.account.accountId, id: 1, action: "session.refuse", detail: {}, ago: "1 hour" });
  const [, event_id = ""] = /([0-9a-f-]{36})[^\n]*session\.refuse/.exec(
    (await mine.browser.get(`${ACTIVITY}.csv`)).body,
  )!;
  const path = `${PATH}/acknowledge`;
  expect((await mine.browser.post(path, { event_id })).statusCode).toBe(403);
  const csrf_token = csrfIn(await other.browser.get(PATH));
  expect((await other.browser.post(path, { event_id, csrf_token })).statusCode).toBe(404);
});

test("a core of the previous release keeps the notice about a failed sign-in", async () => {
  const { browser } = await site.person("Ada");
  const csrf_token = csrfIn(await browser.get(PATH));
  const acknowledge = vi.spyOn(site.core.accounts, "acknowledgeFailedSignIn");
  acknowledge.mockRejectedValue(new ConnectError("there is no such RPC", Code.Unimplemented));
  const { headers } = await browser.post(`${PATH}/acknowledge`, { csrf_token, event_id: "" });
  acknowledge.mockRestore();
  expect(headers.location).toBe(PATH);
  expect((await browser.get(PATH)).body).not.toContain("The notice about this sign-in is closed.");
});

interface AddedEvent {
  accountId: string;
  /** Its place among the added events. All are newer than those of the test's own calls. */
  id: number;
  action: string;
  detail: object;
  ago: string;
}

async function addEvent({ accountId, id, action, detail, ago }: AddedEvent): Promise<void> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query(
    `insert into audit_event (id, at, action, account_id, actor_id, caller_name, request_id, detail)
     select (left(max(id::text), 13) || '-7fff-bfff-' || to_char($2::int, 'FM000000000000'))::uuid, now() - $5::interval, $3, $1, $1, 'web', 'request', $4
     from audit_event where account_id = $1`,
    [accountId, id, action, detail, ago],
  );
  await client.end();
}

test("events stand below their days, and earlier ones on further pages", async () => {
  const { account, browser } = await site.person("Eva");
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  // Ids are in the order of time, and older than those of the sign-in.
  await client.query(
    `insert into audit_event (id, at, action, account_id, actor_id, caller_name, request_id, detail)
     select ('00000000-0000-7000-8000-0000000000' || to_char(n, 'FM00'))::uuid, '2026-01-01T10:00:00Z'::timestamptz + n * interval '12 hours',
       'session.end', $1, $1, 'web', 'request', jsonb_build_object('ended_sessions', n) from generate_series(10, 39) n`,
    [account.accountId],
  );
  await client.end();
  const countsOf = (body: string) =>
    [...body.matchAll(/Signed out (\d+) other devices/g)].map(([, count]) => Number(count));
  const first = await browser.get(ACTIVITY);
  expect(countsOf(first.body)).toEqual(Array.from({ length: 24 }, (_, at) => 39 - at));
  expect(first.body.match(/<section class="log-day"/g)).toHaveLength(13);
  expect(first.body).not.toContain("Show newest activity");
  const [, next] = /rel="next" href="([^"]+)">Show earlier activity/.exec(first.body)!;
  const second = await browser.get(next!.replaceAll("&amp;", "&"));
  expect(countsOf(second.body)).toEqual([15, 14, 13, 12, 11, 10]);
  expect(second.body).not.toContain("Show earlier activity");
  expect(second.body).toContain(`href="${ACTIVITY}">Show newest activity`);
});

test("the tabs of the activity list one kind of event, and the links to earlier events keep it", async () => {
  const { account, browser } = await site.person("Filter");
  const page = async (query: string) => (await browser.get(`${ACTIVITY}${query}`)).body;
  expect(await page("?group=sign_ins")).toMatch(
    /<a href="\/account\/activity\?group=sign_ins" aria-current="true">Sign-ins</,
  );
  expect(await page("?group=sign_ins")).toContain("With your password");
  const empty = await page("?group=failed");
  expect(empty).toContain("No such activity is recorded");
  expect(empty).toContain('href="/account/activity">Show all activity');
  expect(await page("?group=unknown")).toMatch(/<a href="\/account\/activity" aria-current="true">All</);
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const insert = `insert into audit_event (action, caller_name, request_id, account_id) select 'session.refuse', 'page', 'r', $1 from generate_series(1, 26)`;
  await client.query(insert, [account.accountId]).finally(() => client.end());
  const failed = await page("?group=failed");
  const [, next = ""] = /href="([^"]+)">Show earlier activity/.exec(failed)!;
  expect(next).toContain("group=failed&amp;page=");
  const last = (await browser.get(next.replaceAll("&amp;", "&"))).body;
  expect(last.split("Correct password, wrong second step")).toHaveLength(2);
  expect(last).toContain('href="/account/activity?group=failed">Show newest activity');
});

test("what the platform did is one sentence", async () => {
  const { account, browser } = await site.person("Pia");
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const insert = `insert into audit_event (action, caller_name, request_id, account_id, detail)
    values ('account.reset_second_factor', 'cli', 'r', $1, '{"ended_sessions": 3}'), ('account.set_roles', 'cli', 'r', $1, '{}')`;
  await client.query(insert, [account.accountId]).finally(() => client.end());
  const { body } = await browser.get(ACTIVITY);
  expect(body).toContain("<span>Signed out 3 devices, by Latchkey</span>");
  expect(body).toContain("<span>By Latchkey</span>");
});
