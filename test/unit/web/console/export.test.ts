import { beforeAll, describe, expect, test } from "vitest";
import { csvLines, PAGE_SIZE } from "../../../../src/web/components/csv-lines.ts";
import { type Person, useCoreSite } from "../core-site.ts";

const site = useCoreSite();
let olga: Person;
let developer: Person;
let clientId: string;
let installationId: string;
beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true });
  developer = await site.person("Dana Developer", { developer: true });
  clientId = await site.draft(developer, { name: "=SUM(A1), Labels" });
  await site.approve(clientId);
  await site.draft(developer, { name: "Draft only" });
  const { accountId: ownerAccountId } = (await site.person("Mia Owner")).account;
  for (const [merchantId, name] of [
    ["corner-1", "Corner One"],
    ["corner-2", "@Corner Two"],
  ] as const)
    await site.core.accounts.createMerchant({ merchantId, name, ownerAccountId }, site.byKey);
  await site.core.accounts.suspendMerchant({ merchantId: "corner-2", reasonCode: "ABUSE" }, site.byKey);
  const installer = await site.person("Ina Installer");
  await site.core.accounts.createMerchant(
    { merchantId: "busy-1", name: "Busy One", ownerAccountId: installer.account.accountId },
    site.byKey,
  );
  ({ installationId } = await site.install(clientId, "busy-1", installer));
});

/** The records of a file by the names of their columns. No cell of these tests has a line break. */
const recordsIn = (body: string): Record<string, string>[] => {
  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const [header = "", ...lines] = body.split("\r\n").slice(0, -1);
  return lines.map((line) => Object.fromEntries(cellsOf(header).map((name, at) => [name, cellsOf(line)[at] ?? ""])));
};
const fileAt = async (path: string) => recordsIn((await olga.browser.get(path)).body);

/** Text that finds rows. */
const STARTS = { apps: "Labels", merchants: "Corner", accounts: "o" };
const LISTS = ["apps", "merchants", "accounts", "installations"] as const;

describe("the file of a list", () => {
  test.each(LISTS)("of %s is linked with the filter and the order of the page", async (list) => {
    const search = list === "installations" ? "app" : list === "accounts" ? "email" : "name";
    // The installations have one order.
    const query =
      list === "installations" ? `app=${clientId}&health=healthy` : `${search}=${STARTS[list]}&sort=created-desc`;
    const page = await olga.browser.get(`/console/${list}?${query}`);
    expect(page.body).toContain(
      `<a class="button secondary" href="/console/${list}.csv?${query.replace("&", "&amp;")}">Export as CSV</a>`,
    );
    const none = await olga.browser.get(`/console/${list}?${search}=nobody`);
    expect(none.body).not.toContain("Export as CSV");
    const german = await olga.browser.get(`/console/${list}`, { "accept-language": "de" });
    expect(german.body).toContain(`href="/console/${list}.csv">Als CSV exportieren</a>`);
  });

  test.each(LISTS)(
    "of %s has no length in the headers of a HEAD, like those of a GET (RFC 9110, section 8.6)",
    async (list) => {
      const url = `/console/${list}.csv`;
      const [read, head] = [await olga.browser.get(url), await olga.browser.head(url)];
      for (const { headers } of [read, head]) expect(headers).not.toHaveProperty("content-length");
      expect([head.statusCode, head.body]).toEqual([200, ""]);
    },
  );

  test.each([...LISTS, "dashboard"])("of %s is for operators and is not stored", async (list) => {
    const { statusCode, headers } = await olga.browser.get(`/console/${list}.csv`);
    expect([statusCode, headers["cache-control"], headers["content-disposition"]]).toEqual([
      200,
      "no-store",
      `attachment; filename="${list}.csv"`,
    ]);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect((await developer.browser.get(`/console/${list}.csv`)).statusCode).toBe(403);
    const signedOut = await site.app.inject({ url: `/console/${list}.csv` });
    expect([signedOut.statusCode, signedOut.headers.location]).toEqual([303, `/sign-in?next=%2Fconsole%2F${list}`]);
  });

  test("of apps has the states, the installations and no formula", async () => {
    const [app, ...rest] = await fileAt("/console/apps.csv?state=approved");
    expect(rest).toEqual([]);
    expect(app).toMatchObject({
      client_id: clientId,
      name: "'=SUM(A1), Labels",
      developer_name: "Dana Developer",
      state: "approved",
      revision: "1",
      pending_state: "",
      installations: "1",
    });
    expect(app!.changed_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const names = (await fileAt("/console/apps.csv")).map(({ name }) => name);
    expect(names).toEqual(["'=SUM(A1), Labels", "Draft only"]);
    expect((await fileAt("/console/apps.csv?sort=name-desc")).map(({ name }) => name)).toEqual(names.toReversed());
    expect((await fileAt(`/console/apps.csv?name=${clientId}`)).map(({ client_id }) => client_id)).toEqual([clientId]);
  });

  test("of apps leads to the list if several developers match", async () => {
    await site.person("Dana Other", { developer: true });
    const { statusCode, headers } = await olga.browser.get("/console/apps.csv?developer=dana&sort=name");
    expect([statusCode, headers.location]).toEqual([303, "/console/apps?developer=dana&sort=name"]);
  });

  test("of merchants has the reason of a suspension, and the counts of the list", async () => {
    const [suspended, ...rest] = await fileAt("/console/merchants.csv?state=suspended");
    expect(rest).toEqual([]);
    expect(suspended).toMatchObject({
      merchant_id: "corner-2",
      name: "'@Corner Two",
      state: "suspended",
      reason_code: "ABUSE",
      test: "false",
    });
    const [busy] = await fileAt("/console/merchants.csv?name=busy");
    expect(busy).toMatchObject({ merchant_id: "busy-1", apps: "1", members: "1" });
  });

  test("of installations has the app, the merchant and the health", async () => {
    for (const query of ["", `?app=${clientId}`, "?merchant=busy-1", "?health=healthy"]) {
      const [first, ...rest] = await fileAt(`/console/installations.csv${query}`);
      expect(rest, query).toEqual([]);
      expect(first, query).toMatchObject({
        installation_id: installationId,
        client_id: clientId,
        app_name: "'=SUM(A1), Labels",
        merchant_id: "busy-1",
        merchant_name: "Busy One",
        state: "active",
        health: "healthy",
        granted_scopes: "orders:read",
      });
    }
    expect(await fileAt("/console/installations.csv?health=needs_attention")).toEqual([]);
    const { statusCode, headers } = await olga.browser.get("/console/installations.csv?merchant=corner&state=active");
    expect([statusCode, headers.location]).toEqual([303, "/console/installations?merchant=corner&state=active"]);
  });

  test("of accounts has the roles and the last sign-in", async () => {
    const all = await fileAt("/console/accounts.csv?group=operators");
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ email: olga.account.email, operator: "true", developer: "false", state: "active" });
    expect(all[0]!.last_signed_in_at).toMatch(/^\d{4}-/);
  });
});

test("a file has up to 100,000 rows, although each call finds only some of the rows that it may read", async () => {
  const rows = Array.from({ length: PAGE_SIZE / 2 }, () => ({ id: "row" }));
  const read = async (token: string) => ({ rows, next: `${Number(token) + 1}` });
  const file = { columns: { id: ({ id }: { id: string }) => id }, incomplete: "INCOMPLETE" };
  let text = "";
  for await (const chunk of csvLines(await read("0"), read, file)) text += chunk;
  expect(text.match(/^row/gm)).toHaveLength(100_000);
  expect(text).toMatch(/INCOMPLETE\r\n$/);
});

test("a file has page after page up to its limits, and says where it ends early", async () => {
  const page = (ids: string[], next: string) => ({ rows: ids.map((id) => ({ id, name: "=1+1" })), next });
  const pages: Record<string, ReturnType<typeof page>> = { b: page([], "c"), c: page(["three", "four"], "") };
  const read = async (token: string) => pages[token] ?? Promise.reject(new Error("no database"));
  const columns = { id: ({ id }: { id: string }) => id, name: ({ name }: { name: string }) => name, end: () => null };
  const collect = async (limits = {}) => {
    const chunks: string[] = [];
    const file = { columns, incomplete: "INCOMPLETE", ...limits };
    for await (const chunk of csvLines(page(["one", "two"], "b"), read, file)) chunks.push(chunk);
    return chunks.join("");
  };
  const ids = (text: string) => text.match(/^(one|two|three|four|INCOMPLETE)/gm);
  expect(ids(await collect())).toEqual(["one", "two", "three", "four"]);
  expect(ids(await collect({ maxRows: 4 }))).toEqual(["one", "two", "three", "four"]);
  expect(ids(await collect({ maxRows: 3 }))).toEqual(["one", "two", "three", "INCOMPLETE"]);
  expect(ids(await collect({ maxPages: 2 }))).toEqual(["one", "two", "INCOMPLETE"]);
  expect(await collect()).toContain(",'=1+1,");
  delete pages.c;
  await expect(collect()).rejects.toThrow("no database");
});
