import pg from "pg";
import { expect, test } from "vitest";
import { useCoreSite } from "../../core-site.ts";

const ACTIVITY = "/account/activity";

const site = useCoreSite();

test("the activity is exported as a file of the account's own events, with the filter of the page", async () => {
  const [person, other] = [await site.person("Eva"), await site.person("Adam")];
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query(
    `insert into audit_event (action, account_id, actor_id, caller_name, request_id, address, detail)
     values ('session.refuse', $1, $1, 'web', 'r', '192.0.2.77', '{"method": "totp", "browser": "=HYPERLINK(1)"}'),
       ('session.refuse', $2, $2, 'web', 'r', '198.51.100.7', '{}')`,
    [person.account.accountId, other.account.accountId],
  );
  await client.end();
  const page = await person.browser.get(`${ACTIVITY}?group=failed`);
  expect(page.body).toContain(
    '<a class="button secondary" href="/account/activity.csv?group=failed">Export as CSV</a>',
  );
  const failed = await person.browser.get(`${ACTIVITY}.csv?group=failed`);
  expect([failed.statusCode, failed.headers["content-type"], failed.headers["content-disposition"]]).toEqual([
    200,
    "text/csv; charset=utf-8; header=present",
    'attachment; filename="activity.csv"',
  ]);
  const [header, ...lines] = failed.body.split("\r\n");
  expect(header).toBe(
    "event_id,at,action,method,second_factor,ended_sessions,browser,system,network,by_other,passkey,ended_browser,ended_system,new_device,former_email,new_email",
  );
  expect(lines).toEqual([
    expect.stringMatching(
      /^[0-9a-f-]{36},\d{4}-\d\d-\d\dT[^,]+Z,session\.refuse,totp,,0,'=HYPERLINK\(1\),,192\.0\.2\.0\/24,false,,,,false,,$/,
    ),
    "",
  ]);
  const all = (await person.browser.get(`${ACTIVITY}.csv`)).body;
  expect([all.includes("session.start"), all.includes("198.51.100")]).toEqual([true, false]);
});

test("the file is for the signed-in account only, and not linked from an empty list", async () => {
  const { statusCode, headers } = await site.app.inject({ url: `${ACTIVITY}.csv` });
  expect([statusCode, headers.location]).toEqual([303, "/sign-in?next=%2Faccount%2Factivity"]);
  const { browser } = await site.person("Nora");
  expect((await browser.get(`${ACTIVITY}?group=failed`)).body).not.toContain(".csv");
});
