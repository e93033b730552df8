import { describe, expect, test } from "vitest";
import {
  type ListConnectedAppsRequest,
  listConnectedApps,
} from "../../../../src/service/installations/list-connected-apps.ts";
import { summarizeMerchants } from "../../../../src/service/installations/summarize-merchants.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { changeOf, FIRST_PAGE, installOn, member, reason } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import type { Installed } from "../../../support/world/tokens.ts";

const world = useWorld();
type Merchant = Installed["merchant"];

const list = (merchant: Pick<Merchant, "id">, filter: Partial<ListConnectedAppsRequest> = {}, call = keyCall()) =>
  listConnectedApps(
    world.deps,
    {
      merchantId: merchant.id,
      search: null,
      group: null,
      withoutUninstalled: false,
      sort: "GROUP",
      descending: false,
      page: FIRST_PAGE,
      ...filter,
    },
    call,
  );
const namesOf = ({ items }: { items: { appName: string }[] }) => items.map(({ appName }) => appName);

async function install(merchant: Merchant, name: string): Promise<Installed> {
  const app = await world.app();
  await world.sql.query("update app set name = $2 where client_id = $1", [app.clientId, name]);
  return installOn(world, app, merchant);
}

/** A merchant with an app in each state, named after the group that it belongs to. */
async function addStates(): Promise<Merchant> {
  const merchant = await world.merchant();
  await install(merchant, "active");
  await install(merchant, "Active too");
  const gone = await install(merchant, "uninstalled");
  await uninstall(world.deps, changeOf(gone), keyCall());
  const archived = await install(merchant, "uninstalled by its archive");
  await world.sql.query("update app set state = 'ARCHIVED' where client_id = $1", [archived.app.clientId]);
  for (const party of ["MERCHANT", "APP", "OPERATOR"] as const) {
    const one = await install(merchant, party === "MERCHANT" ? "paused" : `attention, stopped by ${party}`);
    await suspendInstallation(world.deps, { ...changeOf(one, party), ...reason }, keyCall());
  }
  const both = await install(merchant, "attention, stopped by both");
  for (const party of ["MERCHANT", "OPERATOR"] as const)
    await suspendInstallation(world.deps, { ...changeOf(both, party), ...reason }, keyCall());
  const expired = await install(merchant, "attention, expired");
  await world.deps.tokens.store.health.flush();
  await world.sql.query("update installation set tokens_expire_at = now() - interval '1 hour' where id = $1", [
    expired.pair.installationId,
  ]);
  const rejected = await install(merchant, "attention, app rejected");
  await world.sql.query("update app set state = 'REJECTED' where client_id = $1", [rejected.app.clientId]);
  const waiting = await world.app();
  await world.sql.query("update app set name = 'attention, pending' where client_id = $1", [waiting.clientId]);
  await world.issueCode({ app: waiting, merchant });
  return merchant;
}

const ATTENTION = [
  "attention, app rejected",
  "attention, expired",
  "attention, pending",
  "attention, stopped by APP",
  "attention, stopped by both",
  "attention, stopped by OPERATOR",
];
const UNINSTALLED = ["uninstalled", "uninstalled by its archive"];

describe("listConnectedApps", () => {
  test("lists by group and name, and counts each group", async () => {
    const merchant = await addStates();
    const all = await list(merchant);
    expect(namesOf(all)).toEqual([...ATTENTION, "active", "Active too", "paused", ...UNINSTALLED]);
    expect(all).toMatchObject({ nextPageToken: "", partial: false });
    expect(all.counts).toEqual([
      { group: "NEEDS_ATTENTION", apps: 6, found: 6 },
      { group: "ACTIVE", apps: 2, found: 2 },
      { group: "PAUSED", apps: 1, found: 1 },
      { group: "UNINSTALLED", apps: 2, found: 2 },
    ]);
    expect(namesOf(await list(merchant, { group: "UNINSTALLED" }))).toEqual(UNINSTALLED);
    expect(namesOf(await list(merchant, { group: "NEEDS_ATTENTION" }))).toEqual(ATTENTION);
  });

  test("counts an uninstalled app that is allowed again among those that need attention", async () => {
    const merchant = await world.merchant();
    const { app, ...installed } = await install(merchant, "again");
    await uninstall(world.deps, changeOf({ app, ...installed }), keyCall());
    await world.issueCode({ app, merchant });
    const { counts, items } = await list(merchant, { withoutUninstalled: true });
    expect(counts).toEqual([{ group: "NEEDS_ATTENTION", apps: 1, found: 1 }]);
    expect(items).toMatchObject([{ state: "UNINSTALLED", pendingSince: expect.any(Number) }]);
    const summary = await summarizeMerchants(world.deps, { merchantIds: [merchant.id] }, callOf(merchant.ownerId));
    expect(summary.merchants).toMatchObject([{ connected: 0, needsAttention: 1 }]);
    await world.sql.query("update app set state = 'ARCHIVED' where client_id = $1", [app.clientId]);
    expect((await list(merchant)).counts).toEqual([{ group: "UNINSTALLED", apps: 1, found: 1 }]);
  });

  test("omits uninstalled apps if asked, and still counts them", async () => {
    const merchant = await addStates();
    const installed = await list(merchant, { withoutUninstalled: true });
    expect(namesOf(installed)).toEqual([...ATTENTION, "active", "Active too", "paused"]);
    expect(installed.counts.at(-1)).toEqual({ group: "UNINSTALLED", apps: 2, found: 2 });
    const chosen = await list(merchant, { withoutUninstalled: true, group: "UNINSTALLED" });
    expect(namesOf(chosen)).toEqual(UNINSTALLED);
  });

  test("searches names of apps and developers in all pages, and counts what it finds", async () => {
    const merchant = await addStates();
    const found = await list(merchant, { search: "ACTIVE" });
    expect(namesOf(found)).toEqual(["active", "Active too"]);
    expect(found.counts.map(({ apps, found: some }) => [apps, some])).toEqual([
      [6, 0],
      [2, 2],
      [1, 0],
      [2, 0],
    ]);
    const { developerName, appName } = (await list(merchant, { group: "PAUSED" })).items[0]!;
    expect(namesOf(await list(merchant, { search: developerName.toUpperCase() }))).toContain(appName);
    for (const search of ["activé", "acti\u0301ve"])
      expect(namesOf(await list(merchant, { search }))).toEqual(["active", "Active too"]);
    expect(namesOf(await list(merchant, { search: "%" }))).toEqual([]);
    expect(namesOf(await list(merchant, { search: "a\0" }))).toEqual([]);
  });

  test("continues after the last app of a page", async () => {
    const merchant = await addStates();
    const names: string[] = [];
    let pageToken = "";
    do {
      const page = await list(merchant, { page: { pageSize: 3, pageToken } });
      expect(page.items.length).toBeLessThanOrEqual(3);
      names.push(...namesOf(page));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(names).toEqual(namesOf(await list(merchant)));
    const forged = Buffer.from(JSON.stringify(["1", "a"])).toString("base64url");
    expect(await requestErrorOf(list(merchant, { page: { pageSize: 3, pageToken: forged } }))).toMatchObject({
      reason: "PAGE_TOKEN",
    });
  });

  test("sorts by name, last use and connection, in both directions and over all pages", async () => {
    const merchant = await world.merchant();
    const hour = 3_600_000;
    const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * hour);
    for (const [name, connected, used] of [
      ["beta", 1, 9],
      // The exchange is a use that is not recorded yet.
      ["Alpha", 6, null],
      ["delta", 2, 5],
      // The use belongs to an earlier install.
      ["gamma", 4, 2],
    ] as const) {
      const { pair } = await install(merchant, name);
      // A later flush would overwrite the times.
      await world.deps.tokens.store.lastUse.flush();
      await world.deps.tokens.store.health.flush();
      await world.sql.query("update installation set connected_at = $2, last_used_at = $3 where id = $1", [
        ...[pair.installationId, at(connected), used === null ? null : at(used)],
      ]);
    }
    const sorted = async (sort: ListConnectedAppsRequest["sort"], descending = false) => {
      const names: string[] = [];
      let pageToken = "";
      do {
        const page = await list(merchant, { sort, descending, page: { pageSize: 1, pageToken } });
        names.push(...namesOf(page));
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      return names;
    };
    expect(await sorted("NAME")).toEqual(["Alpha", "beta", "delta", "gamma"]);
    expect(await sorted("NAME", true)).toEqual(["gamma", "delta", "beta", "Alpha"]);
    expect(await sorted("LAST_USED")).toEqual(["gamma", "delta", "Alpha", "beta"]);
    expect(await sorted("LAST_USED", true)).toEqual(["beta", "Alpha", "delta", "gamma"]);
    expect(await sorted("CONNECTED")).toEqual(["beta", "delta", "gamma", "Alpha"]);
    expect(await sorted("CONNECTED", true)).toEqual(["Alpha", "gamma", "delta", "beta"]);
    const all = await addStates();
    const backwards = namesOf(await list(all, { sort: "GROUP", descending: true }));
    expect(backwards).toEqual(namesOf(await list(all)).reverse());
  });

  test("is for members of the merchant", async () => {
    const { app, merchant } = await world.install();
    const missing = { kind: "not_found", reason: "NOT_FOUND" };
    for (const call of [callOf(app.developerId, { developer: true }), callOf(await world.account())])
      expect(await requestErrorOf(list(merchant, {}, call))).toEqual(missing);
    const staff = callOf(await member(world, merchant.id, "MEMBER"));
    expect((await list(merchant, {}, staff)).items).toHaveLength(1);
    expect(await requestErrorOf(list({ id: "no such" }, {}, staff))).toEqual(missing);
  });

  test("of more than 1,000 installations lists the newest 1,000", async () => {
    const { app, merchant, pair } = await world.install();
    await world.sql.query(
      `with a as (insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes)
        select client_id || n, developer_id, 'APPROVED', true, 'App ' || n, redirect_uris, scopes, registered_scopes from app, generate_series(1, 1000) n
        where client_id = $1 returning id)
      insert into installation (app_id, merchant_id, version, state) select id, $2, 1, 'ACTIVE' from a`,
      [app.clientId, merchant.id],
    );
    const page = await list(merchant);
    expect(page).toMatchObject({ partial: true, counts: [{ group: "ACTIVE", apps: 1_000, found: 1_000 }] });
    expect(page.items).toHaveLength(50);
    expect(page.items.map(({ installationId }) => installationId)).not.toContain(pair.installationId);
  });
});
