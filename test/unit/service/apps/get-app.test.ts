import { describe, expect, test } from "vitest";
import { storedSkeletonsOf } from "../../../../src/model/name-skeletons.ts";
import { archiveApp } from "../../../../src/service/apps/archive-app.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { listApps } from "../../../../src/service/apps/list-apps.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { withdrawApp } from "../../../../src/service/apps/withdraw-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, developerCall, operatorCall } from "../../../support/world/accounts.ts";
import { approve, createApproved, createDraft, profile } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { addMember } from "../../../support/world/teams.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));
const other = perFile(() => developerCall(world));

const rename = (call: Call, name: string) =>
  world.management.read((_, query) =>
    query({ name: "rename", text: "update account set name = $2 where id = $1" }, [call.actor!.accountId, name]),
  );
/** The submitted apps, with a flag for similar names. */
const IN_QUEUE = {
  state: "SUBMITTED" as const,
  ...{ developerAccountId: null, namePrefix: null, search: null, sort: null, descending: false },
  ...{ page: { pageSize: 200, pageToken: "" }, withSimilarlyNamed: true },
};
const similar = async (clientId: string, call: Call) => (await getApp(world.deps, { clientId }, call)).similarNames;
async function submitted(name: string): Promise<string> {
  const { clientId } = (await createDraft(world, developer, { name })).app;
  await submitApp(world.deps, { clientId }, developer);
  return clientId;
}

describe("getApp", () => {
  test("returns the last change of the draft, with the name of the team's member, if it is asked for", async () => {
    const owner = await addAccount(world, { developer: true });
    const { clientId } = (await createDraft(world, owner.call)).app;
    const member = await addMember(world, owner);
    const last = async () => (await getApp(world.deps, { clientId, withLastChange: true }, owner.call)).lastChange;
    expect(await last()).toBeNull();
    await updateApp(world.deps, { clientId, profile: profile({ name: "First" }), settings: NO_CHANGE }, member.call);
    const settings = { ...NO_CHANGE, accessTokenTtl: 600 };
    await updateApp(world.deps, { clientId, profile: null, settings }, owner.call);
    await submitApp(world.deps, { clientId }, owner.call);
    expect(await last()).toMatchObject({ actorId: member.accountId, actorName: member.name });
    expect((await getApp(world.deps, { clientId }, owner.call)).lastChange).toBeNull();
  });

  test("hides the names of operators from developers", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    await suspendApp(world.deps, { clientId, reasonCode: "ABUSE", reasonText: "Spam." }, operator);
    const namesFor = async (call: Call) =>
      (await getApp(world.deps, { clientId }, call)).history.map(({ step, actorName }) => [step.action, actorName]);
    expect(await namesFor(operator)).toContainEqual(["suspend", "Ada"]);
    expect(await namesFor(developer)).toContainEqual(["suspend", null]);
    expect(await namesFor(developer)).toContainEqual(["submit", "Ada"]);
  });

  test("names the service key that acted, but not to the developer", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    await submitApp(world.deps, { clientId }, keyCall());
    const keyFor = async (call: Call) => (await getApp(world.deps, { clientId }, call)).history[0]?.callerName;
    expect([await keyFor(keyCall()), await keyFor(developer)]).toEqual(["platform", null]);
  });

  test("names the member of the team who acted", async () => {
    const team = await addAccount(world, { developer: true });
    const member = await addMember(world, team);
    await rename(member.call, "Grace");
    const { clientId } = (await createDraft(world, team.call)).app;
    await submitApp(world.deps, { clientId }, member.call);
    const { history } = await getApp(world.deps, { clientId }, team.call);
    expect(history[0]).toMatchObject({ step: { action: "submit" }, actorName: "Grace" });
    const audited = "select actor_id from audit_event where client_id = $1 and action = 'app.submit'";
    expect(await world.rows(audited, [clientId])).toEqual([{ actor_id: member.accountId }]);
  });

  test("names the member of the team who archived the app, but not an operator", async () => {
    const team = await addAccount(world, { developer: true });
    const member = await addMember(world, team);
    await rename(member.call, "Grace");
    const archiverOf = async (call: Call) => {
      const { clientId } = (await createDraft(world, team.call)).app;
      await archiveApp(world.deps, { clientId }, call);
      return (await getApp(world.deps, { clientId }, team.call)).history[0]?.actorName;
    };
    expect([await archiverOf(member.call), await archiverOf(operator)]).toEqual(["Grace", null]);
  });
});

describe("installations of an app", () => {
  test.each([
    { installed: 1000, stored: 7, count: 1000 },
    { installed: 1001, stored: 1234, count: 1234 },
    { installed: 1001, stored: null, count: 1001 },
  ])("$count of $installed, with the stored count $stored", async ({ installed, stored, count }) => {
    const { clientId, id } = (await createApproved(world, developer)).app;
    const run = (text: string, values: readonly unknown[]) => world.rows(text, [...values]);
    const prefix = `${installed}-${stored}-`;
    await run("insert into merchant (id, name) select $1 || n, 'Shop' from generate_series(1, $2::int) n", [
      prefix,
      installed,
    ]);
    await run(
      "insert into installation (app_id, merchant_id, state, version) select $1, id, 'ACTIVE', 1 from merchant where starts_with(id, $2)",
      [id, prefix],
    );
    await run("delete from app_installation_count where app_id = $1", [id]);
    if (stored !== null) await run("insert into app_installation_count values ($1, $2)", [id, stored]);
    expect((await getApp(world.deps, { clientId }, developer)).installationCount).toBe(count);
  });
});

test("counts active installations with expired tokens apart, up to 1,000 installations", async () => {
  const { clientId, id } = (await createApproved(world, developer)).app;
  const add = (prefix: string, count: number, state: string, expiry: string) =>
    world.rows(
      `with m as (insert into merchant (id, name) select $1 || n, 'Shop' from generate_series(1, $2::int) n returning id)
       insert into installation (app_id, merchant_id, state, version, suspended_by, tokens_expire_at)
       select $3, id, $4::text, 1, case when $4 = 'SUSPENDED' then '{APP}'::text[] else '{}' end, now() + $5::interval from m`,
      [`${id}-${prefix}-`, count, id, state, expiry],
    );
  const counted = async () => {
    const { installationCount, expiredInstallationCount } = await getApp(world.deps, { clientId }, developer);
    return [installationCount, expiredInstallationCount];
  };
  await add("working", 3, "ACTIVE", "1 hour");
  expect(await counted()).toEqual([3, 0]);
  await add("expired", 2, "ACTIVE", "-1 hour");
  await add("suspended", 1, "SUSPENDED", "-1 hour");
  expect(await counted()).toEqual([6, 2]);
  await add("many", 995, "ACTIVE", "-1 hour");
  expect((await counted())[1]).toBeNull();
});

describe("similar names of an app in review", () => {
  test("are reported to reviewers only, for live apps, pending revisions and developers", async () => {
    await rename(other, "Cargo Express");
    const { clientId: live } = (await createApproved(world, other, { name: "Parcel Express" })).app;
    const { clientId: renamed } = (await createApproved(world, other, { name: "Something else" })).app;
    await updateApp(
      world.deps,
      { clientId: renamed, profile: profile({ name: "Parce1 Express" }), settings: NO_CHANGE },
      other,
    );
    const imitating = await submitted("P\u0430rcel Express");
    for (const call of [keyCall(), await operatorCall(world)]) {
      expect(await similar(imitating, call)).toEqual([
        {
          ...{ name: "Parcel Express", clientId: live, accountId: null, similarTo: "P\u0430rcel Express" },
          ...{ developerName: "Cargo Express", state: "APPROVED", email: null },
          lookalikes: [{ reviewed: "\u0430", other: "a" }],
        },
        {
          ...{ name: "Parce1 Express", clientId: renamed, accountId: null, similarTo: "P\u0430rcel Express" },
          ...{ developerName: "Cargo Express", state: "APPROVED", email: null },
          lookalikes: [
            { reviewed: "\u0430", other: "a" },
            { reviewed: "l", other: "1" },
          ],
        },
      ]);
    }
    expect(await similar(imitating, developer)).toEqual([]);
    const different = await submitted("Nothing like it");
    const flagged = async (call: Call) => (await listApps(world.deps, IN_QUEUE, call)).similarlyNamed;
    for (const call of [keyCall(), await operatorCall(world)]) {
      expect(await flagged(call)).toContain(imitating);
      expect(await flagged(call)).not.toContain(different);
    }
    expect(await flagged(developer)).toEqual([]);
    expect(await similar(await submitted("Cargo\u2011Express"), keyCall())).toEqual([
      {
        ...{ name: "Cargo Express", clientId: null, accountId: other.actor!.accountId },
        ...{ similarTo: "Cargo\u2011Express", lookalikes: [], developerName: null, state: null, email: null },
      },
    ]);
  });

  test("have the address of an account for operators only, because a service key may not read accounts", async () => {
    const named = await addAccount(world, { developer: true });
    await rename(named.call, "Harbour Freight");
    const { accountId } = named.call.actor!;
    const email = `${accountId}@freight.example`;
    await world.rows("update account set email = $2 where id = $1", [accountId, email]);
    const clientId = await submitted("Harbour Freight");
    const emails = async (call: Call) => (await similar(clientId, call)).map((one) => one.email);
    expect(await emails(await operatorCall(world))).toEqual([email]);
    expect(await emails(keyCall())).toEqual([null]);
  });

  test("include apps that resemble the developer's name", async () => {
    await createApproved(world, other, { name: "Anchor Tools" });
    await rename(developer, "Anch0r Tools");
    expect(await similar(await submitted("Quite different"), keyCall())).toMatchObject([
      { name: "Anchor Tools", similarTo: "Anch0r Tools", lookalikes: [{ reviewed: "0", other: "o" }] },
    ]);
    await rename(developer, "Dev");
  });

  test.each([
    { apps: 25, accounts: 25, shown: [10, 10] },
    { apps: 3, accounts: 25, shown: [3, 17] },
    { apps: 25, accounts: 4, shown: [16, 4] },
    { apps: 3, accounts: 2, shown: [3, 2] },
  ])("are up to 20, shared by $apps apps and $accounts accounts", async ({ apps, accounts, shown }) => {
    const name = `Crowded ${String.fromCodePoint(65 + apps)}${String.fromCodePoint(65 + accounts)}`;
    const [skeleton] = storedSkeletonsOf(name);
    const columns = [name, [skeleton], other.actor!.accountId];
    await world.rows(
      `insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes, name_skeletons, skeletons_of)
       select 'app_' || gen_random_uuid(), $3, 'APPROVED', true, $1::text, '{}', '[]', '{}', $2::text[], $1::text from generate_series(1, $4::int)`,
      [...columns, apps],
    );
    await world.rows(
      `insert into account (name, developer, name_skeletons, skeletons_of)
       select $1::text, true, $2::text[], $1::text from generate_series(1, $3::int)`,
      [name, [skeleton], accounts],
    );
    const names = await similar(await submitted(name), keyCall());
    const count = names.filter(({ accountId }) => accountId !== null).length;
    expect([names.length - count, count]).toEqual(shown);
  });

  test("exclude the developer itself, archived apps and approved apps", async () => {
    await rename(developer, "Lighthouse");
    const { clientId: gone } = (await createDraft(world, other, { name: "Lighthouse" })).app;
    await archiveApp(world.deps, { clientId: gone }, keyCall());
    const clientId = await submitted("Lighthouse");
    expect(await similar(clientId, keyCall())).toEqual([]);
    await withdrawApp(world.deps, { clientId }, developer);
    await createApproved(world, other, { name: "Lighthouse" });
    await approve(world, clientId, developer);
    expect(await similar(clientId, keyCall())).toEqual([]);
  });
});
