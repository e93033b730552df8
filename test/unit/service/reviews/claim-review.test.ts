import { describe, expect, test } from "vitest";
import { createServiceKey } from "../../../../src/service/accounts/create-service-key.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { archiveApp } from "../../../../src/service/apps/archive-app.ts";
import { discardRevision } from "../../../../src/service/apps/discard-revision.ts";
import { rejectApp } from "../../../../src/service/apps/reject-app.ts";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { withdrawApp } from "../../../../src/service/apps/withdraw-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { claimReview } from "../../../../src/service/reviews/claim-review.ts";
import { getReview } from "../../../../src/service/reviews/get-review.ts";
import { addAccount, bySession, operatorCall } from "../../../support/world/accounts.ts";
import { createApproved, profile } from "../../../support/world/apps.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { findKey } from "../../../support/world/service-keys.ts";
import { addMember } from "../../../support/world/teams.ts";
import { inReview, reviewDependencies, submitted } from "./world.ts";

const { world, developer } = useAppWorld();
const olga = perFile(() => operatorCall(world));
const oskar = perFile(() => operatorCall(world));

const CLAIMED = { kind: "failed_precondition", reason: "CLAIMED" };
const claim = (clientId: string, call: Call, takeOver = false, takeOverFrom = "") =>
  claimReview(reviewDependencies(world), { clientId, takeOver, takeOverFrom }, call);
const holder = async (clientId: string) =>
  (await getReview(reviewDependencies(world), { clientId }, keyCall())).claim?.accountId ?? null;
const idOf = (call: Call) => call.actor!.accountId;
const WORDS = { reasonCode: "OTHER", reasonText: "Because.", revision: null };
const decisions = (clientId: string, call: Call) => [
  () => approveApp(world.deps, { clientId, revision: null, restrictedScopesAllowed: [] }, call),
  () => requestChanges(world.deps, { clientId, ...WORDS }, call),
  () => rejectApp(world.deps, { clientId, ...WORDS }, call),
];
const expire = (clientId: string) =>
  world.rows(
    `update review_claim set expires_at = clock_timestamp() - interval '1 second'
     where app_id = (select id from app where client_id = $1)`,
    [clientId],
  );

describe("claimReview", () => {
  test("of two operators at once, one gets the app", async () => {
    for (let round = 0; round < 5; round++) {
      const clientId = await inReview(world, developer);
      const results = await Promise.allSettled([claim(clientId, olga), claim(clientId, oskar)]);
      const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.accountId] : []));
      expect(won).toEqual([await holder(clientId)]);
      expect(results.flatMap((result) => (result.status === "rejected" ? [result.reason.reason] : []))).toEqual([
        "CLAIMED",
      ]);
    }
  });

  test("names the operator and extends an own claim, which keeps its start", async () => {
    const clientId = await inReview(world, developer, olga);
    const first = (await getReview(reviewDependencies(world), { clientId }, keyCall())).claim!;
    const again = await claim(clientId, olga);
    expect(again).toMatchObject({ clientId, accountId: idOf(olga), accountName: "Ada", claimedAt: first.claimedAt });
    expect(again.expiresAt).toBeGreaterThan(first.expiresAt);
    expect(again.expiresAt - again.claimedAt).toBeGreaterThanOrEqual(7_200_000_000);
  });

  test("takes an expired claim over", async () => {
    const clientId = await inReview(world, developer, olga);
    expect(await requestErrorOf(claim(clientId, oskar))).toEqual(CLAIMED);
    await expire(clientId);
    expect(await holder(clientId)).toBeNull();
    await claim(clientId, oskar);
    expect(await holder(clientId)).toBe(idOf(oskar));
  });

  test("takes the claim of another operator over only on request, and audits from whom", async () => {
    const clientId = await inReview(world, developer, olga);
    expect(await requestErrorOf(claim(clientId, oskar))).toEqual(CLAIMED);
    expect(await claim(clientId, oskar, true)).toMatchObject({ accountId: idOf(oskar) });
    expect(await holder(clientId)).toBe(idOf(oskar));
    expect(await requestErrorOf(decisions(clientId, olga)[0]!())).toEqual(CLAIMED);
    const events = await world.rows(
      "select account_id from audit_event where action = 'review.claim' and client_id = $1",
      [clientId],
    );
    expect(events).toEqual([{ account_id: idOf(olga) }]);
  });

  test("takes over only the claim of the operator that the request names", async () => {
    const clientId = await inReview(world, developer, olga);
    const third = await operatorCall(world);
    expect(await requestErrorOf(claim(clientId, oskar, true, idOf(third)))).toEqual(CLAIMED);
    expect(await holder(clientId)).toBe(idOf(olga));
    await claim(clientId, oskar, true, idOf(olga));
    expect(await holder(clientId)).toBe(idOf(oskar));
  });

  test("needs an app in review, an operator, and another one's app", async () => {
    const waiting = await submitted(world, developer);
    expect(await requestErrorOf(claim(waiting, olga))).toEqual({ kind: "failed_precondition", reason: "STATE" });
    const clientId = await inReview(world, developer);
    const other = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
    expect(await requestErrorOf(claim(clientId, developer))).toEqual(other);
    const both = callOf(idOf(developer), { developer: true, operator: true });
    expect(await requestErrorOf(claim(clientId, both))).toEqual({ kind: "permission_denied", reason: "OWN_APP" });
  });
});

test("a suspension of the developer does not let its team's operators review, by session or by service key", async () => {
  const team = await addAccount(world, { developer: true });
  const member = await addMember(world, team, { operator: true });
  const request = { name: "review", permissions: ["apps:review"], expiresAt: null };
  const { secret } = await createServiceKey(world.deps, request, member.call);
  const clientId = await submitted(world, team.call);
  const { accountId } = team;
  await suspendAccount(world.deps, { accountId, reasonCode: "FRAUD", reasonText: null }, olga);
  const call = await bySession(world, member.token);
  const byOwnKey = { ...call, caller: (await findKey(world, secret))!, actor: null };
  expect(await requestErrorOf(withdrawApp(world.deps, { clientId }, call))).toMatchObject({ reason: "DEVELOPER_ONLY" });
  const refused = { kind: "permission_denied", reason: "OWN_APP" };
  for (const one of [call, byOwnKey])
    expect(await requestErrorOf(startReview(world.deps, { clientId }, one))).toEqual(refused);
  await startReview(world.deps, { clientId }, keyCall());
  expect(await requestErrorOf(claim(clientId, call))).toEqual(refused);
  for (const decide of [...decisions(clientId, call), ...decisions(clientId, byOwnKey)])
    expect(await requestErrorOf(decide())).toEqual(refused);
});

test("the claim of a suspended or former operator ends at once", async () => {
  for (const lost of ["state = 'SUSPENDED'", "operator = false"]) {
    const former = await operatorCall(world);
    const clientId = await inReview(world, developer, former);
    await world.rows(`update account set ${lost} where id = $1`, [idOf(former)]);
    expect(await holder(clientId)).toBeNull();
    await claim(clientId, olga);
    await decisions(clientId, olga)[0]!();
  }
});

describe("while an operator has a claim", () => {
  test("neither another operator nor a service key decides", async () => {
    const clientId = await inReview(world, developer, olga);
    for (const call of [oskar, keyCall()]) {
      for (const decide of decisions(clientId, call)) expect(await requestErrorOf(decide())).toEqual(CLAIMED);
    }
    expect(await holder(clientId)).toBe(idOf(olga));
  });

  test("a decision ends the claim, also without a claim of one's own after it has expired", async () => {
    for (const at of [0, 1, 2]) {
      const clientId = await inReview(world, developer, olga);
      await decisions(clientId, olga)[at]!();
      expect(await holder(clientId)).toBeNull();
    }
    const clientId = await inReview(world, developer, olga);
    await expire(clientId);
    await decisions(clientId, oskar)[0]!();
    expect(await holder(clientId)).toBeNull();
  });

  test("a withdrawal, a discarded revision or an archiving ends it, so that another operator can take the next submission", async () => {
    const clientId = await inReview(world, developer, olga);
    await withdrawApp(world.deps, { clientId }, developer);
    expect(await holder(clientId)).toBeNull();
    await submitApp(world.deps, { clientId }, developer);
    const revised = (await createApproved(world, developer)).app.clientId;
    const revise = async (name: string) => {
      await updateApp(world.deps, { clientId: revised, profile: profile({ name }), settings: NO_CHANGE }, developer);
      await submitApp(world.deps, { clientId: revised }, developer);
    };
    await revise("Second");
    await startReview(world.deps, { clientId: revised }, olga);
    await discardRevision(world.deps, { clientId: revised }, developer);
    await revise("Third");
    await startReview(world.deps, { clientId: revised }, oskar);
    const archived = await inReview(world, developer, olga);
    await archiveApp(world.deps, { clientId: archived }, developer);
    expect(
      await world.rows("select 1 from review_claim c join app a on a.id = c.app_id where a.client_id = $1", [archived]),
    ).toEqual([]);
  });
});
