import { expect, test } from "vitest";
import type { AppState } from "../../../../src/model/app.ts";
import { addSecret } from "../../../../src/service/apps/add-secret.ts";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { listApps } from "../../../../src/service/apps/list-apps.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { getReviewQueue } from "../../../../src/service/reviews/get-review-queue.ts";
import { releaseReview } from "../../../../src/service/reviews/release-review.ts";
import { developerCall, operatorCall } from "../../../support/world/accounts.ts";
import { createApproved, profile } from "../../../support/world/apps.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { reviewDependencies, submitted } from "./world.ts";

const { world, developer } = useAppWorld();
const olga = perFile(() => operatorCall(world));
const oskar = perFile(() => operatorCall(world));
const read = (call: Call, exceptClientId = "") => getReviewQueue(reviewDependencies(world), { exceptClientId }, call);
const nextOf = async (call: Call, except = "") => (await read(call, except)).next?.clientId;

test("counts apps and revisions, and proposes the longest waiting one that is free", async () => {
  expect(await read(olga)).toEqual({ waiting: 0, inReview: 0, next: null, oldest: null, claims: [] });
  const { clientId: live } = (await createApproved(world, developer, { name: "Live" })).app;
  const first = await submitted(world, developer, { name: "First" });
  const settings = NO_CHANGE;
  await updateApp(world.deps, { clientId: live, profile: profile({ name: "Renamed" }), settings }, developer);
  await submitApp(world.deps, { clientId: live }, developer);
  const third = await submitted(world, await developerCall(world), { name: "Third" });
  expect(await read(keyCall())).toMatchObject({ waiting: 3, inReview: 0, next: { clientId: first, name: "First" } });
  expect(await nextOf(olga, first)).toBe(live);
  expect((await read(olga, first)).next?.name).toBe("Renamed");
  // Operators cannot review their own apps.
  const both = callOf(developer.actor!.accountId, { developer: true, operator: true });
  expect(await nextOf(both)).toBe(third);
  const teams = [{ teamId: developer.actor!.accountId, role: "MEMBER" as const }];
  expect(await nextOf({ ...olga, actor: { ...olga.actor!, teams } })).toBe(third);
  const inactiveTeams = [developer.actor!.accountId];
  expect(await nextOf({ ...olga, actor: { ...olga.actor!, inactiveTeams } })).toBe(third);
  await startReview(world.deps, { clientId: first }, olga);
  const queue = await read(oskar);
  expect(queue).toMatchObject({ waiting: 2, inReview: 1, next: { clientId: live }, oldest: { clientId: live } });
  expect(queue.claims).toMatchObject([{ clientId: first, accountId: olga.actor!.accountId }]);
  await releaseReview(reviewDependencies(world), { clientId: first }, olga);
  expect(await nextOf(oskar)).toBe(first);
});

test("the app that was submitted first comes first, whichever changed last", async () => {
  const other = await developerCall(world);
  const keyed = await submitted(world, other, { name: "Keyed" });
  const started = await submitted(world, other, { name: "Started" });
  const last = await submitted(world, other, { name: "Last" });
  await startReview(world.deps, { clientId: last }, keyCall());
  await startReview(world.deps, { clientId: started }, keyCall());
  await addSecret(world.deps, { clientId: keyed }, other);
  const ids = [keyed, started, last];
  // All other apps of this file are younger.
  await world.rows("update app set submitted_at = submitted_at - interval '1 day' where client_id = any($1)", [ids]);
  expect((await read(oskar)).oldest?.clientId).toBe(keyed);
  expect([await nextOf(oskar), await nextOf(oskar, keyed)]).toEqual([keyed, started]);
  const listed = async (state: AppState) => {
    const page = { pageSize: 2, pageToken: "" };
    const { items } = await listApps(world.deps, { state, developerAccountId: null, namePrefix: "", page }, keyCall());
    return items.map(({ app }) => app.clientId);
  };
  expect((await listed("SUBMITTED"))[0]).toBe(keyed);
  expect(await listed("IN_REVIEW")).toEqual([started, last]);
});

test("names the claimed apps as in the profile under review", async () => {
  const fresh = await submitted(world, developer, { name: "Fresh" });
  const { clientId: live } = (await createApproved(world, developer, { name: "Before" })).app;
  const renamed = { clientId: live, profile: profile({ name: "After" }), settings: NO_CHANGE };
  await updateApp(world.deps, renamed, developer);
  await submitApp(world.deps, { clientId: live }, developer);
  for (const clientId of [fresh, live]) await startReview(world.deps, { clientId }, olga);
  const names = async () => (await read(oskar)).claims.map(({ clientId, appName }) => [clientId, appName]);
  expect(await names()).toEqual([
    [fresh, "Fresh"],
    [live, "After"],
  ]);
  await approveApp(world.deps, { clientId: live, revision: null, restrictedScopesAllowed: [] }, olga);
  expect(await names()).toEqual([[fresh, "Fresh"]]);
});

test("is for operators and service keys", async () => {
  expect(await requestErrorOf(read(developer))).toEqual({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
});

test("an exception that is no client id leaves nothing out", async () => {
  expect((await read(olga, "\0")).waiting).toBe((await read(olga)).waiting);
});
