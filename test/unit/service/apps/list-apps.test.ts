import { beforeAll, describe, expect, test } from "vitest";
import type { ListAppsRequest } from "../../../../src/service/apps/list-apps.ts";
import { listApps } from "../../../../src/service/apps/list-apps.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { developerCall, operatorCall } from "../../../support/world/accounts.ts";
import { addCatalogue, createApproved, createDraft, profile } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { createWorld } from "../../../support/world/world.ts";

const { world, developer } = useAppWorld();

const ANY = {
  state: null,
  developerAccountId: null,
  namePrefix: null,
  search: null,
  sort: null,
  descending: false,
};
const list = (filter: Partial<ListAppsRequest>, call: Call = keyCall(), page = { pageSize: 0, pageToken: "" }) =>
  listApps(world.deps, { ...ANY, ...filter, page }, call);
const namesOf = (page: { items: { app: { name: string } }[] }) => page.items.map(({ app }) => app.name);

async function everyPage(filter: Partial<ListAppsRequest>, pageSize: number) {
  const names: string[] = [];
  let pageToken = "";
  do {
    const page = await list(filter, keyCall(), { pageSize, pageToken });
    names.push(...namesOf(page));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return names;
}

describe("listApps by name", () => {
  const own = ["alpha", "Älpha", "Beta", "beta one", "Beta two"];
  let developerAccountId: string;
  beforeAll(async () => {
    const other = await developerCall(world);
    developerAccountId = other.actor!.accountId;
    for (const name of [...own].reverse()) await createDraft(world, other, { name });
  });

  test("returns each app once across pages, ignoring case and diacritics", async () => {
    const names = await everyPage({ developerAccountId }, 2);
    // The keys of the first two are equal, and Älpha was created before.
    expect(names).toEqual(["Älpha", "alpha", "Beta", "beta one", "Beta two"]);
  });

  test("filters by name prefix, ignoring case", async () => {
    expect(namesOf(await list({ developerAccountId, namePrefix: "BETA" }))).toEqual(["Beta", "beta one", "Beta two"]);
    expect(namesOf(await list({ namePrefix: "beta t" }))).toEqual(["Beta two"]);
    expect(namesOf(await list({ developerAccountId, namePrefix: "ÁL" }))).toEqual(["Älpha", "alpha"]);
    expect(namesOf(await list({ developerAccountId, namePrefix: "ÁL", state: "DRAFT" }))).toEqual(["Älpha", "alpha"]);
    expect(namesOf(await list({ namePrefix: "%" }))).toEqual([]);
    expect(namesOf(await list({ namePrefix: "a\0" }))).toEqual([]);
  });

  test("limits developers to their own apps", async () => {
    const mine = (await createDraft(world, developer, { name: "Mine" })).app;
    const { accountId } = developer.actor!;
    for (const filter of [{}, { developerAccountId: accountId }, { state: "DRAFT" as const }]) {
      const page = await list(filter, developer);
      expect(page.items.map((item) => item.app.clientId)).toContain(mine.clientId);
      expect(page.items.every((item) => item.app.developer.id === accountId)).toBe(true);
    }
    await expect(list({ developerAccountId }, developer)).rejects.toMatchObject({ reason: "OTHER_ACCOUNT" });
    expect(namesOf(await list({ namePrefix: "beta" }, await operatorCall(world)))).toHaveLength(3);
  });
});

describe("listApps with a search and an order", () => {
  const own = ["Harbour Coffee", "Coffee %_ Labels", "Äpfel", "Zoë's harbour", "Label Pilot"];
  let developerAccountId: string;
  beforeAll(async () => {
    const other = await developerCall(world);
    developerAccountId = other.actor!.accountId;
    for (const [n, name] of own.entries()) {
      const { app } = await createDraft(world, other, { name });
      await world.sql.query("update app set updated_at = now() - $2 * interval '1 day' where id = $1", [app.id, n]);
      const count = n === 0 ? 0 : 10 - n;
      await world.sql.query("update app_installation_count set installations = $2 where app_id = $1", [app.id, count]);
    }
  });

  test.each([
    { name: "any part of the name, ignoring case", search: "HARB", found: ["Harbour Coffee", "Zoë's harbour"] },
    { name: "a text across words", search: "r cof", found: ["Harbour Coffee"] },
    { name: "wildcards as text", search: "%_", found: [] },
    { name: "wildcards within a text", search: "e %_ l", found: ["Coffee %_ Labels"] },
    { name: "capitals beyond ASCII", search: "ÄPF", found: ["Äpfel"] },
    { name: "letters without their diacritics", search: "apfe", found: ["Äpfel"] },
    { name: "letters with other diacritics", search: "ĤÄRB", found: ["Harbour Coffee", "Zoë's harbour"] },
    { name: "decomposed letters", search: "Zoë".normalize("NFD"), found: ["Zoë's harbour"] },
    { name: "two decomposed letters at the start", search: "zö".normalize("NFD"), found: ["Zoë's harbour"] },
    { name: "two letters with ten marks at the start", search: `la${"\u0301".repeat(10)}`, found: ["Label Pilot"] },
    { name: "two characters at the start", search: "la", found: ["Label Pilot"] },
    { name: "one character at the start", search: "h", found: ["Harbour Coffee"] },
    { name: "the parts but not the text", search: "coffee harbour", found: [] },
    { name: "a text longer than any name", search: "harbour".repeat(40), found: [] },
    { name: "a text that PostgreSQL rejects", search: "har\0", found: [] },
  ])("finds $name", async ({ search, found }) => {
    expect(namesOf(await list({ developerAccountId, search }))).toEqual(found);
  });

  test("finds among all apps, and only in the state", async () => {
    expect(namesOf(await list({ search: "harbour" }))).toEqual(["Harbour Coffee", "Zoë's harbour"]);
    expect(namesOf(await list({ search: "harbour", state: "DRAFT" }))).toEqual(["Zoë's harbour", "Harbour Coffee"]);
    expect(namesOf(await list({ search: "harbour", state: "APPROVED" }))).toEqual([]);
  });

  const byName = ["Äpfel", "Coffee %_ Labels", "Harbour Coffee", "Label Pilot", "Zoë's harbour"];
  test.each([
    { sort: "NAME" as const, order: byName },
    { sort: "CREATED" as const, order: own },
    { sort: "UPDATED" as const, order: own.toReversed() },
    { sort: "INSTALLATIONS" as const, order: [own[0], ...own.slice(1).reverse()] },
  ])("sorts by $sort in both directions, across pages", async ({ sort, order }) => {
    expect(await everyPage({ developerAccountId, sort }, 2)).toEqual(order);
    expect(await everyPage({ developerAccountId, sort, descending: true }, 2)).toEqual(order.toReversed());
  });

  test("counts up to 100 installations of each app exactly, and returns the stored count of more", async () => {
    const install = (name: string, states: string[]) =>
      world.sql.query(
        `with m as (insert into merchant (id, name) select $1 || '-' || n, 'Shop' from generate_series(1, $2::int) n returning id)
        insert into installation (app_id, merchant_id, state, suspended_by, version)
        select a.id, m.id, s.state, case s.state when 'SUSPENDED' then array['APP'] else '{}' end, 1
        from app a, (select id, row_number() over () as n from m) m join unnest($3::text[]) with ordinality s (state, n) using (n) where a.name = $4`,
        [name.replaceAll(/[^a-z]/gi, ""), states.length, states, name],
      );
    await install("Label Pilot", ["ACTIVE", "SUSPENDED", "UNINSTALLED", "PENDING"]);
    await install("Zoë's harbour", Array(101).fill("ACTIVE"));
    const { items } = await list({ developerAccountId, sort: "INSTALLATIONS" });
    expect(items.map(({ installationCount }) => installationCount)).toEqual([0, 2, 7, 0, 0]);
    expect((await list({ namePrefix: "label p" })).items[0]?.installationCount).toBe(2);
  });

  test("rejects combinations without a meaning", async () => {
    for (const filter of [
      { namePrefix: "a", search: "b" },
      { namePrefix: "a", sort: "NAME" as const },
      { descending: true },
    ]) {
      expect(await requestErrorOf(list(filter))).toMatchObject({ reason: "INVALID" });
    }
  });
});

describe("listApps by state", () => {
  test("returns the least recently changed first, pending revisions included", async () => {
    const states = await createWorld();
    await addCatalogue(states);
    const { deps } = states;
    const call = await developerCall(states);
    const live = (await createApproved(states, call, { name: "Live" })).app;
    const fresh = (await createDraft(states, call, { name: "Fresh" })).app;
    await updateApp(
      deps,
      { clientId: live.clientId, profile: profile({ name: "Live, next" }), settings: NO_CHANGE },
      call,
    );
    await submitApp(deps, { clientId: live.clientId }, call);
    await submitApp(deps, { clientId: fresh.clientId }, call);
    const submitted = (pageSize: number, pageToken = "", caller = keyCall()) =>
      listApps(deps, { ...ANY, state: "SUBMITTED", page: { pageSize, pageToken } }, caller);
    expect(namesOf(await submitted(0))).toEqual(["Live", "Fresh"]);
    expect(namesOf(await submitted(0, "", call))).toEqual(["Live", "Fresh"]);
    const first = await submitted(1);
    expect(namesOf(first)).toEqual(["Live"]);
    const second = await submitted(1, first.nextPageToken);
    expect(namesOf(second)).toEqual(["Fresh"]);
    expect(second.nextPageToken).toBe("");
    expect(
      namesOf(await listApps(deps, { ...ANY, state: "APPROVED", page: { pageSize: 0, pageToken: "" } }, keyCall())),
    ).toEqual(["Live"]);
    const counted = async (caller: Call, developerAccountId: string | null = null) => {
      const request = { ...ANY, developerAccountId, page: { pageSize: 1, pageToken: "" }, withStateCounts: true };
      const { total, states: found } = (await listApps(deps, request, caller)).counts!;
      const some = found.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]);
      return { ALL: total, ...Object.fromEntries(some) };
    };
    await createDraft(states, await developerCall(states), { name: "Of another developer" });
    expect(await counted(keyCall())).toEqual({ ALL: 3, DRAFT: 1, SUBMITTED: 2, APPROVED: 1 });
    expect(await counted(keyCall(), call.actor!.accountId)).toEqual({ ALL: 2, SUBMITTED: 2, APPROVED: 1 });
    expect(await counted(call)).toEqual({ ALL: 2, SUBMITTED: 2, APPROVED: 1 });
    expect((await submitted(0)).counts).toBeNull();
    await states.close();
  });
});

describe("listApps", () => {
  test("rejects page tokens of other lists", async () => {
    for (const pageToken of ["x", "e30", Buffer.from('["a"]').toString("base64url")]) {
      expect(await requestErrorOf(list({}, keyCall(), { pageSize: 0, pageToken }))).toMatchObject({
        reason: "PAGE_TOKEN",
      });
    }
    const name = Buffer.from(JSON.stringify(["alpha", "018f0000-0000-7000-8000-000000000000"])).toString("base64url");
    const crossed = list({ state: "DRAFT" }, keyCall(), { pageSize: 0, pageToken: name });
    expect(await requestErrorOf(crossed)).toMatchObject({ reason: "PAGE_TOKEN" });
  });
});

test("listApps counts the active installations that need attention, except for stopped apps and merchants", async () => {
  const add = async (name: string, columns: string) => {
    const { id, clientId } = (await createApproved(world, developer, { name })).app;
    await world.rows(
      `with m as (insert into merchant (id, name, state)
         select $1 || '-' || n, 'Shop', case when n = 4 then 'SUSPENDED' else 'ACTIVE' end from generate_series(1, 4) n returning id)
       insert into installation (app_id, merchant_id, state, version, connected_at, ${columns.split(" = ")[0]})
       select $1::uuid, id, 'ACTIVE', 1, now() - interval '1 day', ${columns.split(" = ")[1]} from m`,
      [id],
    );
    return clientId;
  };
  const failing = await add("Attention fails", "last_failed_at = now()");
  const expired = await add("Attention expires", "tokens_expire_at = now() - interval '1 hour'");
  await add("Attention works", "tokens_expire_at = now() + interval '1 hour'");
  const stopped = await add("Attention stopped", "last_failed_at = now()");
  await world.rows("update app set state = 'SUSPENDED' where client_id = $1", [stopped]);
  const filter = { namePrefix: "Attention" };
  const counted = await list({ ...filter, withAttentionCounts: true }, developer);
  expect(counted.items).toHaveLength(4);
  const byClientId = (a: { clientId: string }, b: { clientId: string }) => a.clientId.localeCompare(b.clientId);
  const expected = [failing, expired].map((clientId) => ({ clientId, needsAttention: 3, failingEndpoints: 0 }));
  expect(counted.attentionCounts.toSorted(byClientId)).toEqual(expected.toSorted(byClientId));
  expect((await list(filter, developer)).attentionCounts).toEqual([]);
});

test("listApps counts the reviews that returned an app since its last approval", async () => {
  const add = async (name: string, actions: readonly string[]) => {
    const { id, clientId } = (await createDraft(world, developer, { name })).app;
    await world.rows(
      `insert into app_history (app_id, action, to_state, at)
       select $1, action, 'SUBMITTED', timestamptz '2026-01-01' + n * interval '1 day'
       from unnest($2::text[]) with ordinality a(action, n) order by n`,
      [id, actions],
    );
    return clientId;
  };
  await add("Returned never", ["submit", "start_review"]);
  await add("Returned before", ["submit", "request_changes", "submit", "approve", "update", "submit"]);
  const twice = await add("Returned twice", ["submit", "request_changes", "submit", "reject", "submit"]);
  const again = await add("Returned again", ["submit", "reject", "submit", "approve", "submit", "reject", "submit"]);
  const dayOf = (day: number) => Date.UTC(2026, 0, day) * 1000;
  const filter = { namePrefix: "Returned" };
  const { items, resubmissions } = await list({ ...filter, withResubmissions: true });
  expect(items).toHaveLength(4);
  expect(resubmissions.toSorted((a, b) => b.returnedTimes - a.returnedTimes)).toEqual([
    { clientId: twice, returnedTimes: 2, firstSubmittedAt: dayOf(2) },
    { clientId: again, returnedTimes: 1, firstSubmittedAt: dayOf(6) },
  ]);
  expect((await list(filter)).resubmissions).toEqual([]);
});

test("listApps counts the webhook endpoints that fail or were disabled by failures", async () => {
  const { id, clientId } = (await createApproved(world, developer, { name: "Endpoints" })).app;
  await createApproved(world, developer, { name: "Endpoints missing" });
  await world.rows(
    `insert into webhook_endpoint (app_id, url, event_types, from_cursor, state, disabled_reason, failing_since)
     select $1::uuid, 'https://hooks.example', '{}', 0, state, reason, case when fails then now() end
     from (values ('ACTIVE', null, false), ('ACTIVE', null, true), ('DISABLED', 'FAILING', true), ('DISABLED', 'GONE', false),
       ('DISABLED', 'REQUESTED', true)) e (state, reason, fails)`,
    [id],
  );
  const counted = await list({ namePrefix: "Endpoints", withAttentionCounts: true }, developer);
  expect(counted.attentionCounts).toEqual([{ clientId, needsAttention: 0, failingEndpoints: 3 }]);
});
