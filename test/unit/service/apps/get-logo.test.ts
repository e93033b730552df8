import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { getLogo } from "../../../../src/service/apps/get-logo.ts";
import { setLogo } from "../../../../src/service/apps/set-logo.ts";
import type { Call } from "../../../../src/service/call.ts";
import { developerCall } from "../../../support/world/accounts.ts";
import { addCatalogue, createApproved, createDraft } from "../../../support/world/apps.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();
let developer: Call;
beforeAll(async () => {
  await addCatalogue(world);
  developer = await developerCall(world);
});

test("returns the logo of a live app's pending revision", async () => {
  const { clientId } = (await createApproved(world, developer)).app;
  const square = sharp({ create: { width: 64, height: 64, channels: 3, background: "#336699" } });
  const { pending } = await setLogo(world.deps, { clientId, image: await square.png().toBuffer() }, developer);
  expect((await getLogo(world.deps, { clientId, digest: pending!.logoDigest! })).mediaType).toBe("image/png");
});

test("returns NOT_FOUND for a malformed digest or client id", async () => {
  const { clientId } = (await createDraft(world, developer)).app;
  const notFound = { kind: "not_found", reason: "NOT_FOUND" };
  expect(await requestErrorOf(getLogo(world.deps, { clientId, digest: "x" }))).toEqual(notFound);
  expect(await requestErrorOf(getLogo(world.deps, { clientId: "a\0", digest: "x".repeat(43) }))).toEqual(notFound);
});
