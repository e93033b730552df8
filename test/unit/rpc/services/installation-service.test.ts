import { create, type DescMessage, type MessageInitShape, type MessageShape, toJsonString } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import * as pb from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { installationService } from "../../../../src/rpc/services/installation-service.ts";
import type { Implementation } from "../../../../src/rpc/transports/implementation.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { createCall, reasonOf } from "../../../support/world/tokens.ts";

const world = useWorld();
let service: Implementation<typeof pb.InstallationService>;
beforeAll(async () => {
  service = installationService(world.deps);
});

// biome-ignore lint/suspicious/noExplicitAny: The assertions read the JSON.
function read<S extends DescMessage>(schema: S, answer: MessageInitShape<S>): Record<string, any> {
  return JSON.parse(toJsonString(schema, create(schema, answer) as MessageShape<S>));
}

describe("InstallationService", () => {
  test("GetInstallation returns every field", async () => {
    const { app, merchant, pair } = await world.install();
    const request = create(pb.GetInstallationRequestSchema, { installationId: pair.installationId });
    const { installation } = read(pb.GetInstallationResponseSchema, await service.getInstallation(request, keyCall()));
    expect(installation).toEqual({
      installationId: pair.installationId,
      version: 1,
      state: "INSTALLATION_STATE_ACTIVE",
      clientId: app.clientId,
      appName: "App",
      merchantId: merchant.id,
      merchantName: "Shop",
      appState: "APP_STATE_APPROVED",
      merchantState: "MERCHANT_STATE_ACTIVE",
      grantedScopes: ["orders.read", "orders.write"],
      connectedByAccountId: merchant.ownerId,
      connectedByName: "Ada",
      connectedAt: expect.any(String),
      changedAt: expect.any(String),
      developerName: "Ada",
      declinedScopes: ["products.read"],
    });
  });

  test("SuspendInstallation, ResumeInstallation and Uninstall act for the requested party", async () => {
    const { pair } = await world.install();
    const { installationId } = pair;
    const party = pb.Party.MERCHANT;
    const suspend = create(pb.SuspendInstallationRequestSchema, { installationId, party, reasonCode: "AUDIT" });
    const suspended = read(pb.SuspendInstallationResponseSchema, await service.suspendInstallation(suspend, keyCall()));
    expect(suspended.installation).toMatchObject({
      state: "INSTALLATION_STATE_SUSPENDED",
      suspendedBy: "PARTY_MERCHANT",
      reasonCode: "AUDIT",
    });
    const byOperator = service.resumeInstallation(
      create(pb.ResumeInstallationRequestSchema, { installationId }),
      keyCall(),
    );
    expect(await requestErrorOf(byOperator)).toMatchObject({ reason: "SUSPENDED_BY_ANOTHER" });
    const resume = create(pb.ResumeInstallationRequestSchema, { installationId, party });
    const resumed = read(pb.ResumeInstallationResponseSchema, await service.resumeInstallation(resume, keyCall()));
    expect(resumed.installation.suspendedBy).toBeUndefined();
    const ended = await service.uninstall(create(pb.UninstallRequestSchema, { installationId }), keyCall());
    expect(read(pb.UninstallResponseSchema, ended).installation).toMatchObject({
      state: "INSTALLATION_STATE_UNINSTALLED",
      endedAt: expect.any(String),
    });
  });

  test("suspended_by_parties lists the operator first", async () => {
    const { pair } = await world.install();
    const { installationId } = pair;
    const suspend = async (party: pb.Party) => {
      const request = create(pb.SuspendInstallationRequestSchema, { installationId, party, reasonCode: "AUDIT" });
      return read(pb.SuspendInstallationResponseSchema, await service.suspendInstallation(request, keyCall()));
    };
    await suspend(pb.Party.MERCHANT);
    expect((await suspend(pb.Party.OPERATOR)).installation).toMatchObject({
      suspendedBy: "PARTY_OPERATOR",
      suspendedByParties: ["PARTY_OPERATOR", "PARTY_MERCHANT"],
    });
  });

  test("ListInstallations filters by app, state and time", async () => {
    const { app, pair } = await world.install();
    const list = async (init: MessageInitShape<typeof pb.ListInstallationsRequestSchema>) =>
      read(
        pb.ListInstallationsResponseSchema,
        await service.listInstallations(create(pb.ListInstallationsRequestSchema, init), keyCall()),
      );
    const { clientId } = app;
    const state = pb.InstallationState.ACTIVE;
    expect((await list({ clientId, state })).installations).toMatchObject([{ installationId: pair.installationId }]);
    expect(await list({ clientId, state: pb.InstallationState.SUSPENDED })).toEqual({});
    expect((await list({ clientId, changedSince: timestampFromMs(0) })).installations).toHaveLength(1);
    expect(await list({ clientId, changedSince: timestampFromMs(Date.now() + 3_600_000) })).toEqual({});
    const far = { seconds: 9_000_000_000_000_000n, nanos: 0 };
    expect(await list({ clientId, changedSince: far })).toEqual({});
    expect((await list({ clientId, changedSince: { seconds: -far.seconds, nanos: 0 } })).installations).toHaveLength(1);
  });

  test("UninstallByApp authenticates the app", async () => {
    const { app, merchant, pair } = await world.install();
    const { proof } = app.credentials;
    const secret = proof.kind === "secret" ? proof.secret : "";
    const credentials = { clientId: app.clientId, proof: { case: "clientSecret" as const, value: secret } };
    const uninstall = (init: MessageInitShape<typeof pb.UninstallByAppRequestSchema>) =>
      service.uninstallByApp(
        create(pb.UninstallByAppRequestSchema, { merchantId: merchant.id, ...init }),
        createCall(),
      );
    expect(await reasonOf(uninstall({}))).toBe("client_missing");
    expect(await reasonOf(uninstall({ credentials: { clientId: app.clientId } }))).toBe("client_secret_missing");
    expect(await uninstall({ credentials })).toEqual({});
    const request = create(pb.GetInstallationRequestSchema, { installationId: pair.installationId });
    const { installation } = read(pb.GetInstallationResponseSchema, await service.getInstallation(request, keyCall()));
    expect(installation.state).toBe("INSTALLATION_STATE_UNINSTALLED");
  });
});
