import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Person, useCoreSite } from "./core-site.ts";

const HOSTILE = `<img src=x onerror=alert(1)>"'`;
const SHOWN = "&lt;img src=x onerror=alert(1)&gt;";
const URL = "https://hooks.parcels.example/latchkey";
const INSTALLATION = "019af0c2-7d5e-7f11-9a4b-0d8f4f3f2b10";
const SECRET = /whsec_[A-Za-z0-9+/=]+/;

const TEST_MARK = '<span class="badge ">Test</span>';

const site = useCoreSite();
let sql: pg.Client;
let ada: Person["browser"];
let olga: Person["browser"];
let eve: Person["browser"];
let clientId: string;
let otherClientId: string;
/** The lists of the app and of the platform. */
let [own, platform] = ["", "/console/webhooks"];

beforeAll(async () => {
  sql = new pg.Client({ connectionString: site.databaseUrl });
  await sql.connect();
  const developer = await site.person("Ada", { developer: true });
  ada = developer.browser;
  olga = (await site.person("Olga", { operator: true })).browser;
  eve = (await site.person("Eve", { developer: true, operator: true })).browser;
  clientId = await site.draft(developer);
  otherClientId = await site.draft(developer, { name: "Other" });
  own = `/portal/apps/${clientId}/webhooks`;
});
afterAll(() => sql.end());

type Fields = [string, string][];
const some: Fields = [
  ["url", URL],
  ["description", `Production ${HOSTILE}`],
  ["events", "some"],
  ["event_types", "installation.created"],
  ["event_types", "app.approved"],
];

/** A new endpoint and the page of its secret. */
async function add(browser: Person["browser"], list: string, fields = some) {
  const made = await browser.submit(`${list}/new`, fields, `${list}/new`);
  const secretPath = String(made.headers.location);
  return { path: secretPath.replace(/\/secret$/, ""), secretPath, page: await browser.get(secretPath) };
}

const endpointOf = async (path: string) =>
  (await site.core.webhooks.getWebhookEndpoint({ endpointId: path.split("/").at(-1)! }, site.byKey)).endpoint!;

test("an endpoint without a URL asks for one", async () => {
  const { body } = await ada.submit(
    `${own}/new`,
    [
      ["url", " "],
      ["events", "all"],
    ],
    `${own}/new`,
  );
  expect(body).toContain("Enter the URL that receives the events.");
});

test("an empty list leads to the first endpoint and to the documentation", async () => {
  const { body } = await ada.get(own);
  expect(body).toContain(`href="${own}/new">Add endpoint</a><a href="/docs/webhooks">How to receive webhooks</a>`);
});

test("the page of the app shows the state of its endpoints, those with a problem first", async () => {
  const { browser, ...developer } = await site.person("Hedda", { developer: true });
  const page = `/portal/apps/${await site.draft({ browser, ...developer }, { name: "Hooked" })}`;
  const card = async () => /id="webhooks">(.*?)<\/section>/s.exec((await browser.get(page)).body)?.[1] ?? "";
  const badges = async () =>
    [...(await card()).matchAll(/<span class="badge [^"]*">([^<]*)<\/span>/g)].map(([, text]) => text);
  expect(await card()).toContain("Add an endpoint to be notified");
  const added: string[] = [];
  for (const n of [1, 2, 3, 4]) {
    const fields: Fields = [
      ["url", `https://hooks${n}.parcels.example/`],
      ["events", "all"],
    ];
    added.push((await add(browser, `${page}/webhooks`, fields)).path);
  }
  expect(await badges()).toEqual(["Active", "Active", "Active"]);
  expect(await card()).toContain("1 more endpoint<");
  await browser.submit(added[3]!, {}, `${added[3]}/disable`);
  await sql.query("update webhook_endpoint set failing_since = now() - interval '3 days' where id = $1", [
    added[2]!.split("/").at(-1),
  ]);
  expect(await badges()).toEqual(["Failing", "Disabled", "Active"]);
  const failing = `<a href="${added[2]}">hooks3.parcels.example</a>`;
  expect(await card()).toMatch(new RegExp(`${failing} .*Failing</span></p><p[^>]*><small>Since <time`));
});

describe("an endpoint", () => {
  test("is added with its event types, and its secret is shown once", async () => {
    const { path, secretPath, page } = await add(ada, own);
    const secret = SECRET.exec(page.body)?.[0] ?? "";
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(secret).not.toBe("");
    expect(page.body).toContain('<div class="notice notice-warn"><p><strong>This secret is shown only once.</strong>');
    expect(page.body).toContain('<a href="/docs/webhooks#verify">library for Standard Webhooks</a>');
    const again = await ada.get(secretPath);
    expect([again.statusCode, again.headers.location]).toEqual([303, `${path}#secrets`]);
    for (const url of [own, path, `${path}/edit`, `${path}/delete`]) {
      const shown = await ada.get(url);
      expect(shown.statusCode, url).toBe(200);
      expect(shown.body, url).not.toMatch(SECRET);
      expect(shown.body, url).not.toContain("<img src=x");
    }
    expect((await ada.get(own)).body).toContain(`Production ${SHOWN}`);
    expect(await endpointOf(path)).toMatchObject({ clientId, eventTypes: ["installation.created", "app.approved"] });
    expect((await ada.get(`${path}/edit`)).body).toMatch(/value="app\.approved" checked/);
  });

  test("with faulty input is not added: the errors stand at their fields and the input is kept", async () => {
    const before = (await site.core.webhooks.listWebhookEndpoints({ clientId }, site.byKey)).endpoints.length;
    const faulty: Fields = [
      ["url", "http://hooks.parcels.example"],
      ["description", "x".repeat(201)],
      ["events", "all"],
    ];
    const page = await ada.submit(`${own}/new`, faulty, `${own}/new`);
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('<a href="#url">URL: Use https:// instead of http://.');
    const withFragment: Fields = [["url", "https://hooks.parcels.example/hook#x"], ...faulty.slice(1)];
    expect((await ada.submit(`${own}/new`, withFragment, `${own}/new`)).body).toContain(
      '<a href="#url">URL: Remove the fragment (#) from the URL.',
    );
    expect(page.body).toContain('<a href="#description">Description: Use at most 200');
    expect(page.body).toContain('value="http://hooks.parcels.example"');
    const inside = await ada.submit(
      `${own}/new`,
      [
        ["url", "https://10.0.0.1/"],
        ["events", "all"],
      ],
      `${own}/new`,
    );
    expect(inside.body).toContain('<a href="#url">URL: Enter a URL with a public host');
    const none = await ada.submit(
      `${own}/new`,
      [
        ["url", URL],
        ["events", "some"],
      ],
      `${own}/new`,
    );
    expect([none.statusCode, none.body.includes('<a href="#event_types">Events: ')]).toEqual([400, true]);
    expect((await site.core.webhooks.listWebhookEndpoints({ clientId }, site.byKey)).endpoints).toHaveLength(before);
  });

  test("is edited, disabled, enabled and deleted", async () => {
    const { path } = await add(ada, own);
    const all: Fields = [
      ["url", `${URL}/2`],
      ["description", ""],
      ["events", "all"],
      ["event_types", "app.approved"],
    ];
    const saved = await ada.submit(`${path}/edit`, all, `${path}/edit`);
    expect(saved.headers.location).toBe(path);
    expect((await ada.get(path)).body).toContain("The endpoint was saved.");
    expect(await endpointOf(path)).toMatchObject({ url: `${URL}/2`, description: "", eventTypes: [] });
    await ada.submit(path, {}, `${path}/disable`);
    const disabled = (await ada.get(path)).body;
    expect(disabled).toContain("The endpoint has been disabled since");
    expect(disabled).not.toContain(`${path}/test"`);
    await ada.submit(path, {}, `${path}/enable`);
    expect(await endpointOf(path)).toMatchObject({ url: `${URL}/2`, state: 1 });
    const deleted = await ada.submit(`${path}/delete`, {}, `${path}/delete`);
    expect(deleted.headers.location).toBe(own);
    // The pages and forms of another window lead back to the list.
    const late = await Promise.all([ada.get(path), ada.submit(`${own}/new`, {}, `${path}/disable`)]);
    for (const { statusCode, body } of late) {
      expect(statusCode).toBe(404);
      expect(body).toContain("This endpoint was deleted, or your account has no access to it.");
      expect(body).toContain(`<a class="button" href="${own}">Go to the webhooks</a>`);
    }
  });

  test("has two secrets at most and one at least", async () => {
    const { path } = await add(ada, own);
    const made = await ada.submit(path, {}, `${path}/secrets`);
    expect(made.headers.location).toBe(`${path}/secret`);
    expect((await ada.get(`${path}/secret`)).body).toMatch(SECRET);
    expect((await ada.submit(`${path}/delete`, {}, `${path}/secrets`)).statusCode).toBe(409);
    const [first, second] = (await endpointOf(path)).secrets.map(({ secretId }) => secretId);
    expect((await ada.get(`${path}/secrets/${first}`)).body).toContain("Delete the secret");
    await ada.submit(`${path}/secrets/${first}`, {}, `${path}/secrets/${first}`);
    expect((await endpointOf(path)).secrets.map(({ secretId }) => secretId)).toEqual([second]);
    expect((await ada.submit(`${path}/delete`, {}, `${path}/secrets/${second}`)).statusCode).toBe(409);
    expect((await ada.submit(`${path}/delete`, {}, `${path}/secrets/${first}`)).statusCode).toBe(404);
  });
});

describe("deliveries", () => {
  let path: string;
  let deliveryId: string;

  beforeAll(async () => {
    path = (await add(ada, own)).path;
    // The endpoint is disabled while its rows are written, so that nothing is delivered.
    await ada.submit(path, {}, `${path}/disable`);
    const { rows } = await sql.query(
      `insert into webhook_delivery (endpoint_id, event_id, type, at, client_id, merchant_id, installation_id, order_key, payload, state, position, attempts,
         completed_at, last_result, last_status, last_duration_ms, expires_at)
       select $1, uuidv7(), t, clock_timestamp(), $2, 'shop-1', case n when 1 then $4::uuid end, t, $3, s, n, 1, clock_timestamp(), 'STATUS', 500, 87, clock_timestamp() + interval '1 day'
       from (values (1, 'installation.created', 'FAILED'), (2, 'app.approved', 'SUCCEEDED')) as v(n, t, s) returning id, state`,
      [path.split("/").at(-1), clientId, JSON.stringify({ type: "installation.created", note: HOSTILE }), INSTALLATION],
    );
    deliveryId = rows.find(({ state }) => state === "FAILED").id;
    await sql.query(
      `insert into webhook_attempt (delivery_id, at, duration_ms, url, result, status, response_body, expires_at)
       values ($1, '2026-03-01 10:20:30+00', 87, $2, 'STATUS', 500, $3, clock_timestamp() + interval '1 day')`,
      [deliveryId, URL, `no ${HOSTILE}`],
    );
  });

  test("are listed with their date and time after a day", async () => {
    const created = async () =>
      /data-label="Created"><div>(.*?)<\/div>/.exec((await ada.get(`${path}?state=failed`)).body)?.[1];
    expect(await created()).toMatch(/^<time [^>]*title="[^"]*">(?:now|\d+ \w+ ago)<\/time>$/);
    const setAge = (age: string) =>
      sql.query("update webhook_delivery set created_at = clock_timestamp() - $2::interval where id = $1", [
        deliveryId,
        age,
      ]);
    await setAge("25 hours");
    expect(await created()).toMatch(/^<time [^>]*data-exact>\d+ \w+ \d{4}, \d{2}:\d{2} UTC<\/time>$/);
    await setAge("0");
  });

  test("have the result and the time of the newest one in the list of endpoints", async () => {
    const { path: fresh } = await add(ada, own);
    const newest = async () =>
      new RegExp(`href="${fresh}"[\\s\\S]*?data-label="Last delivery"><div>([\\s\\S]*?)</div>`).exec(
        (await ada.get(own)).body,
      )?.[1];
    const deliver = (result: string | null, status: number | null) =>
      sql.query(
        `insert into webhook_delivery (endpoint_id, event_id, type, at, order_key, payload, state, position, last_result, last_status, expires_at)
         values ($1, uuidv7(), 'app.approved', clock_timestamp(), uuidv7()::text, '{}', 'FAILED', 1, $2, $3, clock_timestamp() + interval '1 day')`,
        [fresh.split("/").at(-1), result, status],
      );
    expect(await newest()).toBe("None in the last 30 days");
    await deliver("STATUS", 500);
    expect(await newest()).toMatch(/^<span class="badge badge-bad">HTTP 500<\/span> <small><time /);
    await deliver("OK", 204);
    expect(await newest()).toContain('<span class="badge badge-good">HTTP 204</span>');
    await deliver(null, null);
    expect(await newest()).toContain('<span class="badge badge-plain">Not attempted yet</span>');
    await ada.submit(`${fresh}/delete`, {}, `${fresh}/delete`);
  });

  const linksOf = (body: string) => body.match(/\/deliveries\/[0-9a-f-]{36}"/g) ?? [];

  test("that are retried are counted beside the state of the endpoint, and all their attempts in the list", async () => {
    const { path: retried } = await add(ada, own);
    const { rows } = await sql.query(
      `insert into webhook_delivery (endpoint_id, event_id, type, at, client_id, order_key, payload, state, position, attempts, next_attempt_at, expires_at)
       select $1, uuidv7(), 'app.approved', clock_timestamp(), $2, n::text, '{}', 'PENDING', n, n - 1, clock_timestamp() + interval '1 hour', clock_timestamp() + interval '1 day'
       from generate_series(1, 3) n returning id, attempts`,
      [retried.split("/").at(-1), clientId],
    );
    await sql.query(
      `insert into webhook_attempt (delivery_id, at, duration_ms, url, result, status, expires_at)
       select $1, clock_timestamp(), 87, $2, 'STATUS', 500, clock_timestamp() + interval '1 day' from generate_series(1, 7)`,
      [rows.find(({ attempts }) => attempts === 1).id, URL],
    );
    const badges = '<span class="badge badge-good">Active</span> <span class="badge badge-warn">2 being retried</span>';
    for (const page of [own, retried, `/portal/apps/${clientId}`])
      expect((await ada.get(page)).body, page).toContain(badges);
    const counts = (await ada.get(retried)).body.matchAll(/data-label="Attempts"><div>(\d+)</g);
    expect([...counts].map(([, count]) => count)).toEqual(["2", "7", "0"]);
    const chart = (await ada.get(retried)).body;
    expect(chart).toMatch(/chart-legend-bad"><a href="[^"]*\?state=failed#deliveries">0 failed</);
    expect(chart).toMatch(/chart-legend-warn"><a href="[^"]*\?state=pending#deliveries">2 being retried</);
    expect(chart).toMatch(/<rect class="bar-warn[^>]*><title>[^<]*: 2 being retried so far<\/title>/);
    expect(chart).not.toContain('<rect class="bar-bad');
    await ada.submit(retried, {}, `${retried}/disable`);
    expect((await ada.get(own)).body).not.toContain("being retried");
  });

  test("are listed by state, type and installation", async () => {
    const all = (await ada.get(path)).body;
    expect(all).toContain(`href="${path}?state=pending" >Waiting or retrying <span class="list-count">0</span></a>`);
    expect(all).toContain(`href="${path}?state=failed" >Failed <span class="list-count">1</span></a>`);
    // A filter shows no counts, which are of all deliveries.
    expect((await ada.get(`${path}?type=app.approved`)).body).toContain(
      `?state=failed&amp;type=app.approved" >Failed</a>`,
    );
    expect(linksOf((await ada.get(path)).body)).toHaveLength(2);
    expect(linksOf((await ada.get(`${path}?state=failed`)).body)).toEqual([`/deliveries/${deliveryId}"`]);
    expect(linksOf((await ada.get(`${path}?type=app.approved`)).body)).toHaveLength(1);
    expect(linksOf((await ada.get(`${path}?state=failed&type=app.approved`)).body)).toEqual([]);
    const ofInstallation = (id: string) => ada.get(`${path}?installation=${encodeURIComponent(id)}`);
    expect(linksOf((await ofInstallation(` ${INSTALLATION} `)).body)).toEqual([`/deliveries/${deliveryId}"`]);
    expect(linksOf((await ofInstallation(crypto.randomUUID())).body)).toEqual([]);
    expect(linksOf((await ofInstallation(HOSTILE)).body)).toEqual([]);
    expect((await ada.get(`${path}?state=%3Cx%3E&type=%3Cx%3E`)).statusCode).toBe(200);
  });

  test("name the merchant with a link to its installation; without a name, they show its ID", async () => {
    const link = (content: string) =>
      `<a href="/portal/apps/${clientId}/installations/${INSTALLATION}" class="second-link">${content}</a>`;
    const pages = [path, `${path}/deliveries/${deliveryId}`];
    // Without the script, the link of the first cell covers the row, so that cell has no other link.
    expect((await ada.get(path)).body).toMatch(
      /<code>installation\.created<\/code><\/a><\/div><\/td><td[^>]* data-label="Merchant">/,
    );
    expect((await ada.get(path)).body).toContain(link("<code>shop-1</code>"));
    await sql.query("insert into merchant (id, name) values ('shop-1', $1)", [`Harbour ${HOSTILE}`]);
    for (const page of pages)
      expect((await ada.get(page)).body, page).toContain(link(`<bdi>Harbour ${SHOWN}&quot;&#39;</bdi>`));
    // On a phone, the merchant and the time share a line. The event of an app is about no installation and no merchant.
    expect((await ada.get(path)).body).toMatch(
      /<td class="phone-line"[^>]* data-label="Merchant">.*<td class="phone-end"[^>]* data-label="Created">/,
    );
    await sql.query(
      `insert into installation (id, app_id, merchant_id, state, version) select $1, id, 'shop-1', 'ACTIVE', 1 from app where client_id = $2`,
      [INSTALLATION, clientId],
    );
    const ofMerchant = (await ada.get(`${path}?installation=shop-1`)).body;
    expect(linksOf(ofMerchant)).toEqual([`/deliveries/${deliveryId}"`]);
    expect(ofMerchant).toMatch(/placeholder="Merchant or installation ID"/);
    await sql.query("delete from installation where id = $1", [INSTALLATION]);
    expect(linksOf((await ada.get(`${path}?installation=shop-1`)).body)).toEqual([]);
    await sql.query("update webhook_delivery set merchant_id = null where type = 'app.approved'");
    const ofApp = (await ada.get(`${path}?type=app.approved`)).body;
    expect(ofApp).not.toContain("/installations/");
    expect(ofApp).toContain('data-label="Merchant"><div>–</div>');
  });

  test("that fail tell their error at the top of the page of the endpoint", async () => {
    const { body } = await ada.get(path);
    expect(body).toMatch(/disabled since <time[^>]*>[^<]*<\/time>\. The last error: HTTP 500\./);
  });

  test("without a response say so", async () => {
    const fail = (result: string, status: number, body: string) =>
      sql.query("update webhook_attempt set result = $2, status = $3, response_body = $4 where delivery_id = $1", [
        ...[deliveryId, result, status, body],
      ]);
    await fail("NAME", 0, "");
    expect((await ada.get(`${path}/deliveries/${deliveryId}`)).body).toContain(
      '<span class="muted">No response</span>',
    );
    await fail("STATUS", 500, `no ${HOSTILE}`);
  });

  test("are counted by day, as a chart and as a table", async () => {
    const { body } = await ada.get(path);
    expect(body).toMatch(
      /<a href="[^"]*\?state=succeeded#deliveries">Delivered<\/a><\/span> <strong class="chart-total">1<\/strong>[\s\S]*<a href="[^"]*\?state=failed#deliveries">1 failed \(50%\)</,
    );
    expect(body).toMatch(/<caption>Last 30 days<\/caption>/);
    expect((await ada.get((await add(ada, own)).path)).body).not.toContain("chart-deliveries");
  });

  test("that failed are counted on the page that replays them, with their first day", async () => {
    const hint = /<small id="from-hint">([^<]*)/;
    expect(hint.exec((await ada.get(`${path}/replay`)).body)?.[1]).toMatch(
      /^1 delivery failed in the last 30 days, on \d+ \w+ \d{4}\.$/,
    );
    const german = await ada.get(`${path}/replay`, { "accept-language": "de" });
    expect(hint.exec(german.body)?.[1]).toMatch(/ \d{2}\.\d{2}\.\d{4} [^.]*\.$| \d{2}\.\d{2}\.\d{4}\.$/);
    // The range begins with the first failure.
    const from = /name="from"[^>]* value="([^"]*)"/;
    const { rows } = await sql.query("select created_at from webhook_delivery where id = $1", [deliveryId]);
    const day = rows[0].created_at.toISOString().slice(0, 10);
    expect(from.exec((await ada.get(`${path}/replay`)).body)?.[1]).toBe(`${day}T00:00`);
    const other = (await add(ada, own)).path;
    expect((await ada.get(`${other}/replay`)).body).not.toMatch(hint);
  });

  test("show the request and each attempt with its response and timing, as text", async () => {
    const page = (await ada.get(`${path}/deliveries/${deliveryId}`)).body;
    expect(page).toContain(`href="${path}?installation=${INSTALLATION}#deliveries"`);
    expect(page).not.toContain(TEST_MARK);
    expect(page).toContain("1 Mar 2026, 10:20:30 UTC");
    expect(page.replaceAll(/<\/?span[^>]*>/g, "")).toContain(`POST ${URL}`);
    expect(page).toContain('badge-bad">HTTP 500<');
    expect(page).toMatch(/notice-warn"><p>Answer with a status of 200 to 299\. .*<a href="\/docs\/webhooks">/);
    expect(page).toMatch(/<details class="detail" open><summary>Body</);
    expect(page).toContain("87 ms");
    expect(page).toContain(`no ${SHOWN}`);
    expect(page.replaceAll(/<\/?span[^>]*>/g, "")).toContain("&quot;type&quot;: &quot;installation.created&quot;");
    expect(page).not.toContain("<img src=x");
    const other = (await add(ada, own)).path;
    expect((await ada.get(`${other}/deliveries/${deliveryId}`)).statusCode).toBe(404);
    // A disabled endpoint gets nothing.
    expect(page).not.toContain("Deliver again");
    const setState = (state: string) =>
      sql.query("update webhook_delivery set state = $2, next_attempt_at = now() where id = $1", [deliveryId, state]);
    await setState("PENDING");
    expect((await ada.get(`${path}/deliveries/${deliveryId}`)).body).toContain("After you enable the endpoint");
    await setState("FAILED");
  });

  test("are replayed one by one or by time range", async () => {
    for (const [from, to] of [
      ["", ""],
      ["yesterday", ""],
      ["2026-03-01T10:00", "2026-03-01T09:00"],
      ["2026-03-01T10:00", "x"],
    ]) {
      const fields = { from: from!, to: to! };
      expect((await ada.submit(`${path}/replay`, fields, `${path}/replay`)).statusCode, `${from} ${to}`).toBe(400);
    }
    await ada.submit(path, {}, `${path}/enable`);
    const one = `${path}/deliveries/${deliveryId}`;
    expect((await ada.submit(one, {}, `${one}/replay`)).headers.location).toBe(one);
    expect((await ada.get(one)).body).toContain("The event is queued for delivery.");
    await sql.query(
      "update webhook_delivery set state = 'PENDING', attempts = 3, next_attempt_at = now() + interval '1 day' where id = $1",
      [deliveryId],
    );
    expect((await ada.get(one)).body).toContain("Deliver again");
    expect((await ada.get(one)).body).not.toContain("Within a minute");
    const read = site.core.webhooks.getWebhookDelivery.bind(site.core.webhooks);
    const inSeconds = vi.spyOn(site.core.webhooks, "getWebhookDelivery").mockImplementation(async (...call) => {
      const found = await read(...call);
      if (found.delivery) found.delivery.nextAttemptAt = timestampFromDate(new Date(Date.now() + 20_000));
      return found;
    });
    expect((await ada.get(one)).body).toContain("Within a minute");
    inSeconds.mockRestore();
    await ada.submit(one, {}, `${one}/replay`);
    const waiting = "select from webhook_delivery where id = $1 and next_attempt_at > now() + interval '20 hours'";
    expect((await sql.query(waiting, [deliveryId])).rowCount).toBe(0);
    const range = { from: "2026-01-01T00:00", to: "", include_delivered: "yes" };
    const replayed = await ada.submit(`${path}/replay`, range, `${path}/replay`);
    expect(replayed.headers.location).toBe(path);
    expect((await ada.get(path)).body).toMatch(/\d events? (is|are) queued for delivery\./);
  });

  test("of a test event are shown after it was sent", async () => {
    const sent = await ada.submit(path, {}, `${path}/test`);
    expect(sent.headers.location).toMatch(/\/deliveries\/[0-9a-f-]{36}$/);
    const [status, shown] = [
      /<div class="notice notice-(\w+)" role="status"><p>([^<]*)/,
      String(sent.headers.location),
    ];
    const first = (await ada.get(shown)).body;
    expect(first).toContain(TEST_MARK);
    expect(status.exec(first)?.slice(1)).toEqual([
      "warn",
      expect.stringMatching(/^The test event was not delivered: \w.+\. It is retried\.$/),
    ]);
    expect(first).toContain('id="request-headers"');
    expect(first).not.toContain("<summary>Headers");
    expect(first).toContain('<a href="/docs/webhooks#verify">How to verify it</a>');
    expect((await ada.get(shown)).body).not.toMatch(status);
    expect((await ada.get(path)).body.match(new RegExp(TEST_MARK, "g"))).toHaveLength(1);
  });
});

describe("access", () => {
  test("the console has the platform's endpoints, and no page leads to those of another owner", async () => {
    const [mine, theirs] = [await add(ada, own), await add(olga, platform)];
    expect((await olga.get(platform)).body).toContain(URL);
    const [id, platformId] = [mine, theirs].map(({ path }) => path.split("/").at(-1));
    // Eve is an operator and may read everything, but the app is not hers.
    const foreign: [Person["browser"], string][] = [
      [ada, `/portal/apps/${otherClientId}/webhooks/${id}`],
      [ada, `${own}/${platformId}`],
      [eve, `${own}/${id}`],
      [eve, `${platform}/${id}`],
      [ada, `${own}/nothing`],
    ];
    for (const [browser, path] of foreign) {
      for (const page of ["", "/edit", "/delete", "/replay", "/secret"]) {
        expect((await browser.get(`${path}${page}`)).statusCode, `${path}${page}`).toBe(404);
      }
      const from = browser === ada ? own : platform;
      for (const step of ["edit", "delete", "disable", "secrets", "test", "replay"]) {
        const answer = await browser.submit(`${from}/new`, step === "edit" ? some : {}, `${path}/${step}`);
        expect(answer.statusCode, `${path}/${step}`).toBe(404);
      }
    }
    for (const page of [platform, `${platform}/new`]) expect((await ada.get(page)).statusCode).toBe(403);
    expect((await ada.post(`${mine.path}/delete`, { csrf_token: "forged" })).statusCode).toBe(403);
    expect((await endpointOf(mine.path)).state).toBe(1);
    expect((await endpointOf(theirs.path)).clientId).toBe("");
  });
});
