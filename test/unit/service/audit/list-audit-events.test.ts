import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { Account } from "../../../../src/model/account.ts";
import { Merchant } from "../../../../src/model/merchant.ts";
import { type AuditDependencies, listAuditEvents } from "../../../../src/service/audit/list-audit-events.ts";
import { type AuditEntry, recordAudit } from "../../../../src/service/audit/record-audit.ts";
import type { Call } from "../../../../src/service/call.ts";
import { type AuditFilter, createAuditList } from "../../../../src/store/audit/audit-list.ts";
import { developerCall, insertAccount, operatorCall } from "../../../support/world/accounts.ts";
import { addCatalogue, createDraft } from "../../../support/world/apps.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();
let deps: AuditDependencies;
beforeAll(async () => {
  await addCatalogue(world);
  deps = { audit: createAuditList(world.management) };
});

const ANY: AuditFilter = {
  clientId: null,
  installationId: null,
  merchantId: null,
  accountId: null,
  actorId: null,
  action: null,
  from: null,
  before: null,
};
const list = (filter: Partial<AuditFilter>, page = { pageSize: 0, pageToken: "" }, call: Call = keyCall()) =>
  listAuditEvents(deps, { ...ANY, ...filter, page }, call);
const actionsOf = (page: { items: { action: string }[] }) => page.items.map(({ action }) => action);
// Actions of another release, so that no test reads the events of another.
const record = (entry: Omit<AuditEntry, "action"> & { action: string }, call: Call = keyCall()) =>
  world.management.transactional(async (tx) => recordAudit(tx, call, entry as AuditEntry));

describe("listAuditEvents", () => {
  test("returns actor, subject, address and request of an event", async () => {
    const developer = await developerCall(world);
    const { app, secrets } = await createDraft(world, developer);
    const { clientId } = app;
    const { items } = await list({ clientId });
    expect(items).toMatchObject([
      { action: "secret.add", detail: { secretId: secrets[0]!.id } },
      {
        action: "app.create",
        actorId: developer.actor!.accountId,
        callerKeyId: null,
        actorClientId: null,
        address: "192.0.2.8",
        requestId: "req-web",
        detail: { state: "DRAFT", revision: 1 },
      },
    ]);
    expect(items[0]!.at).toBeGreaterThan(1.7e15);
  });

  test("returns the service key of the call, and the app that acted by its own credentials", async () => {
    const clientId = `app_${randomUUID()}`;
    const key = keyCall();
    await record({ action: "app.archive", clientId }, key);
    await record({ action: "installation.uninstall", clientId, actorClientId: clientId }, key);
    const [byApp, byKey] = (await list({ clientId })).items;
    expect(byKey).toMatchObject({ callerKeyId: key.caller.keyId, actorId: null, actorClientId: null });
    expect(byApp).toMatchObject({ callerKeyId: key.caller.keyId, actorClientId: clientId });
  });

  test("filters by each field and by several, newest first", async () => {
    const accountId = await insertAccount(world);
    const merchantId = `m-${randomUUID()}`;
    const installationId = randomUUID();
    await record({ action: "one.alpha", merchantId, installationId });
    await record({ action: "one.beta", merchantId, accountId });
    await record({ action: "one.gamma", merchantId }, callOf(accountId));
    await record({ action: "one.delta", accountId }, callOf(accountId));
    expect(actionsOf(await list({ merchantId }))).toEqual(["one.gamma", "one.beta", "one.alpha"]);
    expect(actionsOf(await list({ installationId }))).toEqual(["one.alpha"]);
    expect(actionsOf(await list({ accountId }))).toEqual(["one.delta", "one.gamma", "one.beta"]);
    expect(actionsOf(await list({ actorId: accountId }))).toEqual(["one.delta", "one.gamma"]);
    expect(actionsOf(await list({ accountId, merchantId }))).toEqual(["one.gamma", "one.beta"]);
    expect(actionsOf(await list({ action: "one.beta" }))).toEqual(["one.beta"]);
    expect(actionsOf(await list({ merchantId, action: "one.beta" }))).toEqual(["one.beta"]);
    expect(actionsOf(await list({ merchantId, installationId: randomUUID() }))).toEqual([]);
  });

  test("returns the current names of account, app and merchant", async () => {
    const developer = await developerCall(world);
    const { clientId } = (await createDraft(world, developer)).app;
    const merchantId = `m-${randomUUID()}`;
    await world.management.transactional(async ({ em }) => {
      em.create(Merchant, { id: merchantId, name: "Corner Shop" });
    });
    const accountId = await insertAccount(world);
    await record({ action: "name.all", clientId, merchantId, accountId, actorClientId: clientId });
    await record({ action: "name.none", merchantId: "m-gone", accountId: randomUUID() }, callOf(accountId));
    const account = await world.management.read((em) => em.findOneOrFail(Account, { id: accountId }));
    expect((await list({ merchantId })).items).toMatchObject([
      {
        actorName: null,
        actorClientName: "Parcel Pilot",
        clientName: "Parcel Pilot",
        merchantName: "Corner Shop",
        accountName: account.name,
        accountEmail: account.email,
      },
    ]);
    expect((await list({ merchantId: "m-gone" })).items).toMatchObject([
      { actorName: account.name, actorEmail: account.email, merchantName: null, accountName: null },
    ]);
  });

  test("filters by time, alone and with other filters", async () => {
    const merchantId = `m-${randomUUID()}`;
    // Times between the events, each in its own millisecond.
    const times: number[] = [];
    for (const action of ["when.first", "when.second", "when.third"]) {
      await record({ action, merchantId });
      const [event] = (await list({ merchantId })).items;
      await expect.poll(() => Date.now() * 1000 - event!.at).toBeGreaterThan(2000);
      times.push(Date.now() * 1000);
    }
    const [from, before, later] = times;
    expect(actionsOf(await list({ merchantId, from: from! }))).toEqual(["when.third", "when.second"]);
    expect(actionsOf(await list({ merchantId, before: from! }))).toEqual(["when.first"]);
    expect(actionsOf(await list({ merchantId, from: from!, before: before! }))).toEqual(["when.second"]);
    expect(actionsOf(await list({ from: from!, before: before!, action: "when.second" }))).toEqual(["when.second"]);
    expect(actionsOf(await list({ merchantId, from: later! }))).toEqual([]);
  });

  test("returns each event once across pages", async () => {
    const accountId = await insertAccount(world);
    for (let n = 0; n < 7; n++)
      await record({ action: `page.${"abcdefg"[n]}`, accountId }, n % 2 ? keyCall() : callOf(accountId));
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await list({ accountId }, { pageSize: 3, pageToken });
      seen.push(...actionsOf(page));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual(["g", "f", "e", "d", "c", "b", "a"].map((letter) => `page.${letter}`));
  });

  test("ends a page after scanning a thousand events, with a token to continue", async () => {
    const merchantId = `m-${randomUUID()}`;
    await record({ action: "rare.event", merchantId });
    await world.management.read((_, query) =>
      query(
        {
          name: "flood",
          text: "insert into audit_event (action, caller_name, merchant_id, request_id) select 'token.refresh', 'x', $1, 'r' from generate_series(1, 1500)",
        },
        [merchantId],
      ),
    );
    const first = await list({ merchantId, action: "rare.event" });
    expect(first.items).toEqual([]);
    const second = await list({ merchantId, action: "rare.event" }, { pageSize: 0, pageToken: first.nextPageToken });
    expect(actionsOf(second)).toEqual(["rare.event"]);
    expect(second.nextPageToken).toBe("");
  });

  test("requires an operator or a service key", async () => {
    const page = { pageSize: 0, pageToken: "" };
    const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
    expect(await requestErrorOf(list({}, page, await developerCall(world)))).toEqual(refused);
    expect((await list({}, page, await operatorCall(world))).items).toHaveLength(50);
  });

  test("returns no events for values that no row can have", async () => {
    for (const filter of [
      { clientId: "a\0" },
      { accountId: "x" },
      { installationId: "1" },
      { merchantId: "a b" },
      { action: "A\0" },
    ]) {
      expect((await list(filter)).items).toEqual([]);
    }
    expect(await requestErrorOf(list({}, { pageSize: 1, pageToken: "x" }))).toMatchObject({ reason: "PAGE_TOKEN" });
  });
});
