import { Code, ConnectError } from "@connectrpc/connect";
import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AUDIT_ACTIONS } from "../../../src/model/audit-action.ts";
import { actionsByGroup } from "../../../src/web/console/audit/action-groups.ts";
import { requestOf } from "../../../src/web/console/audit/filter.ts";
import { de } from "../../../src/web/console/audit/messages.de.ts";
import { en } from "../../../src/web/console/audit/messages.en.ts";
import { createCoreSite, type Person, useCoreSite } from "./core-site.ts";
import type { Page } from "./site.ts";

const site = useCoreSite();
let olga: Person;
let developer: Person;
let owner: Person;
let clientId: string;
let installationId: string;
beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true });
  developer = await site.person("Dana Developer", { developer: true });
  owner = await site.person("Mia Owner");
  clientId = await site.draft(developer, { name: "Zebra Labels" });
  await site.approve(clientId);
  await shop("corner-1", "Corner One");
  await shop("corner-2", "Corner Two");
  ({ installationId } = await site.install(clientId, "corner-1", owner));
});

const shop = (merchantId: string, name: string) =>
  site.core.accounts.createMerchant({ merchantId, name, ownerAccountId: owner.account.accountId }, site.byKey);

const at = async (path: string) => (await olga.browser.get(path)).body;

const send = (from: string, action: string, fields: Record<string, string> = {}): Promise<Page> =>
  olga.browser.submit(from, fields, action);

describe("list filters", () => {
  test("installations by the name of app and merchant, and by their ids", async () => {
    for (const query of ["app=zebra", "merchant=Corner+One", `app=${clientId}&merchant=corner-1`]) {
      expect(await at(`/console/installations?${query}`), query).toContain(installationId);
    }
    expect(await at("/console/installations?merchant=corner-2")).not.toContain(installationId);
  });

  test("an active installation that needs action has its verdict with the reason instead of the state", async () => {
    const path = "/console/installations?merchant=corner-1";
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    const set = (columns: string) => sql.query(`update installation set ${columns} where id = $1`, [installationId]);
    await set("last_failed_at = now() + interval '1 minute', last_failure = 'CREDENTIALS'");
    expect(await at(path)).toMatch(
      /<span class="badge[^>]*>Needs attention<\/span>.*<small class="muted">Wrong secret · The developer must fix it</,
    );
    await set("last_failed_at = null, last_failure = null");
    await sql.end();
    const healthy = await at(path);
    expect(healthy).toContain('badge-good">Active<');
    expect(healthy).not.toMatch(/<span class="badge[^>]*>Needs attention</);
  });

  test("several matches are offered as links, above their newest installations", async () => {
    const body = await at("/console/installations?merchant=Corner&state=active");
    expect(body).toContain(installationId);
    for (const id of ["corner-1", "corner-2"]) {
      expect(body).toContain(`href="/console/installations?merchant=${id}&amp;state=active"`);
    }
    expect(body).toContain("Merchant: 2 matches for “Corner”. Choose one:");
    for (let at = 1; at <= 7; at++) await shop(`mole-${at}`, "Mole");
    const many = await olga.browser.get("/console/installations?merchant=mole");
    expect(many.body).toContain("Merchant: the first 6 matches for “mole”. Choose one:");
    expect(many.body).toContain('<span dir="auto">Mole</span> <code>mole-1</code>');
  });

  test("a text with several matches is no chip before the choice", async () => {
    await site.person("Twin Tern");
    await site.person("Twin Teal");
    for (const [path, name] of [
      ["/console/audit?action=app.approve&merchant=Corner", "Merchant"],
      ["/console/audit?action=app.approve&account=Twin", "Person"],
    ] as const) {
      const body = await at(path);
      expect(body, path).toMatch(new RegExp(`${name}: (the first )?\\d matches for “\\w+”. Choose one:`));
      expect(body, path).toMatch(/class="chip"[^>]*><span class="sr">[^<]*<\/span>Action: <strong/);
      expect(body, path).not.toContain(`</span>${name}: <strong`);
    }
  });

  test("the audit trail calls an account that it does not find a person, as the field does", async () => {
    expect(await at("/console/audit?account=nobody")).toContain("Person “nobody” not found");
  });

  test("a filter without a match shows a notice, and the list is empty", async () => {
    const body = await at("/console/installations?app=Unknown's");
    expect(body).toContain("No installation matches “Unknown&#39;s”");
    expect(body).not.toContain(installationId);
  });

  test("the search of installations finds apps and merchants by name or id", async () => {
    for (const typed of ["zebra", clientId, "Corner+One", "corner-1"]) {
      expect(await at(`/console/installations?app=${typed}`), typed).toContain(installationId);
    }
    expect(await at("/console/installations?app=corner-2")).not.toContain(installationId);
    const one = await at("/console/installations?app=Corner+One&state=active");
    expect(one).toMatch(
      /class="chip" href="\/console\/installations\?state=active".*Merchant: <strong dir="auto">Corner One</,
    );
    const several = await at("/console/installations?app=Corner&state=active");
    expect(several).toContain("Merchant: 2 matches for “Corner”. Choose one:");
    expect(several).toContain('href="/console/installations?app=corner-1&amp;state=active"');
    expect(several).toContain(installationId);
  });

  test("a search that matches apps and merchants offers both, with the installations of each once", async () => {
    await shop("zebra-shop", "Zebra Foods");
    const body = await at("/console/installations?app=zebra");
    expect(body).toContain("App: 1 match for “zebra”");
    expect(body).toContain(`href="/console/installations?app=${clientId}"`);
    expect(body).toContain("Merchant: 1 match for “zebra”");
    expect(body).toContain('href="/console/installations?app=zebra-shop"');
    expect(body.split(`href="/console/installations/${installationId}"`)).toHaveLength(2);
    const filtered = await at("/console/installations?app=zebra&merchant=corner-1");
    expect(filtered).not.toContain("matches for");
    expect(filtered).toContain(installationId);
  });

  test("the audit trail by a person's e-mail, an app's and a merchant's name", async () => {
    for (const query of [
      `account=${owner.account.email}&merchant=corner-1&action=merchant.create`,
      "app=zebra&action=app.create",
      "merchant=Corner+One&action=merchant.create",
    ]) {
      const body = await at(`/console/audit?${query}`);
      expect(body, query).toContain(">1 in total<");
    }
  });

  test("a search by the id of an account shows its e-mail address in the field, and its name", async () => {
    const { accountId, email, name } = owner.account;
    for (const [path, field] of [
      ["/console/audit", "account"],
      ["/console/apps", "developer"],
    ] as const) {
      const body = await at(`${path}?${field}=${accountId}`);
      expect(body).toMatch(new RegExp(`id="${field}" name="${field}" type="(search|text)" value="${email}"`));
      expect(body).toContain(`<strong dir="auto">${name}</strong>`);
      // Links keep the id.
      expect(body).toContain(`${field}=${accountId}`);
    }
  });

  test("the audit trail by day, the last one included", async () => {
    const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
    const rows = async (query: string) =>
      (await at(`/console/audit?merchant=corner-2&${query}`)).split('<li class="event">').length - 1;
    // Around midnight the event may be of the day before.
    expect(await rows(`from=${day(-1)}&to=${day(0)}`)).toBe(1);
    expect(await rows(`from=${day(1)}`)).toBe(0);
    expect(await rows(`to=${day(-2)}`)).toBe(0);
  });

  test.each([
    ["reversed days", "from=2026-02-02&to=2026-02-01", ["from", "The first day is after the last."]],
    ["an impossible day", "from=2025-02-31", ["from", "Enter a day that exists, such as 2026-01-31."]],
    ["no day", "from=2026-02-01&to=soon", ["to", "Enter a day that exists, such as 2026-01-31."]],
  ])(
    "the audit trail with %s: no events, the error at the field, all input, and no file",
    async (_name, days, [field, text]) => {
      const query = `merchant=corner-2&${days}`;
      const { statusCode, body } = await olga.browser.get(`/console/audit?${query}`);
      expect(statusCode).toBe(400);
      expect(body).toContain(`<a href="#${field}">`);
      expect(body).toMatch(new RegExp(`id="${field}-fault"[^>]*>${text}`));
      expect(body).not.toContain('<li class="event">');
      expect(body).toContain('name="merchant" type="text" value="corner-2"');
      for (const [name, value] of new URLSearchParams(days))
        expect(body).toMatch(new RegExp(`name="${name}" type="(date|text)" value="${value}"`));
      const file = await olga.browser.get(`/console/audit.csv?${query}`);
      expect([file.statusCode, file.headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
      expect(file.body).toContain(text);
      expect(file.body).toContain(`href="/console/audit?${query.replaceAll("&", "&amp;")}"`);
    },
  );

  test("the audit trail with an impossible day in German", async () => {
    const { body } = await olga.browser.get("/console/audit?from=2025-02-31", { "accept-language": "de" });
    expect(body).toContain("Geben Sie einen Tag an, den es gibt, wie 2026-01-31.");
  });

  test("the audit trail finds events of a deleted merchant by id", async () => {
    expect(await at("/console/audit?merchant=never-was")).toContain(
      '<a class="button secondary" href="/console/audit">Clear filters</a>',
    );
  });

  test("apps by the e-mail of their developer", async () => {
    const of = (person: Person) => at(`/console/apps?developer=${person.account.email}`);
    expect(await of(developer)).toContain("Zebra Labels");
    expect(await of(owner)).toContain(">Clear filters</a>");
  });

  test("apps, merchants and accounts by id", async () => {
    expect(await at(`/console/apps?name=${clientId}`)).toContain("Zebra Labels");
    expect(await at("/console/merchants?name=corner-2")).toContain("Corner Two");
    expect(await at(`/console/accounts?email=${owner.account.accountId}`)).toContain("Mia Owner");
    for (const list of [
      "apps?name=app_0000000000000000000000",
      "merchants?name=..",
      `accounts?email=${installationId}`,
    ]) {
      const [place, noun] = [list.split("?")[0]!, list.split("s?")[0]!];
      const body = await at(`/console/${list}`);
      expect(body, list).toContain(`<strong>No ${noun} matches “${list.split("=")[1]}”</strong>`);
      expect(body, list).toContain(`<a class="button secondary" href="/console/${place}">Clear search</a>`);
      expect(body, list).not.toMatch(/Clear filters|Change or clear the filters/);
    }
  });

  test("service keys by a part of their name", async () => {
    await site.core.accounts.createServiceKey({ name: "Stock API", permissions: ["apps:read"] }, site.byKey);
    expect(await at("/console/keys?name=stock")).toContain("Stock API");
    expect(await at("/console/keys?name=OCK+a")).toContain("Stock API");
    expect(await at("/console/keys?name=zzz")).toContain("<strong>No service key matches “zzz”</strong>");
    const tabs = /aria-label="State"><ul>.*>All <span class="list-count">(\d+)<.*>Active <span class="list-count">\d+</;
    for (const ended of ["", "?ended=yes"]) expect(await at(`/console/keys${ended}`)).toMatch(tabs);
    expect(await at("/console/keys?name=stock")).not.toMatch(tabs);
  });

  test("a filter in use is a chip with the name of what it found, and removable", async () => {
    const body = await at(`/console/installations?app=${clientId}&merchant=Corner+One&state=active`);
    expect(body).toContain('App: <strong dir="auto">Zebra Labels</strong>');
    expect(body).toContain('Merchant: <strong dir="auto">Corner One</strong>');
    expect(body).toContain(`class="chip" href="/console/installations?app=${clientId}&amp;state=active"`);
    expect(body).toContain('<a class="clear" href="/console/installations">Clear all</a>');
  });

  test("the tabs of a state or a role have the numbers of entries; a search has none", async () => {
    // The views that have no number.
    for (const [path, views] of [
      ["/console/accounts", 0],
      ["/console/merchants", 1],
      ["/console/apps", 2],
    ] as const) {
      const tabs = (body: string) => /<nav class="tabs list-tabs".*?<\/nav>/s.exec(body)![0];
      const all = tabs(await at(path));
      expect(all.match(/class="list-count/g)?.length, path).toBe(all.match(/<li\b/g)!.length - views);
      const search = path.endsWith("accounts") ? "email" : "name";
      expect(tabs(await at(`${path}?${search}=zzz`)), path).not.toContain("list-count");
    }
    expect(await at("/console/merchants?kind=live")).not.toMatch(/<nav class="tabs.*list-count/s);
  });

  test("a suspended entry says by whom, when and why, in its row and on its page", async () => {
    const stopped = await site.draft(developer, { name: "Stopped Labels" });
    await site.approve(stopped);
    const { account: victim } = await site.person("Vic Suspended");
    const reason = { reason_code: "ABUSE", reason_text: "Too many calls." };
    await send(`/console/apps/${stopped}/suspend`, `/console/apps/${stopped}/suspend`, { ...reason, confirm: "yes" });
    const viewed = "/console/merchants/view?id=corner-2";
    await send(viewed, "/console/merchants/suspend", { ...reason, merchant_id: "corner-2" });
    const person = `/console/accounts/${victim.accountId}`;
    // The address is at the top, and the details come before a list that can be long.
    expect(await at(person)).toMatch(
      new RegExp(`<p class="lead">${victim.email}</p>[\\s\\S]*<h2 id="facts">[\\s\\S]*<h2 id="merchants">`),
    );
    await send(person, `${person}/suspend`, reason);
    for (const [list, page] of [
      ["/console/apps?state=suspended", `/console/apps/${stopped}`],
      ["/console/merchants?state=suspended", viewed],
      ["/console/accounts?group=suspended", person],
    ] as const) {
      expect(await at(list), list).toMatch(
        /<small class="row-note"><span>Abuse<\/span> · <span>by <b dir="auto">Olga Operator<\/b>, <time [^>]*>now<\/time><\/span><\/small>/,
      );
      expect(await at(page), page).toMatch(
        /<div class="notice notice-fault"><p>Suspended by <a [^>]*>Olga Operator<\/a>, <time [^>]*>now<\/time><br>Reason: <strong>Abuse[^<]*<\/strong><br><span class="lines" dir="auto">Too many calls\./,
      );
    }
    await site.core.apps.archiveApp({ clientId: stopped }, site.byKey);
    await site.core.accounts.resumeMerchant({ merchantId: "corner-2" }, site.byKey);
    await site.core.accounts.resumeAccount({ accountId: victim.accountId }, site.byKey);
    expect(await at(`/console/apps?name=${stopped}`)).not.toContain("row-note");
  });

  test("apps by the tab of a state, with the number of apps", async () => {
    const body = await at("/console/apps?state=approved");
    expect(body).toMatch(
      /href="\/console\/apps\?state=approved" aria-current="true">Approved <span class="list-count">1</,
    );
    expect(await at("/console/apps?state=approved&name=zebra")).not.toMatch(/<nav class="tabs.*list-count/s);
    const draft = await at("/console/apps?state=draft");
    expect(draft).toContain('State: <strong dir="auto">Draft</strong>');
    expect(draft).not.toContain("Zebra Labels");
  });

  test("an app shows its installations at once, without waiting for the aggregate", async () => {
    expect(await at("/console/apps?name=zebra")).toMatch(/data-label="Installations"><div>1</);
  });

  test("merchants by state and kind, with their apps and members", async () => {
    await site.core.accounts.suspendMerchant(
      { merchantId: "corner-2", reasonCode: "ABUSE", reasonText: "Spam" },
      site.byKey,
    );
    const suspended = await at("/console/merchants?state=suspended");
    expect(suspended).toContain("Corner Two");
    expect(suspended).not.toContain("Corner One");
    await site.core.accounts.resumeMerchant({ merchantId: "corner-2" }, site.byKey);
    const test = await at("/console/merchants?kind=test");
    expect(test).not.toContain("Corner One");
    expect(test).toContain('aria-current="true">Test merchants</a>');
    expect(test).toMatch(/<a href="\/console\/merchants\?state=active" >Active <span class="list-count">/);
    const body = await at("/console/merchants?kind=live&name=Corner+One");
    expect(body).toContain('Kind: <strong dir="auto">Live</strong>');
    expect(body).toMatch(/data-label="Apps"><div>1</);
    expect(body).toMatch(/data-label="Members"><div>1</);
  });

  test("accounts by role and state, with two-step verification and the last sign-in", async () => {
    expect(await at("/console/accounts?group=operators")).toContain(olga.account.email);
    const developers = await at("/console/accounts?group=developers");
    expect(developers).toContain(developer.account.email);
    expect(developers).not.toContain(owner.account.email);
    expect(await at("/console/accounts?group=suspended")).not.toContain(owner.account.email);
    await site.person("Paula Password", { operator: true });
    const unprotected = await at("/console/accounts?group=unprotected");
    expect(unprotected).toContain("Paula Password");
    expect(unprotected).toMatch(/aria-current="true">[^<]*two-step[^<]* <span class="list-count list-count-warn">\d+</);
    expect(unprotected).not.toContain(developer.account.email);
    const body = await at(`/console/accounts?email=${olga.account.email}`);
    expect(body).toMatch(/data-label="Two-step"><div>[^<]*(<[^>]*>)?O(n|ff)</);
    expect(body).toMatch(/data-label="Last sign-in"><div><time[^>]*>(now|\d+ minutes? ago)</);
    const page = await at(`/console/accounts/${olga.account.accountId}`);
    expect(page).toMatch(/<dt>Last sign-in<\/dt><dd><time[^>]*>(now|\d+ minutes? ago)</);
  });

  test("a scope says before it is saved when merchants see the new text", async () => {
    await site.core.apps.upsertScope({ scope: { name: "say:when", title: "Say" } }, site.byKey);
    expect(await at("/console/scopes/edit?name=say:when")).toContain(
      "Merchants see the new text at the next authorization.",
    );
    expect(await at("/console/scopes/new")).not.toContain("Merchants see the new text");
  });

  test("scopes with their description, a retired one with its badge", async () => {
    const scope = {
      name: "gone:read",
      title: "See old orders",
      description: "Orders <of> last year.",
      retired: true,
    };
    await site.core.apps.upsertScope({ scope }, site.byKey);
    const body = await at("/console/scopes?name=gone");
    expect(body).toMatch(
      /See old orders<\/span> <span class="badge badge-plain">Retired<\/span><small [^>]*>Orders &lt;of&gt;/,
    );
    await site.core.apps.upsertScope({ scope: { ...scope, description: "", retired: false } }, site.byKey);
    expect(await at("/console/scopes?name=gone")).not.toContain('<small class="below');
  });

  test("an app that was opened from a filtered list leads back to this list", async () => {
    const crumbFrom = async (referer: string) =>
      /<nav class="crumbs".*?href="([^"]*)"/s.exec(
        (await olga.browser.get(`/console/apps/${clientId}`, { referer })).body,
      )![1];
    const list = "/console/apps?name=zebra";
    expect(await crumbFrom(`https://login.example${list}`)).toBe(list);
    for (const other of ["https://login.example/console/accounts?name=x", `https://other.example${list}`, ""])
      expect(await crumbFrom(other), other).toBe("/console/apps");
  });

  test("scopes with the number of their apps, which leads to the list of these apps", async () => {
    await site.core.apps.upsertScope({ scope: { name: "counted:read", title: "Counted" } }, site.byKey);
    const row = async () => (await at("/console/scopes?name=counted")).match(/<td class="number".*?<\/td>/s)![0];
    expect(await row()).toContain("<div>0</div>");
    await site.draft(developer, {
      name: "Counting Crane",
      scopes: [{ name: "counted:read", reason: "", optional: false }],
    });
    expect(await row()).toContain(
      '<a href="/console/apps?scope=counted%3Aread" aria-label="Apps that may request counted:read: 1">1</a>',
    );
    const listed = await at("/console/apps?scope=counted:read");
    expect(listed).toContain("Counting Crane");
    expect(listed).not.toContain("Zebra Labels");
    expect(listed).toMatch(/Scope: <strong[^>]*>counted:read/);
    expect(await at("/console/apps?scope=nothing:read")).toContain("Clear filters");
  });

  test("scopes with their number below the list", async () => {
    for (let count = 1; count <= 60; count += 1)
      await site.core.apps.upsertScope({ scope: { name: `zz:n${count}`, title: `Number ${count}` } }, site.byKey);
    expect(await at("/console/scopes?name=zz%3A")).toContain("1–50 of 60<");
  });

  test("scopes without the retired ones", async () => {
    await site.core.apps.upsertScope({ scope: { name: "old:read", title: "Old", retired: true } }, site.byKey);
    expect(await at("/console/scopes")).toContain("old:read");
    expect(await at("/console/scopes?retired=no")).not.toContain("old:read");
    const retired = await at("/console/scopes?retired=yes");
    expect(retired).toContain("old:read");
    expect(retired).toContain('aria-current="true">Retired <span class="list-count">1</span>');
  });
});

describe("the order of lists", () => {
  const namesIn = (body: string) => [...body.matchAll(/"><strong dir="auto">([^<]*)</g)].map(([, name]) => name);

  test("the head of a column sorts by it, and shows the direction", async () => {
    const body = await at("/console/merchants?name=corner");
    expect(body).toContain(
      '<th scope="col" role="columnheader" aria-sort="ascending"><a class="sort" href="/console/merchants?name=corner&amp;sort=name-desc">Name</a>',
    );
    expect(body).toContain('<a class="sort" href="/console/merchants?name=corner&amp;sort=created-desc">Created</a>');
    expect(namesIn(body)).toEqual(["Corner One", "Corner Two"]);
    const reversed = await at("/console/merchants?name=corner&sort=name-desc");
    expect(namesIn(reversed)).toEqual(["Corner Two", "Corner One"]);
    expect(reversed).toContain('aria-sort="descending"');
    expect(reversed).toContain('<option value="name-desc" selected>');
    expect(namesIn(await at("/console/merchants?name=corner&sort=nonsense"))).toEqual(["Corner One", "Corner Two"]);
  });

  test("accounts are sorted by the heads of the address and of the day of creation", async () => {
    const heads = (body: string) =>
      [...body.matchAll(/<th [^>]*?(?:aria-sort="(\w+)")?><a class="sort" href="([^"]+)">([^<]*)/g)].map((match) =>
        match.slice(1),
      );
    expect(heads(await at("/console/accounts?group=developers"))).toEqual([
      ["ascending", "/console/accounts?group=developers&amp;sort=email-desc", "Account"],
      [undefined, "/console/accounts?group=developers&amp;sort=created-desc", "Created"],
    ]);
    const newest = await at("/console/accounts?sort=created-desc");
    expect(heads(newest).map(([direction, href]) => [direction, href])).toEqual([
      [undefined, "/console/accounts?sort=email"],
      ["descending", "/console/accounts?sort=created"],
    ]);
    expect(newest).toContain(">Last sign-in</th>");
  });

  test("apps have views with an order: the most installed ones, and approved ones without installations", async () => {
    const fresh = await site.draft(developer, { name: "Fresh Labels" });
    await site.approve(fresh);
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    // A job counts the installations once a minute.
    await sql.query(
      `insert into app_installation_count (app_id, installations) select id, 3 from app where client_id = $1
       on conflict (app_id) do update set installations = 3`,
      [clientId],
    );
    await sql.end();
    const labelsOf = (body: string) => namesIn(body).filter((name) => name!.endsWith(" Labels"));
    const body = await at("/console/apps");
    const hrefOf = (label: string) =>
      new RegExp(`<a href="([^"]+)" (?:aria-current="true")?>${label}`).exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const most = await at(hrefOf("Most installed"));
    expect(labelsOf(most).slice(0, 2)).toEqual(["Zebra Labels", "Fresh Labels"]);
    expect(most).toMatch(/aria-current="true">Most installed<\/a>/);
    expect(most).toContain('<a href="/console/apps?state=approved" >Approved');
    const none = hrefOf("Not installed yet");
    expect(labelsOf(await at(none))).toEqual(["Fresh Labels"]);
    expect((await at(none.replace("/apps?", "/apps.csv?"))).match(/^app_\w+,[^,]+ Labels/gm)).toEqual([
      `${fresh},Fresh Labels`,
    ]);
    // Another order ends the view.
    expect(labelsOf(await at(none.replace("sort=installations", "sort=name")))).toContain("Zebra Labels");
  });

  test("search, filters and order stay on the next page", async () => {
    for (let n = 10; n < 62; n++) await site.draft(developer, { name: `Paged ${n}` });
    const seen: (string | undefined)[] = [];
    let path = `/console/apps?name=aged&state=draft&developer=${developer.account.email}&sort=created-desc`;
    for (let pages = 0; path !== "" && pages < 3; pages++) {
      const body = await at(path);
      seen.push(...namesIn(body));
      path = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    }
    expect(seen).toEqual(Array.from({ length: 52 }, (_, n) => `Paged ${61 - n}`));
  });

  test("accounts are found by a part of their name or e-mail address", async () => {
    for (const part of ["mia ow", "ia Ow", owner.account.email.slice(2)]) {
      expect(await at(`/console/accounts?email=${encodeURIComponent(part)}`), part).toContain("Mia Owner");
    }
    expect(await at("/console/accounts?email=ia")).toContain("three or more any part of it.");
  });
});

describe("texts of scopes per language", () => {
  test("are saved in the console, and shown on pages in the language", async () => {
    const scope = { fresh: "yes", name: "stock:read", title: "See your stock", sensitivity: "normal" };
    const filled = { ...scope, title_de: "Ihren Bestand sehen", description_de: "Mengen je Lager." };
    expect((await send("/console/scopes/new", "/console/scopes/save", filled)).statusCode).toBe(303);
    const docs = async (language: string) =>
      (await site.app.inject({ url: "/docs/scopes", headers: { "accept-language": language } })).body;
    expect(await docs("en")).toContain("See your stock");
    const german = await docs("de");
    expect(german).toContain("Ihren Bestand sehen");
    expect(german).toContain("Mengen je Lager.");
    const found = await site.app.inject({ url: "/docs/search?q=bestand", headers: { "accept-language": "de" } });
    expect(found.body).toContain('href="/docs/scopes#catalogue"');
    const editor = await at("/console/scopes/edit?name=stock:read");
    expect(editor).toContain('name="title" type="text" value="See your stock"');
    expect(editor).toContain('name="title_de" type="text" value="Ihren Bestand sehen"');
  });

  test("need a title", async () => {
    const untitled = {
      fresh: "yes",
      name: "no:title",
      title: "A title",
      sensitivity: "normal",
      description_de: "Text",
    };
    const refused = await send("/console/scopes/new", "/console/scopes/save", untitled);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('href="#title_de"');
  });
});

test.each([
  { list: "apps", date: "Changed" },
  { list: "apps?sort=created-desc", date: "Created" },
  { list: "installations", date: "Connected" },
])("the list of $list names its date on a phone", async ({ list, date }) => {
  // A class of the cell would hide the date or its name.
  expect(await at(`/console/${list}`)).toContain(`<td role="cell" data-label="${date}">`);
});

describe("the audit trail", () => {
  test("names actions in words, and offers them by group", async () => {
    const body = await at("/console/audit?action=merchant.create");
    expect(body).toContain('<optgroup label="Merchants">');
    expect(body).toContain('<option value="merchant.create" selected>Merchant created</option>');
    expect(body).toMatch(/<summary><span class="sr">Details: Merchant created<\/span><\/summary>/);
    expect(await at("/console/audit?action=other.version")).toContain('<option value="other.version" selected>');
  });

  test("shows states and reasons in words", async () => {
    const returned = await site.draft(developer, { name: "Returned Labels" });
    await site.core.apps.submitApp({ clientId: returned }, site.byKey);
    await site.core.apps.startReview({ clientId: returned }, site.byKey);
    const reason = { reasonCode: "SCOPE_REASONS", reasonText: "Why orders?" };
    await site.core.apps.requestChanges({ clientId: returned, ...reason }, site.byKey);
    const body = await at(`/console/audit?app=${returned}&action=app.request_changes`);
    expect(body).toContain("<dt>State</dt><dd>Changes requested</dd>");
    expect(body).toContain("<dt>Reason</dt><dd>Reasons for scopes are unclear</dd>");
    expect(await at(`/console/audit?app=${returned}`)).not.toMatch(/>(?:IN_REVIEW|CHANGES_REQUESTED|SCOPE_REASONS)</);
    const german = await olga.browser.get(`/console/audit?app=${returned}`, { "accept-language": "de" });
    expect(german.body).toContain("<dt>Status</dt><dd>In Prüfung</dd>");
  });

  test("finds what an account did, without what others did to it", async () => {
    const of = (part: string) => at(`/console/audit?account=${owner.account.accountId}&action=merchant.create${part}`);
    expect(await of("")).toContain("Corner One");
    expect(await of("&part=actor")).toContain(">Clear filters</a>");
    expect(await at(`/console/audit?account=${owner.account.accountId}&part=actor`)).toMatch(
      /Mia Owner<\/a> signed in</,
    );
  });

  test("reads as one sentence about the subjects and the actor", async () => {
    const step = { installationId, reasonCode: "ABUSE", reasonText: "Too many calls." };
    await site.core.installations.suspendInstallation(step, site.byKey);
    await site.core.installations.resumeInstallation({ installationId }, site.byKey);
    const sentenceOf = async (action: string, links: number, headers = {}) => {
      const { body } = await olga.browser.get(`/console/audit?merchant=corner-1&action=${action}`, headers);
      const [, sentence = ""] = /<li class="event">.*?<p>(.*?)<\/p>/s.exec(body) ?? [];
      expect(sentence.match(/<a /g)).toHaveLength(links);
      expect(sentence).not.toContain("<b");
      return sentence.replaceAll(/<[^>]*>/g, "").trim();
    };
    expect(await sentenceOf("installation.suspend", 3)).toMatch(
      /^Service key \S+ suspended Zebra Labels at Corner One$/,
    );
    expect(await sentenceOf("merchant.create", 3)).toMatch(/^Service key \S+ created Corner One for Mia Owner$/);
    expect(await sentenceOf("installation.suspend", 3, { "accept-language": "de" })).toMatch(
      /^Dienstschlüssel \S+ hat Zebra Labels bei Corner One gesperrt$/,
    );
  });

  test("says to whom an invitation was, in the words of its filter", async () => {
    await site.core.accounts.createInvitation({ email: "nina@corner.example", developer: true }, site.byKey);
    const body = await at("/console/audit?action=invitation.create");
    expect(body).toMatch(/<\/a> created an invitation for <b dir="auto">nina@corner\.example<\/b><\/p>/);
    expect(body).toContain('<option value="invitation.create" selected>Invitation created</option>');
  });

  test("marks an event that blocks or lowers security, and shows the category and the actor of each", async () => {
    const blocked = await at("/console/audit?merchant=corner-1&action=installation.suspend");
    expect(blocked).toMatch(
      /class="event-icon event-icon-bad" title="[^"]+ · Critical"><svg.*<span class="sr">Critical: <\/span>/,
    );
    const created = await at("/console/audit?merchant=corner-1&action=merchant.create");
    expect(created).toMatch(
      /<span class="event-icon" title="Merchants?"><svg.*?<\/span><span class="avatar" aria-hidden="true"><svg/,
    );
    const signedIn = await at("/console/audit?action=session.start");
    expect(signedIn).toMatch(/<span class="avatar tint-\d" aria-hidden="true">.<\/span><p>/);
    expect(signedIn).toContain('<span class="event-address">');
  });

  test("links to all subjects in the folded details", async () => {
    const body = await at("/console/audit?merchant=corner-1&action=installation.suspend");
    const [, details = ""] = /<details><summary>(.*?)<\/details>/s.exec(body) ?? [];
    for (const href of [
      `/console/apps/${clientId}`,
      "/console/merchants/view?id=corner-1",
      `/console/installations/${installationId}`,
    ]) {
      expect(details).toContain(`href="${href}"`);
    }
  });

  test("has the day above its events, and their times to the second in UTC", async () => {
    const body = await at("/console/audit?merchant=corner-1&action=merchant.create");
    const [, time = ""] = /<li class="event"><time datetime="([^"]+)"/.exec(body) ?? [];
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" }).format(new Date(time));
    expect(body).toContain(`<h2 id="day-0">${day} <small>UTC</small></h2>`);
    expect(body).toContain(`>${time.slice(11, 19)}</time>`);
  });

  test.each([
    { range: "24h", hours: 24 },
    { range: "7d", hours: 168 },
    { range: "30d", hours: 720 },
  ] as const)("limits the list and the export to the last $range", async ({ range, hours }) => {
    const body = await at(`/console/audit?merchant=corner-1&range=${range}`);
    expect(body).toContain("Details: Merchant created");
    expect(body).toContain(`href="/console/audit.csv?merchant=corner-1&amp;range=${range}"`);
    expect(body).toMatch(new RegExp(`range=${range}" aria-current="true"`));
    const match = { kind: "any" as const };
    const found = ["account", "app", "merchant"].map((name) => ({ name, label: name, noun: name, match }));
    const filter = { found, part: "", installation: "", action: "", from: "", to: "", range };
    const { doneFrom } = requestOf(filter);
    expect(Math.round((Date.now() - Number(doneFrom?.seconds) * 1_000) / 3_600_000)).toBe(hours);
  });

  test("opens the fields of the days, and days replace a period", async () => {
    expect(await at("/console/audit?range=custom")).toContain('<details class="filter-menu" open>');
    const body = await at("/console/audit?range=7d&from=2026-01-01");
    expect(body).toContain('href="/console/audit.csv?from=2026-01-01"');
    expect(body).toContain("Period: ");
  });

  test("is exported as CSV with the filters of the page, for operators only", async () => {
    const page = await at("/console/audit?merchant=corner-1&action=merchant.create");
    expect(page).toContain('href="/console/audit.csv?merchant=corner-1&amp;action=merchant.create"');
    const file = await olga.browser.get("/console/audit.csv?merchant=corner-1&action=merchant.create");
    expect(file.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="audit-trail.csv"',
      "cache-control": "no-store",
    });
    const [header, line, ...rest] = file.body.split("\r\n");
    expect(header).toMatch(/^event_id,at,action,actor_account_id,/);
    expect(line).toMatch(/^[0-9a-f-]{36},\d{4}-[^,]+Z,merchant\.create,/);
    expect(line).toContain(",corner-1,Corner One,");
    expect(rest).toEqual([""]);
    expect((await owner.browser.get("/console/audit.csv")).statusCode).toBe(403);
    const unclear = await olga.browser.get("/console/audit.csv?merchant=Corner");
    expect([unclear.statusCode, unclear.headers.location]).toEqual([303, "/console/audit?merchant=Corner"]);
  });
});

describe("counts and texts of lists", () => {
  test("the total on a single page, else the count of the page", async () => {
    for (let n = 0; n < 26; n++) {
      const person = { email: `member-${n}@people.example`, name: `Member ${n}` };
      const { account } = await site.core.accounts.createAccount(person, site.byKey);
      const { accountId } = account!;
      await site.core.accounts.upsertMembership(
        { merchantId: "corner-2", accountId, role: MerchantRole.MEMBER },
        site.byKey,
      );
    }
    expect(await at("/console/merchants/view?id=corner-1")).toContain("1 in total");
    const first = await at("/console/merchants/view?id=corner-2");
    expect(first).toContain("<small>1–25</small>");
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(await at(next)).toContain("<small>26–27 of 27</small>");
    expect(await at(next.replace(/&page_trail=.*/, ""))).toContain("2 on the last page");
    const one = await at("/console/merchants/view?id=corner-2&member=member-25@people.example");
    expect(one).toContain("Member 25");
    expect(one).not.toContain("Member 24");
    expect(await at(`/console/merchants/view?id=corner-2&member=${olga.account.email}`)).toContain(
      "This account is not a member.",
    );
  });

  test("an empty list and an empty search have different texts", async () => {
    const empty = await createCoreSite();
    try {
      const other = await empty.person("Otto Operator", { operator: true });
      expect((await other.browser.get("/console/merchants")).body).toContain("There are no merchants yet.");
      expect((await other.browser.get("/console/merchants?name=x")).body).toContain("No merchant matches “x”");
      expect((await other.browser.get("/console/merchants?name=x&state=closed")).body).toMatch(
        /href="\/console\/merchants\?state=closed">Clear search<\/a><a [^>]*href="\/console\/merchants\?name=x">Clear filters<\/a>/,
      );
    } finally {
      await empty.close();
    }
  });

  test.each([
    { language: "English", names: en },
    { language: "German", names: de },
  ])("each audit action and each group has a $language name of its own", ({ names }) => {
    const texts = AUDIT_ACTIONS.map((action) => names.actions[action]);
    expect(texts.filter((text) => !text?.trim())).toEqual([]);
    expect(new Set(texts).size).toBe(AUDIT_ACTIONS.length);
    const sentences = AUDIT_ACTIONS.map((action) => names.sentences.actions[action]);
    expect(sentences.filter((text) => !text?.trim())).toEqual([]);
    expect(new Set(sentences).size).toBe(AUDIT_ACTIONS.length);
    expect(actionsByGroup().filter(([group]) => !names.groups[group]?.trim())).toEqual([]);
  });
});

test("an invalid page token redirects to the first page of the same search", async () => {
  const gone = await olga.browser.get("/console/audit?app=zebra&page=garbage");
  expect([gone.statusCode, gone.headers.location]).toEqual([303, "/console/audit?app=zebra"]);
  expect((await olga.browser.get("/console?name=z&waiting=x")).headers.location).toBe("/console?name=z");
});

test("the revocation of tokens finds its subject by name and offers several matches", async () => {
  expect(await at("/console/tokens/end?subject=app&id=Zebra")).toContain("Revoke all tokens of Zebra Labels?");
  // Each choice has a field of its own; those of the other choices are ignored.
  const chosen = await at("/console/tokens/end?subject=app&app=Zebra&merchant=corner-1");
  expect(chosen).toContain("Revoke all tokens of Zebra Labels?");
  const wrong = await at("/console/tokens/end?subject=merchant&app=&merchant=nowhere");
  expect(wrong).toMatch(/value="merchant" checked/);
  expect(wrong).toMatch(/id="merchant-fault">No app or merchant found\./);
  const several = await at("/console/tokens/end?subject=merchant&id=Corner");
  expect(several).toContain('href="/console/tokens/end?subject=merchant&amp;id=corner-1"');
  expect(several).not.toContain('name="confirm"');
});

test("an unknown owner e-mail is an error of its field", async () => {
  const fields = { name: "Blue", owner_email: "nobody@people.example" };
  const refused = await send("/console/merchants/new", "/console/merchants/new", fields);
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain(
    '<a href="#owner_email">No account has this e-mail address. Invite the owner under Accounts first.',
  );
});

describe("a value that is shown once", () => {
  const key = { name: "Once API", permissions: "apps:read" };

  test("is on the page after the form, and not after a reload", async () => {
    const made = await send("/console/keys/new", "/console/keys/new", key);
    expect(made.statusCode).toBe(303);
    const shown = await olga.browser.get(made.headers.location!);
    expect(shown.body).toMatch(/<code class="secret" id="service-key">lk_sk_\w+<\/code>/);
    const again = await olga.browser.get(made.headers.location!);
    expect(again.body).not.toContain("lk_sk_");
    expect(again.body).toContain("The key was shown once. If it was lost, revoke it and create another.");
    const { serviceKeys } = await site.core.accounts.listServiceKeys({ namePrefix: "Once" }, site.byKey);
    expect(serviceKeys).toHaveLength(1);
  });

  test("is not taken by a HEAD, such as a link checker sends", async () => {
    const made = await send("/console/keys/new", "/console/keys/new", { ...key, name: "Headed API" });
    const head = await olga.browser.head(made.headers.location!);
    expect([head.statusCode, head.headers["set-cookie"], head.body]).toEqual([200, undefined, ""]);
    expect((await olga.browser.get(made.headers.location!)).body).toContain("lk_sk_");
  });

  test("is shown on the next attempt if the page failed", async () => {
    const made = await send("/console/keys/new", "/console/keys/new", { ...key, name: "Lost API" });
    const down = vi.spyOn(site.core.accounts, "getServiceKey");
    down.mockRejectedValueOnce(new ConnectError("down", Code.Unavailable));
    expect((await olga.browser.get(made.headers.location!)).statusCode).toBe(503);
    down.mockRestore();
    expect((await olga.browser.get(made.headers.location!)).body).toContain("lk_sk_");
    expect((await olga.browser.get(made.headers.location!)).body).not.toContain("lk_sk_");
  });

  test("is encrypted in the redirect for one page and session", async () => {
    const made = await send("/console/keys/new", "/console/keys/new", { ...key, name: "Sealed API" });
    const cookie = made.cookies.find(({ name }) => name === "__Host-latchkey-flash")!;
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/", maxAge: 120 });
    expect(JSON.stringify(made.headers)).not.toContain("lk_sk_");
    expect(Buffer.from(cookie.value, "base64url").toString("latin1")).not.toContain("lk_sk_");
    const elsewhere = await olga.browser.get("/console/keys");
    expect(elsewhere.body).not.toContain("lk_sk_");
    const otto = await site.person("Otto Operator", { operator: true });
    otto.browser.cookies.set("__Host-latchkey-flash", cookie.value);
    expect((await otto.browser.get(made.headers.location!)).body).not.toContain("lk_sk_");
    expect((await olga.browser.get(made.headers.location!)).body).toContain("lk_sk_");
  });
});

describe("invitations", () => {
  test("are listed, found by e-mail and merchant, and revoked, which invalidates the link", async () => {
    const fields = { merchant_id: "corner-1", email: "guest@people.example", invited_role: "manager" };
    const made = await send("/console/merchants/view?id=corner-1", "/console/merchants/invite", fields);
    const link = /https:\/\/login\.example(\/invitations\/[\w-]{43})/.exec(await at(made.headers.location!))?.[1];
    for (const query of ["", "?email=GUEST", "?email=T%40people", "?merchant=Corner+One"]) {
      expect(await at(`/console/invitations${query}`), query).toContain("guest@people.example");
    }
    const again = await at(made.headers.location!);
    expect(again).toContain("The link was shown once.");
    for (const fact of ["guest@people.example", "Corner One", "Olga", "Created", "Expires"])
      expect(again).toContain(fact);
    expect(await at("/console/invitations?merchant=corner-2")).not.toContain("guest@people.example");
    const list = await at("/console/invitations?email=guest");
    const withdraw = /action="(\/console\/invitations\/[^"]+\/revoke)"/.exec(list)?.[1] ?? "";
    expect((await site.app.inject({ url: link! })).statusCode).toBe(200);
    expect((await send("/console/invitations", withdraw)).statusCode).toBe(303);
    expect((await site.app.inject({ url: link! })).statusCode).toBe(404);
    expect(await at("/console/invitations?email=guest")).not.toContain("guest@people.example");
    const ended = await at("/console/invitations?email=guest&ended=yes");
    expect(ended).toMatch(
      /Withdrawn<\/span>.*?row-note"><span class="phone-word">Withdrawn<\/span> by <b dir="auto">Olga[^<]*<\/b>, <time/s,
    );
    expect(await at("/console/audit?action=invitation.revoke")).toContain("Corner One");
  });

  test("that were accepted cannot be revoked", async () => {
    const email = owner.account.email;
    const { invitationId, url } = await site.core.accounts.createInvitation({ email, developer: true }, site.byKey);
    await owner.browser.submit(url.replace("https://login.example", ""), {});
    olga.browser.cookies.set("__Host-latchkey-language", "de");
    const refused = await send("/console/keys/new", `/console/invitations/${invitationId}/revoke`);
    olga.browser.cookies.delete("__Host-latchkey-language");
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("Die Einladung wurde schon angenommen.");
    const page = await at(`/console/invitations/${invitationId}/made`);
    expect(page).toContain("Accepted");
    expect(page).not.toContain("create another");
  });

  test("that do not exist have no page", async () => {
    const missing = await olga.browser.get("/console/invitations/019a0000-0000-7000-8000-000000000000/made");
    expect(missing.statusCode).toBe(404);
  });
});
