import { describe, expect, test } from "vitest";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import { queueAppNotices } from "../../../../src/service/mail/app-notices.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { createApproved, createDraft } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { addMember } from "../../../support/world/teams.ts";

const { world, developer } = useAppWorld();
const emailOf = async () =>
  (await world.rows<{ email: string }>("select email from account where id = $1", [developer.actor!.accountId]))[0]!
    .email;

/** Queues the mails about the events so far, and returns them. */
async function notices() {
  const deps = { management: world.management, publicUrl: "https://auth.example.com", log: world.deps.log };
  while (await queueAppNotices(deps)) {}
  const jobs = await world.rows<{ payload: { to: string; language: string; content: { kind: string } } }>(
    "delete from job where kind = 'mail' returning payload",
  );
  return jobs.map(({ payload: { to, language, content } }) => ({ to, language, ...content }));
}

/** Adds events as the webhooks and the token path write them. */
const emit = (clientId: string, type: string, ago = "0 s") =>
  world.sql.query(
    `with head as (update event_head set cursor = cursor + 1 where id = 1 returning cursor)
     insert into event (cursor, type, client_id, at) select cursor, $1, $2, clock_timestamp() - $3::interval from head`,
    [type, clientId, ago],
  );

describe("the mails about an app", () => {
  test("have the verdict and the reviewer's words, in the developer's language, once", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    await submitApp(world.deps, { clientId }, developer);
    await startReview(world.deps, { clientId }, keyCall());
    const reason = { reasonCode: "REDIRECT_URI", reasonText: "The callback answers 404.", revision: null };
    await requestChanges(world.deps, { clientId, ...reason }, keyCall());
    await world.rows("update account set language = 'de' where id = $1", [developer.actor!.accountId]);
    expect(await notices()).toEqual([
      {
        to: await emailOf(),
        language: "de",
        kind: "app_changes_requested",
        appName: "Parcel Pilot",
        url: `https://auth.example.com/portal/apps/${clientId}`,
        reason: "The callback answers 404.",
        reasonCode: "REDIRECT_URI",
      },
    ]);
    expect(await notices()).toEqual([]);
  });

  test("name the restricted scopes that an approval leaves out", async () => {
    const scopes = [
      { name: "orders.read", reason: "To print labels.", required: true },
      { name: "payouts.write", reason: "To match payouts.", required: false },
    ];
    for (const allowed of [[], ["payouts.write"]]) {
      const { clientId } = (await createDraft(world, developer, { scopes })).app;
      await submitApp(world.deps, { clientId }, developer);
      await startReview(world.deps, { clientId }, keyCall());
      await approveApp(world.deps, { clientId, revision: null, restrictedScopesAllowed: allowed }, keyCall());
      const [mail] = await notices();
      expect(mail).toMatchObject({
        kind: "app_approved",
        refusedScopes: allowed.length === 0 ? ["payouts.write"] : [],
      });
    }
  });

  test("say why an app is suspended, and that it is resumed", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    await notices();
    await suspendApp(world.deps, { clientId, reasonCode: "SECURITY", reasonText: "Tokens leak." }, keyCall());
    await resumeApp(world.deps, { clientId }, keyCall());
    expect(await notices()).toMatchObject([
      { to: await emailOf(), kind: "app_suspended", reason: "Tokens leak." },
      { kind: "app_resumed", reason: null },
    ]);
  });

  test("warn of reuse once a day, of expiring secrets and of disabled webhooks each time", async () => {
    await quietWindow(900);
    const { clientId } = (await createApproved(world, developer)).app;
    await notices();
    for (const type of ["refresh_token.reuse_detected", "client_secret.expiring", "webhook.disabled"]) {
      await emit(clientId, type);
      await emit(clientId, type);
    }
    const mails = await notices();
    const kinds = mails.map(({ kind }) => kind);
    // The section of the app's page: the form's own address has no page.
    const url = `https://auth.example.com/portal/apps/${clientId}#secrets`;
    expect(mails.find(({ kind }) => kind === "secret_expiring")).toMatchObject({ url });
    expect(kinds.sort()).toEqual([
      "reuse_detected",
      "secret_expiring",
      "secret_expiring",
      "webhook_disabled",
      "webhook_disabled",
    ]);
  });

  test("are not sent for other events, for old ones, or to an address that is not verified", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    await notices();
    await emit(clientId, "installation.created");
    await emit(clientId, "webhook.disabled", "25 h");
    expect(await notices()).toEqual([]);
    await world.rows("update account set email_verified_at = null where id = $1", [developer.actor!.accountId]);
    await emit(clientId, "webhook.disabled");
    expect(await notices()).toEqual([]);
  });
});

test("several processes queue each mail once", async () => {
  await world.rows("update account set email_verified_at = clock_timestamp()");
  const { clientId } = (await createApproved(world, developer)).app;
  await notices();
  for (let event = 0; event < 20; event++) await emit(clientId, "client_secret.expiring");
  const deps = { management: world.management, publicUrl: "https://auth.example.com", log: world.deps.log };
  await Promise.all(Array.from({ length: 8 }, () => queueAppNotices(deps)));
  expect(await notices()).toHaveLength(20);
});

test("mails about an app go to the owners of the team, and verdicts also to the member who submitted", async () => {
  const team = await addAccount(world, { developer: true });
  const owner = await addMember(world, team, { role: "OWNER" });
  const submitter = await addMember(world, team);
  await addMember(world, team);
  const { clientId } = (await createDraft(world, team.call)).app;
  await submitApp(world.deps, { clientId }, submitter.call);
  await startReview(world.deps, { clientId }, keyCall());
  const verdict = { reasonCode: "OTHER", reasonText: "Change it.", revision: null };
  await requestChanges(world.deps, { clientId, ...verdict }, keyCall());
  const addresses = async () => (await notices()).map(({ to }) => to).sort();
  expect(await addresses()).toEqual([team.email, owner.email, submitter.email].sort());
  for (const type of ["webhook.disabled", "refresh_token.reuse_detected"]) {
    await emit(clientId, type);
    expect(await addresses()).toEqual([team.email, owner.email].sort());
  }
  await emit(clientId, "refresh_token.reuse_detected");
  expect(await addresses()).toEqual([]);
});
