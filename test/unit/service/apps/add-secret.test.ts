import { describe, expect, test } from "vitest";
import { addSecret } from "../../../../src/service/apps/add-secret.ts";
import { createApp } from "../../../../src/service/apps/create-app.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { createDraft, profile } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();

const LIMIT = { kind: "failed_precondition", reason: "SECRET_LIMIT" };

describe("addSecret", () => {
  test("L5 allows two valid secrets, not three", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const { secret, clientSecret } = await addSecret(world.deps, { clientId }, developer);
    expect(secret).toMatchObject({ hint: clientSecret.slice(-4) });
    expect(await requestErrorOf(addSecret(world.deps, { clientId }, developer))).toEqual(LIMIT);
    expect((await getApp(world.deps, { clientId }, developer)).secrets).toHaveLength(2);
  });

  test("concurrent calls never add a third", async () => {
    for (let round = 0; round < 5; round++) {
      const { clientId } = (await createDraft(world, developer)).app;
      const adds = [1, 2, 3, 4].map(() => addSecret(world.deps, { clientId }, keyCall()));
      const settled = await Promise.allSettled(adds);
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await getApp(world.deps, { clientId }, developer)).secrets).toHaveLength(2);
    }
  });

  test("rejects a public app", async () => {
    const request = { profile: profile(), confidential: false, settings: NO_CHANGE, developerAccountId: null };
    const { app } = await createApp(world.deps, request, developer);
    expect(await requestErrorOf(addSecret(world.deps, { clientId: app.clientId }, developer))).toMatchObject({
      reason: "PUBLIC_APP",
    });
  });

  test("S1 stores only the digest", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const { clientSecret, secret } = await addSecret(world.deps, { clientId }, developer);
    const rows = await world.management.read((_, query) =>
      query<{ digest: Buffer }>({ name: "digest", text: "select digest from app_secret where id = $1" }, [secret.id]),
    );
    expect(rows[0]!.digest).toHaveLength(32);
    const dump = await world.management.read((_, query) =>
      query({ name: "dump", text: "select s::text from app_secret s union all select a::text from audit_event a" }, []),
    );
    expect(JSON.stringify(dump)).not.toContain(clientSecret.slice(6, -4));
  });
});
