import { create, type DescMessage, type MessageInitShape, type MessageShape, toJsonString } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, test } from "vitest";
import * as pb from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { appService } from "../../../../src/rpc/services/app-service.ts";
import type { Implementation } from "../../../../src/rpc/transports/implementation.ts";
import type { Call } from "../../../../src/service/call.ts";
import { developerCall, operatorCall } from "../../../support/world/accounts.ts";
import { addCatalogue } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();
let service: Implementation<typeof pb.AppService>;
let developer: Call;
beforeAll(async () => {
  await addCatalogue(world);
  service = appService(world.deps);
  developer = await developerCall(world);
});

/** The response in JSON, with defaults filled in. */
// biome-ignore lint/suspicious/noExplicitAny: The assertions read the JSON.
function read<S extends DescMessage>(schema: S, answer: MessageInitShape<S>): Record<string, any> {
  return JSON.parse(toJsonString(schema, create(schema, answer) as MessageShape<S>));
}

const PROFILE = {
  name: "Parcel Pilot",
  purpose: "Prints labels.",
  website: "https://parcel.example/",
  privacyPolicy: "https://parcel.example/privacy",
  redirectUris: ["https://parcel.example/cb"],
  scopes: [
    { name: "orders.read", reason: "To know what to ship." },
    { name: "products.read", reason: "To know how heavy it is.", optional: true },
  ],
};
const createDraft = async (changes: { refreshMode?: pb.RefreshMode; accessTokenTtl?: number } = {}) => {
  const request = create(pb.CreateAppRequestSchema, { profile: PROFILE, confidential: true, ...changes });
  return read(pb.CreateAppResponseSchema, await service.createApp(request, developer));
};

describe("AppService", () => {
  test("CreateApp returns every field", async () => {
    const { app, clientSecret } = await createDraft({ refreshMode: pb.RefreshMode.KEEP, accessTokenTtl: 600 });
    expect(clientSecret).toMatch(/^lk_cs_/);
    expect(app).toEqual({
      clientId: expect.stringMatching(/^app_/),
      state: "APP_STATE_DRAFT",
      developerAccountId: developer.actor!.accountId,
      developerName: "Ada",
      confidential: true,
      refreshMode: "REFRESH_MODE_KEEP",
      accessTokenTtl: 600,
      profile: PROFILE,
      revision: 1,
      secrets: [
        {
          secretId: expect.any(String),
          hint: clientSecret.slice(-4),
          createdAt: expect.any(String),
          createdByAccountId: developer.actor!.accountId,
          createdByName: "Ada",
        },
      ],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  test("every state RPC returns the app", async () => {
    const { clientId } = (await createDraft()).app;
    const operator = await operatorCall(world);
    const of = { clientId };
    const reason = { clientId, reasonCode: "SCOPES", reasonText: "Too many." };
    await service.submitApp(create(pb.SubmitAppRequestSchema, of), developer);
    await service.withdrawApp(create(pb.WithdrawAppRequestSchema, of), developer);
    await service.submitApp(create(pb.SubmitAppRequestSchema, of), developer);
    await service.startReview(create(pb.StartReviewRequestSchema, of), operator);
    const sentBack = await service.requestChanges(create(pb.RequestChangesRequestSchema, reason), operator);
    expect(read(pb.RequestChangesResponseSchema, sentBack).app).toMatchObject({
      state: "APP_STATE_CHANGES_REQUESTED",
      reasonCode: "SCOPES",
    });
    await service.submitApp(create(pb.SubmitAppRequestSchema, of), developer);
    await service.startReview(create(pb.StartReviewRequestSchema, of), operator);
    const approved = read(
      pb.ApproveAppResponseSchema,
      await service.approveApp(create(pb.ApproveAppRequestSchema, { ...of, revision: 1 }), operator),
    );
    expect(approved.app.installUrl).toBe(`https://auth.example.com/install/${clientId}`);
    const update = create(pb.UpdateAppRequestSchema, { clientId, profile: { ...PROFILE, name: "Next" } });
    const updated = read(pb.UpdateAppResponseSchema, await service.updateApp(update, developer));
    expect(updated.app).toMatchObject({
      profile: { name: "Parcel Pilot" },
      pending: { number: 2, state: "APP_STATE_DRAFT", profile: { name: "Next" } },
    });
    const discarded = await service.discardRevision(create(pb.DiscardRevisionRequestSchema, of), developer);
    expect(read(pb.DiscardRevisionResponseSchema, discarded).app.pending).toBeUndefined();
    await service.suspendApp(create(pb.SuspendAppRequestSchema, reason), operator);
    await service.resumeApp(create(pb.ResumeAppRequestSchema, of), operator);
    await service.archiveApp(create(pb.ArchiveAppRequestSchema, of), developer);
    const got = read(pb.GetAppResponseSchema, await service.getApp(create(pb.GetAppRequestSchema, of), developer));
    expect(got.history.map(({ action }: { action: string }) => action)).toEqual([
      "archive",
      "resume",
      "suspend",
      "discard_revision",
      "approve",
      "start_review",
      "submit",
      "request_changes",
      "start_review",
      "submit",
      "withdraw",
      "submit",
      "create",
    ]);
  });

  test("the reason is that of the pending revision unless the app is suspended", async () => {
    const operator = await operatorCall(world);
    const { clientId } = (await createDraft()).app;
    const submit = async () => {
      await service.submitApp(create(pb.SubmitAppRequestSchema, { clientId }), developer);
      await service.startReview(create(pb.StartReviewRequestSchema, { clientId }), operator);
    };
    await submit();
    await service.approveApp(create(pb.ApproveAppRequestSchema, { clientId, revision: 1 }), operator);
    const update = create(pb.UpdateAppRequestSchema, { clientId, profile: { ...PROFILE, name: "Next" } });
    await service.updateApp(update, developer);
    await submit();
    const reason = { clientId, reasonCode: "SCOPES", reasonText: "Too many." };
    const returned = await service.requestChanges(create(pb.RequestChangesRequestSchema, reason), operator);
    expect(read(pb.RequestChangesResponseSchema, returned).app).toMatchObject({
      state: "APP_STATE_APPROVED",
      reasonCode: "SCOPES",
      installUrl: expect.any(String),
    });
    const abuse = create(pb.SuspendAppRequestSchema, { ...reason, reasonCode: "ABUSE" });
    const suspended = read(pb.SuspendAppResponseSchema, await service.suspendApp(abuse, operator));
    expect(suspended.app).toMatchObject({ state: "APP_STATE_SUSPENDED", reasonCode: "ABUSE" });
    expect(suspended.app.installUrl).toBeUndefined();
  });

  test("RejectApp rejects", async () => {
    const { clientId } = (await createDraft()).app;
    await service.submitApp(create(pb.SubmitAppRequestSchema, { clientId }), developer);
    await service.startReview(create(pb.StartReviewRequestSchema, { clientId }), keyCall());
    const request = create(pb.RejectAppRequestSchema, { clientId, reasonCode: "SPAM", reasonText: "No." });
    expect(read(pb.RejectAppResponseSchema, await service.rejectApp(request, keyCall())).app.state).toBe(
      "APP_STATE_REJECTED",
    );
  });

  test("UpdateApp without a profile changes only the settings", async () => {
    const { clientId } = (await createDraft({ accessTokenTtl: 600 })).app;
    const kept = await service.updateApp(
      create(pb.UpdateAppRequestSchema, { clientId, refreshMode: pb.RefreshMode.NONE }),
      developer,
    );
    expect(read(pb.UpdateAppResponseSchema, kept).app).toMatchObject({
      refreshMode: "REFRESH_MODE_NONE",
      accessTokenTtl: 600,
      profile: PROFILE,
    });
    const reset = await service.updateApp(
      create(pb.UpdateAppRequestSchema, { clientId, accessTokenTtl: 0 }),
      developer,
    );
    expect(read(pb.UpdateAppResponseSchema, reset).app.accessTokenTtl).toBeUndefined();
  });

  test("AddSecret and RetireSecret return the secret without its text", async () => {
    const { app } = await createDraft();
    const { clientId } = app;
    const added = read(
      pb.AddSecretResponseSchema,
      await service.addSecret(create(pb.AddSecretRequestSchema, { clientId }), developer),
    );
    expect(added.clientSecret.endsWith(added.secret.hint)).toBe(true);
    const request = create(pb.RetireSecretRequestSchema, { clientId, secretId: app.secrets[0].secretId });
    const retired = read(pb.RetireSecretResponseSchema, await service.retireSecret(request, developer));
    expect(Date.parse(retired.secret.endsAt)).toBeGreaterThan(Date.now());
    const got = read(
      pb.GetAppResponseSchema,
      await service.getApp(create(pb.GetAppRequestSchema, { clientId }), developer),
    );
    expect(JSON.stringify(got)).not.toContain(added.clientSecret);
  });

  test("UpsertScope, ListScopes and ListApps return the stored values", async () => {
    const scope = { name: "tax.read", title: "Read taxes", description: "", sensitivity: ScopeSensitivity.SENSITIVE };
    const put = await service.upsertScope(create(pb.UpsertScopeRequestSchema, { scope }), keyCall());
    expect(read(pb.UpsertScopeResponseSchema, put).scope).toMatchObject({
      name: "tax.read",
      sensitivity: "SCOPE_SENSITIVITY_SENSITIVE",
    });
    const scopes = read(
      pb.ListScopesResponseSchema,
      await service.listScopes(create(pb.ListScopesRequestSchema), keyCall()),
    );
    expect(scopes.scopes).toContainEqual({
      name: "tax.read",
      title: "Read taxes",
      sensitivity: "SCOPE_SENSITIVITY_SENSITIVE",
      revision: 1,
    });
    const page = (init: MessageInitShape<typeof pb.ListAppsRequestSchema>) =>
      service.listApps(create(pb.ListAppsRequestSchema, init), keyCall());
    const first = read(pb.ListAppsResponseSchema, await page({ namePrefix: "parcel", pageSize: 1 }));
    expect(first.apps).toHaveLength(1);
    const second = read(
      pb.ListAppsResponseSchema,
      await page({ namePrefix: "parcel", pageSize: 1, pageToken: first.nextPageToken }),
    );
    expect(second.apps[0].clientId).not.toBe(first.apps[0].clientId);
  });

  test("ListApps returns apps as GetApp does, with their numbers of installations", async () => {
    const operator = await operatorCall(world);
    const { clientId } = (await createDraft({ refreshMode: pb.RefreshMode.KEEP, accessTokenTtl: 600 })).app;
    await service.submitApp(create(pb.SubmitAppRequestSchema, { clientId }), developer);
    await service.startReview(create(pb.StartReviewRequestSchema, { clientId }), operator);
    await service.approveApp(create(pb.ApproveAppRequestSchema, { clientId, revision: 1 }), operator);
    const next = { ...PROFILE, name: "Next", launchUrl: "https://parcel.example/start" };
    await service.updateApp(create(pb.UpdateAppRequestSchema, { clientId, profile: next }), developer);
    const { secret } = await service.addSecret(create(pb.AddSecretRequestSchema, { clientId }), developer);
    const secretId = secret?.secretId ?? "";
    await service.retireSecret(create(pb.RetireSecretRequestSchema, { clientId, secretId }), developer);
    await world.rows(
      `with m as (insert into merchant (id, name) select 'counted-' || n, 'Counted' from generate_series(1, 7) n returning id)
       insert into installation (app_id, merchant_id, state, version)
       select a.id, m.id, 'ACTIVE', 1 from m, app a where a.client_id = '${clientId}'`,
    );
    const request = create(pb.ListAppsRequestSchema, { developerAccountId: developer.actor!.accountId });
    const { apps } = read(pb.ListAppsResponseSchema, await service.listApps(request, keyCall()));
    expect(apps.length).toBeGreaterThan(2);
    for (const { installationCount, ...app } of apps) {
      const got = await service.getApp(create(pb.GetAppRequestSchema, { clientId: app.clientId }), keyCall());
      expect(app).toEqual(read(pb.GetAppResponseSchema, got).app);
      expect(installationCount).toBe(app.clientId === clientId ? "7" : "0");
    }
    const listed = apps.find((app: { clientId: string }) => app.clientId === clientId);
    expect(listed).toMatchObject({ accessTokenTtl: 600, pending: { profile: { name: "Next" } } });
    expect(listed.secrets).toMatchObject([{ hint: expect.any(String) }, { secretId, endsAt: expect.any(String) }]);
  });

  test("B9 rejects unknown enum values", async () => {
    const request = create(pb.CreateAppRequestSchema, { profile: PROFILE, refreshMode: 9 as pb.RefreshMode });
    expect(await requestErrorOf(Promise.resolve().then(() => service.createApp(request, developer)))).toMatchObject({
      reason: "INVALID",
    });
    const list = create(pb.ListAppsRequestSchema, { state: 77 as pb.AppState });
    expect(await requestErrorOf(Promise.resolve().then(() => service.listApps(list, keyCall())))).toMatchObject({
      reason: "INVALID",
    });
  });

  test("an absent profile or scope is an empty one", async () => {
    const empty = await service.createApp(create(pb.CreateAppRequestSchema, { confidential: true }), developer);
    expect(read(pb.CreateAppResponseSchema, empty).app.profile).toEqual({});
    expect(await requestErrorOf(service.upsertScope(create(pb.UpsertScopeRequestSchema), keyCall()))).toMatchObject({
      reason: "INVALID",
    });
  });
});
