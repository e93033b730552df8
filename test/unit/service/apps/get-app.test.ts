import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveApp } from "../../../../src/service/apps/archive-app.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { withdrawApp } from "../../../../src/service/apps/withdraw-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import {
  approve,
  createApproved,
  createDraft,
  createFixture,
  developerCall,
  type Fixture,
  keyCall,
  operatorCall,
  profile,
} from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
let operator: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
  operator = await operatorCall(fixture);
});
afterAll(() => fixture.close());

let other: Call;
beforeAll(async () => {
  other = await developerCall(fixture);
});

const rename = (call: Call, name: string) =>
  fixture.management.read((_, query) =>
    query({ name: "rename", text: "update account set name = $2 where id = $1" }, [call.actor!.accountId, name]),
  );
const similar = async (clientId: string, call: Call) => (await getApp(fixture.apps, { clientId }, call)).similarNames;
async function submitted(name: string): Promise<string> {
  const { clientId } = (await createDraft(fixture, developer, { name })).app;
  await submitApp(fixture.apps, { clientId }, developer);
  return clientId;
}

describe("getApp", () => {
  test("hides the names of operators from developers", async () => {
    const { clientId } = (await createApproved(fixture, developer)).app;
    await suspendApp(fixture.apps, { clientId, reasonCode: "ABUSE", reasonText: "Spam." }, operator);
    const namesFor = async (call: Call) =>
      (await getApp(fixture.apps, { clientId }, call)).history.map(({ step, actorName }) => [step.action, actorName]);
    expect(await namesFor(operator)).toContainEqual(["suspend", "Ada"]);
    expect(await namesFor(developer)).toContainEqual(["suspend", null]);
    expect(await namesFor(developer)).toContainEqual(["submit", "Ada"]);
  });
});

describe("similar names of an app in review", () => {
  test("are reported to reviewers only, for live apps, pending revisions and developers", async () => {
    await rename(other, "Cargo Express");
    const { clientId: live } = (await createApproved(fixture, other, { name: "Parcel Express" })).app;
    const { clientId: renamed } = (await createApproved(fixture, other, { name: "Something else" })).app;
    await updateApp(
      fixture.apps,
      { clientId: renamed, profile: profile({ name: "Parce1 Express" }), settings: NO_CHANGE },
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

  test("include apps that resemble the developer's name", async () => {
    await createApproved(fixture, other, { name: "Anchor Tools" });
    await rename(developer, "Anch0r Tools");
    expect(await similar(await submitted("Quite different"), keyCall())).toMatchObject([{ name: "Anchor Tools" }]);
    await rename(developer, "Dev");
  });

  test("exclude the developer itself, archived apps and approved apps", async () => {
    await rename(developer, "Lighthouse");
    const { clientId: gone } = (await createDraft(fixture, other, { name: "Lighthouse" })).app;
    await archiveApp(fixture.apps, { clientId: gone }, keyCall());
    const clientId = await submitted("Lighthouse");
    expect(await similar(clientId, keyCall())).toEqual([]);
    await withdrawApp(fixture.apps, { clientId }, developer);
    await createApproved(fixture, other, { name: "Lighthouse" });
    await approve(fixture, clientId, developer);
    expect(await similar(clientId, keyCall())).toEqual([]);
  });
});
