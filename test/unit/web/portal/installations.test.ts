import { randomUUID } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  InstallationHealth,
  InstallationSchema,
  ListInstallationsResponseSchema,
  Party,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { toConnectError } from "../../../../src/rpc/errors.ts";
import { RequestError } from "../../../../src/service/errors.ts";
import { linesOf } from "../../../../src/web/portal/installations/export.ts";
import { csrfIn } from "../site.ts";
import { approve, COMPLETE, clientIdIn, type Developer, secretIn, signUp, usePortalSite } from "./portal-site.ts";

const site = usePortalSite();
let ada: Developer;
let clientId: string;
let path: string;
const NAMES = ['=HYPERLINK("x")', "Harbour, Tea", "Müller"];

beforeAll(async () => {
  ada = await signUp(site);
  const made = await ada.upload("/portal/apps/new", { ...COMPLETE, action: "submit" });
  clientId = clientIdIn(made);
  path = `/portal/apps/${clientId}/installations`;
  await approve(site, clientId);
  for (const name of NAMES) await install(name, secretIn(made));
});

async function install(name: string, clientSecret: string): Promise<void> {
  const { accounts, tokens } = site.core;
  const email = `${randomUUID()}@example.com`;
  const { account } = await accounts.createAccount({ email, name: "Olga" });
  const { merchant } = await accounts.createMerchant({ name, ownerAccountId: account!.accountId });
  const redirectUri = COMPLETE["redirect_uri-0"];
  const about = { clientId, redirectUri, scopes: ["orders:read"], state: "s", accountId: account!.accountId };
  const { code } = await tokens.issue({ ...about, merchantId: merchant!.merchantId });
  await tokens.exchange({
    credentials: { clientId, proof: { case: "clientSecret", value: clientSecret } },
    code,
    redirectUri,
  });
}

const installed = async () => (await site.core.installations.listInstallations({ clientId })).installations;
const rowsOf = (body: string) => [...body.matchAll(/"><strong dir="auto">([^<]*)<\/strong>/g)].map(([, name]) => name);

describe("the list of installations", () => {
  test("says how many installations have expired tokens", async () => {
    expect((await ada.get(path)).body).toContain("3 active installations</p>");
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    // The expiry of an exchange's tokens is written after the response.
    const unwritten = "select from installation where tokens_expire_at is null";
    await expect.poll(async () => (await sql.query(unwritten)).rowCount).toBe(0);
    const { installationId } = (await installed())[0]!;
    const set = (expiry: string | null) =>
      sql.query("update installation set tokens_expire_at = now() + $2::interval where id = $1", [
        installationId,
        expiry,
      ]);
    await set("-1 hour");
    expect((await ada.get(path)).body).toMatch(
      /3 installed: 2 active installations, 1 needs attention<\/p>[\s\S]*Needs attention <span[^>]*>1<[\s\S]*Active <span[^>]*>2</,
    );
    await set("1 day");
    expect((await ada.get(path)).body).toMatch(
      /3 installed: 2 active installations, 1 expires soon<\/p>[\s\S]*Expires soon <span[^>]*>1<[\s\S]*Active <span[^>]*>2</,
    );
    await set(null);
    await sql.end();
  });

  test("shows those that need attention first, counts them, and filters by one click", async () => {
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    const set = (name: string, columns: string) =>
      sql.query(
        `update installation i set ${columns} from merchant m, app a
         where m.id = i.merchant_id and m.name = $1 and a.id = i.app_id and a.client_id = $2`,
        [name, clientId],
      );
    const tabs = async (query = "") => {
      const { body } = await ada.get(path + query);
      const nav = /<nav class="tabs list-tabs"[\s\S]*?<\/nav>/.exec(body)![0];
      return [...nav.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item]) => item!.replaceAll(/<[^>]*>/g, ""));
    };
    const none = ["All 3", "Needs attention 0", "Expires soon 0", "Active 3", "Paused or suspended 0", "Uninstalled 0"];
    expect(await tabs()).toEqual(none);
    await set(NAMES[0]!, "last_failed_at = now() + interval '1 minute', last_failure = 'REUSED'");
    await set(NAMES[1]!, "tokens_expire_at = now() + interval '3 days 1 hour'");
    expect((await tabs()).slice(1, 4)).toEqual(["Needs attention 1", "Expires soon 1", "Active 1"]);
    const whole = (await ada.get(path)).body;
    expect(rowsOf(whole)).toEqual(["=HYPERLINK(&quot;x&quot;)", "Harbour, Tea", "Müller"]);
    expect(whole).toMatch(
      /badge-warn">Needs attention<\/span><\/span><br><small class="muted">Token reused · Ask the merchant/,
    );
    expect(whole).toMatch(/badge-warn">Expires soon<\/span><\/span><br><small class="muted">Access expires in 3 days/);
    expect(whole).toMatch(/badge-good">Active<\/span>/);
    // The page of the app leads to them before anything else.
    const app = (await ada.get(`/portal/apps/${clientId}`)).body;
    expect(app).toContain("The app is live, but 1 installation needs attention");
    expect(app).toContain(`href="${path}?health=needs_attention">Open these installations</a>`);
    expect(app).toContain(
      `<li><a href="${path}?health=needs_attention">Needs attention</a><strong class="figure figure-warn">1</strong><small class="muted">1 more expires soon</small>`,
    );
    expect(app).toMatch(/<a href="[^"]*installations">Installed now<\/a><strong class="figure">3<\/strong>/);
    // The list also has the uninstalled ones, so that its tab has no count.
    expect(app).toMatch(/<a href="[^"]*\/installations" >Installations<\/a>/);
    expect(rowsOf((await ada.get(`${path}?health=needs_attention`)).body)).toEqual(["=HYPERLINK(&quot;x&quot;)"]);
    expect(rowsOf((await ada.get(`${path}?health=expires_soon`)).body)).toEqual(["Harbour, Tea"]);
    expect(rowsOf((await ada.get(`${path}?health=healthy`)).body)).toEqual(["Müller"]);
    const ended = (await ada.get(`${path}?state=uninstalled`)).body;
    expect(ended).toContain("No uninstalled merchants");
    expect(ended).toMatch(/aria-current="true">Uninstalled/);
    // A search keeps the tab.
    expect(ended).toContain('<input type="hidden" name="state" value="uninstalled">');
    // A search without results names its tab, and leads to the other ones.
    const unfound = (await ada.get(`${path}?state=uninstalled&search=Müller`)).body;
    expect(unfound).toContain("No results for “Müller” in “Uninstalled”");
    expect(unfound).toContain(`href="${path}?search=M%C3%BCller">Search all installations</a>`);
    const file = (await ada.get(`${path}.csv`)).body.split("\r\n");
    expect(file[0]).toMatch(/,health$/);
    const healths = file.slice(1, -1).map((line) => line.split(",").at(-1));
    expect(healths).toEqual(["healthy", "expires_soon", "needs_attention"]);
    await set(NAMES[0]!, "last_failed_at = null, last_failure = null");
    await set(NAMES[1]!, "tokens_expire_at = now() + interval '90 days'");
    await sql.end();
    expect(await tabs()).toEqual(none);
  });

  test("leads from an installation to the deliveries of its events, and names the error of a refused refresh", async () => {
    const [{ installationId } = { installationId: "" }] = await installed();
    const page = async () => (await ada.get(`${path}/${installationId}`)).body;
    expect(await page()).not.toContain("Webhook deliveries");
    expect(await page()).not.toContain("Your app received");
    const { endpoint } = await site.core.webhooks.createWebhookEndpoint({ clientId, url: "https://hooks.example/in" });
    const { endpointId } = endpoint!;
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    const fail = (failure: string | null) =>
      sql.query(
        "update installation set last_failed_at = case when $2::text is not null then now() end, last_failure = $2 where id = $1",
        [installationId, failure],
      );
    await fail("SCOPE");
    const deliveries = `/portal/apps/${clientId}/webhooks/${endpointId}?installation=${installationId}#deliveries`;
    expect(await page()).toContain(`<a href="${deliveries}">hooks.example/in</a>`);
    expect(await page()).toMatch(
      /<dt>Your app received<\/dt><dd><a href="\/docs\/errors#invalid_scope"><code>invalid_scope<\/code><\/a>, /,
    );
    await fail(null);
    await sql.end();
    await site.core.webhooks.deleteWebhookEndpoint({ endpointId });
  });

  test("says that the access was revoked, with no advice about refreshes", async () => {
    const [{ installationId } = { installationId: "" }] = await installed();
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    const set = (expiry: string | null) =>
      sql.query(
        "update installation set (tokens_expire_at, tokens_revoked_at) = (select t, t from (select now() + $2::interval) e(t)) where id = $1",
        [installationId, expiry],
      );
    await set("-3 hours");
    const { body } = await ada.get(`${path}/${installationId}`);
    expect(body).toContain("The access was revoked");
    expect(body).toMatch(/<ol class="timeline">[\s\S]*<strong>Access revoked<\/strong>/);
    expect(body).not.toMatch(/expired|before they expire|retries#store/);
    expect((await ada.get(path)).body).toContain("Access revoked · Ask the merchant to connect again");
    const [head, ...rows] = (await ada.get(`${path}.csv`)).body.split("\r\n").map((line) => line.split(","));
    expect(rows.find(([id]) => id === installationId)?.slice(-8)).toContain("true");
    expect(head).toContain("tokens_revoked");
    await set(null);
    await sql.end();
  });

  test("shows each installation once over all pages, also those that need attention", async () => {
    const made = await ada.upload("/portal/apps/new", { ...COMPLETE, name: "Popular", action: "submit" });
    const popular = clientIdIn(made);
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    await sql.query(
      "insert into merchant (id, name) select 'popular-' || n, 'Shop ' || n from generate_series(1, 50) n",
    );
    // The oldest ones need attention.
    await sql.query(
      `insert into installation (app_id, merchant_id, state, version, connected_at, tokens_expire_at)
       select a.id, 'popular-' || n, 'ACTIVE', 1, now() - interval '90 days', now() + interval '1 day' * case when n <= 9 then -1 else 60 end
       from app a, generate_series(1, 50) n where a.client_id = $1 order by n`,
      [popular],
    );
    await sql.end();
    const pages: (string | undefined)[][] = [];
    let next: string | undefined = `/portal/apps/${popular}/installations`;
    while (next !== undefined) {
      const { body } = await ada.get(next);
      pages.push(rowsOf(body));
      next = /<a rel="next" href="([^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");
    }
    const shop = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => `Shop ${from - at}`);
    expect(pages).toEqual([[...shop(9, 1), ...shop(50, 31)], shop(30, 11), shop(10, 10)]);
  });

  test("repeats urgent installations on a later page that would be empty", async () => {
    const made = await ada.upload("/portal/apps/new", { ...COMPLETE, name: "Urgent", action: "submit" });
    const urgent = clientIdIn(made);
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    await sql.query(
      "insert into merchant (id, name) select 'urgent-' || n, 'Urgent ' || n from generate_series(1, 22) n",
    );
    await sql.query(
      `insert into installation (app_id, merchant_id, state, version, connected_at, tokens_expire_at)
       select a.id, 'urgent-' || n, 'ACTIVE', 1, now() - interval '90 days', now() + interval '1 day' * case when n <= 2 then -1 else 60 end
       from app a, generate_series(1, 22) n where a.client_id = $1 order by n`,
      [urgent],
    );
    await sql.end();
    const first = (await ada.get(`/portal/apps/${urgent}/installations`)).body;
    expect(rowsOf(first)).toHaveLength(22);
    const next = /<a rel="next" href="([^"]*)"/.exec(first)![1]!.replaceAll("&amp;", "&");
    expect(rowsOf((await ada.get(next)).body)).toEqual(["Urgent 2", "Urgent 1"]);
  });

  test.each([
    { name: "the last page has both", paused: 2, uninstalled: 23, pages: [20, 20, 5] },
    { name: "the uninstalled ones begin a page", paused: 0, uninstalled: 3, pages: [20, 3] },
    { name: "a full page is the last one", paused: 0, uninstalled: 0, pages: [20] },
  ])("shows the uninstalled installations after all others: $name", async ({ paused, uninstalled, pages: sizes }) => {
    const made = await ada.upload("/portal/apps/new", { ...COMPLETE, name: "Left", action: "submit" });
    const left = clientIdIn(made);
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    await sql.query(
      `insert into merchant (id, name, state, suspended_at)
       select $1 || n, 'Left ' || n, case n when 1 then 'SUSPENDED' else 'ACTIVE' end, case n when 1 then now() end
       from generate_series(1, 50) n`,
      [left],
    );
    // The uninstalled ones are the newest, and the first active one is on a suspended merchant.
    await sql.query(
      `insert into installation (app_id, merchant_id, state, version, connected_at, suspended_by, suspended_at, ended_at, ended_by)
       select a.id, $1 || n, s.state, 1, now() - interval '90 days',
         case s.state when 'SUSPENDED' then '{MERCHANT}'::text[] else '{}' end, case s.state when 'SUSPENDED' then now() end,
         case s.state when 'UNINSTALLED' then now() end, case s.state when 'UNINSTALLED' then 'MERCHANT' end
       from app a, generate_series(1, 20 + $2 + $3) n
       cross join lateral (
         select case when n <= 20 then 'ACTIVE' when n <= 20 + $2 then 'SUSPENDED' else 'UNINSTALLED' end as state
       ) s where a.client_id = $1 order by n`,
      [left, paused, uninstalled],
    );
    await sql.end();
    const shown: (string | undefined)[] = [];
    const counted: number[] = [];
    let next: string | undefined = `/portal/apps/${left}/installations`;
    while (next !== undefined) {
      const { body } = await ada.get(next);
      counted.push(rowsOf(body).length);
      shown.push(...rowsOf(body));
      next = /<a rel="next" href="([^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");
    }
    const shops = (from: number, count: number) => Array.from({ length: count }, (_, at) => `Left ${from - at}`);
    const all = 20 + paused + uninstalled;
    expect(shown).toEqual([...shops(20, 20), ...shops(20 + paused, paused), ...shops(all, uninstalled)]);
    expect(counted).toEqual(sizes);
  });

  test("counts and lists the installations of a suspended merchant as their rows say", async () => {
    const [newest] = await installed();
    const merchantId = newest!.merchantId;
    await site.core.accounts.suspendMerchant({ merchantId, reasonCode: "SECURITY" });
    const { body } = await ada.get(`${path}?health=healthy`);
    expect(body).toMatch(/Active <span[^>]*>2<[\s\S]*Paused or suspended <span[^>]*>1</);
    expect(rowsOf(body)).toEqual(["Harbour, Tea", "=HYPERLINK(&quot;x&quot;)"]);
    for (const query of ["health=stopped", "state=suspended"]) {
      const stopped = (await ada.get(`${path}?${query}`)).body;
      expect(rowsOf(stopped)).toEqual(["Müller"]);
      expect(stopped).toMatch(/aria-current="true">Paused or suspended/);
      expect(stopped).toContain("Merchant suspended");
    }
    const one = (await ada.get(`${path}/${newest!.installationId}`)).body;
    expect(one).toMatch(/<dt>Since<\/dt>\s*<dd><time/);
    await site.core.accounts.resumeMerchant({ merchantId });
  });

  test("leads from each problem to the part of the documentation about it", async () => {
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    const { installationId } = (await installed())[0]!;
    const page = async (failure: string | null, expiry: string) => {
      await sql.query(
        `update installation set last_failure = $2, last_failed_at = case when $2::text is null then null else now() + interval '1 minute' end,
           tokens_expire_at = now() + $3::interval where id = $1`,
        [installationId, failure, expiry],
      );
      const { body } = await ada.get(`${path}/${installationId}`);
      return /<div class="verdict-actions">.*?href="(\/docs\/[^"]*)"/s.exec(body)?.[1];
    };
    expect(await page("REUSED", "90 days")).toBe(`/docs/retries?app=${clientId}#rotation`);
    expect((await ada.get(`${path}/${installationId}`)).body).toContain("so its tokens were revoked");
    expect(await page("EXPIRED", "90 days")).toBe(`/docs/retries?app=${clientId}#store`);
    expect(await page("SCOPE", "90 days")).toBe(`/docs/scopes?app=${clientId}#granted`);
    expect(await page(null, "-1 hour")).toBe(`/docs/retries?app=${clientId}#store`);
    expect(await page(null, "3 days")).toBe(`/docs/retries?app=${clientId}#program`);
    expect(await page(null, "90 days")).toBeUndefined();
    await sql.end();
  });

  test("has a message to the merchant, with the link to connect again or to resume", async () => {
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    const { installationId } = (await installed())[0]!;
    const message = async () => {
      const { body } = await ada.get(`${path}/${installationId}`);
      return /<textarea id="merchant-message"[^>]*>([^<]*)</.exec(body)?.[1];
    };
    expect(await message()).toBeUndefined();
    await sql.query("update installation set tokens_expire_at = now() - interval '1 hour' where id = $1", [
      installationId,
    ]);
    const asked = (await message())!;
    expect(asked).toContain("Parcel Pilot no longer has access to your shop ");
    expect(asked).toContain(`/install/${clientId}`);
    // Copying is the next step, and the pause, which changes nothing now, is folded with its text.
    const { body } = await ada.get(`${path}/${installationId}`);
    expect(body).toMatch(/<button type="button" data-copy="merchant-message"[^>]*>Copy message<\/button>/);
    expect(body).toMatch(
      /<details class="detail" ><summary>Pause installation<\/summary><p>Its tokens are already blocked/,
    );
    expect((await ada.get(path)).body).toContain('<span class="lead-label">Client ID</span>');
    const stop = { installationId, party: Party.MERCHANT };
    await site.core.installations.suspendInstallation({ ...stop, reasonCode: "OTHER" });
    expect(await message()).toMatch(
      new RegExp(`Parcel Pilot is paused for your shop [\\s\\S]*/connected-apps/${installationId}$`),
    );
    await site.core.installations.resumeInstallation(stop);
    await sql.query("update installation set tokens_expire_at = now() + interval '90 days' where id = $1", [
      installationId,
    ]);
    await sql.end();
  });

  test("has no counts and no tabs by health while the core is of the previous release", async () => {
    const { installations } = site.pageClients;
    const count = vi.spyOn(installations, "countInstallations");
    count.mockRejectedValue(new ConnectError("there is no such RPC", Code.Unimplemented));
    const { statusCode, body } = await ada.get(path);
    expect([statusCode, rowsOf(body)]).toEqual([200, ["Müller", "Harbour, Tea", "=HYPERLINK(&quot;x&quot;)"]]);
    const [nav = ""] = /<nav class="tabs list-tabs"[\s\S]*?<\/nav>/.exec(body) ?? [];
    const tabs = [...nav.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item]) => item!.replaceAll(/<[^>]*>/g, ""));
    expect(tabs).toEqual(["All", "Uninstalled"]);
    count.mockRejectedValue(new ConnectError("the database is down", Code.Unavailable));
    expect((await ada.get(path)).statusCode).toBe(503);
    count.mockRestore();
  });

  test("filters by the nearest health that a core of an earlier release knows", async () => {
    const [newest] = await installed();
    await site.core.installations.suspendInstallation({
      installationId: newest!.installationId,
      party: Party.OPERATOR,
      reasonCode: "SECURITY",
    });
    const { installations } = site.pageClients;
    const real = installations.listInstallations.bind(installations);
    const violations = [{ field: "health", description: "unknown" }];
    const list = vi.spyOn(installations, "listInstallations").mockImplementation(async (request, call) => {
      if (request.health !== undefined && request.health > InstallationHealth.EXPIRING)
        throw toConnectError(new RequestError("invalid_argument", "INVALID", "unknown", { violations }));
      return real(request, call);
    });
    const page = await ada.get(`${path}?health=stopped`);
    expect([page.statusCode, rowsOf(page.body)]).toEqual([200, ["Müller"]]);
    expect((await ada.get(`${path}?health=needs_attention`)).statusCode).toBe(200);
    expect((await ada.get(`${path}.csv?health=stopped`)).body.split("\r\n")).toHaveLength(3);
    list.mockRestore();
    await site.core.installations.resumeInstallation({ installationId: newest!.installationId, party: Party.OPERATOR });
  });

  test("of an app that no merchant installed has the next step", async () => {
    const draft = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, name: "Draft", action: "save" }));
    const page = (await ada.get(`/portal/apps/${draft}/installations`)).body;
    expect(page).toContain("No merchant has installed the app yet.");
    expect(page).toContain('<a href="/portal/test-merchants">Go to test merchants</a>');
    expect(page).not.toContain("installations.csv");
  });

  test("is sorted by creation and by the last change", async () => {
    const names = rowsOf((await ada.get(`${path}?sort=created-desc`)).body);
    expect(names).toHaveLength(3);
    const oldest = (await ada.get(`${path}?sort=created`)).body;
    expect(rowsOf(oldest)).toEqual(names.toReversed());
    expect(oldest).toContain('<option value="created" selected>Oldest first</option>');
    for (const query of ["?sort=changed", "?sort=changed-desc&health=healthy", "?sort=created&search=r%2C", "?sort=x"])
      expect([query, (await ada.get(`${path}${query}`)).statusCode]).toEqual([query, 200]);
  });

  test("is searched by a part of the merchant's name, its id, or the installation's id", async () => {
    const [newest] = await installed();
    expect(rowsOf((await ada.get(path)).body)).toHaveLength(3);
    expect(rowsOf((await ada.get(`${path}?search=bour%2C`)).body)).toEqual(["Harbour, Tea"]);
    expect(rowsOf((await ada.get(`${path}?search=${newest!.merchantId}`)).body)).toEqual(["Müller"]);
    const none = (await ada.get(`${path}?search=zzzz`)).body;
    expect(rowsOf((await ada.get(`${path}?search=r%2C`)).body)).toEqual(["Harbour, Tea"]);
    expect((await ada.get(`${path}?search=zz`)).body).not.toContain("only the start of a name");
    expect([rowsOf(none), none.includes("installations.csv")]).toEqual([[], false]);
    const byId = await ada.get(`${path}?search=${newest!.installationId}`);
    expect([byId.statusCode, byId.headers.location]).toEqual([303, `${path}/${newest!.installationId}`]);
    const other = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, name: "Other", action: "save" }));
    const elsewhere = await ada.get(`/portal/apps/${other}/installations?search=${newest!.installationId}`);
    expect([elsewhere.statusCode, rowsOf(elsewhere.body)]).toEqual([200, []]);
  });

  test("shows charts with a table of the same counts, except on pages of a part of the list", async () => {
    const client = new pg.Client({ connectionString: site.databaseUrl });
    await client.connect();
    const empty = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, name: "Quiet", action: "save" }));
    const quiet = (await ada.get(`/portal/apps/${empty}/installations`)).body;
    expect(quiet).toContain("No activity in this period. Figures follow within minutes.");
    expect(quiet).not.toContain('<figure class="chart');
    await client.query(
      `insert into app_day (client_id, day, refreshes) values ($1, (clock_timestamp() at time zone 'UTC')::date, 1)`,
      [empty],
    );
    const whole = (await ada.get(`/portal/apps/${empty}/installations`)).body;
    expect(whole.match(/<figure class="chart[ "]/g)).toHaveLength(3);
    expect(whole).toContain("No failed refreshes in the last 30 days.");
    expect(whole).toContain(
      '<ul class="chart-key"><li class="key-main">Refreshes</li><li class="key-current">Day not over</li></ul>',
    );
    expect(whole).toContain('<td class="number" role="cell" data-label="Refreshes"><div>0</div></td>');
    expect(whole).not.toContain("chart-before");
    await client.query(
      `insert into app_day (client_id, day, refreshes)
       select $1, (clock_timestamp() at time zone 'UTC')::date - n, c from (values (0, 700), (30, 5), (59, 3), (60, 90)) v (n, c)
       on conflict (client_id, day) do update set refreshes = excluded.refreshes`,
      [clientId],
    );
    await client.end();
    const compared = (await ada.get(path)).body;
    expect(compared).toMatch(
      />700<\/strong> <small class="chart-before"><span class="chart-change"><span aria-hidden="true">▲<\/span><span class="sr">up<\/span><\/span> from 8 in the 30 days before</,
    );
    expect(compared).toContain("a comparison can be slightly low");
    expect(compared).toContain('<td class="number" role="cell" data-label="Refreshes"><div>0</div></td>');
    expect((await ada.get(`${path}?state=active`)).body).not.toContain('<figure class="chart');
    expect(rowsOf((await ada.get(`${path}?health=failing`)).body)).toEqual([]);
    expect(rowsOf((await ada.get(`${path}?health=nonsense&state=PENDING`)).body)).toHaveLength(3);
  });
});

describe("the CSV export", () => {
  test("has all installations that match the filter, with formulas as text", async () => {
    const file = await ada.get(`${path}.csv`);
    expect(file.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="installations-${clientId}.csv"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const [header, ...lines] = file.body.split("\r\n");
    expect(header).toMatch(/^installation_id,merchant_id,merchant_name,test_merchant,state,/);
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^[0-9a-f-]{36},mer_[^,]+,"Harbour, Tea",false,active,,1,orders:read,\d{4}-/);
    expect(file.body).toContain(`,"'=HYPERLINK(""x"")",`);
    expect((await ada.get(`${path}.csv?search=bour`)).body.split("\r\n")).toHaveLength(3);
  });

  test("has the state of each installation in the words of the list", async () => {
    const merchantId = /mer_[^,]+(?=,"Harbour, Tea")/.exec((await ada.get(`${path}.csv`)).body)?.[0] ?? "";
    const stateOf = async (language = "en") => {
      const { body } = await ada.get(`${path}.csv`, { "accept-language": language });
      const [header = "", ...lines] = body.split("\r\n");
      expect(header).toMatch(/,merchant_state,status,status_reason,health$/);
      return lines.find((line) => line.includes(merchantId))?.match(/,(\w+,[^,]*,[^,]*),\w+$/)?.[1];
    };
    expect(await stateOf()).toMatch(/^active,(Active|Expires soon),$/);
    await site.core.accounts.suspendMerchant({ merchantId, reasonCode: "ABUSE", reasonText: "It misbehaved." });
    expect(await stateOf()).toBe("suspended,Merchant suspended,by Latchkey");
    expect(await stateOf("de")).toBe("suspended,Geschäft gesperrt,von Latchkey");
    await site.core.accounts.resumeMerchant({ merchantId });
  });

  test("is for the app's developer only", async () => {
    const eve = await signUp(site);
    expect((await eve.get(`${path}.csv`)).statusCode).toBe(404);
    const guest = await site.app.inject(`${path}.csv`);
    expect([guest.statusCode, guest.headers.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`]);
  });

  test("reads page after page, and fails if a page cannot be read", async () => {
    const page = (ids: string[], nextPageToken: string) =>
      create(ListInstallationsResponseSchema, {
        installations: ids.map((installationId) => create(InstallationSchema, { installationId })),
        nextPageToken,
      });
    const pages: Record<string, ReturnType<typeof page>> = { b: page([], "c"), c: page(["three"], "") };
    const read = async (token: string) => pages[token] ?? Promise.reject(new Error("no database"));
    const collect = async (lines: AsyncGenerator<string>) => {
      const chunks: string[] = [];
      for await (const chunk of lines) chunks.push(chunk);
      return chunks;
    };
    const ids = (chunks: string[]) => chunks.slice(1).flatMap((chunk) => chunk.match(/^\w+/gm));
    expect(ids(await collect(linesOf(page(["one", "two"], "b"), read)))).toEqual(["one", "two", "three"]);
    await expect(collect(linesOf(page(["one"], "gone"), read))).rejects.toThrow("no database");
  });
});

test("pausing an installation that was uninstalled meanwhile says so on its page", async () => {
  const made = await ada.upload("/portal/apps/new", { ...COMPLETE, action: "submit" });
  clientId = clientIdIn(made);
  await approve(site, clientId);
  await install("Bakery", secretIn(made));
  const { installationId } = (await installed())[0]!;
  const page = `/portal/apps/${clientId}/installations/${installationId}`;
  const csrf_token = csrfIn(await ada.get(page));
  await site.core.installations.uninstall({ installationId, party: Party.OPERATOR });
  const { statusCode, headers } = await ada.post(`${page}/pause`, { csrf_token, reason_text: "Typed." });
  expect([statusCode, headers.location]).toEqual([303, page]);
  expect((await ada.get(page)).body).toContain("uninstalled from this merchant meanwhile, so it was not paused.");
});

test("the number of all installations leaves out those that were not completed, as the list and the file do", async () => {
  const made = await ada.upload("/portal/apps/new", { ...COMPLETE, action: "submit" });
  clientId = clientIdIn(made);
  await approve(site, clientId);
  await install("Bakery", secretIn(made));
  const { account } = await site.core.accounts.createAccount({ email: `${randomUUID()}@example.com`, name: "Flo" });
  const { accountId } = account!;
  const { merchant } = await site.core.accounts.createMerchant({ name: "Florist", ownerAccountId: accountId });
  const about = { clientId, redirectUri: COMPLETE["redirect_uri-0"], scopes: ["orders:read"], state: "s", accountId };
  await site.core.tokens.issue({ ...about, merchantId: merchant!.merchantId });
  expect((await site.core.installations.countInstallations({ clientId })).pending).toBe(1);
  const list = (await ada.get(`/portal/apps/${clientId}/installations`)).body;
  expect(/>All <span class="list-count">(\d+)</.exec(list)?.[1]).toBe("1");
  expect((await ada.get(`/portal/apps/${clientId}/installations.csv`)).body.trim().split("\r\n")).toHaveLength(2);
});
