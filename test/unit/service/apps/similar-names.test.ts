import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skeletonsOf } from "../../../../src/service/apps/similar-names.ts";
import type { Call } from "../../../../src/service/call.ts";
import {
  approve,
  createApproved,
  createDraft,
  createFixture,
  developerCall,
  type Fixture,
  keyCall,
  NO_SETTINGS,
  operatorCall,
  profile,
} from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
let other: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
  other = await developerCall(fixture);
});
afterAll(() => fixture.close());

const rename = (call: Call, name: string) =>
  fixture.management.read((_, query) =>
    query({ name: "rename", text: "update account set name = $2 where id = $1" }, [call.actor!.accountId, name]),
  );
const similar = async (clientId: string, call: Call) => (await fixture.apps.get(clientId, call)).similarNames;
async function submitted(name: string): Promise<string> {
  const { clientId } = await createDraft(fixture, developer, { name });
  await fixture.apps.submit(clientId, developer);
  return clientId;
}

describe("what a name looks like", () => {
  const alike: [name: string, like: string, why: string][] = [
    ["Harbour Ship", "Harbour Ship", "the same"],
    ["Harbour Ship", "HARBOUR SHIP", "upper case"],
    ["Harbour Ship", "H\u0430rbour Ship", "a Cyrillic letter"],
    ["Pilot", "Pi\u2113ot", "a script letter"],
    ["Pilot", "PiIot", "a capital I for an l"],
    ["paypal", "paypa1", "a digit"],
    ["Modern", "Modem", "two letters that look like one"],
    ["Harbour Ship", "Harbour\u200b\u00a0Ship", "invisible characters and another space"],
    ["Harbour Ship", "Harbour-Ship!", "punctuation"],
    ["Harbour", "H\u00e4rbour", "a mark"],
    ["Acme", "Acme \u2713", "a check mark"],
    ["Acme", "Acme\u2122", "a trade mark"],
    ["Acme", "Acme\u00ae", "a registered trade mark"],
    ["Acme", "Acme+", "a plus sign"],
    ["Acme", "A\u20b5me", "a currency sign for a letter"],
    ["Harbour", "\uff28\uff41\uff52bour", "full-width letters"],
    ["\u0420\u0430\u0440\u0430", "Papa", "all of another script"],
  ];
  test.each(alike)("%s and %s are alike: %s", (name, like) => {
    const others = skeletonsOf(like);
    expect([...skeletonsOf(name)].some((skeleton) => others.has(skeleton))).toBe(true);
  });

  test.each([
    ["Harbour Ship", "Harbour Shop"],
    ["Mail", "Mall"],
    ["Labels", "Labels Pro"],
    ["\u65e5\u672c", "\u4e2d\u56fd"],
  ])("%s and %s are not", (name, like) => {
    const others = skeletonsOf(like);
    expect([...skeletonsOf(name)].some((skeleton) => others.has(skeleton))).toBe(false);
  });

  test("a name of nothing that can be seen is like no other", () =>
    expect(skeletonsOf("\u200b \u2060-")).toEqual(new Set()));
});

describe("an app in review", () => {
  test("whose name another app has, live or in its revision, or another developer: the reviewer is told, and nobody else", async () => {
    await rename(other, "Cargo Express");
    const { clientId: live } = await createApproved(fixture, other, { name: "Parcel Express" });
    const { clientId: renamed } = await createApproved(fixture, other, { name: "Something else" });
    await fixture.apps.update(
      { clientId: renamed, profile: profile({ name: "Parce1 Express" }), settings: NO_SETTINGS },
      other,
    );
    const imitating = await submitted("P\u0430rcel Express");
    for (const call of [keyCall(), await operatorCall(fixture)]) {
      expect(await similar(imitating, call)).toEqual([
        { name: "Parcel Express", clientId: live, accountId: null },
        { name: "Parce1 Express", clientId: renamed, accountId: null },
      ]);
    }
    expect(await similar(imitating, developer)).toEqual([]);
    expect(await similar(await submitted("Cargo\u2011Express"), keyCall())).toEqual([
      { name: "Cargo Express", clientId: null, accountId: other.actor!.accountId },
    ]);
  });

  test("whose developer is called like another one, or like an app", async () => {
    await createApproved(fixture, other, { name: "Anchor Tools" });
    await rename(developer, "Anch0r Tools");
    expect(await similar(await submitted("Quite different"), keyCall())).toMatchObject([{ name: "Anchor Tools" }]);
    await rename(developer, "Dev");
  });

  test("with a name of its own is like none: not its developer, not an archived app, not itself once approved", async () => {
    await rename(developer, "Lighthouse");
    const { clientId: gone } = await createDraft(fixture, other, { name: "Lighthouse" });
    await fixture.apps.archive(gone, keyCall());
    const clientId = await submitted("Lighthouse");
    expect(await similar(clientId, keyCall())).toEqual([]);
    await fixture.apps.withdraw(clientId, developer);
    await createApproved(fixture, other, { name: "Lighthouse" });
    await approve(fixture, clientId, developer);
    expect(await similar(clientId, keyCall())).toEqual([]);
  });
});
