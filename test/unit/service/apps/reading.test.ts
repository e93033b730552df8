import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppFilter } from "../../../../src/service/apps/operations.ts";
import type { Call } from "../../../../src/service/call.ts";
import {
  createApproved,
  createDraft,
  createFixture,
  developerCall,
  type Fixture,
  keyCall,
  NO_SETTINGS,
  operatorCall,
  profile,
  requestErrorOf,
} from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
});
afterAll(() => fixture.close());

const ANY = { state: null, developerAccountId: null, namePrefix: null };
const list = (filter: Partial<AppFilter>, call: Call = keyCall(), page = { pageSize: 0, pageToken: "" }) =>
  fixture.apps.list({ ...ANY, ...filter }, page, call);
const namesOf = (page: { items: { profile: { name: string } }[] }) => page.items.map((app) => app.profile.name);

async function everyPage(filter: Partial<AppFilter>, pageSize: number) {
  const names: string[] = [];
  let pageToken = "";
  do {
    const page = await list(filter, keyCall(), { pageSize, pageToken });
    names.push(...namesOf(page));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return names;
}

describe("apps by name", () => {
  const own = ["alpha", "Älpha", "Beta", "beta one", "Beta two"];
  let developerAccountId: string;
  beforeAll(async () => {
    const other = await developerCall(fixture);
    developerAccountId = other.actor!.accountId;
    for (const name of [...own].reverse()) await createDraft(fixture, other, { name });
  });

  test("come in one order, page by page, each once", async () => {
    const names = await everyPage({ developerAccountId }, 2);
    expect(names).toEqual(["alpha", "Beta", "beta one", "Beta two", "Älpha"]);
  });

  test("are found by the beginning of their name, letter case aside", async () => {
    expect(namesOf(await list({ developerAccountId, namePrefix: "BETA" }))).toEqual(["Beta", "beta one", "Beta two"]);
    expect(namesOf(await list({ namePrefix: "beta t" }))).toEqual(["Beta two"]);
    expect(namesOf(await list({ namePrefix: "%" }))).toEqual([]);
    expect(namesOf(await list({ namePrefix: "a\0" }))).toEqual([]);
  });

  test("are a developer's own, and nobody else's may be asked for", async () => {
    const mine = await createDraft(fixture, developer, { name: "Mine" });
    const { accountId } = developer.actor!;
    for (const filter of [{}, { developerAccountId: accountId }, { state: "DRAFT" as const }]) {
      const page = await list(filter, developer);
      expect(page.items.map(({ clientId }) => clientId)).toContain(mine.clientId);
      expect(page.items.every((app) => app.developerAccountId === accountId)).toBe(true);
    }
    await expect(list({ developerAccountId }, developer)).rejects.toMatchObject({ reason: "OTHER_ACCOUNT" });
    expect(namesOf(await list({ namePrefix: "beta" }, await operatorCall(fixture)))).toHaveLength(3);
  });
});

describe("apps by state", () => {
  test("come with the longest unchanged first, pending revisions among them", async () => {
    const states = await createFixture();
    const { apps } = states;
    const call = await developerCall(states);
    const live = await createApproved(states, call, { name: "Live" });
    const fresh = await createDraft(states, call, { name: "Fresh" });
    await apps.update(
      { clientId: live.clientId, profile: profile({ name: "Live, next" }), settings: NO_SETTINGS },
      call,
    );
    await apps.submit(live.clientId, call);
    await apps.submit(fresh.clientId, call);
    const submitted = (pageSize: number, pageToken = "", who = keyCall()) =>
      apps.list({ ...ANY, state: "SUBMITTED" }, { pageSize, pageToken }, who);
    expect(namesOf(await submitted(0))).toEqual(["Live", "Fresh"]);
    expect(namesOf(await submitted(0, "", call))).toEqual(["Live", "Fresh"]);
    const first = await submitted(1);
    expect(namesOf(first)).toEqual(["Live"]);
    const second = await submitted(1, first.nextPageToken);
    expect(namesOf(second)).toEqual(["Fresh"]);
    expect(second.nextPageToken).toBe("");
    expect(namesOf(await apps.list({ ...ANY, state: "APPROVED" }, { pageSize: 0, pageToken: "" }, keyCall()))).toEqual([
      "Live",
    ]);
    await states.close();
  });
});

describe("page tokens", () => {
  test("of another list, or made up, are refused", async () => {
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
