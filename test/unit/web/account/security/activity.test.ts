import pg from "pg";
import { expect, test } from "vitest";
import { useCoreSite } from "../../core-site.ts";
import { csrfIn, Visitor } from "../../site.ts";

const ACTIVITY = "/account/activity";

const site = useCoreSite();

test("events of passkeys name the passkey, if the event has its name", async () => {
  const { account, browser } = await site.person("Eva");
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query(
    `insert into audit_event (action, account_id, actor_id, caller_name, request_id, detail)
     values ('account.add_second_factor', $1, $1, 'web', 'r', '{"method": "passkey", "passkey": "Laptop <1>"}'),
       ('account.rename_passkey', $1, $1, 'web', 'r', '{"passkey": "Work laptop"}'),
       ('account.remove_second_factor', $1, $1, 'web', 'r', '{"method": "passkey"}')`,
    [account.accountId],
  );
  await client.end();
  const shown = async (language: string) => {
    const { body } = await browser.get(`${ACTIVITY}?group=security`, { "accept-language": language });
    return [...body.matchAll(/<strong[^>]*>(Passkey [^<]*)<\/strong>.*?<span>(.*?)<\/span> <span>/gs)].map(
      ([, title, facts]) => [title, facts],
    );
  };
  expect((await shown("en")).toSorted()).toEqual([
    ["Passkey added", "“Laptop &lt;1&gt;”"],
    ["Passkey removed", ""],
    ["Passkey renamed", "Now “Work laptop”"],
  ]);
  expect((await shown("de")).toSorted()).toEqual([
    ["Passkey entfernt", ""],
    ["Passkey hinzugefügt", "„Laptop &lt;1&gt;“"],
    ["Passkey umbenannt", "Jetzt „Work laptop“"],
  ]);
});

test("a change of the e-mail address names both, if the event has them", async () => {
  const { account, browser } = await site.person("Ella");
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query(
    `insert into audit_event (action, account_id, actor_id, caller_name, request_id, detail)
     values ('account.change_email', $1, $1, 'web', 'r', '{"from": "ella@a.example", "to": "ella@b.example"}'),
       ('account.change_email', $1, $1, 'web', 'r', '{}')`,
    [account.accountId],
  );
  await client.end();
  const shown = async (language: string) => {
    const { body } = await browser.get(`${ACTIVITY}?group=account`, { "accept-language": language });
    return body.replaceAll(/<[^>]*>/g, "").match(/(From|Von) ella@a.example (to|zu) ella@b.example/g);
  };
  expect(await shown("en")).toEqual(["From ella@a.example to ella@b.example"]);
  expect(await shown("de")).toEqual(["Von ella@a.example zu ella@b.example"]);
  const csv = (await browser.get(`${ACTIVITY}.csv?group=account`)).body;
  expect(csv).toContain(",ella@a.example,ella@b.example");
});

test("a sign-in on a new device has a badge, another one has not", async () => {
  const { account, browser } = await site.person("Dora");
  const badges = async (language: string) => {
    const { body } = await browser.get(`${ACTIVITY}?group=sign_ins`, { "accept-language": language });
    return body.match(/<span class="badge[^"]*">(New device|Neues Gerät)<\/span>/g) ?? [];
  };
  expect(await badges("en")).toEqual([]);
  const other = new Visitor({ app: site.app as never });
  const csrf_token = csrfIn(await other.get("/sign-in"));
  const form = { email: account.email, password: "correct horse battery staple", csrf_token };
  await other.post("/sign-in", form, { "user-agent": "curl/8.0" });
  expect(await badges("en")).toEqual(['<span class="badge ">New device</span>']);
  expect(await badges("de")).toEqual(['<span class="badge ">Neues Gerät</span>']);
});

test("the page says how long events are kept", async () => {
  const { browser } = await site.person("Nora");
  const { body } = await browser.get(ACTIVITY);
  expect(body).toContain("Events are deleted after 400 days. IP addresses are shortened.");
  const german = await browser.get(ACTIVITY, { "accept-language": "de" });
  expect(german.body).toContain("Ereignisse werden nach 400 Tagen gelöscht. IP-Adressen sind gekürzt.");
});
