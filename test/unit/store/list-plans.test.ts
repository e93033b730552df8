import { beforeAll, describe, expect, test, vi } from "vitest";
import { listLastSignIns, searchAccounts } from "../../../src/store/accounts/account-search.ts";
import { listAccountIds } from "../../../src/store/accounts/accounts.ts";
import { toStatement as invitationStatement } from "../../../src/store/accounts/invitation-list.ts";
import { BY_EMAIL, searchInvitations } from "../../../src/store/accounts/invitation-search.ts";
import { countAccounts, countMerchants } from "../../../src/store/accounts/list-counts.ts";
import { listMembers, listMemberships } from "../../../src/store/accounts/memberships.ts";
import { searchMerchants } from "../../../src/store/accounts/merchant-search.ts";
import { listMerchantUsage } from "../../../src/store/accounts/merchant-usage.ts";
import { listMerchantIds } from "../../../src/store/accounts/merchants.ts";
import { listServiceKeys } from "../../../src/store/accounts/service-keys.ts";
import { toStatement as appStatement } from "../../../src/store/apps/app-list.ts";
import { listAppRows } from "../../../src/store/apps/app-rows.ts";
import { BY_NAME, searchApps } from "../../../src/store/apps/app-search.ts";
import { countAppStates } from "../../../src/store/apps/app-states.ts";
import { createAppStore } from "../../../src/store/apps/apps.ts";
import { countScopeApps } from "../../../src/store/apps/scope-counts.ts";
import { toStatement as auditStatement } from "../../../src/store/audit/audit-list.ts";
import { listSecurityEvents } from "../../../src/store/audit/security-events.ts";
import type { Management } from "../../../src/store/connection/management.ts";
import type { Query } from "../../../src/store/connection/query.ts";
import { SCAN_LIMIT } from "../../../src/store/connection/scan.ts";
import { countAttention, countByHealth } from "../../../src/store/installations/installation-counts.ts";
import { listHistory } from "../../../src/store/installations/installation-history.ts";
import {
  FIND_MERCHANTS,
  toStatement as installationStatement,
  listInstallations,
  SUSPENDED_MERCHANTS,
  toSorted,
} from "../../../src/store/installations/installation-list.ts";
import { listMerchantHistory } from "../../../src/store/installations/merchant-history.ts";
import { summarizeMerchants } from "../../../src/store/installations/merchant-summaries.ts";
import { findNextReview, findOldestReview } from "../../../src/store/reviews/queue.ts";
import { useTestSession } from "../../support/world/fixtures.ts";
import { type BoundStatement, capture, explain, rowsRead } from "./plans.ts";

const LIMIT = 20;
const ROWS = 4000;
const database = useTestSession();
let developerId: string;
let appId: string;

beforeAll(async () => {
  const one = async (text: string) => (await database.client.query(text)).rows[0].id;
  developerId = await one("insert into account (name, developer) values ('Ada', true) returning id");
  await database.client.query("insert into account (name) select 'Other ' || n from generate_series(1, 50) n");
  await database.client.query(`
    insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes, updated_at)
    select 'app_' || n, (select id from account order by id offset n % 51 limit 1), (array['DRAFT', 'SUBMITTED', 'APPROVED'])[1 + n % 3], true,
      'App ' || n, '{}', '[{"name": "common"}, {"name": "rare"}]', case when n % 1000 = 0 then '{common,rare}' else '{common}' end::text[],
      clock_timestamp() - n * interval '1 minute'
    from generate_series(1, ${ROWS}) n`);
  await database.client.query(`
    insert into app_revision (app_id, number, state, name, redirect_uris, scopes, updated_at)
    select id, 2, 'SUBMITTED', name, '{}', '[]', updated_at from app where state = 'APPROVED'`);
  await database.client.query("insert into app_installation_count select id, revision from app");
  appId = await one("select id from app where client_id = 'app_3'");
  await database.client.query(
    `insert into merchant (id, name) select 'm' || n, 'Shop ' || n from generate_series(1, ${ROWS}) n`,
  );
  await database.client.query(
    `
    insert into installation (app_id, merchant_id, state, version, changed_at)
    select $1, 'm' || n, (array['ACTIVE', 'UNINSTALLED'])[1 + n % 2], 1, clock_timestamp() - n * interval '1 minute' from generate_series(1, ${ROWS}) n`,
    [appId],
  );
  await database.client.query(
    `
    insert into installation (app_id, merchant_id, state, version) select id, 'm1', 'ACTIVE', 1 from app where id <> $1`,
    [appId],
  );
  await database.client.query(
    `
    insert into audit_event (action, actor_id, account_id, caller_name, client_id, installation_id, merchant_id, request_id)
    select (array['app.submit', 'token.exchange'])[1 + n % 2], case when n % 3 = 0 then $1::uuid end, case when n % 5 = 0 then $1::uuid end,
      'platform', 'app_' || n % 7, (select id from installation order by id offset n % 9 limit 1), 'm' || n % 8, 'r'
    from generate_series(1, ${ROWS}) n`,
    [developerId],
  );
  await database.client.query(
    `insert into account (email, name) select 'person-' || n || '@example.com', 'Person ' || n from generate_series(1, ${ROWS}) n`,
  );
  await database.client.query(
    "insert into membership (account_id, merchant_id, role) select $1, id, 'OWNER' from merchant",
    [developerId],
  );
  await database.client.query(`
    insert into membership (account_id, merchant_id, role)
    select id, 'm1', 'MEMBER' from account where email like 'person-%'`);
  await database.client.query(`
    insert into team_member (account_id, team_id, role)
    select id, '${developerId}', 'MEMBER' from account where email like 'person-%'`);
  await database.client.query(`
    insert into invitation (digest, email, merchant_id, role, expires_at)
    select sha256(n::text::bytea), 'guest-' || n || '@example.com', 'm' || 1 + n % 2, 'MEMBER', clock_timestamp() + interval '1 day'
    from generate_series(1, ${ROWS}) n`);
  await database.client.query(`
    insert into invitation (digest, email, team_id, team_role, expires_at, invited_by_id)
    select sha256(('t' || n)::bytea), 'guest-' || n || '@example.com', '${developerId}', 'MEMBER', clock_timestamp() + interval '1 day', '${developerId}'
    from generate_series(1, ${ROWS}) n`);
  await database.client.query(`
    insert into service_key (digest, hint, name, permissions)
    select sha256(n::text::bytea), 'abcd', 'Key ' || n, '{audit:read}' from generate_series(1, ${ROWS}) n`);
  await database.client.query(
    "insert into webhook_endpoint (app_id, url, event_types, from_cursor) select id, 'https://hooks.example', '{}', 0 from app",
  );
  await vi.waitFor(vacuum, { timeout: 20_000 });
});

/** While autovacuum analyzes a table, VACUUM leaves its new rows out of the visibility map, and the planner prefers sorts to index-only scans. */
async function vacuum() {
  await database.client.query("vacuum analyze");
  const { rows } = await database.client.query(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages",
  );
  expect(rows).toEqual([]);
}

/**
 * The rows read by table (`<table> keys` for index-only scans), the node types and the number of blocks of a statement.
 */
async function read(list: BoundStatement) {
  const { nodes, blocks } = await explain(database.client, list);
  const taken: Record<string, number> = {};
  const ways = new Set<string>();
  for (const node of nodes) {
    const keys = node["Node Type"] === "Index Only Scan" ? " keys" : "";
    const table = node["Relation Name"] && node["Relation Name"] + keys;
    // The account table is too small here for an index.
    if (table !== "account") ways.add(node["Node Type"]);
    if (table !== undefined) taken[table] = (taken[table] ?? 0) + rowsRead(node);
  }
  return { taken, ways, blocks };
}

describe("lists read one row more than a page", () => {
  const apps = { state: null, developerId: null, namePrefix: null, limit: LIMIT, after: null };
  test.each([
    { name: "by name", query: apps },
    {
      name: "by name from the middle",
      query: { ...apps, after: ["app 2000", "00000000-0000-0000-0000-000000000000"] },
    },
    { name: "by prefix", query: { ...apps, namePrefix: "App 3" } },
    { name: "of a developer", query: { ...apps, developer: true } },
  ])("apps $name", async ({ query }) => {
    const request = "developer" in query ? { ...query, developerId } : query;
    const { taken, ways } = await read(appStatement(request));
    expect(taken.app).toBeLessThanOrEqual(LIMIT + 1);
    expect(ways).not.toContain("Seq Scan");
  });

  test("apps by state, pending revisions included", async () => {
    const { taken, ways } = await read(appStatement({ ...apps, state: "SUBMITTED" }));
    expect((taken.app_revision ?? 0) + (taken["app_revision keys"] ?? 0)).toBeLessThanOrEqual(LIMIT + 1);
    // Apps in the state, and the app of each revision.
    expect(taken.app).toBeLessThanOrEqual(2 * (LIMIT + 1));
    expect(ways).not.toContain("Seq Scan");
  });

  test("the longest waiting app, of the first apps and revisions of the queue", async () => {
    for (const find of [
      findOldestReview,
      (query: Query) => findNextReview(query, { clientId: "", developerIds: [] }),
    ]) {
      const { taken } = await read(await capture(find));
      // An app, and a revision with its app.
      expect(taken.app).toBeLessThanOrEqual(2);
      expect(taken.app_revision).toBe(1);
    }
  });

  test.each(["NAME", "CREATED", "UPDATED", "INSTALLATIONS"] as const)("apps sorted by %s", async (sort) => {
    const all = { state: null, developerId: null, search: null, sort, descending: true, limit: LIMIT, after: null };
    const { taken, ways } = await read(await capture((query) => searchApps(query, all)));
    expect((taken.app ?? 0) + (taken["app keys"] ?? 0)).toBeLessThanOrEqual(LIMIT + 1);
    expect(ways).not.toContain("Seq Scan");
  });

  test.each(["INSTALLATIONS", "UPDATED"] as const)("matches of a selective filter sorted by %s", async (sort) => {
    const all = { state: "DRAFT" as const, developerId: null, search: null, sort };
    const { rows } = await database.client.query("select id from app where state = 'DRAFT' order by id limit 200");
    // The scan ends before the page is full; the next statement finds the ids, and the last one sorts them.
    const answers = [[{ id: rows[0].id, key: "0", matches: false, last: true }], rows];
    const bound: BoundStatement[] = [];
    const query = async (statement: BoundStatement["statement"], values: readonly unknown[]) => {
      bound.push({ statement, values });
      return answers[bound.length - 1] ?? [];
    };
    await searchApps(query as Query, { ...all, descending: true, limit: LIMIT, after: null });
    const { taken, ways } = await read(bound[2]!);
    // Neither all counts nor all entries of the order's index.
    expect(taken.app).toBeLessThanOrEqual(sort === "UPDATED" ? 200 : LIMIT + 1);
    expect(taken.app_installation_count).toBe(sort === "UPDATED" ? undefined : 200);
    expect(ways).toContain("Sort");
  });

  test("apps by a part of the name", async () => {
    const { taken, ways } = await read(await capture((query) => query(BY_NAME.part, ["P 321", 2_001])));
    // "App 321" and "App 3210" to "App 3219", and no other apps that share their trigrams.
    expect(taken.app).toBe(11);
    expect(ways).toContain("Bitmap Index Scan");
  });

  test("apps of scopes, each counted in the table or in the index", async () => {
    const { taken, ways } = await read(await capture((query) => countScopeApps(query, ["common", "rare"], LIMIT)));
    expect(taken.app).toBeLessThanOrEqual(LIMIT + ROWS / 1000);
    expect(ways).toContain("Bitmap Index Scan");
  });

  const installations = {
    app: null,
    merchantId: null,
    state: null,
    search: null,
    health: null,
    changedSince: null,
    sort: null,
    descending: false,
    limit: LIMIT,
    after: null,
  };
  test.each([
    { name: "of all", query: installations },
    { name: "of an app", query: { ...installations, ofApp: true } },
    { name: "of an app in a state", query: { ...installations, ofApp: true, state: "UNINSTALLED" as const } },
    { name: "of an app that changed", query: { ...installations, ofApp: true, changedSince: 1 } },
    { name: "of an app, oldest first", query: { ...installations, ofApp: true, sort: "CREATED" as const } },
    {
      name: "of an app, last change first",
      query: { ...installations, ofApp: true, sort: "CHANGED" as const, descending: true },
    },
    { name: "of a merchant", query: { ...installations, merchantId: "m1" } },
    { name: "of a merchant that changed", query: { ...installations, merchantId: "m1", changedSince: 1 } },
    { name: "that changed", query: { ...installations, changedSince: 1 } },
  ])("installations $name", async ({ query }) => {
    const request = "ofApp" in query ? { ...query, app: { id: appId, archived: false, stopped: false } } : query;
    const { taken, ways } = await read(installationStatement(request));
    expect(taken.installation).toBeLessThanOrEqual(LIMIT + 1);
    expect(ways).not.toContain("Sort");
    expect(ways).not.toContain("Seq Scan");
  });

  test("the installation of an app on a merchant", async () => {
    const query = { ...installations, app: { id: appId, archived: false, stopped: false }, merchantId: "m1999" };
    const { taken, blocks } = await read(installationStatement(query));
    expect(taken).toMatchObject({ installation: 1, app: 1, merchant: 1 });
    expect(blocks).toBeLessThan(20);
  });

  test("unhealthy installations, without the merchants of the others", async () => {
    const query = { ...installations, app: { id: appId, archived: false, stopped: false }, health: "FAILING" as const };
    const { taken } = await read(installationStatement(query, 1000));
    // The last row of the scan is the key of the next page.
    expect(taken).toMatchObject({ installation: 1000, app: 1, merchant: 1 });
  });

  test("installations by health, of the active ones only", async () => {
    const app = { id: appId, archived: false, stopped: false };
    const query = { ...installations, app, health: "NEEDS_ATTENTION" as const };
    const list = await capture((run) => listInstallations(run, query));
    const { taken, ways } = await read(list);
    expect(taken.installation).toBe(ROWS / 2);
    expect(ways).not.toContain("Sort");
    expect(ways).not.toContain("Seq Scan");
  });

  test("the counts of an app's installations by health, of which 2,000 are active and 2,000 uninstalled", async () => {
    const { taken, ways } = await read(
      await capture((query) => countByHealth(query, { id: appId, archived: false, stopped: false }).catch(() => null)),
    );
    expect(taken.installation).toBeLessThanOrEqual(1_001);
    expect(taken["installation keys"]).toBeLessThanOrEqual(1_002);
    for (const way of ["Seq Scan", "Sort", "Bitmap Heap Scan"]) expect(ways).not.toContain(way);
  });

  test("the installations that need attention of 20 apps, one of which has 2,000 active ones", async () => {
    const { rows } = await database.client.query("select id from app where id <> $1 order by id limit 19", [appId]);
    const ids = [appId, ...rows.map(({ id }) => id)];
    const { taken, ways } = await read(await capture((query) => countAttention(query, ids)));
    expect(taken.app).toBe(20);
    expect(taken.installation).toBeLessThanOrEqual(1_001 + 19);
    expect(taken.merchant).toBe(0);
    expect(taken.webhook_endpoint).toBe(20);
    for (const way of ["Seq Scan", "Sort"]) expect(ways).not.toContain(way);
  });

  test("the summaries of two merchants, one of which has 4,000 installations", async () => {
    const of = { accountId: developerId, merchantIds: ["m1", "m2"] };
    const { taken, ways } = await read(await capture((query) => summarizeMerchants(query, of).catch(() => ({}))));
    expect(taken.installation).toBeLessThanOrEqual(101 + 1);
    expect(taken.app ?? 0).toBeLessThanOrEqual(101 + 1);
    for (const way of ["Seq Scan", "Bitmap Heap Scan"]) expect(ways).not.toContain(way);
  });

  test("the summaries of an account's first 100 merchants of 4,000", async () => {
    const of = { accountId: developerId, merchantIds: null };
    const { taken, ways } = await read(await capture((query) => summarizeMerchants(query, of).catch(() => ({}))));
    expect((taken.membership ?? 0) + (taken["membership keys"] ?? 0)).toBeLessThanOrEqual(2 * 101);
    expect(taken.installation).toBeLessThanOrEqual(100 + 101);
    for (const way of ["Seq Scan", "Bitmap Heap Scan"]) expect(ways).not.toContain(way);
  });

  test("the suspended merchants by the index of inactive merchants", async () => {
    const { ways } = await read({ statement: SUSPENDED_MERCHANTS, values: [2_001] });
    expect(ways).toContain("Index Only Scan");
    expect(ways).not.toContain("Seq Scan");
  });

  test("the history of an installation", async () => {
    const { rows } = await database.client.query("select id from installation order by id limit 1");
    const { taken, ways } = await read(await capture((query) => listHistory(query, rows[0].id, LIMIT)));
    expect(taken.audit_event).toBeLessThanOrEqual(201);
    expect(taken["audit_event keys"]).toBeLessThanOrEqual(200);
    expect(ways).not.toContain("Seq Scan");
  });

  test("the history of an installation for its merchant, with the members who acted", async () => {
    const { rows } = await database.client.query("select id from installation order by id limit 1");
    const request = { installationId: rows[0].id, limit: LIMIT, after: null };
    const { taken, ways } = await read(await capture((query) => listMerchantHistory(query, request)));
    expect(taken.audit_event).toBeLessThanOrEqual(201);
    expect(taken["audit_event keys"]).toBeLessThanOrEqual(200);
    expect(taken.membership ?? 0).toBeLessThanOrEqual(200);
    expect(ways).not.toContain("Seq Scan");
  });

  test.each([
    // Half of the account's events have this action, so the list is full before the others are read.
    { name: "a page of the security events of an account", action: "app.submit", most: 3 * LIMIT },
    { name: "the security events of an account without a match", action: "session.start", most: 1_000 },
  ] as const)("$name, by the index of the account", async ({ action, most }) => {
    const request = { accountId: developerId, actions: [action], limit: LIMIT, after: null };
    const { taken, ways } = await read(await capture((query) => listSecurityEvents(query, request)));
    expect(taken["audit_event keys"]).toBeLessThanOrEqual(1_000);
    expect(taken.audit_event).toBeLessThanOrEqual(most);
    expect(ways).not.toContain("Seq Scan");
  });

  test("the merchants of a search by the indexes of name and id, and their installations of the app", async () => {
    const found = await read({ statement: FIND_MERCHANTS, values: ["op 3999", 2_001] });
    expect(found.ways).toContain("Bitmap Index Scan");
    expect(found.ways).not.toContain("Seq Scan");
    const query = { ...installations, app: { id: appId, archived: false, stopped: false }, search: "op 39" };
    const { taken, ways } = await read(toSorted(query, appId, ["m39", "m390", "m3999"]));
    expect(taken).toMatchObject({ installation: 3, merchant: 3 });
    expect(ways).not.toContain("Seq Scan");
  });

  const events = {
    clientId: null,
    installationId: null,
    merchantId: null,
    accountId: null,
    actorId: null,
    action: null,
    from: null,
    before: null,
    limit: LIMIT,
    after: null,
  };
  test.each([
    { name: "of all", query: events },
    { name: "of an app", query: { ...events, clientId: "app_3" } },
    { name: "of a merchant", query: { ...events, merchantId: "m3" } },
    { name: "of an action", query: { ...events, action: "app.submit" } },
    { name: "by and to an account", query: { ...events, account: true } },
    { name: "by an account", query: { ...events, actor: true } },
    { name: "of all within some time", query: { ...events, from: 1, before: 9_000_000_000_000_000 } },
    { name: "of a merchant before a time", query: { ...events, merchantId: "m3", before: 9_000_000_000_000_000 } },
    { name: "of an app's action", query: { ...events, clientId: "app_3", action: "app.submit" } },
  ])("audit events $name", async ({ name, query }) => {
    const person = "account" in query ? { accountId: developerId } : "actor" in query ? { actorId: developerId } : {};
    const { taken, ways } = await read(auditStatement({ ...query, ...person }));
    const most = { "by and to an account": 2 * (LIMIT + 1), "of an app's action": 3 * LIMIT }[name] ?? LIMIT + 1;
    expect(taken.audit_event).toBeLessThanOrEqual(most);
    // Names are looked up row by row for the page.
    for (const table of ["account", "app", "merchant"]) expect(taken[table] ?? 0).toBeLessThanOrEqual(2 * most);
    // Index-only: reading whole rows makes the planner fetch and sort all rows of a filter.
    expect(taken["audit_event keys"]).toBeLessThanOrEqual(most);
    expect(ways).not.toContain("Seq Scan");
  });

  const ID = "00000000-0000-0000-0000-000000000000";
  const pages = { prefix: "", after: null, limit: LIMIT + 1 };
  test.each([
    { name: "all", page: pages },
    { name: "from the middle", page: { ...pages, after: ["person-2@example.com", ID] } },
    { name: "by prefix", page: { ...pages, prefix: "person-3" } },
    { name: "by a prefix without matches", page: { ...pages, prefix: "zoe" } },
  ])("accounts, $name", async ({ page }) => {
    const { taken } = await read(await capture((query) => listAccountIds(query, page)));
    expect(taken.account ?? 0).toBeLessThanOrEqual(LIMIT + 1);
  });

  test.each([
    { name: "all", page: pages },
    { name: "from the middle", page: { ...pages, after: ["shop 2000", "m2000"] } },
    { name: "by prefix", page: { ...pages, prefix: "shop 3" } },
  ])("merchants, $name", async ({ page }) => {
    const { taken, ways } = await read(await capture((query) => listMerchantIds(query, page, null)));
    expect(taken.merchant).toBeLessThanOrEqual(LIMIT + 1);
    expect(ways).not.toContain("Seq Scan");
  });

  test.each([
    { name: "of a merchant", list: (query: Query) => listMembers(query, { merchantId: "m1", after: null, most: 21 }) },
    {
      name: "of an account from the middle",
      list: (query: Query) => listMemberships(query, { accountId: developerId, after: "m2", most: 21 }),
    },
  ])("memberships $name, with as many names", async ({ list }) => {
    const { taken, ways } = await read(await capture(list));
    for (const table of ["membership", "merchant", "account"]) expect(taken[table]).toBeLessThanOrEqual(LIMIT + 1);
    expect(ways).not.toContain("Seq Scan");
    expect(ways).not.toContain("Sort");
  });

  const invitations = { merchantId: null, emailPrefix: "", ended: false, limit: LIMIT, after: null };
  test.each([
    { name: "of all", query: invitations },
    { name: "of a merchant", query: { ...invitations, merchantId: "m1" } },
    { name: "by e-mail", query: { ...invitations, emailPrefix: "guest-3" } },
    { name: "of a team", ofTeam: true, query: invitations },
  ])("invitations $name", async ({ query, ofTeam = false }) => {
    const { taken, ways } = await read(invitationStatement({ ...query, ...(ofTeam && { teamId: developerId }) }));
    expect(taken.invitation).toBeLessThanOrEqual(LIMIT + 1);
    expect(taken["invitation keys"]).toBeLessThanOrEqual(LIMIT + 1);
    expect(ways).not.toContain("Seq Scan");
  });

  test("invitations by a part of the e-mail", async () => {
    const part = { ...invitations, search: "guest-3" };
    const { taken, ways } = await read(await capture((query) => searchInvitations(query, part)));
    // The first scan, and the row that ends it.
    expect(taken.invitation).toBeLessThanOrEqual(101);
    expect(ways).not.toContain("Seq Scan");
    const rare = await read(await capture((query) => query(BY_EMAIL.part, ["st-3210@", 2_001])));
    expect(rare.taken.invitation).toBe(2);
    expect(rare.ways).toContain("Bitmap Index Scan");
  });

  test.each([
    { name: "all", query: { prefix: "", search: "", ended: true, limit: LIMIT, after: null } },
    { name: "live ones by prefix", query: { prefix: "key 3", search: "", ended: false, limit: LIMIT, after: null } },
  ])("service keys, $name", async ({ query: page }) => {
    const { taken, ways } = await read(await capture((query) => listServiceKeys(query, page)));
    expect(taken.service_key).toBeLessThanOrEqual(LIMIT + 1);
    expect(taken["service_key keys"]).toBeLessThanOrEqual(LIMIT + 1);
    expect(ways).not.toContain("Seq Scan");
  });

  test("service keys by a part of the name", async () => {
    const page = { prefix: "", search: "399", ended: true, limit: LIMIT, after: null };
    const { taken, ways } = await read(await capture((query) => listServiceKeys(query, page)));
    expect(taken.service_key).toBeLessThanOrEqual(SCAN_LIMIT);
    expect(ways).not.toContain("Seq Scan");
  });

  test("the count of an app's installations, of which there are 2,000", async () => {
    const countOf = (query: Query) => {
      const management = { read: (work) => work({} as never, query) } as Pick<Management, "read">;
      return createAppStore(management as Management).countInstallations(appId);
    };
    const { taken } = await read(await capture(countOf));
    expect(taken.installation).toBeLessThanOrEqual(1_001);
    expect(taken["installation keys"] ?? 0).toBeLessThanOrEqual(1_001);
  });

  test("the apps and members of merchants: at most 100 rows of each", async () => {
    const { taken, ways } = await read(await capture((query) => listMerchantUsage(query, ["m1", "m2"])));
    expect(taken.installation).toBeLessThanOrEqual(101);
    expect((taken.membership ?? 0) + (taken["membership keys"] ?? 0)).toBeLessThanOrEqual(102);
    expect(ways).not.toContain("Seq Scan");
  });

  test("the numbers of apps, in all states and in each, up to the limit", async () => {
    const all = await read(await capture((query) => countAppStates(query, null, 100)));
    // Three states have apps, and all apps are counted once more.
    expect((all.taken.app ?? 0) + (all.taken["app keys"] ?? 0)).toBeLessThanOrEqual((3 + 1) * 100);
    expect(all.ways).not.toContain("Seq Scan");
    const own = await read(await capture((query) => countAppStates(query, developerId, 1_000)));
    // One app in 51 belongs to the developer.
    expect((own.taken.app ?? 0) + (own.taken["app keys"] ?? 0)).toBeLessThanOrEqual(ROWS / 50);
    expect(own.ways).not.toContain("Seq Scan");
  });

  test("the numbers of accounts and merchants, up to the limit", async () => {
    const accounts = await read(await capture((query) => countAccounts(query, 100)));
    // Only one account is a developer; no account has another role or is suspended.
    expect((accounts.taken.account ?? 0) + (accounts.taken["account keys"] ?? 0)).toBeLessThanOrEqual(2 * 100);
    const { taken, ways } = await read(await capture((query) => countMerchants(query, 100)));
    expect((taken.merchant ?? 0) + (taken["merchant keys"] ?? 0)).toBeLessThanOrEqual(100);
    expect(ways).not.toContain("Seq Scan");
  });

  test("the newest session of an account: one entry of the index", async () => {
    await database.client.query(
      `insert into session (account_id, digest, expires_at)
       select $1, sha256(n::text::bytea), clock_timestamp() + interval '1 day' from generate_series(1, ${ROWS}) n`,
      [developerId],
    );
    await database.client.query("vacuum analyze session");
    const { taken, ways } = await read(await capture((query) => listLastSignIns(query, [developerId])));
    expect((taken.session ?? 0) + (taken["session keys"] ?? 0)).toBe(1);
    expect(ways).not.toContain("Seq Scan");
  });

  test("the installations of an app of a list: about 100 entries of the index", async () => {
    const { taken } = await read(await capture((query) => listAppRows(query, [appId])));
    expect(taken.installation ?? 0).toBeLessThanOrEqual(101);
    expect(taken["installation keys"] ?? 0).toBeLessThanOrEqual(101);
  });

  test.each(["SUSPENDED", "CLOSED"] as const)(
    "merchants that are %s, by an index without the others",
    async (state) => {
      const bound: BoundStatement[] = [];
      const query = async (statement: BoundStatement["statement"], values: readonly unknown[]) => {
        bound.push({ statement, values });
        return bound.length === 1 ? [{ id: "m1", key: "", matches: false, last: true }] : [];
      };
      const search = { memberId: null, developerId: null, search: null, state, test: null, sort: "NAME" as const };
      await searchMerchants(query as Query, { ...search, descending: false, limit: LIMIT, after: null });
      const { nodes } = await explain(database.client, bound[1]!);
      expect(nodes.map((node) => node["Index Name"])).toContain("merchant_inactive");
    },
  );

  test.each([
    { filter: { role: "OPERATOR" as const, state: null }, index: "account_operator" },
    {
      filter: { role: "OPERATOR" as const, state: null, withoutSecondFactor: true as const },
      index: "account_operator",
    },
    { filter: { role: "DEVELOPER" as const, state: null }, index: "account_developer" },
    { filter: { role: null, state: "SUSPENDED" as const }, index: "account_suspended" },
  ])("accounts by $index", async ({ filter, index }) => {
    const bound: BoundStatement[] = [];
    const query = async (statement: BoundStatement["statement"], values: readonly unknown[]) => {
      bound.push({ statement, values });
      return bound.length === 1 ? [{ id: ID, key: "", matches: false, last: true }] : [];
    };
    const order = { sort: "EMAIL" as const, descending: false, limit: LIMIT, after: null };
    const page = { search: null, withoutSecondFactor: null, ...order };
    await searchAccounts(query as Query, { ...page, ...filter });
    const { nodes } = await explain(database.client, bound[1]!);
    expect(nodes.map((node) => node["Index Name"])).toContain(index);
  });

  // The index has about 30 blocks; a scan from its start would read most of them.
  test.each([
    { name: "accounts", list: (query: Query) => listAccountIds(query, { ...pages, prefix: "zoe" }) },
    { name: "merchants", list: (query: Query) => listMerchantIds(query, { ...pages, prefix: "zoe" }, null) },
    {
      name: "apps",
      list: (query: Query) => {
        const { statement, values } = appStatement({ ...apps, namePrefix: "Zoe" });
        return query(statement, values);
      },
    },
  ])("$name by prefix start at the prefix", async ({ list }) => {
    expect((await read(await capture(list))).blocks).toBeLessThanOrEqual(5);
  });
});
